"""How often play stops for a person: plainly, and with standing orders and forced moves played by the bot.

Computer seats stand in for people. A stop is a question to somebody other than the last to act. Plainly every question
stops play, those with a single answer too. With orders a person who is asked for the first time in a round gives limits
for what is coming (`/orders jester 700, builder 500`) and says once for all how what comes again is answered (*Always
like this*), so that the bot goes on alone.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

from bot.cli.progress import bar
from bot.table.standing_orders import can_stand, lasting
from engines import ENGINES
from engines.kit import Amount, Engine, Event, Pending
from engines.kit.play import Walk

GAMES = 8
AUCTION = "auction."


def measure() -> dict[str, Any]:
    """Per game: stops per game plainly and eased, and the part saved; where there are auctions also in these alone."""
    found = {}
    for key in bar(list(ENGINES), len(ENGINES), "pace"):
        counts: Counter[str] = Counter()
        for number in range(GAMES):
            counts += _played(ENGINES[key], f"pace {number}")
        found[key] = _figures(counts, "plain", "eased") | (
            _figures(counts, "plain auction", "eased auction", "auction_") if counts["plain auction"] else {}
        )
    return found


def _figures(counts: Counter[str], plain: str, eased: str, prefix: str = "") -> dict[str, float]:
    return {
        f"{prefix}stops_plain": round(counts[plain] / GAMES, 1),
        f"{prefix}stops_eased": round(counts[eased] / GAMES, 1),
        f"{prefix}saved": round(1 - counts[eased] / counts[plain], 3) if counts[plain] else 0.0,
    }


def _played(engine: Engine[Any], seed: str) -> Counter[str]:
    """One game with plain players; every question counted both ways."""
    counts: Counter[str] = Counter()
    walk = Walk(engine, engine.info.seats[1], engine.info.options(), seed, wild=0)
    plain_last = eased_last = -1
    said: set[tuple[Any, ...]] = set()
    before, rounds = None, 0
    ends = tuple(question.stop for question in engine.info.ahead if question.stop)
    for position in walk.positions():
        answer = position.answer
        if answer is not None and before is not None:
            pending = next(each for each in engine.pending(before) if each.ask_id == answer.ask_id)
            in_auction = position.step.startswith(AUCTION)
            if answer.seat != plain_last:
                counts["plain"] += 1
                counts["plain auction"] += in_auction
                plain_last = answer.seat
            order = _order(engine, pending, answer.seat, rounds)
            if order is not None and order in said:
                counts["by order"] += 1
            elif answer.seat != eased_last:
                counts["eased"] += 1
                counts["eased auction"] += in_auction
                eased_last = answer.seat
            if order is not None:
                said.add(order)
        for seat in _forced(position.outcome.events):
            if seat != plain_last:
                counts["plain"] += 1
                plain_last = seat
        rounds += sum(event.key.startswith(ends) for event in position.outcome.events) if ends else 0
        before = position.state
    return counts


def _order(engine: Engine[Any], pending: Pending, seat: int, rounds: int) -> tuple[Any, ...] | None:
    """What an order is bound to: a question answered ahead until the event that ends that, or one that recurs."""
    if any(question.step == pending.step for question in engine.info.ahead):
        return seat, pending.step, rounds
    if pending.step in engine.info.recurring and can_stand(pending):
        return seat, pending.step
    if isinstance(pending.ask, Amount) and pending.ask.instead:
        return seat, pending.step, tuple(sorted(lasting(pending).items()))
    return None


def _forced(events: tuple[Event, ...]) -> list[int]:
    """Whose questions with a single answer the kit answered."""
    return [event.only[0] for event in events if event.key == "kit.event.forced" and event.only]
