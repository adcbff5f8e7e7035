"""The file .env: written line by line, so that what a host put there stays as it is."""

from __future__ import annotations

import os
import re
from pathlib import Path

from dotenv import dotenv_values
from dotenv.parser import parse_stream

ENV = Path(".env")
NAMED = re.compile(r"^\s*(?:export\s+)?([A-Za-z_]\w*)\s*=")


def fault(path: Path = ENV) -> str:
    """Why the file cannot be read as settings, as a sentence; empty where it can. What a line holds is not repeated,
    since it may be a token."""
    if not path.exists():
        return ""
    if not path.is_file():
        return f"{path} is not a file: take it away, then `signoria setup` writes one."
    try:
        with path.open(encoding="utf-8") as lines:
            wrong = [str(found.original.line) for found in parse_stream(lines) if found.error]
    except UnicodeDecodeError:
        return f"The file {path} is not text: write it anew, one NAME=value in a line."
    if not wrong:
        return ""
    return f"The file {path} is not understood at line {wrong[0]}: write NAME=value, and close each quotation mark."


def read(path: Path = ENV) -> dict[str, str]:
    """What the file sets, as the settings themselves read it; nothing where it is not there."""
    return {name: value for name, value in dotenv_values(path).items() if value is not None}


def write(values: dict[str, str], path: Path = ENV) -> None:
    """Set these, each in one line, and leave every other line alone; only the owner may read the file, for tokens
    stand in it."""
    kept, left = [], dict(values)
    for line in path.read_text("utf-8").splitlines() if path.exists() else []:
        name = found[1] if (found := NAMED.match(line)) else ""
        if name in left:
            kept.append(f"{name}={left.pop(name)}")
        elif name not in values:  # the last line that names a setting counts: an old one further down would win
            kept.append(line)
    kept += [f"{name}={value}" for name, value in left.items()]
    draft, there = _draft(path)
    with draft.open("w", encoding="utf-8") as file:
        file.write("\n".join(kept) + "\n")
    draft.replace(there)


def require_writable() -> None:
    """Raise what the system would refuse, before anybody has typed anything."""
    try:
        draft, _ = _draft(ENV)
    except OSError as error:
        raise type(error)(error.errno, error.strerror, str(ENV.resolve())) from error
    draft.unlink()


def _draft(path: Path) -> tuple[Path, Path]:
    """An empty file of the owner's alone, and whose place it will take; a link to a file elsewhere stays one."""
    there = path.resolve()
    draft = there.with_name(f"{there.name}.new")
    os.close(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600))
    return draft, there
