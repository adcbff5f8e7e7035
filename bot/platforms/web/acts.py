"""A form that was sent: who, at which table, as which seat; and a reply of the conversation as the page shows it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from contextlib import suppress
from secrets import token_urlsafe
from typing import Any

from aiohttp import web
from multidict import MultiDictProxy

from bot.choices.plan import LONGEST
from bot.commands.context import Caller, Reply
from bot.commands.conversation import Command, Request
from bot.messages.picture_request import speaker_of
from bot.platforms.web.browser_sessions import Browser
from bot.platforms.web.context import Page, Result, Site, address, number_in, refused
from bot.platforms.web.gate import WRONG_CODE
from bot.platforms.web.pages.small import post_page
from bot.platforms.web.parts.elements import Words
from bot.service.session import session
from bot.store import StoreAway
from bot.table.model import Table, as_code
from engines.kit.errors import EngineBug, Refusal

Fields = MultiDictProxy[Any]
Action = Callable[["Act"], Awaitable["Result | web.Response"]]


class Act:
    """One POST: who, at which table, as which seat, with which fields."""

    def __init__(self, site: Site, request: web.Request, browser: Browser, fields: Fields) -> None:
        self.site = site
        self.service = site.service
        self.request = request
        self.browser = browser
        self.fields = fields
        self.words = Words(browser.language)
        given = str(fields.get("request", ""))
        self.id = f"web:{browser.user}:{given[:64] or token_urlsafe(16)}"
        self.code = as_code(request.match_info.get("code", str(fields.get("at", ""))))[:8]

    def field(self, name: str, longest: int = 64) -> str:
        return str(self.fields.get(name, ""))[:longest]

    async def table(self) -> Table:
        try:
            table = await self.service.queries.table(self.code)
            if not self.browser.may_see(table):
                raise Refusal("table.refusal.no_table", table=self.code)
        except Refusal:
            self.request[WRONG_CODE] = True
            raise
        return table

    async def seat(self) -> tuple[int, Caller]:
        """The seat that acts, which must be one of this browser's, and who sits there."""
        table = await self.table()
        seat = number_in(self.fields, "seat")
        if seat is None or seat >= len(table.seats) or not self.browser.owns(table.seats[seat].user):
            raise Refusal("table.refusal.not_in")
        return seat, self.caller(table.seats[seat].user)

    async def host(self) -> Caller:
        """The host, if that is this browser."""
        table = await self.table()
        if not self.browser.owns(table.host):
            raise Refusal("table.refusal.host_only")
        return self.caller(table.host)

    async def somebody(self) -> Caller:
        """The seat's own user, where a seat acts; else the browser's."""
        if self.code and "seat" in self.fields:
            try:
                return (await self.seat())[1]
            except Refusal:
                pass
        return self.caller()

    def caller(self, ref: str = "", request: str = "") -> Caller:
        return self.site.caller(self.browser, ref or self.browser.user, request or self.id)

    async def ask(self, request: Request) -> Reply:
        """What the conversation replies; what it refuses is raised, for `acting` to tell."""
        reply = await self.site.conversation.handle(request)
        if reply.refused and reply.problem is not None:
            raise reply.problem
        return reply

    async def at_table(self, caller: Caller, name: str, **more: Any) -> Reply:
        """A command at this act's table."""
        return await self.ask(Command(caller, name, {"table": self.code, **more}))

    def page(self, seat: int | None = None, **more: str) -> str:
        """Back to the table, through the same seat."""
        return address(f"/t/{self.code}", seat=seat, **more)

    async def shown(self, reply: Reply, seat: int) -> Result:
        """A reply as the table's page shows it: the next question, or why not."""
        if reply.refusal is not None:
            table = await self.table()
            return refused(speaker_of(table, self.browser.language), reply.refusal, self.page(seat), self.code)
        if reply.done is None or reply.look is None:
            return Result(self.page(seat), reply.said or reply.post.text, bad=reply.refused)
        mine = [n for n in reply.look.table.people if self.browser.owns(reply.look.table.seats[n].user)]
        stays = len(mine) > 1 and seat in reply.look.owed
        return Result(self.page(seat) if stays else self.page(), reply.said, quiet=True)

    async def answered(self, reply: Reply, line: str = "") -> web.Response:
        """An answer of the bot as a page of its own, a file as a download, a panel as the table."""
        post, seat = reply.post, number_in(self.fields, "seat")
        if reply.look is not None:
            half_made = self.field("plan", LONGEST) or None
            go = address(f"/t/{reply.look.table.code}", seat=seat, plan=half_made)
            return self.site.done(self.request, self.browser, Result(go, reply.said))
        if post.file is not None and self.browser.is_embedded:
            return self.site.done(
                self.request, self.browser, Result(self.page(seat), self.words("door.files"), bad=True)
            )
        if post.file is not None:
            headers = {"Content-Disposition": f'attachment; filename="{post.file.name}"'}
            kind = "image/png" if post.file.name.endswith(".png") else "application/json"
            return web.Response(body=post.file.data, content_type=kind, headers=headers)
        game = ""
        with suppress(Refusal):
            game = (await self.service.queries.table(self.code)).game if self.code else ""
        title = line or (self.words.short(game) if game else "Signoria")
        shown = post_page(self.browser, post, self.code, -1 if seat is None else seat, title, game)
        return self.site.html(self.request, self.browser, Page(title, shown))


async def act_of(site: Site, request: web.Request) -> Act:
    """The form of a request; its token is checked."""
    browser = await site.browser(request)
    fields = await request.post()
    browser.require_token(str(fields.get("token", "")))
    return Act(site, request, browser, fields)


def acting(site: Site, action: Action) -> Callable[[web.Request], Awaitable[web.Response]]:
    """An action as a handler: each table is read once for it, refusals are told in words."""

    async def handler(request: web.Request) -> web.Response:
        act = await act_of(site, request)
        back = f"/t/{act.code}" if act.code else "/"
        try:
            with session():
                result = await action(act)
        except Refusal as refusal:
            return site.refused(request, act.browser, refusal, back)
        except StoreAway:
            result = Result(back, act.words.chat("store_away"), bad=True)
        except EngineBug:
            result = Result(back, act.words.chat("fault"), bad=True)
        return result if isinstance(result, web.Response) else site.done(request, act.browser, result)

    return handler
