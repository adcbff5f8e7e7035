"""The local table as it is served, on a store of its own, with Chromium before it.

What is slow to begin is begun once for all tests of this folder: the browser, the processes that draw and think, the
server of the store. Tables, pages and cookies are new in each test.
"""

from __future__ import annotations

import itertools
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest
import pytest_asyncio
from playwright.async_api import Browser, Playwright, async_playwright

from bot.app.app import open_app
from bot.cli.play import serving
from bot.platforms.web.server import LocalTable
from bot.store import Store
from bot.store.rig import Single
from bot.workers.computer_players import Computers
from config.settings import Settings
from render import Studio
from tests.bot.platforms.web.visitor import Visitor
from tests.needs import browser, windowed

CHROMIUM = browser()

FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-gpu-compositing",
    "--disable-software-rasterizer",
    "--in-process-gpu",
    "--disable-features=LocalNetworkAccessChecks,PaintHolding,SpareRendererForSitePerProcess",
]
"""A page whose answers pass through the test does not count as local, and may otherwise open no socket to us. No card
draws here, nor a process in its place, a new page shows at once, and no process is begun for a page that might come."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """One event loop for all of this folder: a browser belongs to the loop that began it."""
    for item in items:
        if Path(__file__).parent in item.path.parents and pytest_asyncio.is_async_test(item):
            item.add_marker(pytest.mark.asyncio(loop_scope="session"), append=False)


@pytest.fixture(scope="session")
def studio() -> Iterator[Studio]:
    made = Studio.at_work()
    yield made
    made.close()


@pytest.fixture(scope="session")
def computers() -> Iterator[Computers]:
    made = Computers()
    yield made
    made.close()


@pytest_asyncio.fixture(loop_scope="session")
async def one(single: Single) -> AsyncIterator[Store]:
    """A store on a single server."""
    single.flush()
    opened = await Store.open(single.url)
    yield opened
    await opened.close()


@pytest_asyncio.fixture(loop_scope="session")
async def table(tmp_path: Path, single: Single, studio: Studio, computers: Computers) -> AsyncIterator[LocalTable]:
    """The local table on a free port, with hurried computer seats, whose moves are shown at once,
    and a thumb that may tap fast.

    The seeds are always the same: the host of the first tables of Carrara begins, with a choice of actions.
    """
    single.flush()
    settings, seeds = Settings(folder=tmp_path, port=0, redis_url=single.url), itertools.count()
    async with open_app(settings) as app, serving(app, studio, computers, pause=0.0, posts=10_000) as served:
        served.site.pace = "0"
        served.site.service.lobby.seeds = lambda: f"loggia {next(seeds)}"
        yield served


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def playwright() -> AsyncIterator[Playwright]:
    async with async_playwright() as begun:
        yield begun


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def launched(playwright: Playwright) -> AsyncIterator[Browser]:
    if CHROMIUM is None:
        pytest.skip("Chromium is not installed")
    browser = await playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
    yield browser
    await browser.close()


@pytest_asyncio.fixture(loop_scope="session")
async def chromium(launched: Browser) -> AsyncIterator[Browser]:
    """The browser without any page: what a test opens is closed after it."""
    yield launched
    for context in launched.contexts:
        await context.close()


@pytest_asyncio.fixture(loop_scope="session")
async def whole_chromium(playwright: Playwright) -> AsyncIterator[Browser]:
    """A browser with windows, for what the one without refuses."""
    path = windowed()
    if path is None:
        pytest.skip("Chromium with windows is not installed")
    browser = await playwright.chromium.launch(executable_path=path, args=FLAGS)
    yield browser
    await browser.close()


@pytest_asyncio.fixture(loop_scope="session")
async def host(table: LocalTable) -> AsyncIterator[Visitor]:
    """Somebody with a table of Carrara that has not begun."""
    visitor = Visitor(table.site.base)
    await visitor.get("/")
    assert await visitor.post("/new", game="carrara") == 200
    yield visitor
    await visitor.session.close()


@pytest_asyncio.fixture(loop_scope="session")
async def stranger(table: LocalTable) -> AsyncIterator[Visitor]:
    visitor = Visitor(table.site.base)
    await visitor.get("/")
    yield visitor
    await visitor.session.close()
