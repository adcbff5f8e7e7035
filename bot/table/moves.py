"""During the game: answers, waits, the end. Pure changes of a loaded table; time is an argument."""

from __future__ import annotations

from collections.abc import Sequence

from bot.table import votes
from bot.table.change import BrokenMove, Change, Loaded, Undo
from bot.table.kept_plan import stopped, turn_step, woken
from bot.table.model import By, Move, Status, Table, Waiting
from bot.table.score_curve import note
from bot.table.standing_orders import Limit
from bot.table.time_control import TERMS
from bot.table.waits import noted
from engines.kit import Answer, EngineBug, Event, State, Value, seat_ref

Given = tuple[str, Value]
"""An answer as a platform hands it over: the id of the ask, and the value."""


def answer(
    loaded: Loaded, seat: int, given: Sequence[Given], by: By, user: str, now: float, spent: float = 0.0
) -> Change:
    """Submit answers in a row; the step says what may be taken back afterwards. `spent`: counted seconds it took."""
    engine, table, state = loaded.engine, loaded.table, loaded.running()
    moves: list[Move] = []
    events: list[Event] = []
    barrier = by not in ("hand", "order", "plan")
    for ask_id, value in given:
        step = next((each.step for each in engine.pending(state) if each.ask_id == ask_id), "")
        moves.append(Move.model_construct(seat=seat, step=step, ask_id=ask_id, value=value))
        try:
            outcome = loaded.submit(state, Answer(seat, ask_id, value))
        except EngineBug as bug:
            raise BrokenMove(moves, bug) from bug
        state, barrier = outcome.state, barrier or outcome.barrier
        events += outcome.events
    undo = _undo_after(table, seat, barrier)
    table.moves += 1
    own = table.seats[seat]
    own.acted = loaded.version + 1
    if not state.ending:
        own.points = note(table.curve, engine, loaded.running(), state)
    if votes.ends_with_move_of(table, seat):
        votes.close(table)
        events.append(Event("table.event.vote_lapsed", {}))
    if by == "hand" and own.absent is not None:
        own.absent, own.is_open = None, False
    if seat in table.waiting:
        spend(table, seat, spent)
        if by in ("hand", "plan") and not table.waiting[seat].goes_on:
            own.took = noted(own.took, table.waiting[seat].since, now)
    if by == "hand" and own.plan is not None and any(own.plan.is_due(move.step) for move in moves):
        own.plan = None  # this turn is played by hand
    stop_orders(loaded, state, seat, events)
    made = Change("answer", events, user, seat, "hand" if by == "plan" else by, moves, state, undo)
    wait(loaded, state, {seat}, now)
    if seat in table.waiting:
        table.waiting[seat].goes_on = True
    end_if_over(loaded, made, now)
    return made


def stop_orders(loaded: Loaded, state: State, actor: int, events: Sequence[Event]) -> None:
    """End the orders whose end has come: by what happened, or since their owner's turn came after another's move.

    A plan that what happened ends is kept beside the question, with the reason.
    """
    info = loaded.engine.info
    on_turn = [each.seat for each in loaded.engine.pending(state) if each.owed and each.step == turn_step(info)]
    for number, other in enumerate(loaded.table.seats):
        if other.plan is not None:
            other.plan = woken(stopped(other.plan, events, number), info, on_turn, events, number)
        if other.orders:
            asked = [] if number == actor else _asked(loaded, state, number)
            other.orders = [order for order in other.orders if not order.is_stopped_by(events, number, asked)]
    heed(loaded, state)


def heed(loaded: Loaded, state: State) -> None:
    """Limits that were given ahead of what they are for end like others once that is asked."""
    steps = {each.step for each in loaded.engine.pending(state)}
    for seat in loaded.table.seats:
        if any(isinstance(order, Limit) and order.early for order in seat.orders):
            seat.orders = [order.at(steps) if isinstance(order, Limit) else order for order in seat.orders]


def _asked(loaded: Loaded, state: State, seat: int) -> list[str]:
    return [each.step for each in loaded.engine.pending(state) if each.seat == seat and each.owed]


def _undo_after(table: Table, seat: int, barrier: bool) -> Undo:
    """Steps of one seat in a row can be taken back, up to the last barrier."""
    if barrier:
        table.undo = None
        return Undo.CLEAR
    if table.undo is not None and table.undo[0] == seat:
        table.undo = (seat, table.undo[1] + 1)
        return Undo.PUSH
    table.undo = (seat, 1)
    return Undo.ONLY


def wait(loaded: Loaded, state: State, fresh: set[int], now: float) -> None:
    """Note whom the game waits for; those who have just acted, or were not waited for, get their time anew."""
    table, before = loaded.table, loaded.table.waiting
    table.waiting = {
        seat: before[seat] if seat in before and seat not in fresh else _waiting(table, seat, now)
        for seat in loaded.engine.owed(state)
    }


def _waiting(table: Table, seat: int, now: float) -> Waiting:
    terms = TERMS[table.pace] if table.plays(seat) else None
    return Waiting(since=now, allowed=terms.allowed(table.seats[seat].bank) if terms else None)


def spend(table: Table, seat: int, spent: float) -> None:
    """Book the time that a move took."""
    terms = TERMS[table.pace]
    if terms is not None and table.plays(seat):
        table.seats[seat].bank = terms.bank_after(table.seats[seat].bank, spent)


def end_if_over(loaded: Loaded, step: Change, now: float) -> None:
    """Close the books of a game that has ended; the seed is no secret any more."""
    assert step.state is not None
    result = loaded.engine.result(step.state)
    if result is not None:
        loaded.table.seed = step.state.seed
        stop(loaded.table, Status.FINISHED, now)
        step.undo = Undo.CLEAR
        winners = [seat_ref(seat) for seat in result.winners]
        step.events = (*step.events, Event("table.event.finished", {"winners": winners}))


def stop(table: Table, status: Status, now: float) -> None:
    """Nobody is waited for any more."""
    table.status, table.ended = status, now
    table.waiting, table.undo = {}, None
    votes.close(table)
    for seat in table.seats:
        seat.orders, seat.plan = [], None
