"""Bugs planted in the program, one for each invariant: the simulation must find each within a few seeds.

`python -m tests.sim.planted` looks for them and prints what it found as JSON.
"""

from __future__ import annotations

import asyncio
import json
import os
import sys
from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import dataclass, replace
from typing import Any
from unittest.mock import patch

from tests import garbage

HASHES = "0"
MOST_SEEDS = 24


@dataclass(frozen=True)
class Bug:
    """A small defect, the invariant that it violates, and the seed at which the search begins."""

    invariant: str
    plant: Callable[[], AbstractContextManager[Any]]
    first: int


def hasty_link() -> AbstractContextManager[Any]:
    """What is written is told as done before the replica has it."""
    from tests.sim.store import FaultyLink

    carried_out = FaultyLink._carried_out

    async def hasty(self: Any, work: Any, durable: bool, writes: bool) -> Any:
        return await carried_out(self, work, False, writes)

    return patch.object(FaultyLink, "_carried_out", hasty)


def deaf_to_questions() -> AbstractContextManager[Any]:
    """A panel does not change when something else is asked."""
    from bot.workers import surfaces

    mark = vars(surfaces)["panel_mark"]
    return patch.object(surfaces, "panel_mark", lambda table, seat, asks, *more: mark(table, 0, [], *more))


def wrong_chat() -> AbstractContextManager[Any]:
    """A panel goes to the person of the next seat."""
    from bot.workers import surfaces

    panel = surfaces._panel

    def misled(loaded: Any, seat: int, *more: Any) -> Any:
        people = loaded.table.people
        other = people[(people.index(seat) + 1) % len(people)]
        found = panel(loaded, seat, *more)
        return replace(found, place=replace(found.place, address=loaded.table.seats[other].user))

    return patch.object(surfaces, "_panel", misled)


def frozen_board() -> AbstractContextManager[Any]:
    """The board in the room is drawn once."""
    from bot.workers import surfaces

    return patch.object(surfaces, "room_mark", lambda loaded: loaded.table.status.value)


def mortal_heartbeat() -> AbstractContextManager[Any]:
    """The heartbeat does not live through an outage of the storage."""
    from bot.workers import pool

    async def beat_on(self: Any) -> None:
        while True:
            await self._store.set_clock()
            await self.beat()
            await asyncio.sleep(pool.BEAT_EVERY)

    return patch.object(pool.WorkerPool, "_beat_on", beat_on)


def endless_hold() -> AbstractContextManager[Any]:
    """A table whose worker was killed stays in its hands."""
    from bot.workers import pool

    return patch.object(pool, "HOLD", 1e6)


def forgetful_log() -> AbstractContextManager[Any]:
    """Some steps stand in the log without what was answered."""
    from bot.service.unit_of_work import UnitOfWork

    write = UnitOfWork.write

    async def forgets(self: Any, loaded: Any, request: str, step: Any) -> Any:
        is_lost = step.kind == "answer" and loaded.version % 7 == 0
        return await write(self, loaded, request, replace(step, moves=[]) if is_lost else step)

    return patch.object(UnitOfWork, "write", forgets)


def restless_notice() -> AbstractContextManager[Any]:
    """Which notice of a wait it is goes by the clock: looking at a table again alerts again."""
    from bot.workers import surfaces

    notice_at = vars(surfaces)["notice_at"]

    def restless(person: Any, waiting: Any, calendar: Any, now: float) -> Any:
        found = notice_at(person, waiting, calendar, now)
        return found if found.stage is None else replace(found, number=int(now) % 7)

    return patch.object(surfaces, "notice_at", restless)


BUGS = {
    "hasty_link": Bug("accepted_once", hasty_link, 0),
    "deaf_to_questions": Bug("owed_seats_told", deaf_to_questions, 1),
    "wrong_chat": Bug("nobody_elses_eyes", wrong_chat, 0),
    "frozen_board": Bug("views_equal", frozen_board, 0),
    "mortal_heartbeat": Bug("no_task_dead", mortal_heartbeat, 0),
    "endless_hold": Bug("nothing_waits_for_ever", endless_hold, 3),
    "forgetful_log": Bug("state_is_replay", forgetful_log, 0),
    "restless_notice": Bug("notice_once", restless_notice, 2),
}


def search(bug: Bug, most: int = MOST_SEEDS) -> dict[str, Any] | None:
    """The first seed at which the bug shows, and how."""
    from tests.sim.run import simulate

    with bug.plant():
        for seed in range(bug.first, bug.first + most):
            outcome = simulate(seed)
            shown = [each for each in outcome.violations if each.startswith(f"{bug.invariant}:")]
            if shown:
                return {"seed": seed, "violation": shown[0], "trace": outcome.digest}
    return None


def main() -> int:
    if os.environ.get("PYTHONHASHSEED") != HASHES:
        os.execve(
            sys.executable,
            [sys.executable, "-m", "tests.sim.planted", *sys.argv[1:]],
            {**os.environ, "PYTHONHASHSEED": HASHES},
        )
    garbage.seldom()
    wanted = sys.argv[1:] or list(BUGS)
    found = {}
    for name in wanted:
        found[name] = search(BUGS[name])
        print(f"{name}: {found[name]}", file=sys.stderr, flush=True)
    print(json.dumps(found))
    return int(any(each is None for each in found.values()))


if __name__ == "__main__":
    sys.exit(main())
