"""Figures in doubt in words: what each is, whose it is, its value, and what is wrong with what was typed.

Each game has the words under `figure` in its texts and says in the section `own_box` of its `game.toml` which nouns
its entries and values have, and which thing of a picture shows them.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any

from bot.language.normalise import fold
from bot.language.speaker import MissingText, Speaker, catalogue
from config import rooms
from engines.kit import Problem, Text
from engines.kit.figures import Figure, Place, written

OF_SEATS = "#"
"""In a reference: at a table of so many."""


@cache
def _about(game: str) -> dict[str, Any]:
    found: dict[str, Any] = rooms.about(game).get("own_box", {})
    return found


def has_box(game: str) -> bool:
    """Whether the figures of this game can be typed in from a box."""
    return bool(_about(game))


def scene_options(game: str) -> dict[str, Any]:
    """With which options the game is set up to show where its figures stand."""
    found: dict[str, Any] = _about(game).get("options", {})
    return found


def options_by_seats(game: str) -> dict[str, Any]:
    """The options with which a thing that depends on the number of seats is shown (`map/map#3`)."""
    found: dict[str, Any] = _about(game).get("options_by_seats", {})
    return found


def references(game: str, place: Place, raw: dict[str, Any]) -> list[str]:
    """What shows an entry in a picture, the best first."""
    patterns = [_about(game).get(kind, {}).get(str(place[0])) for kind in ("picture", "entry")]
    return [_filled(pattern, place, raw) for pattern in patterns if pattern]


def _row(place: Place, raw: dict[str, Any]) -> dict[str, Any]:
    found = raw.get(str(place[0]), {})
    if len(place) > 1 and isinstance(place[1], int) and isinstance(found, list):
        found = found[place[1]] if place[1] < len(found) else {}
    return found if isinstance(found, dict) else {}


def _filled(pattern: str, place: Place, raw: dict[str, Any]) -> str:
    facts = {key: value for key, value in _row(place, raw).items() if isinstance(value, str | int)}
    number = place[1] + 1 if len(place) > 1 and isinstance(place[1], int) else 0
    return pattern.format(**{**facts, "n": number})


@dataclass(frozen=True, slots=True)
class FigureWords:
    """Says everything about the figures of one game in one language; `raw` are the tables that they stand in."""

    game: str
    language: str
    raw: dict[str, Any]

    @property
    def _speaker(self) -> Speaker:
        return Speaker(self.language, self.game)

    def title(self, table: str) -> str:
        """The heading over a table."""
        key = f"{self.game}.figure.{table}.title"
        return self._speaker.say(Text(key)) if key in catalogue(self.language) else table.replace("_", " ")

    def entry(self, place: Place) -> str:
        """The name of an entry; empty for a table that has none."""
        table = str(place[0])
        if len(place) < 2 or not isinstance(place[1], int):
            return ""
        row = _row(place, self.raw)
        if pattern := _about(self.game).get("entry", {}).get(table):
            name = self._speaker.noun(_filled(pattern, place, self.raw))
            return name[:1].upper() + name[1:]
        key = f"{self.game}.figure.{table}.entry"
        if key not in catalogue(self.language):
            return str(row.get("id", place[1] + 1))
        facts = {name: value for name, value in row.items() if isinstance(value, str | int)}
        return self._speaker.say(Text(key, {**facts, "n": place[1] + 1}))

    def name(self, figure: Figure) -> str:
        """What a figure is."""
        keys = [f"{self.game}.figure.{table}.{figure.name}" for table in (figure.table, "any")]
        key = next((key for key in keys if key in catalogue(self.language)), keys[0])
        return self._speaker.say(Text(key, {"at": figure.at}))

    def where(self, place: Place) -> str:
        """Table and entry: `Cities, Livorno`."""
        return ", ".join([part for part in (self.title(str(place[0])), self.entry(place)) if part])

    def whole(self, figure: Figure) -> str:
        """All of it in a line: `Cities, Livorno: Own buildings needed to score the city`."""
        return f"{self.where(figure.row)}: {self.name(figure)}"

    def value(self, figure: Figure, value: Any) -> str:
        """A value as it is read."""
        return self.choice(figure, value) if figure.kind == "name" else written(value)

    def choice(self, figure: Figure, word: str) -> str:
        """A word that may be chosen."""
        last = figure.name.rpartition(".")[2]
        kind = _about(self.game).get("names", {}).get(last)
        key = f"{self.game}.figure.word.{last}.{word}"
        try:
            return self._speaker.noun(f"{kind}/{word}") if kind else catalogue(self.language)[key]
        except (MissingText, KeyError):
            return word

    def typed(self, figure: Figure, said: str) -> str:
        """What was typed, with a name of this language as the tables write it."""
        if figure.kind != "name":
            return said
        wanted = fold(said)
        fits = [word for word in figure.choices if wanted in (fold(word), fold(self.choice(figure, word)))]
        return fits[0] if fits else said

    def names(self, figure: Figure) -> str:
        return ", ".join([self.choice(figure, word) for word in figure.choices])

    def problem(self, place: Place, problem: Problem) -> str:
        """A sentence that names table and entry."""
        known = catalogue(self.language)
        key = problem.key if problem.key in known else "box.wrong.other"
        reason = self._speaker.phrase(Text(key, {**problem.facts, "said": str(problem)}))
        return self._speaker.say(Text("box.problem", {"where": self._place(place), "reason": reason}))

    def _place(self, place: Place) -> str:
        if not place:
            return self._speaker.say(Text("box.all_tables"))
        inner = ".".join([str(part + 1 if isinstance(part, int) else part) for part in place[2:]])
        key = f"{self.game}.figure.{place[0]}.{inner}"
        if inner and key in catalogue(self.language) and "{" not in catalogue(self.language)[key]:
            return f"{self.where(place)}, {self._speaker.say(Text(key))}"
        return self.where(place)


def figures_said(name: str, language: str) -> str:
    """Whose figures a table plays with: the name of a set, or empty for ours."""
    speaker = Speaker(language)
    return speaker.say(Text("box.figures_set", {"name": name}) if name else Text("box.figures_ours"))
