"""The film of a game: every position that all could see, drawn in a row; made once, in the background, and kept."""

from __future__ import annotations

import asyncio

from bot.messages import picture_request
from bot.messages.keeping import Keeper, Kept, Progress
from bot.messages.post import MOVING
from bot.service.table_service import TableService
from bot.table.model import Table
from engines.kit.errors import Refusal
from render import Studio, movie
from render.film import MOST_FRAMES, film

ROUND = "-round-"
GIF, MP4 = MOVING


class Films(Keeper):
    """The films of all finished games, as onlookers saw them."""

    folder = "films"

    @property
    def suffix(self) -> str:  # type: ignore[override]
        return MP4 if movie.is_here() else GIF

    def __init__(self, service: TableService, studio: Studio) -> None:
        super().__init__(service)
        self.studio = studio

    async def film(self, code: str, patience: float = 0.0, round_: int | None = None) -> Kept:
        """Of the whole game, or of one round."""
        if round_ is None:
            return await self.found(code, patience)
        if not any(each.round == round_ for each in await self.service.history.standings(code, None)):
            raise Refusal("table.refusal.no_such_round", number=round_)
        return await self.found(code, patience, f"{ROUND}{round_}")

    async def make(self, table: Table, tell: Progress, part: str = "") -> bytes:
        round_ = int(part.removeprefix(ROUND)) if part else None
        return await film_of(self.service, self.studio, table.code, table.language, tell, round_)


async def film_of(
    service: TableService,
    studio: Studio,
    code: str,
    language: str,
    progress: Progress | None = None,
    round_: int | None = None,
) -> bytes:
    """A film of a table, or of a round there, as onlookers saw it; drawn in threads, one by one."""
    frames = await service.history.frames(code, None)
    if round_ is not None:
        inside = [each.moment.number for each in await service.history.standings(code, None) if each.round == round_]
        frames = [frame for frame in frames if inside[0] - 1 <= frame[0].number <= inside[-1]]
    if len(frames) > MOST_FRAMES:
        count = len(frames)
        frames = [frames[round(at * (count - 1) / (MOST_FRAMES - 1))] for at in range(MOST_FRAMES)]
    drawn: list[bytes] = []
    for number, (moment, look) in enumerate(frames):
        if progress is not None:
            progress(number, len(frames))
        request = picture_request.board(look, language, [moment.line])
        drawn.append((await studio.draw(request)).png)
    return await asyncio.to_thread(movie.movie if movie.is_here() else film, drawn)
