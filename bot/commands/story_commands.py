"""After a game: its story, and playing on from any of its positions, for practice."""

from __future__ import annotations

from bot.commands.arguments import AtTable, Practise
from bot.commands.context import Caller, Context, Reply
from bot.commands.history_commands import finished
from bot.commands.move_commands import panel
from bot.messages.post import Button, Post, command_id
from engines.kit import Refusal

PATIENCE = 15.0
"""Seconds for which a story is waited for before it is told how far it has come."""


async def story(context: Context, caller: Caller, arguments: AtTable) -> Reply:
    """Everybody's chance over the game as a picture, with the moves at which it turned; made once."""
    table = await finished(context, caller, arguments)
    kept, made = await context.stories.story(table.code, PATIENCE)
    facts = context.composer.titled(table, caller.language)
    if made is None:
        again = context.composer.button(caller.language, "story", "story", table.code)
        share = 100 * kept.done // max(1, kept.most)
        return Reply(Post(context.say(caller, "story_made", **facts, n=share), ((again,),)), instead=arguments.tapped)
    picture = await context.stories.picture(table, made, caller.language)
    title = context.composer.markup.bold(context.say(caller, "story", **facts))
    told = await context.stories.told(table, made, caller.language)
    plain = context.composer.markup.plain
    lines = [plain(f"{number}. {each.played} ({each.chance})") for number, each in enumerate(told, 1)]
    buttons = [
        Button(
            command_id("history", table.code, f"at.{max(0, each.number - 2)}.{number}"),
            context.say(caller, "button.before", n=each.number),
        )
        for number, each in enumerate(told, 1)
    ]
    rows = (tuple(buttons),) if buttons else ()
    return Reply(await context.composer.drawn(Post(context.composer.fitted([title, *lines]), rows), picture))


async def practice(context: Context, caller: Caller, arguments: Practise) -> Reply:
    """Play on alone from a position of a finished game; none named: from the deal."""
    table = await finished(context, caller, arguments)
    if table.seat_of(caller.ref) is None:
        raise Refusal("table.refusal.not_in")
    number = 0 if arguments.number is None else arguments.number - 1
    done = await context.service.practice.begin(caller.request, table.code, caller.user, number)
    said = context.say(caller, "practised", **context.composer.titled(table, caller.language), n=number + 1)
    return await panel(context, caller, done.table.code, said, done=done)
