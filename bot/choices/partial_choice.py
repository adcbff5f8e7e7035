"""A choice in the making, written into a control's id: at most 41 bytes, so nothing half-made is kept elsewhere.

A draft is `<mode><kind><body>[.<page>]`. Mode: none while choosing, `=` answer, `?` show what is final, `*` ask once
more, `!` answer all the same. Kind and body: `o` indices in order, `m` toggle mask, `n` number, `i` index of `instead`,
`b` a count per kind, `s` index of a spot; while looking `g` a group, `t` an orientation. Indices and counts: no id
names a hidden card.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import Self

from engines.kit import Amount, Ask, Bundle, Pick, Place
from engines.kit.asks import Value
from engines.kit.errors import Malformed

LONGEST = 41
_DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz-_"
_SHAPE = re.compile(r"([=?*!]?)([a-z]?)([\w-]*)(?:\.(\d{1,3}))?", re.ASCII)


@dataclass(frozen=True, slots=True)
class PartialChoice:
    """What a control stands for."""

    mode: str = ""
    kind: str = ""
    body: str = ""
    page: int | None = None

    @classmethod
    def parse(cls, text: str) -> Self:
        shape = _SHAPE.fullmatch(text)
        if shape is None or len(text) > LONGEST:
            raise Malformed("kit.refusal.closed")
        mode, kind, body, page = shape.groups()
        return cls(mode, kind, body, None if page is None else int(page))

    def __str__(self) -> str:
        return f"{self.mode}{self.kind}{self.body}" + ("" if self.page is None else f".{self.page}")

    def on_page(self, page: int) -> Self:
        """The same choice, another page of the list."""
        return replace(self, page=page)

    @property
    def answers(self) -> bool:
        """Whether the choice is made."""
        return self.mode in ("=", "!")


def digits(number: int, width: int = 1) -> str:
    """A number to the base 64."""
    text = ""
    while number or len(text) < width:
        number, digit = divmod(number, 64)
        text = _DIGITS[digit] + text
    return text


def number(text: str) -> int:
    """What `digits` wrote."""
    total = 0
    for char in text:
        total = total * 64 + _DIGITS.index(char)
    return total


def _width(largest: int) -> int:
    return len(digits(largest))


def _split(text: str, width: int) -> list[int]:
    return [number(text[at : at + width]) for at in range(0, len(text), width)]


def sequence(indices: list[int], count: int) -> str:
    """Indices below `count` in order."""
    width = _width(max(count - 1, 0))
    return "".join([digits(index, width) for index in indices])


def counts(ask: Bundle, chosen: dict[str, int]) -> str:
    """A count for each kind, in the order of the offer."""
    width = _width(max(ask.available.values(), default=0))
    return "".join([digits(chosen.get(kind, 0), width) for kind in ask.available])


def indices_of(ask: Pick, draft: PartialChoice) -> list[int]:
    """The options chosen so far."""
    if draft.kind == "m":
        mask = number(draft.body)
        return [index for index in range(mask.bit_length()) if mask >> index & 1]
    return _split(draft.body, _width(max(len(ask.options) - 1, 0)))


def counts_of(ask: Bundle, draft: PartialChoice) -> dict[str, int]:
    """The pieces chosen so far."""
    width = _width(max(ask.available.values(), default=0))
    return dict(zip(ask.available, _split(draft.body, width), strict=False)) if draft.kind == "b" else {}


def write(ask: Ask, value: Value, mode: str = "=") -> PartialChoice:
    """An answer as a draft."""
    match ask, value:
        case Pick(), list():
            keys = [option.key for option in ask.options]
            chosen = [keys.index(key) for key in value]
            if ask.ordered or ask.most == 1:
                return PartialChoice(mode, "o", sequence(chosen, len(keys)))
            return PartialChoice(mode, "m", digits(sum([1 << index for index in chosen])))
        case Amount(), int():
            return PartialChoice(mode, "n", str(value).replace("-", "_"))
        case Amount(), str():
            return PartialChoice(mode, "i", digits([option.key for option in ask.instead].index(value)))
        case Bundle(), dict():
            return PartialChoice(mode, "b", counts(ask, value))
        case Place(), str():
            return PartialChoice(mode, "s", digits([spot.key for spot in ask.spots].index(value)))
    raise TypeError(f"{value!r} is no answer to a {ask.kind}")


def read(ask: Ask, draft: PartialChoice) -> Value:
    """The answer that a draft stands for; a Refusal if it does not fit this ask."""
    try:
        return ask.check(_value(ask, draft))
    except (ValueError, IndexError):
        raise Malformed("kit.refusal.closed") from None


def _value(ask: Ask, draft: PartialChoice) -> Value:
    match ask, draft.kind:
        case Pick(), "o" | "m":
            return [ask.options[index].key for index in indices_of(ask, draft)]
        case Amount(), "n":
            return int(draft.body.replace("_", "-"))
        case Amount(), "i":
            return ask.instead[number(draft.body)].key
        case Bundle(), "b":
            return counts_of(ask, draft)
        case Place(), "s":
            return ask.spots[number(draft.body)].key
    raise ValueError(draft.kind)
