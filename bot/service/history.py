"""History: any earlier position of a table, as one person could see it then, and the moves that led from there."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from bot.service.player_view import LogLine, PlayerView, player_view, read_log
from bot.service.unit_of_work import UnitOfWork
from bot.table.change import Loaded
from bot.table.model import Entry
from bot.table.verification import replay
from engines.kit import Refusal, State
from engines.kit.errors import KitError

KEPT = 16
"""Tables whose positions are kept at hand."""
MOVES = {"started", "answer", "back"}
"""Kinds of log entries after which the board may look different."""


@dataclass(frozen=True, slots=True)
class Moment:
    """One move looked back on: its number among those that this viewer can see, and what was told of it."""

    number: int
    line: LogLine


class History:
    """Positions are played again from the log, once for each version of a table that is looked at."""

    def __init__(self, work: UnitOfWork) -> None:
        self.work = work
        self._positions: dict[str, tuple[int, dict[int, State]]] = {}

    async def moments(self, code: str, user: str | None) -> list[Moment]:
        """Every move that this person can see, the deal first. Numbers tell nothing of what others did in secret."""
        loaded = await self.work.load(code)
        return _moments(loaded, await self.work.entries(code), _seat(loaded, user))

    async def since_my_move(self, code: str, user: str) -> list[Moment]:
        """The moves after this person's last own one."""
        loaded = await self.work.load(code)
        seat = _seat(loaded, user)
        acted = loaded.table.seats[seat].acted if seat is not None else 0
        return [each for each in await self.moments(code, user) if each.line.version > acted]

    async def at(self, code: str, user: str | None, number: int) -> tuple[Moment, PlayerView]:
        """The position after a move, as this person could see it then; nothing can be played there."""
        loaded = await self.work.load(code)
        entries = await self.work.entries(code)
        seat = _seat(loaded, user)
        found = next((each for each in _moments(loaded, entries, seat) if each.number == number), None)
        if found is None:
            raise Refusal("table.refusal.no_such_move", number=number)
        states = await self._states(loaded, entries)
        return found, _then(loaded, states[found.line.version], found.line.version, seat)

    async def frames(self, code: str, user: str | None) -> list[tuple[Moment, PlayerView]]:
        """All positions in a row, for a film."""
        loaded = await self.work.load(code)
        entries = await self.work.entries(code)
        seat, states = _seat(loaded, user), await self._states(loaded, entries)
        return [
            (each, _then(loaded, states[each.line.version], each.line.version, seat))
            for each in _moments(loaded, entries, seat)
        ]

    async def _states(self, loaded: Loaded, entries: Sequence[Entry]) -> Mapping[int, State]:
        code, present = loaded.table.code, loaded.state
        if present is None:
            raise Refusal("table.refusal.not_running")
        kept = self._positions.pop(code, None)
        if kept is None or kept[0] != loaded.version:
            tables = await self.work.tables(loaded)
            try:
                states = await asyncio.to_thread(replay, loaded.engine, entries, tables, present.rules)
            except KitError:
                raise Refusal("table.refusal.cannot_replay") from None
            kept = (loaded.version, states)
        self._positions[code] = kept
        if len(self._positions) > KEPT:
            del self._positions[next(iter(self._positions))]
        return kept[1]


def _seat(loaded: Loaded, user: str | None) -> int | None:
    return None if user is None else loaded.table.seat_of(user)


def _moments(loaded: Loaded, entries: Sequence[Entry], seat: int | None) -> list[Moment]:
    lines = [line for line in read_log(loaded.table, entries, seat) if line.kind in MOVES]
    return [Moment(number, line) for number, line in enumerate(lines)]


def _then(loaded: Loaded, state: State, version: int, seat: int | None) -> PlayerView:
    """The look at an earlier state: whose move it was is told, but nothing is asked."""
    look = player_view(replace(loaded, state=state, version=version), seat)
    owed = loaded.engine.owed(state)
    return replace(look, pending=(), owed=owed, can_undo=False)
