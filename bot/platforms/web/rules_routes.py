"""What is read beside a table: the rules of a game, those of the present question first, and the keys."""

from __future__ import annotations

from contextlib import suppress

from aiohttp import web

from bot.learn.sheet import sections_of
from bot.platforms.web.browser_sessions import Browser
from bot.platforms.web.context import Page, Site, plain
from bot.platforms.web.pages.small import keys_page, rules_page
from bot.platforms.web.parts.elements import Words
from bot.platforms.web.parts.figures import rules_note
from bot.platforms.web.sorry import sorry
from bot.service import own_box
from bot.service.session import session
from engines import ENGINES
from engines.kit import Tables
from engines.kit.errors import Refusal
from engines.kit.rulebook import Section

LONGEST_QUERY = 80


class RulesRoutes:
    """`/rules/{game}` and `/keys`."""

    def __init__(self, site: Site) -> None:
        self.site = site

    def routes(self) -> list[web.RouteDef]:
        return [web.get("/keys", self.keys), web.get("/rules/{game}", self.rules)]

    async def keys(self, request: web.Request) -> web.Response:
        browser = await self.site.browser(request)
        return self.site.html(request, browser, Page(Words(browser.language)("keys.title"), keys_page(browser)))

    async def rules(self, request: web.Request) -> web.Response:
        browser = await self.site.browser(request)
        game = request.match_info["game"]
        if game not in ENGINES:
            return sorry(self.site, request, browser, "no_such_table", 404)
        query = request.query.get("q", "")[:LONGEST_QUERY]
        at = plain(request.query.get("at", ""))[:8]
        note = rules_note(browser, game, await self._figures(game, at), self.site.is_alone)
        present = await self._asked(browser, game, at) if not query else []
        body = rules_page(browser, game, query, at, note, present)
        title = Words(browser.language)("rules_of", game=Words(browser.language).short(game))
        return self.site.html(request, browser, Page(title, body))

    async def _asked(self, browser: Browser, game: str, code: str) -> list[Section]:
        """The sections of the question that waits for this browser at a table, with which the sheet begins."""
        if not code:
            return []
        with suppress(Refusal), session():
            look, _ = await self.site.gatherer.look(browser, code, None)
            if look.table.game == game:
                return sections_of(ENGINES[game], look.pending, browser.language)
        return []

    async def _figures(self, game: str, code: str) -> Tables:
        """The printed numbers of a table that has begun, else those that a new one would begin with."""
        if code:
            with suppress(Refusal):
                loaded = await self.site.service.work.load(code)
                if loaded.state is not None and loaded.table.game == game:
                    return loaded.engine.tables_of(loaded.state)
        return own_box.present(game)
