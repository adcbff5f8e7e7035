"""Names of everything that the store keeps: the keys of a game share the hash tag of its partition."""

from dataclasses import dataclass
from functools import lru_cache
from zlib import crc32

PARTITIONS = 64
_GAME = "game"
BEAT, GAPS = "{beat}:last", "{beat}:gaps"
COMPANY = "company"
"""The processes that work on this store."""


def tag(partition: int) -> str:
    """The hash tag of a partition; Redis Cluster keeps keys with equal tags on one node."""
    return f"{{p{partition:02}}}"


def partition_of(game: str) -> int:
    """A stable hash: the same on every machine and in every release."""
    return crc32(game.encode()) % PARTITIONS


def due(partition: int) -> str:
    return f"{tag(partition)}:due"


def held(partition: int) -> str:
    return f"{tag(partition)}:held"


@dataclass(frozen=True, slots=True)
class GameKeys:
    """The keys of one game."""

    game: str
    log: str
    undo: str
    posts: str
    due: str
    held: str
    requests: str

    @classmethod
    @lru_cache(4096)
    def of(cls, game: str) -> "GameKeys":
        partition = partition_of(game)
        prefix = tag(partition)
        root = f"{prefix}:{_GAME}:{game}"
        return cls(
            root,
            f"{root}:log",
            f"{root}:undo",
            f"{root}:posts",
            due(partition),
            held(partition),
            f"{prefix}:seen:{game}",
        )

    def seen(self, request: str) -> str:
        return f"{self.requests}:{request}"


def of_game(game: str) -> tuple[str, ...]:
    """The keys that a commit at a game changes."""
    found = GameKeys.of(game)
    return found.game, found.log, found.undo


ANY_GAME = f"{{p??}}:{_GAME}:*"
"""A pattern for the keys of games, their logs and the rest among them."""


def game_in(key: str) -> str:
    """The game whose own key this is; empty for a log and the like."""
    _, _, name = key.partition(f":{_GAME}:")
    return "" if ":" in name else name


def user(ref: str) -> str:
    return f"user:{ref}"


def user_games(ref: str) -> str:
    return f"user:{ref}:games"


def user_past(ref: str) -> str:
    return f"user:{ref}:past"


def room_games(room: str) -> str:
    return f"room:{room}:games"


def results(ref: str) -> str:
    """Finished games of a user or a room."""
    return f"results:{ref}"


def tables(digest: str) -> str:
    return f"tables:{digest}"


def pace(name: str) -> str:
    """A window in which events are counted; all are on one node."""
    return f"{{pace}}:{name}"


def lease(name: str) -> str:
    return f"lease:{name}"


def secret(name: str) -> str:
    """A random key of ours that all processes share."""
    return f"secret:{name}"


def cached(name: str) -> str:
    """Something that is kept for a while, and whose loss costs nothing but time."""
    return f"cached:{name}"


def laid(name: str) -> str:
    """Something that is taken once."""
    return f"laid:{name}"


def taken(name: str) -> str:
    """What was laid there and by which call it was taken; on the same node."""
    return f"{{laid:{name}}}:taken"
