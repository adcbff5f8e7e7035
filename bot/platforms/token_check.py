"""What a platform says of a token."""

from __future__ import annotations

from dataclasses import dataclass

PATIENCE = 15.0


@dataclass(frozen=True, slots=True)
class Checked:
    """`is_good` is None when the platform could not be asked."""

    is_good: bool | None
    text: str
    link: str = ""
    """Where the bot is invited, or written to."""
