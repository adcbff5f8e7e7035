"""The film of a game: every position that all could see, drawn in a row."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

from bot.messages import picture_request
from bot.service.table_service import TableService
from render import Studio
from render.film import MOST_FRAMES, film

Progress = Callable[[int, int], Awaitable[None]]
"""Told how many of how many pictures are drawn."""
TELL_EVERY = 20


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
        request = picture_request.board(look, language, [moment.line])
        drawn.append((await studio.draw(request)).png)
        if progress is not None and number % TELL_EVERY == 0:
            await progress(number, len(frames))
    return await asyncio.to_thread(film, drawn)
