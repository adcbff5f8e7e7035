"""2 The set-up, in the order of the rules."""

from __future__ import annotations

from engines.firenze.board import all_commissions, parts
from engines.firenze.bricks import COLOURS
from engines.firenze.labels import say
from engines.firenze.options import FirenzeOptions
from engines.firenze.piles import BACK, START_BACK, draw_bricks, turn_up
from engines.firenze.state import NEUTRAL, FirenzeState, Player, RowCard
from engines.firenze.tables import Balcony, FirenzeTables
from engines.firenze.turn import start_turn
from engines.kit import Draft, Option, Pick, PickStep, Step, deck, ref, refs, seat_ref

MARKERS_PER_TOWER = 2
"""2.3 The book's advice."""
LOW = (3, 4)
FIRST_SEAT = 0


def new(seats: int, options: FirenzeOptions, tables: FirenzeTables) -> FirenzeState:
    """2.1 2.5 2.10 Tokens and end tile, the players' seals, no points."""
    return FirenzeState(
        seats=seats,
        options=options,
        tables=tables,
        players=[Player(seals=tables.players.seals[seats]) for _ in range(seats)],
        bag=dict.fromkeys(COLOURS, 0),
        storey_tokens=list(tables.storey_points),
    )


def deal(d: Draft[FirenzeState]) -> None:
    """2.2 2.3 Balconies, then neutral seals; with `chosen` the first seat is asked."""
    s = d.state
    s.balconies = draw_balconies(d)
    d.call("setup.deal")
    lay_dead_colour(s)
    missing = seals_missing(s)
    if s.options.placement == "chosen":
        d.call("setup.seals", FIRST_SEAT)
    elif s.options.placement == "dice":
        roll_seals(d, missing)
    elif s.options.dead_colour != "none":
        lay_at_random(d, missing, s.tables.heights)
    else:
        if s.options.placement == "fixed":
            for key in s.tables.first_game.neutral_seals[:missing]:
                s.seals[key] = NEUTRAL
        lay_recommended(d)


# --- balconies --------------------------------------------------------------------------------------------------------


def draw_balconies(d: Draft[FirenzeState]) -> list[str]:
    """2.2 2.4 One tile of each numeral, drawn again while it shows the dead colour or a commission already taken."""
    s = d.state
    drawn: list[Balcony] = []
    for numeral in (1, 2, 3, 4):
        taken = [tile.key for tile in drawn]
        allowed = [
            tile
            for tile in s.tables.balcony
            if tile.numeral == numeral and tile.colour != s.options.dead_colour and tile.key not in taken
        ]
        listed = s.tables.balconies[s.tables.first_game.balconies[numeral - 1]]
        fixed = s.options.placement == "fixed" and listed in allowed
        drawn.append(listed if fixed else allowed[d.below(len(allowed))])
    return [tile.id for tile in drawn]


# --- neutral seals ----------------------------------------------------------------------------------------------------


def lay_dead_colour(s: FirenzeState) -> None:
    """2.4 All six commissions of the dead colour are covered."""
    if s.options.dead_colour != "none":
        for key in all_commissions(s):
            if parts(key)[0] == s.options.dead_colour:
                s.seals[key] = NEUTRAL


def seals_missing(s: FirenzeState) -> int:
    """2.3 2.4 Neutral seals still to be laid; up to six with a dead colour means its six."""
    return max(0, s.options.neutral_seals - len(s.seals))


def free_commissions(s: FirenzeState) -> list[str]:
    """2.3 Commissions with neither balcony nor seal."""
    covered = {*s.seals, *(s.tables.balconies[id].key for id in s.balconies)}
    return [key for key in all_commissions(s) if key not in covered]


def markers(s: FirenzeState, colour: str) -> int:
    """2.3 Balconies and neutral seals in a tower."""
    keys = [*s.seals, *(s.tables.balconies[id].key for id in s.balconies)]
    return len([key for key in keys if parts(key)[0] == colour])


def roll_seals(d: Draft[FirenzeState], number: int) -> None:
    """2.3 One die for the colour, one for the height; both again if the commission is taken."""
    s = d.state
    for _ in range(number):
        free = free_commissions(s)
        key = ""
        while key not in free:
            key = f"{COLOURS[d.roll() - 1]}-{s.tables.heights[d.roll() - 1]}"
        s.seals[key] = NEUTRAL


def lay_recommended(d: Draft[FirenzeState]) -> None:
    """2.3 At most two markers in a tower; two or three seals on heights 3 and 4, laid first, the others higher."""
    s = d.state
    missing = seals_missing(s)
    if missing:
        already_low = len([key for key in s.seals if parts(key)[1] in LOW])
        low = min(missing, max(0, 2 + d.below(2) - already_low))
        lay_at_random(d, low, LOW)
        lay_at_random(d, missing - low, tuple(height for height in s.tables.heights if height not in LOW))


def lay_at_random(d: Draft[FirenzeState], number: int, heights: tuple[int, ...]) -> None:
    """2.3 2.4 One by one, where a tower keeps to two markers."""
    s = d.state
    for _ in range(number):
        allowed = [
            key
            for key in free_commissions(s)
            if parts(key)[1] in heights and markers(s, parts(key)[0]) < MARKERS_PER_TOWER
        ]
        s.seals[allowed[d.below(len(allowed))]] = NEUTRAL


class ChooseSeals(PickStep[FirenzeState]):
    """2.3 The organiser picks the commissions freely."""

    name = "setup.seals"

    def ask(self, s: FirenzeState, seat: int) -> Pick | None:
        number, free = seals_missing(s), free_commissions(s)
        if not number:
            return None
        listed = [key for key in s.tables.first_game.neutral_seals if key in free]
        default = [*listed, *(key for key in free if key not in listed)][:number]
        options = [
            Option(
                key,
                say("option.thing", what=ref("tower", key)),
                group=ref("brick", parts(key)[0]),
                at=(ref("commission", key),),
            )
            for key in free
        ]
        prompt = say("ask.setup.seals", number=number)
        return Pick(prompt, tuple(options), number, number, default=default, suggested=(default,))

    def answer(self, d: Draft[FirenzeState], seat: int, value: list[str]) -> None:
        for key in value:
            d.state.seals[key] = NEUTRAL
        d.tell("firenze.event.seals_chosen", seat=seat_ref(seat), seals=refs("tower", value))
        d.end()

    def resume(self, d: Draft[FirenzeState]) -> None:
        d.end()


# --- players, deck and row --------------------------------------------------------------------------------------------


class Deal(Step[FirenzeState]):
    """2.6 2.7 2.8 2.9 Start player, white bricks, deck and row, in this order."""

    name = "setup.deal"

    def resume(self, d: Draft[FirenzeState]) -> None:
        s = d.state
        s.start_player = d.below(s.seats) if s.options.start_player == "random" else 0
        deal_bricks(s)
        build_deck(d)
        lay_row(d)
        d.tell("firenze.event.begins", seat=seat_ref(s.start_player))
        d.goto("turn")
        start_turn(d, s.start_player)


def deal_bricks(s: FirenzeState) -> None:
    """2.7 White bricks into the warehouses, all others into the bag before the row is laid."""
    s.bag = dict(s.tables.bricks.counts)
    for seat, bricks in zip(s.order_from(s.start_player), s.tables.players.start_white_bricks, strict=False):
        s.players[seat].warehouse = {"white": bricks}
        s.bag["white"] -= bricks


def build_deck(d: Draft[FirenzeState]) -> None:
    """2.8 1.11 The start cards, shuffled, on top of all others; without the Campanile if the option is off."""
    s = d.state
    cards = [card for card in s.tables.card if card.id != "campanile" or s.options.campanile]
    rest = deck([card.id for card in cards for _ in range(card.count - card.start)], BACK)
    start = deck([card.id for card in cards for _ in range(card.start)], START_BACK)
    d.shuffle(rest)
    d.shuffle(start)
    s.draw_pile = start + rest


def lay_row(d: Draft[FirenzeState]) -> None:
    """2.9 Six cards from left to right, then four bricks for each."""
    s = d.state
    s.row = [RowCard(card=turn_up(d)) for _ in range(s.tables.row.slots)]
    for card in s.row:
        card.bricks = draw_bricks(d, s.tables.row.bricks_per_card)
