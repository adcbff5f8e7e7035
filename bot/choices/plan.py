"""A plan: a half-made move, as the drafts of successive asks of one seat, run dry on the rules.

Written `ask:draft~ask:draft`, so an address holds all of it and nothing half-made is kept. A plan never goes past a
barrier, nor into what another seat must answer: what it shows depends on what its seat knows.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from typing import Any

from bot.choices import partial_choice
from bot.choices.partial_choice import PartialChoice
from engines.kit import Bundle, Engine, Event, Pick
from engines.kit.answers import PASSING, way_out
from engines.kit.asks import Value
from engines.kit.engine import Pending
from engines.kit.errors import Closed, Refusal
from engines.kit.outcome import Answer, Outcome

MOST_PARTS = 24
"""Answers that a plan can hold."""
LONGEST = 900
"""Letters of a written plan."""
FINISHING = frozenset({"done", "end"}) | PASSING
"""Options with these keys end what was begun: a plan may take one along, and says so."""

Submit = Callable[[Any, Answer], Outcome[Any]]


@dataclass(frozen=True, slots=True)
class Step:
    """One answer of a plan. `implied`: nobody chose it; it was the only one, or is what is suggested to pay or buy."""

    pending: Pending
    value: Value
    implied: bool = False

    @property
    def given(self) -> tuple[str, Value]:
        """As it is handed to the service."""
        return self.pending.ask_id, self.value


@dataclass(frozen=True, slots=True)
class Planned:
    """How far a plan leads: its answers, the state they lead to, what is asked there."""

    seat: int
    steps: tuple[Step, ...]
    state: Any
    asks: tuple[Pending, ...]
    """What this seat is asked there: nothing once the plan is whole."""
    half: tuple[Pending, PartialChoice] | None = None
    """A choice in the making at the end: some bricks of several, a piece turned but not laid."""
    events: tuple[Event, ...] = ()
    is_whole: bool = False
    """The deed is done: something was told, or it is no longer this seat's to answer."""
    is_final: bool = False
    """It cannot be taken back."""

    @property
    def chosen(self) -> tuple[Step, ...]:
        """What was chosen by hand."""
        return tuple([step for step in self.steps if not step.implied])

    @property
    def given(self) -> list[tuple[str, Value]]:
        """All answers, as they are handed to the service."""
        return [step.given for step in self.steps]

    @property
    def text(self) -> str:
        """The plan as it stands in an address: what was chosen by hand; the rest follows from it."""
        return join([(step.pending.ask_id, partial_choice.write(step.pending.ask, step.value)) for step in self.chosen])

    def without_last(self) -> str:
        """The plan before its last part."""
        parts = split(self.text)
        if self.half is None:
            parts = parts[:-1]
        return join(parts)

    def choosing(self, pending: Pending, value: Value) -> str:
        """The plan with this answer: in place of the one to the same ask and all after it, or at its end."""
        return self.drafting(pending, partial_choice.write(pending.ask, value))

    def drafting(self, pending: Pending, draft: PartialChoice) -> str:
        """The plan with this half of an answer at its end."""
        kept: list[tuple[str, PartialChoice]] = []
        for step in self.chosen:
            if step.pending.ask_id == pending.ask_id:
                break
            kept.append((step.pending.ask_id, partial_choice.write(step.pending.ask, step.value)))
        return join([*kept, (pending.ask_id, draft)])


def join(parts: Iterable[tuple[str, PartialChoice]]) -> str:
    """A plan as text."""
    return "~".join([f"{ask}:{replace(draft, mode='')}" for ask, draft in parts])


def split(text: str) -> list[tuple[str, PartialChoice]]:
    """The parts of a written plan; a Refusal if it is none."""
    if not text:
        return []
    parts = [part.partition(":") for part in text.split("~")]
    if len(text) > LONGEST or len(parts) > MOST_PARTS or any(not ask or not colon for ask, colon, _ in parts):
        raise Closed("kit.refusal.closed")
    return [(ask, PartialChoice.parse(draft)) for ask, _, draft in parts]


@dataclass(slots=True)
class Planner:
    """Runs plans of one seat at one table, as it stands."""

    engine: Engine[Any]
    state: Any
    seat: int
    submit: Submit
    pays_by_suggestion: bool = True
    """Whether pieces to pay or to buy are filled in as suggested, until others are chosen."""
    runs: int = field(default=0, init=False)

    def run(self, text: str = "") -> Planned:
        """Run a written plan dry; a Refusal if it does not fit (any more)."""
        planned = Planned(self.seat, (), self.state, self._asks(self.state))
        for ask_id, draft in split(text):
            planned = self._part(planned, ask_id, draft)
        return planned

    def _part(self, planned: Planned, ask_id: str, draft: PartialChoice) -> Planned:
        if planned.half is not None:
            raise Closed("kit.refusal.closed")
        planned = self.rewound(planned, ask_id)
        pending = next((each for each in planned.asks if each.ask_id == ask_id), None)
        if pending is None:
            raise Closed("kit.refusal.closed")
        try:
            value = partial_choice.read(pending.ask, replace(draft, mode="="))
        except Refusal:
            return replace(planned, half=(pending, draft))
        return self.onward(self.answered(planned, pending, value))

    def rewound(self, planned: Planned, ask_id: str) -> Planned:
        """Where an implied answer is chosen otherwise: the plan before it."""
        at = next((n for n, step in enumerate(planned.steps) if step.implied and step.pending.ask_id == ask_id), None)
        if at is None:
            return planned
        again = Planned(self.seat, (), self.state, self._asks(self.state))
        for step in planned.steps[:at]:
            again = self.answered(again, step.pending, step.value, step.implied)
        return again

    def answered(self, planned: Planned, pending: Pending, value: Value, implied: bool = False) -> Planned:
        """The plan with one answer more."""
        self.runs += 1
        outcome = self.submit(planned.state, Answer(self.seat, pending.ask_id, value))
        stops = outcome.barrier or outcome.mine is not None or bool(outcome.state.ending)
        told = any(event.key != "kit.event.forced" for event in outcome.own_events)
        asks = () if stops else self._asks(outcome.state)
        return Planned(
            seat=self.seat,
            steps=(*planned.steps, Step(pending, value, implied)),
            state=outcome.state,
            asks=asks,
            events=(*planned.events, *outcome.own_events),
            is_whole=stops or told or not any(each.owed for each in asks),
            is_final=outcome.is_final,
        )

    def onward(self, planned: Planned) -> Planned:
        """Take along what follows by itself: the only answer, the suggested pieces to pay or to buy."""
        while not planned.is_whole and len(planned.steps) < MOST_PARTS:
            owed = [each for each in planned.asks if each.owed]
            if len(owed) != 1 or (value := self._implied(owed[0])) is None:
                return planned
            planned = self.answered(planned, owed[0], value, implied=True)
        return planned

    def _implied(self, pending: Pending) -> Value | None:
        only = pending.ask.only()
        if only is not None:
            return only
        ask = pending.ask
        if self.pays_by_suggestion and isinstance(ask, Bundle) and ask.least:
            return next(iter(mixes(ask)), None)
        return None

    def finished(self, planned: Planned) -> Planned | None:
        """The plan with the way out of a question that goes round (*done*), where that makes it whole; never of one
        beside which something was said."""
        if planned.is_whole or not planned.steps or planned.half is not None or planned.steps[-1].pending.is_side:
            return None
        for pending in [each for each in planned.asks if each.owed]:
            value = finishing(pending)
            if value is not None:
                done = self.onward(self.answered(planned, pending, value, implied=True))
                return done if done.is_whole else None
        return None

    def _asks(self, state: Any) -> tuple[Pending, ...]:
        return tuple([each for each in self.engine.pending(state) if each.seat == self.seat])


def mixes(ask: Bundle) -> list[dict[str, int]]:
    """Mixes of pieces that stand ready: what the game suggests; else, of what is bought, all that the money reaches."""
    if ask.suggested or not ask.prices:
        return [dict(each) for each in ask.suggested]
    found: dict[str, int] = {}
    for kind in sorted(ask.available, key=ask.prices.__getitem__):
        for _ in range(ask.available[kind]):
            more = {**found, kind: found.get(kind, 0) + 1}
            if ask.has_room(more):
                found = more
    try:
        return [ask.check(found)] if found else []
    except Refusal:
        return []


def finishing(pending: Pending) -> Value | None:
    """The answer that ends what was begun."""
    ask = pending.ask
    if isinstance(ask, Pick) and ask.least <= 1 <= ask.most:
        key = next((option.key for option in ask.options if option.key in FINISHING), None)
        return None if key is None else [key]
    return way_out(ask)
