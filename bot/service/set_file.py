"""A corrected set as files: tables and `set.toml` in a folder, or the same in a zip that can be handed on.

A zip is only ever read: nothing is unpacked, and no name in it becomes a path.
"""

from __future__ import annotations

import io
import json
import os
import re
import tomllib
import zipfile
import zlib
from pathlib import Path
from typing import Any

from engines.kit import CorrectedSet, Refusal
from engines.kit.tables import SET

TABLES = "tables.toml"
BEFORE = "before"
"""Beside the tables: files that a set replaced."""
LARGEST_ZIP, LARGEST_FILE, MOST_FILES = 256 * 1024, 512 * 1024, 16
_STAMP = (2000, 1, 1, 0, 0, 0)


def toml(tables: dict[str, Any]) -> str:
    """Tables as TOML: `[name]`, or `[[name]]` for each entry."""
    parts = []
    for name, content in tables.items():
        for row in content if isinstance(content, list) else [content]:
            head = f"[[{name}]]" if isinstance(content, list) else f"[{name}]"
            lines = [f"{_key(key)} = {_value(value)}" for key, value in row.items()]
            parts.append("\n".join([head, *lines]))
    return "\n\n".join(parts) + "\n"


def _key(key: str) -> str:
    return key if re.fullmatch(r"[A-Za-z0-9_-]+", key) else json.dumps(key)


def _value(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, dict):
        return "{ " + ", ".join([f"{_key(key)} = {_value(inner)}" for key, inner in value.items()]) + " }"
    if isinstance(value, list):
        return "[" + ", ".join([_value(inner) for inner in value]) + "]"
    return json.dumps(value, ensure_ascii=False)


def about(made: CorrectedSet) -> str:
    """The content of `set.toml`."""
    return "".join([f"{name} = {_value(value)}\n" for name, value in made.model_dump().items() if value])


def write(folder: Path, game: str, tables: dict[str, Any], made: CorrectedSet) -> None:
    """Put a set into its place; what stood there before is kept beside it."""
    own = folder / game
    own.mkdir(parents=True, exist_ok=True)
    for file in sorted(own.glob("*.toml")):
        if file.name not in (TABLES, SET):
            (own / BEFORE).mkdir(exist_ok=True)
            file.rename(own / BEFORE / file.name)
    _replace(own / TABLES, toml(tables))
    _replace(own / SET, about(made))


def _replace(file: Path, text: str) -> None:
    """All of the file or nothing of it."""
    fresh = file.with_suffix(".new")
    fresh.write_text(text, "utf-8")
    os.replace(fresh, file)


def pack(game: str, tables: dict[str, Any], made: CorrectedSet) -> bytes:
    """The set as a zip: the same set makes the same bytes."""
    raw = io.BytesIO()
    with zipfile.ZipFile(raw, "w", zipfile.ZIP_DEFLATED) as packed:
        for name, text in ((SET, about(made)), (TABLES, toml(tables))):
            packed.writestr(zipfile.ZipInfo(f"{game}/{name}", _STAMP), text)
    return raw.getvalue()


def unpack(game: str, raw: bytes) -> tuple[dict[str, Any], dict[str, Any]]:
    """The tables of a zip and what its `set.toml` says; a refusal says what is wrong with it."""
    if len(raw) > LARGEST_ZIP:
        raise Refusal("box.refusal.too_large")
    try:
        return _unpacked(game, raw)
    except (zipfile.BadZipFile, zlib.error, EOFError, RuntimeError, NotImplementedError, OSError) as error:
        raise Refusal("box.refusal.no_zip") from error


def _unpacked(game: str, raw: bytes) -> tuple[dict[str, Any], dict[str, Any]]:
    tables: dict[str, Any] = {}
    said: dict[str, Any] = {}
    with zipfile.ZipFile(io.BytesIO(raw)) as packed:
        inside = [info for info in packed.infolist() if not info.is_dir()]
        if len(inside) > MOST_FILES or any(info.file_size > LARGEST_FILE for info in inside):
            raise Refusal("box.refusal.too_large")
        for info in inside:
            name = re.fullmatch(r"([a-z0-9_]{1,40})/([a-z0-9_]{1,40}\.toml)", info.filename)
            if name is None:
                raise Refusal("box.refusal.foreign_file", file=_shown(info.filename))
            if name.group(1) != game:
                raise Refusal("box.refusal.other_game", other=name.group(1))
            content = _parsed(packed, info)
            if name.group(2) == SET:
                said = content
            else:
                tables |= content
    if not tables:
        raise Refusal("box.refusal.empty")
    return tables, said


def _parsed(packed: zipfile.ZipFile, info: zipfile.ZipInfo) -> dict[str, Any]:
    with packed.open(info) as file:
        content = file.read(LARGEST_FILE + 1)
    if len(content) > LARGEST_FILE:
        raise Refusal("box.refusal.too_large")
    try:
        return tomllib.loads(content.decode("utf-8"))
    except (UnicodeDecodeError, tomllib.TOMLDecodeError, RecursionError) as error:
        raise Refusal("box.refusal.unreadable", file=_shown(info.filename), reason=_shown(str(error), 120)) from error


def _shown(text: str, most: int = 60) -> str:
    """Harmless in a sentence: a slash would make it a reference."""
    return "".join([sign if sign.isprintable() else "?" for sign in text.replace("/", "⁄")])[:most]
