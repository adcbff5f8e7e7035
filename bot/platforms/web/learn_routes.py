"""Learning on the page: the card of a thing over the board, and each game on one page. Looking changes nothing."""

from __future__ import annotations

from dataclasses import asdict

from aiohttp import web
from pydantic_core import to_jsonable_python

from bot.learn.reference import Entry, entry
from bot.learn.sheet import summary
from bot.platforms.web.context import Page, Site, number_in
from bot.platforms.web.html import as_json, html
from bot.platforms.web.pages.about import about_page
from bot.platforms.web.parts.elements import Words
from bot.platforms.web.parts.entry import entry_card
from bot.service.player_view import PlayerView
from bot.service.session import session
from bot.table.model import as_code
from engines import ENGINES
from engines.kit.errors import Refusal
from engines.kit.tables import Tables

LONGEST_REFERENCE = 80


class LearnRoutes:
    """`/t/{code}/what?ref=tile/villa_2&seat=1` and `/about/{game}`."""

    def __init__(self, site: Site) -> None:
        self.site = site

    def routes(self) -> list[web.RouteDef]:
        return [web.get("/t/{code}/what", self.what), web.get("/about/{game}", self.about)]

    async def what(self, request: web.Request) -> web.Response:
        """The entry of a thing for this reader: its parts, and the card as a tree and as HTML."""
        browser, code = await self.site.browser(request), as_code(request.match_info["code"])[:8]
        reference = request.query.get("ref", "")[:LONGEST_REFERENCE]
        try:
            with session():
                look, _ = await self.site.gatherer.look(browser, code, number_in(request.query, "seat"))
                loaded = await self.site.service.work.load(code)
        except Refusal:
            return web.json_response({"gone": True}, status=404)
        tables = ENGINES[look.table.game].tables.current()
        if loaded.state is not None:
            tables = loaded.engine.tables_of(loaded.state)
        shown = entry_for(look, tables, reference, browser.language)
        if shown is None:
            return web.json_response({"unknown": True}, status=404)
        card = entry_card(Words(browser.language), look.table.game, shown, code)
        return web.json_response({"entry": asdict(shown), "tree": as_json(card), "html": html(card)})

    async def about(self, request: web.Request) -> web.Response:
        """What a game is, how one wins, a turn in a few lines, the signs; then everything in it."""
        browser, game = await self.site.browser(request), request.match_info["game"]
        shown = summary(game, ENGINES[game].tables.current(), browser.language) if game in ENGINES else None
        if shown is None:
            return web.Response(status=303, headers={"Location": f"/rules/{game}" if game in ENGINES else "/"})
        words = Words(browser.language)
        at = as_code(request.query.get("at", ""))[:8]
        page = Page(words("about_game", game=words.short(game)), about_page(browser, game, shown, at))
        return self.site.html(request, browser, page)


def entry_for(look: PlayerView, tables: Tables, reference: str, language: str) -> Entry | None:
    """The entry of a thing as the reader of this view may know it: the card over the board asks for it."""
    view = None if look.view is None else to_jsonable_python(look.view)
    return entry(look.table.game, tables, view, reference, language, look.table.names)
