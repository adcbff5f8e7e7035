"""The film of a game: every position that all could see, drawn in a row; made once, in the background, and kept."""

from __future__ import annotations

import asyncio

from bot.messages import picture_request
from bot.messages.keeping import Keeper, Kept, Progress
from bot.service.table_service import TableService
from bot.table.model import Table
from render import Studio
from render.film import MOST_FRAMES, film


class Films(Keeper):
    """The films of all finished games, as onlookers saw them."""

    folder, suffix = "films", ".gif"

    def __init__(self, service: TableService, studio: Studio) -> None:
        super().__init__(service)
        self.studio = studio

    async def film(self, code: str, patience: float = 0.0) -> Kept:
        return await self.found(code, patience)

    async def make(self, table: Table, tell: Progress) -> bytes:
        return await film_of(self.service, self.studio, table.code, table.language, tell)


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
