"""Play a whole game by chance or by the plain computer player: for fuzzing, benches and the contract suite."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Generic

from engines.kit.asks import Pick
from engines.kit.dice import Dice
from engines.kit.engine import Engine, Pending
from engines.kit.errors import EngineBug, KitError
from engines.kit.info import Options
from engines.kit.outcome import Answer, Outcome
from engines.kit.state import S


@dataclass(slots=True)
class Position(Generic[S]):
    """A state on the way, the answer that led to it and what came of it."""

    number: int
    state: S
    outcome: Outcome[S]
    answer: Answer | None
    step: str


@dataclass(slots=True)
class Walk(Generic[S]):
    """A game played by chance. The same arguments give the same game, so a failure can be played again."""

    engine: Engine[S]
    seats: int
    options: Options
    seed: str
    wild: int = 30
    """Of a hundred answers, so many are drawn blindly; the rest come from the game's plain computer player."""
    curious: int = 0
    """Of a hundred further answers, so many take what this game has tried least at that step."""
    longest: int = 20_000
    rules: int = 0
    """By which rules_version; 0: the present one."""
    answers: list[tuple[int, str, Any]] = field(default_factory=list)
    steps: Counter[str] = field(default_factory=Counter)
    tried: Counter[tuple[str, str]] = field(default_factory=Counter)

    def positions(self) -> Iterator[Position[S]]:
        """Every position from the set-up to the end; raises EngineBug on a dead end or a broken law."""
        engine, chance = self.engine, Dice(f"{self.seed}/walk")
        outcome = engine.setup(self.seats, self.options, self.seed, rules=self.rules)
        engine.check(outcome.state)
        yield Position(0, outcome.state, outcome, None, "")
        for number in range(1, self.longest + 1):
            state = outcome.state
            if state.ending:
                return
            pending, value = self.next(state, engine.pending(state), chance)
            answer = Answer(pending.seat, pending.ask_id, value)
            self.answers.append((pending.seat, pending.step, value))
            self.steps[pending.step] += 1
            outcome = engine.submit(state, answer)
            engine.check(outcome.state)
            yield Position(number, outcome.state, outcome, answer, pending.step)
        raise EngineBug(f"no end after {self.longest} answers")

    def next(self, state: S, pending: tuple[Pending, ...], chance: Dice) -> tuple[Pending, Any]:
        """The next answer, and to which question."""
        chosen = self.choose(pending, chance)
        return chosen, self.value(state, chosen, chance)

    def choose(self, pending: tuple[Pending, ...], chance: Dice) -> Pending:
        """Who answers next: mostly somebody the game waits for, now and then a side."""
        owed = [each for each in pending if each.owed]
        if not owed:
            raise EngineBug("a dead end: the game waits for nobody and is not over")
        return pending[chance.below(len(pending))] if chance.below(4) == 0 else owed[chance.below(len(owed))]

    def value(self, state: S, pending: Pending, chance: Dice) -> Any:
        """What is answered."""
        roll = chance.below(100)
        if roll < self.wild:
            value = pending.ask.sample(chance.below)
        elif roll < self.wild + self.curious and isinstance(pending.ask, Pick) and pending.ask.most == 1:
            value = [self.least_tried(pending.step, pending.ask, chance)]
        else:
            value = self.engine.policy(state, pending.seat, pending.step, pending.ask, chance.below)
        if isinstance(value, list):
            self.tried.update((pending.step, key) for key in value)
        return value

    def least_tried(self, step: str, ask: Pick, chance: Dice) -> str:
        """The option of a step that was taken least in this game; by chance among several."""
        least = min(self.tried[step, option.key] for option in ask.options)
        keys = [option.key for option in ask.options if self.tried[step, option.key] == least]
        return keys[chance.below(len(keys))]


def replay(engine: Engine[S], record: dict[str, Any]) -> Iterator[Position[S]]:
    """Play a recorded game again: seat, step and value of each answer."""
    options = engine.info.options.model_validate(record["options"])
    outcome = engine.setup(record["seats"], options, record["seed"], rules=record.get("rules", 1))
    yield Position(0, outcome.state, outcome, None, "")
    for number, (seat, step, value) in enumerate(record["answers"], 1):
        state = outcome.state
        matching = [each for each in engine.pending(state) if each.seat == seat and each.step == step]
        if not matching:
            raise KitError(f"answer {number}: seat {seat} is not asked {step} here")
        answer = Answer(seat, matching[0].ask_id, value)
        outcome = engine.submit(state, answer)
        yield Position(number, outcome.state, outcome, answer, step)


def record_of(walk: Walk[S]) -> dict[str, Any]:
    """What `replay` needs to play this game again, up to where it got."""
    return {
        "game": walk.engine.info.key,
        "rules": walk.rules or walk.engine.info.rules_version,
        "seats": walk.seats,
        "options": walk.options.model_dump(mode="json"),
        "seed": walk.seed,
        "answers": walk.answers,
    }
