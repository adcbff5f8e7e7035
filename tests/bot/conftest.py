"""Stores on the embedded server, a Cluster and under Sentinel; each kind of server starts once per session."""

from collections.abc import AsyncIterator, Callable, Iterator
from typing import Any, Generic, TypeVar

import pytest

from bot.store import Store
from tests.bot.memory_store import MemoryStore
from tests.bot.store.servers import Cluster, Embedded, Single, Watched
from tests.replicas import wants_replicas

T = TypeVar("T", Cluster, Watched)


class Lent(Generic[T]):
    """Servers that many tests harm by turns. They are healed before each, and built anew after one that failed:
    nobody knows what it left behind."""

    def __init__(self, build: Callable[[], T]) -> None:
        self._build = build
        self._servers: T | None = None
        self._failures = 0

    def out(self, session: pytest.Session) -> T:
        if self._servers is not None and session.testsfailed == self._failures:
            try:
                self._servers.heal()
            except AssertionError:
                self.close()
        else:
            self.close()
        if self._servers is None:
            self._servers, self._failures = self._build(), session.testsfailed
        return self._servers

    def close(self) -> None:
        if self._servers is not None:
            self._servers.close()
            self._servers = None


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


clusters, watched_ones = Lent(Cluster), Lent(Watched)


@pytest.hookimpl(trylast=True)
def pytest_runtest_teardown(item: pytest.Item, nextitem: pytest.Item | None) -> None:
    """A dozen servers that nobody needs next are closed: they would take a tenth of a core."""
    if not wants_replicas(nextitem):
        clusters.close()
        watched_ones.close()


@pytest.fixture
def cluster(request: pytest.FixtureRequest) -> Cluster:
    return clusters.out(request.session)


@pytest.fixture
def watched(request: pytest.FixtureRequest) -> Watched:
    return watched_ones.out(request.session)


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
