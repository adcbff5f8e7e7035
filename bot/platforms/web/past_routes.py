"""Looking back on the page: earlier positions and their pictures. Looking changes nothing."""

from __future__ import annotations

from aiohttp import web

from bot.messages.film import MP4
from bot.platforms.web.acts import Act, acting
from bot.platforms.web.browser_sessions import Browser
from bot.platforms.web.context import Page, Result, Site, number_in
from bot.platforms.web.pages.film import film_page
from bot.platforms.web.pages.position import after, position_page
from bot.platforms.web.pages.shared import shared_page
from bot.platforms.web.pages.story import story_page
from bot.platforms.web.parts.elements import Words
from bot.platforms.web.past_data import PastData, PastLoader, outside, picture_address
from bot.platforms.web.sorry import sorry
from bot.service.session import session
from bot.table.model import Table, as_code
from engines.kit.errors import Refusal


class PastRoutes:
    """The GET side of everything that is over."""

    def __init__(self, site: Site) -> None:
        self.site = site
        self.past = PastLoader(site.gatherer)

    def routes(self) -> list[web.RouteDef]:
        return [
            web.get("/t/{code}/at/{number}", self.position),
            web.get("/t/{code}/at/{number}/board.png", self.board),
            web.get("/t/{code}/film", self.film),
            web.get("/t/{code}/film.{kind:gif|mp4}", self.film_file),
            web.get("/t/{code}/story", self.story),
            web.get("/t/{code}/story.png", self.story_picture),
            web.post("/t/{code}/share", acting(self.site, share)),
            web.get("/p/{secret}", self.shared),
            web.get("/p/{secret}/board.png", self.shared_board),
            web.post("/p/{secret}/revoke", acting(self.site, revoke)),
        ]

    async def position(self, request: web.Request) -> web.Response:
        """An earlier position as a page."""
        browser = await self.site.browser(request)
        try:
            past = await self._past(request, browser)
        except Refusal as refusal:
            return self._sorry(request, browser, refusal)
        title = f"{after(past)} · {past.sight.words.short(past.sight.look.table.game)} #{past.sight.code}"
        return self.site.html(request, browser, Page(title, position_page(past)))

    async def board(self, request: web.Request) -> web.Response:
        """Its picture."""
        browser = await self.site.browser(request)
        if request.query.get("public") == "1":
            browser = outside(browser)
        try:
            past = await self._past(request, browser)
        except Refusal:
            return web.Response(status=404)
        return await self._drawn(request, past)

    async def _past(self, request: web.Request, browser: Browser) -> PastData:
        number = number_in(request.match_info, "number")
        code = as_code(request.match_info["code"])[:8]
        with session():
            return await self.past.position(
                browser,
                code,
                number_in(request.query, "seat"),
                -1 if number is None else number,
                request.query.get("since") == "1",
            )

    async def _drawn(self, request: web.Request, past: PastData) -> web.Response:
        theme = "dark" if request.query.get("theme") == "dark" else "light"
        drawn = await self.past.drawn(past.picture, theme)
        known = picture_address(past.sight, past.moment.number, past.moment.line)
        is_current = f"rev={request.query.get('rev', '-')}&" in f"{known}&"
        cached = "private, max-age=86400, immutable" if is_current else "no-store"
        return web.Response(body=drawn.png, content_type="image/png", headers={"Cache-Control": cached})

    # --- the film ---

    async def film(self, request: web.Request) -> web.Response:
        """The film of a finished game, or how far it has come."""
        browser = await self.site.browser(request)
        code = as_code(request.match_info["code"])[:8]
        try:
            table = await self._seen(browser, code)
            round_ = number_in(request.query, "round")
            found = await self.site.films.film(code, round_=round_)
        except Refusal as refusal:
            return self._sorry(request, browser, refusal)
        body = film_page(browser, table, found, round_)
        return self.site.html(request, browser, Page(Words(browser.language).past("film"), body))

    async def film_file(self, request: web.Request) -> web.Response:
        """Itself, to be looked at or kept."""
        browser, code = await self.site.browser(request), as_code(request.match_info["code"])[:8]
        try:
            await self._seen(browser, code)
            found = await self.site.films.film(code, round_=number_in(request.query, "round"))
        except Refusal:
            return web.Response(status=404)
        if found.data is None or not found.name.endswith(request.match_info["kind"]):
            return web.Response(status=404)
        how = "attachment" if request.query.get("save") else "inline"
        headers = {"Content-Disposition": f'{how}; filename="{found.name}"', "Cache-Control": "private, max-age=86400"}
        kind = "video/mp4" if found.name.endswith(MP4) else "image/gif"
        return in_part(request, found.data, kind, headers)

    # --- the story ---

    async def story(self, request: web.Request) -> web.Response:
        """How a finished game went and where it turned, or how far that is worked out."""
        browser = await self.site.browser(request)
        code = as_code(request.match_info["code"])[:8]
        try:
            table = await self._seen(browser, code)
            kept, story = await self.site.stories.story(code)
        except Refusal as refusal:
            return self._sorry(request, browser, refusal)
        told = None if story is None else await self.site.stories.told(table, story, browser.language)
        body = story_page(browser, table, kept, told)
        return self.site.html(request, browser, Page(Words(browser.language).past("story"), body))

    async def story_picture(self, request: web.Request) -> web.Response:
        """Its curve, for whoever may see the table."""
        browser = await self.site.browser(request)
        code = as_code(request.match_info["code"])[:8]
        try:
            table = await self._seen(browser, code)
            _, story = await self.site.stories.story(code)
        except Refusal:
            return web.Response(status=404)
        if story is None:
            return web.Response(status=404)
        theme = "dark" if request.query.get("theme") == "dark" else "light"
        drawn = await self.site.studio.draw(await self.site.stories.picture(table, story, browser.language, theme))
        headers = {"Cache-Control": "private, max-age=86400"}
        return web.Response(body=drawn.png, content_type="image/png", headers=headers)

    async def _seen(self, browser: Browser, code: str) -> Table:
        """A table that this browser may see; another one does not exist for it."""
        table = await self.site.service.queries.table(code)
        if not browser.may_see(table):
            raise Refusal("table.refusal.no_table", table=code)
        return table

    # --- what was shared ---

    async def shared(self, request: web.Request) -> web.Response:
        """One position as everybody may see it."""
        browser = await self.site.browser(request)
        if not self.site.guard.wrong_secrets.allows(request.remote or ""):
            return web.Response(status=429, text="Too many wrong links.")
        past = await self._shared(request, browser)
        if past is None:
            self.site.guard.wrong_secrets.count(request.remote or "")
            return sorry(self.site, request, browser, "not_shared", 404)
        mine = await self.site.shares.is_mine(browser, request.match_info["secret"][:64])
        address = f"{self.site.base}{request.path}" if mine else ""
        return self.site.html(request, browser, Page(after(past), shared_page(past, request.path, address)))

    async def shared_board(self, request: web.Request) -> web.Response:
        browser = await self.site.browser(request)
        past = await self._shared(request, browser)
        if past is None:
            return web.Response(status=404)
        drawn = await self.past.drawn(past.picture, "dark" if request.query.get("theme") == "dark" else "light")
        return web.Response(body=drawn.png, content_type="image/png")

    async def _shared(self, request: web.Request, browser: Browser) -> PastData | None:
        found = await self.site.shares.find(request.match_info["secret"][:64])
        if found is None:
            return None
        try:
            with session():
                return await self.past.public(browser, found.code, found.version)
        except Refusal:
            return None

    def _sorry(self, request: web.Request, browser: Browser, refusal: Refusal) -> web.Response:
        """What is not there, and the way to what is."""
        if refusal.code == "table.refusal.no_table":
            return sorry(self.site, request, browser, "no_such_table", 404)
        code = as_code(request.match_info["code"])[:8]
        return sorry(self.site, request, browser, "no_such_move", 404, code, "back_to_table")


def in_part(request: web.Request, data: bytes, kind: str, headers: dict[str, str]) -> web.Response:
    """A file, or the part of it that was asked for: some browsers play nothing that they cannot ask for in parts."""
    try:
        wanted = request.http_range.indices(len(data))
    except ValueError:
        wanted = (len(data), 0, 1)
    start, stop = wanted[:2]
    headers = {**headers, "Accept-Ranges": "bytes"}
    if "Range" not in request.headers:
        return web.Response(body=data, content_type=kind, headers=headers)
    if start >= stop:
        return web.Response(status=416, headers={"Content-Range": f"bytes */{len(data)}"})
    headers["Content-Range"] = f"bytes {start}-{stop - 1}/{len(data)}"
    return web.Response(status=206, body=data[start:stop], content_type=kind, headers=headers)


# --- acting ---


async def share(act: Act) -> Result:
    """Make the position on the page one that everybody with the link may see."""
    number, seat = number_in(act.fields, "number"), number_in(act.fields, "seat")
    look, _ = await act.site.gatherer.look(act.browser, act.code, seat)
    user = None if look.seat is None else look.table.seats[look.seat].user
    if user is None:
        raise Refusal("table.refusal.not_in")
    moment, _ = await act.service.history.at(act.code, user, -1 if number is None else number)
    given = await act.site.shares.share(act.browser, act.code, moment.line)
    go = act.page(seat, round=act.field("round", 4)) if act.field("round") else f"/p/{given}"
    return Result(go, act.words.past("shared", link=f"{act.site.base}/p/{given}"))


async def revoke(act: Act) -> Result:
    """Take a shared position away; only who shared it can."""
    if not await act.site.shares.revoke(act.browser, act.request.match_info["secret"][:64]):
        raise Refusal("table.refusal.not_your_link")
    return Result(f"/t/{act.code}" if act.code else "/", act.words.past("revoked"))
