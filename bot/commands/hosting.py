"""The host's tools at a running table, and the seats of those who do not come."""

from __future__ import annotations

from bot.clock import Pace
from bot.commands.call import Arguments, Caller, Office, Reply, is_running
from bot.desk import Done
from bot.documents import Absence, Status, Table
from bot.posts import Post
from engines.kit.errors import Refusal

MORE_HOURS = 24


async def pace(office: Office, caller: Caller, arguments: Arguments) -> Reply:
    """Before the game the host sets the pace, during it everybody has a say."""
    table, wanted = await office.table(caller, arguments), Pace(arguments["pace"])
    if table.status is Status.LOBBY:
        done = await office.service.configure(caller.request, table.code, caller.ref, pace=wanted)
    else:
        done = await office.service.change_pace(caller.request, table.code, caller.ref, wanted)
    return told(office, caller, done)


async def pause(office: Office, caller: Caller, arguments: Arguments) -> Reply:
    table = await office.table(caller, arguments, is_running)
    return told(office, caller, await office.service.pause(caller.request, table.code, caller.ref))


async def resume(office: Office, caller: Caller, arguments: Arguments) -> Reply:
    table = await office.table(caller, arguments, is_running)
    return told(office, caller, await office.service.resume(caller.request, table.code, caller.ref))


async def clock(office: Office, caller: Caller, arguments: Arguments) -> Reply:
    """More time for the move of a seat; none named: for whom the game waits."""
    table = await office.table(caller, arguments, is_running)
    seat = seat_named(table, arguments) if arguments.get("seat") else next(iter(table.waiting), 0)
    hours = int(arguments.get("hours") or MORE_HOURS)
    return told(office, caller, await office.service.extend(caller.request, table.code, caller.ref, seat, hours))


async def absence(office: Office, caller: Caller, arguments: Arguments) -> Reply:
    table, rule = await office.table(caller, arguments), Absence(arguments["rule"])
    return told(office, caller, await office.service.set_absence(caller.request, table.code, caller.ref, rule))


async def kick(office: Office, caller: Caller, arguments: Arguments) -> Reply:
    """A vote: the computer takes a seat for good, of somebody whose time is up."""
    table = await office.table(caller, arguments, is_running)
    seat = seat_named(table, arguments)
    return told(office, caller, await office.service.propose(caller.request, table.code, caller.ref, "kick", seat=seat))


async def step_in(office: Office, caller: Caller, arguments: Arguments) -> Reply:
    """A vote: a computer plays for somebody whose time is up, until that person is back."""
    table = await office.table(caller, arguments, is_running)
    seat = seat_named(table, arguments)
    return told(
        office, caller, await office.service.propose(caller.request, table.code, caller.ref, "computer", seat=seat)
    )


async def replace(office: Office, caller: Caller, arguments: Arguments) -> Reply:
    """The seat of somebody absent, or my own, is open to whoever joins with the code."""
    table = await office.table(caller, arguments, is_running)
    seat = seat_named(table, arguments)
    return told(office, caller, await office.service.open_seat(caller.request, table.code, caller.ref, seat))


async def come_back(office: Office, caller: Caller, arguments: Arguments) -> Reply:
    """I am back at a table where a computer played for me."""
    table = await office.table(caller, arguments, is_running)
    return told(office, caller, await office.service.come_back(caller.request, table.code, caller.ref))


def seat_named(table: Table, arguments: Arguments) -> int:
    """A seat by its number or by the name of who sits there."""
    wanted = str(arguments.get("seat") or arguments.get("argument") or "").strip()
    if wanted.isdigit() and 1 <= int(wanted) <= len(table.seats):
        return int(wanted) - 1
    for seat, name in enumerate(table.names):
        if name.casefold() == wanted.casefold():
            return seat
    raise Refusal("chat.refusal.which_seat", names=", ".join(table.names))


def told(office: Office, caller: Caller, done: Done) -> Reply:
    """What happened, in the caller's language."""
    speaker = office.scribe.speaker(done.table, caller.language)
    return Reply(Post(" ".join([speaker.say(text) for text in done.texts]) or office.say(caller, "changed")))
