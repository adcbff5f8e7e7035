"""The import arrows: bot -> render -> engines.<game>.view, bot -> engines, all -> config, and no other."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
HOUSE = ("bot", "render", "engines", "config")
GUARDED = {
    "discord": ("bot/platforms/discord",),
    "telegram": ("bot/platforms/telegram",),
    "aiohttp": ("bot/platforms", "bot/health.py"),
    "redis": ("bot/store",),
    "PIL": ("render",),
    "resvg_py": ("render",),
}


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
        return True
    if own[0] == "config":
        return False
    if own[0] == "render":
        return root == "render" or (root == "engines" and _is_view(name))
    if root != "engines":
        return False
    return own[1] == "__init__.py" or name.startswith((f"engines.{own[1]}", "engines.kit"))


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
        ("engines/kit/flow.py", "bot.texts"),
        ("render/boards/carrara.py", "engines.carrara.state"),
        ("render/paint.py", "bot.texts"),
        ("bot/tables.py", "redis.asyncio"),
        ("bot/tables.py", "PIL.Image"),
        ("bot/attend.py", "discord"),
        ("config/settings.py", "bot.texts"),
    ],
)
def test_a_wrong_arrow_is_noticed(place: str, name: str) -> None:
    assert not is_allowed(place, name)
