"""Small pictures: a square of a board that stands for a table, or for a game."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from functools import cache

from aiohttp import web

from bot.language.speaker import Speaker
from bot.messages.picture_request import Namer, Sayer
from bot.platforms.web.assets import assets
from bot.platforms.web.context import Site, number_in
from bot.service.session import session
from bot.table.model import as_code
from config import rooms
from config.languages import languages
from engines import ENGINES
from engines.kit import Dice
from engines.kit.errors import Refusal
from engines.kit.outcome import Answer
from render import Picture
from render.cache import key
from render.crop import Square, square

SIZE = 240
KEPT = 128
MOVES = 150
"""So far the game is played whose board stands for all games of its kind."""
NAMES = ("Marta", "Joost", "Lena", "Paul", "Sofia")
THEMES = ("light", "dark")


class CutRoutes:
    """`/t/{code}/cut.png` and `/static/{digest}/cut/{game}-{language}-{theme}.png`; each is made once."""

    def __init__(self, site: Site) -> None:
        self.site = site
        self._kept: dict[str, bytes] = {}

    def routes(self) -> list[web.RouteDef]:
        return [
            web.get("/t/{code}/cut.png", self.table),
            web.get("/static/{digest}/cut/{game}-{language}-{theme}.png", self.game),
        ]

    async def table(self, request: web.Request) -> web.Response:
        """Of the board as this browser may see it; from outside where several sit at one device."""
        browser, query = await self.site.browser(request), request.query
        try:
            with session():
                code = as_code(request.match_info["code"])[:8]
                look, _ = await self.site.gatherer.look(browser, code, number_in(query, "seat"))
        except Refusal:
            return web.Response(status=404)
        picture = self.site.gatherer.board(look, browser.language)
        if picture is None:
            return web.Response(status=404)
        cached = "private, max-age=86400" if query.get("rev") else "no-store"
        return await self._answer(picture, query.get("theme", ""), cached)

    async def game(self, request: web.Request) -> web.Response:
        """Of a board of this game as it may look after a while."""
        digest, game, language, theme = [request.match_info[name] for name in ("digest", "game", "language", "theme")]
        known = digest == assets().digest and game in ENGINES and language in languages()
        if not known or theme not in THEMES:
            return web.Response(status=404)
        picture = await asyncio.to_thread(sample, game, language)
        return await self._answer(picture, theme, "public, max-age=86400")

    async def _answer(self, picture: Picture, theme: str, cached: str) -> web.Response:
        wanted = replace(picture, theme="dark" if theme == "dark" else "light")
        name = key(wanted)
        if name not in self._kept:
            drawn = await self.site.studio.draw(wanted)
            self._kept[name] = await asyncio.to_thread(square, drawn, place_of(picture.game), SIZE)
            if len(self._kept) > KEPT:
                del self._kept[next(iter(self._kept))]
        return web.Response(body=self._kept[name], content_type="image/png", headers={"Cache-Control": cached})


def place_of(game: str) -> Square:
    """Which square a game wants, by its `game.toml`."""
    return Square(**rooms.about(game).get("cut", {}))


@cache
def sample(game: str, language: str) -> Picture:
    """A board of plain play, always the same."""
    engine, chance = ENGINES[game], Dice("cut")
    state = engine.setup(min(3, engine.info.seats[1]), seed="cut").state
    for _ in range(MOVES):
        if state.ending:
            break
        asked = next(each for each in engine.pending(state) if each.owed)
        value = engine.policy(state, asked.seat, asked.step, asked.ask, chance.below)
        state = engine.submit(state, Answer(asked.seat, asked.ask_id, value)).state
    names = NAMES[: state.seats]
    speaker = Speaker(language, game, names)
    return Picture(
        game,
        engine.view(state, 0),
        Sayer(speaker),
        names,
        language=language,
        viewer=0,
        bare=True,
        named=Namer(speaker),
        rings=False,
        chronicle=False,
    )
