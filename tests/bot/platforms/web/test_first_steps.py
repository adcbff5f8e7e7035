"""Somebody who has never played: a teacher, rules, why not, help, in the own language."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from pathlib import Path
from urllib.parse import unquote

from bot.learn import teacher
from bot.lines.command_spec import commands
from bot.messages.post import command_id
from bot.platforms.web.server import LocalTable
from bot.table.lobby import LONGEST_NAME
from bot.table.results import Outcome
from bot.table.time_control import Pace
from tests.bot.language.polish import folders, forget
from tests.bot.people import play_until
from tests.bot.platforms.web.visitor import Visitor, begin, code_of
from tests.bot.store.servers import eventually


async def test_a_teacher_is_offered_once_and_speaks_until_it_is_not_wanted(host: Visitor) -> None:
    code, seat, _ = await begin(host)
    assert "Your first game of Carrara?" in host.text
    await host.post("/tap", id=command_id("teach", code, "here"), at=code, seat=seat)
    assert "Build, then score what you built" in host.text
    await host.post("/tap", id=command_id("understood", code), at=code, seat=seat)
    assert "Build, then score what you built" not in host.text
    await host.post("/settings", teach=0, at=code)
    await host.get(f"/t/{code}")
    assert "Teacher" not in host.text


async def test_a_lesson_that_is_understood_leaves_a_half_made_move(host: Visitor) -> None:
    await host.get("/")
    await host.post("/learn", game="princes")
    code = code_of(host)
    chosen = re.search(rf'href="/t/{code}[?]plan=([^"&]+)"', host.text)
    assert chosen
    await host.get(f"/t/{code}?plan={chosen.group(1)}")
    card = host.text.split('class="teacher"')[1].split("</aside>")[0]
    assert f'name="plan" value="{chosen.group(1)}"' in card
    await host.post("/tap", id=command_id("understood", code), at=code, seat=0, plan=chosen.group(1))
    assert unquote(host.url).endswith(f"plan={chosen.group(1)}")


async def test_a_lesson_that_is_understood_does_not_come_back_with_a_choice_looked_at_before(host: Visitor) -> None:
    await host.get("/")
    await host.post("/learn", game="princes")
    code = code_of(host)
    chosen = re.search(rf'href="/t/{code}[?]plan=([^"&]+)"', host.text)
    assert chosen
    where = f"/t/{code}/state?plan={chosen.group(1)}"
    await host.get(where)
    assert "After 7 rounds the most points win" in host.text
    await host.post("/tap", id=command_id("understood", code), at=code, seat=0)
    await host.get(where)
    assert "After 7 rounds the most points win" not in host.text


async def test_a_lesson_makes_room_while_its_answer_is_put_together(host: Visitor) -> None:
    """A later question has a good answer of its own; the lesson is back with the way back."""
    await host.get("/")
    await host.post("/learn", game="carrara")
    code = code_of(host)
    assert "One action a turn" in host.text
    ways = dict.fromkeys(re.findall(rf'href="(/t/{code}[?]plan=[^"&]+)"', host.text))
    folded = 0
    for way in ways:
        await host.get(way)
        if 'class="teacher hint"' in host.text:
            folded += 1
            assert "A good answer: " in host.text
            assert "One action a turn" not in host.text
            whole = re.search(r'class="chips".*?href="([^"]+)"', host.text)
            await host.get(whole.group(1) if whole else way)
            assert "One action a turn" not in host.text, "nor is it back when the move is whole"
    assert folded
    await host.get(f"/t/{code}")
    assert "One action a turn" in host.text


async def test_who_has_understood_a_lesson_answers_in_peace(table: LocalTable, host: Visitor) -> None:
    """Another lesson that is due comes with the next question, not in the place of the one just read."""
    await host.get("/")
    await host.post("/learn", game="firenze")
    code = code_of(host)
    await play_until(table.site.service, code, "build.bricks")
    told = set[str]()
    for _ in range(3):
        await host.get(f"/t/{code}")
        told |= set(re.findall(r'class="told".*?</div>', host.text))
        await host.post("/tap", id=command_id("understood", code), at=code, seat=0)
    assert len(told) == 1


async def test_what_is_only_chosen_or_not_has_a_check_in_the_list_and_no_number(host: Visitor) -> None:
    """The first question of Princes: which three of four people are kept."""
    await host.get("/")
    await host.post("/learn", game="princes")
    chosen = re.search(r'href="(/t/\w+[?]plan=[^"&]+)"', host.text)
    assert chosen
    await host.get(chosen.group(1))
    rows = host.text.split('class="optl"')[1].split("</ol>")[0].split("</li>")
    kept = [row for row in rows if 'aria-current="true"' in row]
    assert [("#check" in row, 'class="rank"' in row) for row in kept] == [(True, False)]


async def test_learn_it_begins_a_game_against_gentle_computers_with_the_learner_first(
    table: LocalTable, host: Visitor
) -> None:
    await host.get("/")
    assert "Learn it" in host.text
    await host.post("/learn", game="carrara")
    code = code_of(host)
    found = await table.site.service.queries.table(code)
    assert (found.is_practice, found.pace, len(found.seats)) == (True, Pace.NONE, 2)
    assert found.seats[0].kind == "person"
    assert found.seats[1].level == "gentle"
    assert "One action a turn" in host.text
    assert "A good answer: Turn the wheel and buy. Bricks come first." in host.text


async def test_who_was_only_offered_a_teacher_hears_both_first_lessons_later(host: Visitor) -> None:
    """That it was offered is kept beside the lessons, and is none."""
    await begin(host)
    assert "Your first game of Carrara?" in host.text
    await host.post("/learn", game="carrara")
    assert "Build, then score what you built" in host.text
    assert "One action a turn" in host.text


async def test_the_rule_sheet_begins_with_the_present_question(host: Visitor) -> None:
    code, _, _ = await begin(host)
    await host.get(f"/rules/carrara?at={code}")
    assert "This question" in host.text
    await host.get("/rules/carrara")
    assert "This question" not in host.text


async def test_a_game_without_a_course_offers_none(host: Visitor, tmp_path: Path) -> None:
    with folders(tmp_path / "config") as data:
        file = data / "games" / "carrara" / "learn.toml"
        file.write_text(file.read_text("utf-8").partition("[first_game]")[0], "utf-8")
        forget()
        teacher.forget()
        await begin(host)
        assert "Your move" in host.text
        assert "Teach me" not in host.text
    teacher.forget()


async def test_who_has_finished_such_a_game_is_offered_no_teacher(table: LocalTable, host: Visitor) -> None:
    code, seat, _ = await begin(host)
    user = (await table.site.service.queries.table(code)).seats[seat].user
    outcome = Outcome(
        code="K7QF", game="carrara", ended=1.0, moves=9, users=[user], names=["Lena"], scores=[9], places=[1]
    )
    await table.site.service.work.store.keep_result("K7QF", [user], outcome.model_dump_json())
    await host.get(f"/t/{code}")
    assert "Teach me" not in host.text


async def test_commands_are_typed_in_the_own_language_with_all_their_words(host: Visitor) -> None:
    code, seat, _ = await begin(host)
    for line in ("/prüfen", "/tisch pause", "/table pace relaxed", "/nächste"):
        await host.post(f"/t/{code}/line", seat=seat, text=line)
        assert "/undo, /next" not in host.text, line
    await host.post(f"/t/{code}/line", seat=seat, text="/rules carrara 4.2")
    assert "Choose one segment" in host.text
    await host.post(f"/t/{code}/line", seat=seat, text="/remind quiet=22-8 zone=Amsterdam")
    assert "Europe/Amsterdam" in host.text
    await host.post(f"/t/{code}/line", seat=seat, text="/board file")
    assert host.text[1:4] == "PNG"


async def test_the_table_of_a_season_is_told_line_by_line(table: LocalTable, host: Visitor) -> None:
    code, seat, _ = await begin(host)
    await host.post(f"/t/{code}/line", seat=seat, text="/season start Autumn")
    seated = await table.site.service.queries.table(code)
    outcome = Outcome(
        code="PLAYED",
        game="carrara",
        ended=table.site.service.work.clock(),
        moves=9,
        users=[seated.seats[seat].user, "local:other"],
        names=["Guest", "Zoë"],
        scores=[40, 30],
        places=[1, 2],
    )
    await table.site.service.work.store.keep_result("PLAYED", [seated.room], outcome.model_dump_json())
    await host.post(f"/t/{code}/line", seat=seat, text="/season")
    assert "<p>1 game, 2 people</p><p>1. Guest: Games 1, Won 1, Rating " in host.text
    assert "<p>2. Zoë: Games 1, Won 0, Rating " in host.text


async def test_a_refused_line_says_which_word_cannot_be(host: Visitor) -> None:
    code, seat, ask = await begin(host)
    await host.post(f"/t/{code}/line", seat=seat, text="fly to the moon")
    assert "is not offered here" in host.text
    await host.get(f"/t/{code}")
    assert ask in host.text


async def test_why_and_help_answer_on_a_page(host: Visitor) -> None:
    code, seat, _ = await begin(host)
    await host.post(f"/t/{code}/line", seat=seat, text="/why fly to the moon")
    assert "Not possible" in host.text
    await host.post(f"/t/{code}/line", seat=seat, text="/help")
    assert "/undo" in host.text
    await host.post(f"/t/{code}/line", seat=seat, text="/orders")
    assert "Back to the table" in host.text


async def test_every_command_is_answered_even_when_it_is_half_typed(host: Visitor) -> None:
    code, seat, _ = await begin(host)
    for name in [*commands(), "unheard", "", "table pace"]:
        for rest in ("", " 1", " en", " <q-x>"):
            line = f"/{name}{rest}"
            assert await host.post(f"/t/{code}/line", seat=seat, text=line) < 500, line
            assert "<q-x>" not in host.text, line


async def test_the_rules_are_found_by_word_and_by_number(stranger: Visitor) -> None:
    await stranger.get("/rules/carrara?q=4.2")
    assert "Choose one segment" in stranger.text
    assert "1.4</span>" not in stranger.text
    await stranger.get("/rules/carrara?q=announce")
    assert "<mark>announce" in stranger.text
    await stranger.get("/rules/carrara?q=zeppelin")
    assert "Nothing on" in stranger.text


async def test_everybody_reads_the_own_language(stranger: Visitor) -> None:
    await stranger.get("/", **{"Accept-Language": "nl-BE,en;q=0.5"})
    assert "Mijn tafels" in stranger.text
    await stranger.get("/settings")
    assert re.search(rf'name="name"[^>]* maxlength="{LONGEST_NAME}"', stranger.text), "no more than is kept"
    await stranger.post("/settings", all=1, language="de", theme="dark", size="115", zone="Amsterdam", name="Lena")
    await stranger.get("/")
    assert "Meine Tische" in stranger.text
    assert 'data-theme="dark"' in stranger.text
    assert 'data-zone="Europe/Amsterdam"' in stranger.text
    assert "Lena" in stranger.text


async def test_a_setting_that_cannot_be_changes_nothing(stranger: Visitor) -> None:
    await stranger.get("/settings")
    await stranger.post("/settings", all=1, language="en", zone="Atlantis", name="Lena")
    assert "Nothing was changed" in stranger.text
    await stranger.get("/")
    assert "Lena" not in stranger.text


async def test_one_message_a_day_names_all_games_that_wait(table: LocalTable, host: Visitor) -> None:
    codes = []
    for _ in range(2):
        await host.get("/")
        await host.post("/alone", game="carrara")
        codes.append(code_of(host))

    async def waits() -> bool:
        tables = [await table.site.service.queries.table(code) for code in codes]
        return all(set(each.people) <= set(each.waiting) for each in tables)

    await eventually(waits)
    later = f"{datetime.fromtimestamp(table.site.service.work.clock() + 3 * 3600, UTC):%H:%M}"
    await host.get("/settings")
    await host.post("/settings", all=1, language="en", digest=later, zone="UTC", name="Lena")
    await host.get("/settings")
    assert f'value="{later}"' in host.text
    await host.get("/")
    assert "for you, oldest first" not in host.text, "the time has not come"
    now = table.site.service.work.clock
    table.site.service.work.clock = lambda: now() + 2 * 86_400
    await host.get("/")
    assert "2 games wait for you, oldest first: " in host.text
    assert all(f"Open #{code}" in host.text for code in codes)


async def test_who_wants_it_is_told_to_be_next(table: LocalTable, host: Visitor) -> None:
    code = code_of(host)
    await host.get(f"/t/{code}")
    await host.post(f"/t/{code}/hotseat", name="Piet")
    await host.post(f"/t/{code}/start")
    (owed,) = (await table.site.service.queries.table(code)).waiting
    await host.get(f"/t/{code}?seat={1 - owed}")
    assert "You are next" not in host.text
    await host.get("/settings")
    await host.post("/settings", all=1, language="en", warn_next=1, zone="UTC", name="Lena")
    for view in ("", "&view=text"):
        await host.get(f"/t/{code}?seat={1 - owed}{view}")
        assert f"You are next in Carrara #{code}." in host.text
        await host.get(f"/t/{code}?seat={owed}{view}")
        assert "You are next" not in host.text


async def test_any_vote_is_put_on_the_page(table: LocalTable, host: Visitor) -> None:
    code = code_of(host)
    await host.get(f"/t/{code}")
    await host.post(f"/t/{code}/hotseat", name="Piet")
    await host.post(f"/t/{code}/start")
    service = table.site.service
    users = [seat.user for seat in (await service.queries.table(code)).seats]
    await service.moderation.change_pace("pace", code, users[0], Pace.RELAXED)
    await host.get(f"/t/{code}?seat=1")
    assert "wants another pace" in host.text
    await host.post(f"/t/{code}/vote", seat=1, agree=1)
    assert (await service.queries.table(code)).pace is Pace.RELAXED


async def test_what_comes_again_is_answered_once_for_all_and_taken_back(table: LocalTable, stranger: Visitor) -> None:
    await stranger.post("/new", game="rivals")
    code = code_of(stranger)
    await stranger.get(f"/t/{code}")
    await stranger.post(f"/t/{code}/hotseat", name="Piet")
    await stranger.post(f"/t/{code}/start")
    pending = await play_until(table.site.service, code, "gain")
    await stranger.get(f"/t/{code}?seat={pending.seat}")
    assert "Always like this" in stranger.text
    given = {"at": code, "seat": pending.seat}
    await stranger.post("/tap", id=f"c:always:{code}:", **given)
    assert "What should I always answer here?" in stranger.text
    await stranger.post("/tap", id=f"c:prefer:{code}:0", ticked=1, **given)
    assert "Noted. I answer like this:" in stranger.text
    assert "Only you see this." in stranger.text
    await stranger.get(f"/t/{code}?seat={pending.seat}")
    assert "Instructions (1)" in stranger.text
    await stranger.get(f"/t/{code}?seat={1 - pending.seat}")
    assert "Instructions" not in stranger.text
    await stranger.post("/tap", id=f"c:unorder:{code}:1", **given)
    assert "Removed." in stranger.text
