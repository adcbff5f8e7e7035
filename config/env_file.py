"""The file .env: written line by line, so that what a host put there stays as it is."""

from __future__ import annotations

import os
import re
from pathlib import Path

from dotenv import dotenv_values

ENV = Path(".env")
NAMED = re.compile(r"^\s*(?:export\s+)?([A-Za-z_]\w*)\s*=")


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
    draft = path.with_name(f"{path.name}.new")
    with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w", encoding="utf-8") as file:
        file.write("\n".join(kept) + "\n")
    draft.replace(path)
