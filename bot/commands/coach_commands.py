"""The coach in the conversation: a hint for whoever asks, and whether a table has hints."""

from __future__ import annotations

from collections.abc import Sequence

from bot.choices import partial_choice
from bot.choices.control_id import ControlId
from bot.commands.arguments import AtTable, Hints
from bot.commands.context import Caller, Context, Reply, is_running
from bot.commands.moderation_commands import told
from bot.messages.hint_words import hint_said, move_said
from bot.messages.post import Button, Post, Style
from bot.table.model import Status, Table
from engines.kit import Pending, Refusal
from engines.kit.thinking import Move


async def hint(context: Context, caller: Caller, arguments: AtTable) -> Reply:
    """What a computer would choose for me now, and why; for me alone. That I asked is told to all."""
    table = await _mine(context, caller, arguments)
    advice, look = await context.service.coach.hint(table.code, caller.ref)
    speaker = context.composer.speaker(look.table, caller.language)
    title = context.say(caller, "title", **context.composer.titled(look.table, caller.language))
    said = hint_said(advice, look.pending, speaker)
    rows = []
    for number, move in enumerate([each for each in (advice.move, advice.other) if each is not None]):
        if control := _control(look.table, look.pending, move):
            label = move_said(look.pending, move, speaker)[: context.composer.limits.label]
            rows.append((Button(control, label, Style.SUGGESTED if number == 0 else Style.PLAIN),))
    asked = [speaker.say(each.ask.prompt) for each in look.pending if each.owed]
    text = context.composer.fitted([context.composer.markup.bold(title), *asked[:1], *said])
    if context.has_panels:
        rows.append((context.composer.button(caller.language, "my_move", "move", table.code),))
    return Reply(Post(text, tuple(rows)), said=" ".join(said))


async def _mine(context: Context, caller: Caller, arguments: AtTable) -> Table:
    """The table that is meant; without a name the one that waits for me."""

    def waits(table: Table) -> bool:
        seat = table.seat_of(caller.ref)
        return is_running(table) and seat is not None and seat in table.waiting

    try:
        return await context.table(caller, arguments, waits)
    except Refusal:
        if arguments.table:
            raise
        return await context.table(caller, arguments, is_running)


def _control(table: Table, pendings: Sequence[Pending], move: Move) -> str:
    """The id of a button that gives this answer; empty where it does not fit into one."""
    pending = next((each for each in pendings if each.ask_id == move.ask_id), None)
    if pending is None:
        return ""
    draft = str(partial_choice.write(pending.ask, move.value, "="))
    return str(ControlId.ask(table.code, move.ask_id, draft)) if len(draft) <= partial_choice.LONGEST else ""


async def hints(context: Context, caller: Caller, arguments: Hints) -> Reply:
    """The host says whether people may ask for hints here."""
    table = await context.table(caller, arguments)
    if table.status is Status.FINISHED:
        raise Refusal("table.refusal.over")
    is_allowed = arguments.hints == "on"
    done = await context.service.moderation.allow_hints(caller.request, table.code, caller.ref, is_allowed)
    return told(context, caller, done)
