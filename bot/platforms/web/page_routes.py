"""Everything that is looked at: pages, their states, pictures, files. Looking changes nothing."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from urllib.parse import parse_qsl, urlsplit

from aiohttp import web

from bot.messages.forecast import paces
from bot.messages.picture_request import speaker_of
from bot.platforms.web.browser_sessions import Browser
from bot.platforms.web.context import Page, Site, State, address, number_in, plain
from bot.platforms.web.end_data import ended
from bot.platforms.web.file_routes import choosing, seat_links
from bot.platforms.web.html import Element, Part
from bot.platforms.web.invites import secret
from bot.platforms.web.looking import heard
from bot.platforms.web.page_data import PageData
from bot.platforms.web.pages.end import end_page
from bot.platforms.web.pages.home import finished_page, home_page
from bot.platforms.web.pages.lobby import lobby_page
from bot.platforms.web.pages.lobby_seats import Invitation
from bot.platforms.web.pages.settings import settings_page
from bot.platforms.web.pages.small import device_page, invitation_page, return_page
from bot.platforms.web.pages.table import table_page
from bot.platforms.web.pages.text import text_page
from bot.platforms.web.pages.tools import tools_page
from bot.platforms.web.parts.elements import Words, notice
from bot.platforms.web.parts.figures import box_links
from bot.platforms.web.parts.turn import headline
from bot.platforms.web.sockets import admitted, missed, require_session
from bot.platforms.web.sorry import sorry
from bot.service.session import session
from bot.store import reads
from bot.table.model import Status, as_code
from bot.table.taught import Taught
from engines.kit.errors import Refusal

LONGEST_STATE = 1600
"""Letters of the address of a page's state, a half-made move included."""
AT_ONCE = 4
"""So many tabs fetch at the same time: a whole room of them does not hold the others up."""
MEMO = 160
"""Pages that are kept as they were made: so many tabs may be open at once and fetch what they were told of."""


@dataclass(frozen=True, slots=True)
class Made:
    """A page as it was made: at this version, and for readers who had been taught this."""

    version: int
    taught: Mapping[str, Taught]
    state: State


class PageRoutes:
    """The GET side of the house."""

    def __init__(self, site: Site) -> None:
        self.site = site
        self._memo: dict[tuple[str, ...], Made] = {}
        self._room = asyncio.Semaphore(AT_ONCE)

    def routes(self) -> list[web.RouteDef]:
        return [
            web.get("/", self.home),
            web.get("/state", self.state),
            web.get("/go", self.go),
            web.get("/finished", self.finished),
            web.get("/t/{code}", self.table),
            web.get("/t/{code}/state", self.state),
            web.get("/t/{code}/screen/state", self.state),
            web.get("/t/{code}/tools", self.tools),
            web.get("/s/{code}/{secret}", self.invitation),
            web.get("/d/{secret}", self.device),
            web.get("/settings", self.settings),
            web.get("/settings/state", self.state),
            web.get("/events", self.events),
        ]

    # --- pages that live ---

    async def home(self, request: web.Request) -> web.Response:
        browser = await self.site.browser(request)
        with session():
            page = await self._home(browser, self._said(browser))
        return self.site.html(request, browser, page)

    async def finished(self, request: web.Request) -> web.Response:
        browser = await self.site.browser(request)
        page = finished_page(browser, await self.site.homes.finished(browser))
        return self.site.html(request, browser, Page(Words(browser.language)("finished"), page))

    async def table(self, request: web.Request) -> web.Response:
        browser = await self.site.browser(request)
        try:
            with session():
                page = await self._table(browser, request.match_info["code"], request.query, self._said(browser))
        except Refusal:
            return sorry(self.site, request, browser, "no_such_table", 404)
        return self.site.html(request, browser, page)

    async def state(self, request: web.Request) -> web.Response:
        """The page as a tree, for the script."""
        async with self._room:
            browser = await self.site.browser(request)
            try:
                page = await self._live(browser, request.path_qs)
            except Refusal:
                return web.json_response({"gone": True}, status=404)
        return web.json_response(text=page.text)

    async def events(self, request: web.Request) -> web.StreamResponse:
        """The socket of one tab: it pushes `{name: rev}` when the page has changed."""
        socket = await admitted(self.site, request) if self.site.gate is not None else None
        if socket is not None and socket.closed:
            return socket
        browser = await self.site.browser(request)
        at = request.query.get("at", "")[:LONGEST_STATE]
        try:
            page = await self._live(browser, at)
        except Refusal:
            if socket is None:
                return web.Response(status=404)
            return await missed(self.site, socket, browser.user)

        async def rev() -> tuple[str, frozenset[str]]:
            if socket is not None:
                await require_session(self.site, request, socket)
            now = await self._live(await self.site.browser(request), at)
            return now.rev, now.codes

        async def said(word: str) -> None:
            await heard(self.site.service.work.store, self.site.service.work.clock, browser.user, word)

        shown = request.query.get("rev", "")[:64]
        hub, name, codes = self.site.hub, page.name, page.codes
        if socket is None:
            return await hub.serve(await hub.open(request), name, browser.user, codes, rev, shown)
        return await hub.serve(socket, name, browser.user, codes, rev, shown, said)

    async def _live(self, browser: Browser, at: str) -> State:
        """The page whose state lies at this address."""
        with session():
            return await self._state(browser, at)

    async def _state(self, browser: Browser, at: str) -> State:
        try:
            parts = urlsplit(at)
        except ValueError:
            raise Refusal("table.refusal.no_table", table="?") from None
        pieces, query = parts.path.strip("/").split("/"), dict(parse_qsl(parts.query))
        if pieces == ["state"]:
            return self.site.state(browser, await self._home(browser))
        if pieces == ["settings", "state"]:
            return self.site.state(browser, await self._settings(browser, query))
        if len(pieces) == 3 and pieces[0] == "t" and pieces[2] == "state":
            return await self._remembered(browser, at, pieces[1], query)
        if len(pieces) == 4 and pieces[0] == "t" and pieces[2:] == ["screen", "state"]:
            return self.site.state(browser, await self.site.screen(browser, pieces[1]))
        raise Refusal("table.refusal.no_table", table="?")

    async def _remembered(self, browser: Browser, at: str, code: str, query: Mapping[str, str]) -> State:
        """A table's page, made once for each version and reader, and again when a lesson was understood: what a tab is
        told of, it fetches next."""
        code = as_code(code)[:8]
        work, name = self.site.service.work, (browser.key, str(browser.looks), browser.person.model_dump_json(), at)
        kept = self._memo.pop(name, None)
        if kept is None or not await self._is_current(code, kept):
            loaded = await work.load(code)
            page = await self._table(browser, code, query)
            await asyncio.sleep(0)
            own = [seat.user for seat in loaded.table.seats if seat.user and browser.owns(seat.user)]
            taught = {user: await self.site.service.people.taught(user) for user in own}
            kept = Made(loaded.version, taught, self.site.state(browser, page))
            if loaded.table.status is not Status.RUNNING:
                return kept.state
        self._memo[name] = kept
        if len(self._memo) > MEMO:
            del self._memo[next(iter(self._memo))]
        return kept.state

    async def _is_current(self, code: str, made: Made) -> bool:
        work, people = self.site.service.work, self.site.service.people
        await work.fetch([reads.version(code), *[reads.user(user) for user in made.taught]])
        if made.version != await work.read(reads.version(code)):
            return False
        return made.taught == {user: await people.taught(user) for user in made.taught}

    def _said(self, browser: Browser) -> Part:
        result = self.site.said.pop(browser.key, None)
        return notice(result.say, result.bad, result.rule) if result else None

    async def _home(self, browser: Browser, said: Part = None) -> Page:
        data = await self.site.homes.home(browser)
        title = f"({data.mine}) Signoria" if data.mine else "Signoria"
        return Page(title, home_page(browser, data, said), "/state", "home", data.codes, data.mine)

    async def _table(self, browser: Browser, code: str, query: Mapping[str, str], said: Part = None) -> Page:
        code = as_code(code)[:8]
        table = await self.site.service.queries.table(code)
        if table.status is Status.LOBBY:
            return await self._lobby(browser, code, said)
        plan, side, about = choosing(query)
        seat, ahead = number_in(query, "seat"), query.get("ahead") == "1"
        try:
            sight = await self.site.gatherer.sight(browser, code, seat, plan, side, about, ahead)
        except Refusal:
            sight = await self._without_plan(browser, code, seat, ahead)
        await asyncio.sleep(0)
        body = await self._body(sight, query, said)
        mine = int(sight.main is not None and sight.main.owed)
        short = sight.words.short(table.game)
        title = sight.words("your_move_in", game=short) if mine else f"{headline(sight)} · {short} #{code}"
        kept = {"plan": sight.move.plan, "side": side} if sight.move else {}
        kept |= {"ahead": "1"} if sight.ahead else {}
        kept |= {"about": str(about)} if sight.things.card is not None else {}
        kept |= {"round": query.get("round", "")[:4]} if sight.look.result is not None else {}
        refresh = address(f"/t/{code}/state", seat=query.get("seat", ""), view=query.get("view", ""), **kept)
        return Page(title, body, refresh, code, frozenset([code]), mine)

    async def _without_plan(self, browser: Browser, code: str, seat: int | None, ahead: bool) -> PageData:
        """What was put together fits no more; while it is another's turn, the next one may be planned anew."""
        if ahead:
            with suppress(Refusal):
                return await self.site.gatherer.sight(browser, code, seat, ahead=True)
        return await self.site.gatherer.sight(browser, code, seat)

    async def _body(self, sight: PageData, query: Mapping[str, str], said: Part) -> Element:
        view = query.get("view", "")
        if view == "text" or (sight.browser.looks.text and view != "pictures"):
            return text_page(replace(sight, in_words=True), said)
        if sight.look.result is None:
            return table_page(sight, said)
        end = await ended(self.site.service, sight, number_in(query, "round"))
        shared = await self.site.shares.of(sight.browser, sight.code, end.round.last.line)
        return end_page(replace(end, shared=f"{self.site.base}/p/{shared}" if shared else ""), said)

    async def _lobby(self, browser: Browser, code: str, said: Part) -> Page:
        look, seats = await self.site.gatherer.look(browser, code, None)
        table = look.table
        is_host = browser.owns(table.host)
        links: list[Invitation] = []
        if is_host:
            origin = self.site.base
            for number in await self.site.invites.open(code):
                link = f"{origin}/s/{code}/{secret(browser.key, code, number)}"
                drawn = "" if self.site.is_alone else f"/t/{code}/qr/{number}.svg"
                links.append(Invitation(link, drawn, self.site.is_in_chats))
        watch = await self.site.watch_link(code) if seats and table.by_link else ""
        seat = seats[0] if seats else None
        known = {} if seat is None else await self.site.service.people.paces(table)
        kept = paces(table, seat, known, speaker_of(table, browser.language))
        body = lobby_page(browser, table, links, is_host, seat, said, watch, kept)
        title = f"{Words(browser.language).short(table.game)} #{code}"
        return Page(title, body, f"/t/{code}/state", code, frozenset([code]))

    async def tools(self, request: web.Request) -> web.Response:
        """Seats and clocks of a running game, for those who sit at it."""
        browser = await self.site.browser(request)
        code = as_code(request.match_info["code"])[:8]
        try:
            _, seats = await self.site.gatherer.look(browser, code, None)
            table = await self.site.service.queries.table(code)
        except Refusal:
            return sorry(self.site, request, browser, "no_such_table", 404)
        if not seats or table.status is not Status.RUNNING:
            return web.Response(status=303, headers={"Location": f"/t/{code}"})
        links, is_host = await seat_links(self.site, browser, table), browser.owns(table.host)
        watch = await self.site.watch_link(code) if table.by_link else ""
        body = tools_page(browser, table, seats[0], links, is_host, self._said(browser), watch)
        return self.site.html(request, browser, Page(f"{Words(browser.language)('table_tools')} #{code}", body))

    # --- pages beside the table ---

    async def go(self, request: web.Request) -> web.Response:
        """A pasted invitation or code leads to its page."""
        given = request.query.get("invitation", "").strip()
        try:
            pieces = urlsplit(given).path.strip("/").split("/")
        except ValueError:
            pieces = [given]
        if len(pieces) == 3 and pieces[0] == "s" and all(piece.replace("-", "").isalnum() for piece in pieces[1:2]):
            return web.Response(status=303, headers={"Location": f"/s/{pieces[1][:8]}/{plain(pieces[2])}"})
        code = plain(as_code(pieces[-1]))[:8]
        return web.Response(status=303, headers={"Location": f"/t/{code}" if code else "/"})

    async def invitation(self, request: web.Request) -> web.Response:
        browser = await self.site.browser(request)
        code = as_code(request.match_info["code"])[:8]
        remote = self.site.guard.client(request)
        if not self.site.guard.wrong_secrets.allows(remote):
            return web.Response(status=429, text="Too many wrong links.")
        try:
            table = await self.site.service.queries.table(code)
        except Refusal:
            table = None
        given = request.match_info["secret"]
        if (
            table is not None
            and table.status is Status.RUNNING
            and (again := await self.site.invites.seat(code, given))
        ):
            name = table.seats[again[0]].name
            body = return_page(browser, table.game, code, given, name)
            return self.site.html(request, browser, Page(Words(browser.language).title(table.game), body))
        number = await self.site.invites.number(code, given) if table else None
        if table is None or number is None or table.status is not Status.LOBBY:
            self.site.guard.wrong_secrets.count(remote)
            return sorry(self.site, request, browser, "link_used", 410, (code if table else ""))
        body = invitation_page(browser, table, request.match_info["secret"])
        return self.site.html(request, browser, Page(Words(browser.language).title(table.game), body))

    async def device(self, request: web.Request) -> web.Response:
        browser = await self.site.browser(request)
        page = device_page(browser, plain(request.match_info["secret"]))
        return self.site.html(request, browser, Page(Words(browser.language)("other_device"), page))

    async def settings(self, request: web.Request) -> web.Response:
        browser = await self.site.browser(request)
        page = await self._settings(browser, request.query, self._said(browser))
        return self.site.html(request, browser, page)

    async def _settings(self, browser: Browser, query: Mapping[str, str], said: Part = None) -> Page:
        at, seat = plain(query.get("at", ""))[:8], number_in(query, "seat")
        boxes = box_links(browser) if self.site.is_alone else None
        plays = bool(at) and await self._plays(browser, at)
        body = settings_page(browser, at, seat, self.site.device_link(browser), said, boxes, plays=plays)
        refresh = address("/settings/state", at=at, seat=seat)
        return Page(Words(browser.language)("settings"), body, refresh, "settings")

    async def _plays(self, browser: Browser, code: str) -> bool:
        """Whether this browser has a seat in a running game: its tools are then one tap away."""
        with suppress(Refusal):
            table = await self.site.service.queries.table(code)
            return table.status is Status.RUNNING and any(browser.owns(seat.user) for seat in table.seats)
        return False
