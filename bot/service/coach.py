"""The coach: a hint for whoever asks, told to all as asked, made once a position."""

from __future__ import annotations

import asyncio

from bot.service.mind import Mind, Threads
from bot.service.player_view import PlayerView, player_view
from bot.service.unit_of_work import UnitOfWork
from bot.table import hints, lobby
from bot.table.change import Change, Loaded
from engines.kit import EngineBug, Refusal
from engines.kit.coaching import Advice

KEPT = 64
"""Hints that are kept at hand, for whoever asks twice."""
Position = tuple[str, int, int]
"""Table, seat, and how often all have answered: a hint may be asked for in between."""


class Coach:
    """Advice from what a seat may know, and nothing else."""

    def __init__(self, work: UnitOfWork) -> None:
        self.work = work
        self.mind: Mind = Threads()
        self._given: dict[Position, asyncio.Task[Advice | None]] = {}

    async def hint(self, code: str, user: str) -> tuple[Advice, PlayerView]:
        """What this person should answer now. All are told that they asked, once a position."""
        loaded = await self.work.load(code)
        seat = lobby.require_seat(loaded.table, user)
        self._require(loaded, seat)
        state = loaded.running()
        number = sum(state.answered)
        name = (code, seat, number)

        async def act(now: Loaded) -> Change:
            self._require(now, seat)
            return Change("hint", (hints.asked(seat),), user, seat)

        await self.work.commit(code, f"hint:{seat}:{number}:{loaded.table.moves}", act)
        task = self._given.get(name)
        if task is None or (task.done() and (task.cancelled() or task.exception() is not None or not task.result())):
            seed = f"hint {code} {number}"
            task = self._given[name] = asyncio.ensure_future(self.mind.advise(loaded.engine, state, seat, seed))
            while len(self._given) > KEPT:
                del self._given[next(iter(self._given))]
        advice = await asyncio.shield(task)
        if advice is None:
            raise EngineBug("the process that thought about a hint is gone")
        return advice, player_view(loaded, seat)

    @staticmethod
    def _require(loaded: Loaded, seat: int) -> None:
        hints.require_hints(loaded.table, seat)
        if seat not in loaded.engine.owed(loaded.running()):
            raise Refusal("table.refusal.no_hint_now")
