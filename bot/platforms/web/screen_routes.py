"""The table screen: a page for a television, always as an onlooker sees the table, whoever's browser shows it."""

from __future__ import annotations

from aiohttp import web

from bot.platforms.web.browser_sessions import Browser
from bot.platforms.web.context import Page, Site
from bot.platforms.web.page_data import PageData
from bot.platforms.web.pages.screen import ScreenData, screen_page
from bot.platforms.web.parts.elements import Words
from bot.platforms.web.past_data import outside
from bot.platforms.web.sorry import sorry
from bot.service.session import session
from bot.table.model import Status, Table, as_code
from engines.kit.errors import Refusal


class ScreenRoutes:
    """Its state is fetched where all pages' states are."""

    def __init__(self, site: Site) -> None:
        self.site = site
        site.screen = self.page

    def routes(self) -> list[web.RouteDef]:
        return [web.get("/t/{code}/screen", self.screen)]

    async def screen(self, request: web.Request) -> web.Response:
        browser = await self.site.browser(request)
        try:
            with session():
                page = await self.page(browser, request.match_info["code"])
        except Refusal:
            return sorry(self.site, request, browser, "no_such_table", 404)
        return self.site.html(request, browser, page)

    async def page(self, browser: Browser, code: str) -> Page:
        """The screen as it stands now."""
        code = as_code(code)[:8]
        table = await self.site.service.queries.table(code)
        public = outside(browser)
        codes, free = await self._codes(browser, table)
        if table.status is Status.LOBBY:
            look = await self.site.service.queries.look(code, None)
            sight = PageData(public, Words(browser.language), look, (), [], [], None, None)
            data = ScreenData(sight, None, [], codes, free)
        else:
            sight = await self.site.gatherer.sight(public, code, None)
            history = self.site.service.history
            last: dict[int, tuple[int, ...]] = {each.round: each.points for each in await history.standings(code, None)}
            rows = [(0,) * len(table.seats), *[last[number] for number in sorted(last)]]
            moments = await history.moments(code, None)
            data = ScreenData(sight, moments[-1] if moments else None, rows, codes)
        title = f"{Words(browser.language).short(table.game)} #{code}"
        return Page(title, screen_page(data), f"/t/{code}/screen/state", f"screen {code}", frozenset([code]))

    async def _codes(self, browser: Browser, table: Table) -> tuple[dict[int, str], list[str]]:
        """Links to seats that wait to be used, to be scanned: the host's browser can draw them, on a network alone."""
        if self.site.is_alone or not browser.owns(table.host):
            return {}, []
        code, invites = table.code, self.site.invites
        if table.status is Status.LOBBY:
            free = sum([seat.kind == "free" for seat in table.seats])
            return {}, [f"/t/{code}/qr/{number}.svg" for number in (await invites.open(code))[:free]]
        waiting = await invites.renewed(code) if table.status is Status.RUNNING else {}
        return {seat: f"/t/{code}/qr/seat/{seat}.svg" for seat in waiting}, []
