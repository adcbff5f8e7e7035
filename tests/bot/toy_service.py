"""A table service on a toy game, a clock that stands still until told, and people who play by chance."""

from __future__ import annotations

import itertools
from collections.abc import Awaitable
from pathlib import Path
from typing import Any

import pytest

from bot.service.table_service import TableService
from bot.store import Store
from bot.table.lobby import User
from bot.table.model import Entry
from bot.table.time_control import Pace
from engines.kit import Dice, Engine, Pending, Refusal
from tests.toy import toy

ANNA, BRAM, CARO = User("local:anna", "Anna"), User("discord:2", "Bram", "nl"), User("telegram:3", "Caro", "de")
ROOM = "discord:77"


class Clock:
    """Seconds since some day; moved by hand."""

    def __init__(self, now: float = 1_800_000_000.0) -> None:
        self.now = now

    def __call__(self) -> float:
        return self.now

    def sleep(self, seconds: float) -> None:
        self.now += seconds


def service(
    store: Store, folder: Path, clock: Clock | None = None, engine: Engine[Any] | None = None, seed: str = ""
) -> TableService:
    """A service whose tables have the seeds `seed 0`, `seed 1`, or all the given one."""
    seeds = (seed or f"seed {number}" for number in itertools.count())
    return TableService(store, folder, {"toy": engine or toy()}, clock or Clock(), lambda: next(seeds))


async def begin(desk: TableService, people: int = 2, pace: Pace = Pace.DAY, request: str = "new") -> str:
    """A running table of so many people, seated as they came; its code."""
    host, *others = (ANNA, BRAM, CARO)[:people]
    code = (await desk.lobby.create(request, "toy", host, ROOM, pace=pace)).table.code
    for other in others:
        await desk.lobby.join(f"{request} join {other.ref}", code, other)
    await desk.lobby.start(f"{request} start", code, host.ref, "joined")
    return code


async def owed(desk: TableService, code: str) -> list[Pending]:
    """The asks that the game waits for."""
    loaded = await desk.work.load(code)
    if loaded.state is None or loaded.table.is_over:
        return []
    return [pending for pending in loaded.engine.pending(loaded.state) if pending.owed]


async def play_on(desk: TableService, code: str, answers: int = 10_000, seed: str = "play") -> int:
    """Answer by chance until the game is over, or so often; how many answers were given."""
    chance = Dice(seed)
    for given in range(answers):
        pending = await owed(desk, code)
        if not pending:
            return given
        chosen = pending[chance.below(len(pending))]
        user = (await desk.queries.table(code)).seats[chosen.seat].user
        await desk.moves.answer(f"{seed}-{given}", code, user, [(chosen.ask_id, chosen.ask.sample(chance.below))])
    return answers


async def refused(code: str, action: Awaitable[Any]) -> Refusal:
    """The refusal with which an action must end."""
    with pytest.raises(Refusal) as caught:
        await action
    assert caught.value.code == code
    return caught.value


async def last(desk: TableService, code: str) -> Entry:
    """The newest entry of a table's log."""
    return (await desk.work.entries(code))[-1]
