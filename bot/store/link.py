"""Runs commands on the right server, repeats them while the storage is briefly away, waits for a replica."""

import asyncio
import hashlib
import logging
import math
import random
import re
import time
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from redis.asyncio import Redis
from redis.exceptions import AskError, MovedError, NoPermissionError, NoScriptError

from bot.store.errors import CA_HINT, HOPELESS, TRANSIENT, StoreAway, is_untrusted
from bot.store.route import Route, open_route
from config.settings import ConfigError

log = logging.getLogger(__name__)
T = TypeVar("T")
Command = tuple[Any, ...]

_LIMIT: ContextVar[float | None] = ContextVar("limit", default=None)
_TRIPS: ContextVar[list[str] | None] = ContextVar("trips", default=None)

_REPLICA = re.compile(r"slave\d+")

PATIENCE = 10.0
"""Seconds of trying again before a person is told."""
REPLICA_WAIT = 1000
"""Milliseconds that a commit waits for a replica."""
SCANNED = 500
"""Keys that a server looks at in one go."""
LOOK_EVERY = 10.0
"""Seconds between looks at how many replicas there are."""


@dataclass(frozen=True, slots=True)
class Script:
    """A Lua script and the hash under which the server knows it."""

    text: str
    sha: str

    @classmethod
    def of(cls, text: str) -> "Script":
        return cls(text, hashlib.sha1(text.encode(), usedforsecurity=False).hexdigest())

    @classmethod
    def named(cls, name: str) -> "Script":
        return cls.of(Path(__file__).with_name(f"{name}.lua").read_text())


@contextmanager
def counted() -> Iterator[list[str]]:
    """Note every round trip that is made in this block, and in tasks begun there: the commands of each, in order."""
    found: list[str] = []
    token = _TRIPS.set(found)
    try:
        yield found
    finally:
        _TRIPS.reset(token)


def _note(*commands: Any) -> None:
    """Commands that travel together are one round trip."""
    if (trips := _TRIPS.get()) is not None:
        trips.append(" ".join([str(command) for command in commands]))


class Link:
    """Every command goes through here; all of them may be repeated without harm."""

    def __init__(self, route: Route, patience: float = PATIENCE) -> None:
        self._route = route
        self._patience = patience
        self._looked = -LOOK_EVERY
        self._replicas: dict[Redis, int] = {}
        self._layout = 0
        self._learning = asyncio.Lock()
        self.unreplicated = 0
        """Commits that no replica confirmed in time."""
        self.retries = 0

    @classmethod
    async def open(cls, url: str, patience: float = PATIENCE) -> "Link":
        link = cls(open_route(url), patience)
        try:
            await link._patiently(link._route.refresh)
            await link.each("PING")
        except (StoreAway, ConfigError):
            await link.close()
            raise
        return link

    async def run(self, key: str, *command: Any) -> Any:
        """One command on the server of this key."""
        _note(command[0])
        return await self._patiently(lambda: self._at(key, command))

    async def script(self, script: Script, keys: Sequence[str], args: Sequence[Any], durable: bool = False) -> Any:
        """A script; if durable, it counts as done when a replica has it too (where there are replicas)."""
        command = ("EVALSHA", script.sha, len(keys), *keys, *args)
        if durable and time.monotonic() - self._looked > LOOK_EVERY:
            await self._patiently(self._look)

        _note(command[0])
        return await self._patiently(lambda: self._at(keys[0], command, durable, script))

    async def many(self, commands: Sequence[tuple[str, Command]]) -> list[Any]:
        """Many commands, each with its key, in one go per server; the answers come in the same order."""

        async def attempt() -> list[Any]:
            groups: dict[Redis, list[int]] = {}
            for index, (key, _) in enumerate(commands):
                groups.setdefault(self._route.client(key), []).append(index)
            answers: list[Any] = [None] * len(commands)

            async def ask(client: Redis, indexes: list[int]) -> None:
                results = await self._pipe(client, [commands[index][1] for index in indexes])
                for index, result in zip(indexes, results, strict=True):
                    is_moving = isinstance(result, AskError) and not isinstance(result, MovedError)
                    answers[index] = await self._at(*commands[index]) if is_moving else _sound(result)

            await asyncio.gather(*[ask(client, indexes) for client, indexes in groups.items()])
            return answers

        if not commands:
            return []
        _note(*[command[0] for _, command in commands])
        return await self._patiently(attempt)

    async def each(self, *command: Any) -> list[Any]:
        """The same command on every server that takes writes."""

        async def attempt() -> list[Any]:
            return [await client.execute_command(*command) for client in self._route.clients()]

        _note(command[0])
        return await self._patiently(attempt)

    async def scan(self, pattern: str) -> list[bytes]:
        """The names of all keys that fit, from every server that takes writes; a name may come twice."""

        async def attempt() -> list[bytes]:
            found: list[bytes] = []
            for client in self._route.clients():
                found += [name async for name in client.scan_iter(pattern, count=SCANNED)]
            return found

        _note("SCAN")
        return await self._patiently(attempt)

    @contextmanager
    def one_patience(self) -> Iterator[float]:
        """All that is done in this block shares one patience; gives the moment (monotonic) at which it ends."""
        limit = time.monotonic() + self._patience
        token = _LIMIT.set(limit)
        try:
            yield limit
        finally:
            _LIMIT.reset(token)

    async def close(self) -> None:
        await self._route.close()

    async def _at(self, key: str, command: Command, durable: bool = False, script: Script | None = None) -> Any:
        """One command on its server; follows a slot that is being moved to another one at this moment."""
        client = self._route.client(key)
        try:
            return await self._with_script(client, command, self._replicas.get(client, 0) if durable else 0, script)
        except MovedError:
            raise
        except AskError as ask:
            return await self._with_script(self._route.other(ask.host, ask.port), command, int(durable), script, True)

    async def _with_script(
        self, client: Redis, command: Command, copies: int, script: Script | None, asking: bool = False
    ) -> Any:
        try:
            return await self._once(client, command, copies, asking)
        except NoScriptError:
            if script is None:
                raise
            await client.execute_command("SCRIPT LOAD", script.text)
            return await self._once(client, command, copies, asking)

    async def _once(self, client: Redis, command: Command, copies: int, asking: bool) -> Any:
        """One command, and the wait for so many replicas: all of them, since any may be the next master."""
        if not copies and not asking:
            return await client.execute_command(*command)
        before: list[Command] = [("ASKING",)] if asking else []
        after: list[Command] = [("WAIT", copies, REPLICA_WAIT)] if copies else []
        results = [_sound(result) for result in await self._pipe(client, [*before, command, *after])]
        if copies and results[-1] < copies:
            self._missed(client, results[-1])
        return results[len(before)]

    def _missed(self, client: Redis, copies: int) -> None:
        """A replica lags or is gone: do not wait for it again before the next look."""
        self._replicas[client] = max(1, copies)
        if copies == 0:
            self.unreplicated += 1
            self._looked = -LOOK_EVERY
            log.warning("no replica confirmed a move within a second; a fail-over now could lose it")

    @staticmethod
    async def _pipe(client: Redis, commands: Sequence[Command]) -> list[Any]:
        """All answers, errors among them."""
        pipe = client.pipeline(transaction=False)
        for command in commands:
            pipe.execute_command(*command)
        results: list[Any] = await pipe.execute(raise_on_error=False)
        return results

    async def _look(self) -> None:
        self._looked = time.monotonic()
        replicas = {}
        for client in self._route.clients():
            try:
                info = await client.execute_command("INFO", "replication")
            except NoPermissionError:
                log.warning("Redis does not let me see its replicas, so a fail-over could lose the last moves")
                self._looked = math.inf
                break
            if info["role"] == "master":
                replicas[client] = sum(_is_online(item) for name, item in info.items() if _REPLICA.fullmatch(name))
        self._replicas = replicas

    async def _patiently(self, attempt: Callable[[], Awaitable[T]]) -> T:
        limit = _LIMIT.get() or time.monotonic() + self._patience
        pause = 0.02
        while True:
            layout = self._layout
            try:
                return await attempt()
            except HOPELESS as error:
                raise StoreAway(f"Redis refuses the login: {error}") from error
            except TRANSIENT as error:
                if is_untrusted(error):
                    raise StoreAway(
                        f"Redis shows a certificate that is not trusted here: {error}. {CA_HINT}"
                    ) from error
                self.retries += 1
                if time.monotonic() + pause > limit:
                    raise StoreAway(f"Redis cannot be reached: {error}") from error
                log.info("storage away (%s), trying again", type(error).__name__)
            await asyncio.sleep(pause * random.uniform(0.5, 1.0))
            pause = min(pause * 2, 0.5)
            await self._learn(layout)

    async def _learn(self, layout: int) -> None:
        """Learn the layout of the servers anew, unless somebody else has since this one failed us."""
        async with self._learning:
            if self._layout == layout:
                self._layout += 1
                self._looked = -LOOK_EVERY
                with suppress(*TRANSIENT):
                    await self._route.refresh()


def _sound(result: Any) -> Any:
    """A result that is no error."""
    if isinstance(result, Exception):
        raise result
    return result


def _is_online(item: Any) -> bool:
    """Whether a line of INFO speaks of a replica that follows."""
    return isinstance(item, dict) and item.get("state") == "online"
