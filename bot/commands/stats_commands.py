"""Games played and won, ratings of a room."""

from __future__ import annotations

from collections.abc import Sequence

from bot.commands.arguments import Stats
from bot.commands.context import Caller, Context, Reply
from bot.language.speaker import Speaker
from bot.messages import picture_request
from bot.messages.post import Post
from bot.table.results import Outcome, is_forgotten, names_in, standings
from engines import ENGINES
from engines.kit.text import Fact, Text

SHOWN = 10


async def stats(context: Context, caller: Caller, arguments: Stats) -> Reply:
    """My figures in every game; and this room's ratings in the game that is named."""
    here = await context.service.queries.outcomes(caller.room)
    if arguments.person:
        return _of_another(context, caller, arguments, here)
    mine = await context.service.queries.outcomes(caller.ref)
    if not mine and not here:
        return context.text(caller, "no_stats")
    lines = _figures(context, caller, mine, caller.ref)
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


def _of_another(context: Context, caller: Caller, arguments: Stats, here: Sequence[Outcome]) -> Reply:
    """The figures of somebody else, from the games of this room: what was played elsewhere is not told here."""
    person, names = context.account(arguments.person), names_in(here)
    folded = arguments.person.strip().casefold()
    ref = person.ref if person else next((user for user, name in names.items() if name.casefold() == folded), "")
    name = context.composer.markup.plain(names.get(ref) or (person.name if person else arguments.person.strip()))
    played = [each for each in here if arguments.game in ("", each.game)]
    lines = [] if is_forgotten(ref) else _figures(context, caller, played, ref)
    if not lines:
        return context.text(caller, "no_stats_of", name=name)
    return Reply(Post("\n".join([context.say(caller, "stats_of", name=name, line=line) for line in lines])))


def _figures(context: Context, caller: Caller, outcomes: Sequence[Outcome], ref: str) -> list[str]:
    """A line for each game that somebody has finished."""
    lines = []
    for game in ENGINES:
        own = standings([each for each in outcomes if each.game == game]).get(ref)
        if own is not None:
            facts: dict[str, Fact] = {
                "game": picture_request.short_title(game, caller.language),
                "n": own.played,
                "won": own.won,
            }
            lines.append(context.say(caller, "stats_own", **facts, average=own.average, best=own.best))
    return lines
