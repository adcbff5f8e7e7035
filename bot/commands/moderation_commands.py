"""The host's tools at a running table, and the seats of those who do not come."""

from __future__ import annotations

from bot.commands.arguments import AtTable, More, OfSeat, Replaced, Rule, ToPace
from bot.commands.context import Caller, Context, Reply, is_running
from bot.messages.post import Post
from bot.table.change import Committed
from bot.table.model import Status, Table
from engines.kit.errors import Refusal


async def pace(context: Context, caller: Caller, arguments: ToPace) -> Reply:
    """Before the game the host sets the pace, during it everybody has a say."""
    table, wanted = await context.table(caller, arguments), arguments.pace
    if table.status is Status.LOBBY:
        done = await context.service.lobby.configure(caller.request, table.code, caller.ref, pace=wanted)
    else:
        done = await context.service.moderation.change_pace(caller.request, table.code, caller.ref, wanted)
    return told(context, caller, done)


async def pause(context: Context, caller: Caller, arguments: AtTable) -> Reply:
    table = await context.table(caller, arguments, is_running)
    done = await context.service.moderation.pause(caller.request, table.code, caller.ref)
    return told(context, caller, done)


async def resume(context: Context, caller: Caller, arguments: AtTable) -> Reply:
    table = await context.table(caller, arguments, is_running)
    done = await context.service.moderation.resume(caller.request, table.code, caller.ref)
    return told(context, caller, done)


async def clock(context: Context, caller: Caller, arguments: More) -> Reply:
    """More time for the move of a seat; none named: for whom the game waits."""
    table = await context.table(caller, arguments, is_running)
    seat = seat_named(table, arguments.seat) if arguments.seat else next(iter(table.waiting), 0)
    done = await context.service.moderation.extend(caller.request, table.code, caller.ref, seat, arguments.hours)
    return told(context, caller, done)


async def absence(context: Context, caller: Caller, arguments: Rule) -> Reply:
    table, rule = await context.table(caller, arguments), arguments.rule
    done = await context.service.moderation.set_absence(caller.request, table.code, caller.ref, rule)
    return told(context, caller, done)


async def kick(context: Context, caller: Caller, arguments: OfSeat) -> Reply:
    """A vote: the computer takes a seat for good, of somebody whose time is up."""
    table = await context.table(caller, arguments, is_running)
    seat = _seat_meant(context, table, arguments)
    done = await context.service.moderation.propose(caller.request, table.code, caller.ref, "kick", seat=seat)
    return told(context, caller, done)


async def call_off(context: Context, caller: Caller, arguments: AtTable) -> Reply:
    """A vote: the game ends without a result, if all want that."""
    table = await context.table(caller, arguments, is_running)
    done = await context.service.moderation.call_off(caller.request, table.code, caller.ref)
    return told(context, caller, done)


async def replace(context: Context, caller: Caller, arguments: Replaced) -> Reply:
    """The seat of somebody absent, or my own, is open to whoever joins with the code, and to whom I name."""
    table = await context.table(caller, arguments, is_running)
    guest = context.account(arguments.by)
    if arguments.by and guest is None:
        raise Refusal("chat.refusal.which_person")
    seat, moderation = _seat_meant(context, table, arguments), context.service.moderation
    done = await moderation.open_seat(caller.request, table.code, caller.ref, seat, [guest] if guest else [])
    return told(context, caller, done)


async def come_back(context: Context, caller: Caller, arguments: AtTable) -> Reply:
    """I am back at a table where a computer played for me."""
    table = await context.table(caller, arguments, is_running)
    done = await context.service.moderation.come_back(caller.request, table.code, caller.ref)
    return told(context, caller, done)


def _seat_meant(context: Context, table: Table, arguments: OfSeat) -> int:
    """A seat by who sits there, where the platform has a list of people; else as it was written."""
    person = context.account(arguments.person)
    if person is None:
        return seat_named(table, arguments.seat or arguments.person)
    if (seat := table.seat_of(person.ref)) is None:
        raise Refusal("chat.refusal.which_seat", names=", ".join(table.names))
    return seat


def seat_named(table: Table, named: str) -> int:
    """A seat by its number or by the name of who sits there."""
    wanted = named.strip()
    if wanted.isdecimal() and 1 <= int(wanted) <= len(table.seats):
        return int(wanted) - 1
    for seat, name in enumerate(table.names):
        if name.casefold() == wanted.casefold():
            return seat
    raise Refusal("chat.refusal.which_seat", names=", ".join(table.names))


def told(context: Context, caller: Caller, done: Committed) -> Reply:
    """What happened, in the caller's language; what they did themselves is told to them."""
    speaker = context.composer.speaker(done.table, caller.language, done.table.seat_of(caller.ref))
    said = " ".join([speaker.say(text) for text in done.texts]) or context.say(caller, "changed")
    return Reply(Post(said), done=done)
