"""The film of a game: every position that all could see, drawn in a row; made once, in the background, and kept."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from bot.messages import picture_request
from bot.service.table_service import TableService
from bot.table.model import Status, Table
from engines.kit.errors import Refusal
from render import Studio
from render.film import MOST_FRAMES, film

log = logging.getLogger(__name__)
Progress = Callable[[int, int], None]
"""Told how many of how many pictures are drawn."""
FOLDER = "films"


@dataclass(slots=True)
class _Making:
    """A film that is being made in this process."""

    task: asyncio.Task[bytes] | None = None
    drawn: int = 0
    most: int = 0

    def tell(self, drawn: int, most: int) -> None:
        self.drawn, self.most = drawn, most


@dataclass(frozen=True, slots=True)
class Film:
    """A film that is there, or how far it has come."""

    name: str
    data: bytes | None
    drawn: int = 0
    most: int = 0


@dataclass(slots=True)
class Films:
    """The films of all finished games, in the folder of the games."""

    service: TableService
    studio: Studio
    _making: dict[str, _Making] = field(default_factory=dict)

    async def film(self, code: str, patience: float = 0.0) -> Film:
        """The film of a finished game as onlookers saw it; if it is not there it is begun and waited for so long."""
        table = await self.service.queries.table(code)
        if table.status is not Status.FINISHED:
            raise Refusal("table.refusal.not_over")
        kept, name = self._file(table), f"signoria-{code}.gif"
        if data := await asyncio.to_thread(_read, kept):
            return Film(name, data)
        making = self._making.get(kept.name)
        if making is None:
            making = self._making[kept.name] = _Making()
            making.task = asyncio.create_task(self._make(table, kept, making))
        assert making.task is not None
        if patience:
            await asyncio.wait([making.task], timeout=patience)
        if making.task.done() and not making.task.cancelled() and making.task.exception() is None:
            return Film(name, making.task.result())
        return Film(name, None, making.drawn, making.most)

    async def _make(self, table: Table, kept: Path, making: _Making) -> bytes:
        try:
            made = await film_of(self.service, self.studio, table.code, table.language, making.tell)
            await asyncio.to_thread(_write, kept, made)
            return made
        except Exception:
            log.exception("the film of table %s was not made", table.code)
            raise
        finally:
            self._making.pop(kept.name, None)

    def _file(self, table: Table) -> Path:
        """Codes come again one day; the seal of a game does not."""
        return self.service.work.data / FOLDER / f"{table.code}-{table.commitment[:16]}.gif"

    async def stop(self) -> None:
        """Give up what is being made."""
        tasks = [making.task for making in self._making.values() if making.task is not None]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


def _read(file: Path) -> bytes | None:
    return file.read_bytes() if file.is_file() else None


def _write(file: Path, data: bytes) -> None:
    """All of it or nothing: a film that was broken off is no film."""
    file.parent.mkdir(parents=True, exist_ok=True)
    half = file.with_suffix(".half")
    half.write_bytes(data)
    half.replace(file)


async def film_of(
    service: TableService, studio: Studio, code: str, language: str, progress: Progress | None = None
) -> bytes:
    """An animated picture of a table as onlookers saw it; drawn in threads, picture by picture."""
    frames = await service.history.frames(code, None)
    if len(frames) > MOST_FRAMES:
        count = len(frames)
        frames = [frames[round(at * (count - 1) / (MOST_FRAMES - 1))] for at in range(MOST_FRAMES)]
    drawn: list[bytes] = []
    for number, (moment, look) in enumerate(frames):
        if progress is not None:
            progress(number, len(frames))
        request = picture_request.board(look, language, [moment.line])
        drawn.append((await studio.draw(request)).png)
    return await asyncio.to_thread(film, drawn)
