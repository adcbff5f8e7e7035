"""The flow of a game: which asks are open, and what the kit does by itself until somebody must answer."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from engines.kit.answers import answer_said
from engines.kit.asks import Ask, Value, require_answerable
from engines.kit.draft import Draft
from engines.kit.errors import EngineBug
from engines.kit.state import Frame, S, State
from engines.kit.step import Step

LONGEST = 20_000
"""So many steps without a person are a loop."""
NOTHING: list[Pending] = []


@dataclass(slots=True)
class Pending:
    """A seat may answer this ask now; the game waits for it if `owed`. The engine names it for the outside world."""

    seat: int
    ask_id: str
    step: str
    ask: Ask
    owed: bool
    branch: int = field(default=-1, compare=False, repr=False)
    """Where on the stack: -1 is the trunk, a seat its branch of `each`, below -1 what a seat may answer later."""
    is_side: bool = field(default=False, compare=False, repr=False)
    given: Value | None = field(default=None, compare=False, repr=False)
    """What this seat has answered so far, where all choose at once and may choose anew until the last has chosen."""


def opens(steps: Mapping[str, Step[S]], state: S) -> list[Pending]:
    """All open asks of a settled state, not named yet: more than `settle` tells of a lean one."""
    if not state.stack:
        return []
    top = state.stack[-1]
    if top.branches is None:
        found = _opens_of(steps, state, top, -1)
    else:
        found = [
            open_
            for branch, frames in sorted(top.branches.items())
            if frames
            for open_ in _opens_of(steps, state, frames[-1], branch)
        ]
    for seat, frames in sorted(state.later.items()):
        found += _unhurried(_opens_of(steps, state, frames[-1], _later(seat)))
    return found


def _later(seat: int) -> int:
    """The number of the branch on which a seat answers what nobody waits for."""
    return -2 - seat


def _unhurried(found: list[Pending]) -> list[Pending]:
    """These may be answered, and the game waits for none of them."""
    for open_ in found:
        open_.owed = False
    return found


def _opens_of(steps: Mapping[str, Step[S]], state: S, frame: Frame, branch: int) -> list[Pending]:
    """What one frame offers: its own asks first, then the sides."""
    found = _asks_of(steps, state, frame, branch)
    return found + _sides_of(steps, state, steps[frame.step], found) if found else found


def _asks_of(steps: Mapping[str, Step[S]], state: S, frame: Frame, branch: int) -> list[Pending]:
    """What one frame asks by itself. In a lean state nobody looks for dead ends."""
    name = frame.step
    step = steps[name]
    found: list[Pending] = []
    sealed = frame.sealed
    for seat in (frame.seat,) if frame.seat >= 0 else step.seats(state):
        ask = step.ask(state, seat)
        if ask is not None:
            if not state.lean:
                require_answerable(ask)
            found.append(Pending(seat, "", name, ask, seat not in sealed, branch, given=sealed.get(seat)))
    return found


def _sides_of(steps: Mapping[str, Step[S]], state: S, step: Step[S], found: list[Pending]) -> list[Pending]:
    """What may be answered beside the asks of one frame."""
    sides: list[Pending] = []
    if step.sides:
        asked = tuple([open_.seat for open_ in found])
        for name in step.sides:
            side = steps[name]
            for seat in side.beside(state, asked):
                ask = side.ask(state, seat)
                if ask is not None:
                    if not state.lean:
                        require_answerable(ask)
                    sides.append(Pending(seat, "", name, ask, False, found[0].branch, True))
    return sides


def apply(steps: Mapping[str, Step[S]], d: Draft[S], open_: Pending, value: Value) -> None:
    """Carry out one answer."""
    state = d.state
    if d.actor < 0:
        d.actor = open_.seat
    d.stack = state.stack if open_.branch == -1 else _branch_of(state, open_.branch)
    state.answered[open_.seat] += 1
    step = steps[open_.step]
    if step.sealed and not open_.is_side:
        d.stack[-1].sealed[open_.seat] = value
    else:
        step.answer(d, open_.seat, value)


def settle(steps: Mapping[str, Step[S]], d: Draft[S]) -> list[Pending]:
    """Go on until a person must answer or the game is over; what is open then.

    Of a lean state only what its scripts cannot do without: no sides, and not all that nobody waits for.
    """
    state = d.state
    stack = state.stack
    for _ in range(LONGEST):
        if state.ending:
            return []
        if not stack:
            raise EngineBug("the game has no step left and no ending")
        unhurried = _advance_later(steps, d) if state.later else NOTHING
        if unhurried is None:
            continue
        top = stack[-1]
        branches = top.branches
        found = _advance(steps, d, stack, -1) if branches is None else _advance_branches(steps, d, branches)
        if found is not None:
            return found + unhurried if state.later else found
    raise EngineBug(f"the game runs in circles at {stack[-1].step}")


def _advance_branches(
    steps: Mapping[str, Step[S]], d: Draft[S], branches: dict[int, list[Frame]]
) -> list[Pending] | None:
    found: list[Pending] = []
    for branch in sorted(branches):
        if not branches[branch]:
            del branches[branch]
            continue
        more = _advance(steps, d, branches[branch], branch)
        if more is None:
            return None
        found += more
    if not branches:
        d.state.stack.pop()
        return None
    return found


def _advance_later(steps: Mapping[str, Step[S]], d: Draft[S]) -> list[Pending] | None:
    """What may be answered while nobody waits for it."""
    later = d.state.later
    found: list[Pending] = []
    for seat in sorted(later):
        if not later[seat]:
            del later[seat]
            return None
        top = later[seat][-1]
        if d.state.lean and steps[top.step].is_free(d.state, seat):
            continue
        more = _advance(steps, d, later[seat], _later(seat))
        if more is None:
            return None
        found += _unhurried(more)
    return found


def _advance(steps: Mapping[str, Step[S]], d: Draft[S], stack: list[Frame], branch: int) -> list[Pending] | None:
    """Do what needs no person at the top of one stack. None: something was done, look again."""
    state = d.state
    d.stack = stack
    frame = stack[-1]
    step = steps[frame.step]
    if step.silent:
        step.resume(d)
        return None
    found = _asks_of(steps, state, frame, branch)
    if not found:
        step.resume(d)
        return None
    if step.sides and not state.lean:
        found += _sides_of(steps, state, step, found)
    if step.sealed and not any(open_.owed for open_ in found):
        d.raise_barrier()  # whoever answered last learns what the others chose
        step.answer_all(d, {seat: frame.sealed[seat] for seat in sorted(frame.sealed)})
        return None
    forced = None if (step.bluff or step.grave) and state.rules >= step.since else _forced(found)
    if forced is not None and step.sides and state.lean:
        forced = _forced(found + _sides_of(steps, state, step, found))
    if forced is None:
        return found
    d.act_for(forced[0].seat)
    if not d.quiet:
        said = answer_said(forced[0].ask, forced[1])
        d.tell("kit.event.forced", only=(forced[0].seat,), because=said, step=step.name)
    apply(steps, d, *forced)
    return None


def _forced(found: list[Pending]) -> tuple[Pending, Value] | None:
    """The first ask that the game waits for, has one answer, and leaves its seat no side to take instead."""
    for open_ in found:
        if open_.owed:
            value = open_.ask.only()
            if value is None:
                continue
            for side in found:
                if side.is_side and side.seat == open_.seat:
                    break
            else:
                return open_, value
    return None


def _branch_of(state: State, branch: int) -> list[Frame]:
    if branch < -1:
        return state.later[_later(branch)]
    branches = state.stack[-1].branches
    if branches is None:
        raise EngineBug(f"no branch {branch} is open")
    return branches[branch]
