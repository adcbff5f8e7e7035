"""Coaching: why one answer is better than another, told by what comes of both when scripts play on from the same deals.

No game has a word of its own here: the reasons are chances, the sources of a final scoring, and what one would choose
later. Pure, and from what the seat knows: the same position and seed give the same advice.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import sqrt
from statistics import fmean, stdev
from typing import Any

from engines.kit.answers import is_way_out
from engines.kit.asks import Ask, Pick, Value
from engines.kit.dice import Dice
from engines.kit.engine import Engine
from engines.kit.flow import Pending
from engines.kit.outcome import Result
from engines.kit.scripted import Style, play_out, shipped
from engines.kit.text import Text
from engines.kit.thinking import Move, Thought, begun_with, lead_of, think, victory_of

PLAYOUTS = 200
"""With fewer, two seeds too often give two hints."""
DEALS = 50
"""But each answer is played on from no more deals than that: with few to choose from the rest would teach nothing."""
PAIRS = 100
"""So often at most both answers are played on from the same deal."""
BLOCK = 20
"""After so many pairs, from the second time on, it is looked whether more would teach anything."""
SURE = 2.0
"""Standard errors from which on a difference is told."""
PLAIN, EQUAL = 1.5, 0.75
"""Of such a bound: with more than that the difference is plain already. With less, and early on with much less, none is
to be found: in one of six cases at the most all the pairs would have shown one."""
SLIGHT = 0.03
"""A chance that is so little lower is the same."""
KNOWN = 20
"""Deals after which an answer is known well enough to be the one that the best is compared with."""
MOST_SOURCES = 3
OFTEN = 0.25
"""A later choice is told if it is made so much more often."""


Choice = tuple[str, str]
"""A later choice: the step that asked, and the key of what was taken."""


@dataclass(frozen=True, slots=True)
class Later:
    """A choice that one makes more often afterwards: its question, its name on the button, and how often."""

    question: Text
    label: Text
    often: float
    otherwise: float


@dataclass(frozen=True, slots=True)
class Advice:
    """The better of two answers, and what it brings. Without another there was nothing to choose."""

    move: Move
    other: Move | None = None
    gain: float = 0.0
    """Points by which one is further ahead at the end, on the average."""
    error: float = 0.0
    """Of the gain, in standard errors that make it sure."""
    chance: float = 0.0
    otherwise: float = 0.0
    """The chances to win with the one and with the other."""
    sources: tuple[tuple[str, float], ...] = ()
    """Where the points come from, as far as it is sure."""
    rival: float = 0.0
    """What the best of the others has more by it; 0: nothing is sure."""
    later: Later | None = None
    alike: tuple[Move, ...] = ()
    """Other answers to the question from which the same comes as from the best, deal by deal."""
    playouts: int = 0

    @property
    def is_equal(self) -> bool:
        """Nothing speaks clearly for either."""
        return self.gain <= self.error

    @property
    def is_mixed(self) -> bool:
        """The points speak for the one, the chance of winning for the other: no advice, but worth knowing."""
        return not self.is_equal and self.chance < self.otherwise - SLIGHT


@dataclass(slots=True)
class _Played:
    """What came of one answer, deal by deal."""

    results: list[Result]
    choices: list[set[Choice]]


def advise(
    engine: Engine[Any],
    state: Any,
    seat: int,
    seed: str,
    *,
    playouts: int = PLAYOUTS,
    pairs: int = PAIRS,
    about: Move | None = None,
) -> Advice | None:
    """What to answer, and why rather than another (the next best, or the one it is `about`); None: nothing is owed."""
    thought = think(engine, state, seat, playouts, seed, most=DEALS)
    if thought is None:
        return None
    best = thought.best
    if about is not None and (about.step, about.is_side, about.value) == (best.step, best.is_side, best.value):
        about = None
    other = about or _rival_of(thought)
    if other is None:
        return Advice(best, playouts=thought.playouts)
    advice = compared(engine, state, seat, best, other, f"{seed}/pairs", pairs)
    if advice.move is not best:
        return replace(advice, playouts=thought.playouts + advice.playouts)
    alike = [thought.moves[n] for n in thought.order[1:] if thought.is_alike(n) and not thought.moves[n].is_side]
    alike = [move for move in alike if move != other]
    return replace(advice, alike=tuple(alike), playouts=thought.playouts + advice.playouts)


def _rival_of(thought: Thought) -> Move | None:
    """The answer that comes nearest to the best, of those that were weighed often enough.

    Not the one that only bears another name: that would teach nothing, unless there is no other.
    """
    rest = thought.order[1:]
    apart = [index for index in rest if not thought.is_alike(index)] or list(rest)
    known = [index for index in apart if len(thought.leads[index]) >= KNOWN] or apart[:1]
    best = min(known, key=thought.behind, default=None)
    return None if best is None else thought.moves[best]


def compared(
    engine: Engine[Any], state: Any, seat: int, move: Move, other: Move, seed: str, pairs: int = PAIRS
) -> Advice:
    """Two answers side by side on fresh deals; the better of them comes first, if that is sure."""
    style, chance = shipped(engine, state), Dice(seed)
    first, second = _Played([], []), _Played([], [])
    words: dict[Choice, tuple[Text, Text]] = {}
    number = 0
    for number in range(1, pairs + 1):
        dealt, luck = engine.resample(state, seat, f"{seed}/{chance.below(1 << 30)}"), str(chance.below(1 << 30))
        outcomes = [_outcome(engine, dealt, seat, each, style, luck, words) for each in (move, other)]
        if outcomes[0] is None or outcomes[1] is None:
            continue
        for played, (result, choices) in zip((first, second), outcomes, strict=True):  # type: ignore[misc]
            played.results.append(result)
            played.choices.append(choices)
        if number > BLOCK and number % BLOCK == 0 and _is_settled(first, second, seat, number / pairs):
            break
    gain, error = _difference(_leads(first, seat), _leads(second, seat))
    if gain < -error:
        move, other, first, second, gain = other, move, second, first, -gain
    found = Advice(
        move,
        other,
        gain,
        error,
        _mean([victory_of(each, seat) for each in first.results]),
        _mean([victory_of(each, seat) for each in second.results]),
        playouts=2 * number,
    )
    if found.is_equal:
        return found
    rival, unsure = _difference(_best_others(first, seat), _best_others(second, seat))
    return replace(
        found,
        sources=_sources(first, second, seat),
        rival=rival if abs(rival) > unsure else 0.0,
        later=_later(first, second, words),
    )


def _is_settled(first: _Played, second: _Played, seat: int, part: float) -> bool:
    """Whether after this part of the pairs the answers differ so plainly or so little that more would say the same."""
    gain, error = _difference(_leads(first, seat), _leads(second, seat))
    return not EQUAL * part * error < abs(gain) < PLAIN * error


def _outcome(
    engine: Engine[Any],
    dealt: Any,
    seat: int,
    move: Move,
    style: Style,
    luck: str,
    words: dict[Choice, tuple[Text, Text]],
) -> tuple[Result, set[Choice]] | None:
    """The end of one game, and what the seat chose from its next turn on; a choice is put into words once."""
    choices: set[Choice] = set()
    has_passed = False
    game = begun_with(engine, dealt, seat, move)

    def noted(pending: Pending, value: Value) -> None:
        nonlocal has_passed
        ask = pending.ask
        if pending.seat != seat:
            has_passed = True
        elif has_passed and isinstance(ask, Pick) and ask.most == 1 and len(ask.options) > 1:
            if not isinstance(value, list) or not value or is_way_out(ask, value):
                return
            choice = (pending.step, value[0])
            choices.add(choice)
            if choice not in words:
                words[choice] = _said(game.in_words(pending), value[0])

    result = play_out(engine, game, [style] * dealt.seats, Dice(luck).below, noted)
    return None if result is None else (result, choices)


def _said(ask: Ask, key: str) -> tuple[Text, Text]:
    """The question, and the choice as it is named on its button."""
    options = ask.options if isinstance(ask, Pick) else ()
    return ask.prompt, next(option.label for option in options if option.key == key)


def _leads(played: _Played, seat: int) -> list[float]:
    return [lead_of(each, seat) for each in played.results]


def _best_others(played: _Played, seat: int) -> list[float]:
    return [each.scores[seat] - lead_of(each, seat) for each in played.results]


def _sources(first: _Played, second: _Played, seat: int) -> tuple[tuple[str, float], ...]:
    """The sources of one's points that differ most, if they surely do."""
    names = {name for played in (first, second) for each in played.results for name in each.breakdown[seat]}
    found = []
    for name in sorted(names):
        parts = [[each.breakdown[seat].get(name, 0) for each in played.results] for played in (first, second)]
        gain, error = _difference(*parts)
        if abs(gain) > error and abs(gain) >= 0.05:
            found.append((name, gain))
    return tuple(sorted(found, key=lambda each: -abs(each[1]))[:MOST_SOURCES])


def _later(first: _Played, second: _Played, words: dict[Choice, tuple[Text, Text]]) -> Later | None:
    """The later choice whose frequency grows most."""
    best: Later | None = None
    deals = max(1, len(first.choices))
    for choice in sorted(set().union(*first.choices)):
        often, otherwise = [sum(choice in each for each in played.choices) / deals for played in (first, second)]
        if often - otherwise >= (OFTEN if best is None else best.often - best.otherwise):
            best = Later(*words[choice], often, otherwise)
    return best


def _difference(ones: Sequence[float], others: Sequence[float]) -> tuple[float, float]:
    """The mean difference of pairs, and how large it must be to be sure."""
    gains = [one - other for one, other in zip(ones, others, strict=True)]
    if len(gains) < 2:
        return 0.0, 0.0
    return fmean(gains), SURE * stdev(gains) / sqrt(len(gains))


def _mean(numbers: Sequence[float]) -> float:
    return fmean(numbers) if numbers else 0.0
