"""Stores on the embedded server, a Cluster and under Sentinel; each kind of server starts once per session."""

from collections.abc import AsyncIterator, Iterator
from typing import Any

import pytest

from bot.store import Store
from tests.bot.memory_store import MemoryStore
from tests.bot.store.servers import Cluster, Embedded, Single, Watched


@pytest.fixture(scope="session")
def single() -> Iterator[Single]:
    server = Single()
    yield server
    server.close()


@pytest.fixture(scope="session")
def embedded() -> Iterator[Embedded]:
    server = Embedded()
    yield server
    server.close()


@pytest.fixture(scope="session")
def cluster() -> Iterator[Cluster]:
    servers = Cluster()
    yield servers
    servers.close()


@pytest.fixture(scope="session")
def watched() -> Iterator[Watched]:
    servers = Watched()
    yield servers
    servers.close()


@pytest.fixture(params=["embedded", "cluster", "watched"])
def servers(request: pytest.FixtureRequest) -> Any:
    """Each kind of server in turn, emptied."""
    found = request.getfixturevalue(request.param)
    found.flush()
    return found


@pytest.fixture(params=["cluster", "watched"])
def replicated(request: pytest.FixtureRequest) -> Any:
    """Servers that can fail over."""
    found = request.getfixturevalue(request.param)
    found.flush()
    return found


@pytest.fixture
async def store(servers: Any) -> AsyncIterator[Store]:
    """A store on each kind of server in turn."""
    opened = await Store.open(servers.url)
    yield opened
    await opened.close()


@pytest.fixture
async def one(single: Single) -> AsyncIterator[Store]:
    """A store on a single server only, for what does not depend on the kind."""
    single.flush()
    opened = await Store.open(single.url)
    yield opened
    await opened.close()


@pytest.fixture(params=[pytest.param("memory", marks=pytest.mark.no_server), "single"])
async def kept(request: pytest.FixtureRequest) -> AsyncIterator[Store]:
    """A store in memory, then one on a single server: use cases must not know the difference."""
    if request.param == "memory":
        yield MemoryStore()
        return
    server: Single = request.getfixturevalue("single")
    server.flush()
    opened = await Store.open(server.url)
    yield opened
    await opened.close()
