"""Looking through: what can be reached from the present question by choosing things, tried in advance.

At *buy, build or score?* the tiles that can be built are known already, so a tap on one of them need not name the verb
first. Only options that show nothing new are tried, a few questions deep.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass

from bot.choices import partial_choice
from bot.choices.partial_choice import PartialChoice
from bot.choices.plan import Planned, Planner, finishing
from engines.kit import Bundle, Option, Pick, Place
from engines.kit.asks import Spot
from engines.kit.engine import Pending
from engines.kit.errors import Refusal

DEPTH = 3
"""Questions in a row that are looked through, the present one included."""
MOST_RUNS = 200


@dataclass(frozen=True, slots=True)
class Reached:
    """Something that can be chosen: what it is, and the plan that chooses it."""

    pending: Pending
    key: str
    plan: str
    depth: int
    is_spot: bool = False


def reachable(planner: Planner, planned: Planned) -> list[Reached]:
    """Every option within reach of a plan, the present question's first; of later ones only things, no ways out."""
    found: list[Reached] = []
    waiting = deque([(planned, 1)])
    while waiting:
        place, depth = waiting.popleft()
        for pending in place.asks:
            for option, value in _options(pending):
                if depth > 1 and not _is_thing(option):
                    continue
                plan = place.choosing(pending, value)
                found.append(Reached(pending, option.key, plan, depth, isinstance(option, Spot)))
                if depth < DEPTH and not pending.is_side and isinstance(pending.ask, Pick):
                    further = _further(planner, place, pending, value)
                    if further is None:
                        continue
                    found += _pieces(further, place, depth + 1)
                    if not further.is_whole:
                        waiting.append((further, depth + 1))
    return found


def _pieces(further: Planned, place: Planned, depth: int) -> Iterator[Reached]:
    """Pieces that would be filled in as suggested: one of them can be taken by itself instead."""
    for step in further.steps[len(place.steps) :]:
        ask = step.pending.ask
        if step.implied and isinstance(ask, Bundle) and ask.only() is None and not step.pending.is_side:
            for kind in ask.available:
                if not ask.prices or ask.cost({kind: 1}) <= ask.budget:
                    one = PartialChoice("", "b", partial_choice.counts(ask, {kind: 1}))
                    yield Reached(step.pending, kind, further.drafting(step.pending, one), depth)


def _further(planner: Planner, place: Planned, pending: Pending, value: list[str] | str) -> Planned | None:
    """Where an answer leads that shows nothing new and does nothing by itself."""
    if planner.runs >= MOST_RUNS or not isinstance(value, list) or value == finishing(pending):
        return None
    try:
        onward = planner.onward(planner.answered(place, pending, value))
    except Refusal:
        return None
    return onward if not onward.is_whole or onward.steps[-1].implied else None


def _options(pending: Pending) -> Iterator[tuple[Option | Spot, list[str] | str]]:
    ask = pending.ask
    if isinstance(ask, Pick) and (ask.least, ask.most) == (1, 1):
        for option in ask.options:
            yield option, [option.key]
    elif isinstance(ask, Place):
        for spot in ask.spots:
            yield spot, spot.key


def _is_thing(option: Option | Spot) -> bool:
    """Whether it names something that may lie on the board, rather than a verb."""
    return isinstance(option, Spot) or any("/" in str(fact) for fact in option.label.facts.values())
