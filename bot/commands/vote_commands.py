"""Voting: for or against what a table is asked, and how that stands."""

from __future__ import annotations

from dataclasses import replace

from bot.commands.arguments import Voted
from bot.commands.context import Caller, Context, Reply
from bot.commands.move_commands import panel
from bot.messages.post import Post
from bot.table.votes import vote_key


async def agree(context: Context, caller: Caller, arguments: Voted) -> Reply:
    return await _vote(context, caller, arguments, True)


async def refuse(context: Context, caller: Caller, arguments: Voted) -> Reply:
    return await _vote(context, caller, arguments, False)


async def _vote(context: Context, caller: Caller, arguments: Voted, agrees: bool) -> Reply:
    """A button counts for the question that it stood under, and for no other; the message tells how it stands."""
    table = await context.table(caller, arguments)
    if arguments.question and (table.vote is None or vote_key(table.vote) != arguments.question):
        return await _voted(context, caller, table.code, arguments.question)
    is_back = table.vote is None or table.vote.kind == "back"
    vote = context.service.moves.vote_back if is_back else context.service.moderation.vote
    asked = "" if table.vote is None else vote_key(table.vote)
    done = await vote(caller.request, table.code, caller.ref, agrees)
    return replace(await _voted(context, caller, table.code, asked), done=done)


async def _voted(context: Context, caller: Caller, code: str, question: str) -> Reply:
    """How the vote stands that was asked in this message, or what came of it; of an older one only that it is over."""
    look = await context.service.queries.look(code, caller.ref)
    if not context.has_panels:
        return await panel(context, caller, code, context.say(caller, "voted"), tapped=True)
    known = [each for each in (look.table.vote, look.table.last_vote) if each and vote_key(each) == question]
    if not known:
        return Reply(Post(context.say(caller, "vote_over")), instead=True)
    is_open = known[0] is look.table.vote
    post = context.composer.vote(look, caller.language, None if is_open else known[0])
    return Reply(post, instead=True, look=look)
