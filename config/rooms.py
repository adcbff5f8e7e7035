"""Where the data stands: the rooms of a game, found by its key, and a folder for each language.

A game of this house has three: its rules in `engines/<key>/`, its numbers, words and colours in `config/games/<key>/`,
its board in `render/boards/<key>/`. A game of another package is a plug-in: an entry point of the group
`signoria.games` whose name is the key and whose value is a package (or an object in one). It keeps its three rooms
together: the rules in the package itself (`ENGINE`), the rest in its folder `config/` and in its module `board`.
"""

from __future__ import annotations

import tomllib
from contextlib import suppress
from functools import cache, lru_cache
from importlib.metadata import EntryPoint, entry_points
from importlib.util import find_spec
from pathlib import Path
from typing import Any

GROUP = "signoria.games"
HERE = Path(__file__).parent
GAMES = HERE / "games"
TEXT = HERE / "text"
ABOUT, THEME, LEARN, WEIGHTS = "game.toml", "theme.toml", "learn.toml", "weights.toml"
"""What is told about a game, its colours and ornament, what is to be learned of it, and the weights of its script;
every other file beside them is a table of its rules."""


left_out: set[str] = set()
"""Plug-ins that cannot be used, as `engines` found: nothing of theirs is read."""


@cache
def plugins() -> dict[str, EntryPoint]:
    """The games of other packages by their keys; a game of this house is never replaced by one."""
    found = {point.name: point for point in entry_points(group=GROUP)}
    return {key: point for key, point in sorted(found.items()) if not (GAMES / key).is_dir()}


def folders() -> dict[str, Path]:
    """The room of every game by its key, those of this house first; that of a plug-in may be missing."""
    own = [each.name for each in sorted(GAMES.iterdir()) if each.is_dir()]
    return {key: folder(key) for key in (*own, *plugins()) if key not in left_out}


def language_folders() -> dict[str, Path]:
    """The folder of every language that is spoken here, by its code."""
    return {folder.name: folder for folder in sorted(TEXT.iterdir()) if (folder / "language.toml").is_file()}


def folder(key: str) -> Path:
    """Where a game's numbers, words and colours stand; the folder may be missing."""
    point = plugins().get(key)
    found = None
    with suppress(Exception):  # a package that cannot be imported has no folder; `engines` says what is wrong with it
        found = find_spec(point.module) if point else None
    return Path(found.origin).parent / "config" if found and found.origin else GAMES / key


def board(key: str) -> str:
    """The name of the module that draws a game; empty where there is none."""
    point = plugins().get(key)
    name = f"{point.module}.board" if point else f"render.boards.{key}"
    return name if key.isidentifier() and find_spec(name) else ""


def about(key: str) -> dict[str, Any]:
    """What `game.toml` tells of a game; nothing where it is missing."""
    return read(key, ABOUT)


def read(key: str, name: str) -> dict[str, Any]:
    """A file of the game's folder; empty where it is missing."""
    return _parsed(folder(key) / name)


def read_all(key: str) -> None:
    """See that every file of a game's folder can be read; a ValueError names the one that cannot."""
    for file in sorted(folder(key).rglob("*.toml")):
        _parsed(file)


def _parsed(file: Path) -> dict[str, Any]:
    """Read anew only when the file has changed: every message of a game looks into some of them."""
    try:
        there = file.stat()
    except OSError:
        return {}
    return _content(file, there.st_mtime_ns, there.st_size)


@lru_cache(256)
def _content(file: Path, changed: int, size: int) -> dict[str, Any]:
    try:
        return tomllib.loads(file.read_text("utf-8"))
    except ValueError as error:
        raise ValueError(f"{file.name} cannot be read: {error}") from error
