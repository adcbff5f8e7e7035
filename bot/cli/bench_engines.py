"""The engines: answers a second of random play, and what one answer costs in clones of the same state."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Any

from bot.cli.compile import in_use, stale
from bot.cli.progress import bar
from engines import ENGINES
from engines.kit import Dice, Engine, Value
from engines.kit.play import Position, Walk

GAMES = 6
"""So many games of the plain game; of each variant that it names, one for every number of seats and two at least."""
REPEATS, WHOLE_GAMES = 12, 5
NEVER = float("inf")
LEAST = {"answers_per_second": 1_000, "rollout_answers_per_second": 4_000}
HOW = (
    f"One answer is pending and submit, a clone that of the same state. clones_per_answer: the quickest of {REPEATS} "
    "repeats of each single answer and clone, the old state not yet freed. "
    "build: how many modules run compiled (0: the sources run, see `signoria compile`). "
    f"rollout_answers_per_second: the quickest of {WHOLE_GAMES} runs through the answers of plain players, in place. "
    f"whole_games: the quickest of {WHOLE_GAMES} runs through all answers of a game, and through clones of its states."
)
"""The machines are noisy, so only the quickest of several counts."""


def measure() -> dict[str, Any]:
    """Per game and variant: `clones_per_answer`, answers and rollout answers a second."""
    sets = [(ENGINES[key], name) for key in sorted(ENGINES) for name in ("", *ENGINES[key].info.variants)]
    found: dict[str, Any] = {}
    for engine, name in bar(sets, len(sets), "engines"):
        found[f"{engine.info.key} {name}".strip()] = _engine(engine, name)
    build = {"compiled_modules": len(in_use()), "out_of_date": len(stale())}
    slow = [key for key, figures in found.items() if any(figures[name] < least for name, least in LEAST.items())]
    return {"build": build} | found | ({"failed": len(slow)} if slow else {})


def _engine(engine: Engine[Any], variant: str) -> dict[str, Any]:
    answer = clone = rollout = whole_answers = whole_clones = 0.0
    answers = played = 0
    least, most = engine.info.seats
    options = engine.info.options.model_validate(engine.info.variants[variant] if variant else {})
    for number in range(max(2, most - least + 1) if variant else GAMES):
        walk = Walk(engine, least + number % (most - least + 1), options, f"bench {number}")
        positions = list(walk.positions())
        for seconds_each, clone_each in _answered(engine, positions):
            answer, clone = answer + seconds_each, clone + clone_each
        of_answers, of_clones = _whole(engine, positions)
        whole_answers, whole_clones = whole_answers + of_answers, whole_clones + of_clones
        seconds, count = _rolled_out(engine, positions[0].state, f"bench {number}")
        rollout, played, answers = rollout + seconds, played + count, answers + len(positions) - 1
    return {
        "clones_per_answer": round(answer / clone, 2),
        "whole_games": round(whole_answers / whole_clones, 2),
        "answers_per_second": round(answers / answer),
        "rollout_answers_per_second": round(played / rollout),
        "clone_microseconds": round(clone / answers * 1e6, 1),
    }


def _whole(engine: Engine[Any], positions: list[Position[Any]]) -> tuple[float, float]:
    """Seconds of a whole game's answers and of clones of all its states, the quickest run of each."""
    answers = clones = NEVER
    for _ in range(WHOLE_GAMES):
        state = engine.load(engine.dump(positions[0].state))
        began = time.process_time()
        for position in positions[1:]:
            engine.pending(state)
            state = engine.submit(state, position.answer).state  # type: ignore[arg-type]
        answers = min(answers, time.process_time() - began)
        began = time.process_time()
        for position in positions[:-1]:
            position.state.clone()
        clones = min(clones, time.process_time() - began)
    return answers, clones


def _answered(engine: Engine[Any], positions: list[Position[Any]]) -> Iterator[tuple[float, float]]:
    """Seconds of each answer (pending and submit) and of a clone of the state it was given on, the quickest of each."""
    answers, clones = [NEVER] * len(positions), [NEVER] * len(positions)
    for _ in range(REPEATS):
        state = engine.load(engine.dump(positions[0].state))
        for number, position in enumerate(positions[1:]):
            began = time.perf_counter()
            engine.pending(state)
            outcome = engine.submit(state, position.answer)  # type: ignore[arg-type]
            answered = time.perf_counter()
            state.clone()
            cloned = time.perf_counter()
            answers[number] = min(answers[number], answered - began)
            clones[number] = min(clones[number], cloned - answered)
            state = outcome.state
    return zip(answers[:-1], clones[:-1], strict=True)


def _rolled_out(engine: Engine[Any], state: Any, seed: str) -> tuple[float, int]:
    """Seconds and answers of a rollout: what the plain players chose is played again, the quickest of several runs."""
    chosen, seconds = list(_chosen(engine, state, seed)), NEVER
    for _ in range(WHOLE_GAMES):
        rollout = engine.rollout(state)
        began = time.process_time()
        for place, value in chosen:
            rollout.answer(rollout.opens[place], value)
        seconds = min(seconds, time.process_time() - began)
    return seconds, len(chosen)


def _chosen(engine: Engine[Any], state: Any, seed: str) -> Iterator[tuple[int, Value]]:
    """The answers of a game of plain players: which of the open asks, and the value."""
    chance, rollout = Dice(seed), engine.rollout(state)
    for _ in range(engine.info.longest):
        owed = [place for place, each in enumerate(rollout.opens) if each.owed]
        if not owed:
            return
        place = owed[chance.below(len(owed))]
        asked = rollout.opens[place]
        value = engine.policy(rollout.state, asked.seat, asked.step, asked.ask, chance.below)
        yield place, value
        rollout.answer(asked, value)
