"""The process is killed at every step of the answer path: after a restart nothing is lost, nothing is there twice."""

import asyncio
import multiprocessing
import signal
from collections import Counter
from pathlib import Path

import pytest

from bot.store.link import Link
from bot.table.model import Entry, code_for
from tests.bot.store.crash_program import POINTS, Bot, Doomed, Journal, run
from tests.bot.store.servers import Single, until

CONTEXT = multiprocessing.get_context("forkserver")
CONTEXT.set_forkserver_preload(["tests.bot.store.crash_program"])
CODE = code_for("new", 0)


def start(single: Single, folder: Path, point: str, later: float, moves: int) -> multiprocessing.process.BaseProcess:
    process = CONTEXT.Process(target=run, args=(single.url, str(folder), point, later, moves))
    process.start()
    return process


async def entries_of(single: Single, folder: Path) -> tuple[list[Entry], bool]:
    """The log of the table, and whether it can be played again to the present state."""
    store = Doomed(await Link.open(single.url))
    bot = Bot(store, folder, 0)
    try:
        return await bot.service.work.entries(CODE), (await bot.service.queries.check(CODE)).holds
    finally:
        await store.close()


@pytest.mark.parametrize("point", POINTS)
def test_killed_at_any_step_a_move_is_made_once_and_shown(single: Single, tmp_path: Path, point: str) -> None:
    single.flush()
    doomed = start(single, tmp_path, point, 0, 3)
    doomed.join()
    assert doomed.exitcode == -signal.SIGKILL
    journal = Journal(tmp_path / "journal")
    assert len(journal.lines("ack")) == (2 if "commit" in point or "acknowledge" in point else 3)
    again = start(single, tmp_path, "", 61, 3)
    again.join()
    assert again.exitcode == 0
    moves = len(journal.lines("ack"))
    assert moves >= 5
    entries, holds = asyncio.run(entries_of(single, tmp_path))
    assert sum(len(entry.moves) for entry in entries) == moves, "each answer once"
    assert holds
    posts = journal.lines("post")
    room = [post for post in posts if ":room:" in post["surface"]]
    assert room[-1]["version"] == len(entries), "the newest state is shown"
    repeated = Counter((post["surface"], post["mark"]) for post in posts)
    assert max(repeated.values()) <= 2, "a post is repeated once at most"
    assert sum(count - 1 for count in repeated.values()) <= 3, "and only what was in hand at the crash"


def test_killed_at_any_moment_of_long_play_nothing_is_lost(single: Single, tmp_path: Path) -> None:
    single.flush()
    journal = Journal(tmp_path / "journal")
    for crash in range(4):
        wanted = len(journal.lines("ack")) + 3 + crash
        process = start(single, tmp_path, "", 61.0 * crash, 1000)
        until(lambda wanted=wanted, process=process: len(journal.lines("ack")) >= wanted or not process.is_alive())
        process.kill()
        process.join()
    last = start(single, tmp_path, "", 61.0 * 5, 1000)
    last.join()
    assert last.exitcode == 0
    entries, holds = asyncio.run(entries_of(single, tmp_path))
    acknowledged = [line["number"] for line in journal.lines("ack")]
    assert acknowledged == sorted(set(acknowledged))
    assert sum(len(entry.moves) for entry in entries) == len(acknowledged)
    assert holds
    assert journal.lines("post")[-1]["version"] == len(entries)
