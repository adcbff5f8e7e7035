"""Before a first command goes to a server that is not the one we knew, everything of ours that it lacks is done again.

Another process may have done what it lacks, too. So whoever meets a server signs, when it has done its part, and goes
on when the others have signed, or after some seconds.
"""

import asyncio
import logging
import secrets
import time
from collections import defaultdict
from collections.abc import Callable, Sequence
from contextlib import suppress

from redis.asyncio import Redis
from redis.exceptions import ConnectionError, NoPermissionError, RedisError, ResponseError

from bot.store import keys
from bot.store.errors import StoreAway
from bot.store.journal import KEPT, Again, Journal, Kept, Outcome, Proof
from bot.store.pools import piped, sound
from bot.store.route import Route
from bot.store.scripts import Script

log = logging.getLogger(__name__)

COMPANY = Script.named("company")
GONE = 10.0
"""Seconds without a sign after which another process is no longer listed."""
MISSED = 3
"""Looks in a row that do not find another process, after which it is not waited for. Looks, not seconds: while no
server answers, nobody can sign."""
PATIENCE = 8.0
"""Seconds for which another process is waited for that has not met a new server yet: longer than all time-outs on the
way of one that lives (`pools.py`: no answer, no connection, a look, a pause)."""
LOOK_EVERY = 0.25
"""Seconds between looks at who is master, while we wait for the others."""
BATCH = 100
"""Commands that are done again in one go."""


Refused = dict[Kept, Outcome]


class Meeting:
    """Which servers we know, by more than their address."""

    def __init__(self, route: Route, journal: Journal) -> None:
        self._route = route
        self._journal = journal
        self._met: set[Redis] = set()
        self._places: dict[Redis, str] = {}
        self._mates: dict[str, int] = {}
        """The other processes, and how many looks have missed each."""
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
            place = await self._place(client)
            if self._places.get(client) != place or client not in self._whole:
                await self._make_whole(client, place)
            self._met.add(client)

    def place(self, client: Redis) -> str:
        return self._places.get(client, "")

    def is_in_power(self, place: str) -> bool:
        """Whether this is one of the masters, by what we know. Which keys it has does not matter: they may be on the
        move between two of them."""
        try:
            return any(
                self.place(client) == place and self._is_of_now(client, place) for client in self._route.clients()
            )
        except RedisError:
            return False

    def _is_of_now(self, client: Redis, place: str) -> bool:
        """Whether it is in power by the same choice as when we asked what it is known by."""
        return place.endswith(_of_reign(self._route.reign(client)))

    def forget(self, is_stray: bool = False) -> None:
        """Look again who is there before the next command; `is_stray`: something was done where nobody looks now."""
        self._met.clear()
        if is_stray:
            self._whole.clear()

    async def sign(self) -> None:
        """Show the others that we are here, and see who they are; they wait for us where a server is new."""
        with suppress(RedisError, OSError, StoreAway):
            self._masters &= set(self._route.clients())
            for client in set(self._route.clients()) - self._masters:
                await self.meet(client)
                self._masters.add(client)
            places = [self._places[client] for client in self._route.clients() if client in self._places]
            found = {name for name, _ in await self._signed(places)} - {self._name}
            if not any(lock.locked() for lock in self._locks.values()):  # nobody is forgotten while we wait for them
                self._mates = {name: looks + 1 for name, looks in self._mates.items() if looks + 1 < MISSED}
            self._mates |= dict.fromkeys(found, 0)

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
        before = self.repeated
        await self._prove(client, place)
        refused = await self._repeat(client, place, self._journal.missing(place, self._is_at(client)))
        if self._places.get(client) != place:
            refused = await self._gather(client, place, refused)
            self._places[client] = place
        self._whole.discard(client)
        if not self._awaited(refused):
            self._whole.add(client)
        if self.repeated > before:
            log.warning("another server is in place: %d moves that it lacked were made again", self.repeated - before)

    async def _prove(self, client: Redis, place: str) -> None:
        """Most of it is there, as a rule: a question for each key, about the newest, saves doing all of it again."""
        found: dict[str, list[tuple[Proof, Kept]]] = defaultdict(list)
        for kept in self._journal.missing(place, self._is_at(client)):
            if kept.again.proof is not None:
                found[kept.key].append((kept.again.proof, kept))
        last = [max([proof for proof, _ in each], key=lambda proof: proof.number) for each in found.values()]
        answers = await piped(client, [proof.question for proof in last]) if last else []
        for proof, answer, each in zip(last, answers, found.values(), strict=True):
            if proof.holds(sound(answer)):
                for _, kept in each:
                    self._journal.done(kept, place)

    def _awaited(self, refused: Refused) -> list[Kept]:
        """What may still be done, since whoever made what it builds on may only be late; the rest is lost."""
        fresh = time.monotonic() - KEPT
        early = [kept for kept, outcome in refused.items() if outcome is Outcome.EARLY and kept.since > fresh]
        for kept in refused.keys() - set(early):
            self.lost += 1
            self._journal.drop(kept)
            log.error("an acknowledged move is lost: another went on without it (%s)", kept.key)
        return early

    async def _gather(self, client: Redis, place: str, refused: Refused) -> Refused:
        """Sign when everything is done, and wait until all who are here have; gives what could not be done."""
        limit = time.monotonic() + PATIENCE
        looked = time.monotonic()
        await self._help(client)
        while True:
            if time.monotonic() - looked > LOOK_EVERY:
                looked = time.monotonic()
                await self._stay(client, place)
                await self._help(client)
            try:
                found = await self._signed([] if refused else [place])
            except NoPermissionError:
                return refused
            except ResponseError:
                if refused or self._mates:
                    raise
                return {}  # it takes no writes, and we are alone
            others = (set(self._mates) | {name for name, _ in found}) - {self._name}
            is_alone = not others - {name for name, where in found if where == place}
            count, refused = len(refused), await self._repeat(client, place, list(refused))
            if is_alone and len(refused) == count:
                break
            if len(refused) < count:
                limit = time.monotonic() + PATIENCE
            elif time.monotonic() > limit:
                log.warning("another process has not come to the new master; going on without it")
                self._mates.clear()
                break
            await asyncio.sleep(0.01)
        if refused:
            await self._signed([place])
        return refused

    async def _help(self, client: Redis) -> None:
        """Do again what is under way, too: others may have read it, and wait to build on it."""
        if self._mates:
            await self._done_again(client, self._journal.under_way(self._is_at(client)))

    async def _stay(self, client: Redis, place: str) -> None:
        """Raises what counts as a lost connection if another is the master by now, or this one anew: there the others
        are, and wait."""
        with suppress(RedisError, OSError):
            await self._route.look()
        if client not in self._route.clients() or not self._is_of_now(client, place):
            raise ConnectionError("another server has become the master meanwhile")

    async def _repeat(self, client: Redis, place: str, missing: list[Kept]) -> Refused:
        """Do it again, in the old order; gives what was refused, since what it builds on is not there, or not yet."""
        refused: Refused = {}
        for first in range(0, len(missing), BATCH):
            part = missing[first : first + BATCH]
            outcomes = await self._done_again(client, [kept.again for kept in part])
            for kept, outcome in zip(part, outcomes, strict=True):
                if outcome in (Outcome.EARLY, Outcome.TAKEN):
                    refused[kept] = outcome
                else:
                    self.repeated += outcome is Outcome.MADE
                    self._journal.done(kept, place)
        return refused

    @staticmethod
    async def _done_again(client: Redis, things: Sequence[Again]) -> list[Outcome]:
        for script in {again.script for again in things if again.script is not None}:
            await client.execute_command("SCRIPT LOAD", script.text)
        answers = await piped(client, [again.command for again in things]) if things else []
        return [again.outcome(sound(answer)) for again, answer in zip(things, answers, strict=True)]

    def _is_at(self, client: Redis) -> Callable[[str], bool]:
        return lambda key: self._route.client(key) is client

    async def _place(self, client: Redis) -> str:
        """What a server is known by: it changes when the process is another, when it is promoted, and when it is in
        power anew: one that was deposed and never heard of it lacks what was done elsewhere meanwhile."""
        server, replication = await piped(client, [("INFO", "server"), ("INFO", "replication")])
        reign = _of_reign(self._route.reign(client))
        if isinstance(server, NoPermissionError) or isinstance(replication, NoPermissionError):
            at = client.connection_pool.connection_kwargs
            return f"{at.get('host', '')}:{at.get('port', '')}{reign}"
        return f"{sound(server).get('run_id', '')}-{sound(replication).get('master_replid', '')}{reign}"


def _of_reign(number: int) -> str:
    return f"-{number}"
