"""Figures from one's own box: the page, its live check, the set as a file. For whoever sits at this computer only."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from ipaddress import ip_address
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from aiohttp import web
from multidict import MultiDictProxy

from bot.language.figure_words import references
from bot.language.speaker import Speaker
from bot.messages import figure_pictures
from bot.platforms.web.browser_sessions import Browser
from bot.platforms.web.context import Page, Result, Site
from bot.platforms.web.html import Part
from bot.platforms.web.pages.figures import CELL, DRAWN, ROW, Entered, figures_page, row_path
from bot.platforms.web.pages.small import sorry_page
from bot.platforms.web.parts.elements import Words, notice
from bot.platforms.web.parts.figures import box
from bot.platforms.web.sorry import sorry
from bot.platforms.web.uploads import uploaded
from bot.service import own_box
from bot.service.own_box import Typed, WrongFigures
from bot.service.set_file import LARGEST_ZIP
from config.settings import OWN_BOX
from engines.kit import Refusal, data_in_use
from engines.kit.figures import MOST_CELLS
from render import cut

FORWARDED = ("Forwarded", "X-Forwarded-For", "X-Forwarded-Host", "X-Real-IP", "Via")
LONGEST = 200
Handler = Callable[[web.Request, Browser, str], Awaitable[web.Response]]


class FigureRoutes:
    """The pages under `/data`."""

    def __init__(self, site: Site) -> None:
        self.site = site

    def routes(self) -> list[web.RouteDef]:
        return [
            web.get("/data/{game}", self._here(self.page)),
            web.post("/data/{game}", self._here(self.save)),
            web.post("/data/{game}/check", self._here(self.check)),
            web.get("/data/{game}/set.zip", self._here(self.download)),
            web.post("/data/{game}/import", self._here(self.take)),
            web.get("/data/{game}/picture.png", self._here(self.picture)),
        ]

    async def page(self, request: web.Request, browser: Browser, game: str) -> web.Response:
        result = self.site.said.pop(browser.key, None)
        said = notice(result.say, result.bad) if result else None
        return await self._shown(request, browser, Entered(), said=said)

    async def save(self, request: web.Request, browser: Browser, game: str) -> web.Response:
        """Everything that is typed is kept, or it is shown again with what is wrong."""
        fields = await request.post()
        browser.require_token(str(fields.get("token", "")))
        entered, found = self._typed(browser, game, fields)
        problems = self._sentences(browser, game, found)
        if problems or fields.get("only") == "check":
            return await self._shown(request, browser, entered, problems)
        try:
            made = own_box.named(entered.name, entered.by)
            await asyncio.to_thread(own_box.save, game, self._folder(), found.values, made)
        except WrongFigures as wrong:
            return await self._shown(
                request, browser, entered, self._sentences(browser, game, Typed({}, wrong.troubles))
            )
        except (Refusal, OSError) as error:
            return await self._shown(request, browser, entered, [self._sentence(browser, error)])
        return self._on(request, browser, game, box(browser, "saved", name=made.name))

    async def check(self, request: web.Request, browser: Browser, game: str) -> web.Response:
        """The sums of what is typed so far, while it is typed."""
        fields = await request.post()
        browser.require_token(str(fields.get("token", "")))
        _, found = self._typed(browser, game, fields)
        problems = self._sentences(browser, game, found)
        well = box(browser, "sound") if found.values and not problems else ""
        return web.json_response({"problems": problems, "well": well})

    async def download(self, request: web.Request, browser: Browser, game: str) -> web.Response:
        try:
            raw = own_box.export(game)
        except Refusal as refusal:
            return await self._shown(request, browser, Entered(), [self._sentence(browser, refusal)])
        headers = {"Content-Disposition": f'attachment; filename="{game}-figures.zip"'}
        return web.Response(body=raw, content_type="application/zip", headers=headers)

    async def take(self, request: web.Request, browser: Browser, game: str) -> web.Response:
        """A set that somebody handed on."""
        raw = await uploaded(request, browser, LARGEST_ZIP)
        try:
            made = await asyncio.to_thread(own_box.take, game, self._folder(), raw)
        except WrongFigures as wrong:
            problems = self._sentences(browser, game, Typed({}, wrong.troubles))
            return await self._shown(request, browser, Entered(), problems)
        except (Refusal, OSError) as error:
            return await self._shown(request, browser, Entered(), [self._sentence(browser, error)])
        return self._on(request, browser, game, box(browser, "taken", name=made.name))

    async def picture(self, request: web.Request, browser: Browser, game: str) -> web.Response:
        """Where an entry stands, cut out of the picture of a fresh table."""
        spots = await self._spots(game)
        spot = next((spots[each] for each in request.query.getall("of", []) if each in spots), None)
        if spot is None:
            return web.Response(status=404)
        theme = "dark" if request.query.get("theme") == "dark" else "light"
        scene = figure_pictures.scene(game, spot.view, spot.seats, spot.part, theme, browser.language)
        drawn = await self.site.studio.draw(scene)
        raw = await asyncio.to_thread(cut, drawn, spot.box)
        return web.Response(body=raw, content_type="image/png")

    # --- what all of them need ---

    def _folder(self) -> Path:
        return data_in_use() or self.site.service.work.data / OWN_BOX

    def _here(self, handler: Handler) -> Callable[[web.Request], Awaitable[web.Response]]:
        """Who asks for which game; nobody else comes further."""

        async def handled(request: web.Request) -> web.Response:
            browser = await self.site.browser(request)
            if (no := self._refused(request, browser)) is not None:
                return no
            return await handler(request, browser, request.match_info["game"])

        return handled

    def _refused(self, request: web.Request, browser: Browser) -> web.Response | None:
        """Only at the computer on which the table runs, and never through a public address."""
        if not is_here(request):
            title = box(browser, "only_here_title")
            body = sorry_page(browser, title, box(browser, "only_here"), (Words(browser.language)("my_tables"), "/"))
            return self.site.html(request, browser, Page(title, body), 403)
        if request.match_info["game"] not in own_box.games():
            return sorry(self.site, request, browser, "no_such_table", 404)
        return None

    def _typed(self, browser: Browser, game: str, fields: MultiDictProxy[Any]) -> tuple[Entered, Typed]:
        """The form as it was sent, and what it says."""
        figures = own_box.in_doubt(game)
        typed: dict[str, str] = {}
        for figure in figures:
            if figure.kind == "shape":
                if drawn := _drawn(fields, figure.path, "P" if any("P" in row for row in figure.value) else "#"):
                    typed[figure.path] = drawn
            elif written := str(fields.get(figure.path, "")).strip()[:LONGEST]:
                typed[figure.path] = written
        sure = {str(each) for each in fields.getall(ROW, [])}
        confirmed = [figure.path for figure in figures if row_path(figure) in sure]
        entered = Entered(
            typed, sure, str(fields.get("set_name", ""))[:LONGEST], str(fields.get("set_by", ""))[:LONGEST]
        )
        return entered, own_box.check(game, typed, confirmed, browser.language)

    def _sentences(self, browser: Browser, game: str, found: Typed) -> list[str]:
        words = own_box.words_of(game, browser.language)
        return [words.problem(place, problem) for place, problem in found.troubles]

    def _sentence(self, browser: Browser, error: Refusal | OSError) -> str:
        if isinstance(error, OSError):
            error = Refusal("box.refusal.not_written", folder=str(self._folder()).replace("/", "⁄"))
        return Speaker(browser.language).refusal(error)

    async def _spots(self, game: str) -> dict[str, figure_pictures.Spot]:
        raw = own_box.present(game).raw
        wanted = {each for figure in own_box.in_doubt(game) for each in references(game, figure.row, raw)}
        return await asyncio.to_thread(figure_pictures.spots, game, wanted)

    async def _shown(
        self,
        request: web.Request,
        browser: Browser,
        entered: Entered,
        problems: list[str] | None = None,
        said: Part = None,
    ) -> web.Response:
        game = request.match_info["game"]
        body = figures_page(browser, game, entered, problems or [], said)
        title = box(browser, "title", game=Words(browser.language).short(game))
        return self.site.html(request, browser, Page(title, body))

    def _on(self, request: web.Request, browser: Browser, game: str, said: str) -> web.Response:
        return self.site.done(request, browser, Result(f"/data/{game}#notices", said))


def _drawn(fields: MultiDictProxy[Any], path: str, mark: str) -> str:
    """A shape from its cells, if it was drawn anew."""
    high, _, wide = str(fields.get(f"{DRAWN}{path}", "")).partition(".")
    if not (high.isdecimal() and wide.isdecimal()) or len(high + wide) > 4 or int(high) * int(wide) > MOST_CELLS:
        return ""
    filled = {str(each) for each in fields.getall(f"{CELL}{path}", [])}
    rows = ["".join([mark if f"{y}.{x}" in filled else "." for x in range(int(wide))]) for y in range(int(high))]
    return "/".join(rows)


def is_here(request: web.Request) -> bool:
    """Whether a request comes from this very computer, under a name that only this computer has, past no proxy."""
    try:
        name = urlsplit(f"//{request.host}").hostname or ""
        own = name == "localhost" or ip_address(name).is_loopback
        return own and ip_address(request.remote or "").is_loopback and not any(map(request.headers.get, FORWARDED))
    except ValueError:
        return False
