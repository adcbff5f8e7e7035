"""Words in pictures: captions, nouns and numbers in the reader's language, by the `say` that came with the request."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from render.paint import fonts
from render.paint.lines import divisions
from render.picture import Say

NONE = "–"


@dataclass(frozen=True, slots=True)
class Words:
    say: Say
    game: str

    def __call__(self, key: str, /, **facts: Any) -> str:
        """A caption of our own pictures."""
        return self.say(f"picture.caption.{key}", facts)

    def own(self, table: str, key: str, facts: Mapping[str, Any] | None = None) -> str:
        """A sentence or name from the game's own words."""
        return self.say(f"{self.game}.{table}.{key}", facts or {})

    def title(self) -> str:
        """The name of the game; its key where nobody wrote one."""
        try:
            return self.own("game", "title")
        except KeyError:
            return readable(self.game)

    def divisions(self) -> dict[str, tuple[str, ...]]:
        """Where long words of this game may be divided, as its words list them."""
        try:
            return divisions(self.own("hyphens", "words"))
        except KeyError:
            return {}

    def noun(self, kind: str, key: str) -> str:
        return self.say("kit.option.noun", {"what": f"{kind}/{key}"})

    def number(self, value: int) -> str:
        """With the reader's thousands separator and a true minus."""
        return self.say("kit.option.noun", {"what": value})

    def figure(self, value: int | None) -> str:
        """A number, or an en dash for none."""
        return self.number(value) if value else NONE

    def gain(self, value: int) -> str:
        return f"+{self.number(value)}" if value > 0 else self.number(value)


def readable(key: str) -> str:
    """An id as words, where nobody gave it a name: `great_hall` is "Great hall"."""
    return capital(re.sub(r"[_.:/\s]+", " ", key).strip())


def capital(words: str) -> str:
    """With a capital first letter."""
    return words[:1].upper() + words[1:]


ROMAN = ((10, "X"), (9, "IX"), (5, "V"), (4, "IV"), (1, "I"))


def roman(value: int) -> str:
    out = ""
    for worth, sign in ROMAN:
        while value >= worth:
            out, value = out + sign, value - worth
    return out


def letters(names: tuple[str, ...]) -> tuple[str, ...]:
    """For each seat the first letter of its name that no earlier seat has; its number if there is none."""
    taken: list[str] = []
    for number, name in enumerate(names, 1):
        own = (c.upper() for c in name if c.isalnum() and fonts.file_for("x", c.upper()) and len(c.upper()) == 1)
        taken.append(next((c for c in own if c not in taken), str(number)))
    return tuple(taken)


def shown(name: str) -> str:
    """The part of a name that the shipped fonts can draw."""
    return fonts.readable("b", name)
