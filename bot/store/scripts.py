"""Lua scripts that the servers run."""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

REIGN = object()
"""Stands in a command for the number of the reign under which its server is the master: known when it is sent."""


def under(reign: int, command: tuple[Any, ...]) -> tuple[Any, ...]:
    return tuple([reign if part is REIGN else part for part in command])


@dataclass(frozen=True, slots=True)
class Script:
    """A Lua script and the hash under which the server knows it."""

    text: str
    sha: str

    @classmethod
    def of(cls, text: str) -> "Script":
        return cls(text, hashlib.sha1(text.encode(), usedforsecurity=False).hexdigest())

    def command(self, keys: Sequence[str], args: Sequence[Any]) -> tuple[Any, ...]:
        return ("EVALSHA", self.sha, len(keys), *keys, *args)

    @classmethod
    def named(cls, name: str) -> "Script":
        return cls.of(Path(__file__).with_name(f"{name}.lua").read_text())
