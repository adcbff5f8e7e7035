"""What a page fetches besides: pictures of the table, codes to be scanned, files."""

from __future__ import annotations

from collections.abc import Mapping

import segno
from aiohttp import web

from bot.choices.plan import LONGEST
from bot.platforms.web.assets import assets
from bot.platforms.web.browser_sessions import Browser
from bot.platforms.web.context import Site, number_in
from bot.platforms.web.invites import seat_secret, secret
from bot.platforms.web.pages.lobby_seats import Invitation
from bot.platforms.web.parts.board import picture_address
from bot.service.session import session
from bot.table.model import Table, as_code
from engines.kit.errors import Refusal

PARTS = ("all", "mine", "market", "hand", "last")


class FileRoutes:
    """Pictures and files."""

    def __init__(self, site: Site) -> None:
        self.site = site

    def routes(self) -> list[web.RouteDef]:
        return [
            web.get("/t/{code}/board.png", self.board),
            web.get("/t/{code}/qr/{number}.svg", self.qr),
            web.get("/t/{code}/qr/seat/{number}.svg", self.seat_qr),
            web.get("/static/{digest}/{name:.+}", self.static),
        ]

    async def board(self, request: web.Request) -> web.Response:
        """The picture of what this browser may see."""
        browser = await self.site.browser(request)
        query = request.query
        theme = "dark" if query.get("theme") == "dark" else "light"
        part = query.get("part", "all")
        try:
            with session():
                sight = await self.site.gatherer.sight(
                    browser,
                    as_code(request.match_info["code"])[:8],
                    number_in(query, "seat"),
                    choosing(query)[0],
                )
        except Refusal:
            return web.Response(status=404)
        if sight.picture is None or part not in PARTS or (part == "hand" and sight.look.seat is None):
            return web.Response(status=404)
        if part == "last" and sight.last is None:
            return web.Response(status=404)
        shown = sight.last if part == "last" and sight.last is not None else sight.picture
        drawn = await self.site.gatherer.drawn(shown, theme, "all" if part == "last" else part)
        is_current = f"rev={query.get('rev')}" in picture_address(sight, theme)
        cached = "private, max-age=86400, immutable" if is_current and query.get("rev") else "no-store"
        return web.Response(body=drawn.png, content_type="image/png", headers={"Cache-Control": cached})

    async def qr(self, request: web.Request) -> web.Response:
        """An invitation to be scanned: only the host's browser can have it drawn."""
        browser = await self.site.browser(request)
        code, number = as_code(request.match_info["code"])[:8], number_in(request.match_info, "number")
        try:
            table = await self.site.service.queries.table(code)
        except Refusal:
            return web.Response(status=404)
        if number is None or not browser.owns(table.host):
            return web.Response(status=404)
        link = f"{self.site.base}/s/{code}/{secret(browser.key, code, number)}"
        return _drawn(link)

    async def seat_qr(self, request: web.Request) -> web.Response:
        """The same for a new link to a seat."""
        browser = await self.site.browser(request)
        code, seat = as_code(request.match_info["code"])[:8], number_in(request.match_info, "number")
        try:
            table = await self.site.service.queries.table(code)
        except Refusal:
            return web.Response(status=404)
        links = await seat_links(self.site, browser, table)
        return _drawn(links[seat].link) if seat is not None and seat in links else web.Response(status=404)

    async def static(self, request: web.Request) -> web.Response:
        name = request.match_info["name"]
        found = assets().get(name)
        if found is None or request.match_info["digest"] != assets().digest:
            return web.Response(status=404)
        headers = {"Cache-Control": "public, max-age=31536000, immutable"}
        return web.Response(body=found, content_type=assets().type_of(name), headers=headers)


async def seat_links(site: Site, browser: Browser, table: Table) -> dict[int, Invitation]:
    """New links to seats that wait to be used; only the host's browser can have them."""
    if not browser.owns(table.host):
        return {}
    return {
        seat: Invitation(
            f"{site.base}/s/{table.code}/{seat_secret(browser.key, table.code, seat, serial)}",
            "" if site.is_alone else f"/t/{table.code}/qr/seat/{seat}.svg",
        )
        for seat, serial in (await site.invites.renewed(table.code)).items()
    }


def choosing(query: Mapping[str, str]) -> tuple[str, str, int]:
    """What an address says of a half-made move: the plan, a question beside the main one, a thing to be explained."""
    about = number_in(query, "about")
    return query.get("plan", "")[:LONGEST], query.get("side", "")[:16], -1 if about is None else about


def _drawn(link: str) -> web.Response:
    drawing = segno.make(link, error="m").svg_inline(scale=4, border=2, dark="#2A231D", light="#FBF6EA")
    text = drawing.replace("<svg ", '<svg xmlns="http://www.w3.org/2000/svg" ', 1)
    return web.Response(text=text, content_type="image/svg+xml")
