"""A simulated fortnight: people in six zones, three to a table; nobody is disturbed, hurried or forgotten.

`make fortnight` plays it with 200 tables and 600 people, and the four real games with every module at 20 of them.
"""

from __future__ import annotations

import os
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.cli.fortnight import Fortnight
from bot.store import Store
from engines import ENGINES
from tests.bot.store.servers import Single
from tests.toy import toy

TOY = {"toy": toy()}
TABLES = int(os.environ.get("TABLES", "12"))


@pytest.fixture
async def store() -> AsyncIterator[Store]:
    server = Single("--save", "", "--appendonly", "no")
    opened = await Store.open(server.url)
    yield opened
    await opened.close()
    server.close()


async def test_the_same_seed_gives_the_same_days(store: Store, tmp_path: Path) -> None:
    first = await Fortnight(store, tmp_path, TOY, tables=5, days=3, by_chance=True).play()
    await store.link.each("FLUSHALL")
    again = await Fortnight(store, tmp_path, TOY, tables=5, days=3, by_chance=True).play()
    assert first.counts["moves"] > 10
    assert first == again


async def test_a_fortnight_of_play(store: Store, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    fortnight = Fortnight(store, tmp_path, TOY, tables=TABLES, by_chance=True)
    figures = await fortnight.play()
    with capsys.disabled():
        print("\na fortnight:", ", ".join(f"{count} {what}" for what, count in sorted(figures.counts.items())))
    assert figures.wrongs == []
    counts = figures.counts
    assert len(fortnight.people.persons) == 3 * TABLES
    for happened in ("moves", "reminders", "silent notices", "lost deliveries", "timed out", "double taps", "outages"):
        assert counts[happened] > 0, happened


async def test_a_fortnight_of_the_four_games_with_plans_and_orders(
    store: Store, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    tables = max(6, TABLES // 10)
    fortnight = Fortnight(store, tmp_path, ENGINES, tables, seed="days", modules=tables > 6, leaving=6)
    figures = await fortnight.play()
    with capsys.disabled():
        print("\nof real games:", ", ".join(f"{count} {what}" for what, count in sorted(figures.counts.items())))
    assert figures.wrongs == []
    wanted = (
        "moves",
        "plans kept",
        "plans played",
        "orders given",
        "outages",
        "restarts",
        "lost deliveries",
        "timed out",
    )
    for happened in wanted:
        assert figures.counts[happened] > 0, happened
