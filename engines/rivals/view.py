"""Chapter 17, open and secret: what each viewer may see, built up field by field."""

from __future__ import annotations

from dataclasses import dataclass, field

from engines.kit import Text, View, faces, hand_seen
from engines.rivals.board import in_order, site_number
from engines.rivals.building import discount_on
from engines.rivals.labels import card_note
from engines.rivals.scoring import (
    commerce,
    hand_limit,
    progress,
    score,
    skill,
    strength,
    strength_holder,
    trade_holder,
)
from engines.rivals.state import Expansion, RivalsState
from engines.rivals.stores import amounts
from engines.rivals.tables import number_of, resource_of, terrain_of


@dataclass(slots=True)
class TownView:
    """A settlement or a city at an odd x."""

    x: int
    city: bool


@dataclass(slots=True)
class RegionView:
    """A region at an even x, above or below; `id` is terrain and number, as `forest_2`."""

    id: str
    x: int
    row: str
    terrain: str
    resource: str
    number: int
    stored: int


@dataclass(slots=True)
class ExpansionView:
    """A card on a site (slot 1 inner, 2 outer) or beside a region (slot 0, x even); `covered` lies below it."""

    card: str
    set: str
    category: str
    kind: str
    x: int
    row: str
    slot: int
    site: int
    points: dict[str, int]
    stored: int
    covered: str | None


@dataclass(slots=True)
class HandCardView:
    """A card in a hand: its back; for who knows its face also the printed cost, what is off it now, what it does."""

    set: str
    card: str | None
    category: str = ""
    cost: dict[str, int] = field(default_factory=dict)
    discount: int = 0
    note: Text | None = None


@dataclass(slots=True)
class SeatView:
    """A principality with its points; its hand as far as the viewer knows it."""

    colour: str
    points: int
    commerce: int
    strength: int
    skill: int
    progress: int
    has_trade_advantage: bool
    has_strength_advantage: bool
    hand_limit: int
    hand: tuple[HandCardView, ...]
    resources: dict[str, int]
    towns: tuple[TownView, ...]
    roads: tuple[int, ...]
    regions: tuple[RegionView, ...]
    expansions: tuple[ExpansionView, ...]


@dataclass(slots=True)
class StackView:
    """A draw stack from the top: faces that the viewer has seen in it, None for the others."""

    set: str
    size: int
    known: tuple[str | None, ...]


@dataclass(slots=True)
class RivalsView(View):
    """The table as one viewer sees it. `turn` is the seat on turn; before the roll `production` is 0, `face` empty."""

    mode: str
    target: int
    turn: int
    turn_number: int
    production: int
    face: str
    event: str
    seats: tuple[SeatView, ...]
    stacks: tuple[StackView, ...]
    face_up: tuple[str, ...]
    discard_top: HandCardView | None
    discard_size: int
    supply: dict[str, int]
    regions_left: int
    drawn: tuple[str, ...]
    events_left: int
    events_known: tuple[str | None, ...]
    ending: str
    winner: int | None


def view(s: RivalsState, seat: int | None) -> RivalsView:
    """17.1 17.3 17.5 All that is open, and of the hidden cards those that the viewer has seen where they lie."""
    top = s.discard[-1] if s.discard else None
    return RivalsView(
        seat=seat,
        mode=s.mode,
        target=s.target,
        turn=s.active,
        turn_number=s.turn,
        production=s.production,
        face=s.face,
        event=s.turned[-1].kind if s.turned else "",
        seats=tuple([_seat(s, owner, seat) for owner in range(2)]),
        stacks=tuple([StackView(stack.back, len(stack.cards), faces(stack.cards, seat)) for stack in s.stacks]),
        face_up=tuple([card.kind for card in s.face_up]),
        discard_top=HandCardView(top.back, top.seen_by(seat)) if top else None,
        discard_size=len(s.discard),
        supply=dict(s.supply),
        regions_left=len(s.regions),
        drawn=faces_shown(s),
        events_left=len(s.events),
        events_known=faces(s.events, seat),
        ending=s.ending,
        winner=None if s.winner < 0 else s.winner,
    )


def faces_shown(s: RivalsState) -> tuple[str, ...]:
    """8.7 The regions of a settlement in the making, once all have seen them."""
    return tuple([card.kind for card in s.drawn if card.known_to(None)])


def _seat(s: RivalsState, owner: int, viewer: int | None) -> SeatView:
    """17.1 17.2 17.4 17.7 A principality is open; a hand shows its backs, and the faces its viewer knows."""
    player = s.players[owner]
    return SeatView(
        colour=player.colour,
        points=score(s, owner),
        commerce=commerce(s, owner),
        strength=strength(s, owner),
        skill=skill(s, owner),
        progress=progress(s, owner),
        has_trade_advantage=trade_holder(s) == owner,
        has_strength_advantage=strength_holder(s) == owner,
        hand_limit=hand_limit(s, owner),
        hand=tuple([_hand_card(s, owner, back, face) for back, face in hand_seen(player.hand, viewer)]),
        resources=amounts(player),
        towns=tuple([TownView(town.x, town.city) for town in player.towns]),
        roads=tuple(player.roads),
        regions=tuple(
            [
                RegionView(
                    region.kind,
                    region.x,
                    region.row,
                    terrain_of(region.kind),
                    resource_of(region.kind),
                    number_of(region.kind),
                    region.stored,
                )
                for region in sorted(player.regions, key=lambda region: (region.x, region.row))
            ]
        ),
        expansions=tuple([_expansion(s, owner, card) for card in in_order(player)]),
    )


def _hand_card(s: RivalsState, owner: int, back: str, kind: str | None) -> HandCardView:
    if kind is None:
        return HandCardView(back, None)
    face = s.tables.faces[kind]
    cut = discount_on(s, s.players[owner], face)
    return HandCardView(back, kind, face.category, dict(face.cost), cut, card_note(s, kind))


def _expansion(s: RivalsState, owner: int, card: Expansion) -> ExpansionView:
    face = s.tables.faces[card.kind]
    return ExpansionView(
        card=card.kind,
        set=card.back,
        category=face.category,
        kind=face.kind,
        x=card.x,
        row=card.row,
        slot=card.slot,
        site=site_number(s.players[owner], card.x, card.row),
        points=dict(face.points),
        stored=card.stored,
        covered=card.pile[0].kind if len(card.pile) > 1 else None,
    )


def standing(s: RivalsState) -> tuple[int, tuple[int, ...]]:
    """The round and everybody's points, for the score curve."""
    return s.turn, tuple([score(s, seat) for seat in range(s.seats)])
