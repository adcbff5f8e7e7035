"""Looking back in a chat: any earlier position in one private message, and the film of a finished game."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from bot.commands.arguments import AtTable, Film, History
from bot.commands.context import Caller, Context, Reply, is_running
from bot.messages import picture_request
from bot.messages.picture_request import told
from bot.messages.post import Attached, Button, Post, command_id
from bot.service.history import Moment
from bot.table.model import Status, Table
from engines.kit import Refusal

WIDTH = 720
"""Of a picture among many: each tap sends one."""
PATIENCE = 20.0
"""Seconds for which a film is waited for before it is told how far it has come."""


async def history(context: Context, caller: Caller, arguments: History) -> Reply:
    """An earlier position as I could see it then, with the ways back, on, and to now."""
    table = await _meant(context, caller, arguments, is_running)
    moments = await context.service.history.moments(table.code, caller.ref)
    if not moments:
        raise Refusal("table.refusal.not_running")
    mine = [each.number for each in await context.service.history.since_my_move(table.code, caller.ref)]
    number = _wanted(arguments, moments, mine)
    moment, look = await context.service.history.at(table.code, caller.ref, number)
    facts = context.composer.titled(look.table, caller.language)
    title = context.say(caller, "step", **facts, n=number + 1, most=len(moments))
    speaker = context.composer.speaker(look.table, caller.language)
    said = [speaker.say(text) for text, _ in told([moment.line])]
    if not said:
        said = [context.say(caller, "step_deal")] if moment.line.seat is None else []
    text = context.composer.fitted([context.composer.markup.bold(title), *said])
    rows = [_ways(table, number, len(moments)), _sides(context, caller, table, mine)]
    if table.status is Status.FINISHED and look.round:
        rows.append((context.composer.button(caller.language, "round_film", "film", table.code, str(look.round)),))
    if table.status is Status.FINISHED and look.seat is not None and number < len(moments) - 1:
        rows.append((context.composer.button(caller.language, "practice", "practice", table.code, str(number + 1)),))
    picture = replace(picture_request.board(look, caller.language, [moment.line], width=WIDTH), gains={})
    return Reply(await context.composer.drawn(Post(text, tuple(rows)), picture), instead=arguments.tapped)


def _wanted(arguments: History, moments: Sequence[Moment], mine: Sequence[int]) -> int:
    """The number that a button carries, or that was written (from 1 on); else the last."""
    way, _, number = arguments.way.partition(".")
    last = moments[-1].number
    if way == "mine" and mine:
        return mine[0]
    if way == "at" and (told_number := number.partition(".")[0]).isdecimal():
        return int(told_number)
    if way == "first":
        return 0
    return last if arguments.number is None else arguments.number - 1


def _ways(table: Table, number: int, count: int) -> tuple[Button, ...]:
    """« ◀ n ▶ »: each carries the number it leads to; where it leads nowhere it stays where it is."""
    before, following = max(0, number - 1), min(count - 1, number + 1)
    ways = (("first", "«"), (f"at.{before}.b", "◀"), (f"at.{number}", str(number + 1)), (f"at.{following}.n", "▶"))
    buttons = [Button(command_id("history", table.code, way), label) for way, label in ways]
    return (*buttons, Button(command_id("history", table.code, "last"), "»"))


def _sides(context: Context, caller: Caller, table: Table, mine: Sequence[int]) -> tuple[Button, ...]:
    found = []
    if mine:
        label = context.say(caller, "button.since_mine", n=len(mine))
        found.append(Button(command_id("history", table.code, "mine"), label))
    found.append(Button(command_id("history", table.code, "now"), context.say(caller, "button.now")))
    return tuple(found)


async def film(context: Context, caller: Caller, arguments: Film) -> Reply:
    """The film of a finished game or of a round: made once, however often it is asked for."""
    table = await finished(context, caller, arguments)
    made = await context.films.film(table.code, PATIENCE, arguments.round)
    facts = context.composer.titled(table, caller.language)
    if made.data is None:
        part = "" if arguments.round is None else str(arguments.round)
        again = context.composer.button(caller.language, "film", "film", table.code, part)
        said = context.say(caller, "film_made", **facts, n=made.done, most=made.most)
        return Reply(Post(said, ((again,),)), instead=arguments.tapped)
    return Reply(Post(context.say(caller, "film", **facts), file=Attached(made.name, made.data)))


async def finished(context: Context, caller: Caller, arguments: AtTable) -> Table:
    """The table that is named, else the one that ended last."""
    return await _meant(context, caller, arguments, lambda table: False)


async def _meant(context: Context, caller: Caller, arguments: AtTable, fits: Callable[[Table], bool]) -> Table:
    """The table that is named, else one that is played and fits, else the one that ended last."""
    try:
        return await context.table(caller, arguments, fits)
    except Refusal:
        if arguments.table:
            raise
        queries = context.service.queries
        found = [*await queries.outcomes(caller.room), *await queries.outcomes(caller.ref)]
        for outcome in sorted(found, key=lambda each: -each.ended):
            if (table := await _kept(context, caller, outcome.code)) is not None:
                return table
        raise


async def _kept(context: Context, caller: Caller, code: str) -> Table | None:
    try:
        table = await context.service.queries.table(code)
        context.require_sight(caller, table)
    except Refusal:
        return None
    return table if table.status is Status.FINISHED else None
