"""Why not: which word of a line cannot be, what it lacks, and what is possible instead, with its button."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import replace

from bot.choices import partial_choice
from bot.choices.control_id import ControlId
from bot.choices.controls import shortened
from bot.commands.arguments import Why, Written
from bot.commands.context import Caller, Context, Reply, is_running
from bot.commands.rule_search import section_about
from bot.language.labels import describe
from bot.language.speaker import Speaker
from bot.learn.reference import book
from bot.learn.why_not import Near, nearest, ticked, unoffered
from bot.learn.wishes import never
from bot.lines.move_parser import MoveParser
from bot.messages.panel import Panel, post_of
from bot.messages.post import Button, Post, Row, Style, command_id
from bot.table.change import Loaded
from engines.kit import Text
from engines.kit.errors import Refusal

LONGEST_RULE = 300
"""Letters of a rule that are told here; its number leads to the whole of it."""


async def why(context: Context, caller: Caller, arguments: Why) -> Reply:
    """Which word of a line cannot be, and what it lacks."""
    table = await context.table(caller, arguments, is_running)
    if not arguments.move.strip():
        asks = ControlId.command("whyline", table.code).dialogue()
        button = Button(str(asks), context.say(caller, "button.why_not"))
        return Reply(Post(context.say(caller, "why_how"), ((button,),)))
    loaded = await context.service.work.load(table.code)
    seat = loaded.table.seat_of(caller.ref)
    if seat is None:
        raise Refusal("table.refusal.not_in")
    speaker = context.composer.speaker(loaded.table, caller.language)
    reader = MoveParser(loaded.engine, loaded.running(), seat, speaker, loaded.tries)
    try:
        reading = await asyncio.to_thread(reader.read, arguments.move)
    except Refusal as refusal:
        return _refused(context, caller, arguments.move, loaded, seat, reader, refusal)
    said = ", ".join([describe(part.pending, part.value, speaker) for part in reading.parts])
    return context.text(caller, "why_possible", line=said)


UNSAID = ("menu.refusal.not_understood", "menu.refusal.behind_barrier", "kit.refusal.only_number")
"""Refusals of a line that are no reason by the rules."""


async def asked(context: Context, caller: Caller, arguments: Written) -> Reply:
    """The same from a form."""
    return await why(context, caller, Why(table=arguments.table, move=arguments.text))


def _refused(
    context: Context, caller: Caller, line: str, loaded: Loaded, seat: int, reader: MoveParser, refusal: Refusal
) -> Reply:
    """The reason with what it lacks, the rule that may be meant, and what is possible instead."""
    table, plain = loaded.table, context.composer.markup.plain
    speaker = context.composer.speaker(table, caller.language)
    reason, about = refusal, None
    asked = [each for each in loaded.engine.pending(loaded.running()) if each.seat == seat and each.owed]
    if refusal.code in UNSAID:
        learned = book(table.game)
        reason = (never(learned, line) if learned else None) or refusal
        if reason is refusal:
            about = section_about(table.game, caller.language, line)
            reason = unoffered(loaded.engine, loaded.running(), seat, asked, line, speaker) or refusal
    near = nearest(reason, reader.wished if reason is refusal else None, line, asked, speaker)
    rows, rule = _instead(context, table.code, near, speaker), ""
    if about is not None:
        said = shortened(about.text, LONGEST_RULE)
        rule = context.say(caller, "why_rule", section=about.number, text=plain(said))
        label = context.say(caller, "button.rule", section=about.number)
        rows = (*rows, (Button(command_id("rules", "", f"{table.game}.{about.number}"), label),))
    possible = speaker.say(Text("kit.refusal.nearest")) if near else ""
    said = context.composer.refused(caller.language, reason, table)
    panel = Panel(
        alert=said,
        headline=context.composer.markup.bold(said),
        holding="\n".join([*ticked(reason, speaker), *([rule] if rule else [])]),
        question=possible,
        parts=rows,
        accent=context.composer.accent(table),
    )
    return Reply(post_of(panel), problem=reason)


def _instead(context: Context, code: str, near: Sequence[Near], speaker: Speaker) -> tuple[Row, ...]:
    """A button for each thing that is possible instead of a wish."""
    buttons = [_button(each, code, speaker, context.composer.limits.label) for each in near]
    return tuple(
        [(replace(each, style=Style.PLAIN if number else Style.SUGGESTED),) for number, each in enumerate(buttons)]
    )


def _button(near: Near, code: str, speaker: Speaker, longest: int) -> Button:
    answer = partial_choice.write(near.pending.ask, near.value)
    control = ControlId.ask(code, near.pending.ask_id, str(answer))
    return Button(str(control), shortened(near.label(speaker), longest))
