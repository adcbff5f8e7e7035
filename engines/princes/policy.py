"""The plain computer player: it prices in florins what it could get and takes the best, by what its seat knows."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import combinations

from engines.kit import Amount, Ask, Below, Pick, Value, default_of
from engines.princes.characters import lowest_space
from engines.princes.counts import quantity, value_of_terms
from engines.princes.scoring import prestige_points
from engines.princes.state import Player, PrincesState
from engines.princes.tables import LANDSCAPES, ROUNDS
from engines.princes.turn import ACTIONS
from engines.princes.weights import PrincesWeights
from engines.princes.windows import rank
from engines.princes.work import base_value, princess_value, value_so_far, values_of_works


def choose(s: PrincesState, seat: int, step: str, ask: Ask, below: Below, w: PrincesWeights) -> Value:
    """A sensible answer; whatever is not thought about gets the ask's own default."""
    if step == "auction.bid":
        return bid(s, seat, ask, w)
    if isinstance(ask, Pick) and step in PICKS:
        return PICKS[step](s, seat, ask, w)
    if isinstance(ask, Amount) and step in AMOUNTS:
        return AMOUNTS[step](s, seat, ask, w)
    return default_of(ask)


def _keys(ask: Pick) -> list[str]:
    return [option.key for option in ask.options]


# --- what things are worth ---


def works_left(s: PrincesState) -> int:
    """About one work a round from the second on."""
    return max(1, ROUNDS + 1 - max(s.round, 2))


def wanted(s: PrincesState, player: Player, field: str, kind: str) -> int:
    """How many people in the own hand wish for this building, landscape or freedom."""
    professions = s.tables.professions
    return len([card for card in player.hand if getattr(professions[card.kind], field) == kind])


def worth_of_pile(s: PrincesState, seat: int, pile: str, w: PrincesWeights) -> float:
    """What an object is worth to this seat now."""
    player, points = s.players[seat], s.tables.points
    match pile:
        case "landscape":
            return max([worth_of_pile(s, seat, kind, w) for kind in LANDSCAPES])
        case "forest" | "lake" | "park":
            if pile in [tile.kind for tile in player.landscapes]:
                return points.repeated_landscape * w.point
            return w.landscape + w.landscape_wish * wanted(s, player, "landscape", pile)
        case "jester":
            return w.jester * works_left(s)
        case "builder":
            bonus = points.builder[min(player.builders + 1, 3)] * w.point
            return bonus + (w.builder_first if player.builders == 0 else w.builder_more) * (ROUNDS + 1 - s.round)
        case "prestige_card":
            return w.prestige + w.prestige_round * s.round
        case _:
            return w.recruiting + w.recruiting_work * works_left(s) if s.round > 2 else w.recruiting_early


def _most_to_bid(s: PrincesState, seat: int, pile: str, w: PrincesWeights) -> float:
    worth = worth_of_pile(s, seat, pile, w)
    return min(w.last_bid * worth if s.round == ROUNDS else worth, s.players[seat].cash - w.reserve[s.round - 1])


# --- the steps ---


def keep_people(s: PrincesState, seat: int, ask: Pick, w: PrincesWeights) -> list[str]:
    """Three people who share wishes."""
    rows = s.tables.professions

    def shared(kinds: Iterable[str]) -> float:
        pairs = list(combinations([rows[kind] for kind in kinds], 2))
        alike: float = sum(w.shared_building * (a.building == b.building) for a, b in pairs)
        alike += sum(w.shared_landscape * (a.landscape == b.landscape) for a, b in pairs)
        return alike + sum(w.shared_freedom * (a.freedom == b.freedom) for a, b in pairs)

    return list(max(combinations(_keys(ask), ask.least), key=shared))


def open_pile(s: PrincesState, seat: int, ask: Pick, w: PrincesWeights) -> list[str]:
    """The pile with the most to spare over the base price."""
    price = s.tables.base_price(s.seats)
    best, margin = "decline", -1.0
    for pile in _keys(ask):
        if pile != "decline" and (spare := _most_to_bid(s, seat, pile, w) - price) > margin:
            best, margin = pile, spare
    return [best]


def bid(s: PrincesState, seat: int, ask: Ask, w: PrincesWeights) -> Value:
    """Up to what the lot is worth."""
    if isinstance(ask, Amount) and ask.low <= _most_to_bid(s, seat, s.auction.lot, w):
        return ask.low
    return "pass" if isinstance(ask, Amount) else ["pass"]


def landscape(s: PrincesState, seat: int, ask: Pick, w: PrincesWeights) -> list[str]:
    return [max(_keys(ask), key=lambda kind: worth_of_pile(s, seat, kind, w))]


def recruit(s: PrincesState, seat: int, ask: Pick, w: PrincesWeights) -> list[str]:
    """Whoever finds most wishes fulfilled here."""
    return [max((key for key in _keys(ask) if key != "keep"), key=lambda kind: _suits(s, s.players[seat], kind, w))]


def _suits(s: PrincesState, player: Player, kind: str, w: PrincesWeights) -> float:
    row = s.tables.professions[kind]
    has_building = row.building in [tile.kind for tile in player.buildings]
    has_landscape = row.landscape in [tile.kind for tile in player.landscapes]
    has_freedom = row.freedom in player.freedoms
    return w.suits_building * has_building + w.suits_landscape * has_landscape + w.suits_freedom * has_freedom


def keep_card(s: PrincesState, seat: int, ask: Pick, w: PrincesWeights) -> list[str]:
    """The person who suits best, the bonus card worth most now, the prestige card nearest to scoring."""
    player = s.players[seat]

    def worth(kind: str) -> float:
        if s.looked_at == "professions":
            return _suits(s, player, kind, w)
        if s.looked_at == "bonus":
            return value_of_terms(s, player, s.tables.bonus_terms[kind], at_work=True)
        card = s.tables.prestige_cards[kind]
        return 10 * prestige_points(s, seat, kind) + (quantity(s, player, card.quantity) if card.quantity else 0)

    return [max(_keys(ask), key=worth)]


def act(s: PrincesState, seat: int, ask: Pick, w: PrincesWeights) -> list[str]:
    """The action worth most; with two actions left something useful comes before the work it helps."""
    prospects = Prospects(s, seat, w)
    worth = {option.key: prospects.worth_of(option.key) for option in ask.options}
    best = max(worth, key=worth.__getitem__)
    if s.turn.actions > 1 and best.startswith("work:") and s.round < ROUNDS:
        works = [key for key in worth if key.startswith("work:")]
        helpers = [key for key in worth if worth[key] >= w.helper and key not in works and key != "princess"]
        if len(works) == 1 and helpers:
            return [max(helpers, key=worth.__getitem__)]
    return [best]


class Prospects:
    """What a seat may expect of its actions; what several of them ask is reckoned once."""

    __slots__ = ("_building", "_freedom", "_helps", "_minimum", "_s", "_seat", "_values", "_w")

    def __init__(self, s: PrincesState, seat: int, w: PrincesWeights) -> None:
        self._s, self._seat, self._w = s, seat, w
        self._values = values_of_works(s, seat)
        self._minimum = s.tables.minimum(s.round)
        self._helps: dict[str, dict[str, float]] = {}
        player, tables = s.players[seat], s.tables
        self._building = (
            tables.points.building * w.point,
            _price(s, player, tables.cost_of_building(player.builders), w),
        )
        self._freedom = _price(s, player, tables.money.freedom, w)

    def worth_of(self, key: str) -> float:
        """What an action brings, in florins, after its price; in the last round money is worth nothing any more."""
        s, w = self._s, self._w
        what, _, which = key.partition(":")
        if what == "build":
            points, price = self._building
            return points + self._help("building", which, s.tables.work.building) - price
        if what == "freedom":
            return self._help("freedom", which, s.tables.work.freedom) - self._freedom
        player, money = s.players[self._seat], s.tables.money
        match what:
            case "work":
                index = next(i for i, card in enumerate(player.hand) if card.kind == which)
                return w.work * self._values[index]
            case "princess":
                return w.princess * princess_value(s, self._seat)
            case "hire":
                if s.round == ROUNDS:
                    return -1
                worth = w.hire - w.hire_hand * len(player.hand) - w.hire_price * _price(s, player, money.hire, w)
                return worth - (w.hire_enough if self._has_enough() else 0)
            case "bonus":
                near = any(0 < self._minimum - value <= w.bonus_gap for value in self._values)
                worth = w.bonus_near if near else w.bonus
                return worth - w.bonus_held * len(player.bonus) - _price(s, player, money.bonus_card, w)
            case "together":
                return w.together - w.together_again * s.turn.offers
            case _:
                return 0

    def _has_enough(self) -> bool:
        """Whether one more person would find no action left to work in: those in hand take them all."""
        actions = self._s.turn.actions + ACTIONS * (ROUNDS - self._s.round)
        return sum(value >= self._minimum for value in self._values) >= actions

    def _help(self, field: str, kind: str, value: int) -> float:
        """What a fulfilled wish adds to the works of people in hand; most where it lifts a work over the minimum."""
        helps = self._helps.get(field)
        if helps is None:
            helps = self._helps[field] = self._all_helps(field, value)
        return helps.get(kind, 0.0)

    def _all_helps(self, field: str, value: int) -> dict[str, float]:
        s, w = self._s, self._w
        wish = w.wish * (w.last_help if s.round == ROUNDS and s.turn.actions < 2 else 1.0)
        lift = w.lift if s.turn.actions > 1 else 0
        if s.turn.actions > 1 and max(self._values, default=0) < self._minimum:
            lift += w.lift_first
        found: dict[str, float] = {}
        for card, base in zip(s.players[self._seat].hand, self._values, strict=True):
            kind = getattr(s.tables.professions[card.kind], field)
            helps = wish * value + (lift if 0 < self._minimum - base <= value else 0)
            found[kind] = found.get(kind, 0.0) + helps
        return found


def _price(s: PrincesState, player: Player, price: int, w: PrincesWeights) -> float:
    """A price weighs more when little is left for the next auction, and nothing at the end."""
    if s.round == ROUNDS:
        return 0
    return price + (w.poor if player.cash - price < w.reserve[s.round] else 0)


def add_bonus(s: PrincesState, seat: int, ask: Pick, w: PrincesWeights) -> list[str]:
    """Cards that are worth playing now, until the rest is worth keeping."""
    player = s.players[seat]
    terms = s.tables.bonus_terms
    left = [key for key in _keys(ask) if key != "done"]
    best = max(left, key=lambda kind: value_of_terms(s, player, terms[kind], at_work=True))
    worth = value_of_terms(s, player, terms[best], at_work=True)
    return [best] if "done" not in _keys(ask) or worth >= w.bonus_least or s.round == ROUNDS else ["done"]


def convert(s: PrincesState, seat: int, ask: Amount, w: PrincesWeights) -> int:
    """Points for all that is not needed in the coming rounds."""
    work = s.tables.work
    florins = s.players[seat].cash + value_so_far(s, seat) * work.florins_per_value
    spare = max(0.0, florins - w.savings[s.round - 1]) // work.florins_per_point
    return min(ask.high, int(spare))


def bid_character(s: PrincesState, seat: int, ask: Pick, w: PrincesWeights) -> list[str]:
    """The character with the most to spare over its lowest space."""
    player, princess = s.players[seat], princess_value(s, seat)
    worth = {
        "muse": w.muse * s.round if player.hand else 0,
        "cardinal": w.cardinal,
        "princess": w.princess_card * princess if princess >= s.tables.minimum(s.round) else 0,
        "merchant": w.point * rank(s, seat) + w.merchant,
        "professor": w.professor,
        "banker": s.characters.money - w.banker,
    }
    best, margin = "pass", 0.0
    for option in ask.options[:-1]:
        price = lowest_space(s, option.key)
        spare = worth[option.key] - price
        if spare > margin and player.cash - price >= w.reserve[s.round - 1] - w.character_reserve:
            best, margin = option.key, spare
    return [best]


def window(s: PrincesState, seat: int, ask: Pick, w: PrincesWeights) -> list[str]:
    """The Professor at once; the Merchant when behind."""
    first = _keys(ask)[0]
    return [first] if first != "points" or rank(s, seat) > w.merchant_rank else ["later"]


def answer_offer(s: PrincesState, seat: int, ask: Pick, w: PrincesWeights) -> list[str]:
    """Three points and a building for the own share of the price are a good deal."""
    offer = s.offer
    if offer is None or "accept" not in _keys(ask):
        return ["refuse"]
    price = s.tables.cost_of_building(s.players[offer.active].builders)
    share = price - offer.amount if seat == offer.active else offer.amount
    return ["accept"] if share <= w.together_share * w.point else ["refuse"]


def ask_amount(s: PrincesState, seat: int, ask: Amount, w: PrincesWeights) -> int:
    """Half of the price, as near as it can be named."""
    offer = s.offer
    price = s.tables.cost_of_building(s.players[offer.active if offer else seat].builders)
    return min(ask.high - ask.high % 100, max(ask.low, price // 200 * 100))


def together_building(s: PrincesState, seat: int, ask: Pick, w: PrincesWeights) -> list[str]:
    return [max(_keys(ask), key=lambda kind: wanted(s, s.players[seat], "building", kind))]


PICKS: dict[str, Callable[[PrincesState, int, Pick, PrincesWeights], list[str]]] = {
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
AMOUNTS: dict[str, Callable[[PrincesState, int, Amount, PrincesWeights], int]] = {
    "work.convert": convert,
    "together.amount": ask_amount,
}


# --- beside a question ------------------------------------------------------------------------------------------------

LATE = 6
"""From this round on a card that could still be used is used."""


def side(s: PrincesState, seat: int, owed: str, step: str, ask: Ask, below: Below, w: PrincesWeights) -> Value | None:
    """Somebody to recruit, a card to use, points to sell for a work; None: leave it."""
    if owed != "turn.action":
        return None
    if isinstance(ask, Amount):
        return _sell(s, seat, ask) if step == "track.back" else None
    if isinstance(ask, Pick):
        if step == "turn.recruit":
            return _recruit_now(s, seat, ask, w)
        if step == "professor.look":
            return [_keys(ask)[0]]
        if step == "merchant.points" and (s.round >= LATE or rank(s, seat) > w.merchant_rank):
            return [_keys(ask)[0]]
    return None


def looks(s: PrincesState, seat: int, owed: str, step: str) -> bool:
    """Whether a side might be worth taking, as far as that is plain before it is asked."""
    if owed != "turn.action":
        return False
    return step != "track.back" or (s.round >= ROUNDS and s.turn.actions >= 2)


def _recruit_now(s: PrincesState, seat: int, ask: Pick, w: PrincesWeights) -> list[str] | None:
    """Whoever suits well enough; a person who could work now need not suit any better."""
    best = recruit(s, seat, ask, w)[0]
    suits = _suits(s, s.players[seat], best, w)
    return [best] if suits >= w.recruit_least or s.round >= LATE else None


def _sell(s: PrincesState, seat: int, ask: Amount) -> int | None:
    """In the last round, points for the freedom or building that lifts a work over the minimum, if it pays."""
    player, work, money = s.players[seat], s.tables.work, s.tables.money
    if s.round < ROUNDS or s.turn.actions < 2:
        return None
    best: tuple[int, int] | None = None
    for index, card in enumerate(player.hand):
        row, value = s.tables.professions[card.kind], base_value(s, seat, index)
        missing = s.tables.minimum(s.round) - value
        ways = []
        if row.freedom not in player.freedoms and s.freedoms.get(row.freedom) and not s.turn.freedom:
            ways.append((work.freedom, money.freedom))
        if not any(tile.kind == row.building for tile in player.buildings):
            ways.append((work.building, s.tables.cost_of_building(player.builders)))
        for adds, price in ways:
            points = -((player.cash - price) // money.per_field_back)
            gain = (value + adds) * work.florins_per_value // work.florins_per_point - points
            if 0 < missing <= adds and 0 < points <= ask.high and gain > 1:
                best = max(best or (0, 0), (gain, points))
    return None if best is None else best[1]
