"""Everything that acts at a table: answers, typed lines, taking back. Each form is a request to the conversation."""

from __future__ import annotations

import asyncio
from typing import Any

from aiohttp import web

from bot.choices.plan import LONGEST
from bot.commands.conversation import Command, Form, Line, Plan, Tap
from bot.language.speaker import Speaker
from bot.lines.command_parser import Typed, read_command
from bot.lines.move_parser import MoveParser
from bot.messages.picture_request import speaker_of
from bot.platforms.web.acts import Act, act_of, acting
from bot.platforms.web.context import Result, Site, address, number_in
from bot.service.session import session
from engines.kit.errors import Refusal

LONGEST_LINE = 300
LOOKS = {"board", "hand", "log", "move"}
"""Commands whose answer is the table's page itself."""


class GameRoutes:
    """The POST side of a running game."""

    def __init__(self, site: Site) -> None:
        self.site = site

    def routes(self) -> list[web.RouteDef]:
        actions = {
            "/t/{code}/answer": answer,
            "/t/{code}/plan": keep,
            "/t/{code}/undo": undo,
            "/t/{code}/back": back,
            "/t/{code}/vote": vote,
            "/tap": tap,
            "/command": command,
        }
        found = [web.post(path, acting(self.site, action)) for path, action in actions.items()]
        return [*found, web.post("/t/{code}/line", self.line)]

    async def line(self, request: web.Request) -> web.StreamResponse:
        """A typed line: read and played, or on a dry run only read; commands are answered on a page."""
        if not request.query.get("dry"):
            return await acting(self.site, typed)(request)
        act = await act_of(self.site, request)
        if _text(act).startswith("/"):
            return await acting(self.site, command)(request)
        with session():
            return web.json_response(await _dry(act, _text(act)))


def _text(act: Act) -> str:
    return act.field("text", LONGEST_LINE).strip()


async def tap(act: Act) -> Result | web.Response:
    """A button under one of the bot's answers."""
    caller, ids = await act.somebody(), [str(each)[:100] for each in act.fields.getall("id", [])]
    if not ids:
        return Result(act.page())
    written = act.field("written", LONGEST_LINE)
    request = Form(caller, ids[0], written) if "written" in act.fields else Tap(caller, ids, "ticked" in act.fields)
    return await act.answered(await act.site.conversation.handle(request))


async def command(act: Act) -> Result | web.Response:
    """A command as in the chats; those that only look lead to the page that shows it."""
    line = _text(act)
    found = read_command(line if line.startswith("/") else f"/{line}")
    if found is not None and (where := await _page_of(act, found)):
        return Result(where)
    caller = await act.somebody()
    request = Line(caller, line) if found is None else Command(caller, found.command.name, found.at(act.code))
    return await act.answered(await act.site.conversation.handle(request), line)


async def _page_of(act: Act, found: Typed) -> str:
    """The page that shows what a command asks for; empty: none does."""
    name, given = found.command.name, found.given
    if name == "games":
        return "/"
    if name == "rules" and (given.get("game") or act.code):
        game = given.get("game") or (await act.table()).game
        return address(f"/rules/{game}", q=str(given.get("words", "")), at=act.code)
    if name in ("film", "story") and act.code and (await act.table()).is_over:
        return f"/t/{act.code}/{name}"
    if name == "history" and act.code:
        moments = await act.service.history.moments(act.code, (await act.somebody()).ref)
        number = given.get("number")
        wanted = number - 1 if isinstance(number, int) else len(moments) - 1
        return address(f"/t/{act.code}/at/{max(0, wanted)}", seat=number_in(act.fields, "seat"))
    if name in LOOKS and act.code and not given:
        return act.page(number_in(act.fields, "seat"))
    return ""


# --- answers ---


async def answer(act: Act) -> Result:
    """The lead button was pressed: the plan is carried out, all of it or nothing."""
    seat, caller = await act.seat()
    plan = Plan(caller, act.code, act.field("plan", LONGEST), act.field("finish") == "1")
    return await act.shown(await act.ask(plan), seat)


async def keep(act: Act) -> Result:
    """*Keep for my turn* was pressed: nothing is played now."""
    seat, caller = await act.seat()
    plan = Plan(caller, act.code, act.field("plan", LONGEST), act.field("finish") == "1", ahead=True)
    return await act.shown(await act.ask(plan), seat)


async def typed(act: Act) -> Result | web.Response:
    """A typed line: all of it or nothing; or a command."""
    if _text(act).startswith("/"):
        return await command(act)
    if _text(act).startswith("?"):
        return await act.answered(await act.site.conversation.handle(Line(await act.somebody(), _text(act), act.code)))
    seat, caller = await act.seat()
    return await act.shown(await act.ask(Line(caller, _text(act), act.code)), seat)


async def _dry(act: Act, text: str) -> dict[str, Any]:
    """How far a line is understood, and how it may go on; nothing behind a barrier."""
    try:
        seat, _ = await act.seat()
        loaded = await act.service.work.load(act.code)
        speaker = speaker_of(loaded.table, act.browser.language)
        reader = MoveParser(loaded.engine, loaded.running(), seat, speaker)
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
    return await _back_at_table(act, "undo")


async def back(act: Act) -> Result:
    return await _back_at_table(act, "back")


async def vote(act: Act) -> Result:
    return await _back_at_table(act, "agree" if act.field("agree") == "1" else "refuse")


async def _back_at_table(act: Act, verb: str) -> Result:
    """A command of a seat, which is told in words on the same page."""
    seat, caller = await act.seat()
    reply = await act.at_table(caller, verb)
    if reply.refusal is not None:
        raise reply.refusal
    return Result(act.page(seat), reply.said)
