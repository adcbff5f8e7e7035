"""Inline queries: my hand and my legal moves, shown to me alone in any chat."""

from __future__ import annotations

from telegram import InlineQueryResultArticle, InputTextMessageContent, Update
from telegram.ext import ContextTypes

from bot.choices.controls import clip
from bot.commands.completion import complete
from bot.commands.context import Caller
from bot.commands.conversation import Command, Conversation
from bot.lines.command_spec import Argument
from bot.platforms.telegram.identity import Identity
from bot.service.session import session
from engines import ENGINES

GAMES, MOVES, RESULTS = 5, 8, 50


class Inline:
    """Answers what is asked by the bot's name in any chat."""

    def __init__(self, front: Identity) -> None:
        self.front = front

    async def asked(self, update: Update, context: ContextTypes.DEFAULT_TYPE) -> None:
        """My hand and my legal moves, shown to me alone in any chat. What is sent when one is chosen tells nothing."""
        query = update.inline_query
        if query is None:
            return
        with session():
            caller = await self.front.met(self.front.caller(query.from_user, update))
            found = await articles(self.front.conversation, caller, query.query)
        await query.answer(found, cache_time=0, is_personal=True)


async def articles(conversation: Conversation, caller: Caller, words: str) -> list[InlineQueryResultArticle]:
    """For each of my games the hand and, where it waits for me, the moves. What is sent when one is chosen:
    for the hand, no more than the game's name; for a move, the command that plays it."""
    found: list[InlineQueryResultArticle] = []
    context = conversation.context
    for line in (await context.service.queries.games_of(caller.ref))[:GAMES]:
        code, game = line.table.code, line.table.game
        if line.table.started is None:
            continue
        title = f"{context.composer.titled(line.table, caller.language)['game']} #{code}"
        hand = (await conversation.handle(Command(caller, "hand", {"table": code}))).post
        told = hand.picture.alt if hand.picture is not None else hand.text
        found.append(
            InlineQueryResultArticle(f"h{code}", title, InputTextMessageContent(title), description=clip(told, 500))
        )
        if line.waiting is not None and game in ENGINES:
            moves = await complete(context, caller, Argument("text"), words, {"table": code})
            for number, move in enumerate(moves[:MOVES]):
                sent = InputTextMessageContent(f"/move {move} #{code}")
                found.append(InlineQueryResultArticle(f"m{code}{number}", clip(move, 100), sent, description=title))
    return found[:RESULTS]
