"""Chapter 4 and section 10.2: the wheel, and buying bricks from it."""

from engines.carrara import reasons
from engines.carrara.ending import show_empty_hands
from engines.carrara.ids import COLOURS, RANK
from engines.carrara.state import CarraraState, Choice
from engines.carrara.tables import CarraraTables
from engines.carrara.turn import end_action
from engines.kit import (
    WORDLESS,
    Bundle,
    BundleStep,
    Draft,
    Option,
    Pick,
    PickStep,
    Text,
    Withheld,
    bare_options,
    counted,
    noun,
    ref,
    seat_ref,
)


def can_buy(s: CarraraState) -> bool:
    """4.6, 4.7, A27 Buying is open while a brick is on the wheel or in the bag."""
    return any(s.bag.values()) or any(s.wheel)


def can_buy_without_turning(s: CarraraState) -> bool:
    """10.2 In the expansion the turn may be left out, if there is a brick on the wheel."""
    return s.options.expansion and any(s.wheel)


def turn_wheel(d: Draft[CarraraState]) -> None:
    """1.6, 4.1, 4.4, 4.6, A8 Every brick one segment on, from VI to I; draw onto I until 11 lie on the wheel."""
    s = d.state
    s.wheel.insert(0, s.wheel.pop())
    again = {} if d.quiet else counted("brick", bricks_on(s, 0))
    missing = s.tables.constants.wheel_target - s.bricks_on_wheel
    drawn = [d.draw(s.bag) for _ in range(min(missing, sum(s.bag.values())))] if missing > 0 else []
    bricks: dict[str, int] = {}
    if drawn:
        drawn.sort(key=RANK.__getitem__)
        s.wheel[0] = sorted(s.wheel[0] + drawn, key=RANK.__getitem__)
        bricks = {} if d.quiet else {f"brick/{colour}": drawn.count(colour) for colour in drawn}
    d.tell("carrara.event.turned", seat=seat_ref(s.turn), bricks=bricks, again=again)


def bricks_on(s: CarraraState, segment: int) -> dict[str, int]:
    """The bricks of a segment by colour, noble ones first."""
    bricks: dict[str, int] = {}
    for colour in s.wheel[segment]:
        bricks[colour] = bricks.get(colour, 0) + 1
    return bricks


def least_prices(s: CarraraState, seat: int) -> dict[int, int]:
    """4.2 The segments with a brick that is free or within the seat's means, and the price of the cheapest there."""
    coins, prices = s.players[seat].coins, s.tables.prices
    return {
        segment: price
        for segment, bricks in enumerate(s.wheel)
        if bricks and (price := prices[segment][bricks[-1]]) <= coins
    }


def affordable(s: CarraraState, seat: int, segment: int) -> dict[str, int]:
    """4.2 The bricks of a segment that are free or within the seat's means."""
    coins, prices = s.players[seat].coins, s.tables.prices[segment]
    bricks: dict[str, int] = {}
    for colour in s.wheel[segment]:
        if prices[colour] <= coins:
            bricks[colour] = bricks.get(colour, 0) + 1
    return bricks


class ChooseSegment(PickStep[CarraraState]):
    """4.2, 4.5, A7, A26 One segment with a brick that can be paid; without any, the screen is shown."""

    name = "buy.segment"
    bluff = True
    since = 2

    def ask(self, s: CarraraState, seat: int) -> Pick | None:
        offers = least_prices(s, seat)
        if not offers:
            return None
        if s.lean:
            return Pick(WORDLESS, bare_options([str(segment + 1) for segment in offers]), private=True)
        wheel, made = s.wheel, s.tables.segment_options
        options = [
            made.get((segment, *wheel[segment])) or _make_option(s.tables, segment, wheel[segment])
            for segment in offers
        ]
        cheapest = min(offers, key=offers.__getitem__)
        prompt = Text("carrara.ask.buy.segment", {"coins": s.players[seat].coins})
        return Pick(prompt, tuple(options), default=[str(cheapest + 1)], private=True)

    def withheld(self, s: CarraraState, seat: int) -> Withheld:
        return reasons.segments(s, seat, [str(segment + 1) for segment in least_prices(s, seat)])

    def answer(self, d: Draft[CarraraState], seat: int, value: list[str]) -> None:
        d.state.choice = Choice(segment=int(value[0]) - 1)
        d.goto("buy.bricks", seat)

    def resume(self, d: Draft[CarraraState]) -> None:
        """4.5 Nothing is free or affordable: 2 coins, and the action is over."""
        show_empty_hands(d, "carrara.event.cannot_pay")
        end_action(d)


def _make_option(tables: CarraraTables, segment: int, bricks: list[str]) -> Option:
    """The same bricks on the same segment are the same option: made once for each set of tables."""
    priced = [f"priced/{colour}_{tables.prices[segment][colour]}" for colour in bricks]
    note = Text("carrara.note.segment", {"bricks": priced})
    option = Option(str(segment + 1), noun("segment", str(segment + 1)), note=note)
    tables.segment_options[segment, *bricks] = option
    return option


BRICKS = {colour: noun("brick", colour) for colour in COLOURS}
ON_WHEEL = [{colour: (f"brick/{colour}", f"segment/{number}") for colour in COLOURS} for number in range(1, 7)]
"""Where the bricks of each segment lie."""


class BuyBricks(BundleStep[CarraraState]):
    """4.2, 4.3 At least one brick of the segment; the coins go to the bank, the bricks behind the screen."""

    name = "buy.bricks"
    bluff = True
    since = 2

    def ask(self, s: CarraraState, seat: int) -> Bundle:
        segment, coins = s.choice.segment, s.players[seat].coins
        available = affordable(s, seat, segment)
        all_prices = s.tables.prices[segment]
        prices = {colour: all_prices[colour] for colour in available}
        if s.lean:
            return Bundle(WORDLESS, available, {}, 1, sum(available.values()), prices, coins, private=True)
        labels = {colour: BRICKS[colour] for colour in available}
        cost_of_all = sum([prices[colour] * count for colour, count in available.items()])
        return Bundle(
            Text("carrara.ask.buy.bricks", {"coins": coins, "segment": f"segment/{segment + 1}"}),
            available,
            labels,
            least=1,
            most=sum(available.values()),
            prices=prices,
            budget=coins,
            default={next(reversed(available)): 1},  # the plainest, hence the cheapest
            suggested=(available,) if cost_of_all <= coins else (),
            private=True,
            at=ON_WHEEL[segment],
        )

    def preview(self, s: CarraraState, seat: int, value: dict[str, int]) -> tuple[Text, ...]:
        """4.2 The price, and the coins that are left."""
        prices = s.tables.prices[s.choice.segment]
        price = sum(prices[colour] * count for colour, count in value.items())
        return (Text("carrara.preview.price", {"price": price, "left": s.players[seat].coins - price}),)

    def withheld(self, s: CarraraState, seat: int) -> Withheld:
        return reasons.bricks(s, seat, list(affordable(s, seat, s.choice.segment)))

    def answer(self, d: Draft[CarraraState], seat: int, value: dict[str, int]) -> None:
        s, player = d.state, d.state.players[seat]
        segment = s.choice.segment
        price, prices = 0, s.tables.prices[segment]
        for colour, count in value.items():
            price += prices[colour] * count
            player.bricks[colour] += count
            for _ in range(count):
                s.wheel[segment].remove(colour)
        player.coins -= price
        if not d.quiet:
            priced = [f"priced/{colour}_{prices[colour]}" for colour, count in value.items() if count]
            d.tell(
                "carrara.event.bought",
                because=Text("carrara.event.bought_each", {"prices": priced}) if len(priced) > 1 else None,
                seat=seat_ref(seat),
                segment=ref("segment", segment + 1),
                bricks=counted("brick", value),
                price=price,
            )
        end_action(d)
