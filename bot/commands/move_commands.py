"""Moving: the panel, a tap on a control, a form of an ask, a typed line, taking back."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from bot.choices import menus
from bot.choices.control_id import ControlId
from bot.choices.menus import Answered, Half
from bot.choices.offers import before
from bot.choices.plan import Planned, Planner
from bot.commands import sheets
from bot.commands.arguments import AtTable, Move, Written
from bot.commands.context import Caller, Context, Reply, is_running
from bot.commands.foretold import foretold
from bot.learn.lessons import Teacher, recent
from bot.lines.move_parser import MoveParser
from bot.messages.composer import main_ask
from bot.messages.picture_request import FORCED, told
from bot.messages.post import DMS_CLOSED, Button, Post, Style, command_id
from bot.service.player_view import PlayerView
from bot.table.change import Committed
from bot.table.model import Table
from engines.kit import Amount, Bundle, Pending, Pick, Text, Value, seen
from engines.kit.errors import Closed, Refusal

Given = Sequence[tuple[str, Value]]
Read = Callable[[Pending], Answered | Half]
TURN = 12
"""So many entries of the log are looked at for what somebody has just done."""
ONLOOKER_LINES = 8


async def move(context: Context, caller: Caller, arguments: Move) -> Reply:
    """My question at a table; with a line, the move itself."""
    table = await context.table(caller, arguments, is_running)
    if arguments.text:
        return await typed(context, caller, Written(table=table.code, text=arguments.text))
    hint = context.say(caller, "dms_hint") if arguments.hint == DMS_CLOSED else ""
    return await panel(context, caller, table.code, hint)


async def panel(
    context: Context,
    caller: Caller,
    code: str,
    first: str = "",
    draft: tuple[str, str] = ("", ""),
    tapped: bool = False,
    done: Committed | None = None,
) -> Reply:
    """How the table stands for this person; onlookers get the public board."""
    queries = context.service.queries
    look = await queries.look(code, caller.ref)
    if not context.has_panels:
        return Reply(Post(first), instead=tapped, done=done, look=look, draft=draft, said=first)
    if look.seat is None:
        return await onlooker(context, caller, look, first)
    person, own = await context.person(caller), look.table.seats[look.seat]
    is_over = tapped and not first and not look.pending
    turn = max(0, look.version - TURN)
    teacher, before = Teacher(context.service), max(0, own.acted - 1)
    is_first = own.user if person.teach and not look.answered else ""
    await queries.prepare(look, [before, own.acted, *([turn] if is_over else [])], is_first)
    if is_over:
        first = await _my_turn(context, caller, look, turn)
    lines = await queries.log(code, caller.ref, own.acted, look.version)
    deadlines = await queries.deadlines(look.table)
    happened = recent(await queries.log(code, caller.ref, before, look.version)) if person.teach else []
    advice = await teacher.advice(look, person, main_ask(look, draft[0]), happened, caller.language)
    shown = await context.composer.panel(
        look,
        lines,
        caller.language,
        deadlines=deadlines,
        draft=draft,
        first=first,
        advice=advice,
        forecast="" if look.pending else await foretold(context, caller, look.table),
    )
    return Reply(shown, instead=tapped, done=done, look=look, draft=draft, said=first)


async def _my_turn(context: Context, caller: Caller, look: PlayerView, since: int) -> str:
    """The last thing that I did, where nobody has done anything since: the receipt of a turn that ends in silence."""
    lines = told(await context.service.queries.log(look.table.code, caller.ref, since, look.version))
    if not lines or lines[-1][1] != look.seat:
        return ""
    return context.composer.speaker(look.table, caller.language, look.seat).say(lines[-1][0])


async def onlooker(context: Context, caller: Caller, look: PlayerView, first: str = "") -> Reply:
    """What all can see, for somebody without a seat."""
    context.require_sight(caller, look.table)
    since = max(0, look.version - ONLOOKER_LINES)
    await context.service.queries.prepare(look, [since])
    lines = await context.service.queries.log(look.table.code, None, since, look.version)
    post = await context.composer.board(look, lines, await context.service.queries.deadlines(look.table))
    return Reply(Post(f"{first or context.say(caller, 'onlooker')}\n{post.text}", picture=post.picture))


# --- answers ---


async def tap(context: Context, caller: Caller, chosen: Sequence[str], ticked: bool = False) -> Reply:
    """A control of an ask was used: one id, or all that was ticked in a list."""
    controls = [control for each in chosen if (control := ControlId.parse_ask(each)) is not None]
    if not controls:
        raise Closed("kit.refusal.closed")

    def read(pending: Pending) -> Answered | Half:
        if not ticked:
            return menus.read(pending.ask, controls[0].body)
        if not isinstance(pending.ask, Pick):
            raise Closed("kit.refusal.closed")
        return menus.several(pending.ask, [control.body for control in controls])

    return await _answer(context, caller, controls[0], read)


async def fill_in(
    context: Context,
    caller: Caller,
    control: ControlId,
    written: str,
    fields: Mapping[str, str],
    chosen: Mapping[str, Sequence[str]],
) -> Reply:
    """A number was written into the dialogue of an ask, a form of counters was sent, or a sheet of lists."""

    def read(pending: Pending) -> Answered | Half:
        match pending.ask:
            case Amount() as ask:
                return menus.number(ask, written)
            case Bundle() as ask:
                return menus.form(ask, fields or menus.counters(chosen))
            case Pick() as ask if sheets.TICKS in chosen:
                ticked = [ControlId.parse_ask(each) for each in chosen[sheets.TICKS]]
                return menus.several(ask, [each.body for each in ticked if each is not None])
            case _:
                raise Closed("kit.refusal.closed")

    return await _answer(context, caller, control, read, is_form=True)


async def _answer(context: Context, caller: Caller, control: ControlId, read: Read, is_form: bool = False) -> Reply:
    """An answer, or a step on the way to one. Where a press asks first (`bot.table.press`), it is asked once more."""
    code = control.table
    look = await context.service.queries.look(code, caller.ref)
    pending = next((each for each in look.pending if each.ask_id == control.name), None)
    if look.seat is None:
        return await onlooker(context, caller, look)
    if pending is None:
        return await _repeated(context, caller, control) or await stale(context, caller, look)
    try:
        found = read(pending)
    except Refusal as refusal:
        if not is_form or isinstance(refusal, Closed):
            return await stale(context, caller, look)
        said = context.composer.refused(caller.language, refusal, look.table)
        return replace(await panel(context, caller, code, said, tapped=True), problem=refusal)
    match found:
        case Half(draft):
            return await panel(context, caller, code, draft=(pending.ask_id, draft), tapped=True)
        case Answered(value, confirmed):
            warned = await _warned(context, caller, look, pending, value)
            is_wary = (await context.person(caller)).confirm
            asked = None if confirmed else await context.service.queries.asks_first(look, pending, value, is_wary)
            if not confirmed and (asked is not None or warned is not None):
                then = _said(context, caller, look.table, asked or ())
                follows = [warned[1] if warned else "", context.say(caller, "sure_then", said=then) if then else ""]
                begun = (pending.ask_id, menus.confirm(pending.ask, value, asked is not None))
                said = " ".join([line for line in follows if line])
                return await panel(context, caller, code, said, draft=begun, tapped=True)
            try:
                given = [(pending.ask_id, value)]
                reply = await answered(context, caller, look.table, given, True)
                if warned is not None:
                    await Teacher(context.service).ignored(look.table, look.seat, warned[0])
                return reply
            except Closed:
                return await _repeated(context, caller, control) or await stale(context, caller, look)


async def _warned(
    context: Context, caller: Caller, look: PlayerView, pending: Pending, value: Value
) -> tuple[str, str] | None:
    """What the teacher says before an answer is given: the caution's name and its sentence."""
    warner = await Teacher(context.service).warner(look, await context.person(caller), caller.language)
    loaded = await context.service.work.load(look.table.code) if warner else None
    if warner is None or loaded is None or loaded.version != look.version:
        return None
    return await asyncio.to_thread(warner.said, loaded, loaded.running(), pending, value)


async def _repeated(context: Context, caller: Caller, control: ControlId) -> Reply | None:
    """A double tap: the question was closed by what this person did last, so the receipt of that stays."""
    look = await context.service.queries.look(control.table, caller.ref)
    if look.seat is None:
        return None
    acted = look.table.seats[look.seat].acted
    entries = await context.service.work.entries(control.table, max(0, acted - 1), acted)
    moves = [move for entry in entries for move in entry.moves]
    mine = next((move for move in moves if move.seat == look.seat and move.ask_id == control.name), None)
    if mine is None:
        return None
    texts = [text for entry in entries for text in seen(entry.happened(), look.seat)]
    shown = await panel(context, caller, control.table, _said(context, caller, look.table, texts), tapped=True)
    return replace(shown, is_repeated=True)


async def stale(context: Context, caller: Caller, look: PlayerView) -> Reply:
    """The question has been answered, or was somebody else's: the present one is shown instead."""
    if look.seat is None:
        return await onlooker(context, caller, look)
    return await panel(context, caller, look.table.code, context.say(caller, "stale"), tapped=True)


async def typed(context: Context, caller: Caller, arguments: Written) -> Reply:
    """A typed line: read on a dry run, committed whole or not at all."""
    loaded = await context.service.work.load(arguments.table)
    seat = loaded.table.seat_of(caller.ref)
    if seat is None:
        return await onlooker(context, caller, await context.service.queries.look(arguments.table, caller.ref))
    speaker = context.composer.speaker(loaded.table, caller.language)
    reader = MoveParser(loaded.engine, loaded.running(), seat, speaker, loaded.tries)
    try:
        reading = await asyncio.to_thread(reader.read, arguments.text)
    except Refusal as refusal:
        said = context.composer.refused(caller.language, refusal, loaded.table)
        shown = await panel(context, caller, arguments.table, said, tapped=arguments.tapped)
        return replace(shown, problem=refusal)
    given = [(answer.ask_id, answer.value) for answer in reading.answers]
    return await answered(context, caller, loaded.table, given, arguments.tapped)


async def planned(context: Context, caller: Caller, code: str, plan: str, finish: bool) -> Reply:
    """A plan is carried out: all of it or nothing. `finish`: with the way out of a question that goes round."""
    loaded = await context.service.work.load(code)
    seat = loaded.table.seat_of(caller.ref)
    if seat is None:
        return await onlooker(context, caller, await context.service.queries.look(code, caller.ref))
    planner = Planner(loaded.engine, loaded.running(), seat, loaded.submit)
    try:
        found: Planned | None = await asyncio.to_thread(planner.run, plan)
        if found is not None and finish and not found.is_whole:
            found = await asyncio.to_thread(planner.finished, found)
        if found is None or not found.is_whole:
            raise Closed("kit.refusal.closed")
        ignored = await _ignored(context, caller, code, planner, found)
        reply = await answered(context, caller, loaded.table, found.given, True)
        for caution in ignored:
            await Teacher(context.service).ignored(loaded.table, seat, caution)
        return reply
    except Closed:
        first = ControlId.ask(code, plan.partition(":")[0])
        repeated = await _repeated(context, caller, first)
        return repeated or await stale(context, caller, await context.service.queries.look(code, caller.ref))


async def _ignored(context: Context, caller: Caller, code: str, planner: Planner, found: Planned) -> list[str]:
    """The cautions that a plan was carried out in spite of: the bar has said them."""
    look = await context.service.queries.look(code, caller.ref)
    warner = await Teacher(context.service).warner(look, await context.person(caller), caller.language)
    if warner is None:
        return []
    loaded = await context.service.work.load(code)
    said = [
        warner.said(loaded, planner.run(before(found, step.pending)).state, step.pending, step.value)
        for step in found.chosen
    ]
    return [each[0] for each in said if each is not None]


async def answered(
    context: Context,
    caller: Caller,
    table: Table,
    given: Given,
    tapped: bool,
) -> Reply:
    """Commit the answers; then the next question, or the receipt."""
    done = await context.service.moves.answer(caller.request, table.code, caller.ref, given)
    return await panel(context, caller, table.code, receipt(context, caller, done), tapped=tapped, done=done)


def receipt(context: Context, caller: Caller, done: Committed) -> str:
    """What my move did, in words: *You bought ...*."""
    return _said(context, caller, done.table, done.texts)


def _said(context: Context, caller: Caller, table: Table, texts: Sequence[Text]) -> str:
    speaker = context.composer.speaker(table, caller.language, table.seat_of(caller.ref))
    return " ".join([speaker.say(text) for text in texts if text.key != FORCED])


# --- taking back ---


async def undo(context: Context, caller: Caller, arguments: AtTable) -> Reply:
    """Take my last step back; past a barrier all must agree."""
    table = await context.table(caller, arguments, is_running)
    try:
        done = await context.service.moves.undo(caller.request, table.code, caller.ref)
    except Refusal as refusal:
        if refusal.code != "table.refusal.undo_barrier":
            raise
        ask = Button(command_id("back", table.code), context.say(caller, "button.ask_all"), Style.SUGGESTED)
        leave = Button(command_id("move", table.code), context.say(caller, "button.leave_it"))
        return Reply(Post(context.say(caller, "undo_barrier"), ((ask, leave),)), instead=True, problem=refusal)
    return await panel(context, caller, table.code, context.say(caller, "taken_back"), tapped=True, done=done)


async def ask_back(context: Context, caller: Caller, arguments: AtTable) -> Reply:
    table = await context.table(caller, arguments, is_running)
    done = await context.service.moves.ask_back(caller.request, table.code, caller.ref)
    first = "asked_all" if done.table.vote else "taken_back"
    return await panel(context, caller, table.code, context.say(caller, first), tapped=True, done=done)
