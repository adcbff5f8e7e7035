"""The plain computer player: it prices in florins what it could get and takes the best, by what its seat knows."""

from collections.abc import Callable, Iterable
from itertools import combinations

from engines.kit import Amount, Ask, Pick, Value, default_of
from engines.princes.characters import lowest_space
from engines.princes.counts import quantity, value_of_terms
from engines.princes.scoring import prestige_points
from engines.princes.state import Player, PrincesState
from engines.princes.tables import LANDSCAPES, ROUNDS
from engines.princes.windows import rank
from engines.princes.work import base_value, princess_value, value_so_far

POINT = 110
"""What a point is worth in florins."""
RESERVE = (700, 700, 700, 600, 600, 500, 0)
"""What is left for the turn after bidding, by round."""
SAVINGS = (1400, 1200, 1100, 1000, 800, 700, 0)
"""What is not turned into points after a work, by round."""


def choose(s: PrincesState, seat: int, step: str, ask: Ask, below: Callable[[int], int]) -> Value:
    """A sensible answer; whatever is not thought about gets the ask's own default."""
    if step == "auction.bid":
        return bid(s, seat, ask)
    if isinstance(ask, Pick) and step in PICKS:
        return PICKS[step](s, seat, ask)
    if isinstance(ask, Amount) and step in AMOUNTS:
        return AMOUNTS[step](s, seat, ask)
    return default_of(ask)


def _keys(ask: Pick) -> list[str]:
    return [option.key for option in ask.options]


# --- what things are worth ---


def works_left(s: PrincesState) -> int:
    """About one work a round from the second on."""
    return max(1, ROUNDS + 1 - max(s.round, 2))


def wanted(s: PrincesState, player: Player, field: str, kind: str) -> int:
    """How many people in the own hand wish for this building, landscape or freedom."""
    return sum(1 for card in player.hand if getattr(s.tables.professions[card.kind], field) == kind)


def worth_of_pile(s: PrincesState, seat: int, pile: str) -> int:
    """What an object is worth to this seat now."""
    player, points = s.players[seat], s.tables.points
    match pile:
        case "landscape":
            return max(worth_of_pile(s, seat, kind) for kind in LANDSCAPES)
        case "forest" | "lake" | "park":
            has = any(tile.kind == pile for tile in player.landscapes)
            return points.repeated_landscape * POINT if has else 200 + 250 * wanted(s, player, "landscape", pile)
        case "jester":
            return 170 * works_left(s)
        case "builder":
            bonus = points.builder[min(player.builders + 1, 3)] * POINT
            return bonus + (120 if player.builders == 0 else 40) * (ROUNDS + 1 - s.round)
        case "prestige_card":
            return 550 + 30 * s.round
        case _:
            return 300 + 80 * works_left(s) if s.round > 2 else 250


def _most_to_bid(s: PrincesState, seat: int, pile: str) -> int:
    worth = worth_of_pile(s, seat, pile)
    return min(2 * worth if s.round == ROUNDS else worth, s.players[seat].cash - RESERVE[s.round - 1])


# --- the steps ---


def keep_people(s: PrincesState, seat: int, ask: Pick) -> list[str]:
    """Three people who share wishes."""
    rows = s.tables.professions

    def shared(kinds: Iterable[str]) -> int:
        pairs = list(combinations([rows[kind] for kind in kinds], 2))
        alike = sum(4 * (a.building == b.building) + 3 * (a.landscape == b.landscape) for a, b in pairs)
        return alike + sum(3 * (a.freedom == b.freedom) for a, b in pairs)

    return list(max(combinations(_keys(ask), ask.least), key=shared))


def open_pile(s: PrincesState, seat: int, ask: Pick) -> list[str]:
    """The pile with the most to spare over the base price."""
    price = s.tables.base_price(s.seats)
    best, margin = "decline", -1
    for pile in _keys(ask):
        if pile != "decline" and (spare := _most_to_bid(s, seat, pile) - price) > margin:
            best, margin = pile, spare
    return [best]


def bid(s: PrincesState, seat: int, ask: Ask) -> Value:
    """Up to what the lot is worth."""
    if isinstance(ask, Amount) and ask.low <= _most_to_bid(s, seat, s.auction.lot):
        return ask.low
    return "pass" if isinstance(ask, Amount) else ["pass"]


def landscape(s: PrincesState, seat: int, ask: Pick) -> list[str]:
    return [max(_keys(ask), key=lambda kind: worth_of_pile(s, seat, kind))]


def recruit(s: PrincesState, seat: int, ask: Pick) -> list[str]:
    """Whoever finds most wishes fulfilled here."""
    return [max((key for key in _keys(ask) if key != "keep"), key=lambda kind: _suits(s, s.players[seat], kind))]


def _suits(s: PrincesState, player: Player, kind: str) -> int:
    row = s.tables.professions[kind]
    has_building = any(tile.kind == row.building for tile in player.buildings)
    has_landscape = any(tile.kind == row.landscape for tile in player.landscapes)
    return 4 * has_building + 3 * has_landscape + 3 * (row.freedom in player.freedoms)


def keep_card(s: PrincesState, seat: int, ask: Pick) -> list[str]:
    """The person who suits best, the bonus card worth most now, the prestige card nearest to scoring."""
    player = s.players[seat]

    def worth(kind: str) -> int:
        if s.looked_at == "professions":
            return _suits(s, player, kind)
        if s.looked_at == "bonus":
            return value_of_terms(s, player, s.tables.bonus_terms[kind], at_work=True)
        card = s.tables.prestige_cards[kind]
        return 10 * prestige_points(s, seat, kind) + (quantity(s, player, card.quantity) if card.quantity else 0)

    return [max(_keys(ask), key=worth)]


def act(s: PrincesState, seat: int, ask: Pick) -> list[str]:
    """The action worth most; with two actions left something useful comes before the work it helps."""
    worth = {key: worth_of_action(s, seat, key) for key in _keys(ask)}
    best = max(worth, key=worth.__getitem__)
    works = [key for key in worth if key.startswith("work:")]
    helpers = [key for key in worth if not key.startswith("work:") and worth[key] >= 250 and key != "princess"]
    if s.turn.actions > 1 and len(works) == 1 and best in works and helpers and s.round < ROUNDS:
        return [max(helpers, key=worth.__getitem__)]
    return [best]


def worth_of_action(s: PrincesState, seat: int, key: str) -> int:
    """What an action brings, in florins, after its price; in the last round money is worth nothing any more."""
    player, points, money = s.players[seat], s.tables.points, s.tables.money
    what, _, which = key.partition(":")
    match what:
        case "work":
            index = next(i for i, card in enumerate(player.hand) if card.kind == which)
            return 100 * base_value(s, seat, index)
        case "princess":
            return 100 * princess_value(s, seat)
        case "build":
            gain = points.building * POINT + _help(s, seat, "building", which, s.tables.work.building)
            return gain - _price(s, player, s.tables.cost_of_building(player.builders))
        case "freedom":
            return _help(s, seat, "freedom", which, s.tables.work.freedom) - _price(s, player, money.freedom)
        case "hire":
            return 1800 - 200 * len(player.hand) - _price(s, player, money.hire) // 2 if s.round < ROUNDS else -1
        case "bonus":
            near = any(0 < _missing(s, seat, index) <= 5 for index in range(len(player.hand)))
            return (800 if near else 250) - 100 * len(player.bonus) - _price(s, player, money.bonus_card)
        case "together":
            return 260 - 300 * s.turn.offers
        case _:
            return 0


def _missing(s: PrincesState, seat: int, index: int) -> int:
    """What a person's work lacks to the minimum of this round."""
    return s.tables.minimum(s.round) - base_value(s, seat, index)


def _help(s: PrincesState, seat: int, field: str, kind: str, value: int) -> int:
    """What a fulfilled wish adds to the works of people in hand; most where it lifts a work over the minimum."""
    player, worth = s.players[seat], 0
    for index, card in enumerate(player.hand):
        if getattr(s.tables.professions[card.kind], field) == kind:
            worth += 75 * value + (1000 if s.turn.actions > 1 and 0 < _missing(s, seat, index) <= value else 0)
    return worth


def _price(s: PrincesState, player: Player, price: int) -> int:
    """A price weighs more when little is left for the next auction, and nothing at the end."""
    if s.round == ROUNDS:
        return 0
    return price + (250 if player.cash - price < RESERVE[s.round] else 0)


def add_bonus(s: PrincesState, seat: int, ask: Pick) -> list[str]:
    """Cards that are worth playing now, until the rest is worth keeping."""
    player = s.players[seat]
    terms = s.tables.bonus_terms
    left = [key for key in _keys(ask) if key != "done"]
    best = max(left, key=lambda kind: value_of_terms(s, player, terms[kind], at_work=True))
    worth = value_of_terms(s, player, terms[best], at_work=True)
    return [best] if "done" not in _keys(ask) or worth >= 4 or s.round == ROUNDS else ["done"]


def convert(s: PrincesState, seat: int, ask: Amount) -> int:
    """Points for all that is not needed in the coming rounds."""
    work = s.tables.work
    florins = s.players[seat].cash + value_so_far(s, seat) * work.florins_per_value
    spare = max(0, florins - SAVINGS[s.round - 1]) // work.florins_per_point
    return min(ask.high, spare)


def bid_character(s: PrincesState, seat: int, ask: Pick) -> list[str]:
    """The character with the most to spare over its lowest space."""
    player = s.players[seat]
    worth = {
        "muse": 100 * s.round if player.hand else 0,
        "cardinal": 350,
        "princess": 60 * princess_value(s, seat) if princess_value(s, seat) >= s.tables.minimum(s.round) else 0,
        "merchant": POINT * rank(s, seat) + 150,
        "professor": 500,
        "banker": s.characters.money - 100,
    }
    best, margin = "pass", 0
    for option in ask.options[:-1]:
        price = lowest_space(s, option.key)
        spare = worth[option.key] - price
        if spare > margin and player.cash - price >= RESERVE[s.round - 1] - 200:
            best, margin = option.key, spare
    return [best]


def window(s: PrincesState, seat: int, ask: Pick) -> list[str]:
    """The Professor at once; the Merchant when behind."""
    first = _keys(ask)[0]
    return [first] if first != "points" or rank(s, seat) > 2 else ["later"]


def answer_offer(s: PrincesState, seat: int, ask: Pick) -> list[str]:
    """Three points and a building for the own share of the price are a good deal."""
    offer = s.offer
    if offer is None or "accept" not in _keys(ask):
        return ["refuse"]
    price = s.tables.cost_of_building(s.players[offer.active].builders)
    share = price - offer.amount if seat == offer.active else offer.amount
    return ["accept"] if share <= 3 * POINT else ["refuse"]


def ask_amount(s: PrincesState, seat: int, ask: Amount) -> int:
    """Half of the price, as near as it can be named."""
    offer = s.offer
    price = s.tables.cost_of_building(s.players[offer.active if offer else seat].builders)
    return min(ask.high - ask.high % 100, max(ask.low, price // 200 * 100))


def together_building(s: PrincesState, seat: int, ask: Pick) -> list[str]:
    return [max(_keys(ask), key=lambda kind: wanted(s, s.players[seat], "building", kind))]


PICKS: dict[str, Callable[[PrincesState, int, Pick], list[str]]] = {
    "setup.keep": keep_people,
    "auction.open": open_pile,
    "auction.last": open_pile,
    "object.landscape": landscape,
    "object.recruit": recruit,
    "turn.recruit": recruit,
    "look.keep": keep_card,
    "turn.action": act,
    "work.bonus": add_bonus,
    "characters.bid": bid_character,
    "characters.window": window,
    "together.answer": answer_offer,
    "together.building": together_building,
}
AMOUNTS: dict[str, Callable[[PrincesState, int, Amount], int]] = {
    "work.convert": convert,
    "together.amount": ask_amount,
}
