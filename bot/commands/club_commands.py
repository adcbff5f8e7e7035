"""A room that stays together: seasons, leagues, who wants to play what, records."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from bot.commands.arguments import InLeague, InSeason, Lfg, Stats
from bot.commands.context import Caller, Context, Reply
from bot.language.dates import month
from bot.language.speaker import Speaker, catalogue
from bot.messages import picture_request
from bot.messages.picture_request import short_title
from bot.messages.post import Button, Post, Style, command_id
from bot.table.club import League, Row, Season, Wish, feats, leaders, league_table, table_of
from bot.table.lobby import clean
from bot.table.results import Outcome
from engines import ENGINES
from engines.kit import Refusal, Text
from engines.kit.text import Fact
from render import Standings
from render.standings import MOST_ROWS
from render.words import shown

SHARED = {"season", "league", "lfg", "gather", "records"}
"""What concerns a room: the answer stands there for all, and a tap on it changes it for all."""
IN_A_ROW = 3
"""Buttons of games beside one another: the records of one title, at most."""
MOST_WISHED = 4
"""Games and paces that have a button; all of them stand in words."""


def _say(caller: Caller, key: str, /, **facts: Fact) -> str:
    return Speaker(caller.language).say(Text(f"club.{key}", facts))


def _lines(context: Context, *lines: str) -> str:
    return context.composer.fitted([context.composer.markup.plain(line) for line in lines])


def _known(game: str) -> str:
    """A game of ours; a button may be older than the house."""
    if game not in ENGINES:
        raise Refusal("table.refusal.no_game", game=clean(game))
    return game


# --- season ---


async def season(context: Context, caller: Caller, arguments: InSeason) -> Reply:
    """The table of the season; or begin one, or end it."""
    clubs = context.service.clubs
    if arguments.action == "start":
        plain = month(clubs.work.clock(), caller.language, (await context.person(caller)).zone_info)
        begun = await clubs.begin(caller.room, caller.ref, arguments.name or plain, caller.language)
        return Reply(Post(_lines(context, _say(caller, "season_begun", name=begun.name))))
    if arguments.action == "end":
        over = await clubs.end(caller.room, caller.ref)
        return await standing(context, caller, over, "", _say(caller, "season_ended", name=over.name))
    going = await clubs.season(caller.room)
    if going is None:
        return Reply(Post(_lines(context, _say(caller, "no_season"))))
    if arguments.name and not arguments.game:
        return Reply(Post(_lines(context, _say(caller, "season_words", words=clean(arguments.name)))))
    return await standing(context, caller, going, arguments.game and _known(arguments.game))


async def standing(context: Context, caller: Caller, season: Season, game: str, said: str = "") -> Reply:
    """The table of a season as a picture: one game's, or overall."""
    outcomes = await context.service.clubs.played(caller.room, season)
    chosen = [each for each in outcomes if not game or each.game == game]
    rows = table_of(chosen)
    played = short_title(game, caller.language) if game else ""
    if not rows:
        key = "season_nothing" if said else "season_empty_game" if game else "season_empty"
        empty = _say(caller, key, name=season.name, game=played)
        return Reply(Post(_lines(context, *[line for line in (said, empty) if line])))
    title = f"{season.name}, {played}" if game else season.name
    heads = tuple([_say(caller, f"head.{head}") for head in ("played", "won", "rating")])
    view = Standings(
        season.name,
        _say(caller, "season_games", game=played, n=len(chosen), people=len(rows)),
        heads,
        tuple([(row.place, row.name, (str(row.played), str(row.won), str(row.rating))) for row in rows]),
    )
    leads = _say(caller, "season_leads", names=leaders(rows), leaders=len(leaders(rows)), season=title)
    lines = [f"{said} {_won(caller, rows)}" if said else leads, *_unseen(caller, rows)]
    picture = picture_request.standings(game or _most_played(chosen), view, caller.language)
    return Reply(await context.composer.drawn(Post(_lines(context, *lines)), picture))


def _won(caller: Caller, rows: Sequence[Row]) -> str:
    somebody = Speaker(caller.language).say(Text("bot.somebody"))
    return _say(caller, "season_won", names=[name or somebody for name in leaders(rows)])


def _unseen(caller: Caller, rows: Sequence[Row]) -> list[str]:
    """What the picture cannot show: names in letters that it lacks, and whoever asks, where the table is longer."""
    seen = rows[:MOST_ROWS]
    wanted = [row for row in seen if not shown(row.name)] + [row for row in rows[MOST_ROWS:] if row.user == caller.ref]
    more = [_say(caller, "season_more", most=MOST_ROWS, n=len(rows))] if len(rows) > MOST_ROWS else []
    return [*more, *[f"{row.place}. {row.name}: {row.rating}" for row in wanted]]


def _most_played(outcomes: Sequence[Outcome]) -> str:
    return Counter([each.game for each in outcomes]).most_common(1)[0][0]


# --- league ---


async def league(context: Context, caller: Caller, arguments: InLeague) -> Reply:
    """How a league stands; or take part, leave, begin, give it up."""
    clubs, game = context.service.clubs, arguments.game
    match arguments.action:
        case "join":
            entered = await clubs.enter(caller.room, game, caller.user)
            return Reply(Post(_lines(context, _members(caller, entered)), _league_buttons(caller, entered)))
        case "leave":
            left = await clubs.quit(caller.room, game, caller.ref)
            return Reply(Post(_lines(context, _members(caller, left)), _league_buttons(caller, left)))
        case "start":
            before = await clubs.league(caller.room, game)
            begun, table = await clubs.kick_off(caller.room, game, caller.ref, caller.language)
            if before.opened:
                return await _league_standing(context, caller, begun)
            facts: dict[str, Fact] = {"game": short_title(game, caller.language), "code": table.code}
            said = _say(caller, "league_begun", **facts, n=len(begun.fixtures(ENGINES[game].info.seats[1])))
            return Reply(Post(_lines(context, said)))
        case "end":
            over = await clubs.dissolve(caller.room, game, caller.ref)
            said = _say(caller, "league_ended", game=short_title(_known(game), caller.language))
            return await _league_standing(context, caller, over, said)
    found = (await clubs.leagues(caller.room)).get(game) or League(game=_known(game))
    if found.begun is None:
        return Reply(Post(_lines(context, _members(caller, found)), _league_buttons(caller, found)))
    return await _league_standing(context, caller, found)


def _members(caller: Caller, league: League) -> str:
    names = [member.name for member in league.members]
    facts: dict[str, Fact] = {"game": short_title(league.game, caller.language)}
    return _say(caller, "league_members", **facts, names=names) if names else _say(caller, "league_nobody", **facts)


def _league_buttons(caller: Caller, league: League) -> tuple[tuple[Button, ...], ...]:
    actions = ("join", "leave", "start") if league.members else ("join",)
    return (
        tuple(
            [
                Button(command_id("league", argument=f"{league.game}.{each}"), _say(caller, f"button.{each}"))
                for each in actions
            ]
        ),
    )


async def _league_standing(context: Context, caller: Caller, league: League, said: str = "") -> Reply:
    """The table of a league as a picture, and what is on; `said`: that it was given up."""
    outcomes = [each for each in await context.service.clubs.played(caller.room, None) if each.code in league.tables]
    if said and not outcomes:
        return Reply(Post(_lines(context, said)))
    rows, going = league_table(outcomes, league), await context.service.clubs.table_of(league)
    called_off = len(league.tables) - len(outcomes) - (going is not None)
    fixtures = len(league.fixtures(ENGINES[league.game].info.seats[1]))
    most = fixtures - league.opened.count("") - called_off
    heads = tuple([_say(caller, f"head.{head}") for head in ("played", "won", "points")])
    title = _say(caller, "league_title", game=short_title(league.game, caller.language))
    progress = _say(caller, "league_progress", n=len(outcomes), most=most)
    view = Standings(title, progress, heads, tuple([_league_row(caller, row) for row in rows]))
    picture = picture_request.standings(league.game, view, caller.language)
    lines, buttons = [f"{title}: {progress}."], tuple[Button, ...]()
    if said:
        lines = [f"{said} {_won(caller, rows)}"]
    elif going is not None:
        lines = [f"{lines[0]} {_say(caller, 'league_table', code=going.code)}"]
        buttons = (Button(command_id("board", going.code), f"#{going.code}"),)
    elif len(league.opened) == fixtures:
        lines = [f"{lines[0]} {_won(caller, rows)}", _say(caller, "league_played")]
    post = Post(_lines(context, *lines), (buttons,) if buttons else ())
    return Reply(await context.composer.drawn(post, picture))


def _league_row(caller: Caller, row: Row) -> tuple[int, str, tuple[str, ...]]:
    name = row.name or Speaker(caller.language).say(Text("bot.somebody"))
    return row.place, name, (str(row.played), str(row.won), str(row.points))


# --- who wants to play ---


async def lfg(context: Context, caller: Caller, arguments: Lfg) -> Reply:
    """Who wants to play what, at which pace; I too; or no longer."""
    clubs = context.service.clubs
    if arguments.off:
        count = await clubs.unwish(caller.room, caller.ref)
        return Reply(Post(_lines(context, _say(caller, "lfg_off" if count else "lfg_not_on"))))
    if arguments.game:
        enough = await clubs.wish(caller.room, caller.user, arguments.game, arguments.pace)
        if enough:
            facts: dict[str, Fact] = {"game": short_title(arguments.game, caller.language)}
            said = _say(caller, "lfg_enough", **facts, names=[wish.name for wish in enough])
            wanted = f"{arguments.game}.{arguments.pace}"
            open_ = Button(command_id("gather", argument=wanted), _say(caller, "button.open"), Style.SUGGESTED)
            others = await _others(context, caller, arguments)
            rows = ((open_,), *_me_too(caller, [*enough[:1], *others]))
            return Reply(Post(_lines(context, said, *_wished(caller, others)), rows))
    elif "pace" in arguments.model_fields_set:
        raise Refusal("chat.refusal.argument_missing", name=catalogue(caller.language)["commands.option.game"])
    wishes = await clubs.wishes(caller.room)
    if not wishes:
        return Reply(Post(_lines(context, _say(caller, "lfg_none"))))
    buttons = () if caller.private or not context.has_panels else _me_too(caller, wishes)
    return Reply(Post(_lines(context, *_wished(caller, wishes), _say(caller, "lfg_how")), buttons))


def _me_too(caller: Caller, wishes: Sequence[Wish]) -> tuple[tuple[Button, ...], ...]:
    """A button for each game and pace that somebody waits for, as far as a message holds them."""
    wanted = list(dict.fromkeys([(wish.game, wish.pace) for wish in wishes]))[:MOST_WISHED]
    return tuple(
        [
            (
                Button(
                    command_id("lfg", argument=f"{game}.{pace}"),
                    _say(caller, "button.me_too", game=short_title(game, caller.language), pace=_pace(caller, pace)),
                ),
            )
            for game, pace in wanted
        ]
    )


async def gather(context: Context, caller: Caller, arguments: Lfg) -> Reply:
    """The table for those who want to play that, opened once, however often it is asked for."""
    game = _known(arguments.game)
    await context.limits.require_opening(caller.ref, caller.room)
    done, names = await context.service.clubs.gather(caller.room, caller.user, game, arguments.pace)
    facts: dict[str, Fact] = {"game": short_title(game, caller.language), "code": done.table.code}
    others = await _others(context, caller, arguments)
    said = _lines(context, _say(caller, "lfg_open", **facts, names=names), *_wished(caller, others))
    return Reply(Post(said, _me_too(caller, others)), done=done)


async def _others(context: Context, caller: Caller, arguments: Lfg) -> list[Wish]:
    """Who waits for another game, or for it at another pace: they are waiting still."""
    wishes = await context.service.clubs.wishes(caller.room)
    return [wish for wish in wishes if (wish.game, wish.pace) != (arguments.game, arguments.pace)]


def _pace(caller: Caller, pace: str) -> str:
    return Speaker(caller.language).say(Text(f"commands.choice.pace.{pace}"))


def _wished(caller: Caller, wishes: Sequence[Wish]) -> list[str]:
    """A line for each game and pace."""
    groups: dict[tuple[str, str], list[str]] = {}
    for wish in wishes:
        groups.setdefault((wish.game, wish.pace), []).append(wish.name)
    return [
        _say(
            caller,
            "lfg_line",
            game=short_title(game, caller.language),
            pace=_pace(caller, pace),
            names=names,
        )
        for (game, pace), names in groups.items()
    ]


# --- records ---


async def records(context: Context, caller: Caller, arguments: Stats) -> Reply:
    """The highest score, the quickest victory, the longest game of this room; each leads to its story."""
    outcomes = await context.service.clubs.played(caller.room, None)
    found = feats([each for each in outcomes if not arguments.game or each.game == arguments.game])
    if not found:
        if not outcomes:
            raise Refusal("club.refusal.no_records")
        raise Refusal("club.refusal.no_records_of", game=short_title(_known(arguments.game), caller.language))
    somebody, markup = Speaker(caller.language).say(Text("bot.somebody")), context.composer.markup
    lines = list[str]()
    for game in dict.fromkeys([feat.game for feat in found]):
        lines.append(markup.bold(markup.plain(short_title(game, caller.language))))
        for feat in [each for each in found if each.game == game]:
            facts: dict[str, Fact] = {"code": feat.code, "n": feat.amount, "name": feat.name or somebody}
            lines.append(markup.plain(_say(caller, f"record.{feat.kind}", **facts)))
    codes = list(dict.fromkeys([feat.code for feat in found]))
    buttons = [Button(command_id("story", code), f"#{code}") for code in codes]
    rows = tuple([tuple(buttons[first : first + IN_A_ROW]) for first in range(0, len(buttons), IN_A_ROW)])
    return Reply(Post(context.composer.fitted(lines), rows))
