"""The host's corrected tables: whether they are there, and whether every game can begin with them."""

from __future__ import annotations

from pathlib import Path

from config.settings import ConfigError
from engines import ENGINES
from engines.kit.errors import TableError


def faults(folder: Path | None) -> list[str]:
    """A sentence for each thing that is wrong with the folder that SIGNORIA_DATA names; with file and line."""
    if folder is None:
        return []
    if not folder.is_dir():
        return [f"SIGNORIA_DATA names {folder}, which is no folder: create it, or leave the variable out."]
    found = []
    for inside in sorted(folder.iterdir()):
        if inside.is_dir() and inside.name not in ENGINES and any(inside.glob("*.toml")):
            found.append(f"{inside} belongs to no game: name it like one of {', '.join(ENGINES)}.")
        if inside.suffix == ".toml":
            found.append(f"{inside} belongs to no game: put it into a folder named like one of {', '.join(ENGINES)}.")
    for engine in ENGINES.values():
        try:
            engine.tables.current()
        except TableError as fault:
            found.append(str(fault))
        except (OSError, UnicodeDecodeError) as fault:
            found.append(f"A table in {folder} cannot be read: {fault}")
    return found


def require_sound(folder: Path | None) -> None:
    """Before anything is served: no game may break at its start."""
    if found := faults(folder):
        raise ConfigError("The corrected tables cannot be used:\n" + "\n".join(found))
