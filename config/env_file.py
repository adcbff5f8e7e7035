"""The file .env: written line by line, so that what a host put there stays as it is."""

from __future__ import annotations

import os
import re
from pathlib import Path

ENV = Path(".env")
NAMED = re.compile(r"^\s*(?:export\s+)?([A-Z_][A-Z0-9_]*)\s*=(.*)$")


def read(path: Path = ENV) -> dict[str, str]:
    """What the file sets; nothing where it is not there."""
    lines = path.read_text("utf-8").splitlines() if path.exists() else []
    return {found[1]: found[2].strip().strip("\"'") for line in lines if (found := NAMED.match(line))}


def write(values: dict[str, str], path: Path = ENV) -> None:
    """Set these, leave every other line alone; only the owner may read the file, for tokens stand in it."""
    lines = path.read_text("utf-8").splitlines() if path.exists() else []
    left = dict(values)
    for number, line in enumerate(lines):
        found = NAMED.match(line)
        if found and found[1] in left:
            lines[number] = f"{found[1]}={left.pop(found[1])}"
    lines += [f"{name}={value}" for name, value in left.items()]
    draft = path.with_name(f"{path.name}.new")
    with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w", encoding="utf-8") as file:
        file.write("\n".join(lines) + "\n")
    draft.replace(path)
