"""How cards, expansions and stacks are named in asks and events: keys that stay, and labels that differ."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from typing import Any

from engines.kit import Card, Option, Text, bare_options, counted, ref, seat_ref
from engines.rivals.board import in_order, site_number
from engines.rivals.state import Expansion, Player, RivalsState


def card_key(kind: str, back: str) -> str:
    """The key of a card: its name, with the set if it is not a basic card."""
    return kind if back == "basic" else f"{kind}.{back}"


def card_facts(s: RivalsState, kind: str, back: str) -> dict[str, Any]:
    """The name of a card, with its set where copies with other backs are in the game."""
    facts: dict[str, Any] = {"card": ref("card", kind)}
    if s.tables.is_in_several_sets(kind, s.mode):
        facts["set"] = ref("set", back)
    return facts


FIGURES = ("pays", "gains", "takes", "takes_from_leader", "harvest_gold", "needs_commerce", "needs_progress")
NUMBERS = ("defends_on", "spares_on")
"""What a card may have printed on it besides cost and points: figures, and numbers of a roll."""


def card_note(s: RivalsState, kind: str) -> Text:
    """What a card shows and does, in a few words, with the figures of the tables."""
    face, constants = s.tables.faces[kind], s.tables.constants
    facts: dict[str, Any] = {"points": counted("point", face.points)} if face.points else {}
    facts |= {name: getattr(face, name) for name in FIGURES if name in face.model_fields_set}
    facts |= {name: list(getattr(face, name)) for name in NUMBERS if name in face.model_fields_set}
    if face.kind == "trade_ship":
        facts["rate"] = constants.ship_rate
    elif face.discount is not None:
        facts |= {"discount": face.discount.amount, "above": face.discount.above}
    elif kind == "parish_hall":
        facts |= {"cost": face.search_cost or 0, "plain": constants.search_cost}
    elif kind == "moneylender":
        facts["most"] = constants.trade_face_takes + constants.moneylender_adds
    elif kind == "harbor":
        facts["ships"] = face.victory_if_ships
    return Text("rivals.note." + f"card.{kind}", facts)


def face_note(s: RivalsState, face: str) -> Text:
    """7 What a face of the event die does."""
    constants = s.tables.constants
    facts: dict[str, Any] = {
        "brigand_attack": {"n": constants.brigands_leave},
        "trade": {"n": constants.trade_face_takes, "least": constants.advantage_minimum},
    }.get(face, {})
    return Text(f"rivals.note.face.{face}", facts)


def event_note(s: RivalsState, kind: str) -> Text:
    """11 What an event card does."""
    constants, face = s.tables.constants, s.tables.faces[kind]
    few, many = constants.riots_price
    facts: dict[str, Any] = {
        "feud": {"n": face.marks},
        "fraternal_feuds": {"n": face.takes},
        "invention": {"n": constants.invention_most},
        "traveling_merchant": {"n": constants.merchant_sells},
        "riots": {"few": few, "many": many, "n": constants.riots_many},
    }.get(kind, {})
    return Text(f"rivals.note.event.{kind}", facts)


def choices(cards: Sequence[Card], *, copies: bool = False) -> dict[str, int]:
    """Keys of cards that may be chosen, each with its place; equal cards are one choice unless several are picked."""
    found: dict[str, int] = {}
    for place, card in enumerate(cards):
        key = card_key(card.kind, card.back)
        if key not in found:
            found[key] = place
        elif copies:
            found[_next_copy(key, found)] = place
    return found


def _next_copy(key: str, taken: dict[str, int]) -> str:
    number = 2
    while f"{key}#{number}" in taken:
        number += 1
    return f"{key}#{number}"


def card_options(
    s: RivalsState,
    cards: Sequence[Card],
    text: str = "card",
    *,
    copies: bool = False,
    grouped: bool = False,
    own: bool = False,
) -> tuple[Option, ...]:
    """Options for cards that their chooser sees: in the own hand, or looked at and lying nowhere on the board."""
    found = choices(cards, copies=copies)
    if s.lean:
        return bare_options(found)
    options = []
    for key, place in found.items():
        card = cards[place]
        facts = card_facts(s, card.kind, card.back)
        if "#" in key:
            facts["copy"] = int(key.rsplit("#", 1)[1])
        group = ref("set", card.back) if grouped else ""
        at = in_hand(card.kind) if own else ()
        options.append(Option(key, Text(f"rivals.option.{text}", facts), group, card_note(s, card.kind), at))
    return tuple(options)


@cache
def in_hand(kind: str) -> tuple[str, ...]:
    """Where a card of the own hand lies."""
    return (ref("card", kind), "panel/hand")


def expansion_keys(player: Player) -> dict[str, Expansion]:
    """Keys of the expansions of a principality: what lies where; `#2` for an equal card on the same side."""
    found: dict[str, Expansion] = {}
    for card in in_order(player):
        key = f"{card_key(card.kind, card.back)}@{card.x}:{card.row}"
        found[f"{key}#2" if key in found else key] = card
    return found


def expansion_options(
    s: RivalsState, player: Player, chosen: Iterable[Expansion], *, copies: bool = False
) -> tuple[Option, ...]:
    """Options for some expansions of a principality, named by card and site; equal ones on a side are one choice."""
    wanted = {id(card) for card in chosen}
    offered = [(key, card) for key, card in expansion_keys(player).items() if id(card) in wanted]
    names = dict(offered)
    if s.lean:
        return bare_options([key for key in names if copies or not key.endswith("#2") or key[:-2] not in names])
    owner = next(seat_ref(seat) for seat, each in enumerate(s.players) if each is player)
    options = []
    for key, card in offered:
        facts = card_facts(s, card.kind, card.back) | {"site": site_number(player, card.x, card.row)}
        if key.endswith("#2"):
            if not copies and key[:-2] in names:
                continue
            facts["copy"] = 2
        at = (ref("card", card.kind), f"site/site-{facts['site']}", owner)
        options.append(Option(key, Text("rivals.option.expansion", facts), at=at))
    return tuple(options)


def stack_label(s: RivalsState, number: int, text: str = "stack") -> Text:
    """A draw stack: its number, set and size, which all can see."""
    stack = s.stacks[number]
    return Text(f"rivals.option.{text}", {"stack": number + 1, "set": ref("set", stack.back), "size": len(stack.cards)})


def stack_options(s: RivalsState, numbers: Iterable[int], text: str = "stack", prefix: str = "") -> tuple[Option, ...]:
    if s.lean:
        return bare_options([f"{prefix}{number + 1}" for number in numbers])
    return tuple(
        Option(f"{prefix}{number + 1}", stack_label(s, number, text), at=(f"stack/draw-{number + 1}",))
        for number in numbers
    )


def stack_of_key(key: str) -> int:
    return int(key.rsplit(":", 1)[-1]) - 1


def matching(s: RivalsState, back: str) -> list[int]:
    """1.7 10.1 10.2 The stacks of the same set, empty ones included."""
    return [number for number, stack in enumerate(s.stacks) if stack.back == back]


def filled(s: RivalsState) -> list[int]:
    """9.2 The draw stacks that still hold cards: above those put there while a loss is still to go between."""
    return [number for number, stack in enumerate(s.stacks) if len(stack.cards) > s.under.count(number)]


def who(seat: int) -> str:
    """The player on a seat, as a sentence names one."""
    return seat_ref(seat)
