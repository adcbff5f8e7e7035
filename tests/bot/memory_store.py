"""A store in memory, a fake in the strict sense: the real store over a link that keeps its keys itself.

Everything that the store says in Python is the real thing; here stand only the commands of the server that it uses, and
its scripts. `tests/bot/store/test_store.py` holds both to the server: every assertion there runs on this store too, and
long runs of random calls must be answered alike. A command or script that is not known here fails by its name.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from fnmatch import fnmatchcase
from math import inf
from typing import Any

from bot.store import Store
from bot.store.scripts import Script
from bot.store.store import BEAT, CLAIM, COMMIT, HOLD, LEASE, PACE, RECORD, REST, RESTORE, SWAP, TAKE
from bot.store.trips import note

PATIENCE = 10.0


def _raw(value: Any) -> bytes:
    """As the client sends it."""
    if isinstance(value, bytes):
        return value
    return repr(value).encode() if isinstance(value, float) else str(value).encode()


class Keys:
    """Strings, hashes, lists and sorted sets by their names. Each method is a command of the server."""

    def __init__(self) -> None:
        self._values: dict[str, Any] = {}
        self._until: dict[str, float] = {}

    def call(self, command: str, *arguments: Any) -> Any:
        """One command; names of keys and members are text here, values are bytes as on the server."""
        method: Callable[..., Any] = getattr(self, f"_{command.lower()}")
        key, *rest = arguments or ("",)
        return method(key.decode() if isinstance(key, bytes) else key, *rest)

    def _of(self, key: str, kind: type) -> Any:
        if self._until.get(key, inf) <= time.monotonic():
            self._del(key)
        found = self._values.get(key)
        assert found is None or isinstance(found, kind), f"WRONGTYPE {key}"
        return found

    def _made(self, key: str, kind: type) -> Any:
        return self._values.setdefault(key, kind()) if self._of(key, kind) is None else self._values[key]

    def _tidy(self, key: str) -> None:
        """What is empty is not there."""
        if key in self._values and not self._values[key]:
            del self._values[key]

    # --- any key ---

    def _ping(self, _: str) -> bytes:
        return b"PONG"

    def _time(self, _: str) -> tuple[bytes, bytes]:
        seconds, part = divmod(time.time(), 1)
        return _raw(int(seconds)), _raw(int(part * 1e6))

    def _exists(self, key: str) -> int:
        return int(self._of(key, object) is not None)

    def _del(self, *keys: str) -> int:
        for key in keys:
            self._until.pop(key, None)
        return sum(self._values.pop(key, None) is not None for key in keys)

    def _pexpire(self, key: str, milliseconds: Any) -> None:
        self._until[key] = time.monotonic() + int(milliseconds) / 1000

    def names(self, pattern: str) -> list[bytes]:
        return [name.encode() for name in self._values if fnmatchcase(name, pattern)]

    # --- strings ---

    def _get(self, key: str) -> bytes | None:
        found: bytes | None = self._of(key, bytes)
        return found

    def _set(self, key: str, value: Any, *options: Any) -> bytes | None:
        if "NX" in options and self._get(key) is not None:
            return None
        self._del(key)
        self._values[key] = _raw(value)
        if "PX" in options:
            self._pexpire(key, options[options.index("PX") + 1])
        return b"OK"

    # --- hashes ---

    def _hget(self, key: str, name: Any) -> bytes | None:
        found: bytes | None = (self._of(key, dict) or {}).get(_raw(name))
        return found

    def _hmget(self, key: str, *names: str) -> list[bytes | None]:
        return [self._hget(key, name) for name in names]

    def _hgetall(self, key: str) -> dict[bytes, bytes]:
        return dict(self._of(key, dict) or {})

    def _hvals(self, key: str) -> list[bytes]:
        return list(self._hgetall(key).values())

    def _hexists(self, key: str, name: Any) -> int:
        return int(self._hget(key, name) is not None)

    def _hset(self, key: str, *pairs: Any) -> None:
        for name, value in zip(pairs[::2], pairs[1::2], strict=True):
            self._made(key, dict)[_raw(name)] = _raw(value)

    def _hdel(self, key: str, *names: Any) -> None:
        for name in names:
            (self._of(key, dict) or {}).pop(_raw(name), None)
        self._tidy(key)

    def _hincrby(self, key: str, name: str, more: int) -> int:
        number = int(self._hget(key, name) or 0) + more
        self._hset(key, name, number)
        return number

    # --- lists ---

    def _lrange(self, key: str, start: int, end: int) -> list[bytes]:
        found: list[bytes] = self._of(key, list) or []
        first, last = (number + len(found) if number < 0 else number for number in (start, end))
        return found[max(0, first) : last + 1]

    def _lindex(self, key: str, at: int) -> bytes | None:
        found = self._lrange(key, at, at)
        return found[0] if found else None

    def _lset(self, key: str, at: int, value: Any) -> None:
        self._made(key, list)[at] = _raw(value)

    def _rpush(self, key: str, *values: Any) -> None:
        self._made(key, list).extend(map(_raw, values))

    def _rpop(self, key: str) -> None:
        del self._made(key, list)[-1:]
        self._tidy(key)

    def _ltrim(self, key: str, start: int, end: int) -> None:
        self._values[key] = self._lrange(key, start, end)
        self._tidy(key)

    # --- sorted sets ---

    def _sorted(self, key: str) -> list[tuple[float, bytes]]:
        return sorted((score, member) for member, score in (self._of(key, dict) or {}).items())

    def _zadd(self, key: str, *arguments: Any) -> None:
        *options, score, member = arguments
        if "NX" not in options or _raw(member) not in self._made(key, dict):
            self._made(key, dict)[_raw(member)] = float(score)

    def _zrem(self, key: str, member: Any) -> None:
        self._hdel(key, member)

    def _zrange(self, key: str, start: int, end: int, *options: str) -> list[Any]:
        if key not in self._values:
            return []
        found = self._sorted(key)[start : None if end == -1 else end + 1]
        return [[member, score] if options else member for score, member in found]

    def _zrangebyscore(self, key: str, low: float, high: float) -> list[bytes]:
        return [member for score, member in self._sorted(key) if low <= score <= high]


class Scripts:
    """The store's scripts, line by line as in Lua; each has the whole of the keys to itself."""

    def __init__(self, keys: Keys) -> None:
        self.call = keys.call
        self.of: dict[Script, Callable[[Sequence[str], Sequence[Any]], Any]] = {
            COMMIT: self._commit,
            RESTORE: self._restore,
            CLAIM: self._claim,
            HOLD: self._hold,
            REST: self._rest,
            RECORD: self._record,
            TAKE: self._take,
            LEASE: self._lease,
            BEAT: self._beat,
            PACE: self._pace,
            SWAP: self._swap,
        }

    def _commit(self, keys: Sequence[str], args: Sequence[Any]) -> tuple[bytes, int]:
        game, log, pile, due, held, seen = keys
        code, expected, now, remembered, doc, state, entry, undo, mark, made, _ = args
        if first := self.call("GET", seen):
            self.call("PEXPIRE", seen, remembered)
            return b"duplicate", int(first)
        version = int(self.call("HGET", game, "version") or 0)
        if version != int(expected) or (self.call("HGET", game, "mark") or b"") != mark:
            return b"conflict", version
        what, _, seat = undo.partition(":")
        if what == "pop":
            self.call("RPOP", pile)
        elif what in ("clear", "only"):
            self.call("DEL", pile)
        if seat:
            before = self.call("HGET", game, "state")
            assert before is not None, "there is no state to come back to"
            self.call("RPUSH", pile, f"{version}:{seat}:".encode() + before)
        version += 1
        self.call("HSET", game, "version", version, "mark", made, "doc", doc)
        if state != b"":
            self.call("HSET", game, "state", state)
        self.call("RPUSH", log, entry)
        self.call("SET", seen, version, "PX", remembered)
        if not self.call("HEXISTS", held, code):
            self.call("ZADD", due, now, code)
        return b"ok", version

    def _restore(self, keys: Sequence[str], args: Sequence[Any]) -> int:
        game, log, due = keys
        code, now, mark, version, doc, state, *entries = args
        if self.call("EXISTS", game):
            return int(self.call("HGET", game, "restored") == _raw(mark))
        self.call("HSET", game, "version", version, "doc", doc, "state", state, "restored", mark, "mark", mark)
        for entry in entries:
            self.call("RPUSH", log, entry)
        self.call("ZADD", due, now, code)
        return 1

    def _claim(self, keys: Sequence[str], args: Sequence[Any]) -> list[bytes]:
        due, held = keys
        worker, now, until, most = args
        found: list[bytes] = self.call("ZRANGEBYSCORE", due, until, until)
        taken = [code for code in found if self.call("HGET", held, code) == _raw(worker)]
        if not taken:
            taken = self.call("ZRANGEBYSCORE", due, -inf, now)[:most]
            for code in taken:
                self.call("HSET", held, code, worker)
                self.call("ZADD", due, until, code)
        return taken

    def _hold(self, keys: Sequence[str], args: Sequence[Any]) -> int:
        due, held = keys
        code, worker, until = args
        if self.call("HGET", held, code) != _raw(worker):
            return 0
        self.call("ZADD", due, until, code)
        return 1

    def _rest(self, keys: Sequence[str], args: Sequence[Any]) -> int:
        game, due, held = keys
        code, worker, version, now, then = args
        if self.call("HGET", held, code) != _raw(worker):
            return 0
        self.call("HDEL", held, code)
        present = self.call("HGET", game, "version")
        if present is None:
            self.call("ZREM", due, code)
        elif present != _raw(version):
            self.call("ZADD", due, now, code)
        elif then == "":
            self.call("ZREM", due, code)
        else:
            self.call("ZADD", due, then, code)
        return 1

    def _record(self, keys: Sequence[str], args: Sequence[Any]) -> int:
        posts, due, held = keys
        code, worker, now, surface, before, after = args
        present = self.call("HGET", posts, surface) or b""
        if self.call("HGET", held, code) == _raw(worker) and present == _raw(before):
            if after == "":
                self.call("HDEL", posts, surface)
            else:
                self.call("HSET", posts, surface, after)
            return 1
        if present == _raw(after):
            return 1
        if present:
            self.call("HSET", posts, surface, b"-1" + present[present.index(b"\n") :])
        if not self.call("HEXISTS", held, code):
            self.call("ZADD", due, now, code)
        return 0

    def _lease(self, keys: Sequence[str], args: Sequence[Any]) -> int:
        (lease,) = keys
        holder, milliseconds = args
        if self.call("GET", lease) not in (None, _raw(holder)):
            return 0
        if milliseconds == 0:
            self.call("DEL", lease)
        else:
            self.call("SET", lease, holder, "PX", milliseconds)
        return 1

    def _beat(self, keys: Sequence[str], args: Sequence[Any]) -> int:
        beat, gaps = keys
        now, patience = args
        last, gap = self.call("GET", beat), 0
        if last and now - float(last) > patience:
            self.call("RPUSH", gaps, last + b" " + _raw(now))
            self.call("LTRIM", gaps, -200, -1)
            gap = 1
        if not last or now > float(last):
            self.call("SET", beat, now)
        return gap

    def _take(self, keys: Sequence[str], args: Sequence[Any]) -> bytes | None:
        (laid, taken), (token, _) = keys, args
        found: bytes | None = self.call("GET", laid)
        if found is not None:
            self.call("DEL", laid)
            self.call("SET", taken, _raw(token) + found)
            return found
        kept: bytes = self.call("GET", taken) or b""
        return kept[len(token) :] if kept.startswith(_raw(token)) else None

    def _swap(self, keys: Sequence[str], args: Sequence[Any]) -> int:
        (user,) = keys
        name, before, after = args
        present = self.call("HGET", user, name) or b""
        if present == _raw(after):
            return 1
        if present != _raw(before):
            return 0
        if after:
            self.call("HSET", user, name, after)
        else:
            self.call("HDEL", user, name)
        return 1

    def _pace(self, keys: Sequence[str], args: Sequence[Any]) -> bytes:
        now, event, is_certain, *bounds = args
        wait = 0.0
        for key, most, within in zip(keys, bounds[::2], bounds[1::2], strict=True):
            for member in self.call("ZRANGEBYSCORE", key, -inf, now - within):
                self.call("ZREM", key, member)
            times = self.call("ZRANGE", key, -most, -1, "WITHSCORES")
            if len(times) == most:
                wait = max(wait, times[0][1] + within - now)
        if wait > 0 and not is_certain:
            return _raw(wait)
        for key, within in zip(keys, bounds[1::2], strict=True):
            self.call("ZADD", key, now, event)
            self.call("PEXPIRE", key, within * 1000)
        return b"0"


class MemoryLink:
    """A link to keys in this process. Others may run before each answer, as in a round trip to a server."""

    retries = unreplicated = repeated = lost = 0

    def __init__(self) -> None:
        self._keys = Keys()
        self._scripts = Scripts(self._keys)

    async def run(self, key: str, *command: Any, durable: bool = False, kept: bool = False) -> Any:
        note(command[0])
        await asyncio.sleep(0)
        return self._keys.call(*command)

    async def script(
        self,
        script: Script,
        keys: Sequence[str],
        args: Sequence[Any],
        durable: bool = False,
        again: Any = None,
        doubt: Any = None,
    ) -> Any:
        note("EVALSHA")
        await asyncio.sleep(0)
        return self._scripts.of[script](keys, args)

    async def many(
        self, commands: Sequence[tuple[str, tuple[Any, ...]]], durable: bool = False, kept: bool = False
    ) -> list[Any]:
        if commands:
            note(*[command[0] for _, command in commands])
        await asyncio.sleep(0)
        return [self._keys.call(*command) for _, command in commands]

    async def each(self, *command: Any) -> list[Any]:
        return [await self.run("", *command)]

    async def scan(self, pattern: str) -> list[bytes]:
        await asyncio.sleep(0)
        return self._keys.names(pattern)

    @contextmanager
    def one_patience(self) -> Iterator[float]:
        yield time.monotonic() + PATIENCE

    async def close(self) -> None:
        await asyncio.sleep(0)


class MemoryStore(Store):
    """The store that needs no server."""

    def __init__(self) -> None:
        super().__init__(MemoryLink())  # type: ignore[arg-type]
