"""From a Redis URL to clients: which server holds a key, and how many replicas must confirm what it writes."""

import logging
import time
from collections.abc import Mapping, Sequence, Set
from pathlib import Path
from typing import Any, Protocol
from urllib.parse import parse_qsl, unquote, urlsplit

from redis.asyncio import ConnectionPool, Redis
from redis.asyncio.connection import URL_QUERY_ARGUMENT_PARSERS, SSLConnection
from redis.exceptions import NoPermissionError

from bot.store.cluster import ClusterRoute
from bot.store.errors import StoreAway
from bot.store.pools import CONNECTIONS, Address, calm, close
from bot.store.sentinel import SentinelRoute
from config.settings import ConfigError

log = logging.getLogger(__name__)

FORMS = (
    "redis://host:6379, rediss://host:6379 (TLS), unix:///path/to/socket, "
    "redis+sentinel://host:26379,host:26379/mymaster or redis+cluster://host:6379,host:6379"
)
SCHEMES = ("redis", "rediss", "unix", "redis+sentinel", "rediss+sentinel", "redis+cluster", "rediss+cluster")
FILES = ("ssl_ca_certs", "ssl_certfile", "ssl_keyfile")
NOT_OF_A_CONNECTION = ("max_connections", "sentinel_password")
LAG, MISSED = 2, 2.0
"""Seconds of silence after which a replica of a single server no longer follows, and of waiting for one that left."""


class Route(Protocol):
    """Knows the server for each key."""

    def client(self, key: str) -> Redis: ...

    def clients(self) -> Sequence[Redis]: ...

    def other(self, host: str, port: int) -> Redis:
        """A server that a redirection names."""

    def copies(self, client: Redis) -> int:
        """How many replicas must confirm what this server writes."""

    def lacking(self, client: Redis, confirmed: Set[Address]) -> int:
        """How many of the replicas that must confirm are not among these."""

    def followers(self, client: Redis) -> int:
        """How many replicas this server has, be they there or away."""

    def reign(self, client: Redis) -> int:
        """A number that grows with every change of the master: what was confirmed under a later one counts."""

    def has_heirs(self, client: Redis) -> bool:
        """Whether this server ever had replicas, so that another may take its place."""

    def feeds(self, client: Redis, offset: int, replicas: Mapping[Address, int]) -> None:
        """This server, a master, says how much it has written, and how much of it these have."""

    async def vouches(self, client: Redis) -> bool:
        """Whether this server is the master for certain: asked anew, of more than half of those who decide it."""

    def advice(self) -> list[str]:
        """What the operator should change about those who watch the servers, a sentence each."""

    async def look(self) -> None:
        """Learn who follows; without an answer everything stays as it was."""

    async def refresh(self) -> None:
        """Learn the layout anew, after an error."""

    async def close(self) -> None: ...


class SingleRoute:
    """One server. Nobody watches it, so it is asked itself how many follow it."""

    def __init__(self, client: Redis) -> None:
        self._client = client
        self._copies = 0
        self._fewer_since: float | None = None
        self._may_look = True

    def client(self, key: str) -> Redis:
        return self._client

    def clients(self) -> Sequence[Redis]:
        return (self._client,)

    def other(self, host: str, port: int) -> Redis:
        raise StoreAway(f"This Redis sends on to {host}:{port}: it is part of a Cluster, use redis+cluster://")

    def copies(self, client: Redis) -> int:
        return self._copies

    def lacking(self, client: Redis, confirmed: Set[Address]) -> int:
        """Nobody names them: they are counted."""
        return 0

    def followers(self, client: Redis) -> int:
        return self._copies

    def reign(self, client: Redis) -> int:
        return 0

    def has_heirs(self, client: Redis) -> bool:
        return False

    def feeds(self, client: Redis, offset: int, replicas: Mapping[Address, int]) -> None:
        """It is asked anyway."""

    async def vouches(self, client: Redis) -> bool:
        return True

    def advice(self) -> list[str]:
        return []

    async def look(self) -> None:
        """One that left or fell silent is waited for a little longer: it may be a fail-over."""
        if not self._may_look:
            return
        try:
            info = await self._client.execute_command("INFO", "replication")
        except NoPermissionError:
            log.warning("Redis does not let me see its replicas, so a fail-over could lose the last moves")
            self._may_look = False
            return
        if info["role"] != "master":
            return
        found = sum(_follows(item) for name, item in info.items() if name.startswith("slave"))
        now = time.monotonic()
        if found >= self._copies:
            self._copies, self._fewer_since = found, None
        elif self._fewer_since is None:
            self._fewer_since = now
        elif now - self._fewer_since > MISSED:
            log.warning("%d replicas follow Redis instead of %d", found, self._copies)
            self._copies, self._fewer_since = found, None

    async def refresh(self) -> None:
        await self._client.connection_pool.disconnect(inuse_connections=False)
        await self.look()

    async def close(self) -> None:
        await close(self._client)


def _follows(item: Any) -> bool:
    """Whether a line of INFO speaks of a replica that keeps up."""
    return isinstance(item, dict) and item.get("state") == "online" and int(item.get("lag", 0)) <= LAG


def open_route(url: str) -> Route:
    """Connect lazily: a server that is away is no error here, a URL that makes no sense is."""
    scheme, _, _ = url.partition("://")
    try:
        if scheme in SCHEMES:
            _try_options(url)
        match scheme:
            case "redis" | "rediss" | "unix":
                pool = ConnectionPool.from_url(url, max_connections=CONNECTIONS, **calm())
                return SingleRoute(Redis.from_pool(pool))
            case "redis+sentinel" | "rediss+sentinel":
                return _sentinel(url)
            case "redis+cluster" | "rediss+cluster":
                return _cluster(url)
    except (ValueError, TypeError) as error:
        raise ConfigError(f"REDIS_URL is not understood ({error}). Use {FORMS}.") from error
    raise ConfigError(f"REDIS_URL begins with {scheme!r}, which is not understood. Use {FORMS}.")


def _try_options(url: str) -> None:
    """What stands behind the question mark, since the library says only at the first command what it cannot use."""
    parts = urlsplit(url)
    options = dict(parse_qsl(parts.query))
    for name, value in options.items():
        if name.startswith("ssl") and not parts.scheme.startswith("rediss"):
            raise ValueError(f"{name} is for TLS, which begins with rediss")
        if name in FILES and not Path(value).is_file():
            raise ValueError(f"{name} names {value}, which is not a file")
    for name, value in options.items():
        if name in NOT_OF_A_CONNECTION:
            continue
        given: dict[str, Any] = {name: URL_QUERY_ARGUMENT_PARSERS.get(name, str)(value)}
        try:
            SSLConnection(**given)
        except TypeError as error:
            raise ValueError(f"nobody knows what {name} is") from error


def _sentinel(url: str) -> Route:
    addresses, options, path = _split(url, 26379)
    master, _, database = path.partition("/")
    if not master:
        raise ValueError("the name of the master is missing after the last slash")
    watching = {name: value for name, value in options.items() if name.startswith("ssl")}
    if "sentinel_password" in options:
        watching["password"] = options.pop("sentinel_password")
    return SentinelRoute(addresses, master, watching, options | {"db": int(database or 0)})


def _cluster(url: str) -> Route:
    addresses, options, path = _split(url, 6379)
    if path not in ("", "0"):
        raise ValueError("a Cluster has database 0 only")
    return ClusterRoute(addresses, options)


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
