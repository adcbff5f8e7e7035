"""What is made once of a finished game, in the background, and kept in the folder of the games: films and stories."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from bot.service.table_service import TableService
from bot.table.model import Status, Table
from engines.kit.errors import Refusal

log = logging.getLogger(__name__)
Progress = Callable[[int, int], None]
"""Told how many of how many parts are done."""


@dataclass(slots=True)
class _Making:
    """Something that is being made in this process."""

    task: asyncio.Task[bytes] | None = None
    done: int = 0
    most: int = 0

    def tell(self, done: int, most: int) -> None:
        self.done, self.most = done, most


@dataclass(frozen=True, slots=True)
class Kept:
    """Something that is there, or how far it has come."""

    name: str
    data: bytes | None
    done: int = 0
    most: int = 0


class Keeper:
    """Makes one kind of thing; whoever asks first begins it."""

    folder = ""
    suffix: str = ""

    def __init__(self, service: TableService) -> None:
        self.service = service
        self._making: dict[str, _Making] = {}

    async def make(self, table: Table, tell: Progress, part: str = "") -> bytes:
        """The thing itself, or a part of it."""
        raise NotImplementedError

    async def found(self, code: str, patience: float = 0.0, part: str = "") -> Kept:
        """What was made of a finished game or a part of it; if it is not there it is begun, and waited for so long."""
        table = await self.service.queries.table(code)
        if table.status is not Status.FINISHED:
            raise Refusal("table.refusal.not_over")
        kept, name = self._file(table, part), f"signoria-{code}{part}{self.suffix}"
        if data := await asyncio.to_thread(_read, kept):
            return Kept(name, data)
        making = self._making.get(kept.name)
        if making is None:
            making = self._making[kept.name] = _Making()
            making.task = asyncio.create_task(self._make(table, kept, making, part))
        assert making.task is not None
        if patience:
            await asyncio.wait([making.task], timeout=patience)
        if making.task.done() and not making.task.cancelled() and making.task.exception() is None:
            return Kept(name, making.task.result())
        return Kept(name, None, making.done, making.most)

    async def _make(self, table: Table, kept: Path, making: _Making, part: str) -> bytes:
        try:
            made = await self.make(table, making.tell, part)
            await asyncio.to_thread(_write, kept, made)
            return made
        except Exception:
            log.exception("table %s: nothing could be made for %s", table.code, self.folder)
            raise
        finally:
            self._making.pop(kept.name, None)

    def _file(self, table: Table, part: str) -> Path:
        """Codes come again one day; the seal of a game does not."""
        return self.service.work.data / self.folder / f"{table.code}-{table.commitment[:16]}{part}{self.suffix}"

    async def stop(self) -> None:
        """Give up what is being made."""
        tasks = [making.task for making in self._making.values() if making.task is not None]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


def _read(file: Path) -> bytes | None:
    return file.read_bytes() if file.is_file() else None


def _write(file: Path, data: bytes) -> None:
    """All of it or nothing: what was broken off is not kept."""
    file.parent.mkdir(parents=True, exist_ok=True)
    half = file.with_suffix(".half")
    half.write_bytes(data)
    half.replace(file)
