"""What one viewer may know of a game of Princes (chapter 19), built up field by field."""

from dataclasses import dataclass

from engines.kit import View, faces, hand_seen
from engines.princes.auction import left, piles
from engines.princes.commonmap import joint_spots, normal
from engines.princes.counts import empty_cells, palazzo_of, quantity
from engines.princes.principality import cells_of
from engines.princes.state import Offer, Player, PrincesState
from engines.princes.tables import LANDSCAPES, ROUNDS
from engines.princes.windows import rank
from engines.princes.work import all_bonus, base_value, bonus_value

Cells = tuple[tuple[int, int], ...]


@dataclass(slots=True)
class TileSeen:
    """A landscape or building: cells as (column, row) from the upper left of its principality."""

    kind: str
    cells: Cells
    partner: int | None


@dataclass(slots=True)
class WorkSeen:
    """A person in the own hand: the wishes, which of them are met, the value with no and with all bonus cards."""

    person: str
    number: int
    building: str
    landscape: str
    freedom: str
    has_building: bool
    has_landscape: bool
    has_freedom: bool
    value: int
    highest: int
    doubtful: bool
    """The wishes are not sourced."""


@dataclass(slots=True)
class PlayerSeen:
    """One seat: `cash` is None and cards are None where this viewer may not know them."""

    seat: int
    points: int
    cash: int | None
    jesters: int
    builders: int
    freedoms: tuple[str, ...]
    landscapes: tuple[TileSeen, ...]
    buildings: tuple[TileSeen, ...]
    empty_cells: int
    hand: tuple[str | None, ...]
    recruiting: int
    table: tuple[str | None, ...]
    table_recruiting: int
    works: int
    bonus: tuple[str | None, ...]
    prestige: tuple[str | None, ...]
    best: int | None
    character: str | None
    rank: int


@dataclass(slots=True)
class PileSeen:
    """A pile of the auctions: how many are left, whether it is closed, who bought from it and for how much."""

    pile: str
    left: int
    closed: bool
    buyer: int | None
    price: int | None


@dataclass(slots=True)
class AuctionSeen:
    """The lot under the hammer, if any, and who has passed, bought or is out."""

    opener: int
    lot: str | None
    bidder: int | None
    bid: int
    bids: tuple[tuple[int, int], ...]
    passed: tuple[int, ...]
    bought: tuple[int, ...]
    out: tuple[int, ...]


@dataclass(slots=True)
class TurnSeen:
    """The turn in progress, and who follows."""

    seat: int
    actions: int
    waiting: tuple[int, ...]


@dataclass(slots=True)
class CharacterSeen:
    """A character: on display, aside, or with its owner; the marker on it; the Banker's money."""

    character: str
    place: str
    owner: int | None
    marker: int | None
    bid: int | None
    money: int | None


@dataclass(slots=True)
class OfferSeen:
    """An offer of a common building: whose cells it would cover, and what the partner pays."""

    active: int
    partner: int
    by: int
    building: str
    spot: str
    amount: int
    cells: dict[int, Cells]


@dataclass(slots=True)
class PrincesView(View):
    """The whole table as one viewer sees it."""

    round: int
    rounds: int
    phase: str
    start: int
    minimum: int
    next_minimum: int | None
    muse: bool
    coop: bool
    money_open: bool
    ended: bool
    palazzo: Cells
    shapes: dict[str, tuple[str, ...]]
    """Every building and landscape as printed: rows from top to bottom, # is a covered cell."""
    sizes: dict[str, str]
    """Small, medium or large, by building."""
    wish_values: dict[str, int]
    """What a met wish for a building, a landscape or a freedom adds to a work."""
    raise_by: int
    """By how much the next bid is higher."""
    offsets: Cells
    players: tuple[PlayerSeen, ...]
    piles: tuple[PileSeen, ...]
    landscapes: dict[str, int]
    buildings: dict[str, int]
    freedoms: dict[str, int]
    decks: dict[str, tuple[str | None, ...]]
    spent_bonus: tuple[str | None, ...]
    auction: AuctionSeen | None
    turn: TurnSeen | None
    characters: tuple[CharacterSeen, ...]
    passed_characters: tuple[int, ...]
    offer: OfferSeen | None
    looked_at: str | None
    looking: tuple[str, ...]
    works: tuple[WorkSeen, ...]
    bonus_values: dict[str, int]
    bonus_terms: dict[str, dict[str, int]]
    """What each of the own bonus cards counts: points for each of a quantity."""
    prestige_points: dict[str, tuple[int, int]]
    """What each of the own prestige cards scores, alone and when sharing."""
    points_sell: bool = True
    """Whether points can be sold for florins."""


def view(s: PrincesState, seat: int | None) -> PrincesView:
    """19.1 All see boards, tables, supplies, bids and offers; only the owner sees hand, cards and secret money."""
    return PrincesView(
        seat=seat,
        round=s.round,
        rounds=ROUNDS,
        phase=s.phase,
        start=s.start,
        minimum=s.tables.minimum(s.round),
        next_minimum=s.tables.minimum(s.round + 1) if s.round < ROUNDS else None,
        muse=s.options.muse,
        coop=s.options.coop,
        money_open=s.options.money == "open",
        points_sell=s.going_back,
        ended=bool(s.ending),
        palazzo=tuple(cells_of(palazzo_of(s))),
        shapes=dict(s.tables.shapes),
        sizes={row.id: row.size for row in s.tables.building},
        wish_values={kind: getattr(s.tables.work, kind) for kind in ("building", "landscape", "freedom")},
        raise_by=s.tables.money.raise_by,
        offsets=normal(s.tables.offsets[s.seats]) if s.options.coop else (),
        players=tuple(_player(s, number, seat) for number in range(s.seats)),
        piles=tuple(_pile(s, pile) for pile in piles(s)),
        landscapes={kind: s.piles[kind] for kind in LANDSCAPES},
        buildings=dict(s.buildings),
        freedoms=dict(s.freedoms),
        decks={name: _deck(s, name, seat) for name in ("professions", "bonus", "prestige")},
        spent_bonus=faces(s.spent_bonus, seat),
        auction=_auction(s) if s.phase == "auction" else None,
        turn=TurnSeen(s.turn.seat, s.turn.actions, tuple(s.turns)) if s.turn.seat >= 0 else None,
        characters=_characters(s) if s.options.muse else (),
        passed_characters=_passed_characters(s),
        offer=_offer(s, s.offer) if s.offer is not None and s.offer.by >= 0 else None,
        looked_at=s.looked_at or None,
        looking=tuple(card.kind for card in s.looking) if s.looking and s.stack[-1].seat == seat else (),
        works=() if seat is None else tuple(_work(s, seat, index) for index in range(len(s.players[seat].hand))),
        bonus_values={} if seat is None else _bonus_values(s, seat),
        bonus_terms={}
        if seat is None
        else {card.kind: s.tables.bonus_terms[card.kind] for card in s.players[seat].bonus},
        prestige_points={} if seat is None else _prestige_points(s, seat),
    )


def _player(s: PrincesState, number: int, viewer: int | None) -> PlayerSeen:
    player = s.players[number]
    may_count = viewer == number or s.options.money == "open" or bool(s.ending)
    return PlayerSeen(
        seat=number,
        points=player.points,
        cash=player.cash if may_count else None,
        jesters=player.jesters,
        builders=player.builders,
        freedoms=tuple(player.freedoms),
        landscapes=tuple(TileSeen(tile.kind, tuple(cells_of(tile.mask)), None) for tile in player.landscapes),
        buildings=_buildings(player),
        empty_cells=empty_cells(s, player),
        hand=tuple(face for _, face in hand_seen(player.hand, viewer)),
        recruiting=player.recruiting,
        table=faces(player.table, viewer),
        table_recruiting=player.table_recruiting,
        works=quantity(s, player, "table_people"),
        bonus=tuple(face for _, face in hand_seen(player.bonus, viewer)),
        prestige=tuple(face for _, face in hand_seen(player.prestige, viewer)),
        best=player.best or None,
        character=player.character or None,
        rank=rank(s, number),
    )


def _buildings(player: Player) -> tuple[TileSeen, ...]:
    return tuple(
        TileSeen(tile.kind, tuple(cells_of(tile.mask)), tile.partner if tile.partner >= 0 else None)
        for tile in player.buildings
    )


def _pile(s: PrincesState, pile: str) -> PileSeen:
    auction = s.auction
    buyer = next((seat for seat, bought in auction.bought.items() if bought == pile), None)
    price = None if buyer is None else auction.prices[buyer]
    extra = len(s.looking) if pile == "prestige_card" and s.looked_at == "prestige" else 0
    return PileSeen(pile, left(s, pile) + extra, pile in auction.blocked, buyer, price)


def _deck(s: PrincesState, name: str, viewer: int | None) -> tuple[str | None, ...]:
    """A43 Cards being looked at belong to the deck until one is kept; what a seat put under it, it remembers."""
    looking = s.looking if s.looked_at == name else []
    return faces(looking + getattr(s, name), viewer)


def _auction(s: PrincesState) -> AuctionSeen:
    auction = s.auction
    return AuctionSeen(
        opener=auction.opener,
        lot=auction.lot or None,
        bidder=auction.bidder if auction.bidder >= 0 else None,
        bid=auction.bid,
        bids=tuple(auction.bids),
        passed=tuple(auction.passed),
        bought=tuple(auction.bought),
        out=tuple(auction.out),
    )


def _characters(s: PrincesState) -> tuple[CharacterSeen, ...]:
    characters = s.characters
    found = []
    for row in s.tables.character:
        owner = next((seat for seat, player in enumerate(s.players) if player.character == row.id), None)
        marker = next((seat for seat, on in characters.markers.items() if on == row.id), None)
        place = "owner" if owner is not None else "aside" if row.id in characters.aside else "display"
        bid = None if marker is None else characters.bids[marker]
        money = characters.money if row.id == "banker" else None
        found.append(CharacterSeen(row.id, place, owner, marker, bid, money))
    return tuple(found)


def _passed_characters(s: PrincesState) -> tuple[int, ...]:
    return tuple(s.characters.finished) if s.phase == "characters" else ()


def _offer(s: PrincesState, offer: Offer) -> OfferSeen:
    layout = s.tables.offsets[s.seats]
    spots = joint_spots(layout, offer.active, offer.partner, s.tables.shapes[offer.building])
    masks = next(spot.masks for spot in spots if spot.offered.key == offer.spot)
    return OfferSeen(
        active=offer.active,
        partner=offer.partner,
        by=offer.by,
        building=offer.building,
        spot=offer.spot,
        amount=offer.amount,
        cells={
            offer.active: tuple(cells_of(masks[0])),
            offer.partner: tuple(cells_of(masks[1])),
        },
    )


def _work(s: PrincesState, seat: int, index: int) -> WorkSeen:
    player = s.players[seat]
    row = s.tables.professions[player.hand[index].kind]
    return WorkSeen(
        person=row.id,
        number=row.number,
        building=row.building,
        landscape=row.landscape,
        freedom=row.freedom,
        has_building=any(tile.kind == row.building for tile in player.buildings),
        has_landscape=any(tile.kind == row.landscape for tile in player.landscapes),
        has_freedom=row.freedom in player.freedoms,
        value=base_value(s, seat, index),
        highest=base_value(s, seat, index) + all_bonus(s, seat),
        doubtful=row.in_doubt("building", "landscape", "freedom"),
    )


def _bonus_values(s: PrincesState, seat: int) -> dict[str, int]:
    return {card.kind: bonus_value(s, seat, index) for index, card in enumerate(s.players[seat].bonus)}


def _prestige_points(s: PrincesState, seat: int) -> dict[str, tuple[int, int]]:
    rows = [s.tables.prestige_cards[card.kind] for card in s.players[seat].prestige]
    return {row.id: (row.full, row.tie) for row in rows}


def standing(s: PrincesState) -> tuple[int, tuple[int, ...]]:
    """The round and everybody's points, for the score curve."""
    return s.round, tuple([player.points for player in s.players])
