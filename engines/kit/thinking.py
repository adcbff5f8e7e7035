"""Thinking: weigh what a seat might answer by playing the game on from re-dealt states with scripts.

Sequential halving: all candidates play on from the same deals with the same luck, the worse half drops out, and what is
left gets more deals. Pure: the same state (as far as the seat knows it), playouts and seed give the same thought.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass
from math import ceil, inf, log2, sqrt
from statistics import fmean, stdev
from typing import Any

from engines.kit.asks import Amount, Bundle, Pick, Place, Value
from engines.kit.dice import Dice
from engines.kit.engine import Engine
from engines.kit.flow import Pending
from engines.kit.outcome import Result
from engines.kit.rollout import Rollout
from engines.kit.scripted import Style, answer_of, play_out, shipped

CANDIDATES, WITH_SIDES = 12, 4
"""So many answers are weighed, and so many more where a seat may answer sides too."""
BY_CHANCE = 4
"""Bundles that are drawn blindly."""
EVEN_STEPS = 5
ALIKE = 8
"""Deals without any difference, from which on two answers are taken to come to the same."""
CLEARLY = 0.5
"""Standard errors by which an answer must be better than the script's."""


@dataclass(frozen=True, slots=True)
class Move:
    """An answer to one of the open asks of a seat."""

    ask_id: str
    step: str
    is_side: bool
    value: Value


@dataclass(frozen=True, slots=True)
class Thought:
    """What was weighed. `moves[0]` is the script's own; `order` has the best first, `leads` what each deal brought."""

    moves: tuple[Move, ...]
    leads: tuple[tuple[float, ...], ...]
    order: tuple[int, ...]
    playouts: int
    is_cut: bool = False
    """The time was up before the playouts were."""

    @property
    def best(self) -> Move:
        return self.moves[self.order[0]]

    def behind(self, index: int) -> float:
        """By how much an answer stays behind the best, on the deals that both were played on from."""
        pairs = list(zip(self.leads[self.order[0]], self.leads[index], strict=False))
        return fmean([best - other for best, other in pairs]) if pairs else inf

    def is_alike(self, index: int) -> bool:
        """The same came of it as of the best answer, whatever was dealt: order or name is all that they differ in."""
        pairs = list(zip(self.leads[self.order[0]], self.leads[index], strict=False))
        return len(pairs) >= ALIKE and all(best == other for best, other in pairs)


def think(
    engine: Engine[Any],
    state: Any,
    seat: int,
    playouts: int,
    seed: str,
    *,
    style: Style | None = None,
    sides: int = 0,
    most: int | None = None,
    seconds: float = inf,
) -> Thought | None:
    """Weigh what this seat might answer; None if nothing is asked of it.

    `sides`: how many sides it has answered in a row. Only `playouts` bounds the work, and `most`: from so many deals
    each answer is played on at the most; but for `seconds` in need.
    """
    chance, ends = Dice(seed), time.monotonic() + seconds
    playing = style or shipped(engine, state)
    known = engine.resample(state, seat, f"{seed}/known")
    asked = [each for each in engine.pending(state) if each.seat == seat]
    answer = answer_of(engine, known, asked, playing, chance.below, sides)
    if answer is None:
        return None
    moves = _candidates(engine, known, asked, answer, chance)
    leads: list[list[float]] = [[] for _ in moves]
    racing, spent, is_cut = list(range(len(moves))), 0, False
    rounds = ceil(log2(len(moves))) if len(moves) > 1 else 0
    for turn in range(rounds):
        deals = max(1, (playouts - spent) // (rounds - turn) // len(racing))
        if most is not None:
            deals = min(deals, most - len(leads[0]))
        for _ in range(deals):
            if spent and (spent + len(racing) > playouts or time.monotonic() > ends):
                is_cut = is_cut or time.monotonic() > ends
                break
            dealt, luck = engine.resample(state, seat, f"{seed}/{chance.below(1 << 30)}"), str(chance.below(1 << 30))
            for index in racing:
                leads[index].append(_playout(engine, dealt, seat, moves[index], playing, Dice(luck)))
            spent += len(racing)
        racing = _better_half(racing, leads)
    return Thought(tuple(moves), tuple(map(tuple, leads)), _ordered(racing, leads), spent, is_cut)


def _better_half(racing: list[int], leads: list[list[float]]) -> list[int]:
    """The script's answer always goes on, and of the others the better half."""
    others = sorted([index for index in racing if index], key=lambda index: -fmean(leads[index]))
    return [0, *others[: max(1, (len(racing) + 1) // 2 - 1)]]


def _ordered(racing: list[int], leads: list[list[float]]) -> tuple[int, ...]:
    """The best first: those that were weighed longest by their means, but the script's unless another is clear."""
    ranked = sorted(range(len(leads)), key=lambda i: (-len(leads[i]), -fmean(leads[i]) if leads[i] else 0.0))
    others = [index for index in racing if index]
    best = max(others, key=lambda index: fmean(leads[index]) if leads[index] else -inf, default=0)
    if best and is_clearly_better(leads[best], leads[0]):
        return (best, *[index for index in ranked if index != best])
    return (0, *[index for index in ranked if index])


def is_clearly_better(leads: list[float] | tuple[float, ...], others: list[float] | tuple[float, ...]) -> bool:
    """Better on the average by more than the pairs scatter."""
    gains = [lead - other for lead, other in zip(leads, others, strict=False)]
    if not gains:
        return False
    return fmean(gains) > CLEARLY * (stdev(gains) / sqrt(len(gains)) if len(gains) > 1 else 0.0)


def begun_with(engine: Engine[Any], dealt: Any, seat: int, move: Move) -> Rollout[Any]:
    """A game in which this move has been made."""
    game = engine.rollout(dealt)
    for each in game.pending():
        if (each.seat, each.step, each.is_side) == (seat, move.step, move.is_side):
            game.answer(each, move.value)
            break
    return game


def lead_of(result: Result, seat: int) -> int:
    """How far a seat is ahead of the best of the others."""
    return result.scores[seat] - max([score for other, score in enumerate(result.scores) if other != seat])


def victory_of(result: Result, seat: int) -> float:
    """The part of the victory that a seat has."""
    return 1 / len(result.winners) if seat in result.winners else 0.0


def _playout(engine: Engine[Any], dealt: Any, seat: int, move: Move, style: Style, chance: Dice) -> float:
    """How far this seat is ahead when scripts have played on to the end, and what the victory counts."""
    game = begun_with(engine, dealt, seat, move)
    result = play_out(engine, game, [style] * dealt.seats, chance.below)
    if result is None:
        return 0.0
    victory = 20.0 if engine.script is None else engine.script.victory
    return lead_of(result, seat) + victory * victory_of(result, seat)


# --- what is worth weighing ---


def _candidates(
    engine: Engine[Any], known: Any, asked: list[Pending], answer: tuple[Pending, Value], chance: Dice
) -> list[Move]:
    """The script's answer first, then its answers to the other asks, then what else each ask offers, in turn.

    Sides that the script does not even look at are no candidates: those that do nothing by themselves (wait, ask me
    again) or that can wait (points are sold when they are needed) would only change how the scripts go on.
    """
    scripted, value = answer
    looked = _looked_at(engine, known, asked)
    found = [_move(scripted, value)]
    rest: list[list[Move]] = []
    has_sides = any(each.is_side for each in asked)
    for each in sorted(asked, key=lambda each: (each is not scripted, not each.owed)):
        if not each.owed and each is not scripted and each not in looked:
            continue
        own = value if each is scripted else engine.policy(known, each.seat, each.step, each.ask, chance.below)
        if each is not scripted:
            found.append(_move(each, own))
        rest.append([_move(each, other) for other in _values(each, own, chance)])
    while any(rest):
        found += [queue.pop(0) for queue in rest if queue]
    unique = [move for index, move in enumerate(found) if move not in found[:index]]
    return unique[: CANDIDATES + (WITH_SIDES if has_sides else 0)]


def _looked_at(engine: Engine[Any], known: Any, asked: list[Pending]) -> list[Pending]:
    """The sides that may be worth something beside what is owed."""
    owed = next(each for each in asked if each.owed)
    sides = [each for each in asked if each.is_side]
    if engine.script is None:
        return sides
    return [each for each in sides if engine.script.looks(known, each.seat, owed.step, each.step)]


def _move(pending: Pending, value: Value) -> Move:
    return Move(pending.ask_id, pending.step, pending.is_side, pending.ask.check(value))


def _values(pending: Pending, own: Value, chance: Dice) -> Iterator[Value]:
    """Other answers to an ask than the script's own."""
    ask = pending.ask
    yield from ask.suggested
    match ask:
        case Pick(least=1, most=1):
            keys = [[option.key] for option in ask.options]
            if len(keys) > CANDIDATES:
                chance.shuffle(keys)
            yield from keys
        case Amount():
            yield from [option.key for option in ask.instead]
            if isinstance(own, int):
                yield from [n for n in (own + ask.step, own - ask.step) if ask.low <= n <= ask.high]
            last = ask.count() - 1
            for part in range(EVEN_STEPS if last >= 0 else 0):
                yield ask.low + ask.step * round(last * part / (EVEN_STEPS - 1))
        case Bundle():
            yield from _near(ask, own if isinstance(own, dict) else {})
            yield from [ask.sample(chance.below) for _ in range(BY_CHANCE)]
        case Pick() | Place():
            yield from [ask.sample(chance.below) for _ in range(CANDIDATES)]


def _near(ask: Bundle, own: dict[str, int]) -> Iterator[dict[str, int]]:
    """Bundles that differ by one piece, or in which one piece is exchanged."""
    changes: list[dict[str, int]] = [{kind: step} for kind in ask.available for step in (1, -1)]
    changes += [{more: 1, less: -1} for more in ask.available for less in own if more != less]
    for change in changes:
        other = {kind: own.get(kind, 0) + change.get(kind, 0) for kind in {**own, **change}}
        if sum(other.values()) >= ask.least and ask.has_room(other):
            yield {kind: count for kind, count in other.items() if count}
