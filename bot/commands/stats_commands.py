"""Games played and won, ratings of a room."""

from __future__ import annotations

from bot.commands.arguments import Stats
from bot.commands.context import Caller, Context, Reply
from bot.language.speaker import Speaker
from bot.messages import picture_request
from bot.messages.post import Post
from bot.table.results import is_forgotten, names_in, standings
from engines import ENGINES
from engines.kit.text import Fact, Text

SHOWN = 10


async def stats(context: Context, caller: Caller, arguments: Stats) -> Reply:
    """My figures in every game; and this room's ratings in the game that is named."""
    mine = await context.service.queries.outcomes(caller.ref)
    here = await context.service.queries.outcomes(caller.room)
    if not mine and not here:
        return context.text(caller, "no_stats")
    lines = []
    for game in ENGINES:
        own = standings([each for each in mine if each.game == game]).get(caller.ref)
        if own is not None:
            facts: dict[str, Fact] = {
                "game": picture_request.short_title(game, caller.language),
                "n": own.played,
                "won": own.won,
            }
            lines.append(context.say(caller, "stats_own", **facts, average=own.average, best=own.best))
    games = [arguments.game] if arguments.game in ENGINES else list(ENGINES)
    for game in games:
        played = [each for each in here if each.game == game]
        records, names = standings(played), names_in(played)
        rated = sorted(records.items(), key=lambda pair: -pair[1].rating)[:SHOWN]
        if rated:
            called = {user: context.composer.markup.plain(name) for user, name in names.items()}
            called |= {user: Speaker(caller.language).say(Text("bot.somebody")) for user in names if is_forgotten(user)}
            ranking = ", ".join([f"{called[user]} {record.rating}" for user, record in rated])
            title = picture_request.short_title(game, caller.language)
            lines.append(context.say(caller, "stats_room", game=title, n=len(played), ranking=ranking))
    return Reply(Post("\n".join(lines) or context.say(caller, "no_stats")))
