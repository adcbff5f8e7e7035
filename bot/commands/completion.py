"""Completion: what may be typed next into an argument, from what is offered at this moment."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from typing import Any

from bot.commands.arguments import AtTable
from bot.commands.context import Caller, Context, is_running
from bot.commands.learn_commands import names_of_things
from bot.commands.plan_commands import usually
from bot.language import option_labels
from bot.language.speaker import Speaker
from bot.lines.command_spec import Argument
from bot.lines.move_parser import MoveParser
from bot.service.session import session
from bot.store import StoreAway
from engines import ENGINES
from engines.kit.errors import EngineBug, Refusal


async def complete(
    context: Context, caller: Caller, argument: Argument, typed: str, others: Mapping[str, Any]
) -> list[str]:
    """What may be typed next, knowing what stands in the other arguments; nothing rather than an error."""
    try:
        with session():
            return await _completions(context, await context.met(caller), argument, typed, others)
    except (Refusal, StoreAway, EngineBug):
        return []


async def _completions(
    context: Context, caller: Caller, argument: Argument, typed: str, others: Mapping[str, Any]
) -> list[str]:
    at = AtTable(table=str(others.get("table") or ""))
    match argument.name:
        case "table":
            queries = context.service.queries
            await queries.prepare_games(caller.ref, caller.room)
            mine = [line.table.code for line in await queries.games_of(caller.ref)]
            here = [table.code for table in await queries.games_in(caller.room)]
            return [code for code in dict.fromkeys([*mine, *here]) if code.startswith(typed.upper())]
        case "modules":
            games = [str(others["game"])] if others.get("game") in ENGINES else list(ENGINES)
            return _modules(games, typed, caller.language)
        case "part":
            table = await context.table(caller, at, is_running)
            return ["all", "mine", "market", *table.names]
        case "seat":
            table = await context.table(caller, at, is_running)
            return [name for name in table.names if name.casefold().startswith(typed.casefold())]
        case "thing":
            return await names_of_things(context, caller, typed, str(others.get("game") or ""), at)
        case _:
            return await _lines(context, caller, typed, at, is_plan=argument.key == "plan")


async def _lines(context: Context, caller: Caller, typed: str, at: AtTable, is_plan: bool) -> list[str]:
    table = await context.table(caller, at, is_running)
    loaded = await context.service.work.load(table.code)
    seat = loaded.table.seat_of(caller.ref)
    if seat is None or loaded.state is None:
        return []
    speaker = Speaker(caller.language, table.game, tuple(table.names))
    if is_plan:
        return await usually(loaded, seat, speaker, typed, most=25)
    reader = MoveParser(loaded.engine, loaded.state, seat, speaker)
    return [found.line for found in await asyncio.to_thread(reader.complete, typed)]


def _modules(games: Sequence[str], typed: str, language: str) -> list[str]:
    """Lines that go on from what stands before the last comma."""
    before, _, last = typed.rpartition(",")
    start = f"{before}, " if before else ""
    lines = [line for game in games for line in option_labels.lines(game, language)]
    return [start + line for line in lines if last.strip().casefold() in line.casefold()]
