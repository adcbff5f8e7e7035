"""Twins: two positions that look the same to one viewer. Whatever is answered, the viewer must see the same again.

The secrets of a twin are dealt anew: hidden cards, or what lies behind the screens of the others (nothing there, more
of everything, other cards). What a rule opens to all is no leak: a game names those events as `REVEALS` in its spread.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from engines.kit import Answer, Dice, Engine, EngineBug, Outcome, Pending, Pick, Refusal
from engines.kit.events import seen
from engines.kit.play import Position

FORCED = "kit.event.forced"
MOST_OPTIONS = 6
"""So many options of a choice are tried as a page does that says what is final."""


@dataclass
class Twins:
    """Compares the twins of positions of one game; `compared` says that it had something to do."""

    engine: Engine[Any]
    reveals: frozenset[str] = frozenset()
    has_screens: bool = True
    compared: int = 0
    pools: dict[str, set[str]] = field(default_factory=dict)
    """What lists behind screens were seen to hold."""

    # --- the twins ---

    def screened(self, state: Any, viewer: int | None, chance: Dice) -> Iterator[Any]:
        """Others have nothing, or more, or something else behind their screens; all else is the same, chance too."""
        parts = [part for seat, part in enumerate(state.players) if seat != viewer]
        names = [each.name for each in dataclasses.fields(state.players[0]) if each.metadata.get("screened")]
        for part in parts:
            for name in names:
                if isinstance(getattr(part, name), list):
                    self.pools.setdefault(name, set()).update(getattr(part, name))
        for change in ("less", "more") if names and self.has_screens else ():
            twin = state.clone()
            for seat, part in enumerate(twin.players):
                if seat != viewer:
                    for name in names:
                        pool = sorted(self.pools.get(name, ()))
                        setattr(part, name, _changed(getattr(part, name), change, pool, chance))
            if self._stands(twin):
                yield twin

    def redealt(self, state: Any, viewer: int | None, seed: str) -> Any:
        """Everything dealt anew that the viewer does not know; chance goes on as it would have."""
        twin = self.engine.resample(state, viewer, seed)
        twin.seed = state.seed
        return twin

    def _stands(self, twin: Any) -> bool:
        """Whether there can be such a position: somebody in the middle of paying cannot have nothing."""
        try:
            return bool(self.engine.pending(twin))
        except Exception:
            return False

    # --- what must be the same ---

    def look(self, state: Any, viewer: int | None, twin: Any) -> None:
        """Before anybody answers: view, who is waited for, the viewer's asks, their refusals, and their dry runs."""
        engine = self.engine
        self.compared += 1
        assert engine.view(twin, viewer) == engine.view(state, viewer), f"the view of {viewer} tells a secret"
        assert _waits(engine, twin) == _waits(engine, state), f"who is asked what tells {viewer} a secret"
        if viewer is None:
            return
        mine, theirs = _own(engine, state, viewer), _own(engine, twin, viewer)
        assert mine == theirs, f"the asks of {viewer} tell a secret"
        for one, other in zip(mine, theirs, strict=True):
            why = [_reasons(engine, one.step, each, viewer) for each in (state, twin)]
            assert why[0] == why[1], f"{one.step}: why something is not offered tells {viewer} a secret"
            for value in _values(one):
                self._foreseen(state, twin, one, other, value)

    def _foreseen(self, state: Any, twin: Any, one: Pending, other: Pending, value: Any) -> None:
        """A dry run, as previews and confirmations make it."""
        engine, viewer = self.engine, one.seat
        before = engine.submit(state, Answer(viewer, one.ask_id, value))
        try:
            after = engine.submit(twin, Answer(viewer, other.ask_id, value))
        except EngineBug:
            return  # no such position: somebody has to pay what is not there
        assert before.is_final == after.is_final, f"{one.step}: whether it is final tells {viewer} a secret"
        assert seen(before.own_events, viewer) == seen(after.own_events, viewer), (
            f"{one.step}: what is foreseen tells {viewer} a secret"
        )

    def answer(self, before: Any, position: Position[Any], viewer: int | None, twin: Any, exact: bool) -> None:
        """After the same answer in both: events, view, barrier, who is waited for, the viewer's asks.

        `exact`: nothing but screens differs, so chance shows the same too.
        """
        answer, outcome = position.answer, position.outcome
        if answer is None:
            return
        again = self._again(twin, position)
        if again is None:
            mine = [each for each in self.engine.pending(twin) if each.seat == viewer and each.step == position.step]
            assert mine or viewer != answer.seat, f"{position.step}: the own ask of {viewer} tells a secret"
            return
        if _keys(again, viewer) & self.reveals or _keys(outcome, viewer) & self.reveals:
            return
        self.compared += 1
        if viewer == answer.seat:
            assert again.is_final == outcome.is_final, f"{position.step} is final by a secret of others"
        if not exact and (outcome.barrier or again.barrier) and not self._alike(outcome, again, viewer, answer.seat):
            return  # something was shown, and it was something else
        said = f"after {position.step} of seat {answer.seat} {viewer} learns a secret by"
        assert again.state.ending == outcome.state.ending, f"{said} the end"
        if outcome.state.ending:
            return  # all is shown
        assert _told(again, viewer) == _told(outcome, viewer), f"{said} what is told"
        assert self.engine.view(again.state, viewer) == self.engine.view(outcome.state, viewer), f"{said} the view"
        assert _waits(self.engine, again.state) == _waits(self.engine, outcome.state), f"{said} who is asked what"
        if viewer is not None:
            assert _own(self.engine, again.state, viewer) == _own(self.engine, outcome.state, viewer), f"{said} an ask"
        if exact:
            assert again.barrier == outcome.barrier, f"{said} what can be taken back"

    def _again(self, twin: Any, position: Position[Any]) -> Outcome[Any] | None:
        """The same answer in the twin; None where it is not offered, or has to be paid by what is not there."""
        answer = position.answer
        assert answer is not None
        for each in self.engine.pending(twin):
            if each.seat == answer.seat and each.step == position.step:
                try:
                    return self.engine.submit(twin, Answer(answer.seat, each.ask_id, answer.value))
                except (Refusal, EngineBug):
                    return None
        return None

    def _alike(self, one: Outcome[Any], other: Outcome[Any], viewer: int | None, actor: int) -> bool:
        same = one.state.ending == other.state.ending and _told(one, viewer) == _told(other, viewer)
        if same and viewer is not None and actor == viewer:  # what a look shows stands in the question that follows
            same = _own(self.engine, one.state, viewer) == _own(self.engine, other.state, viewer)
        return same and self.engine.view(one.state, viewer) == self.engine.view(other.state, viewer)


def _reasons(engine: Engine[Any], step: str, state: Any, viewer: int) -> list[Any]:
    """Why things are not offered: the reasons, what is lacking, and what must hold."""
    found = engine.steps[step].withheld(state, viewer)
    return [(option, str(refusal), refusal.missing, refusal.conditions) for option, refusal in found]


def _changed(value: Any, change: str, pool: list[str], chance: Dice) -> Any:
    match value:
        case int():
            return value + 7 if change == "more" else 0
        case dict():
            return {key: _changed(inner, change, pool, chance) for key, inner in value.items()}
        case list():
            return [pool[chance.below(len(pool))] for _ in value]
        case _:
            return value


def _waits(engine: Engine[Any], state: Any) -> list[tuple[int, str]]:
    """Whom the game waits for, and at which step: equal steps have equally many answers to come."""
    return [(each.seat, each.step) for each in engine.pending(state) if each.owed]


def _own(engine: Engine[Any], state: Any, viewer: int) -> list[Pending]:
    return [pending for pending in engine.pending(state) if pending.seat == viewer]


def _keys(outcome: Outcome[Any], viewer: int | None) -> set[str]:
    return {text.key for text in seen(outcome.events, viewer)}


def _told(outcome: Outcome[Any], viewer: int | None) -> list[Any]:
    return seen(outcome.events, viewer)


def _values(pending: Pending) -> list[Any]:
    ask = pending.ask
    if isinstance(ask, Pick) and (ask.least, ask.most) == (1, 1):
        return [[option.key] for option in ask.options[:MOST_OPTIONS]]
    return [ask.default] if ask.default is not None else [ask.fallback()]
