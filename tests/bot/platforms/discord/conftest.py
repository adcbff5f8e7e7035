"""A real store for the scenes, emptied before each."""

from collections.abc import AsyncIterator, Iterator

import pytest

from bot.store import Store
from tests.bot.store.servers import Single


@pytest.fixture(scope="session")
def single() -> Iterator[Single]:
    server = Single("--appendonly", "no", "--save", "")
    yield server
    server.close()


@pytest.fixture
async def store(single: Single) -> AsyncIterator[Store]:
    single.flush()
    opened = await Store.open(single.url)
    yield opened
    await opened.close()
