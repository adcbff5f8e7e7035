"""What the doctor finds: one line of the report each."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Grade(StrEnum):
    WELL = "ok"
    WARNING = "warning"
    ILL = "error"


@dataclass(frozen=True, slots=True)
class Finding:
    """One line of the report."""

    grade: Grade
    what: str
    text: str
