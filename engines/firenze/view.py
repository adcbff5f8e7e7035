"""10 What each viewer may know, built up field by field."""

from __future__ import annotations

from dataclasses import dataclass

from engines.firenze.board import (
    balcony_on,
    is_blocked,
    is_open,
    majority_leader,
    parts,
    privilege_bonus,
    storey_bonus,
)
from engines.firenze.bricks import COLOURS, in_order, size
from engines.firenze.choosing import price_of
from engines.firenze.cost import building_cost, planned
from engines.firenze.limits import brick_limit
from engines.firenze.ruins import doomed_towers, falling_bricks
from engines.firenze.scoring import SOURCES
from engines.firenze.state import NEUTRAL, NOBODY, FirenzeState, Player, Tower
from engines.kit import View


@dataclass(slots=True)
class CommissionView:
    """1.7 A storey of a tower on the board."""

    colour: str
    height: int
    points: int
    """What it is worth now: the balcony's points instead of the printed ones."""
    owner: int | None
    """The seat whose seal lies on it."""
    neutral: bool
    balcony: int
    """The numeral of its balcony, 0 for none."""
    open: bool
    """May be fulfilled: no seal, and a balcony whose turn has come."""


@dataclass(slots=True)
class ColourView:
    """1.1 12.1 A tower of the board as a whole."""

    colour: str
    majority: int
    leader: int | None
    in_bag: int
    commissions: tuple[CommissionView, ...]
    """From the lowest up."""


@dataclass(slots=True)
class HeightView:
    """1.8 9.1 What the first commission of a height earns besides; 0 for nothing."""

    height: int
    storey_token: int
    privilege: int


@dataclass(slots=True)
class RowCardView:
    """1.5 A card of the row with the bricks on it."""

    card: str
    type: str
    price: int
    bricks: dict[str, int]


@dataclass(slots=True)
class TowerView:
    """1.4 A tower under construction."""

    colour: str
    height: int
    falls: bool
    """It would fall if the turn ended now."""


@dataclass(slots=True)
class PlayerView:
    """10.1 What lies before a player. `hand` is None where it is not shown."""

    seat: int
    score: int
    points: dict[str, int]
    warehouse: dict[str, int]
    bricks: int
    brick_limit: int
    towers: tuple[TowerView, ...]
    buildings: tuple[str, ...]
    hand_size: int
    hand: tuple[str, ...] | None
    feasts: tuple[str, ...]
    """Revealed at the final scoring."""
    seals_left: int
    seals_laid: int
    blocked: bool
    small_seal_laid: bool
    has_end_tile: bool


@dataclass(slots=True)
class PlannedView:
    """6.5 A part of the own plan: bricks on a tower of this height (0: a new one)."""

    colour: str
    height: int
    count: int


@dataclass(slots=True)
class PlanView:
    """6.5 7.1 The own plan so far, its price, and what comes back from towers that would fall."""

    pieces: tuple[PlannedView, ...]
    built: int
    cost: int
    returned: dict[str, int]


@dataclass(slots=True)
class FirenzeView(View):
    """10.1 10.2 The table as one viewer may know it."""

    turn: int
    round: int
    phase: int
    """1 to 6, 0 before the first turn."""
    active: int
    start_player: int
    colours: tuple[ColourView, ...]
    heights: tuple[HeightView, ...]
    """From the lowest up."""
    next_balcony: int
    """The numeral that is open, 5 when all are fulfilled."""
    row: tuple[RowCardView, ...]
    draw_pile: int
    discard_pile: tuple[str, ...]
    church: tuple[str, ...]
    church_spaces: int
    small_seals: tuple[int, ...]
    bag: dict[str, int]
    event: str
    """The event being resolved, empty for none."""
    aside: dict[str, int]
    played: tuple[str, ...]
    """Persons played this turn."""
    exchanged: bool
    end_tile: int | None
    last_round: bool
    over: bool
    players: tuple[PlayerView, ...]
    plan: PlanView | None
    """The viewer's own plan while it is being made."""
    dead_colour: str
    """Empty for none."""
    card_limit: int


def view(s: FirenzeState, seat: int | None) -> FirenzeView:
    """10.1 10.2 10.3 10.4 Everything on the table; hands only where they are shown, the draw pile as a number."""
    return FirenzeView(
        seat=seat,
        turn=s.turn.number,
        round=round_of(s),
        phase=s.turn.phase,
        active=s.active,
        start_player=s.start_player,
        colours=tuple([_colour(s, colour) for colour in COLOURS]),
        heights=tuple([HeightView(h, storey_bonus(s, h), privilege_bonus(s, h)) for h in s.tables.heights]),
        next_balcony=s.balconies_done + 1,
        row=tuple(
            [
                RowCardView(card.card, s.tables.cards[card.card].type, price_of(s, slot), in_order(card.bricks))
                for slot, card in enumerate(s.row)
            ]
        ),
        draw_pile=len(s.draw_pile),
        discard_pile=tuple(s.discard_pile),
        church=tuple(s.church),
        church_spaces=s.tables.limits.church_spaces,
        small_seals=tuple(s.small_seals),
        bag=dict(s.bag),
        event=s.turn.event,
        aside=in_order(s.turn.aside),
        played=tuple(s.turn.played),
        exchanged=s.turn.exchanged,
        end_tile=None if s.end_tile == NOBODY else s.end_tile,
        last_round=s.end_tile != NOBODY,
        over=bool(s.ending),
        players=tuple([_player(s, other, seat) for other in range(s.seats)]),
        plan=_plan(s, seat),
        dead_colour="" if s.options.dead_colour == "none" else s.options.dead_colour,
        card_limit=s.tables.limits.cards,
    )


def _colour(s: FirenzeState, colour: str) -> ColourView:
    return ColourView(
        colour=colour,
        majority=s.tables.majorities[colour],
        leader=majority_leader(s, colour),
        in_bag=s.bag[colour],
        commissions=tuple([_commission(s, f"{colour}-{height}") for height in s.tables.heights]),
    )


def _commission(s: FirenzeState, key: str) -> CommissionView:
    colour, height = parts(key)
    owner, tile = s.seals.get(key), balcony_on(s, key)
    return CommissionView(
        colour=colour,
        height=height,
        points=tile.points if tile else s.tables.points[key],
        owner=None if owner == NEUTRAL else owner,
        neutral=owner == NEUTRAL,
        balcony=tile.numeral if tile else 0,
        open=is_open(s, key),
    )


def _player(s: FirenzeState, seat: int, viewer: int | None) -> PlayerView:
    """10.3 A hand is shown to its owner, and to all with `hands = open`."""
    player = s.players[seat]
    doomed = {tower.id for tower in _doomed(s, seat, viewer)}
    shown = seat == viewer or s.options.hands == "open"
    return PlayerView(
        seat=seat,
        score=player.score,
        points={source: player.points.get(source, 0) for source in SOURCES},
        warehouse=in_order(player.warehouse),
        bricks=size(player.warehouse),
        brick_limit=brick_limit(s, seat),
        towers=tuple([TowerView(tower.colour, tower.height, tower.id in doomed) for tower in player.towers]),
        buildings=tuple(player.buildings),
        hand_size=len(player.hand),
        hand=tuple(sorted(player.hand)) if shown else None,
        feasts=tuple(player.feasts),
        seals_left=player.seals,
        seals_laid=s.tables.players.seals[s.seats] - player.seals,
        blocked=is_blocked(s, seat),
        small_seal_laid=seat in s.small_seals,
        has_end_tile=seat == s.end_tile,
    )


def _doomed(s: FirenzeState, seat: int, viewer: int | None) -> list[Tower]:
    """7.1 The towers in danger until phase 4 is over; the plan of the player in turn is seen by that player alone."""
    if seat != s.active or s.turn.phase > 4 or s.ending:
        return []
    if seat == viewer:
        return doomed_towers(s)
    return [tower for tower in s.player.towers if tower.id in s.turn.old_towers and tower.id not in s.turn.raised]


def _plan(s: FirenzeState, viewer: int | None) -> PlanView | None:
    if viewer != s.active or not s.turn.plan:
        return None
    player = s.player
    returned: dict[str, int] = {}
    for tower in doomed_towers(s):
        returned[tower.colour] = returned.get(tower.colour, 0) + falling_bricks(tower.height)[1]
    return PlanView(
        pieces=tuple([PlannedView(p.colour, _height(player, p.tower), p.count) for p in s.turn.plan]),
        built=planned(s),
        cost=building_cost(s, s.active, planned(s)),
        returned=in_order(returned),
    )


def _height(player: Player, tower: int) -> int:
    return 0 if tower == NOBODY else player.tower(tower).height


def standing(s: FirenzeState) -> tuple[int, tuple[int, ...]]:
    """The round and everybody's points, for the score curve."""
    return round_of(s), tuple([player.score for player in s.players])


def round_of(s: FirenzeState) -> int:
    return (max(s.turn.number, 1) - 1) // s.seats + 1
