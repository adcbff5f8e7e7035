"""Chapter 2 and section 10.1: laying out the game."""

from engines.carrara.card_tables import CARD_NUMBERS
from engines.carrara.ids import COLOURS, OBJECTS
from engines.carrara.options import CarraraOptions
from engines.carrara.state import CarraraState, Player
from engines.carrara.tables import CarraraTables
from engines.kit import Card, Draft, deck, refs

TILE_BACK = "tile"


def new(seats: int, options: CarraraOptions, tables: CarraraTables) -> CarraraState:
    """2.1, 2.4, 2.6 Coins, the bricks on segment I and the objects; 2.2 seats sit in the given order."""
    constants = tables.constants
    state = CarraraState(
        seats=seats,
        options=options,
        tables=tables,
        players=[Player(coins=constants.start_coins) for _ in range(seats)],
        wheel=[list(COLOURS), *([] for _ in range(constants.wheel_segments - 1))],
        bag=dict.fromkeys(COLOURS, constants.bricks_per_colour - 1),
        pile=deck(list(tables.display_tiles), TILE_BACK),
        supply=dict.fromkeys(OBJECTS, constants.objects_in_supply),
        object_field=[kind for kind in OBJECTS for _ in range(constants.objects_in_field)],
    )
    for player, colour in zip(state.players, tables.start_bricks.colours, strict=False):
        _give_start_brick(state, player, colour)
    if options.expansion:
        state.value_eight = list(tables.value_eight_tiles)
        state.upgraders = list(tables.upgraded)
    return state


def _give_start_brick(s: CarraraState, player: Player, colour: str) -> None:
    """2.3 One brick by seat: black, blue, green, red."""
    s.bag[colour] -= 1
    player.bricks[colour] += 1


def deal(d: Draft[CarraraState]) -> None:
    """2.5 Shuffle the tiles and lay out the display."""
    s = d.state
    d.shuffle(s.pile)
    s.display = [reveal_tile(d) for _ in range(s.tables.constants.display_size)]
    if s.options.expansion:
        _lay_out_cards(d)
    d.call("turn.action", s.turn)


def reveal_tile(d: Draft[CarraraState]) -> str:
    """5.4 The next tile of the pile, seen by all; nothing if no tile is left."""
    if not d.state.pile:
        return ""
    shown: list[Card] = []
    card = d.take(d.state.pile, -1, shown)
    d.show(shown)
    return card.kind


def _lay_out_cards(d: Draft[CarraraState]) -> None:
    """10.1 One card of each colour, at random or as agreed."""
    s = d.state
    cards = s.options.cards
    if cards == "random":
        s.top_card, s.object_card, s.building_card, s.extra_card = (
            first + d.below(last - first + 1) for first, last in CARD_NUMBERS.values()
        )
    else:
        s.top_card, s.object_card, s.building_card, s.extra_card = cards
    d.tell("carrara.event.cards", cards=refs("card", card_ids(s)))


def card_ids(s: CarraraState) -> list[str]:
    """The cards that lie open, as `top_1`."""
    numbers = {"top": s.top_card, "object": s.object_card, "building": s.building_card, "extra": s.extra_card}
    return [f"{colour}_{number}" for colour, number in numbers.items() if number]
