"""The engines: answers a second of random play, and what one answer costs in clones of the same state."""

from __future__ import annotations

import time
from typing import Any

from bot.cli.progress import bar
from engines import ENGINES
from engines.kit import Dice, Engine
from engines.kit.play import Position, Walk

GAMES = 6
REPEATS = 5
"""Each game is measured so often, in processor time; the quickest counts, for the machines are noisy."""
LEAST = {"answers_per_second": 1_000, "rollout_answers_per_second": 4_000}


def measure() -> dict[str, Any]:
    """Per game: `clones_per_answer`, answers and rollout answers a second."""
    found: dict[str, Any] = {key: _engine(ENGINES[key]) for key in bar(sorted(ENGINES), len(ENGINES), "engines")}
    slow = [key for key, figures in found.items() if any(figures[name] < least for name, least in LEAST.items())]
    return found | ({"failed": len(slow)} if slow else {})


def _engine(engine: Engine[Any]) -> dict[str, Any]:
    answer = clone = rollout = 0.0
    answers = played = 0
    for number in range(GAMES):
        least, most = engine.info.seats
        walk = Walk(engine, least + number % (most - least + 1), engine.info.options(), f"bench {number}")
        positions = list(walk.positions())
        answer += min(_replayed(engine, positions) for _ in range(REPEATS))
        clone += min(_cloned(positions) for _ in range(REPEATS))
        seconds, count = _rolled_out(engine, positions[0].state, f"bench {number}")
        rollout, played, answers = rollout + seconds, played + count, answers + len(positions) - 1
    return {
        "clones_per_answer": round(answer / clone, 2),
        "answers_per_second": round(answers / answer),
        "rollout_answers_per_second": round(played / rollout),
        "clone_microseconds": round(clone / answers * 1e6, 1),
    }


def _replayed(engine: Engine[Any], positions: list[Position[Any]]) -> float:
    """Seconds for pending and submit of the whole game, along the states that submit itself returns."""
    state = engine.load(engine.dump(positions[0].state))
    began = time.process_time()
    for position in positions[1:]:
        engine.pending(state)
        state = engine.submit(state, position.answer).state  # type: ignore[arg-type]
    return time.process_time() - began


def _cloned(positions: list[Position[Any]]) -> float:
    """Seconds for one clone of each state that was answered on."""
    began = time.process_time()
    for position in positions[:-1]:
        position.state.clone()
    return time.process_time() - began


def _rolled_out(engine: Engine[Any], state: Any, seed: str) -> tuple[float, int]:
    """Seconds and answers of a random rollout, the choosing not counted."""
    chance, rollout, seconds, count = Dice(seed), engine.rollout(state), 0.0, 0
    while rollout.result() is None and count < engine.info.longest:
        owed = [each for each in rollout.pending() if each.owed]
        chosen = owed[chance.below(len(owed))]
        value = engine.policy(rollout.state, chosen.seat, chosen.step, chosen.ask, chance.below)
        began = time.process_time()
        rollout.answer(chosen, value)
        seconds += time.process_time() - began
        count += 1
    return seconds, count
