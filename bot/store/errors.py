"""What can go wrong between the bot and its storage."""

import ssl

from redis import exceptions as errors
from redis.asyncio.sentinel import MasterNotFoundError

TRANSIENT = (
    errors.ConnectionError,
    errors.TimeoutError,
    errors.ClusterError,
    errors.RedisClusterException,
    errors.TryAgainError,
    errors.AskError,
    errors.ReadOnlyError,
    MasterNotFoundError,
    OSError,
)
"""Errors that pass by themselves: a lost connection, a fail-over, slots on the move. Every command may be repeated."""

HOPELESS = (errors.AuthenticationError, errors.AuthorizationError)
"""Errors that look like a lost connection but do not pass."""


CA_HINT = "Name the file of its authority in REDIS_URL: ?ssl_ca_certs=/path/to/ca.pem"


def is_untrusted(error: BaseException) -> bool:
    """Whether a connection failed because of the server's certificate: that does not pass either."""
    chain: BaseException | None = error
    while chain is not None:
        if isinstance(chain, ssl.SSLCertVerificationError):
            return True
        chain = chain.__cause__ or chain.__context__
    return False


class StoreAway(Exception):
    """The storage cannot be reached. What was asked counts once or not at all: ask again with the same request id."""
