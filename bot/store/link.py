"""Runs commands on the right server, repeats them while the storage is briefly away, waits for a replica."""

import asyncio
import hashlib
import logging
import math
import random
import time
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from redis.asyncio import Redis
from redis.exceptions import AskError, MovedError, NoPermissionError, NoScriptError

from bot.store.errors import HOPELESS, TRANSIENT, StoreAway
from bot.store.route import Route, open_route

log = logging.getLogger(__name__)
T = TypeVar("T")
Command = tuple[Any, ...]

PATIENCE = 10.0
"""Seconds of trying again before a person is told."""
REPLICA_WAIT = 1000
"""Milliseconds that a commit waits for a replica."""
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


class Link:
    """Every command goes through here; all of them may be repeated without harm."""

    def __init__(self, route: Route, patience: float = PATIENCE) -> None:
        self._route = route
        self._patience = patience
        self._looked = -LOOK_EVERY
        self._replicated: set[Redis] = set()
        self.unreplicated = 0
        """Commits that no replica confirmed in time."""
        self.retries = 0

    @classmethod
    async def open(cls, url: str, patience: float = PATIENCE) -> "Link":
        link = cls(open_route(url), patience)
        try:
            await link._patiently(link._route.refresh)
            await link.each("PING")
        except StoreAway:
            await link.close()
            raise
        return link

    async def run(self, key: str, *command: Any) -> Any:
        """One command on the server of this key."""
        return await self._patiently(lambda: self._at(key, command))

    async def script(self, script: Script, keys: Sequence[str], args: Sequence[Any], durable: bool = False) -> Any:
        """A script; if durable, it counts as done when a replica has it too (where there are replicas)."""
        command = ("EVALSHA", script.sha, len(keys), *keys, *args)
        if durable and time.monotonic() - self._looked > LOOK_EVERY:
            await self._patiently(self._look)

        async def attempt() -> Any:
            try:
                return await self._at(keys[0], command, durable)
            except NoScriptError:
                await self._route.client(keys[0]).execute_command("SCRIPT LOAD", script.text)
                return await self._at(keys[0], command, durable)

        return await self._patiently(attempt)

    async def many(self, commands: Sequence[tuple[str, Command]]) -> list[Any]:
        """Many commands, each with its key, in one go per server; the answers come in the same order."""

        async def attempt() -> list[Any]:
            groups: dict[Redis, list[int]] = {}
            for index, (key, _) in enumerate(commands):
                groups.setdefault(self._route.client(key), []).append(index)
            answers: list[Any] = [None] * len(commands)
            for client, indexes in groups.items():
                results = await self._pipe(client, [commands[index][1] for index in indexes])
                for index, result in zip(indexes, results, strict=True):
                    answers[index] = result
            return answers

        return await self._patiently(attempt) if commands else []

    async def each(self, *command: Any) -> list[Any]:
        """The same command on every server that takes writes."""

        async def attempt() -> list[Any]:
            return [await client.execute_command(*command) for client in self._route.clients()]

        return await self._patiently(attempt)

    async def close(self) -> None:
        await self._route.close()

    async def _at(self, key: str, command: Command, durable: bool = False) -> Any:
        """One command on its server; follows a slot that is being moved to another one at this moment."""
        client = self._route.client(key)
        try:
            return await self._once(client, command, durable and client in self._replicated)
        except MovedError:
            raise
        except AskError as ask:
            wait = [("WAIT", 1, REPLICA_WAIT)] if durable else []
            return (await self._pipe(self._route.other(ask.host, ask.port), [("ASKING",), command, *wait]))[1]

    async def _once(self, client: Redis, command: Command, wait: bool) -> Any:
        if not wait:
            return await client.execute_command(*command)
        answer, copies = await self._pipe(client, [command, ("WAIT", 1, REPLICA_WAIT)])
        if copies == 0:
            self.unreplicated += 1
            log.warning("no replica confirmed a move within a second; a fail-over now could lose it")
            self._looked = -LOOK_EVERY
        return answer

    @staticmethod
    async def _pipe(client: Redis, commands: Sequence[Command]) -> list[Any]:
        pipe = client.pipeline(transaction=False)
        for command in commands:
            pipe.execute_command(*command)
        results: list[Any] = await pipe.execute(raise_on_error=False)
        for result in results:
            if isinstance(result, Exception):
                raise result
        return results

    async def _look(self) -> None:
        self._looked = time.monotonic()
        replicated = set()
        for client in self._route.clients():
            try:
                info = await client.execute_command("INFO", "replication")
            except NoPermissionError:
                log.warning("Redis does not let me see its replicas, so a fail-over could lose the last moves")
                self._looked = math.inf
                break
            if info["role"] == "master" and info["connected_slaves"] > 0:
                replicated.add(client)
        self._replicated = replicated

    async def _patiently(self, attempt: Callable[[], Awaitable[T]]) -> T:
        started = time.monotonic()
        pause = 0.02
        while True:
            try:
                return await attempt()
            except HOPELESS as error:
                raise StoreAway(f"Redis refuses the login: {error}") from error
            except TRANSIENT as error:
                self.retries += 1
                if time.monotonic() - started + pause > self._patience:
                    raise StoreAway(f"Redis cannot be reached: {error}") from error
                log.info("storage away (%s), trying again", type(error).__name__)
            await asyncio.sleep(pause * random.uniform(0.5, 1.0))
            pause = min(pause * 2, 0.5)
            self._looked = -LOOK_EVERY
            with suppress(*TRANSIENT):
                await self._route.refresh()
