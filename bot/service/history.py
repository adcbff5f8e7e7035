"""History: any earlier position of a table, as one person could see it then, and the moves that led from there."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from bot.service.player_view import LogLine, PlayerView, player_view, read_log
from bot.service.unit_of_work import UnitOfWork
from bot.table.change import Loaded
from bot.table.model import Entry
from bot.table.verification import replay
from engines.kit import Engine, Refusal, State
from engines.kit.errors import KitError

KEPT = 16
"""Tables whose logs and positions are kept at hand."""
MOVES = {"started", "answer", "back"}
"""Kinds of log entries after which the board may look different."""


@dataclass(frozen=True, slots=True)
class Moment:
    """One move looked back on: its number among those that this viewer can see, and what was told of it."""

    number: int
    line: LogLine


@dataclass(frozen=True, slots=True)
class Standing:
    """How the points stood after a move, as all could see them."""

    moment: Moment
    round: int
    points: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Played:
    """A move of a finished game, and the states before and after it."""

    moment: Moment
    before: State
    after: State


@dataclass(slots=True)
class _Kept:
    """A table's log as far as it was read, and its positions as far as they were played again."""

    entries: list[Entry] = field(default_factory=list)
    states: dict[int, State] = field(default_factory=dict)
    lines: dict[int | None, tuple[int, bool, list[LogLine]]] = field(default_factory=dict)

    @property
    def version(self) -> int:
        return self.entries[-1].version if self.entries else 0


class History:
    """The log only grows: what was read and played again once is kept, and only what is new comes on top."""

    def __init__(self, work: UnitOfWork) -> None:
        self.work = work
        self._kept: dict[str, _Kept] = {}

    def known(self, code: str) -> int:
        """Up to which version the log of a table is at hand."""
        return self._kept[code].version if code in self._kept else 0

    async def log(self, code: str, user: str | None) -> list[LogLine]:
        """Everything that this person may read, from the beginning."""
        loaded = await self.work.load(code)
        return await self._lines(loaded, _seat(loaded, user))

    async def moments(self, code: str, user: str | None) -> list[Moment]:
        """Every move that this person can see, the deal first. Numbers tell nothing of what others did in secret."""
        return moments_of(await self.log(code, user))

    async def since_my_move(self, code: str, user: str) -> list[Moment]:
        """The moves after this person's last own one."""
        loaded = await self.work.load(code)
        seat = _seat(loaded, user)
        acted = loaded.table.seats[seat].acted if seat is not None else 0
        return [each for each in await self.moments(code, user) if each.line.version > acted]

    async def at(self, code: str, user: str | None, number: int) -> tuple[Moment, PlayerView]:
        """The position after a move, as this person could see it then; nothing can be played there.

        After the last one it is the present one: what came since told nothing, but it may be another's move.
        """
        loaded = await self.work.load(code)
        seat = _seat(loaded, user)
        moments = moments_of(await self._lines(loaded, seat))
        found = next((each for each in moments if each.number == number), None)
        if found is None:
            raise Refusal("table.refusal.no_such_move", number=number + 1)
        states = await self._states(loaded)
        state, version = states[found.line.version], found.line.version
        if found is moments[-1] and loaded.state is not None:
            state, version = loaded.state, loaded.version
        return found, _then(loaded, state, version, seat)

    async def position(self, code: str, user: str, number: int) -> tuple[Loaded, State, int | None]:
        """The whole state after a move of a finished game that this person could see, and where they sat."""
        loaded = await self.work.load(code)
        if not loaded.table.is_over:
            raise Refusal("table.refusal.not_over")
        seat = _seat(loaded, user)
        found = next((each for each in moments_of(await self._lines(loaded, seat)) if each.number == number), None)
        if found is None:
            raise Refusal("table.refusal.no_such_move", number=number + 1)
        return loaded, (await self._states(loaded))[found.line.version], seat

    async def frames(self, code: str, user: str | None) -> list[tuple[Moment, PlayerView]]:
        """All positions in a row, for a film."""
        loaded = await self.work.load(code)
        seat, states = _seat(loaded, user), await self._states(loaded)
        return [
            (each, _then(loaded, states[each.line.version], each.line.version, seat))
            for each in moments_of(await self._lines(loaded, seat))
        ]

    async def played(self, code: str) -> tuple[Engine[Any], list[Played], list[Entry]]:
        """The whole of a finished game: every move that all could see with its states, and who answered what."""
        loaded = await self.work.load(code)
        if not loaded.table.is_over:
            raise Refusal("table.refusal.not_over")
        states, kept = await self._states(loaded), await self._read(loaded)
        moments = moments_of(await self._lines(loaded, None))
        found = []
        for each in moments:
            version = each.line.version
            found.append(Played(each, states.get(version - 1, states[version]), states[version]))
        return loaded.engine, found, list(kept.entries)

    async def standings(self, code: str, user: str | None) -> list[Standing]:
        """The round of every move that this person can see, and the points after it; nothing where none are counted.

        A move belongs to the round in which it is made, also one that ends it.
        """
        loaded = await self.work.load(code)
        if loaded.engine.standing is None:
            return []
        states, stands = await self._states(loaded), loaded.engine.standing
        moments = moments_of(await self._lines(loaded, _seat(loaded, user)))
        found, before = list[Standing](), None
        for each in moments:
            number, points = stands(states[each.line.version])
            found.append(Standing(each, number if before is None else min(before, number), points))
            before = number
        return found

    # --- what is at hand ---

    async def _read(self, loaded: Loaded) -> _Kept:
        """The log up to this version; only what is new is read."""
        code = loaded.table.code
        kept = self._kept.pop(code, None) or _Kept()
        if kept.version < loaded.version:
            kept.entries += await self.work.entries(code, kept.version, loaded.version)
        self._kept[code] = kept
        if len(self._kept) > KEPT:
            del self._kept[next(iter(self._kept))]
        return kept

    async def _lines(self, loaded: Loaded, seat: int | None) -> list[LogLine]:
        """What one seat may read: told on from what was read before, anew only where something was taken back."""
        kept = await self._read(loaded)
        version, is_over, lines = kept.lines.get(seat, (0, False, []))
        if (version, is_over) == (loaded.version, loaded.table.is_over):
            return lines
        new = [entry for entry in kept.entries if version < entry.version <= loaded.version]
        if version > loaded.version or is_over != loaded.table.is_over or any(entry.to is not None for entry in new):
            lines, new = [], [entry for entry in kept.entries if entry.version <= loaded.version]
        lines = [*lines, *read_log(loaded.table, new, seat)]
        kept.lines[seat] = (loaded.version, loaded.table.is_over, lines)
        return lines

    async def _states(self, loaded: Loaded) -> Mapping[int, State]:
        if loaded.state is None:
            raise Refusal("table.refusal.not_running")
        kept = await self._read(loaded)
        last = max(kept.states, default=0)
        new = [entry for entry in kept.entries if last < entry.version <= loaded.version]
        if new:
            tables = await self.work.tables(loaded)
            try:
                kept.states = await asyncio.to_thread(
                    replay, loaded.engine, new, tables, loaded.state.rules, kept.states
                )
            except KitError:
                raise Refusal("table.refusal.cannot_replay") from None
        return kept.states


def _seat(loaded: Loaded, user: str | None) -> int | None:
    return None if user is None else loaded.table.seat_of(user)


def moments_of(lines: Sequence[LogLine]) -> list[Moment]:
    """The moves among what one viewer may read, numbered."""
    return [Moment(number, line) for number, line in enumerate([line for line in lines if line.kind in MOVES])]


def _then(loaded: Loaded, state: State, version: int, seat: int | None) -> PlayerView:
    """The look at an earlier state: whose move it was is told, but nothing is asked."""
    look = player_view(replace(loaded, state=state, version=version), seat)
    owed = loaded.engine.owed(state)
    return replace(look, pending=(), owed=owed, can_undo=False)
