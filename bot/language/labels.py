"""What options, numbers, kinds and places are called: one wording for buttons, typed lines and read-backs."""

from __future__ import annotations

import re

from bot.language.speaker import Gap, Speaker, catalogue, template
from engines.kit import Amount, Bundle, Pick, Place, Text
from engines.kit.asks import Spot, Value
from engines.kit.engine import Pending

_GRID_CELL = re.compile(r"[A-Z]\d{1,2}")
BARE = 3
"""Letters of an answer that says nothing without its question: `II`, `1`."""
Orientation = tuple[int, bool]
"""How a piece lies: quarter turns and whether it is mirrored."""


def option_label(ask: Pick | Amount, key: str, speaker: Speaker) -> str:
    """The name of an option by its key."""
    options = ask.options if isinstance(ask, Pick) else ask.instead
    return next(speaker.label(option.label) for option in options if option.key == key)


def number_label(pending: Pending, number: int, speaker: Speaker) -> str:
    """A number as a button: `Bid 700` where the game words it (`[amount]`), else the bare number."""
    key = f"{speaker.game}.amount.{pending.step}"
    if key in catalogue(speaker.language):
        return speaker.label(Text(key, {"n": number, **pending.ask.prompt.facts}))
    return speaker.number(number)


def group_label(group: str, speaker: Speaker) -> str:
    """The heading over a group of options, which is a reference to a noun."""
    name = speaker.noun(group)
    return name[:1].upper() + name[1:]


def orientations(ask: Place) -> list[Orientation]:
    """The ways the piece may lie, in the order of the offer."""
    return list(dict.fromkeys((spot.turn, spot.flip) for spot in ask.spots))


def shown_orientation(ask: Place) -> Orientation:
    """The way the piece lies when nobody has turned it: that of the first suggestion."""
    shown = next((spot for spot in ask.spots if spot.key in ask.suggested[:1]), ask.spots[0])
    return shown.turn, shown.flip


def orientation_label(orientation: Orientation, speaker: Speaker) -> str:
    """`Turn 2`, or `Turn 2, mirrored`."""
    turn, flip = orientation
    return speaker.label(Text("menu.turn_mirrored" if flip else "menu.turn", {"number": turn + 1}))


def is_on_grid(spot: Spot) -> bool:
    """Whether this is a cell such as B4, which the picture shows by a number."""
    return _GRID_CELL.fullmatch(spot.cell) is not None


def spot_label(ask: Place, spot: Spot, speaker: Speaker) -> str:
    """`Turn 2, B4`: the turn is named where there is a choice."""
    if len(orientations(ask)) == 1:
        return spot.cell
    return f"{orientation_label((spot.turn, spot.flip), speaker)}, {spot.cell}"


def inline(text: Text, speaker: Speaker) -> str:
    """A label in the middle of a line: a bare name keeps its small letter."""
    return speaker.fact(text.facts["what"]) if text.key == "kit.option.noun" else speaker.label(text)


def parted(text: Text, speaker: Speaker) -> tuple[str, list[tuple[str, int]]]:
    """A label without the things that it may leave out (a cost), and these things with their numbers."""
    optional = {part.name for part in template(speaker.language, text.key) if isinstance(part, Gap) and part.inner}
    counted = {name: fact for name, fact in text.facts.items() if name in optional and isinstance(fact, dict)}
    said = speaker.label(Text(text.key, {name: fact for name, fact in text.facts.items() if name not in counted}))
    return said, [(key, number) for fact in counted.values() for key, number in fact.items()]


def _within(text: Text, speaker: Speaker) -> str:
    """A label behind a number: `2 on red 3`."""
    return inline(text, speaker) if text.key == "kit.option.noun" else speaker.phrase(text)


def counts_label(ask: Bundle, counts: dict[str, int], speaker: Speaker) -> str:
    """`1 red, 2 green`, or `nothing`."""
    chosen = [f"{speaker.number(n)} {_within(ask.labels[kind], speaker)}" for kind, n in counts.items() if n]
    return ", ".join(chosen) or speaker.label(Text("menu.nothing"))


def describe(pending: Pending, value: Value, speaker: Speaker) -> str:
    """An answer in words; typed as a line it reads as the same answer."""
    ask = pending.ask
    match ask, value:
        case Pick(), list():
            chosen = ", ".join([option_label(ask, key, speaker) for key in value])
            return chosen or speaker.label(Text("menu.nothing"))
        case Amount(), int():
            return number_label(pending, value, speaker)
        case Amount(), str():
            return option_label(ask, value, speaker)
        case Bundle(), dict():
            return counts_label(ask, value, speaker)
        case Place(), str():
            return next(spot_label(ask, spot, speaker) for spot in ask.spots if spot.key == value)
    raise TypeError(f"{value!r} is no answer to a {ask.kind}")


def short_question(pending: Pending, speaker: Speaker) -> str:
    """A question in a few words, where it has such."""
    return catalogue(speaker.language).get(f"{speaker.game}.short.{pending.step}", "")


def by_itself(pending: Pending, value: Value, speaker: Speaker) -> str:
    """An answer that stands alone: one that says nothing without its question (`2`) comes after it."""
    said, question = describe(pending, value, speaker), short_question(pending, speaker)
    return f"{question} {said}" if question and len(said) <= BARE else said
