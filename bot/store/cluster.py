"""The way to the masters of a Cluster, and how many replicas of each must confirm a move.

The layout is learned here: redis-py's Cluster client cannot send a script and its WAIT on one connection.
"""

from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass
from typing import Any

from redis.asyncio import Redis
from redis.crc import key_slot
from redis.exceptions import ConnectionError, NoPermissionError, RedisError, ResponseError, SlotNotCoveredError

from bot.store.errors import explained, is_passing
from bot.store.pools import Address, answers, calm, client_of, close, hasty, lacking, majority, text
from config.settings import ConfigError

GONE = frozenset({"fail", "fail?", "handshake", "noaddr"})


@dataclass(frozen=True, slots=True)
class Peer:
    """One server as another one sees it."""

    id: str
    address: Address
    flags: frozenset[str]
    master: str
    epoch: int


@dataclass(frozen=True, slots=True)
class Layout:
    """The Cluster as one server sees it."""

    ranges: tuple[tuple[int, int, Address, str], ...]
    """First and last slot, address and id of the master."""
    replicas: frozenset[Address]
    peers: Mapping[str, Peer]

    @property
    def epoch(self) -> int:
        return max((peer.epoch for peer in self.peers.values()), default=0)

    def followers(self, master: str) -> list[Peer]:
        return [peer for peer in self.peers.values() if peer.master == master]


class ClusterRoute:
    """A client per master."""

    def __init__(self, seeds: Sequence[Address], options: Mapping[str, Any]) -> None:
        self._seeds = seeds
        self._options = dict(options)
        self._clients: dict[Address, Redis] = {}
        self._askers: dict[Address, Redis] = {}
        self._members: set[Address] = set(seeds)
        self._ranges: list[tuple[int, int, Address]] = []
        self._living: dict[Redis, frozenset[Address]] = {}
        """The replicas of each that must confirm."""
        self._known: dict[Redis, frozenset[Address]] = {}
        self._heirs: set[Redis] = set()
        self._reigns: dict[Redis, int] = {}

    def client(self, key: str) -> Redis:
        slot = key_slot(key.encode())
        for first, last, address in self._ranges:
            if first <= slot <= last:
                return self.other(*address)
        raise SlotNotCoveredError(f"no server of the Cluster serves {key}")

    def clients(self) -> Sequence[Redis]:
        return [self.other(*address) for address in sorted({address for _, _, address in self._ranges})]

    def other(self, host: str, port: int) -> Redis:
        if (host, port) not in self._clients:
            self._clients[host, port] = client_of(host=host, port=port, **calm() | self._options)
        return self._clients[host, port]

    def copies(self, client: Redis) -> int:
        return len(self._living.get(client, ()))

    def lacking(self, client: Redis, confirmed: Set[Address]) -> int:
        return lacking(self._living.get(client, frozenset()), self._known.get(client, frozenset()), confirmed)

    def followers(self, client: Redis) -> int:
        return len(self._known.get(client, ()))

    def reign(self, client: Redis) -> int:
        return self._reigns.get(client, 0)

    def has_heirs(self, client: Redis) -> bool:
        return client in self._heirs

    def feeds(self, client: Redis, offset: int, replicas: Mapping[Address, int]) -> None:
        """The layout says it at once."""

    async def vouches(self, client: Redis) -> bool:
        """Asked anew: whether more than half of the servers see this one as a master in good health."""
        layouts, _ = await self._layouts()
        return sum(self._is_well(client, layout) for layout in layouts) >= majority(len(self._members))

    def advice(self) -> list[str]:
        bare = [address for _, _, address in self._ranges if not self.has_heirs(self.other(*address))]
        return [
            f"{host}:{port} of the Cluster has no replica: if it dies, its games stand still." for host, port in bare
        ]

    async def look(self) -> None:
        layouts, _ = await self._layouts()
        if layouts:
            self._learn(layouts)

    async def refresh(self) -> None:
        layouts, faults = await self._layouts()
        if not layouts:
            last = faults[-1] if faults else None
            raise ConnectionError(f"no server of the Cluster answers: {explained(last) if last else ''}") from last
        self._learn(layouts)

    async def close(self) -> None:
        for client in (*self._clients.values(), *self._askers.values()):
            await close(client)

    def _is_well(self, client: Redis, layout: Layout) -> bool:
        owners = {owner for _, _, address, owner in layout.ranges if self._clients.get(address) is client}
        return any(not layout.peers[owner].flags & GONE for owner in owners if owner in layout.peers)

    async def _layouts(self) -> tuple[list[Layout], list[Exception]]:
        known = sorted(self._members)
        found, faults = await answers([self._layout(address) for address in known], majority(len(known)))
        for fault in faults:
            if isinstance(fault, ConfigError):
                raise fault
        return found, faults

    async def _layout(self, address: Address) -> Layout:
        """How one server sees the Cluster."""
        if address not in self._askers:
            host, port = address
            self._askers[address] = client_of(host=host, port=port, **hasty() | self._options)
        pipe = self._askers[address].pipeline(transaction=False)
        for question in ("SLOTS", "NODES"):
            pipe.execute_command("CLUSTER", question)
        slots, nodes = await pipe.execute(raise_on_error=False)
        if isinstance(slots, ResponseError) and not is_passing(slots):
            raise ConfigError(f"REDIS_URL names a Cluster, but {address[0]}:{address[1]} says: {slots}") from slots
        if isinstance(slots, RedisError):
            raise slots
        if isinstance(nodes, NoPermissionError):
            nodes = b""
        elif isinstance(nodes, RedisError):
            raise nodes
        return layout_of(slots, nodes, address[0])

    def _learn(self, layouts: Sequence[Layout]) -> None:
        """The newest layout counts; a replica is gone if more than half of those asked say so."""
        newest = max(layouts, key=lambda layout: layout.epoch)
        before = {address for _, _, address in self._ranges}
        self._ranges = [(first, last, address) for first, last, address, _ in newest.ranges]
        masters = {address: owner for _, _, address, owner in newest.ranges}
        self._members = {*self._seeds, *masters, *newest.replicas}
        self._living = {}
        for address, owner in masters.items():
            client = self.other(*address)
            if owner in newest.peers:
                self._reigns[client] = newest.peers[owner].epoch
            known = newest.followers(owner)
            self._living[client] = frozenset(peer.address for peer in known if not _is_gone(peer.id, layouts))
            self._known[client] = frozenset(peer.address for peer in known)
            if known or (before and address not in before):  # one that has just taken over has none that follow yet
                self._heirs.add(client)


def _is_gone(name: str, layouts: Sequence[Layout]) -> bool:
    found = [layout.peers[name].flags for layout in layouts if name in layout.peers]
    return sum(bool(flags & GONE) for flags in found) >= majority(len(layouts))


def layout_of(slots: Sequence[Any], nodes: Any, asked: str) -> Layout:
    """The answers to CLUSTER SLOTS and CLUSTER NODES in our words; `asked` stands for a host that is not named."""
    ranges, replicas = [], set()
    for first, last, master, *others in slots:
        ranges.append((int(first), int(last), _address(master, asked), text(master[2])))
        replicas |= {_address(each, asked) for each in others}
    peers = [_peer(line) for line in text(nodes).splitlines() if line]
    return Layout(tuple(ranges), frozenset(replicas), {peer.id: peer for peer in peers})


def _peer(line: str) -> Peer:
    name, where, flags, master, _, _, epoch, *_ = line.split()
    host, _, port = where.partition("@")[0].rpartition(":")
    return Peer(name, (host, int(port)), frozenset(flags.split(",")), "" if master == "-" else master, int(epoch))


def _address(node: Sequence[Any], asked: str) -> Address:
    return (text(node[0]) if node[0] else "") or asked, int(node[1])
