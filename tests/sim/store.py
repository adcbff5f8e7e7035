"""The storage of a run: a master and its replica in memory, reached over a link on which everything goes wrong.

Below the link stands the twin that `tests/bot/store/test_store.py` holds equal to the real server. The link promises
what the real one promises (`bot/store/link.py`): it repeats while it has patience, and a durable command counts only
when the replica has it too. What the replica does not have is lost when it becomes the master. The journal of moves
that a new master is given again is not played here: without it, too, nothing that was confirmed may be lost.
"""

from __future__ import annotations

import asyncio
import copy
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from random import Random
from typing import Any

from bot.store import Store, StoreAway
from bot.store.scripts import Script
from bot.store.store import COMMIT
from tests.bot.memory_store import PATIENCE, Keys, MemoryLink, Scripts

READS = {
    *("PING", "TIME", "GET", "EXISTS", "HGET", "HMGET", "HGETALL", "HVALS", "HEXISTS", "LRANGE", "LINDEX", "HLEN"),
    *("ZRANGE", "ZRANGEBYSCORE"),
}
Work = Callable[["Server"], Any]
_LIMIT: ContextVar[float | None] = ContextVar("limit", default=None)
"""When the patience ends that several commands share."""


class Server:
    """One server: keys, and the scripts that work on them."""

    def __init__(self, keys: Keys | None = None) -> None:
        self.keys = keys or Keys()
        self.scripts = Scripts(self.keys)


@dataclass
class Storage:
    """A master, a replica that is behind by what is in `under_way`, and what goes wrong."""

    chance: Random
    slowest: float = 0.01
    is_away: bool = False
    """Nobody answers: every command waits for its end or its patience."""
    is_lagging: bool = False
    """The replica hears nothing: nothing durable is confirmed."""
    trouble: float = 0.0
    """How often a command is lost before it is carried out, or its answer after that."""
    epoch: int = 0
    master: Server = field(default_factory=Server)
    replica: Server = field(default_factory=Server)
    under_way: list[Work] = field(default_factory=list)
    documents: list[bytes] = field(default_factory=list)
    """Every document of a table that anybody wanted to keep."""
    fail_overs: int = 0
    lost: int = 0

    def done(self, work: Work, writes: bool) -> Any:
        if writes:
            self.under_way.append(work)
            if len(self.under_way) > 60 and not self.is_lagging:
                self.confirm(len(self.under_way) - 30)
        return work(self.master)

    def confirm(self, number: int) -> None:
        """The replica has so many more of the master's writes."""
        for work in self.under_way[:number]:
            work(self.replica)
        del self.under_way[:number]

    def fail_over(self) -> None:
        """The replica becomes the master; whatever it does not have never was."""
        self.confirm(self.chance.randrange(len(self.under_way) + 1))
        self.lost += len(self.under_way)
        self.under_way.clear()
        self.master, self.replica = self.replica, Server(copy.deepcopy(self.replica.keys))
        self.epoch += 1
        self.fail_overs += 1


class FaultyLink(MemoryLink):
    """One process's way to the storage."""

    def __init__(
        self, storage: Storage, is_dead: Callable[[], bool], is_cut: Callable[[], bool], patience: float = PATIENCE
    ) -> None:
        self.storage = storage
        self._is_dead, self._is_cut = is_dead, is_cut
        self._patience = patience

    async def _carried_out(self, work: Work, durable: bool, writes: bool) -> Any:
        """Again and again until it is done and confirmed, or patience ends."""
        storage, loop = self.storage, asyncio.get_running_loop()
        limit = _LIMIT.get()
        until = loop.time() + self._patience if limit is None else limit
        while True:
            await self._travel()
            if not self._is_away and storage.chance.random() >= storage.trouble:
                epoch = storage.epoch
                answer, written = storage.done(work, writes), len(storage.under_way)
                if durable:
                    await self._travel()
                is_held_up = self._is_away or (durable and storage.is_lagging)
                if storage.epoch == epoch and not is_held_up and storage.chance.random() >= storage.trouble:
                    if durable:
                        storage.confirm(min(written, len(storage.under_way)))
                    await self._travel()
                    return answer
            self.retries += 1
            if loop.time() > until:
                raise StoreAway("the storage does not answer")
            await asyncio.sleep(0.1 + 0.4 * storage.chance.random())

    @property
    def _is_away(self) -> bool:
        return self.storage.is_away or self._is_cut()

    async def _travel(self) -> None:
        if self._is_dead():
            raise asyncio.CancelledError
        await asyncio.sleep(self.storage.slowest * self.storage.chance.random())
        if self._is_dead():
            raise asyncio.CancelledError

    async def run(self, key: str, *command: Any, durable: bool = False, kept: bool = False) -> Any:
        return await self._carried_out(lambda at: at.keys.call(*command), durable, command[0] not in READS)

    async def script(
        self,
        script: Script,
        keys: Sequence[str],
        args: Sequence[Any],
        durable: bool = False,
        again: Any = None,
        doubt: Any = None,
    ) -> Any:
        if script is COMMIT:
            self.storage.documents.append(args[4])
        return await self._carried_out(lambda at: at.scripts.of[script](keys, args), durable, True)

    async def many(
        self, commands: Sequence[tuple[str, tuple[Any, ...]]], durable: bool = False, kept: bool = False
    ) -> list[Any]:
        if not commands:
            return []
        writes = any(command[0] not in READS for _, command in commands)
        found: list[Any] = await self._carried_out(
            lambda at: [at.keys.call(*command) for _, command in commands], durable, writes
        )
        return found

    async def scan(self, pattern: str) -> list[bytes]:
        found: list[bytes] = await self._carried_out(lambda at: at.keys.names(pattern), False, False)
        return found

    @contextmanager
    def one_patience(self, seconds: float | None = None) -> Iterator[float]:
        limit = asyncio.get_running_loop().time() + (
            self._patience if seconds is None else min(seconds, self._patience)
        )
        token = _LIMIT.set(limit)
        try:
            yield limit
        finally:
            _LIMIT.reset(token)


class SimStore(Store):
    """The real store over that link."""

    def __init__(self, link: FaultyLink) -> None:
        super().__init__(link)  # type: ignore[arg-type]
