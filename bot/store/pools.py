"""Connections to servers, and questions that many servers are asked at once."""

import asyncio
from collections.abc import Coroutine, Sequence, Set
from typing import Any, TypeVar

from redis.asyncio import ConnectionPool, Redis, SSLConnection
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff

T = TypeVar("T")
Address = tuple[str, int]

CONNECTIONS = 512
"""Of one process to one server; a command beyond them is tried again a little later."""
SLOWEST = 5000
"""Milliseconds within which those who watch the servers should notice that one is gone."""
QUICKEST = 1000
"""Milliseconds for which they should wait at least."""
LOOK_TIME = 1.0
"""Seconds within which a server has to say how it sees the others."""
MOMENT = 0.05
"""Seconds more for those who are slower than most."""


def calm() -> dict[str, Any]:
    """Connection settings for every client: no hidden retries, since the link retries with the same request id."""
    return {"socket_timeout": 3.0, "socket_connect_timeout": 2.0, "retry": Retry(NoBackoff(), 0)}


def hasty() -> dict[str, Any]:
    """For questions about the layout: whoever is slow is not waited for."""
    return {"socket_timeout": LOOK_TIME, "socket_connect_timeout": LOOK_TIME, "retry": Retry(NoBackoff(), 0)}


def client_of(**options: Any) -> Redis:
    """A client of one server, with a pool of its own."""
    if options.pop("ssl", False):
        options["connection_class"] = SSLConnection
    return Redis.from_pool(ConnectionPool(max_connections=CONNECTIONS, **options))


async def close(client: Redis) -> None:
    await client.aclose()
    await client.connection_pool.disconnect()


async def piped(client: Redis, commands: Sequence[tuple[Any, ...]]) -> list[Any]:
    """All answers, errors among them."""
    pipe = client.pipeline(transaction=False)
    for command in commands:
        pipe.execute_command(*command)
    results: list[Any] = await pipe.execute(raise_on_error=False)
    return results


def sound(result: Any) -> Any:
    """A result that is no error."""
    if isinstance(result, Exception):
        raise result
    return result


async def answers(questions: Sequence[Coroutine[Any, Any, T]], enough: int) -> tuple[list[T], list[Exception]]:
    """What came back when so many had answered, or all had their say: slow ones get a moment more, since one of them
    may have the newest word, and are not waited for longer."""
    asked = [asyncio.create_task(question) for question in questions]
    found: list[T] = []
    faults: list[Exception] = []
    waiting = set(asked)
    try:
        while waiting:
            moment = None if len(found) < enough else MOMENT
            done, waiting = await asyncio.wait(waiting, timeout=moment, return_when=asyncio.FIRST_COMPLETED)
            if not done:
                break
            for task in done:
                fault = task.exception()
                if fault is None:
                    found.append(task.result())
                elif isinstance(fault, Exception):
                    faults.append(fault)
                else:
                    raise fault
    finally:
        for task in waiting:
            task.cancel()
        await asyncio.gather(*waiting, return_exceptions=True)
    return found, faults


def text(value: Any) -> str:
    return value.decode() if isinstance(value, bytes) else str(value)


def lacking(awaited: Set[Address], known: Set[Address], confirmed: Set[Address]) -> int:
    """How many of those who must confirm have not. One by a name that nobody has told us may be any of them: servers
    may know one another by other addresses than those who watch them do."""
    return max(0, len(awaited - confirmed) - len(confirmed - known))


def majority(count: int) -> int:
    return count // 2 + 1
