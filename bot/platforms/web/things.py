"""What is drawn, in words: names of things, and the small card that one shows when it is asked about."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from bot.language.speaker import MissingText, Speaker
from bot.learn.reference import Entry
from bot.learn.why_not import nearest
from bot.platforms.web.move_data import Item, MoveData, MoveTeller
from engines.kit import Option, Refusal, Text, refs_of
from engines.kit.errors import Condition
from render import Card, Drawn, Holding, Look, Region

HAND = 1000
"""Where the numbers of the cards in hand begin."""


@dataclass(frozen=True, slots=True)
class Need:
    """What must hold before something can be chosen, in words, whether it does, and the things it speaks of."""

    said: str
    is_met: bool
    looks: tuple[Look, ...] = ()


@dataclass(frozen=True, slots=True)
class PieceCard:
    """What is said of a thing: its name, where it lies, what the reference tells, how it stands now, or why it cannot
    be chosen and which rule forbids it."""

    region: Region | None
    """Where it lies in the picture; None: in the own hand."""
    name: str
    place: str = ""
    now: str = ""
    reason: str = ""
    rules: tuple[str, ...] = ()
    needs: tuple[Need, ...] = ()
    nearest: tuple[tuple[str, str], ...] = ()
    """What is possible instead: its words and the plan that it leads to."""
    entry: Entry | None = None
    plan: str | None = None
    """What choosing it leads to, where it can be chosen."""
    others: int = 0
    """So many other things can be chosen instead."""
    icon: str = ""


@dataclass(frozen=True, slots=True)
class Things:
    """Everything that a picture shows, where it lies and what it is called."""

    regions: Sequence[Region] = ()
    measure: tuple[int, int] = (0, 0)
    names: Mapping[int, str] = field(default_factory=dict)
    """By their places in the list; what has no name answers no tap. Cards of the own hand follow from `HAND` on."""
    held: Sequence[Card] = ()
    card: PieceCard | None = None


def things(drawn: Drawn | None, speaker: Speaker, held: Holding | None = None) -> Things:
    """The things of a picture with their names, and the cards of the own hand."""
    if drawn is None:
        return Things()
    names = {n: name for n, region in enumerate(drawn.regions) if (name := name_of(region, speaker))}
    cards = held.cards if held else ()
    names |= {HAND + n: card.title for n, card in enumerate(cards) if card.ref}
    return Things(drawn.regions, drawn.measure, names, cards)


def name_of(region: Region, speaker: Speaker) -> str:
    """What a drawn thing is called: the first of its references that has a name."""
    found = next((name for ref in region.refs if (name := _noun(ref, speaker))), "")
    return found[:1].upper() + found[1:]


Looked = Callable[[str], Entry | None]
"""The entry of a reference, as the reader may know it."""
Drawing = Callable[[str], Look | None]
"""How a thing looks, where it has a look of its own."""


def card_of(
    shown: Things,
    about: int,
    speaker: Speaker,
    move: tuple[MoveTeller, MoveData] | None,
    looked: Looked = lambda reference: None,
    drawing: Drawing = lambda reference: None,
) -> PieceCard | None:
    """The card of a thing: offered, withheld by a rule, or nothing now."""
    if about not in shown.names:
        return None
    region = shown.regions[about] if about < HAND else None
    refs = region.refs if region else (shown.held[about - HAND].ref,)
    entry = next((found for ref in refs if (found := looked(ref))), None)
    others = [ref for ref in refs[1:] if not ref.startswith("seat/") and not _is_same(looked(ref), entry)]
    kind = entry.kind[:1].upper() + entry.kind[1:] if entry else ""
    places = [name for ref in others[:2] if (name := _noun(ref, speaker))]
    place = ", ".join(dict.fromkeys([part for part in (kind, *places) if part]))
    rules = entry.sections if entry else ()
    icon = shown.held[about - HAND].icon if region is None else ""
    card = PieceCard(region, shown.names[about], place, rules=rules, entry=entry, icon=icon)
    now = entry.now if entry else ""
    if move is None:
        return replace(card, now=now)
    teller, data = move
    offered = next((item for item in data.items if region in item.regions or is_of(item, refs[0], region)), None)
    refusal = None if offered is not None else teller.withheld(data, refs)
    if offered is not None:
        said = f"{offered.label}: {offered.note}" if offered.note else offered.label
        plan = None if offered.offer.chosen else offered.offer.plan
        return replace(card, now=" ".join([part for part in (now, said) if part]), plan=plan)
    lit = len({item.offer.key for item in data.items if item.regions and item.offer.depth})
    if refusal is not None:
        rules = tuple(dict.fromkeys([refusal.section, *rules])) if refusal.section else rules
        reason = speaker.refusal(refusal, with_rule=False)
        needs = tuple(
            [Need(speaker.say(each.text), each.is_met, looks_of(each, drawing)) for each in refusal.conditions]
        )
        near = _nearest(refusal, refs, data, speaker)
        return replace(card, reason=reason, rules=rules, others=lit, needs=needs, nearest=near)
    return replace(card, now=now, others=lit)


def _is_same(one: Entry | None, other: Entry | None) -> bool:
    """Whether two references name one thing: a pile is also *the jester* and *a jester*."""
    return one is not None and other is not None and one.reference == other.reference


def looks_of(condition: Condition, drawing: Drawing) -> tuple[Look, ...]:
    """How the things look that a condition names."""
    named: list[str] = []
    for fact in condition.text.facts.values():
        named += [fact] if isinstance(fact, str) else list(fact) if isinstance(fact, Mapping) else []
    return tuple([found for each in named if "/" in each and (found := drawing(each)) is not None])


def _nearest(refusal: Refusal, refs: Sequence[str], data: MoveData, speaker: Speaker) -> tuple[tuple[str, str], ...]:
    """What the present question offers instead of a thing, each with its plan."""
    asked = [data.asked] if data.asked is not None else []
    wished = Option("", Text("kit.option.noun"), at=tuple(refs))
    plans = {item.offer.key: (item.label, item.offer.plan) for item in data.present}
    near = nearest(refusal, wished, "", asked, speaker, only_related=True)
    return tuple([plans[each.option.key] for each in near if each.option.key in plans])


def is_of(item: Item, ref: str, region: Region | None = None) -> bool:
    """Whether an offer is a card of the own hand: it lies nowhere in the picture."""
    option = item.offer.option
    return region is None and not item.regions and isinstance(option, Option) and ref in refs_of(option)


def _noun(ref: str, speaker: Speaker) -> str:
    try:
        return speaker.noun(ref)
    except (MissingText, ValueError):
        return ""
