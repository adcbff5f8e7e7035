"""What can go wrong between the bot and its storage."""

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


class StoreAway(Exception):
    """The storage cannot be reached. What was asked counts once or not at all: ask again with the same request id."""
