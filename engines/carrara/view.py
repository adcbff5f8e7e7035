"""Chapter 9: what each viewer may see."""

from dataclasses import dataclass

from engines.carrara.buying import bricks_on
from engines.carrara.card_texts import condition_text, rate_text, scoring_text
from engines.carrara.cards import cost_of, progress
from engines.carrara.setup import card_ids
from engines.carrara.state import Building, CarraraState, Player
from engines.kit import Text, View


@dataclass(slots=True)
class TileView:
    """An open tile; `id` is its type and cost, as `villa_3`."""

    id: str
    type: str
    cost: int
    category: str


@dataclass(slots=True)
class SegmentView:
    """A segment of the wheel: bricks by colour, noble first, and what one of each costs."""

    bricks: dict[str, int]
    prices: dict[str, int]


@dataclass(slots=True)
class CityView:
    """A city as printed, and who has closed it by scoring it (None: still open)."""

    id: str
    colour: str
    points: int
    coins: int
    needs: int
    closed_by: int | None


@dataclass(slots=True)
class FieldView:
    """A special field as printed."""

    id: str
    category: str
    points: int
    coins: int


@dataclass(slots=True)
class UpgraderView:
    """An upgrader: the place it belongs to and the value it gives there."""

    place: str
    points: int
    coins: int


@dataclass(slots=True)
class CardView:
    """An open card: `id` as `object_2`, its condition and what it brings, in words to be."""

    id: str
    colour: str
    number: int
    condition: Text | None
    scoring: Text | None


@dataclass(slots=True)
class SeatView:
    """What everybody sees of a seat."""

    points: int
    cost: int
    scorings: int
    markers_left: int
    cities: dict[str, tuple[TileView, ...]]
    types_scored: tuple[str, ...]
    cities_scored: tuple[str, ...]
    fields_scored: tuple[str, ...]
    upgraders: tuple[UpgraderView, ...]


@dataclass(slots=True)
class ConditionView:
    """A condition of the end: its card, what the viewer has of it, and how much it asks for."""

    card: str
    has: int
    least: int


@dataclass(slots=True)
class OwnView:
    """What is behind the viewer's own screen, and the move the viewer is composing."""

    coins: int
    bricks: dict[str, int]
    objects: dict[str, int]
    conditions: tuple[ConditionView, ...]
    segment: int | None
    tile: TileView | None
    city: str | None
    replaced: str | None


@dataclass(slots=True)
class CarraraView(View):
    """The table as one viewer sees it. `turn` is the seat on turn, `own` None for an onlooker."""

    expansion: bool
    round: int
    turn: int
    pile: int
    wheel: tuple[SegmentView, ...]
    display: tuple[TileView | None, ...]
    value_eight: tuple[TileView, ...]
    upgraders: tuple[UpgraderView, ...]
    object_price: int
    object_field: dict[str, int]
    supply: dict[str, int]
    cities: tuple[CityView, ...]
    fields: tuple[FieldView, ...]
    cards: tuple[CardView, ...]
    seats: tuple[SeatView, ...]
    announcer: int | None
    last_round: bool
    ending: str
    own: OwnView | None


def view(s: CarraraState, seat: int | None) -> CarraraView:
    """9.1, 9.2, 9.3 All that is public, and one's own screen; never another's, nor the bag, nor the pile's order."""
    return CarraraView(
        seat=seat,
        expansion=s.options.expansion,
        round=s.round,
        turn=s.turn,
        pile=len(s.pile),
        wheel=tuple([_segment(s, segment) for segment in range(len(s.wheel))]),
        display=tuple([_tile(s, tile) if tile else None for tile in s.display]),
        value_eight=tuple([_tile(s, tile) for tile in s.value_eight]),
        upgraders=tuple([_upgrader(s, place) for place in s.upgraders]),
        object_price=s.tables.constants.object_price,
        object_field={kind: s.object_field.count(kind) for kind in s.supply},
        supply=dict(s.supply),
        cities=_cities(s),
        fields=_fields(s),
        cards=tuple(_cards(s)),
        seats=tuple([_seat(s, player) for player in s.players]),
        announcer=None if s.announcer < 0 else s.announcer,
        last_round=s.announcer >= 0 or s.is_exhausted,
        ending=s.ending,
        own=None if seat is None else _own(s, seat),
    )


def _segment(s: CarraraState, segment: int) -> SegmentView:
    bricks = bricks_on(s, segment)
    return SegmentView(bricks, {colour: s.tables.prices[segment][colour] for colour in bricks})


def _tile(s: CarraraState, tile: str) -> TileView:
    found = s.tables.tile[tile]
    return TileView(found.id, found.type, found.cost, found.category)


def _upgrader(s: CarraraState, place: str) -> UpgraderView:
    value = s.tables.upgraded[place]
    return UpgraderView(place, value.points, value.coins)


def _cities(s: CarraraState) -> tuple[CityView, ...]:
    closed = {city: seat for seat, player in enumerate(s.players) for city in player.cities_scored}
    return tuple(
        [
            CityView(city.id, city.colour, city.points, city.coins, city.needs, closed.get(city.id))
            for city in s.tables.city
        ]
    )


def _fields(s: CarraraState) -> tuple[FieldView, ...]:
    if not s.options.expansion:
        return ()
    return tuple([FieldView(field.id, field.category, field.points, field.coins) for field in s.tables.special_field])


def _cards(s: CarraraState) -> list[CardView]:
    """10.1 The open cards; in the base game the three that are printed."""
    cards, seats = s.open_cards(), s.seats
    found = [
        _card("top", cards.top.id, condition_text(cards.top.condition, seats), rate_text(cards.top)),
        _card(
            "object", cards.object.id, condition_text(cards.object.condition, seats), scoring_text(cards.object.scoring)
        ),
        _card(
            "building",
            cards.building.id,
            condition_text(cards.building.condition, seats),
            scoring_text(cards.building.scoring),
        ),
    ]
    if cards.extra is not None:
        found.append(_card("extra", cards.extra.id, None, scoring_text(cards.extra.scoring)))
    return found


def _card(colour: str, number: int, condition: Text | None, scoring: Text | None) -> CardView:
    return CardView(f"{colour}_{number}", colour, number, condition, scoring)


def _seat(s: CarraraState, player: Player) -> SeatView:
    return SeatView(
        points=sum(player.points.values()),
        cost=cost_of(player.buildings),
        scorings=player.scorings,
        markers_left=s.tables.constants.scoring_markers - player.scorings,
        cities={city: _buildings(player.buildings, city) for city in s.tables.cities},
        types_scored=tuple(player.types_scored),
        cities_scored=tuple(player.cities_scored),
        fields_scored=tuple(player.fields_scored),
        upgraders=tuple([_upgrader(s, place) for place in player.upgraders]),
    )


def _buildings(buildings: list[Building], city: str) -> tuple[TileView, ...]:
    return tuple([TileView(b.tile, b.type, b.cost, b.category) for b in buildings if b.city == city])


def _own(s: CarraraState, seat: int) -> OwnView:
    player, choice = s.players[seat], s.choice
    on_turn = seat == s.turn
    return OwnView(
        coins=player.coins,
        bricks=dict(player.bricks),
        objects=dict(player.objects),
        conditions=tuple(_conditions(s, player)),
        segment=choice.segment if on_turn and choice.segment >= 0 else None,
        tile=_tile(s, choice.tile) if on_turn and choice.tile else None,
        city=choice.city if on_turn and choice.city else None,
        replaced=choice.replaced if on_turn and choice.replaced else None,
    )


def _conditions(s: CarraraState, player: Player) -> list[ConditionView]:
    conditions = zip(card_ids(s), s.conditions(), strict=False)
    return [ConditionView(card, *progress(s.tables, player, condition, s.seats)) for card, condition in conditions]


def standing(s: CarraraState) -> tuple[int, tuple[int, ...]]:
    """The round and everybody's points, for the score curve."""
    return s.round, tuple([sum(player.points.values()) for player in s.players])
