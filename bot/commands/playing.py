"""Moving: the panel, a tap on a control, a typed line, taking back."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from bot import menus
from bot.commands.call import Arguments, Caller, Office, Reply, is_running
from bot.desk import Done
from bot.documents import Status, Table
from bot.menus import Answered, Half, Tap
from bot.phrases import Reader
from bot.pictures import FORCED, told
from bot.posts import Button, Post, Style, command_id
from bot.sight import Look
from bot.tips import wants_tip
from bot.wording import describe
from engines.kit import Amount, Answer, Pending, Pick, Value
from engines.kit.errors import Closed, Refusal

Given = Sequence[tuple[str, Value]]
TURN = 12
"""So many entries of the log are looked at for what somebody has just done."""
CLOSED = "closed"
"""In the id of *My move*: the person takes no private messages, and is told how that is changed."""


async def move(office: Office, caller: Caller, arguments: Arguments) -> Reply:
    """My question at a table; with a line, the move itself."""
    table = await office.table(caller, arguments, is_running)
    if line := str(arguments.get("text") or ""):
        return await typed(office, caller, table.code, line)
    hint = office.say(caller, "dms_hint") if arguments.get("argument") == CLOSED else ""
    return await panel(office, caller, table.code, hint)


async def panel(
    office: Office, caller: Caller, code: str, first: str = "", draft: tuple[str, str] = ("", ""), tapped: bool = False
) -> Reply:
    """How the table stands for this person; onlookers get the public board."""
    look = await office.service.look(code, caller.ref)
    if look.seat is None:
        return await onlooker(office, caller, look, first)
    if tapped and not first and not look.pending:
        first = await _my_turn(office, caller, look)
    acted = look.table.seats[look.seat].acted
    lines = await office.service.log(code, caller.ref, acted, look.version)
    deadlines = await office.service.deadlines(look.table)
    tips = await wants_tip(office.service, look, await office.person(caller))
    shown = await office.scribe.panel(
        look, lines, caller.language, deadlines=deadlines, draft=draft, first=first, tips=tips
    )
    return Reply(shown, instead=tapped)


async def _my_turn(office: Office, caller: Caller, look: Look) -> str:
    """The last thing that I did, where nobody has done anything since: the receipt of a turn that ends in silence."""
    lines = told(await office.service.log(look.table.code, caller.ref, max(0, look.version - TURN)))
    if not lines or lines[-1][1] != look.seat:
        return ""
    return office.scribe.speaker(look.table, caller.language).say(lines[-1][0])


async def onlooker(office: Office, caller: Caller, look: Look, first: str = "") -> Reply:
    """What all can see, for somebody without a seat."""
    office.require_sight(caller, look.table)
    lines = await office.service.log(look.table.code, None, max(0, look.version - 8), look.version)
    post = await office.scribe.board(look, lines, await office.service.deadlines(look.table))
    return Reply(Post(f"{first or office.say(caller, 'onlooker')}\n{post.text}", picture=post.picture))


# --- taps ---


async def tap(office: Office, caller: Caller, chosen: Sequence[str], ticked: bool = False) -> Reply:
    """A control of an ask was used: one id, or all that was ticked in a list."""
    first = Tap.parse(chosen[0])
    if first is None:
        raise Closed("kit.refusal.closed")
    look = await office.service.look(first.table, caller.ref)
    pending = next((each for each in look.pending if each.ask_id == first.ask_id), None)
    if look.seat is None:
        return await onlooker(office, caller, look)
    if pending is None:
        return await stale(office, caller, look)
    try:
        read = menus.read(pending.ask, first.draft) if not ticked else _ticked(pending, chosen)
    except Refusal:
        return await stale(office, caller, look)
    match read:
        case Half(draft):
            return await panel(office, caller, first.table, draft=(pending.ask_id, draft), tapped=True)
        case Answered(value, confirmed):
            if not confirmed and await _is_final(office, look, pending, value):
                draft = menus.confirm(pending.ask, value)
                return await panel(office, caller, first.table, draft=(pending.ask_id, draft), tapped=True)
            return await answered(office, caller, look.table, [(pending.ask_id, value)], True, (pending, value))


def _ticked(pending: Pending, chosen: Sequence[str]) -> Answered:
    """All that was ticked in one list is one answer."""
    if not isinstance(pending.ask, Pick):
        raise Closed("kit.refusal.closed")
    return menus.several(pending.ask, [tap.draft for each in chosen if (tap := Tap.parse(each))])


async def _is_final(office: Office, look: Look, pending: Pending, value: Value) -> bool:
    """Whether the last step of a move ends in something that cannot be taken back: then it is asked once more.

    A move of one step says on its button what it does; that tap is deliberate enough.
    """
    if not look.can_undo or look.seat is None:
        return False
    loaded = await office.service.load(look.table.code)
    outcome = await asyncio.to_thread(loaded.engine.submit, loaded.running(), Answer(look.seat, pending.ask_id, value))
    return outcome.barrier


async def stale(office: Office, caller: Caller, look: Look) -> Reply:
    """The question has been answered, or was somebody else's: the present one is shown instead."""
    if look.seat is None:
        return await onlooker(office, caller, look)
    return await panel(office, caller, look.table.code, office.say(caller, "stale"), tapped=True)


async def number(office: Office, caller: Caller, control: str, written: str) -> Reply:
    """A number was written into the dialogue of an ask."""
    parsed = Tap.parse(control)
    if parsed is None:
        raise Closed("kit.refusal.closed")
    look = await office.service.look(parsed.table, caller.ref)
    pending = next((each for each in look.pending if each.ask_id == parsed.ask_id), None)
    if pending is None or not isinstance(pending.ask, Amount):
        return await stale(office, caller, look)
    try:
        value = menus.number(pending.ask, written).value
    except Refusal as refusal:
        said = office.scribe.speaker(look.table, caller.language).refusal(refusal)
        return await panel(office, caller, parsed.table, said, tapped=True)
    return await answered(office, caller, look.table, [(pending.ask_id, value)], tapped=True)


async def typed(office: Office, caller: Caller, code: str, line: str, tapped: bool = False) -> Reply:
    """A typed line: read on a dry run, committed whole or not at all."""
    loaded = await office.service.load(code)
    seat = loaded.table.seat_of(caller.ref)
    if seat is None:
        return await onlooker(office, caller, await office.service.look(code, caller.ref))
    speaker = office.scribe.speaker(loaded.table, caller.language)
    reader = Reader(loaded.engine, loaded.running(), seat, speaker)
    try:
        reading = await asyncio.to_thread(reader.read, line)
    except Refusal as refusal:
        return await panel(office, caller, code, speaker.refusal(refusal), tapped=tapped)
    given = [(answer.ask_id, answer.value) for answer in reading.answers]
    last = reading.parts[-1] if reading.parts else None
    return await answered(office, caller, loaded.table, given, tapped, (last.pending, last.value) if last else None)


async def answered(
    office: Office, caller: Caller, table: Table, given: Given, tapped: bool, last: tuple[Pending, Value] | None = None
) -> Reply:
    """Commit the answers; then the next question, or the receipt."""
    done = await office.service.answer(caller.request, table.code, caller.ref, given)
    first = receipt(office, caller, done)
    if not first and last is not None:
        first = await _still_open(office, caller, table.code, *last)
    return await panel(office, caller, table.code, first, tapped=tapped)


async def _still_open(office: Office, caller: Caller, code: str, pending: Pending, value: Value) -> str:
    """The receipt of a choice that all make at once: until the last has chosen it may be made anew."""
    look = await office.service.look(code, caller.ref)
    if not any(each.step == pending.step and not each.owed for each in look.pending):
        return ""
    said = describe(pending, value, office.scribe.speaker(look.table, caller.language))
    return office.say(caller, "noted_open", move=said)


def receipt(office: Office, caller: Caller, done: Done) -> str:
    """What my move did, in words."""
    speaker = office.scribe.speaker(done.table, caller.language)
    return " ".join([speaker.say(text) for text in done.texts if text.key != FORCED])


# --- taking back ---


async def undo(office: Office, caller: Caller, arguments: Arguments) -> Reply:
    """Take my last step back; past a barrier all must agree."""
    table = await office.table(caller, arguments, is_running)
    try:
        await office.service.undo(caller.request, table.code, caller.ref)
    except Refusal as refusal:
        if refusal.code != "table.refusal.undo_barrier":
            raise
        ask = Button(command_id("back", table.code), office.say(caller, "button.ask_all"), Style.SUGGESTED)
        leave = Button(command_id("move", table.code), office.say(caller, "button.leave_it"))
        return Reply(Post(office.say(caller, "undo_barrier"), ((ask, leave),)), instead=True)
    return await panel(office, caller, table.code, office.say(caller, "taken_back"), tapped=True)


async def ask_back(office: Office, caller: Caller, arguments: Arguments) -> Reply:
    table = await office.table(caller, arguments, is_running)
    done = await office.service.ask_back(caller.request, table.code, caller.ref)
    first = "asked_all" if done.table.vote else "taken_back"
    return await panel(office, caller, table.code, office.say(caller, first), tapped=True)


async def agree(office: Office, caller: Caller, arguments: Arguments) -> Reply:
    return await _vote(office, caller, arguments, True)


async def refuse(office: Office, caller: Caller, arguments: Arguments) -> Reply:
    return await _vote(office, caller, arguments, False)


async def _vote(office: Office, caller: Caller, arguments: Arguments, agrees: bool) -> Reply:
    table = await office.table(caller, arguments, is_running)
    is_back = table.vote is None or table.vote.kind == "back"
    vote = office.service.vote_back if is_back else office.service.vote
    await vote(caller.request, table.code, caller.ref, agrees)
    return await panel(office, caller, table.code, office.say(caller, "voted"), tapped=True)


async def why(office: Office, caller: Caller, arguments: Arguments) -> Reply:
    """Which word of a line cannot be, and what it lacks."""
    table = await office.table(caller, arguments, is_running)
    loaded = await office.service.load(table.code)
    seat = loaded.table.seat_of(caller.ref)
    if seat is None:
        raise Refusal("table.refusal.not_in")
    speaker = office.scribe.speaker(loaded.table, caller.language)
    reader = Reader(loaded.engine, loaded.running(), seat, speaker)
    try:
        reading = await asyncio.to_thread(reader.read, str(arguments["move"]))
    except Refusal as refusal:
        return Reply(Post(speaker.refusal(refusal)))
    said = ", ".join([describe(part.pending, part.value, speaker) for part in reading.parts])
    return office.text(caller, "why_possible", line=said)


async def next_game(office: Office, caller: Caller, arguments: Arguments) -> Reply:
    """The game that has waited longest for me."""
    waiting = [line for line in await office.service.games_of(caller.ref) if line.waiting is not None]
    waiting = [line for line in waiting if line.table.status is Status.RUNNING]
    if not waiting:
        return office.text(caller, "nobody_waits")
    return await panel(office, caller, waiting[0].table.code)
