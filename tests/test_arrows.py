"""The import arrows: bot -> render -> engines.<game>.view, bot -> engines, all -> config, and no other."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
HOUSE = ("bot", "render", "engines", "config")
GUARDED = {
    "discord": ("bot/platforms/discord",),
    "telegram": ("bot/platforms/telegram",),
    "aiohttp": ("bot/platforms", "bot/app/health.py"),
    "redis": ("bot/store",),
    "PIL": ("render",),
    "resvg_py": ("render",),
}

SPEECH = ("table", "service", "language", "learn", "choices", "messages")
ADAPTER = (*SPEECH, "store", "lines", "commands", "workers", "ops", "platforms")
ROOMS: dict[str, tuple[str, ...]] = {
    "table": (),
    "language": (),
    "ops": (),
    "store": ("table",),
    "service": ("table", "store", "language", "ops"),
    "learn": ("table", "service", "language"),
    "choices": ("language",),
    "lines": ("table", "language", "choices"),
    "messages": ("table", "service", "language", "learn", "choices"),
    "commands": (*SPEECH, "store", "lines"),
    "workers": ("table", "service", "store", "language", "learn", "messages", "lines", "ops"),
    "platforms": (),
    "platforms/discord": ADAPTER,
    "platforms/telegram": ADAPTER,
    "platforms/web": ADAPTER,
    "app": (*ADAPTER, "platforms/discord", "platforms/telegram", "platforms/web"),
    "cli": (*ADAPTER, "app", "platforms", "platforms/discord", "platforms/telegram", "platforms/web"),
}
"""Which rooms of the bot a room may import, besides itself."""


def modules() -> list[Path]:
    return [file for folder in HOUSE for file in sorted((ROOT / folder).rglob("*.py"))]


def imports(file: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(file.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def is_allowed(place: str, name: str) -> bool:
    """Whether a file may import a module."""
    root = name.split(".")[0]
    if root in GUARDED:
        return place.startswith(GUARDED[root])
    if root not in HOUSE or root == "config":
        return True
    own = place.split("/")
    if own[0] == "bot":
        return name == "bot" or root != "bot" or _is_open(_room(own[1:]), _room(name.split(".")[1:]))
    if own[0] == "config":
        return False
    if own[0] == "render":
        return root == "render" or (root == "engines" and _is_view(name))
    if root != "engines":
        return False
    return own[1] == "__init__.py" or name.startswith((f"engines.{own[1]}", "engines.kit"))


def _room(path: Sequence[str]) -> str:
    """`platforms/web` of `platforms/web/pages/home.py`; empty for what stands flat in the bot."""
    deep = 2 if path[:1] == ["platforms"] and len(path) > 1 and f"platforms/{path[1]}" in ROOMS else 1
    room = "/".join(path[:deep])
    return room if room in ROOMS else ""


def _is_open(room: str, other: str) -> bool:
    """What stands flat is the door: it opens the command line and may be opened by nobody."""
    if not room:
        return True
    return bool(other) and (room == other or other in ROOMS[room])


def _is_view(name: str) -> bool:
    """The kit's plain data, and of a game its view alone."""
    parts = name.split(".")
    return len(parts) < 3 or parts[1] == "kit" or parts[2] == "view"


@pytest.mark.parametrize("file", modules(), ids=lambda file: str(file.relative_to(ROOT)))
def test_the_arrows_hold(file: Path) -> None:
    place = str(file.relative_to(ROOT))
    assert [name for name in imports(file) if not is_allowed(place, name)] == []


@pytest.mark.parametrize(
    ("place", "name"),
    [
        ("engines/princes/auction.py", "engines.carrara.state"),
        ("engines/kit/flow.py", "engines.carrara"),
        ("engines/kit/flow.py", "bot.language.speaker"),
        ("render/boards/carrara.py", "engines.carrara.state"),
        ("render/paint.py", "bot.language.speaker"),
        ("bot/tables.py", "redis.asyncio"),
        ("bot/tables.py", "PIL.Image"),
        ("bot/attend.py", "discord"),
        ("config/settings.py", "bot.language.speaker"),
    ],
)
def test_a_wrong_arrow_is_noticed(place: str, name: str) -> None:
    assert not is_allowed(place, name)


def test_every_room_of_the_bot_is_known() -> None:
    folders = {str(path.parent.relative_to(ROOT / "bot")) for path in (ROOT / "bot").rglob("__init__.py")}
    assert {folder for folder in folders if folder.count("/") < 1 or folder.startswith("platforms/")} - set(ROOMS) <= {
        ".",
        "platforms/web/pages",
        "platforms/web/parts",
    }


def test_no_two_modules_of_the_bot_share_a_name() -> None:
    """But for what is the same on each platform: `markup`, `platform`, `run`."""
    seen: dict[str, str] = {}
    twice = []
    for file in sorted((ROOT / "bot").rglob("*.py")):
        place = str(file.relative_to(ROOT / "bot").parent)
        if file.stem == "__init__" or place.startswith("platforms/"):
            continue
        if file.stem in seen:
            twice.append(f"{place}/{file.name} and {seen[file.stem]}")
        seen[file.stem] = f"{place}/{file.name}"
    assert twice == []


def test_few_files_stand_flat_in_the_bot() -> None:
    assert sorted(file.name for file in (ROOT / "bot").glob("*.py")) == ["__init__.py", "__main__.py"]
