"""Everything that acts at a table: answers, typed lines, taking back. Each request acts once."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from secrets import token_urlsafe
from typing import Any

from aiohttp import web
from multidict import MultiDictProxy

from bot import menus
from bot.commands.clerk import HANDLERS
from bot.commands.spec import Argument, Kind, about, choice_name, commands, spoken
from bot.documents import Table, as_code
from bot.folding import fold
from bot.menus import Answered, Half
from bot.phrases import Reader
from bot.pictures import FORCED, speaker_of
from bot.platforms.local.browsers import Browser
from bot.platforms.local.house import House, Page, Result, address, number_in, refused
from bot.platforms.local.parts import Words
from bot.platforms.local.small_pages import post_page
from bot.posts import Post
from bot.sight import Look
from bot.store import StoreAway
from bot.tables import Done
from bot.texts import Speaker
from engines.kit import Amount, Answer, Bundle, Pick
from engines.kit.asks import Value
from engines.kit.engine import Pending
from engines.kit.errors import Closed, EngineBug, Malformed, Refusal

Fields = MultiDictProxy[Any]
Action = Callable[["Act"], Awaitable[Result]]
LONGEST_LINE = 300


class Act:
    """One POST: who, at which table, as which seat, with which fields."""

    def __init__(self, house: House, request: web.Request, browser: Browser, fields: Fields) -> None:
        self.house = house
        self.service = house.service
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
        return await self.service.table(self.code)

    async def seat(self) -> tuple[Table, int, str]:
        """The seat that acts, which must be one of this browser's."""
        table = await self.table()
        seat = number_in(self.fields, "seat")
        if seat is None or seat >= len(table.seats) or not self.browser.owns(table.seats[seat].user):
            raise Refusal("table.refusal.not_in")
        return table, seat, table.seats[seat].user

    async def host(self) -> str:
        """The host, if that is this browser."""
        table = await self.table()
        if not self.browser.owns(table.host):
            raise Refusal("table.refusal.host_only")
        return table.host

    def page(self, seat: int | None = None, **more: str) -> str:
        """Back to the table, through the same seat."""
        return address(f"/t/{self.code}", seat=seat, **more)

    def told(self, done: Done) -> str:
        """What an action did, in words."""
        speaker = Speaker(self.browser.language, done.table.game, tuple(done.table.names))
        return " ".join([speaker.say(text) for text in done.texts if text.key != FORCED])


def acting(house: House, action: Action) -> Callable[[web.Request], Awaitable[web.Response]]:
    """An action as a handler: the form's token is checked, refusals are told in words."""

    async def handler(request: web.Request) -> web.Response:
        browser = await house.browser(request)
        fields = await request.post()
        browser.require_token(str(fields.get("token", "")))
        act = Act(house, request, browser, fields)
        back = f"/t/{act.code}" if act.code else "/"
        try:
            result = await action(act)
        except Refusal as refusal:
            return house.refused(request, browser, refusal, back)
        except StoreAway:
            return house.done(request, browser, Result(back, act.words.chat("store_away"), bad=True))
        except EngineBug:
            return house.done(request, browser, Result(back, act.words.chat("fault"), bad=True))
        return house.done(request, browser, result)

    return handler


class Acting:
    """The POST side of a running game."""

    def __init__(self, house: House) -> None:
        self.house = house

    def routes(self) -> list[web.RouteDef]:
        return [
            web.post("/t/{code}/answer", acting(self.house, answer)),
            web.post("/t/{code}/line", self.line),
            web.post("/t/{code}/undo", acting(self.house, undo)),
            web.post("/t/{code}/back", acting(self.house, back)),
            web.post("/t/{code}/vote", acting(self.house, vote)),
            web.post("/tap", self.tap),
            web.post("/command", self.command),
        ]

    async def _act(self, request: web.Request) -> Act:
        browser = await self.house.browser(request)
        fields = await request.post()
        browser.require_token(str(fields.get("token", "")))
        return Act(self.house, request, browser, fields)

    async def _told(self, act: Act, work: Awaitable[web.Response]) -> web.Response:
        """What cannot be is told in words."""
        try:
            return await work
        except Refusal as refusal:
            return self.house.refused(act.request, act.browser, refusal, "/")

    async def line(self, request: web.Request) -> web.Response:
        """A typed line: read and played, or on a dry run only read; commands are answered on a page."""
        act = await self._act(request)
        text = act.field("text", LONGEST_LINE).strip()
        if text.startswith("/"):
            return await self._told(act, self._command(act, text))
        if request.query.get("dry"):
            return web.json_response(await _dry(act, text))
        return await acting(self.house, typed)(request)

    async def command(self, request: web.Request) -> web.Response:
        act = await self._act(request)
        return await self._told(act, self._command(act, act.field("text", LONGEST_LINE).strip()))

    async def tap(self, request: web.Request) -> web.Response:
        """A button under one of the bot's answers."""
        act = await self._act(request)
        caller = self.house.caller(act.browser, await _persona(act), act.id)
        ids = [str(each)[:100] for each in act.fields.getall("id", [])]
        if not ids:
            return web.Response(status=303, headers={"Location": act.page()})
        if "written" in act.fields:
            reply = await self.house.clerk.written(caller, ids[0], act.field("written", LONGEST_LINE))
        else:
            reply = await self.house.clerk.tap(caller, ids, ticked="ticked" in act.fields)
        return self._answered(act, reply.post, "")

    async def _command(self, act: Act, line: str) -> web.Response:
        """A command as in the chats; those that only look lead to the page that shows it."""
        name, _, rest = line.removeprefix("/").partition(" ")
        name = spoken().get(fold(name), name)
        table = await act.table() if act.code else None
        match name:
            case "rules" if table is not None:
                return _see(address(f"/rules/{table.game}", q=rest, at=act.code))
            case "games":
                return _see("/")
            case "board" | "hand" | "log" | "move" if table is not None and not rest:
                return _see(act.page(number_in(act.fields, "seat")))
        caller = self.house.caller(act.browser, await _persona(act), act.id)
        if name not in commands() or name not in HANDLERS:
            return self._answered(act, Post(act.words.chat("help")), line)
        arguments = _arguments(name, rest, act.code, act.browser.language)
        if any(argument.required and argument.name not in arguments for argument in commands()[name].arguments):
            return self._answered(act, Post(about(name, act.browser.language)), line)
        reply = await self.house.clerk.command(caller, name, arguments)
        return self._answered(act, reply.post, line)

    def _answered(self, act: Act, post: Post, line: str) -> web.Response:
        if post.file is not None:
            disposition = f'attachment; filename="{post.file.name}"'
            headers = {"Content-Disposition": disposition}
            return web.Response(body=post.file.data, content_type="application/json", headers=headers)
        seat = number_in(act.fields, "seat")
        page = post_page(act.browser, post, act.code, -1 if seat is None else seat, line)
        return self.house.html(act.request, act.browser, Page(line or "Signoria", page))


def _see(where: str) -> web.Response:
    return web.Response(status=303, headers={"Location": where})


async def _persona(act: Act) -> str:
    """The seat's own user, where a seat acts; else the browser's."""
    if not act.code or "seat" not in act.fields:
        return act.browser.user
    try:
        _, _, user = await act.seat()
    except Refusal:
        return act.browser.user
    return user


def _arguments(name: str, rest: str, code: str, language: str) -> dict[str, Any]:
    """What was typed behind a command is its first argument, if that can be read."""
    found: dict[str, Any] = {"table": code} if code else {}
    first = next((argument for argument in commands()[name].arguments if argument.name != "table"), None)
    if rest and first is not None and (value := _value(first, rest, language)) is not None:
        found[first.name] = value
    return found


def _value(argument: Argument, written: str, language: str) -> Any:
    """An argument as it was written, or None if it is not one."""
    if argument.choices:
        names = {fold(choice_name(argument, choice, language)): choice for choice in argument.choices}
        return {**names, **{fold(choice): choice for choice in argument.choices}}.get(fold(written))
    match argument.kind:
        case Kind.NUMBER:
            return int(written) if written.isdecimal() and argument.low <= int(written) <= argument.high else None
        case Kind.FLAG:
            return True
    return written


# --- answers ---


async def answer(act: Act) -> Result:
    """A control was used: an answer, or a step on the way to one."""
    table, seat, user = await act.seat()
    look = await act.service.look(act.code, user)
    pending = next((each for each in look.pending if each.ask_id == act.field("ask")), None)
    if pending is None:
        return Result(act.page(seat), act.words.chat("stale"))
    try:
        read = _read(act, pending)
    except (Closed, Malformed):
        return Result(act.page(seat), act.words.chat("stale"))
    if isinstance(read, Half):
        return Result(act.page(seat, ask=pending.ask_id, draft=read.draft))
    if not read.confirmed and await _wants_confirming(act, look, pending, read.value):
        return Result(act.page(seat, ask=pending.ask_id, draft=menus.confirm(pending.ask, read.value)))
    try:
        done = await act.service.answer(act.id, act.code, user, [(pending.ask_id, read.value)])
    except Closed:
        return Result(act.page(seat), act.words.chat("stale"))
    return Result(await _after(act, table, seat), act.told(done), quiet=True)


def _read(act: Act, pending: Pending) -> Answered | Half:
    ask, draft = pending.ask, act.field("draft")
    match ask, draft:
        case Pick(), "form":
            ticked = [str(each)[:48] for each in act.fields.getall("tick", [])]
            ordered = [draft for draft in act.field("order", 600).split() if draft in ticked]
            return menus.several(ask, ordered or ticked)
        case Bundle(), "form":
            return menus.form(ask, {name: str(value)[:6] for name, value in act.fields.items()})
        case Amount(), "n":
            return menus.number(ask, act.field("number"))
        case _:
            return menus.read(ask, draft)


async def _wants_confirming(act: Act, look: Look, pending: Pending, value: Value) -> bool:
    """Whether an answer cannot be taken back though others of the same ask could, or others led up to it."""
    loaded = await act.service.load(act.code)
    if loaded.version != look.version:
        return False
    state, seat, ask = loaded.running(), pending.seat, pending.ask

    def is_final(tried: Value) -> bool:
        return loaded.engine.submit(state, Answer(seat, pending.ask_id, tried)).barrier

    if not await asyncio.to_thread(is_final, value):
        return False
    if isinstance(ask, Pick) and ask.least == ask.most == 1:
        others = [[option.key] for option in ask.options if [option.key] != value][:20]
        return await asyncio.to_thread(lambda: not all(is_final(list(other)) for other in others))
    return look.can_undo


async def _after(act: Act, table: Table, seat: int) -> str:
    """On a shared device the private part closes when the turn goes to somebody else."""
    mine = [n for n in table.people if act.browser.owns(table.seats[n].user)]
    if len(mine) < 2:
        return act.page()
    look = await act.service.look(act.code, table.seats[seat].user)
    return act.page(seat) if seat in look.owed else act.page()


async def typed(act: Act) -> Result:
    """A typed line: all of it or nothing."""
    table, seat, user = await act.seat()
    reader = await _reader(act, seat)
    try:
        reading = await asyncio.to_thread(reader.read, act.field("text", LONGEST_LINE))
    except Refusal as refusal:
        return refused(reader.speaker, refusal, act.page(seat), act.code)
    given = [(each.ask_id, each.value) for each in reading.answers]
    done = await act.service.answer(act.id, act.code, user, given)
    return Result(await _after(act, table, seat), act.told(done), quiet=True)


async def _reader(act: Act, seat: int) -> Reader:
    loaded = await act.service.load(act.code)
    return Reader(loaded.engine, loaded.running(), seat, speaker_of(loaded.table, act.browser.language))


async def _dry(act: Act, text: str) -> dict[str, Any]:
    """How far a line is understood, and how it may go on; nothing behind a barrier."""
    try:
        _, seat, _ = await act.seat()
        reader = await _reader(act, seat)
    except Refusal as refusal:
        return {"reads": [], "next": "", "options": [], "bad": Speaker(act.browser.language).refusal(refusal)}
    try:
        reading = await asyncio.to_thread(reader.read, text)
        reads, problem = [part.said for part in reading.parts], ""
        following = reader.speaker.say(reading.next.ask.prompt) if reading.next else ""
        following = act.words.low("final") if reading.final else following
    except Refusal as refusal:
        reads, following, problem = [], "", reader.speaker.refusal(refusal)
    found = await asyncio.to_thread(reader.complete, text, 8)
    options = [{"line": each.line, "label": each.label, "note": each.note} for each in found]
    return {"reads": reads, "next": following, "options": options, "bad": "" if options else problem}


# --- taking back ---


async def undo(act: Act) -> Result:
    _, seat, user = await act.seat()
    await act.service.undo(act.id, act.code, user)
    return Result(act.page(seat), act.words.chat("taken_back"))


async def back(act: Act) -> Result:
    _, seat, user = await act.seat()
    done = await act.service.ask_back(act.id, act.code, user)
    return Result(act.page(seat), act.words.chat("asked_all" if done.table.vote else "taken_back"))


async def vote(act: Act) -> Result:
    table, seat, user = await act.seat()
    is_back = table.vote is None or table.vote.kind == "back"
    decide = act.service.vote_back if is_back else act.service.vote
    await decide(act.id, act.code, user, act.field("agree") == "1")
    return Result(act.page(seat), act.words.chat("voted"))
