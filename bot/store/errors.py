"""What can go wrong between the bot and its storage: what passes by itself, and in which words the rest is told."""

import re
import ssl

from redis import exceptions as errors

TRANSIENT = (
    errors.ConnectionError,
    errors.TimeoutError,
    errors.ClusterError,
    errors.RedisClusterException,
    errors.TryAgainError,
    errors.AskError,
    errors.ReadOnlyError,
    OSError,
)
"""Errors that pass by themselves: a lost connection, a fail-over, slots on the move. Every command may be repeated."""

HOPELESS = (errors.AuthenticationError, errors.AuthorizationError)
"""Errors that look like a lost connection but do not pass."""

PASSING = {
    "OOM": "its memory is full: give it more `maxmemory`",
    "BUSY": "a script blocks it",
    "LOADING": "it is loading its data",
    "MISCONF": "it cannot write to disk",
    "NOREPLICAS": "too few replicas follow it (`min-replicas-to-write`)",
    "READONLY": "it is a replica",
    "CLUSTERDOWN": "the Cluster is not whole",
    "MASTERDOWN": "it has lost its master",
    "TRYAGAIN": "a slot is being moved",
    "UNBLOCKED": "it has changed its role",
    "UNKILLABLE": "a script blocks it",
    "INPROG": "a fail-over is under way",
    "NOGOODSLAVE": "no replica can take over",
    "IOERR": "it cannot reach another server",
}
"""The words with which a server begins such an error, and what they mean."""

_CODE = re.compile(rf"(?:^|[\s:-])({'|'.join(PASSING)})\b")
_LOGIN = re.compile(r"^(?:NOAUTH|WRONGPASS|ERR invalid password)\b")

CA_HINT = "Name the file of its authority in REDIS_URL: ?ssl_ca_certs=/path/to/ca.pem"


class StoreAway(Exception):
    """The storage cannot be reached. What was asked counts once or not at all: ask again with the same request id."""


class StoreFault(StoreAway):
    """The storage answers a command with an error that does not pass by itself."""


class Unconfirmed(errors.ConnectionError):
    """What was written may not outlive a fail-over: it counts as a lost connection, and is repeated."""


def _code(error: BaseException) -> str:
    """The word with which the server began an error that passes; empty for any other."""
    found = _CODE.search(str(error))
    code = found[1] if found else str(getattr(error, "status_code", ""))
    return code if code in PASSING else ""


def is_passing(error: BaseException) -> bool:
    """Whether the same command may do better a moment later."""
    return isinstance(error, TRANSIENT) or bool(_code(error))


def is_login(error: BaseException) -> bool:
    """Whether the server does not know us; it does not pass."""
    return isinstance(error, HOPELESS) or bool(_LOGIN.match(str(error)))


def explained(error: BaseException) -> str:
    """A server's error with what it means, where we know."""
    text = str(error) or type(error).__name__
    return f"{PASSING[code]} ({text})" if (code := _code(error)) else text


def told(error: BaseException) -> str:
    """Why the storage did not serve, in a sentence."""
    is_there = isinstance(error, errors.ResponseError | errors.BusyLoadingError | Unconfirmed)
    if is_there:
        return f"Redis cannot serve now: {explained(error)}"
    return f"Redis cannot be reached: {explained(error).rstrip('.')}. Does it run, and is REDIS_URL right?"


def is_untrusted(error: BaseException) -> bool:
    """Whether a connection failed because of the server's certificate: that does not pass either."""
    chain: BaseException | None = error
    while chain is not None:
        if isinstance(chain, ssl.SSLCertVerificationError):
            return True
        chain = chain.__cause__ or chain.__context__
    return False
