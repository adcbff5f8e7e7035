"""A dry run: answers of one seat tried one after another, on states that nobody keeps, and never behind a barrier."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from bot.language.labels import describe
from bot.language.normalise import words
from bot.language.speaker import Speaker
from bot.table.change import Tries
from engines.kit import Engine, Pick, Text, way_out
from engines.kit.asks import Value
from engines.kit.engine import Pending
from engines.kit.events import seen
from engines.kit.outcome import Answer, Outcome

MOST_TRIES = 400
"""Answers tried on dry runs for one line."""
IMPLIED_OPTIONS = 12
"""A verb may be left out where there are no more options than this to try."""


@dataclass(frozen=True, slots=True)
class Part:
    """One answer that was understood, in words."""

    pending: Pending
    value: Value
    said: str
    words: tuple[int, int] = (0, 0)
    """Which words of the line these were: the first, and the first behind; none of a verb that was left out."""


@dataclass(slots=True)
class Stand:
    """Where a dry run stands."""

    state: Any
    parts: tuple[Part, ...] = ()
    effects: tuple[Text, ...] = ()
    final: bool = False
    over: bool = False
    """Nothing further may be foreseen: a barrier is up, or another seat has acted."""
    heard: frozenset[str] = frozenset()
    """Words of what the kit played by itself: they may be typed as well."""
    is_named: bool = False
    """The last word was one of those: a number behind it belongs to that name."""
    rest: int = -1
    """From this word on the line can only be read behind the barrier."""


@dataclass(slots=True)
class DryRun:
    """Answers tried for one seat."""

    engine: Engine[Any]
    seat: int
    speaker: Speaker
    outcomes: Tries = field(default_factory=Tries)
    """What was tried: whoever commits the line has it at hand."""
    tries: int = 0

    def asks(self, state: Any) -> list[Pending]:
        """What the seat is asked, what it owes first."""
        mine = [pending for pending in self.engine.pending(state) if pending.seat == self.seat]
        return sorted(mine, key=lambda pending: not pending.owed)

    def verbs(self, place: Stand, pending: Pending) -> list[Stand]:
        """Where the options of a short Pick lead that are mere verbs: a question of their own, and nothing else.

        What ends, passes or spends is no such verb: it is never filled in for anybody.
        """
        out = (pending.ask.default, way_out(pending.ask))
        reached = [(value, self.play(place, pending, value)) for value in _small_choices(pending)]
        steps = Counter([self._next_step(after) for _, after in reached if after is not None and not after.over])
        return [
            after
            for value, after in reached
            if after is not None
            and not after.over
            and value not in out
            and after.effects == place.effects
            and not after.heard
            and steps[self._next_step(after)] == 1
        ]

    def _next_step(self, place: Stand) -> str:
        return next((pending.step for pending in self.asks(place.state) if pending.owed), "")

    def play(self, place: Stand, pending: Pending, value: Value, words_read: tuple[int, int] = (0, 0)) -> Stand | None:
        """One answer on the dry run."""
        self.tries += 1
        if self.tries > MOST_TRIES:
            return None
        outcome = self.outcomes.submit(self.engine, place.state, Answer(self.seat, pending.ask_id, value))
        part = Part(pending, value, describe(pending, value, self.speaker), words_read)
        if outcome.is_final:
            return Stand(outcome.state, (*place.parts, part), place.effects, True, True)
        told = tuple(seen(outcome.own_events, self.seat))
        effects = place.effects + tuple([text for text in told if text.key != "kit.event.forced"])
        if outcome.barrier or outcome.mine is not None:
            return Stand(outcome.state, (*place.parts, part), effects, over=True)
        return Stand(outcome.state, (*place.parts, part), effects, heard=self._heard(outcome, told))

    def _heard(self, outcome: Outcome[Any], told: Sequence[Text]) -> frozenset[str]:
        """The words about what the kit answered by itself."""
        if all(text.key != "kit.event.forced" for text in told):
            return frozenset()
        sentences = [*told, *[pending.ask.prompt for pending in self.asks(outcome.state)]]
        return frozenset([word for text in sentences for word in words(self.speaker.say(text))])


def _small_choices(pending: Pending) -> list[Value]:
    """The answers of a short Pick of one."""
    ask = pending.ask
    if not isinstance(ask, Pick) or len(ask.options) > IMPLIED_OPTIONS or not ask.least <= 1 <= ask.most:
        return []
    return [[option.key] for option in ask.options]
