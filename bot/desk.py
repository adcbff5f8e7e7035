"""The desk: how a table is loaded, changed and committed, once, whatever happens in between."""

from __future__ import annotations

import asyncio
import json
import logging
import secrets
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from weakref import WeakValueDictionary

from bot import metrics
from bot.documents import By, Entry, Move, Status, Table, dump_events
from bot.fairness import record
from bot.store import Change, Row, Store, StoreAway, Undo, Verdict
from engines import ENGINES
from engines.kit import BadState, Engine, EngineBug, Event, Refusal, State, Tables, Text, UnknownTables, seen

log = logging.getLogger(__name__)
CACHED = 512
"""States kept at hand."""


class BrokenMove(EngineBug):
    """The rules contradicted themselves at the last of these answers in a row."""

    def __init__(self, moves: list[Move], bug: EngineBug) -> None:
        super().__init__(str(bug))
        self.moves = moves


@dataclass(slots=True)
class Loaded:
    """A table as it stands now. The document may be changed before it is committed, the state never."""

    version: int
    table: Table
    engine: Engine[Any]
    state: State | None

    def running(self) -> State:
        """The state of a game that goes on, or a refusal that says why it does not."""
        if self.table.status is Status.FROZEN:
            raise Refusal("table.refusal.frozen")
        if self.table.status is not Status.RUNNING or self.state is None:
            raise Refusal("table.refusal.not_running")
        return self.state


@dataclass(slots=True)
class Step:
    """What a commit adds to a table."""

    kind: str
    events: Sequence[Event] = ()
    user: str = ""
    seat: int | None = None
    by: By = "hand"
    moves: list[Move] = field(default_factory=list)
    state: State | None = None
    undo: Undo = Undo.KEEP
    to: int | None = None
    facts: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Done:
    """A request was carried out (now, or the first time it came): the version it made and what its actor is told."""

    table: Table
    version: int
    texts: list[Text]
    repeated: bool = False


class Desk:
    """Requests carry the platform's update id: the same request is carried out once, however often it comes."""

    def __init__(
        self,
        store: Store,
        data: Path,
        engines: Mapping[str, Engine[Any]] = ENGINES,
        clock: Callable[[], float] = time.time,
        seeds: Callable[[], str] = lambda: secrets.token_hex(16),
    ) -> None:
        self.store = store
        self.engines = engines
        self.clock = clock
        self.seeds = seeds
        self.data = data
        self._states: dict[str, tuple[int, State]] = {}
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self.listeners: list[Callable[[str], None]] = []
        """Called with the code of each table that has changed in this process."""

    # --- how a step is made ---

    async def commit(self, code: str, request: str, act: Callable[[Loaded], Awaitable[Step]]) -> Done:
        """Load, act, commit; again if the table has moved meanwhile; the first result if the request came before."""
        with self.store.link.one_patience() as limit:
            async with self._turn(code, limit):
                return await self._commit(code, request, act)

    @asynccontextmanager
    async def _turn(self, code: str, limit: float) -> AsyncIterator[None]:
        """One at a time at a table in this process: others would only conflict."""
        lock = self._locks.setdefault(code, asyncio.Lock())
        try:
            async with asyncio.timeout_at(limit):
                await lock.acquire()
        except TimeoutError:
            raise StoreAway(f"others wait at table {code} too") from None
        try:
            yield
        finally:
            lock.release()

    async def _commit(self, code: str, request: str, act: Callable[[Loaded], Awaitable[Step]]) -> Done:
        while True:
            loaded = await self.load(code)
            started = time.perf_counter()
            try:
                step = await act(loaded)
            except Refusal:
                if first := await self.before(code, request):
                    return first
                metrics.REFUSED.inc()
                raise
            except EngineBug as bug:
                if first := await self.before(code, request):
                    return first
                await self.freeze(code, loaded.version, bug)
                raise
            verdict, version = await self.write(loaded, request, step)
            if verdict is Verdict.OK:
                metrics.COMMITTED.labels(step.kind).inc()
                metrics.STEP_SECONDS.observe(time.perf_counter() - started)
                fields = {"table": code, "version": version, "step": step.kind}
                log.info("table %s version %d: %s", code, version, step.kind, extra=fields)
                return Done(loaded.table.seen_by(step.seat), version, seen(tuple(step.events), step.seat))
            if verdict is Verdict.DUPLICATE:
                return await self.first(code, version)
            metrics.CONFLICTS.inc()

    async def write(self, loaded: Loaded, request: str, step: Step) -> tuple[Verdict, int]:
        table, now = loaded.table, self.clock()
        table.touched = now
        entry = Entry.model_construct(
            version=loaded.version + 1,
            time=now,
            kind=step.kind,
            user=step.user,
            seat=step.seat,
            by=step.by,
            moves=step.moves,
            events=dump_events(step.events),
            to=step.to,
            facts=step.facts,
        )
        change = Change(
            game=table.code,
            expected=loaded.version,
            request=request,
            doc=table.dump(),
            entry=entry.dump(),
            state=b"" if step.state is None else loaded.engine.dump(step.state),
            undo=step.undo,
            seat=step.seat or 0,
        )
        verdict, version = await self.store.commit(change, now)
        if verdict is Verdict.OK:
            state = loaded.state if step.state is None else step.state
            if state is not None:
                self._remember(table.code, version, state)
            for listener in self.listeners:
                listener(table.code)
        return verdict, version

    async def before(self, code: str, request: str) -> Done | None:
        """The result of this request, if it was carried out before."""
        version = await self.store.seen(code, request)
        return None if version is None else await self.first(code, version)

    async def first(self, code: str, version: int) -> Done:
        """What the request that made this version was told."""
        raw = await self.store.entries(code, version - 1, version)
        entry = Entry.model_validate_json(raw[0])
        table = (await self.load(code)).table
        return Done(table.seen_by(entry.seat), version, seen(entry.happened(), entry.seat), repeated=True)

    async def freeze(self, code: str, version: int, bug: Exception) -> None:
        """Stop a table at its last good version and leave a file to the operator, which holds secrets."""
        metrics.FROZEN.inc()
        row = await self.store.load(code)
        if row is None or row.version != version:
            return
        table = Table.model_validate_json(row.doc)
        file = self._leave_replay_file(row, await self.store.entries(code), bug)
        log.error("table %s is frozen at version %d by a %s: see %s", code, version, type(bug).__name__, file)
        table.status, table.waiting, table.vote = Status.FROZEN, {}, None
        loaded = Loaded(version, table, self.engines[table.game], None)
        step = Step("frozen", (Event("table.event.frozen", {"moves": table.moves}),))
        await self.write(loaded, f"freeze:{code}:{version}", step)

    def _leave_replay_file(self, row: Row, entries: Sequence[bytes], bug: Exception) -> Path:
        """Can be given to `signoria replay`; holds everything else as well."""
        table = Table.model_validate_json(row.doc)
        folder = self.data / "replays"
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        broken = bug.moves if isinstance(bug, BrokenMove) else []
        content = record(table, [Entry.model_validate_json(raw) for raw in entries], broken) | {
            "fault": repr(bug),
            "table": json.loads(row.doc),
            "state": json.loads(row.state or b"null"),
            "log": [json.loads(entry) for entry in entries],
        }
        file = folder / f"{table.code}-{row.version}.json"
        file.touch(mode=0o600)
        file.write_text(json.dumps(content, indent=1))
        return file

    # --- loading ---

    async def load(self, code: str) -> Loaded:
        row = await self.store.load(code)
        if row is None:
            raise Refusal("table.refusal.no_table", table=code.replace("/", "⁄")[:8])
        table = Table.model_validate_json(row.doc)
        engine = self.engines[table.game]
        if not row.state:
            return Loaded(row.version, table, engine, None)
        cached = self._states.get(code)
        if cached is not None and cached[0] == row.version:
            return Loaded(row.version, table, engine, cached[1])
        try:
            state = await self.state(engine, row.state)
        except BadState as bad:
            if table.status is Status.RUNNING:
                await self.freeze(code, row.version, bad)
            raise EngineBug(f"the state of table {code} cannot be read: {bad}") from bad
        self._remember(code, row.version, state)
        return Loaded(row.version, table, engine, state)

    async def state(self, engine: Engine[Any], raw: bytes) -> State:
        """A state from its bytes; tables that are not known here are fetched from beside the games."""
        try:
            state: State = engine.load(raw)
        except UnknownTables as unknown:
            stored = await self.store.tables(unknown.digest)
            if stored is None:
                raise
            engine.tables.from_raw(json.loads(stored))
            state = engine.load(raw)
        return state

    async def tables(self, loaded: Loaded) -> Tables | None:
        return None if loaded.state is None else loaded.engine.tables_of(loaded.state)

    def _remember(self, code: str, version: int, state: State) -> None:
        """Keep the newest states at hand: the next load needs not read the JSON again."""
        self._states.pop(code, None)
        self._states[code] = (version, state)
        if len(self._states) > CACHED:
            del self._states[next(iter(self._states))]

    async def entries(self, code: str, since: int = 0, to: int | None = None) -> list[Entry]:
        return [Entry.model_validate_json(raw) for raw in await self.store.entries(code, since, to)]

    async def documents(self, codes: Sequence[str]) -> list[tuple[Table, int]]:
        rows = await self.store.load_docs(codes)
        return [(Table.model_validate_json(row.doc).seen_by(None), row.version) for row in rows.values()]
