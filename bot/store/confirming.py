"""What follows a durable command on its connection, and what the answers say of the master and of its replicas."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from redis.asyncio import Redis
from redis.exceptions import AskError, MovedError, ResponseError

from bot.store.errors import Unconfirmed
from bot.store.journal import Command
from bot.store.pools import Address, sound, text

REPLICA_WAIT = 1000
"""Milliseconds that a commit waits for its replicas, each time it is tried."""


@dataclass(frozen=True, slots=True)
class Due:
    """What must be so before a durable command counts as done."""

    copies: int
    """How many replicas must confirm it."""
    place: str
    """The server on which it is done."""
    kept: int
    """How many things had been kept before: who confirms it has those too."""

    def questions(self, client: Redis, key: str) -> list[Command]:
        """A write of its own, so that WAIT covers everything before it, what a read has seen and an earlier attempt
        did; WAIT; and before and after that, how much was written, who has how much of it, and by whom.

        Every server has its own name for that write: a slot cannot be moved while both sides have a key of one name.
        """
        tag = key[key.find("{") + 1 : key.find("}")] if key.startswith("{") else key
        server = client.connection_pool.connection_kwargs
        mark = f"{{{tag}}}:wait:{server.get('host', '')}:{server.get('port', '')}"
        return [("SET", mark, "", "PX", REPLICA_WAIT), ("ROLE",), ("WAIT", self.copies, REPLICA_WAIT), ("ROLE",)]


QUESTIONS = 4
"""How many questions follow a command."""


@dataclass(frozen=True, slots=True)
class Confirmation:
    """What a master said of itself after a durable command."""

    count: int
    """How many replicas have it."""
    offset: int
    """How much had been written by the end."""
    has: Mapping[Address, int]
    """How much of it each replica has."""
    wanted: int
    """How much they must have to have the command too."""
    is_told: bool = True
    """Whether this server lets us ask who follows it."""

    @property
    def by(self) -> set[Address]:
        """Who has the command. WAIT does not tell, and another's word is not the word of the next master."""
        return {address for address, has in self.has.items() if has >= self.wanted}


def confirmation(answers: Sequence[Any]) -> Confirmation:
    """Raises what counts as a lost connection if this is no master any more.

    The write before WAIT may be sent elsewhere while its slot is moved; then WAIT covers the command alone.
    """
    written, before, count, after = answers
    if not isinstance(written, AskError) or isinstance(written, MovedError):
        sound(written)
    if isinstance(before, ResponseError) or isinstance(after, ResponseError):
        return Confirmation(sound(count), 0, {}, 0, is_told=False)
    if text(after[0]) != "master" or text(before[0]) != "master":
        raise Unconfirmed("this server is no longer the master")
    has = {(text(host), int(port)): int(offset) for host, port, offset in after[2]}
    return Confirmation(sound(count), int(after[1]), has, int(before[1]))
