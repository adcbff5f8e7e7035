"""From a Redis URL to clients: which server holds a key, on plain Redis, under Sentinel and in a Cluster."""

import random
from collections.abc import Mapping, Sequence
from copy import copy
from typing import Any, Protocol
from urllib.parse import parse_qsl, unquote, urlsplit

from redis.asyncio import ConnectionPool, Redis, SSLConnection
from redis.asyncio.connection import URL_QUERY_ARGUMENT_PARSERS
from redis.asyncio.retry import Retry
from redis.asyncio.sentinel import Sentinel
from redis.backoff import NoBackoff
from redis.crc import key_slot
from redis.exceptions import ConnectionError, ResponseError, SlotNotCoveredError, TimeoutError

from bot.store.errors import StoreAway
from config.settings import ConfigError

Address = tuple[str, int]
CONNECTIONS = 512
"""Of one process to one server; a command beyond them is tried again a little later."""
FORMS = (
    "redis://host:6379, rediss://host:6379 (TLS), unix:///path/to/socket, "
    "redis+sentinel://host:26379,host:26379/mymaster or redis+cluster://host:6379,host:6379"
)


def _calm() -> dict[str, Any]:
    """Connection settings for every client: no hidden retries, since the link retries with the same request id."""
    return {"socket_timeout": 5.0, "socket_connect_timeout": 2.0, "retry": Retry(NoBackoff(), 0)}


class Route(Protocol):
    """Knows the server for each key."""

    def client(self, key: str) -> Redis: ...

    def clients(self) -> Sequence[Redis]: ...

    def other(self, host: str, port: int) -> Redis:
        """A server that a redirection names."""

    async def refresh(self) -> None:
        """Learn the layout anew, after an error."""

    async def close(self) -> None: ...


class SingleRoute:
    """One server, or one master that Sentinel names anew at each connection."""

    def __init__(self, client: Redis, watchers: "Watchers | None" = None) -> None:
        self._client = client
        self.watchers = watchers

    def client(self, key: str) -> Redis:
        return self._client

    def clients(self) -> Sequence[Redis]:
        return (self._client,)

    def other(self, host: str, port: int) -> Redis:
        raise StoreAway(f"This Redis sends on to {host}:{port}: it is part of a Cluster, use redis+cluster://")

    async def refresh(self) -> None:
        await self._client.connection_pool.disconnect(inuse_connections=False)

    async def close(self) -> None:
        for client in (self._client, *(self.watchers.sentinels if self.watchers else ())):
            await client.aclose()
            await client.connection_pool.disconnect()


class Watchers(Sentinel):
    """All sentinels, always: the library's own list loses some when several tasks reorder it at the same time."""

    def __init__(self, addresses: Sequence[Address], options: Mapping[str, Any]) -> None:
        super().__init__(list(addresses), sentinel_kwargs=dict(options), **_calm())  # type: ignore[no-untyped-call]

    async def discover_master(self, service_name: str) -> Any:
        """Each search has a list of its own; the sentinel that answered is asked first the next time."""
        search = copy(self)
        search.sentinels = list(self.sentinels)
        found = await Sentinel.discover_master(search, service_name)
        self.sentinels = search.sentinels
        return found


class ClusterRoute:
    """A client per master. The layout is learned here: redis-py's Cluster client cannot send a script and its WAIT
    on one connection."""

    def __init__(self, seeds: Sequence[Address], options: Mapping[str, Any]) -> None:
        self._seeds = seeds
        self._options = dict(options)
        self._clients: dict[Address, Redis] = {}
        self._ranges: list[tuple[int, int, Address]] = []

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
            self._clients[host, port] = Redis.from_pool(_pool(host=host, port=port, **self._options))
        return self._clients[host, port]

    async def refresh(self) -> None:
        """Ask any server that answers, in a random order: one that has just come back may know an old layout."""
        known = list({*self._seeds, *self._clients})
        random.shuffle(known)
        last: Exception | None = None
        for host, port in known:
            try:
                found = await self.other(host, port).execute_command("CLUSTER SLOTS")
            except (ConnectionError, TimeoutError, OSError) as error:
                last = error
                continue
            except ResponseError as error:
                raise ConfigError(f"REDIS_URL names a Cluster, but {host}:{port} says: {error}") from error
            self._ranges = [
                (first, last, (master[0].decode() or host if master[0] else host, int(master[1])))
                for first, last, master, *_ in found
            ]
            return
        raise ConnectionError(f"no server of the Cluster answers: {last}") from last

    async def close(self) -> None:
        for client in self._clients.values():
            await client.aclose()
            await client.connection_pool.disconnect()


def _pool(**options: Any) -> ConnectionPool:
    if options.pop("ssl", False):
        options["connection_class"] = SSLConnection
    return ConnectionPool(max_connections=CONNECTIONS, **options)


def open_route(url: str) -> Route:
    """Connect lazily: a server that is away is no error here, a URL that makes no sense is."""
    scheme, _, _ = url.partition("://")
    try:
        match scheme:
            case "redis" | "rediss" | "unix":
                pool = ConnectionPool.from_url(url, max_connections=CONNECTIONS, **_calm())
                return SingleRoute(Redis.from_pool(pool))
            case "redis+sentinel" | "rediss+sentinel":
                return _sentinel(url)
            case "redis+cluster" | "rediss+cluster":
                return _cluster(url)
    except ValueError as error:
        raise ConfigError(f"REDIS_URL is not understood ({error}). Use {FORMS}.") from error
    raise ConfigError(f"REDIS_URL begins with {scheme!r}, which is not understood. Use {FORMS}.")


def _sentinel(url: str) -> Route:
    addresses, options, path = _split(url, 26379)
    master, _, database = path.partition("/")
    if not master:
        raise ValueError("the name of the master is missing after the last slash")
    watchers = _calm() | {name: value for name, value in options.items() if name.startswith("ssl")}
    if "sentinel_password" in options:
        watchers["password"] = options.pop("sentinel_password")
    sentinel = Watchers(addresses, watchers | {"socket_timeout": 1.0})
    client: Redis = sentinel.master_for(master, db=int(database or 0), max_connections=CONNECTIONS, **options)
    return SingleRoute(client, sentinel)


def _cluster(url: str) -> Route:
    addresses, options, path = _split(url, 6379)
    if path not in ("", "0"):
        raise ValueError("a Cluster has database 0 only")
    return ClusterRoute(addresses, _calm() | options)


def _split(url: str, port: int) -> tuple[list[Address], dict[str, Any], str]:
    """Addresses, connection options and path of a URL with several hosts."""
    parts = urlsplit(url)
    login, _, hosts = parts.netloc.rpartition("@")
    addresses = []
    for item in hosts.split(","):
        host, _, number = item.rpartition(":") if ":" in item else (item, "", str(port))
        if not host:
            raise ValueError("a host is missing")
        addresses.append((host, int(number)))
    options: dict[str, Any] = {
        name: URL_QUERY_ARGUMENT_PARSERS.get(name, str)(value) for name, value in parse_qsl(parts.query)
    }
    user, _, password = login.partition(":")
    if user:
        options["username"] = unquote(user)
    if password:
        options["password"] = unquote(password)
    if parts.scheme.startswith("rediss"):
        options["ssl"] = True
    return addresses, options, parts.path.strip("/")
