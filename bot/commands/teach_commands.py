"""The teacher: learn a game, be taught at a table, no more lessons."""

from __future__ import annotations

from dataclasses import replace

from bot.commands.arguments import Alone, AtTable, GoOn, Teach
from bot.commands.context import Caller, Context, Reply, is_lobby, is_running
from bot.commands.lobby_commands import practice, which_game
from bot.commands.move_commands import panel
from bot.language.speaker import Speaker
from bot.learn.lessons import Teacher
from bot.lines.command_spec import name_of
from bot.messages.post import Post
from bot.table.model import Table
from engines import ENGINES
from engines.kit.errors import Refusal
from engines.kit.text import Fact, Text


async def learn(context: Context, caller: Caller, arguments: Alone) -> Reply:
    """A practice game with a teacher; without a game, ask which."""
    if arguments.game not in ENGINES:
        return which_game(context, caller, "learn")
    return await practice(context, caller, arguments.game)


async def teach(context: Context, caller: Caller, arguments: Teach) -> Reply:
    """Be taught at a table; or no more lessons, for ever and everywhere, until they are wanted again."""
    person = await context.person(caller)
    wanted = arguments.lessons != "off"
    if person.teach is not wanted:
        person = person.model_copy(update={"teach": wanted})
        await context.service.people.keep(caller.ref, person)
    known = replace(caller, person=person)
    if arguments.lessons == "off":
        said = _say(caller, "off", command=f"/{name_of('teach', caller.language)}")
        return await _at(context, known, arguments, said) if arguments.tapped else Reply(Post(said))
    try:
        table = await context.table(caller, arguments, lambda each: _sits(each, caller.ref))
    except Refusal:
        if arguments.table:
            raise
        return Reply(Post(_say(caller, "back")))
    if table.seat_of(caller.ref) is None:
        raise Refusal("table.refusal.not_in")
    await Teacher(context.service).teach(caller.ref, table.code)
    return await _at(context, known, replace_table(arguments, table.code), _say(caller, "on"))


async def understood(context: Context, caller: Caller, arguments: AtTable) -> Reply:
    """What was told at this question need not stand any longer."""
    table = await context.table(caller, arguments, is_running)
    await Teacher(context.service).understood(caller.ref, table.game)
    return await panel(context, caller, table.code, tapped=True)


async def go_on(context: Context, caller: Caller, arguments: GoOn) -> Reply:
    """A computer's turn was seen: the next one may begin."""
    table = await context.table(caller, arguments, is_running)
    for_good = arguments.often == "always"
    done = await context.service.moves.go_on(caller.request, table.code, caller.ref, for_good)
    said = _say(caller, "not_held") if for_good else ""
    return await panel(context, caller, table.code, said, tapped=True, done=done)


def replace_table(arguments: Teach, code: str) -> Teach:
    return arguments.model_copy(update={"table": code})


async def _at(context: Context, caller: Caller, arguments: AtTable, said: str) -> Reply:
    """The sentence, above the question where the game is on."""
    table = await context.table(caller, arguments)
    if is_running(table) and table.seat_of(caller.ref) is not None:
        return await panel(context, caller, table.code, said, tapped=arguments.tapped)
    return Reply(Post(said))


def _sits(table: Table, user: str) -> bool:
    return (is_running(table) or is_lobby(table)) and table.seat_of(user) is not None


def _say(caller: Caller, key: str, **facts: Fact) -> str:
    return Speaker(caller.language).say(Text(f"learn.teacher.{key}", facts))
