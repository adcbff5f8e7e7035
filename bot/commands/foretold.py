"""What somebody is told about the pace of the others at a table."""

from __future__ import annotations

from bot.commands.context import Caller, Context
from bot.messages.forecast import forecast, paces
from bot.messages.picture_request import speaker_of
from bot.table.model import Status, Table


async def foretold(context: Context, caller: Caller, table: Table) -> str:
    """When I am likely up, or in a lobby how long the others usually take, for who sits there: words without markup."""
    seat, speaker = table.seat_of(caller.ref), speaker_of(table, caller.language)
    if seat is None:
        return ""
    if table.status is Status.LOBBY:
        return paces(table, seat, await context.service.people.paces(table), speaker)
    people, zone = await context.service.people.at(table), (await context.person(caller)).zone_info
    return forecast(table, seat, people, context.service.work.clock(), zone, speaker)
