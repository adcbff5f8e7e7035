"""The store: games, their logs, what is due, who attends, what is shown. It knows nothing of rules or chat."""

import secrets
import time
from collections.abc import Mapping, Sequence
from typing import Any, TypeVar, overload

from bot.store import keys, reads
from bot.store.clock import StoreClock
from bot.store.errors import StoreAway
from bot.store.journal import Again, Doubt, Proof
from bot.store.keys import GameKeys
from bot.store.link import Link
from bot.store.reads import Read, Row, Shown
from bot.store.scripts import REIGN, Script, under
from bot.store.steps import Earlier, Verdict, Write
from bot.table.change import Undo

A = TypeVar("A")
B = TypeVar("B")
C = TypeVar("C")
D = TypeVar("D")

REMEMBERED = 2 * 24 * 3600 * 1000
"""Milliseconds for which a request id is remembered."""
NEVER = 1e14
"""The due time of a live game that waits for a person without a clock."""

TAKEN = 60_000
"""Milliseconds for which a call that took something may be repeated."""

COMMIT, RESTORE, CLAIM, HOLD, REST, RECORD, TAKE, LEASE, BEAT, PACE, SWAP = map(
    Script.named, ("commit", "restore", "claim", "hold", "rest", "record", "take", "lease", "beat", "pace", "swap")
)


class Store:
    """Every method may be repeated; StoreAway is raised when the storage stays out of reach."""

    def __init__(self, link: Link) -> None:
        self.link = link
        self.clock = StoreClock()
        """What time it is, for everything that is kept or due."""

    @classmethod
    async def open(cls, url: str, patience: float | None = None) -> "Store":
        store = cls(await (Link.open(url) if patience is None else Link.open(url, patience)))
        try:
            await store.set_clock()
        except StoreAway:
            await store.close()
            raise
        return store

    async def close(self) -> None:
        await self.link.close()

    async def ping(self) -> None:
        """Raises StoreAway when a server does not answer."""
        await self.link.each("PING")

    async def server_time(self) -> float:
        """What time the server thinks it is."""
        seconds, micros = (await self.link.each("TIME"))[0]
        return float(seconds) + float(micros) / 1e6

    async def set_clock(self) -> None:
        """Let our clock go by the server's; to be repeated now and then."""
        asked = time.monotonic()
        self.clock.set(await self.server_time(), asked)

    # Several reads in one round trip

    @overload
    async def together(self, first: Read[A], /) -> tuple[A]: ...
    @overload
    async def together(self, first: Read[A], second: Read[B], /) -> tuple[A, B]: ...
    @overload
    async def together(self, first: Read[A], second: Read[B], third: Read[C], /) -> tuple[A, B, C]: ...
    @overload
    async def together(
        self, first: Read[A], second: Read[B], third: Read[C], fourth: Read[D], /
    ) -> tuple[A, B, C, D]: ...
    async def together(self, *wanted: Read[Any]) -> tuple[Any, ...]:
        """All of them at once: one pipeline to each server that is concerned, in the order given."""
        return tuple(await self.all(wanted))

    async def all(self, wanted: Sequence[Read[A]]) -> list[A]:
        """As many reads of one kind as there are, in one round trip."""
        if len(wanted) == 1:
            (read,) = wanted
            return [read.parse(await self.link.run(read.key, *read.command, durable=read.durable))]
        is_durable = any(read.durable for read in wanted)
        answers = await self.link.many([(read.key, read.command) for read in wanted], is_durable)
        return [read.parse(answer) for read, answer in zip(wanted, answers, strict=True)]

    # Games

    async def load(self, game: str) -> Row | None:
        return (await self.together(reads.game(game)))[0]

    async def load_docs(self, games: Sequence[str]) -> dict[str, Row]:
        """Many games at once, without their states."""
        rows = await self.all([reads.document(game) for game in games])
        return {game: row for game, row in zip(games, rows, strict=True) if row is not None}

    async def commit(self, change: Write, now: float) -> tuple[Verdict, int]:
        """OK and the new version; CONFLICT and the present one; DUPLICATE and the version this request made."""
        k = GameKeys.of(change.game)
        undo = f"{change.undo}:{change.seat}" if change.undo in (Undo.PUSH, Undo.ONLY) else change.undo.value
        names = (k.game, k.log, k.undo, k.due, k.held, k.seen(change.request))
        args = (
            *(change.game, change.expected, now, REMEMBERED, change.doc, change.state, change.entry, undo),
            *(change.mark, change.next_mark, REIGN),
        )

        proof = Proof(change.expected, ("HMGET", k.game, "version", "mark", "base"), change.stands)
        told = Again(COMMIT.command(names, (*args, "again", change.before)), COMMIT, change.came_of, proof)

        def again(answer: Any) -> Again | None:
            """Unless it was refused, or another call made it."""
            is_ours = answer[0] != b"conflict" and int(answer[1]) == change.expected + 1
            return told if is_ours else None

        sent = Again(under(0, COMMIT.command(names, args)), COMMIT, change.came_of)
        doubt = Doubt(k.game, sent, told, proof)
        verdict, version = await self.link.script(COMMIT, names, args, durable=True, again=again, doubt=doubt)
        return Verdict(verdict.decode()), int(version)

    async def seen(self, game: str, request: str) -> int | None:
        """The version that this request made, if it was carried out before."""
        return (await self.together(reads.seen(game, request)))[0]

    async def entries(self, game: str, since: int = 0, to: int | None = None) -> list[bytes]:
        """Log entries of the versions after `since`, up to and including `to`."""
        return (await self.together(reads.entries(game, since, to)))[0]

    async def rewrite(self, game: str, version: int, entry: bytes) -> None:
        """Put another entry in the place of one: only to take out what somebody wants forgotten."""
        key = GameKeys.of(game).log
        await self.link.run(key, "LSET", key, version - 1, entry, durable=True)

    async def earlier(self, game: str) -> Earlier | None:
        """The state that undo would bring back."""
        key = GameKeys.of(game).undo
        raw = await self.link.run(key, "LINDEX", key, -1, durable=True)
        if raw is None:
            return None
        version, seat, state = raw.split(b":", 2)
        return Earlier(int(version), int(seat), state)

    async def restore(self, game: str, row: Row, entries: Sequence[bytes], now: float) -> bool:
        """Put a whole game in place; false when there is one of that name."""
        k = GameKeys.of(game)
        args = (game, now, secrets.token_hex(8), row.version, row.doc, row.state, *entries)
        names = (k.game, k.log, k.due)

        def again(answer: Any) -> Again | None:
            return Again(RESTORE.command(names, args), RESTORE) if answer else None

        return bool(await self.link.script(RESTORE, names, args, durable=True, again=again))

    async def games(self) -> list[str]:
        """The name of every game there is, live or over, in no order; looks at all keys, so seldom."""
        found = {keys.game_in(name.decode()) for name in await self.link.scan(keys.ANY_GAME)}
        return sorted(found - {""})

    async def keep_tables(self, digest: str, raw: bytes) -> None:
        """Keep printed numbers beside the games that began with them."""
        key = keys.tables(digest)
        await self.link.run(key, "SET", key, raw, "NX", durable=True, kept=True)

    async def tables(self, digest: str) -> bytes | None:
        raw: bytes | None = await self.link.run(keys.tables(digest), "GET", keys.tables(digest))
        return raw

    async def delete(self, game: str) -> None:
        """Forget a game altogether."""
        k = GameKeys.of(game)
        await self.link.run(k.due, "ZREM", k.due, game)
        await self.link.run(k.held, "HDEL", k.held, game)
        await self.link.run(k.game, "DEL", k.game, k.log, k.undo, k.posts)

    # Attention

    async def due_heads(self) -> dict[int, float]:
        """When the first game of each partition is due."""
        names = [keys.due(partition) for partition in range(keys.PARTITIONS)]
        answers = await self.link.many([(name, ("ZRANGE", name, 0, 0, "WITHSCORES")) for name in names])
        return {partition: _score(answer) for partition, answer in enumerate(answers) if answer}

    async def live(self) -> list[str]:
        """Every game that may still want attention."""
        names = [keys.due(partition) for partition in range(keys.PARTITIONS)]
        answers = await self.link.many([(name, ("ZRANGE", name, 0, -1)) for name in names])
        return [game.decode() for games in answers for game in games]

    async def claim(self, partition: int, worker: str, now: float, until: float, most: int = 10) -> list[str]:
        """Take games that are due and hold them; no two claims of a worker have the same `until`."""
        names = (keys.due(partition), keys.held(partition))
        return [game.decode() for game in await self.link.script(CLAIM, names, (worker, now, until, most))]

    async def hold(self, game: str, worker: str, until: float) -> bool:
        """Hold on to a game; false when somebody else has it by now."""
        k = GameKeys.of(game)
        return bool(await self.link.script(HOLD, (k.due, k.held), (game, worker, until)))

    async def rest(self, game: str, worker: str, version: int, now: float, then: float | None) -> bool:
        """Let go of a game until `then`; None when it will never want attention again."""
        k = GameKeys.of(game)
        args = (game, worker, version, now, "" if then is None else then)
        return bool(await self.link.script(REST, (k.game, k.due, k.held), args, durable=True))

    # Surfaces

    async def shown(self, game: str) -> dict[str, Shown]:
        return (await self.together(reads.shown(game)))[0]

    async def record(
        self, game: str, worker: str, now: float, surface: str, before: Shown | None, after: Shown | None
    ) -> bool:
        """Note what a surface shows now; false when the hold was lost and another must look again."""
        k = GameKeys.of(game)
        args = (game, worker, now, surface, before.dump() if before else "", after.dump() if after else "")
        names = (k.posts, k.due, k.held)

        def again(answer: Any) -> Again | None:
            """Without the hold, which is another's by then; where something else is shown, that stands."""
            return Again(RECORD.command(names, (*args, "again")), RECORD) if answer else None

        return bool(await self.link.script(RECORD, names, args, durable=True, again=again))

    # People and rooms: derived, or of no game

    async def user(self, ref: str) -> dict[str, str]:
        return (await self.together(reads.user(ref)))[0]

    async def users(self, refs: Sequence[str]) -> list[dict[str, str]]:
        """What is kept about some people, in one go."""
        return await self.all([reads.user(ref) for ref in refs])

    async def set_user(self, ref: str, fields: Mapping[str, str]) -> None:
        await self.together(reads.note(ref, fields))

    async def unset_user(self, ref: str, names: Sequence[str]) -> None:
        await self.together(reads.unnote(ref, names))

    async def swap_user(self, ref: str, name: str, before: str, after: str) -> bool:
        """Keep something else about somebody (empty: nothing) where what was read still stands; false when it does
        not."""
        names, args = (keys.user(ref),), (name, before, after)

        def again(answer: Any) -> Again | None:
            return Again(SWAP.command(names, args), SWAP) if answer else None

        return bool(await self.link.script(SWAP, names, args, durable=True, again=again))

    async def count(self, ref: str, name: str) -> int:
        """One more; how many that are."""
        return int(await self.link.run(keys.user(ref), "HINCRBY", keys.user(ref), name, 1, durable=True))

    async def keep_result(self, game: str, refs: Sequence[str], raw: str) -> None:
        """A finished game, under every user and room that has to do with it; the same game is kept once."""
        names = [keys.results(ref) for ref in refs]
        await self.link.many([(name, ("HSET", name, game, raw)) for name in names], durable=True, kept=True)

    async def results(self, ref: str) -> list[str]:
        return (await self.together(reads.results(ref)))[0]

    async def forget_results(self, ref: str) -> None:
        await self.link.run(keys.results(ref), "DEL", keys.results(ref))

    async def forget_user(self, ref: str) -> None:
        for key in (keys.user(ref), keys.user_games(ref), keys.user_past(ref), keys.results(ref)):
            await self.link.run(key, "DEL", key)

    async def index(self, game: str, users: Sequence[str], rooms: Sequence[str], when: float) -> None:
        """Let people and rooms find a game."""
        names = [keys.user_games(ref) for ref in users] + [keys.room_games(room) for room in rooms]
        await self.link.many([(name, ("ZADD", name, "NX", when, game)) for name in names], durable=True, kept=True)

    async def unindex(self, game: str, users: Sequence[str], rooms: Sequence[str] = ()) -> None:
        names = [keys.user_games(ref) for ref in users] + [keys.room_games(room) for room in rooms]
        await self.link.many([(name, ("ZREM", name, game)) for name in names], durable=True)

    async def retire(self, game: str, users: Sequence[str], rooms: Sequence[str], when: float) -> None:
        """A game that is over: people find it among their past games, rooms no more."""
        await self.unindex(game, users, rooms)
        names = [keys.user_past(ref) for ref in users]
        await self.link.many([(name, ("ZADD", name, when, game)) for name in names], durable=True, kept=True)

    async def unpast(self, game: str, users: Sequence[str]) -> None:
        """A game that is forgotten is nobody's past game."""
        names = [keys.user_past(ref) for ref in users]
        await self.link.many([(name, ("ZREM", name, game)) for name in names], durable=True)

    async def past_of_user(self, ref: str) -> list[str]:
        """Games that are over, oldest first."""
        return (await self.together(reads.past_of_user(ref)))[0]

    async def games_of_user(self, ref: str) -> list[str]:
        return (await self.together(reads.games_of_user(ref)))[0]

    async def games_of_room(self, room: str) -> list[str]:
        return (await self.together(reads.games_of_room(room)))[0]

    # Secrets

    async def secret(self, name: str) -> bytes:
        """A random key, made once: all processes and all restarts have the same."""
        key = keys.secret(name)
        found: bytes | None = await self.link.run(key, "GET", key, durable=True)
        if found is None:
            await self.link.run(key, "SET", key, secrets.token_hex(32), "NX", durable=True)
            found = await self.link.run(key, "GET", key, durable=True)
        assert found is not None
        return found

    async def forget_secret(self, name: str) -> None:
        """Everything that was signed with it is void; the next one is new."""
        await self.link.run(keys.secret(name), "DEL", keys.secret(name), durable=True)

    async def lay(self, name: str, value: str, seconds: float) -> None:
        """Keep something for a while, until it is taken."""
        key = keys.laid(name)
        await self.link.run(key, "SET", key, value, "PX", int(seconds * 1000), durable=True)

    async def take(self, name: str) -> str | None:
        """Take it: whoever comes first has it, nobody after."""
        names, args = (keys.laid(name), keys.taken(name)), (secrets.token_hex(8), TAKEN)

        def again(answer: Any) -> Again | None:
            return None if answer is None else Again(TAKE.command(names, args), TAKE)

        raw: bytes | None = await self.link.script(TAKE, names, args, durable=True, again=again)
        return None if raw is None else raw.decode()

    # Processes

    async def lease(self, name: str, holder: str, seconds: float) -> bool:
        """Take or prolong a lease; 0 seconds give it up."""
        key = keys.lease(name)
        return bool(await self.link.script(LEASE, (key,), (holder, int(seconds * 1000))))

    async def pace(self, windows: Mapping[str, tuple[int, float]], now: float, is_certain: bool = False) -> float:
        """Count an event in windows of (most, seconds); how long to wait if one is full (0: it was counted).

        `is_certain`: it happens in any case, and is counted.
        """
        bounds = [bound for window in windows.values() for bound in window]
        arguments = (now, secrets.token_hex(8), int(is_certain), *bounds)
        return float(await self.link.script(PACE, tuple([keys.pace(name) for name in windows]), arguments))

    async def beat(self, now: float, patience: float) -> bool:
        """A process is alive; true when none had been for longer than the patience."""
        return bool(await self.link.script(BEAT, (keys.BEAT, keys.GAPS), (now, patience)))

    async def gaps(self) -> list[tuple[float, float]]:
        """When no process was alive, oldest first."""
        return (await self.together(reads.gaps()))[0]


def _score(answer: Sequence[object]) -> float:
    """The score of a head, whether the client gives [member, score] or [[member, score]]."""
    first = answer[0]
    return float(first[1]) if isinstance(first, tuple | list) else float(answer[1])  # type: ignore[arg-type]
