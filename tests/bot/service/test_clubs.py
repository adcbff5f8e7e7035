"""A club: a season of twelve people and forty games, leagues played to the end, wishes, records, forgetting."""

from __future__ import annotations

import asyncio
import json
import re
from datetime import UTC, datetime
from importlib import metadata
from pathlib import Path

import pytest
from openskill.models import PlackettLuce

from bot.choices.controls import DISCORD
from bot.commands.context import Caller, Context, Reply
from bot.commands.conversation import Command, Conversation, Line, Tap
from bot.messages import picture_request
from bot.messages.composer import Composer
from bot.messages.post import command_id
from bot.platforms.web.context import Plain as PlainDress
from bot.service.club_service import MONTH, WISH_LASTS
from bot.service.table_service import TableService
from bot.store import Store
from bot.table import moves
from bot.table.change import Change, Loaded
from bot.table.club import League, Member, Season, feats, league_table, table_of
from bot.table.lobby import User
from bot.table.model import Status
from bot.table.results import Outcome
from bot.table.time_control import Pace
from bot.workers.digests import Digests
from bot.workers.platform import PlatformTrouble
from engines import ENGINES
from engines.kit import Dice, Refusal
from render import Standings, Studio, draw
from tests.bot.crew import Wall, crew
from tests.bot.toy_service import ANNA, BRAM, CARO, ROOM, Clock, owed, play_on, refused, service

PEOPLE = [User(f"discord:{number}", f"P{number:02}") for number in range(12)]


def games(count: int, start: float, seed: str = "season") -> list[Outcome]:
    """Games of three by chance, in which the lower number mostly wins; an hour apart."""
    chance, found = Dice(seed), []
    for number in range(count):
        seats = sorted(range(12), key=lambda _: chance.below(1_000_000))[:3]
        skill = {seat: 100 - 5 * seat + chance.below(25) for seat in seats}
        order = sorted(seats, key=lambda seat: -skill[seat])
        users, names = [PEOPLE[seat].ref for seat in seats], [PEOPLE[seat].name for seat in seats]
        outcome = Outcome(
            code=f"G{number:03}",
            game=("princes", "carrara")[number % 2],
            ended=start + 3600 * number,
            moves=40 + chance.below(60),
            users=[*users],
            names=names,
            scores=[skill[seat] for seat in seats],
            places=[order.index(seat) + 1 for seat in seats],
        )
        found.append(outcome)
    return found


def house(one: Store, folder: Path, clock: Clock | None = None) -> tuple[TableService, Conversation]:
    desk = service(one, folder, clock)
    desk.work.engines = {**ENGINES, **desk.work.engines}
    return desk, Conversation(Context(desk, Composer(DISCORD, PlainDress(), Studio())))


async def say(conversation: Conversation, user: User, command: str, /, **arguments: object) -> Reply:
    return await conversation.handle(Command(Caller(user, ROOM, f"{command} {arguments}"), command, arguments))


async def test_a_season_of_twelve_people_and_forty_games_ends_with_the_right_table(one: Store, tmp_path: Path) -> None:
    clock = Clock()
    _, conversation = house(one, tmp_path, clock)
    early, played = games(5, clock.now - 30 * 3600, "before"), games(40, clock.now + 60)
    assert "has begun" in (await say(conversation, PEOPLE[3], "season", action="start", name="Autumn")).post.text
    clock.sleep(41 * 3600)
    for outcome in [*early, *played]:
        await one.keep_result(f"{outcome.code} {outcome.ended}", [ROOM], outcome.model_dump_json())

    shown = (await say(conversation, PEOPLE[5], "season")).post
    rows = table_of(played)
    assert shown.picture is not None
    for row in rows:
        assert f"{row.place}. {row.name}: " in shown.picture.alt
        assert str(row.rating) in shown.picture.alt
    assert f"{rows[0].name} leads" in shown.text

    model, skill = PlackettLuce(), {}
    for outcome in played:
        users = [user or "" for user in outcome.users]
        teams = [[skill.get(user, model.rating())] for user in users]
        rated = model.rate(teams, ranks=[float(place) for place in outcome.places])
        skill |= {user: team[0] for user, team in zip(users, rated, strict=True)}
    expected = sorted(skill, key=lambda user: -(skill[user].mu - 3 * skill[user].sigma))
    assert [row.user for row in rows] == expected
    assert sum(row.played for row in rows) == 120
    assert sum(row.won for row in rows) == 40

    one_game = (await say(conversation, PEOPLE[5], "season", game="princes")).post
    assert one_game.picture is not None
    assert one_game.picture.alt.startswith("Autumn\nPrinces: 20 games, "), "the game stands where there is room for it"
    taught = games(1, clock.now - 3600)[0].model_copy(update={"code": "TAUGHT", "is_practice": True})
    await one.keep_result("TAUGHT", [ROOM], taught.model_dump_json())
    again = (await say(conversation, PEOPLE[5], "season")).post.picture
    assert again is not None
    assert again.alt == shown.picture.alt, "a game with a teacher counts for nobody"
    assert (await say(conversation, PEOPLE[5], "season", action="end")).refused, "only who began it may end it"
    assert "is over" in (await say(conversation, PEOPLE[3], "season", action="end")).post.text
    assert "No season" in (await say(conversation, PEOPLE[3], "season")).post.text


async def test_what_is_said_of_a_club_is_true_of_who_asks_and_of_what_was_asked(one: Store, tmp_path: Path) -> None:
    clock = Clock()
    _, conversation = house(one, tmp_path, clock)
    await say(conversation, PEOPLE[3], "season", action="start")
    assert "January 2027" in (await say(conversation, PEOPLE[5], "season")).post.text, "a season without a name has one"
    clock.sleep(3600 * 41)
    for outcome in games(40, clock.now - 3600 * 40):
        await one.keep_result(outcome.code, [ROOM], outcome.model_dump_json())
    rivals = (await say(conversation, PEOPLE[5], "season", game="rivals")).post.text
    assert "No game of Rivals" in rivals
    assert "no game of Rivals" in (await say(conversation, PEOPLE[5], "records", game="rivals")).post.text
    assert "blah" in (await say(conversation, PEOPLE[5], "season", name="blah")).post.text
    for verb in ("season", "league", "records"):
        assert "chess" in (await say(conversation, PEOPLE[5], verb, game="chess")).post.text
    forged = await conversation.handle(Tap(Caller(ANNA, ROOM, "forged"), [command_id("league", argument="chess")]))
    assert "chess" in forged.post.text, "a button may be older than the house"
    records = (await say(conversation, PEOPLE[5], "records")).post
    linked = {button.label for row in records.rows for button in row}
    assert linked == {f"#{feat.code}" for feat in feats(games(40, clock.now - 3600 * 40))}, "each leads to its story"

    assert "/lfg off" in (await say(conversation, ANNA, "lfg", game="carrara", pace="relaxed")).post.text
    assert "not on the list" in (await say(conversation, PEOPLE[5], "lfg", off=True)).post.text, "but somebody waits"
    enough = (await say(conversation, PEOPLE[5], "lfg", game="carrara", pace="relaxed")).post
    tapped = await conversation.handle(Tap(Caller(ANNA, ROOM, "tap"), [enough.rows[0][0].id]))
    assert tapped.done is not None
    assert tapped.done.table.pace is Pace.RELAXED, "the table has the pace that was wished for"


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("/lfg carrara quickly", "Blitz: 5 minutes, A day, Relaxed: three days and No clock"),
        ("/meespelen carrara snel", "Blitz: 5 minutes"),
        ("/lfg foo", "Firenze"),
        ("/lfg blitz", "game"),
        ("/league carrara foo", "Take part, Leave, Begin and End"),
        ("/records foo", "Firenze"),
        ("/season foo", "Behind /season: start and a name"),
    ],
)
async def test_a_word_that_is_none_of_those_a_club_knows_is_told_with_those_it_knows(
    one: Store, tmp_path: Path, line: str, said: str
) -> None:
    desk, conversation = house(one, tmp_path)
    await desk.clubs.begin(ROOM, ANNA.ref, "Autumn")
    reply = await conversation.handle(Line(Caller(ANNA, ROOM, line), line))
    assert said in reply.post.text
    assert await desk.clubs.wishes(ROOM) == [], "nothing is done that was not asked for"
    assert await desk.clubs.leagues(ROOM) == {}


async def test_names_that_our_fonts_lack_and_whoever_is_below_the_picture_stand_in_words(
    one: Store, tmp_path: Path
) -> None:
    clock = Clock()
    _, conversation = house(one, tmp_path, clock)
    await say(conversation, ANNA, "season", action="start", name="Autumn")
    names = ["P00", "李小龍", *[f"P{number:02}" for number in range(2, 20)]]
    for number, name in enumerate(names):
        outcome = Outcome(
            code=f"G{number:03}",
            game="carrara",
            ended=clock.now + number,
            moves=40,
            users=[f"discord:{number}", "discord:99"],
            names=[name, "Zoë"],
            scores=[50 - number, 1],
            places=[1, 2],
        )
        await one.keep_result(outcome.code, [ROOM], outcome.model_dump_json())
    post = (await say(conversation, User("discord:99", "Zoë"), "season")).post
    assert re.search(r"^\d+\. 李小龍: \d+$", post.text, re.MULTILINE)
    assert "P00 leads" in post.text
    assert "The picture shows the first 15 of 21" in post.text
    assert "21. Zoë" in post.text


async def test_a_league_opens_its_tables_in_turn_until_each_has_met_each(one: Store, tmp_path: Path) -> None:
    desk, _ = house(one, tmp_path)
    people = (ANNA, BRAM, CARO)
    for number, user in enumerate(people):
        if number == 2:
            small = await refused("club.refusal.league_small", desk.clubs.kick_off(ROOM, "toy", ANNA.ref))
            assert small.facts["least"] == 3
        await desk.clubs.enter(ROOM, "toy", user)
    stranger = await refused("club.refusal.not_in_league", desk.clubs.kick_off(ROOM, "toy", "discord:9"))
    assert stranger is not None
    league, table = await desk.clubs.kick_off(ROOM, "toy", BRAM.ref)
    again, same = await desk.clubs.kick_off(ROOM, "toy", BRAM.ref)
    assert (same.code, again.opened) == (table.code, [table.code]), "the same table, however often it is asked for"
    most = ENGINES["rivals"].info.seats[1]
    assert most == 2
    team, first = crew(desk), []
    for number in range(3):
        league = await desk.clubs.league(ROOM, "toy")
        code = league.opened[-1]
        assert len(league.opened) == number + 1
        first.append((await desk.queries.table(code)).seats[0].user)
        while await owed(desk, code):
            await play_on(desk, code, 200, f"play {number} {(await desk.work.load(code)).version}")
        await team.workers.step()
    assert sorted(first) == sorted(user.ref for user in people), "each sits first once"
    assert await desk.clubs.next_table(ROOM, "toy") is None
    rows = league_table(await desk.queries.outcomes(ROOM), await desk.clubs.league(ROOM, "toy"))
    assert [row.played for row in rows] == [3, 3, 3]
    assert sum(row.points for row in rows) == 3 * 6, "six points a game of three, ties shared"


def test_in_a_game_of_two_each_of_a_league_meets_each_and_nobody_is_always_first() -> None:
    league = League(game="rivals", members=[Member(user=str(n), name=str(n)) for n in range(5)])
    fixtures = league.fixtures(2)
    assert len({frozenset(each) for each in fixtures}) == len(fixtures) == 10
    begun = [sum(each[0] == one for each in fixtures) for one in range(5)]
    assert max(begun) - min(begun) <= 1


async def test_a_league_whose_people_leave_goes_on_with_those_who_are_still_there(one: Store, tmp_path: Path) -> None:
    desk, conversation = house(one, tmp_path)
    people = (ANNA, BRAM, CARO, PEOPLE[3])
    for user in people:
        await desk.clubs.enter(ROOM, "rivals", user)
    assert (await say(conversation, PEOPLE[9], "league", game="rivals", action="end")).refused, "no part in it"
    begun = await say(conversation, ANNA, "league", game="rivals", action="start")
    league = await desk.clubs.league(ROOM, "rivals")
    assert "6 games" in begun.post.text
    again = await say(conversation, ANNA, "league", game="rivals", action="start")
    assert f"#{league.opened[0]} is being played" in again.post.text
    await say(conversation, BRAM, "forget")
    met = []
    while (table := await desk.clubs.next_table(ROOM, "rivals")) is not None:
        met.append([seat.user for seat in table.seats])
        for seat in [seat for seat in table.seats if seat.user in [user.ref for user in people]]:
            await desk.moves.resign(f"{table.code} {seat.user}", table.code, str(seat.user))
        if len(met) > 1:
            assert len({*met[-1]} & {ANNA.ref, CARO.ref, PEOPLE[3].ref}) == 2, "nobody meets an empty chair"
    assert len(met) in (3, 4), "three games are left, and the one that was on"
    shown = (await say(conversation, ANNA, "league", game="rivals")).post.text
    assert "makes room for a new one" in shown


async def test_a_table_of_a_league_that_is_called_off_is_followed_by_the_next(one: Store, tmp_path: Path) -> None:
    desk, conversation = house(one, tmp_path)
    team, people = crew(desk), (ANNA, BRAM, CARO)
    for user in people:
        await desk.clubs.enter(ROOM, "rivals", user)
    _, table = await desk.clubs.kick_off(ROOM, "rivals", CARO.ref, "de")
    while table is not None:
        (host,) = [user for user in people if user.ref == table.host]
        (other,) = [user for user in people if user.ref in table.users and user is not host]
        assert [table.language, *sorted(seat.language for seat in table.seats)] == [
            "de",
            *sorted([host.language, other.language]),
        ], "the table speaks as whoever began the league, and to each as they speak"
        await desk.moderation.call_off(f"off {table.code}", table.code, host.ref)
        await desk.moderation.vote(f"yes {table.code}", table.code, other.ref, True)
        assert (await desk.queries.table(table.code)).status is Status.CANCELLED
        before = len((await desk.clubs.league(ROOM, "rivals")).opened)
        await team.workers.step()
        league = await desk.clubs.league(ROOM, "rivals")
        table = await desk.clubs.table_of(league)
        assert len(league.opened) == min(3, before + 1), "nobody has to ask for the next one"
    shown = (await say(conversation, ANNA, "league", game="rivals")).post
    assert "0 of 0 games played" in shown.text, "what was called off is not waited for"
    assert "makes room for a new one" in shown.text


async def test_a_table_of_a_league_is_never_open_to_others(one: Store, tmp_path: Path) -> None:
    desk, _ = house(one, tmp_path)
    for user in (ANNA, BRAM, CARO):
        await desk.clubs.enter(ROOM, "rivals", user)
    _, table = await desk.clubs.kick_off(ROOM, "rivals", ANNA.ref)
    entries = await desk.work.entries(table.code)
    assert [entry.kind for entry in entries] == ["opened", "started"], "everybody sits there from the first moment"
    for user in table.users:
        assert table.code in await one.games_of_user(user)


async def test_those_who_press_at_once_all_take_part_and_one_league_begins(one: Store, tmp_path: Path) -> None:
    desk, _ = house(one, tmp_path)
    other, _ = house(one, tmp_path)
    people = PEOPLE[:5]
    entering = [(desk, other)[number % 2].clubs.enter(ROOM, "rivals", user) for number, user in enumerate(people)]
    await asyncio.gather(*entering)
    members = (await desk.clubs.league(ROOM, "rivals")).members
    assert sorted(member.user for member in members) == sorted(user.ref for user in people)
    begun = await asyncio.gather(*[each.clubs.kick_off(ROOM, "rivals", PEOPLE[0].ref) for each in (desk, other)])
    assert len({table.code for _, table in begun}) == 1
    assert len(await one.games()) == 1
    names = [each.clubs.begin(ROOM, PEOPLE[0].ref, name) for each, name in ((desk, "Autumn"), (other, "Winter"))]
    seasons = await asyncio.gather(*names, return_exceptions=True)
    assert sum(isinstance(each, Refusal) for each in seasons) == 1
    assert (season := await desk.clubs.season(ROOM)) is not None
    assert season.name in [each.name for each in seasons if isinstance(each, Season)]


async def test_whoever_is_in_no_league_cannot_leave_it(one: Store, tmp_path: Path) -> None:
    desk, conversation = house(one, tmp_path)
    await desk.clubs.enter(ROOM, "rivals", ANNA)
    assert "do not take part" in (await say(conversation, PEOPLE[1], "league", game="rivals", action="leave")).post.text
    await say(conversation, ANNA, "league", game="rivals", action="leave")
    assert await one.user(f"club:{ROOM}") == {}, "a league without people is not kept"


async def test_a_league_that_ended_says_who_won(one: Store, tmp_path: Path) -> None:
    desk, conversation = house(one, tmp_path)
    team = crew(desk)
    for user in (ANNA, BRAM, CARO):
        await desk.clubs.enter(ROOM, "rivals", user)
    await desk.clubs.kick_off(ROOM, "rivals", ANNA.ref)
    for number in range(3):
        table = await desk.clubs.table_of(await desk.clubs.league(ROOM, "rivals"))
        assert table is not None
        outcome = Outcome(
            code=table.code,
            game="rivals",
            ended=desk.work.clock() + number,
            moves=9,
            users=table.users,  # type: ignore[arg-type]
            names=table.names,
            scores=[7 if user == ANNA.ref else 5 - number for user in table.users],
            places=[1, 2] if ANNA.ref in table.users[:1] else [2, 1],
        )
        await one.keep_result(table.code, [ROOM], outcome.model_dump_json())
        await desk.lobby.work.commit(table.code, f"stop {number}", _stopped)
        await team.workers.step()
    shown = (await say(conversation, BRAM, "league", game="rivals")).post.text
    assert "3 van 3 partijen" in shown
    assert "Eerste plaats: Anna" in shown
    ended = (await say(conversation, ANNA, "league", game="rivals", action="end")).post
    assert "First place: Anna" in ended.text
    assert ended.picture is not None


async def _stopped(loaded: Loaded) -> Change:
    moves.stop(loaded.table, Status.CANCELLED, 1.0)
    return Change("cancelled")


async def test_a_room_that_moves_takes_its_club_along(one: Store, tmp_path: Path) -> None:
    clock = Clock()
    desk, conversation = house(one, tmp_path, clock)
    old, new = "telegram:-5", "telegram:-1005"
    await desk.clubs.begin(old, ANNA.ref, "Autumn")
    await desk.clubs.enter(old, "rivals", BRAM)
    await desk.clubs.wish(old, CARO, "carrara", Pace.DAY)
    for outcome in games(4, clock.now + 60):
        await one.keep_result(outcome.code, [old], outcome.model_dump_json())
    for _ in range(2):
        await desk.move_room(old, new)
    assert await one.user(f"club:{old}") == {}
    assert await desk.clubs.rooms() == [new]
    clock.sleep(3600 * 5)
    there = Caller(BRAM, new, "there")
    assert "4 partijen" in (await conversation.handle(Command(there, "season"))).post.picture.alt  # type: ignore[union-attr]
    assert (await desk.clubs.wishes(new))[0].user == CARO.ref
    code = (await desk.lobby.create("was here", "rivals", ANNA, old)).table.code
    await desk.lobby.cancel("cancel", code, ANNA.ref)
    for room, is_there in ((new, False), (old, True)):
        seen = await conversation.handle(Command(Caller(PEOPLE[7], room, f"see {room}"), "table", {"table": code}))
        assert seen.refused is not is_there
    await one.keep_result(code, [new], games(1, clock.now)[0].model_copy(update={"code": code}).model_dump_json())
    seen = await conversation.handle(Command(Caller(PEOPLE[7], new, "see"), "table", {"table": code}))
    assert not seen.refused, "what counts for the room can be looked at there"
    for user in (ANNA, BRAM, CARO):
        await say(conversation, user, "forget")
    left = str(await one.user(f"club:{new}"))
    assert not [user for user in (ANNA, BRAM, CARO) if user.ref in left], "they are found where they are now"


async def test_what_clubs_keep_of_me_is_in_my_file(one: Store, tmp_path: Path) -> None:
    desk, conversation = house(one, tmp_path)
    await desk.clubs.begin(ROOM, ANNA.ref, "Autumn")
    for user in (ANNA, BRAM):
        await desk.clubs.enter(ROOM, "toy", user)
        await desk.clubs.wish(ROOM, user, "rivals", Pace.DAY)
    mine = await say(conversation, ANNA, "privacy", what="export")
    assert mine.post.file is not None
    (kept,) = json.loads(mine.post.file.data)["clubs"]
    assert (kept["room"], kept["season"]["name"]) == (ROOM, "Autumn")
    assert [each["game"] for each in (*kept["leagues"], *kept["wishes"])] == ["toy", "rivals"]
    assert "Bram" not in mine.post.file.data.decode()


async def test_who_wants_to_play_is_listed_until_there_are_enough(one: Store, tmp_path: Path) -> None:
    clock = Clock()
    desk, conversation = house(one, tmp_path, clock)
    assert "Anna" in (await say(conversation, ANNA, "lfg", game="rivals")).post.text
    assert "genoeg" in (await say(conversation, BRAM, "lfg", game="rivals")).post.text
    relaxed = await say(conversation, CARO, "lfg", game="rivals", pace="relaxed")
    assert "reicht" not in relaxed.post.text, "another pace is another game"
    assert "no longer" in (await say(conversation, ANNA, "lfg", off=True)).post.text
    assert [wish.user for wish in await desk.clubs.wishes(ROOM)] == [BRAM.ref, CARO.ref]
    assert await desk.clubs.wishes("discord:other") == [], "what is wished for here is known nowhere else"
    clock.sleep(WISH_LASTS + 1)
    assert await desk.clubs.wishes(ROOM) == []
    assert await one.user(f"club:{ROOM}") == {}, "what nobody is shown any more is not kept"


async def test_who_wants_to_play_opens_one_table_and_the_others_are_asked_to_it(one: Store, tmp_path: Path) -> None:
    desk, conversation = house(one, tmp_path)
    shown = (await say(conversation, ANNA, "lfg", game="rivals", pace="relaxed")).post
    (too,) = [button for row in shown.rows for button in row]
    assert too.label == "Me too: Rivals (Relaxed: three days)"
    again = (await say(conversation, PEOPLE[5], "lfg")).post.text
    assert again == shown.text, "it stands in the room for all: nothing in it is true of one reader alone"
    alone = await conversation.handle(Command(Caller(CARO, CARO.ref, "alone", private=True), "lfg", {"game": "rivals"}))
    assert alone.post.rows == (), "nobody else reads along"
    enough = (await conversation.handle(Tap(Caller(BRAM, ROOM, "too"), [too.id]))).post
    assert "Anna en Bram willen" in enough.text, "one tap is as good as the command"
    opens = enough.rows[0][0].id
    stranger = await conversation.handle(Tap(Caller(CARO, ROOM, "stranger"), [opens]))
    assert "nur wer auf der Liste steht" in stranger.post.text
    taps = [Tap(Caller(user, ROOM, f"tap {n}"), [opens]) for n, user in enumerate((BRAM, BRAM, ANNA))]
    opened = [await conversation.handle(tap) for tap in taps]
    (code,) = {reply.done.table.code for reply in opened if reply.done}
    assert all(f"#{code}" in reply.post.text and not reply.post.rows for reply in opened)
    table = await desk.queries.table(code)
    assert (table.host, table.pace, len(table.seats)) == (BRAM.ref, Pace.RELAXED, 2)
    assert table.invited == {ANNA.ref: "Anna"}

    await desk.lobby.cancel("cancel", code, BRAM.ref)
    again = await conversation.handle(Tap(Caller(ANNA, ROOM, "again"), [opens]))
    assert again.done is not None
    assert again.done.table.code != code, "what was called off can be opened anew"
    code = again.done.table.code
    await desk.lobby.join("join", code, BRAM)
    await say(conversation, CARO, "lfg", game="rivals")
    await say(conversation, ANNA, "start", table=code)
    assert [wish.user for wish in await desk.clubs.wishes(ROOM)] == [CARO.ref], "who plays waits no longer"


async def test_records_name_score_victory_and_length_and_lead_to_their_games(one: Store, tmp_path: Path) -> None:
    _, conversation = house(one, tmp_path)
    assert (await say(conversation, ANNA, "records")).refused
    played = games(12, 1_000_000.0)
    for outcome in played:
        await one.keep_result(outcome.code, [ROOM], outcome.model_dump_json())
    reply = await say(conversation, ANNA, "records", game="carrara")
    carrara = [each for each in played if each.game == "carrara"]
    assert str(max(score for each in carrara for score in each.scores)) in reply.post.text
    assert str(min(each.moves for each in carrara)) in reply.post.text
    assert [feat.kind for feat in feats(carrara)] == ["highest", "quickest", "longest"]
    every = (await say(conversation, ANNA, "records")).post.text
    assert every.count("Carrara") == every.count("Princes") == 1, "the game stands above its records, not in each"
    assert reply.post.rows


async def test_a_season_without_a_name_is_called_after_the_month_where_it_begins(one: Store, tmp_path: Path) -> None:
    clock = Clock()
    clock.sleep(datetime(2027, 12, 31, 23, 30, tzinfo=UTC).timestamp() - clock.now)
    _, conversation = house(one, tmp_path, clock)
    await say(conversation, BRAM, "remind", zone="Amsterdam")
    assert "januari 2028" in (await say(conversation, BRAM, "season", action="start")).post.text


async def test_who_waits_for_another_game_is_still_shown_when_one_has_enough(one: Store, tmp_path: Path) -> None:
    _, conversation = house(one, tmp_path)
    await say(conversation, CARO, "lfg", game="firenze", pace="relaxed")
    await say(conversation, ANNA, "lfg", game="rivals")
    enough = (await say(conversation, BRAM, "lfg", game="rivals")).post
    opened = (await conversation.handle(Tap(Caller(ANNA, ROOM, "open"), [enough.rows[0][0].id]))).post
    for post in (enough, opened):
        assert re.search(r"^Firenze .*: Caro$", post.text, re.MULTILINE)
        assert command_id("lfg", argument="firenze.relaxed") in [button.id for row in post.rows for button in row]


async def test_a_month_is_told_once_and_again_when_the_message_was_lost(one: Store, tmp_path: Path) -> None:
    clock = Clock()
    desk, _ = house(one, tmp_path, clock)
    await desk.clubs.begin(ROOM, ANNA.ref, "Autumn")
    for outcome in games(4, clock.now + 60):
        await one.keep_result(outcome.code, [ROOM], outcome.model_dump_json())

    class Crier(Wall):
        said: list[tuple[str, str]]

        async def announce(self, room: str, text: str, once: str) -> None:
            if self.trouble is not None:
                raise self.trouble
            self.said.append((text, once))

    crier = Crier("discord")
    crier.said = []
    digests = Digests(desk, {"discord": crier})
    assert await digests.tell() == 0
    clock.sleep(MONTH + 1)
    crier.trouble = PlatformTrouble("lost")
    assert await digests.tell() == 0
    crier.trouble = None
    assert await digests.tell() == 1
    assert await digests.tell() == 0
    assert "4 games" in crier.said[0][0]
    clock.sleep(MONTH + 1)
    assert await digests.tell() == 0, "a month in which nobody played is no news"
    await one.keep_result(
        "NEW", [ROOM], games(1, clock.now + 60)[0].model_copy(update={"code": "NEW"}).model_dump_json()
    )
    clock.sleep(MONTH + 1)
    assert await digests.tell() == 1
    assert "A month of Autumn: 1 game." in crier.said.pop()[0], "of that month, not of the season"
    await desk.clubs.end(ROOM, ANNA.ref)
    await desk.clubs.begin(ROOM, ANNA.ref, "Herbst", "de")
    for outcome in games(4, clock.now + 60, "again"):
        await one.keep_result(f"again {outcome.code}", [ROOM], outcome.model_dump_json())
    clock.sleep(MONTH + 1)
    assert await digests.tell() == 1
    assert "Ein Monat Herbst: 4 Partien" in crier.said[1][0], "in the language of whoever began it, where no table is"


async def test_whoever_is_forgotten_leaves_wishes_and_leagues(one: Store, tmp_path: Path) -> None:
    desk, conversation = house(one, tmp_path)
    for user in (ANNA, BRAM):
        await desk.clubs.wish(ROOM, user, "rivals", Pace.DAY)
    for user in (ANNA, BRAM, CARO):
        await desk.clubs.enter(ROOM, "toy", user)
    await say(conversation, BRAM, "forget")
    assert [wish.user for wish in await desk.clubs.wishes(ROOM)] == [ANNA.ref]
    assert [member.user for member in (await desk.clubs.league(ROOM, "toy")).members] == [ANNA.ref, CARO.ref]
    assert "Bram" not in str(await one.user(f"club:{ROOM}"))


async def test_the_season_of_whoever_is_forgotten_goes_on_without_a_host(one: Store, tmp_path: Path) -> None:
    desk, conversation = house(one, tmp_path)
    await desk.clubs.begin(ROOM, BRAM.ref, "Autumn")
    await say(conversation, BRAM, "forget")
    assert BRAM.ref not in str(await one.user(f"club:{ROOM}"))
    assert "is over" in (await say(conversation, ANNA, "season", action="end")).post.text, "else nobody could end it"


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_picture_says_every_figure(theme: str) -> None:
    rows = tuple([(n + 1, f"Maximiliana von Hohenstaufenberg {n}", ("40", "12", "1234")) for n in range(15)])
    view = Standings("Autumn", "40 games, 12 people", ("Games", "Won", "Rating"), rows)
    drawn = draw(picture_request.standings("carrara", view, "en", theme))
    assert "15. Maximiliana von Hohenstaufenberg 14: Games 40, Won 12, Rating 1234" in drawn.alt


async def test_help_says_which_build_answers(one: Store, tmp_path: Path) -> None:
    _, conversation = house(one, tmp_path)
    assert f"Signoria {metadata.version('signoria')}" in (await say(conversation, ANNA, "help")).post.text
