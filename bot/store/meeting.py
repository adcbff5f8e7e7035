"""Before a first command goes to a server that is not the one we knew, everything of ours that it lacks is done again.

Another process may have done what it lacks, too. So whoever meets a server signs, when it has done its part, and goes
on when the others have signed, or after some seconds.
"""

import asyncio
import logging
import secrets
import time
from collections import defaultdict
from contextlib import suppress

from redis.asyncio import Redis
from redis.exceptions import ConnectionError, NoPermissionError, RedisError, ResponseError

from bot.store import keys
from bot.store.errors import StoreAway
from bot.store.journal import Journal, Kept
from bot.store.pools import piped, sound
from bot.store.route import Route
from bot.store.scripts import Script

log = logging.getLogger(__name__)

COMPANY = Script.named("company")
GONE = 10.0
"""Seconds without a sign after which another process is not waited for."""
PATIENCE = 5.0
"""Seconds for which another process is waited for that has not met a new server yet."""
LOOK_EVERY = 0.25
"""Seconds between looks at who is master, while we wait for the others."""
BATCH = 100
"""Commands that are done again in one go."""


class Meeting:
    """Which servers we know, by more than their address."""

    def __init__(self, route: Route, journal: Journal) -> None:
        self._route = route
        self._journal = journal
        self._met: set[Redis] = set()
        self._places: dict[Redis, str] = {}
        self._mates: set[str] = set()
        self._locks: defaultdict[Redis, asyncio.Lock] = defaultdict(asyncio.Lock)
        self._masters: set[Redis] = set()
        self._whole: set[Redis] = set()
        self._name = secrets.token_hex(6)
        self.repeated = 0
        """Moves that a new master did not have, and that were made again."""
        self.lost = 0
        """Moves that were acknowledged and are lost, since somebody had gone on without them."""

    async def meet(self, client: Redis) -> None:
        """Return at once from a server that was met since the last look."""
        if client in self._met:
            return
        async with self._locks[client]:
            if client in self._met:
                return
            place = await _place(client)
            if self._places.get(client) != place or client not in self._whole:
                await self._make_whole(client, place)
                self._places[client] = place
                self._whole.add(client)
            self._met.add(client)

    def place(self, client: Redis) -> str:
        return self._places.get(client, "")

    def is_in_power(self, place: str) -> bool:
        """Whether this is one of the masters, by what we know. Which keys it has does not matter: they may be on the
        move between two of them."""
        try:
            return any(self.place(client) == place for client in self._route.clients())
        except RedisError:
            return False

    def forget(self, is_stray: bool = False) -> None:
        """Look again who is there before the next command; `is_stray`: something was done where nobody looks now."""
        self._met.clear()
        if is_stray:
            self._whole.clear()

    async def sign(self) -> None:
        """Show the others that we are here, and see who they are; they wait for us where a server is new."""
        with suppress(RedisError, OSError, StoreAway):
            fresh, self._masters = set(self._route.clients()) - self._masters, set(self._route.clients())
            for client in fresh:
                await self.meet(client)
            places = [self._places[client] for client in self._route.clients() if client in self._places]
            self._mates = {name for name, _ in await self._signed(places)} - {self._name}

    async def leave(self) -> None:
        """Nobody need wait for us any more."""
        with suppress(RedisError, OSError, StoreAway, TimeoutError):
            async with asyncio.timeout(1.0):
                lines = [f"{self._name} {place}" for place in self._places.values()]
                if lines:
                    await self._route.client(keys.COMPANY).execute_command("ZREM", keys.COMPANY, *lines)

    async def _signed(self, places: list[str]) -> list[tuple[str, str]]:
        client = self._route.client(keys.COMPANY)
        command = (COMPANY.sha, 1, keys.COMPANY, GONE, self._name, *places)
        try:
            lines = await client.execute_command("EVALSHA", *command)
        except ResponseError:  # it may not know the script
            lines = await client.execute_command("EVAL", COMPANY.text, *command[1:])
        return [(name, place) for name, _, place in [line.decode().partition(" ") for line in lines]]

    async def _make_whole(self, client: Redis, place: str) -> None:
        """Do again what it lacks, and let the others do so too: what we did may build on what they did."""
        missing = list(self._journal.missing(place, lambda key: self._route.client(key) is client))
        before = self.repeated
        refused = await self._repeat(client, place, missing)
        for kept in await self._gather(client, place, refused):
            self.lost += 1
            self._journal.drop(kept)
            log.error("an acknowledged move is lost: another went on without it (%s)", kept.key)
        if self.repeated > before:
            log.warning("another server is in place: %d moves that it lacked were made again", self.repeated - before)

    async def _gather(self, client: Redis, place: str, refused: list[Kept]) -> list[Kept]:
        """Sign when everything is done, and wait until all who are here have; gives what could not be done."""
        limit = time.monotonic() + PATIENCE
        looked = time.monotonic()
        while True:
            if time.monotonic() - looked > LOOK_EVERY:
                looked = time.monotonic()
                await self._stay(client)
            try:
                found = await self._signed([] if refused else [place])
            except NoPermissionError:
                return refused
            except ResponseError:
                if refused:
                    raise
                return []  # it takes no writes: nobody can go on
            others = (self._mates | {name for name, _ in found}) - {self._name}
            is_alone = not others - {name for name, where in found if where == place}
            count, refused = len(refused), await self._repeat(client, place, refused)
            if is_alone and len(refused) == count:
                return refused
            if len(refused) < count:
                limit = time.monotonic() + PATIENCE
            elif time.monotonic() > limit:
                log.warning("another process has not come to the new master; going on without it")
                self._mates.clear()
                return refused
            await asyncio.sleep(0.01)

    async def _stay(self, client: Redis) -> None:
        """Raises what counts as a lost connection if another is the master by now: there the others are, and wait."""
        with suppress(RedisError, OSError):
            await self._route.look()
        if client not in self._route.clients():
            raise ConnectionError("another server has become the master meanwhile")

    async def _repeat(self, client: Redis, place: str, missing: list[Kept]) -> list[Kept]:
        """Do it again, in the old order; gives what was refused, since what it builds on is not there, or not yet."""
        for script in {kept.again.script for kept in missing if kept.again.script is not None}:
            await client.execute_command("SCRIPT LOAD", script.text)
        refused = []
        for first in range(0, len(missing), BATCH):
            part = missing[first : first + BATCH]
            answers = await piped(client, [kept.again.command for kept in part])
            for kept, answer in zip(part, answers, strict=True):
                outcome = kept.again.outcome(sound(answer))
                if outcome is False:
                    refused.append(kept)
                else:
                    self.repeated += outcome is True
                    self._journal.done(kept, place)
        return refused


async def _place(client: Redis) -> str:
    """What a server is known by: it changes when the process is another, and when it is promoted."""
    server, replication = await piped(client, [("INFO", "server"), ("INFO", "replication")])
    if isinstance(server, NoPermissionError) or isinstance(replication, NoPermissionError):
        at = client.connection_pool.connection_kwargs
        return f"{at.get('host', '')}:{at.get('port', '')}"
    return f"{sound(server).get('run_id', '')}-{sound(replication).get('master_replid', '')}"
