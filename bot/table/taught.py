"""What somebody has been taught: which lessons were told and where, at which tables, what was done despite a warning.

Kept with the person, apart from the settings: exported and deleted with them.
"""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict

MOST_TABLES = 20
MOST_IGNORED = 60
UNDERSTOOD = "="
"""Before an ask at which a lesson was understood; no ask is called so."""
OFTEN = 2
"""So often a warning is ignored at one table; then it is no longer given."""


class Taught(BaseModel):
    """A small document per user."""

    model_config = ConfigDict(extra="ignore")

    lessons: dict[str, str] = {}
    """Lessons that were told (`<game>.goal`), each with the ask at which it stands, or at which it was understood."""
    tables: tuple[str, ...] = ()
    """Tables at which this person asked to be taught."""
    ignored: dict[str, int] = {}
    """`<table>.<caution>`: how often something was done despite it."""

    def of(self, game: str) -> dict[str, str]:
        """The lessons of one game by their names."""
        start = f"{game}."
        return {name.removeprefix(start): at for name, at in self.lessons.items() if name.startswith(start)}

    def telling(self, game: str, names: list[str], ask: str) -> Taught:
        """These lessons stand at an ask."""
        return self.model_copy(update={"lessons": self.lessons | {f"{game}.{name}": ask for name in names}})

    def understood(self, game: str) -> Taught:
        """No lesson stands anywhere any more."""
        standing = [name for name, at in self.lessons.items() if name.startswith(f"{game}.") and at[:1] != UNDERSTOOD]
        closed = {name: f"{UNDERSTOOD}{self.lessons[name]}" for name in standing}
        return self.model_copy(update={"lessons": self.lessons | closed})

    def has_understood(self, game: str, ask: str) -> bool:
        """Whether a lesson was understood at this ask: then it is answered in peace."""
        return f"{UNDERSTOOD}{ask}" in self.of(game).values()

    def at(self, code: str) -> Taught:
        """To be taught at this table."""
        kept = [each for each in self.tables if each != code][1 - MOST_TABLES :]
        return self.model_copy(update={"tables": (*kept, code)})

    def without(self, code: str) -> Taught:
        return self.model_copy(update={"tables": tuple([each for each in self.tables if each != code])})

    def has_enough_of(self, code: str, caution: str) -> bool:
        return self.ignored.get(f"{code}.{caution}", 0) >= OFTEN

    def ignoring(self, code: str, caution: str) -> Taught:
        """Something was done despite a warning."""
        name = f"{code}.{caution}"
        kept = dict(list(self.ignored.items())[-MOST_IGNORED:])
        return self.model_copy(update={"ignored": kept | {name: kept.get(name, 0) + 1}})
