"""The local table as it is served, on a store of its own, with Chromium before it."""

from __future__ import annotations

import itertools
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from playwright.async_api import Browser, async_playwright

from bot.cli.play import local_table
from bot.platforms.web.server import LocalTable
from config.settings import Settings
from tests.bot.platforms.web.visitor import Visitor
from tests.needs import browser

CHROMIUM = browser()

FLAGS = ["--no-sandbox", "--disable-features=LocalNetworkAccessChecks"]
"""A page whose answers pass through the test does not count as local, and may otherwise open no socket to us."""


@pytest.fixture
async def table(tmp_path: Path) -> AsyncIterator[LocalTable]:
    """The local table on a free port, with hurried computer seats, whose moves are shown at once,
    and a thumb that may tap fast.

    The seeds are always the same: the host of the first tables of Carrara begins, with a choice of actions.
    """
    settings, seeds = Settings(folder=tmp_path, port=0, redis_url=None), itertools.count()
    async with local_table(settings, pause=0.0, posts=10_000) as served:
        served.site.pace = "0"
        served.site.service.lobby.seeds = lambda: f"loggia {next(seeds)}"
        yield served


@pytest.fixture
async def chromium() -> AsyncIterator[Browser]:
    if CHROMIUM is None:
        pytest.skip("Chromium is not installed")
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield browser
        await browser.close()


@pytest.fixture
async def host(table: LocalTable) -> AsyncIterator[Visitor]:
    """Somebody with a table of Carrara that has not begun."""
    visitor = Visitor(table.site.base)
    await visitor.get("/")
    assert await visitor.post("/new", game="carrara") == 200
    yield visitor
    await visitor.session.close()


@pytest.fixture
async def stranger(table: LocalTable) -> AsyncIterator[Visitor]:
    visitor = Visitor(table.site.base)
    await visitor.get("/")
    yield visitor
    await visitor.session.close()
