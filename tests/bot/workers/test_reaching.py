"""Everybody who is owed is asked as clearly, in turn or not; whoever cannot be reached is on record."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.commands.conversation import Command, Form
from bot.messages.brief import Occasion, Why
from bot.messages.composer import called
from bot.messages.post import Listed
from bot.store import Store
from bot.table.model import Absence
from bot.table.preferences import Person
from bot.table.time_control import Pace, Stage
from bot.workers.platform import PlatformTrouble
from tests.bot.commands.test_order_commands import LENA, PIET, START, Desk


@pytest.fixture
async def princes(one: Store, tmp_path: Path) -> Desk:
    desk = Desk(one, tmp_path)
    await desk.begin("princes")
    return desk


async def test_all_who_are_owed_at_once_get_a_notice_and_are_named_in_the_room(princes: Desk) -> None:
    await princes.team.workers.step()
    discord, telegram = princes.team.walls["discord"], princes.team.walls["telegram"]
    assert discord.notices(LENA.ref) == telegram.notices(PIET.ref) == [Stage.FIRST]
    composer = princes.conversation.context.composer
    english, german = discord.briefs(LENA.ref)[-1], telegram.briefs(PIET.ref)[-1]
    assert (await composer.panel_for(english)).text.startswith("Your move: Princes #")
    assert (await composer.panel_for(german)).text.startswith("Dein Zug: Fürsten #FGZNP7.")
    room = discord.briefs("discord:9")[-1]
    assert "Lena and Piet to move, until" in (await composer.board(room.look, room.lines, room.deadlines)).text


async def test_a_question_out_of_turn_is_put_like_one_in_turn(one: Store, tmp_path: Path) -> None:
    desk = Desk(one, tmp_path)
    await desk.begin("firenze")
    for _ in range(40):
        pending = await desk.until("loss.bricks")
        loaded = await desk.service.work.load(desk.code)
        assert loaded.state is not None
        if loaded.state.active != pending.seat:
            break
        given = [(pending.ask_id, pending.ask.fallback())]
        await desk.service.moves.answer(f"own {loaded.version}", desk.code, (LENA, PIET)[pending.seat].ref, given)
    else:
        raise AssertionError("nobody is asked out of turn")
    await desk.team.workers.step()
    user, platform = (LENA, PIET)[pending.seat].ref, ("discord", "telegram")[pending.seat]
    brief = desk.team.walls[platform].briefs(user)[-1]
    assert brief.notice is Stage.FIRST
    text = (await desk.conversation.context.composer.panel_for(brief)).text
    assert text.startswith(("Your move: Firenze #", "Dein Zug: Firenze #FGZNP7.")[pending.seat])
    assert ("Until ", "Bis ")[pending.seat] in text, "with the deadline"
    game = (await desk.conversation.handle(Command(desk.caller(pending.seat), "games", {}))).post.text
    assert ("your move", "Du bist dran")[pending.seat] in game


async def test_the_warning_before_a_turn_names_who_is_to_move(princes: Desk) -> None:
    for user in (LENA, PIET):
        await princes.service.people.keep(user.ref, Person(warn_next=True))
    pending = await princes.until("auction.open")
    await princes.team.workers.step()
    other = 1 - pending.seat
    brief = princes.team.walls[("discord", "telegram")[other]].briefs((LENA, PIET)[other].ref)[-1]
    assert brief.occasion == Occasion(Why.NEXT)
    first, second, *_ = (await princes.conversation.context.composer.panel_for(brief)).text.splitlines()
    assert first.startswith(("You are next in Princes", "Fürsten #FGZNP7: Du bist als Nächstes dran")[other])
    assert second.startswith(("Lena", "Piet")[pending.seat])
    assert called(brief, is_closed=False) == "room_next", "no false alarm in the room"


async def test_whoever_cannot_be_reached_is_on_record_and_the_host_is_told(princes: Desk) -> None:
    telegram, discord = princes.team.walls["telegram"], princes.team.walls["discord"]
    await princes.until("auction.open")
    telegram.trouble = PlatformTrouble("the private chat is closed and the room is elsewhere", None)
    while (await princes.service.work.load(princes.code)).table.waiting.get(1) is None:
        pending = (await princes.service.queries.look(princes.code, LENA.ref)).pending[0]
        given = [(pending.ask_id, pending.ask.fallback())]
        await princes.service.moves.answer(f"play {pending.ask_id}", princes.code, LENA.ref, given)
    await princes.team.workers.step()
    table = (await princes.service.work.load(princes.code)).table
    assert table.seats[1].is_unreached
    last = (await princes.service.queries.log(princes.code, None))[-1]
    assert [text.key for text in last.texts] == ["table.event.unreached"], "the room can read it"
    brief, composer = discord.briefs(LENA.ref)[-1], princes.conversation.context.composer
    assert brief.occasion == Occasion(Why.UNREACHED)
    assert called(brief, is_closed=True) == "room_note"
    assert "I cannot reach Piet" in (await composer.panel_for(brief)).text
    assert "Piet" not in str([text for b in telegram.briefs(PIET.ref) for text in b.lines])

    telegram.trouble = None
    princes.clock.now = START + 60 * 3600
    await princes.team.workers.step()
    assert not (await princes.service.work.load(princes.code)).table.seats[1].is_unreached
    assert "I cannot reach" not in (await composer.panel_for(discord.briefs(LENA.ref)[-1])).text


@pytest.mark.parametrize(
    ("absence", "rule"),
    [
        (Absence.COMPUTER, "then a computer plays until you are back."),
        (Absence.DEFAULT, "then the plainest answer is given."),
        (Absence.VOTE, "then the others decide whether a computer plays."),
        (Absence.WAIT, "then the game waits on."),
    ],
)
async def test_the_last_reminder_says_what_this_table_does_then(princes: Desk, absence: Absence, rule: str) -> None:
    await princes.service.moderation.set_absence("absence", princes.code, LENA.ref, absence)
    princes.clock.now = START + 66 * 3600
    await princes.team.workers.step()
    brief = princes.team.walls["discord"].briefs(LENA.ref)[-1]
    assert brief.notice is Stage.LAST
    panel = await princes.conversation.context.composer.panel_for(brief)
    first, *_, last = panel.text.splitlines()
    assert first.startswith("Last reminder: Princes #")
    assert last.startswith("Your time is up on ")
    assert last.endswith(rule)
    (away,) = [
        button for row in panel.rows if not isinstance(row, Listed) for button in row if button.label == "Away …"
    ]
    before = (await princes.service.queries.deadlines(brief.look.table))[0]
    told = (await princes.conversation.handle(Form(princes.caller(0), away.id, "tomorrow"))).post.text
    assert told.startswith("Away from Fri 20 Nov, 06:00 until Sun 22 Nov, 00:00")
    assert (await princes.service.queries.deadlines(brief.look.table))[0] > before + 40 * 3600


@pytest.mark.parametrize("hours", [37, 66])
async def test_a_reminder_whose_question_is_too_long_for_a_lock_screen_still_says_that_it_is_one(
    princes: Desk, monkeypatch: pytest.MonkeyPatch, hours: int
) -> None:
    monkeypatch.setattr("bot.messages.panel.LONGEST_ALERT", 40)
    princes.clock.now = START + hours * 3600
    await princes.team.workers.step()
    brief = princes.team.walls["discord"].briefs(LENA.ref)[-1]
    panel = (await princes.conversation.context.composer.panel_for(brief)).panel
    assert panel is not None
    begins = "Half the time left" if hours == 37 else "Last reminder"
    assert panel.alert == f"{begins}: Princes #{princes.code}."


async def test_a_vote_comes_without_a_sound_in_quiet_hours(princes: Desk) -> None:
    asked = (await princes.until("auction.open")).seat
    other = 1 - asked
    await princes.service.people.keep((LENA, PIET)[other].ref, Person(quiet="00:00-23:00"))
    await princes.service.moderation.change_pace("pace", princes.code, (LENA, PIET)[asked].ref, Pace.RELAXED)
    await princes.team.workers.step()
    brief = princes.team.walls[("discord", "telegram")[other]].briefs((LENA, PIET)[other].ref)[-1]
    assert brief.occasion == Occasion(Why.VOTE)
    assert brief.silent
