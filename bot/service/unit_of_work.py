"""Unit of work: load a table, apply a change, commit with optimistic locking; idempotent per request id."""

from __future__ import annotations

import asyncio
import json
import logging
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, TypeVar
from weakref import WeakValueDictionary

from pydantic import ValidationError

from bot.ops import metrics
from bot.service.session import current
from bot.store import Read, Row, Store, StoreAway, Verdict, Write, keys, reads
from bot.table import votes
from bot.table.change import BrokenMove, Change, Committed, Loaded, Tries
from bot.table.model import Entry, Status, Table, dump_events
from bot.table.verification import record
from engines import ENGINES
from engines.kit import BadState, Engine, EngineBug, Event, Refusal, State, Tables, UnknownTables, seen

log = logging.getLogger(__name__)
T = TypeVar("T")
CACHED = 512
"""States kept at hand."""
FEW = 6
"""Tables of which a request reads the states too when it looks for the one that is meant."""


class UnitOfWork:
    """Requests carry the platform's update id: the same request is carried out once, however often it comes."""

    def __init__(
        self,
        store: Store,
        data: Path,
        engines: Mapping[str, Engine[Any]] = ENGINES,
        clock: Callable[[], float] | None = None,
    ) -> None:
        self.store = store
        self.engines = engines
        self.clock: Callable[[], float] = clock or store.clock
        self.data = data
        self._states: dict[str, tuple[bytes, State]] = {}
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self.listeners: list[Callable[[str], None]] = []
        """Called with the code of each table that has changed in this process."""

    # --- how a step is made ---

    async def commit(self, code: str, request: str, act: Callable[[Loaded], Awaitable[Change]]) -> Committed:
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

    async def _commit(self, code: str, request: str, act: Callable[[Loaded], Awaitable[Change]]) -> Committed:
        while True:
            loaded = await self.load(code)
            started = time.perf_counter()
            try:
                step = await act(loaded)
            except Refusal:
                version, present = await self.store.together(reads.seen(code, request), reads.version(code))
                if version is not None:
                    return await self.first(code, version)
                if present not in (None, loaded.version):
                    self.forget(code)
                    continue
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
                return Committed(loaded.table.seen_by(step.seat), version, seen(tuple(step.events), step.seat))
            self.forget(code)
            if verdict is Verdict.DUPLICATE:
                return await self.first(code, version)
            metrics.CONFLICTS.inc()

    async def write(self, loaded: Loaded, request: str, step: Change) -> tuple[Verdict, int]:
        table, now = loaded.table, self.clock()
        if not step.is_private:
            table.touched = now
            table.revision += 1
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
        change = Write(
            game=table.code,
            expected=loaded.version,
            request=request,
            doc=table.dump(),
            entry=entry.dump(),
            state=b"" if step.state is None else loaded.engine.dump(step.state),
            undo=step.undo,
            seat=step.seat or 0,
            mark=loaded.mark,
            before=loaded.raw,
        )
        verdict, version = await self.store.commit(change, now)
        if verdict is Verdict.OK:
            self._replace(change, version)
            state = loaded.state if step.state is None else step.state
            if state is not None:
                self._remember(table.code, change.next_mark, state)
            for listener in self.listeners:
                listener(table.code)
        return verdict, version

    async def before(self, code: str, request: str) -> Committed | None:
        """The result of this request, if it was carried out before."""
        version = await self.store.seen(code, request)
        return None if version is None else await self.first(code, version)

    async def first(self, code: str, version: int) -> Committed:
        """What the request that made this version was told."""
        self.forget(code)
        raw = await self.store.entries(code, version - 1, version)
        entry = Entry.model_validate_json(raw[0])
        table = (await self.load(code)).table
        return Committed(table.seen_by(entry.seat), version, seen(entry.happened(), entry.seat), repeated=True)

    async def freeze(self, code: str, version: int, bug: Exception) -> None:
        """Stop a table at its last good version and leave a file to the operator, which holds secrets."""
        metrics.FROZEN.inc()
        row = await self.store.load(code)
        if row is None or row.version != version:
            return
        table = Table.model_validate_json(row.doc)
        file = self._leave_replay_file(row, await self.store.entries(code), bug)
        log.error("table %s is frozen at version %d by a %s: see %s", code, version, type(bug).__name__, file)
        table.status, table.waiting = Status.FROZEN, {}
        votes.close(table)
        loaded = Loaded(version, table, self.engines[table.game], None, mark=row.mark, raw=row.state)
        step = Change("frozen", (Event("table.event.frozen", {"moves": table.moves}),))
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

    # --- reading ---

    async def read(self, wanted: Read[T]) -> T:
        """One read, which the request that is being worked on makes once."""
        if (session := current()) is None:
            return (await self.store.together(wanted))[0]
        await session.fetch(self.store, [wanted])
        return session.get(wanted)

    async def fetch(self, wanted: Sequence[Read[Any]]) -> None:
        """Reads that will be wanted soon in this request: all of them in one round trip."""
        if (session := current()) is not None:
            await session.fetch(self.store, wanted)

    def forget(self, code: str) -> None:
        """What this request has read about a table may be out of date."""
        if (session := current()) is not None:
            session.drop(*keys.of_game(code))

    def _replace(self, change: Write, version: int) -> None:
        """After a commit the table is at hand as it stands now."""
        if (session := current()) is not None:
            wanted = reads.game(change.game)
            before = session.get(wanted) if session.has(wanted) else None
            state = change.state or (before.state if before else b"")
            session.drop(*keys.of_game(change.game))
            if state or version == 1 or before:
                session.keep(wanted, Row(version, change.doc, state, change.next_mark))

    # --- loading ---

    async def load(self, code: str) -> Loaded:
        row = await self.read(reads.game(code))
        if row is None:
            self.forget(code)
            raise Refusal("table.refusal.no_table", table=code.replace("/", "⁄")[:8])
        table = self._table(code, row)
        engine = self.engines[table.game]
        session = current()
        tries = Tries() if session is None else session.tries
        if not row.state:
            return Loaded(row.version, table, engine, None, mark=row.mark)
        cached = self._states.get(code)
        if cached is not None and cached[0] == row.mark:
            return Loaded(row.version, table, engine, cached[1], tries, row.mark, row.state)
        try:
            state = await self.state(engine, row.state)
        except BadState as bad:
            if table.status is Status.RUNNING:
                await self.freeze(code, row.version, bad)
            raise EngineBug(f"the state of table {code} cannot be read: {bad}") from bad
        self._remember(code, row.mark, state)
        return Loaded(row.version, table, engine, state, tries, row.mark, row.state)

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

    def _remember(self, code: str, mark: bytes, state: State) -> None:
        """Keep the newest states at hand: the next load needs not read the JSON again. What has no mark is read."""
        self._states.pop(code, None)
        if mark:
            self._states[code] = (mark, state)
        if len(self._states) > CACHED:
            del self._states[next(iter(self._states))]

    async def entries(self, code: str, since: int = 0, to: int | None = None) -> list[Entry]:
        return [Entry.model_validate_json(raw) for raw in await self.read(reads.entries(code, since, to))]

    async def documents(self, codes: Sequence[str]) -> list[tuple[Table, int]]:
        """The documents of several tables; few of them come whole, since one will be wanted next."""
        if current() is None:
            rows = list((await self.store.load_docs(codes)).values())
        else:
            await self.prepare_documents(codes)
            rows = [row for code in codes if (row := await self._document(code)) is not None]
        found = []
        for row in rows:
            try:
                found.append((self._table("?", row).seen_by(None), row.version))
            except EngineBug as bug:
                log.error("a table is left out: %s", bug)
        return found

    def _table(self, code: str, row: Row) -> Table:
        """The document of a table; one that a later build wrote cannot be read by this one."""
        try:
            table = Table.model_validate_json(row.doc)
        except ValidationError as error:
            fault = error.errors()[0]
            place = ".".join(str(part) for part in fault["loc"])
            raise EngineBug(f"the document of table {code} cannot be read ({place}: {fault['msg']})") from error
        if table.game not in self.engines:
            raise EngineBug(f"table {table.code} plays {table.game}, which is not installed here")
        return table

    async def prepare_documents(self, codes: Sequence[str]) -> None:
        """Have several tables at hand, in one round trip."""
        kind = reads.game if len(codes) <= FEW else reads.document
        await self.fetch([kind(code) for code in codes if not self._has_game(code)])

    def _has_game(self, code: str) -> bool:
        session = current()
        return session is not None and session.has(reads.game(code))

    async def _document(self, code: str) -> Row | None:
        return await self.read(reads.game(code) if self._has_game(code) else reads.document(code))
