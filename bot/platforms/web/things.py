"""What is drawn, in words: names of things, and the small card that one shows when it is asked about."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from bot.language.speaker import MissingText, Speaker
from bot.learn.reference import Entry
from bot.platforms.web.move_data import MoveData, MoveTeller
from bot.platforms.web.parts.elements import Words
from render import Drawn, Region


@dataclass(frozen=True, slots=True)
class PieceCard:
    """What is said of a thing: its name, where it lies, how it stands now, or why it cannot be chosen and which rule
    forbids it."""

    region: Region
    name: str
    place: str = ""
    now: str = ""
    reason: str = ""
    rule: str = ""
    entry: Entry | None = None
    """What is written about it."""


@dataclass(frozen=True, slots=True)
class Things:
    """Everything that a picture shows, where it lies and what it is called."""

    regions: Sequence[Region] = ()
    measure: tuple[int, int] = (0, 0)
    names: Mapping[int, str] = field(default_factory=dict)
    """By their places in the list; what has no name answers no tap."""
    card: PieceCard | None = None


def things(drawn: Drawn | None, speaker: Speaker) -> Things:
    """The things of a picture with their names."""
    if drawn is None:
        return Things()
    names = {n: name for n, region in enumerate(drawn.regions) if (name := name_of(region, speaker))}
    return Things(drawn.regions, drawn.measure, names)


def name_of(region: Region, speaker: Speaker) -> str:
    """What a drawn thing is called: the first of its references that has a name."""
    found = next((name for ref in region.refs if (name := _noun(ref, speaker))), "")
    return found[:1].upper() + found[1:]


def card_of(
    shown: Things,
    about: int,
    speaker: Speaker,
    words: Words,
    move: tuple[MoveTeller, MoveData] | None,
    written: Callable[[str], Entry | None] = lambda ref: None,
) -> PieceCard | None:
    """The card of a thing: what is written about it; offered, withheld by a rule, or nothing now."""
    if about not in shown.names:
        return None
    region = shown.regions[about]
    others = [ref for ref in region.refs[1:] if not ref.startswith("seat/")]
    place = ", ".join(dict.fromkeys([name for ref in others[:2] if (name := _noun(ref, speaker))]))
    reason, rule, now = "", "", words("not_now")
    if move is not None:
        teller, data = move
        offered = next((item for item in data.items if region in item.regions), None)
        refusal = None if offered is not None else teller.withheld(data, region)
        if offered is not None:
            now = f"{offered.label}: {offered.note}" if offered.note else offered.label
        elif refusal is not None:
            reason, rule, now = speaker.refusal(refusal, with_rule=False), refusal.section, ""
    entry = next((found for ref in region.refs if (found := written(ref)) is not None), None)
    return PieceCard(region, shown.names[about], place, now, reason, rule, entry)


def _noun(ref: str, speaker: Speaker) -> str:
    try:
        return speaker.noun(ref)
    except (MissingText, ValueError):
        return ""
