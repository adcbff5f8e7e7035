"""What one viewer may see of a table: how it stands, and what happened."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from hashlib import blake2b
from typing import TypeAlias

from bot.table import stepwise
from bot.table.change import Loaded
from bot.table.model import By, Entry, Status, Table, standing, unreached_for
from engines.kit import Pending, Result, Text, Value, View, seen

Preview: TypeAlias = Callable[[Pending, Value], tuple[Text, ...]]


@dataclass(frozen=True, slots=True)
class PlayerView:
    """A table through the eyes of one person (or an onlooker: seat None)."""

    table: Table
    version: int
    seat: int | None
    view: View | None
    pending: tuple[Pending, ...]
    """The asks of this seat alone."""
    owed: tuple[int, ...]
    can_undo: bool
    result: Result | None
    answered: int = 0
    """How often this seat has answered."""
    recurring: tuple[str, ...] = ()
    """Steps beside which *Always like this* is offered."""
    points: tuple[int, ...] = ()
    """Everybody's points, as all can see them."""
    round: int = 0
    """The round, where the game counts them for its curve."""
    is_held: bool = False
    """A computer waits until this seat has seen the turn before."""
    preview: Preview = field(default=lambda pending, value: (), compare=False, repr=False)
    """What an answer would bring, as far as this seat can know."""


@dataclass(frozen=True, slots=True)
class LogLine:
    """One version of a table, as one viewer may read it. `by` is told to its own seat only, to all after the end."""

    version: int
    time: float
    kind: str
    seat: int | None
    by: By | None
    texts: list[Text]


def read_log(table: Table, entries: Sequence[Entry], seat: int | None) -> list[LogLine]:
    """Log entries as one seat may read them; of another's step that told nothing, not even that it was."""
    over = table.is_over
    lines = []
    for entry in standing(entries):
        texts = seen(entry.happened(), seat)
        is_own = seat is not None and entry.seat == seat
        if texts or is_own:
            by = entry.by if over or is_own else None
            lines.append(LogLine(entry.version, entry.time, entry.kind, entry.seat, by, texts))
    return lines


def player_view(loaded: Loaded, seat: int | None) -> PlayerView:
    """How a table stands for one seat (None: an onlooker)."""
    table, state, engine = loaded.table, loaded.state, loaded.engine
    shown = table.model_copy().seen_by(seat)
    if state is None:
        return PlayerView(shown, loaded.version, seat, None, (), (), False, None)
    goes_on = table.status is Status.RUNNING
    asked = engine.pending(state) if goes_on else ()
    own = tuple(each for each in asked if each.seat == seat)
    owed = engine.owed(state) if goes_on else ()
    view, result = engine.view(state, seat), engine.result(state)
    answered = 0 if seat is None else state.answered[seat]
    is_learner = seat is not None and stepwise.learner_of(table) == seat
    is_last = table.undo is not None and table.undo[0] == seat
    can_undo = goes_on and (is_last or (is_learner and bool(answered)))
    round_, points = engine.standing(state) if engine.standing else (0, ())
    asked_again = engine.info.recurring
    held = is_learner and stepwise.is_held(table, asked)

    def preview(pending: Pending, value: Value) -> tuple[Text, ...]:
        return engine.steps[pending.step].preview(state, pending.seat, value)

    return PlayerView(
        shown, loaded.version, seat, view, own, owed, can_undo, result, answered, asked_again, points, round_, held,
        preview,
    )  # fmt: skip


def asks_shown(table: Table, own: Sequence[Pending], is_held: bool) -> list[str]:
    """What a panel asks, by ids: the seat's questions, or whether it has seen what a computer did last."""
    return [f"go_on{max([each.acted for each in table.seats])}"] if is_held else [each.ask_id for each in own]


def panel_mark(table: Table, seat: int | None, asks: Sequence[str], alert: str = "0") -> str:
    """Content key of a seat's panel: its asks and moves, the status, whom the host cannot reach; the alert.

    Equal as long as nothing changes in what the panel is about. What may be answered early is another thing when the
    game waits for it: only then is anybody alerted.
    """
    own = None if seat is None else table.seats[seat]
    is_away = own is not None and own.absent is not None
    parts = (
        table.status,
        own and own.acted,
        "" if is_away else ".".join(asks),
        alert,
        "",
        own and own.absent,
        *unreached_for(table, seat),
        *_clock_changes(table, seat),
        *(["early"] if asks and not is_away and seat not in table.waiting else []),
    )
    return ":".join(map(str, parts))


def _clock_changes(table: Table, seat: int | None) -> list[str]:
    """What has moved a seat's deadline since its wait began: a pause, its end, more time. Nothing as a rule."""
    waiting = None if seat is None else table.waiting.get(seat)
    if waiting is None or waiting.allowed is None:
        return []
    since = [f"pause{begun:.0f}" for begun, ended in table.pauses if ended > waiting.since]
    now = [] if table.paused is None else [f"paused{table.paused:.0f}"]
    return [*since, *now, *([f"more{waiting.extended:.0f}"] if waiting.extended else [])]


def panel_fingerprint(look: PlayerView) -> str:
    """The content key of a panel as a short hash, whatever alert it came with."""
    mark = panel_mark(look.table, look.seat, asks_shown(look.table, look.pending, look.is_held))
    return blake2b(mark.encode(), digest_size=9).hexdigest()
