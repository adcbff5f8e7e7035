"""The way to the master under Sentinel, and which of its replicas must confirm a move.

The sentinels are the authority, never the master itself: one that was deposed still believes in itself.
"""

import logging
import time
from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass
from typing import Any

from redis.asyncio import Redis
from redis.exceptions import ConnectionError, RedisError

from bot.store.errors import StoreAway, explained
from bot.store.pools import QUICKEST, SLOWEST, Address, answers, calm, client_of, close, hasty, lacking, majority, text

log = logging.getLogger(__name__)

SILENT = 3000
"""Milliseconds without an answer to a sentinel after which a server counts as gone for it."""
UNLINKED = 5000
"""Milliseconds for which a replica that lives may be cut off from its master before nobody waits for it."""
ASTRAY = 3.0
"""Seconds for which a server that does not follow the master is waited for: the sentinels may be about to name it, or
to tell it whom to follow. If they are not, it takes them ten and more."""
STALE = 11.0
"""Seconds for which a sentinel may go by what a replica said last: it asks every ten."""


@dataclass(frozen=True, slots=True)
class Replica:
    """One replica as one sentinel sees it."""

    lives: bool
    follows: bool
    """Whether it takes itself for a replica; a deposed master does not, until it is told."""
    is_linked: bool
    """Whether its master feeds it; one that has just been told to follow is not, for a while."""
    is_cut: bool
    """Whether it has not been fed for so long that nobody waits for it."""
    master: Address
    """Whom it follows, by its own word."""


@dataclass(frozen=True, slots=True)
class Sight:
    """What one sentinel sees."""

    master: Address
    epoch: int
    is_well: bool
    """Whether the master answers it, and nobody is about to depose it."""
    replicas: Mapping[Address, Replica]
    others: int
    """How many other sentinels it knows."""
    down_after: int
    """Milliseconds after which a server that does not answer counts as down for it."""


class SentinelRoute:
    """One master at a time, by the newest word of the sentinels."""

    def __init__(
        self, addresses: Sequence[Address], name: str, watching: Mapping[str, Any], options: Mapping[str, Any]
    ) -> None:
        self.name = name
        self.watchers = [client_of(host=host, port=port, **hasty(), **watching) for host, port in addresses]
        self._options = calm() | dict(options)
        self._clients: dict[Address, Redis] = {}
        self._living: frozenset[Address] = frozenset()
        """The replicas that must confirm: any of them may be the next master."""
        self._known: frozenset[Address] = frozenset()
        self._had_replicas = False
        self._astray: dict[Address, float] = {}
        """Since when a server has followed another one, or none."""
        self._fed: dict[Address, float] = {}
        """When the master last said that it feeds a replica; the sentinels may learn it ten seconds later."""
        self._offset = 0
        """How much the master had written when it was last asked."""
        self._deposed: set[Address] = set()
        """The masters before this one, until they follow: what they have beyond the others is thrown away."""
        self.master: Address | None = None
        self._reign = 0
        """The sentinels' number of the configuration that names this master."""
        self._reigns: dict[Redis, int] = {}
        self._named = -STALE
        """When one of them last named it."""
        self.listed = len(addresses)
        self._newest: Sight | None = None
        self._sighted: Sequence[Sight] = ()

    def client(self, key: str) -> Redis:
        if self.master is None:
            raise ConnectionError("no sentinel has named the master yet")
        return self._at(self.master)

    def clients(self) -> Sequence[Redis]:
        return (self.client(""),)

    def other(self, host: str, port: int) -> Redis:
        raise StoreAway(f"This Redis sends on to {host}:{port}: it is part of a Cluster, use redis+cluster://")

    def copies(self, client: Redis) -> int:
        return len(self._living)

    def lacking(self, client: Redis, confirmed: Set[Address]) -> int:
        return lacking(self._living, self._known, confirmed)

    def followers(self, client: Redis) -> int:
        return len(self._known)

    def reign(self, client: Redis) -> int:
        return self._reigns.get(client, 0)

    def has_heirs(self, client: Redis) -> bool:
        return self._had_replicas

    def feeds(self, client: Redis, offset: int, replicas: Mapping[Address, int]) -> None:
        """One that is frozen is still named; one that is fed has what the master had when it was asked before."""
        if self.master is not None and client is self._at(self.master):
            fed = [address for address, has in replicas.items() if has >= self._offset]
            fresh = [address for address in fed if not self._is_fed(address, SILENT / 1000)]
            self._fed |= dict.fromkeys(fed, time.monotonic())
            self._offset = offset
            if fresh:
                self._count(self._sighted)

    def _is_fed(self, address: Address, seconds: float = STALE) -> bool:
        return time.monotonic() - self._fed.get(address, -STALE) < seconds

    def _is_gone(self, address: Address, replica: Replica) -> bool:
        """A sentinel may be cut off from what the master feeds, and may promote it as soon as it is not."""
        if not replica.lives:
            return not self._is_fed(address, SILENT / 1000)
        return replica.is_cut and not self._is_fed(address)

    def _is_astray(self, address: Address) -> bool:
        """Whether it does not follow the master, and nobody is about to change that: one that was deposed, one that was
        started again by its old settings, as a master or as a replica of a replica. It cannot confirm."""
        since = self._astray.get(address)
        return since is not None and (address in self._deposed or time.monotonic() - since > ASTRAY)

    def _notice(self, seen: Mapping[Address, Sequence[Replica]]) -> None:
        """Who follows the master by now, and who does not."""
        now = time.monotonic()
        follow = {address for address, found in seen.items() if all(each.follows and each.is_linked for each in found)}
        elsewhere = {
            address
            for address, found in seen.items()
            if all(not each.follows or each.master in self._known for each in found)
        }
        self._deposed -= follow - elsewhere | {address for address in self._deposed if self._is_fed(address)}
        astray = {address for address in elsewhere | self._deposed if not self._is_fed(address)}
        self._astray = {address: self._astray.get(address, now) for address in astray}

    async def vouches(self, client: Redis) -> bool:
        """Asked anew: whether more than half of the sentinels see this server as a master that answers."""
        sights, _ = await self._sights()
        if self.master is None or client is not self._at(self.master):
            return False
        return sum(sight.is_well and sight.master == self.master for sight in sights) >= majority(self.listed)

    def advice(self) -> list[str]:
        if self._newest is None:
            return []
        found, known = [], self._newest.others + 1
        if known < 3:
            found.append(f"There are {known} sentinels: with fewer than three, the loss of one stops fail-overs.")
        if self.listed < known:
            found.append(
                f"REDIS_URL names {self.listed} of {known} sentinels: name all of them, "
                "since more than half of those named must agree before a move counts without its replicas."
            )
        if self._newest.down_after < QUICKEST:
            found.append(
                f"The sentinels call a server dead after {self._newest.down_after} milliseconds: they will "
                f"depose masters that are only busy. Set `down-after-milliseconds` to {QUICKEST} or more."
            )
        if self._newest.down_after > SLOWEST:
            found.append(
                f"The sentinels take {self._newest.down_after / 1000:.0f} seconds to notice that a master is gone, "
                f"and people wait for that long. Set `down-after-milliseconds` to {SLOWEST} or less."
            )
        return found

    async def look(self) -> None:
        """Learn who is master and who follows; without an answer everything stays as it was."""
        sights, _ = await self._sights()
        if sights:
            await self.learn(sights)

    async def refresh(self) -> None:
        sights, faults = await self._sights()
        if not sights:
            last = faults[-1] if faults else None
            raise ConnectionError(f"no sentinel names a master: {explained(last) if last else ''}") from last
        await self.learn(sights)
        await self.client("").connection_pool.disconnect(inuse_connections=False)

    async def close(self) -> None:
        for client in (*self._clients.values(), *self.watchers):
            await close(client)

    def _at(self, address: Address) -> Redis:
        if address not in self._clients:
            self._clients[address] = client_of(host=address[0], port=address[1], **self._options)
        return self._clients[address]

    async def _sights(self) -> tuple[list[Sight], list[Exception]]:
        questions = [self._sight(watcher) for watcher in self.watchers]
        return await answers(questions, majority(self.listed))

    async def _sight(self, watcher: Redis) -> Sight:
        pipe = watcher.pipeline(transaction=False)
        for question in ("GET-MASTER-ADDR-BY-NAME", "MASTER", "REPLICAS"):
            pipe.execute_command("SENTINEL", question, self.name)
        address, master, replicas = await pipe.execute(raise_on_error=False)
        if address is None:
            raise ConnectionError(f"this sentinel knows no master named {self.name}")
        for found in (address, master, replicas):
            if isinstance(found, RedisError):
                raise found
        return sight_of(address, fields_of(master), [fields_of(each) for each in replicas])

    async def learn(self, sights: Sequence[Sight]) -> None:
        """Go by what they see. Those who have not heard of the newest master yet do not bring back the one before."""
        newest = max(sights, key=lambda sight: sight.epoch)
        if newest.epoch >= self._reign:
            self._named = time.monotonic()
        elif time.monotonic() - self._named < STALE:
            return
        self._newest, self._reign = newest, newest.epoch
        self._reigns[self._at(newest.master)] = newest.epoch
        if self.master != newest.master:
            before, self.master = self.master, newest.master
            self._deposed.discard(newest.master)
            self._fed, self._offset = {}, 0
            if before is not None:
                self._deposed.add(before)
                log.warning("the sentinels name another master: %s:%d instead of %s:%d", *newest.master, *before)
                await self._at(before).connection_pool.disconnect(inuse_connections=False)
        self._sighted = [sight for sight in sights if sight.master == newest.master]
        self._count(self._sighted)

    def _count(self, sights: Sequence[Sight]) -> None:
        """Which replicas must confirm: all of which the sentinels do not agree that they are gone, or astray.

        One that takes itself for a master may be promoted in this moment: nothing counts until the sentinels name it.
        """
        seen: dict[Address, list[Replica]] = {}
        for sight in sights:
            for address, replica in sight.replicas.items():
                if address != self.master:
                    seen.setdefault(address, []).append(replica)
        self._had_replicas |= bool(seen)
        self._known = frozenset(seen)
        enough = majority(self.listed)
        living = {
            address for address, found in seen.items() if sum(self._is_gone(address, each) for each in found) < enough
        }
        if len(sights) < enough:
            self._living = frozenset(living | self._living - {self.master})
        else:
            self._notice(seen)
            self._living = frozenset([address for address in living if not self._is_astray(address)])


def fields_of(raw: Any) -> dict[str, str]:
    """An answer of pairs, whatever form the client gives it."""
    pairs = raw.items() if isinstance(raw, dict) else zip(raw[::2], raw[1::2], strict=True)
    return {text(name): text(value) for name, value in pairs}


def sight_of(address: Sequence[Any], master: Mapping[str, str], replicas: Sequence[Mapping[str, str]]) -> Sight:
    """A sentinel's three answers in our words."""
    flags = set(master["flags"].split(","))
    return Sight(
        (text(address[0]), int(address[1])),
        int(master.get("config-epoch", 0)),
        not flags & {"s_down", "o_down", "failover_in_progress"} and int(master["last-ok-ping-reply"]) < SILENT,
        {(each["ip"], int(each["port"])): _replica(each) for each in replicas},
        int(master.get("num-other-sentinels", 0)),
        int(master.get("down-after-milliseconds", 0)),
    )


def _replica(fields: Mapping[str, str]) -> Replica:
    flags = set(fields["flags"].split(","))
    is_linked = fields.get("master-link-status") != "err"
    is_cut = not is_linked and int(fields.get("master-link-down-time", 0)) > UNLINKED
    lives = not flags & {"s_down", "o_down"} and int(fields["last-ok-ping-reply"]) < SILENT
    master = fields.get("master-host", ""), int(fields.get("master-port", 0))
    return Replica(lives, fields.get("role-reported", "slave") == "slave", is_linked, is_cut, master)
