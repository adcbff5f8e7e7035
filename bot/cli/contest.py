"""Games between two levels of computer seats on the same deals, and what their figures are worth."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from math import sqrt
from statistics import fmean
from typing import Any

from bot.table.model import Level
from bot.workers.levels import BASE, choose, slips_of, style_of
from config.settings import ConfigError
from engines.kit import PLAIN, Answer, Dice, Engine, Options, Pending, Rollout, Value
from engines.kit.scripted import Style, answer_of, shipped

LEVELS = (BASE, *[level.value for level in Level])
SURE = 1.96
"""Standard errors of a 95 % interval."""

Player = Callable[[Rollout[Any], Sequence[Pending], Dice, int], tuple[Pending, Value]]
"""(game, all that the seat is asked, chance, sides in a row) -> which ask, and the answer."""


@dataclass(slots=True)
class Tally:
    """What one player did in all seats of a run of deals."""

    shares: list[float] = field(default_factory=list)
    leads: list[float] = field(default_factory=list)
    seconds: list[float] = field(default_factory=list)

    def add(self, other: Tally) -> None:
        self.shares += other.shares
        self.leads += other.leads
        self.seconds += other.seconds

    @property
    def share(self) -> float:
        return fmean(self.shares)

    def interval(self) -> tuple[float, float]:
        return wilson(sum(self.shares), len(self.shares))

    def p95(self) -> float:
        """Seconds that all but one in twenty answers took at most."""
        return sorted(self.seconds)[int(0.95 * (len(self.seconds) - 1))] if self.seconds else 0.0


def wilson(won: float, games: int) -> tuple[float, float]:
    """The 95 % interval of a share."""
    if not games:
        return 0.0, 1.0
    share, weight = won / games, SURE**2 / games
    middle = (share + weight / 2) / (1 + weight)
    half = SURE * sqrt(share * (1 - share) / games + weight / (4 * games)) / (1 + weight)
    return max(0.0, middle - half), min(1.0, middle + half)


def require_way(engine: Engine[Any], way: str) -> None:
    """Refuse what is no way to play this game: a variant and a number of seats, such as `plain 2`."""
    variants, (least, most) = (PLAIN, *engine.info.variants), engine.info.seats
    if way not in [f"{variant} {seats}" for variant in variants for seats in range(least, most + 1)]:
        key, known = engine.info.key, ", ".join(variants)
        raise ConfigError(f"{key} cannot be played as {way}: it has {least} to {most} seats and the variants {known}.")


def options_of(engine: Engine[Any], variant: str) -> Options:
    """The options of a variant by its name."""
    return engine.info.options.model_validate({} if variant == PLAIN else dict(engine.info.variants[variant]))


def by_style(engine: Engine[Any], style: Style) -> Player:
    """A script with these weights."""

    def player(game: Rollout[Any], asked: Sequence[Pending], chance: Dice, sides: int) -> tuple[Pending, Value]:
        move = answer_of(engine, game.state, asked, style, chance.below, sides)
        assert move is not None
        return move

    return player


def by_level(engine: Engine[Any], level: str, state: Any, playouts: int | None = None) -> Player:
    """A seat of a level. Scripts see only what their seat knows, so none needs a re-dealt state here."""
    script = by_style(engine, style_of(engine, state, level))
    if level in (BASE, Level.STEADY):
        return script
    if level == Level.GENTLE:
        slips = slips_of(engine, state)

        def gentle(game: Rollout[Any], asked: Sequence[Pending], chance: Dice, sides: int) -> tuple[Pending, Value]:
            if chance.below(100) < slips:
                owed = next(each for each in asked if each.owed)
                return owed, owed.ask.sample(chance.below)
            return script(game, asked, chance, sides)

        return gentle

    def thinking(game: Rollout[Any], asked: Sequence[Pending], chance: Dice, sides: int) -> tuple[Pending, Value]:
        found = choose(engine, game.state, asked, level, f"{chance.below(1 << 30)}", sides, playouts)
        assert found is not None
        return found.pending, found.value

    return thinking


def answers(game: Rollout[Any], players: Sequence[Player], chance: Dice, most: int) -> Iterator[tuple[int, float]]:
    """Play on to the end: whose answer each was, and what it took; `most` ends a game that has none."""
    sides, before = 0, -1
    for _ in range(most):
        asked = game.pending()
        seat = next((each.seat for each in asked if each.owed), None)
        if seat is None:
            break
        sides = sides if seat == before else 0
        began = time.process_time()
        pending, value = players[seat](game, [each for each in asked if each.seat == seat], chance, sides)
        seconds = time.process_time() - began
        sides, before = (sides + 1 if pending.is_side else 0), seat
        game.answer(pending, value)
        yield seat, seconds


def play(engine: Engine[Any], state: Any, players: Sequence[Player], seed: str, watched: int) -> Tally:
    """One game to its end, as it went for the watched seat."""
    game, tally = engine.rollout(state), Tally()
    for seat, seconds in answers(game, players, Dice(seed), 4 * engine.info.longest):
        if seat == watched:
            tally.seconds.append(seconds)
    result = game.result()
    if result is None:
        return Tally([0.0], [0.0], tally.seconds)
    won = 1.0 / len(result.winners) if watched in result.winners else 0.0
    others = [score for seat, score in enumerate(result.scores) if seat != watched]
    return Tally([won], [result.scores[watched] - max(others)], tally.seconds)


def deals(
    engine: Engine[Any],
    variant: str,
    seats: int,
    seed: str,
    number: int,
    a: Callable[[Any], Player],
    b: Callable[[Any], Player],
) -> Iterator[Tally]:
    """So many deals; in each A sits in every seat once, and B in all the others."""
    options = options_of(engine, variant)
    for deal in range(number):
        state = engine.setup(seats, options, f"{seed} {deal}").state
        own, other = a(state), b(state)
        tally = Tally()
        for seat in range(seats):
            players = [own if each == seat else other for each in range(seats)]
            tally.add(play(engine, state, players, f"{seed} {deal} luck", seat))
        yield tally


def spread(engine: Engine[Any], seats: int, seed: str, number: int) -> list[tuple[Any, list[Pending]]]:
    """Positions spread over a game of scripts, with all that is asked of the seat that is waited for."""
    state = engine.setup(seats, None, seed).state
    style, chance = shipped(engine, state), Dice(seed)
    found = []
    while not state.ending:
        seat = next(each.seat for each in engine.pending(state) if each.owed)
        asked = [each for each in engine.pending(state) if each.seat == seat]
        found.append((state, asked))
        move = answer_of(engine, state, asked, style, chance.below)
        if move is None:
            break
        state = engine.submit(state, Answer(seat, move[0].ask_id, move[1])).state
    return found[:: max(1, len(found) // number)][:number]
