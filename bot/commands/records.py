"""Games played and won, ratings of a room."""

from __future__ import annotations

from bot import pictures
from bot.commands.call import Arguments, Caller, Office, Reply
from bot.posts import Post
from bot.results import is_forgotten, names_in, standings
from bot.texts import Speaker
from engines import ENGINES
from engines.kit.text import Fact, Text

SHOWN = 10


async def stats(office: Office, caller: Caller, arguments: Arguments) -> Reply:
    """My figures in every game; and this room's ratings in the game that is named."""
    mine = await office.service.outcomes(caller.ref)
    here = await office.service.outcomes(caller.room)
    if not mine and not here:
        return office.text(caller, "no_stats")
    lines = []
    for game in ENGINES:
        own = standings([each for each in mine if each.game == game]).get(caller.ref)
        if own is not None:
            facts: dict[str, Fact] = {
                "game": pictures.short_title(game, caller.language),
                "n": own.played,
                "won": own.won,
            }
            lines.append(office.say(caller, "stats_own", **facts, average=own.average, best=own.best))
    games = [str(arguments["game"])] if arguments.get("game") in ENGINES else list(ENGINES)
    for game in games:
        played = [each for each in here if each.game == game]
        records, names = standings(played), names_in(played)
        rated = sorted(records.items(), key=lambda pair: -pair[1].rating)[:SHOWN]
        if rated:
            called = {user: office.scribe.dress.plain(name) for user, name in names.items()}
            called |= {user: Speaker(caller.language).say(Text("bot.somebody")) for user in names if is_forgotten(user)}
            ranking = ", ".join([f"{called[user]} {record.rating}" for user, record in rated])
            title = pictures.short_title(game, caller.language)
            lines.append(office.say(caller, "stats_room", game=title, n=len(played), ranking=ranking))
    return Reply(Post("\n".join(lines) or office.say(caller, "no_stats")))
