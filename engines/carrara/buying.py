"""Chapter 4 and section 10.2: the wheel, and buying bricks from it."""

from engines.kit import Bundle, Draft, Option, Pick, Step, Text, counted, noun, ref, seat_ref

from .ending import show_empty_hands
from .state import CarraraState, some


def can_buy(s: CarraraState) -> bool:
    """4.6, 4.7, A27 Buying is open while a brick is on the wheel or in the bag."""
    return s.bricks_on_wheel > 0 or any(s.bag.values())


def can_buy_without_turning(s: CarraraState) -> bool:
    """10.2 In the expansion the turn may be left out, if there is a brick on the wheel."""
    return s.options.expansion and s.bricks_on_wheel > 0


def turn_wheel(d: Draft[CarraraState]) -> None:
    """1.6, 4.1, 4.4, 4.6, A8 Every brick one segment on, from VI to I; draw onto I until 11 lie on the wheel."""
    s = d.state
    s.wheel.insert(0, s.wheel.pop())
    drawn: dict[str, int] = {}
    missing = s.tables.constants.wheel_target - s.bricks_on_wheel
    for _ in range(min(missing, sum(s.bag.values()))):
        colour = d.draw(s.bag)
        s.wheel[0][colour] += 1
        drawn[colour] = drawn.get(colour, 0) + 1
    d.tell("carrara.event.turned", seat=seat_ref(s.turn), bricks=counted("brick", drawn))


def affordable(s: CarraraState, seat: int, segment: int) -> dict[str, int]:
    """4.2 The bricks of a segment that are free or within the seat's means."""
    coins, prices = s.players[seat].coins, s.tables.prices[segment]
    return {colour: count for colour, count in s.wheel[segment].items() if count and prices[colour] <= coins}


def go_shopping(d: Draft[CarraraState]) -> None:
    """4.2, 4.5, A7, A26 Buy; who cannot take a brick anywhere shows it, takes 2 coins, and the action is over."""
    s = d.state
    if any(affordable(s, s.turn, segment) for segment in range(len(s.wheel))):
        d.goto("buy.segment")
    else:
        show_empty_hands(d, "carrara.event.cannot_pay")
        d.goto("turn.object")


class ChooseSegment(Step[CarraraState]):
    """4.2 One segment with a brick that can be paid."""

    name = "buy.segment"

    def seats(self, s: CarraraState) -> tuple[int]:
        return (s.turn,)

    def ask(self, s: CarraraState, seat: int) -> Pick:
        offers = {segment: bricks for segment in range(len(s.wheel)) if (bricks := affordable(s, seat, segment))}
        options = tuple([self._option(s, segment) for segment in offers])
        cheapest = min(offers, key=lambda segment: min(s.tables.prices[segment][colour] for colour in offers[segment]))
        prompt = Text("carrara.ask.buy.segment", {"coins": s.players[seat].coins})
        return Pick(prompt, options, default=[_segment_key(cheapest)], private=True)

    def _option(self, s: CarraraState, segment: int) -> Option:
        prices = s.tables.prices[segment]
        bricks = [f"{colour}_{prices[colour]}" for colour, count in s.wheel[segment].items() for _ in range(count)]
        note = Text("carrara.note.segment", {"bricks": [ref("priced", brick) for brick in bricks]})
        return Option(_segment_key(segment), noun("segment", str(segment + 1)), note=note)

    def answer(self, d: Draft[CarraraState], seat: int, value: list[str]) -> None:
        d.state.choice.segment = int(value[0]) - 1
        d.goto("buy.bricks")


def _segment_key(segment: int) -> str:
    return str(segment + 1)


class BuyBricks(Step[CarraraState]):
    """4.2, 4.3 At least one brick of the segment; the coins go to the bank, the bricks behind the screen."""

    name = "buy.bricks"

    def seats(self, s: CarraraState) -> tuple[int]:
        return (s.turn,)

    def ask(self, s: CarraraState, seat: int) -> Bundle:
        segment, coins = s.choice.segment, s.players[seat].coins
        available = affordable(s, seat, segment)
        prices = {colour: s.tables.prices[segment][colour] for colour in available}
        labels = {colour: noun("brick", colour) for colour in available}
        prompt = Text("carrara.ask.buy.bricks", {"coins": coins, "segment": ref("segment", segment + 1)})
        most = sum(available.values())
        all_of_them = sum(prices[colour] * count for colour, count in available.items()) <= coins
        suggested = (dict(available),) if all_of_them else ()
        cheapest = min(available, key=lambda colour: prices[colour])
        return Bundle(
            prompt, available, labels, 1, most, prices, coins,
            default={cheapest: 1}, suggested=suggested, private=True,
        )  # fmt: skip

    def answer(self, d: Draft[CarraraState], seat: int, value: dict[str, int]) -> None:
        s, player = d.state, d.state.players[seat]
        segment = s.choice.segment
        price = sum(s.tables.prices[segment][colour] * count for colour, count in value.items())
        player.coins -= price
        for colour, count in value.items():
            s.wheel[segment][colour] -= count
            player.bricks[colour] += count
        d.tell(
            "carrara.event.bought",
            seat=seat_ref(seat),
            segment=ref("segment", segment + 1),
            bricks=counted("brick", some(value)),
            price=price,
        )
        d.goto("turn.object")
