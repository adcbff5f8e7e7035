"""Words that name nothing as they stand: a thing, a section of the rules, a command, a move that was left out."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.commands.context import Caller, Reply
from bot.commands.conversation import Line
from bot.lines.command_parser import read_command
from bot.messages.post import Button
from bot.store import Store
from bot.table.lobby import User
from bot.table.time_control import TERMS, Pace
from tests.bot.commands.test_conversation import LENA, PIET, ROOM, Desk

ANNIE = User("discord:1", "Lena", "nl")


@pytest.fixture
async def desk(one: Store, tmp_path: Path) -> Desk:
    found = Desk(one, tmp_path)
    await found.begin("princes")
    return found


async def said(desk: Desk, line: str, user: User = LENA) -> Reply:
    return await desk.conversation.handle(Line(desk.caller(user), line, desk.code))


@pytest.mark.parametrize(
    ("line", "name"),
    [
        ("/what hospitl", "Hospital"),
        ("/what is a jester", "Jester"),
        ("/what is the bonus card", "Bonus card"),
    ],
)
async def test_a_thing_is_found_behind_small_words_and_mistyped(desk: Desk, line: str, name: str) -> None:
    assert (await said(desk, line)).post.text.startswith(name)


async def test_a_thing_is_found_by_another_word_for_it(desk: Desk) -> None:
    caller = Caller(ANNIE, ROOM, "other words")
    found = await desk.conversation.handle(Line(caller, "/wat nar", desk.code))
    assert found.post.text.startswith("Jongleur")


async def test_rules_that_have_most_of_the_words_are_told_as_the_nearest(desk: Desk) -> None:
    assert "8." in (await said(desk, "/rules may I build next to another building")).post.text
    mistyped = (await said(desk, "/rules auctoin")).post.text
    assert mistyped.startswith('No section has all of "auctoin"; nearest:')
    assert "auction" in mistyped
    assert (await said(desk, "/rules xyzzy")).post.text == 'Nothing on "xyzzy".'


async def test_an_unknown_command_is_named_with_one_that_looks_like_it(desk: Desk) -> None:
    reply = await said(desk, "/mvoe")
    assert reply.is_unknown
    assert reply.post.text.startswith("There is no /mvoe; perhaps /move.\n")
    assert (await said(desk, "/a/b")).post.text.startswith("There is no /a⁄b.\n")
    assert (await said(desk, "/")).is_unknown


@pytest.mark.parametrize(
    ("line", "name"), [("/pause", "table pause"), ("/pauze", "table pause"), ("/tempo", "table pace")]
)
def test_a_tool_of_the_table_is_found_by_its_own_word(line: str, name: str) -> None:
    typed = read_command(line)
    assert typed is not None
    assert typed.command.name == name


async def test_why_alone_asks_for_the_move(desk: Desk) -> None:
    (row,) = (await said(desk, "/why")).post.rows
    assert isinstance(row, tuple)
    assert "whyline" in row[0].id


async def test_a_move_that_there_is_not_is_named_by_the_number_that_was_written(desk: Desk) -> None:
    assert "no move 99 " in (await said(desk, "/history 99")).post.text


async def test_who_is_within_time_is_offered_to_nobody_for_removal(desk: Desk) -> None:
    def removals(reply: Reply) -> list[str]:
        buttons = [each for row in reply.post.rows if isinstance(row, tuple) for each in row]
        return [each.label for each in buttons if isinstance(each, Button) and "kick" in each.id]

    user, _, _ = await desk.asked()
    other = PIET if user is LENA else LENA
    assert removals(await said(desk, "/table", other)) == []
    terms = TERMS[Pace.DAY]
    assert terms is not None
    late = desk.service.work.clock() + terms.grace + terms.bank + 60.0
    desk.service.work.clock = lambda: late
    (label,) = removals(await said(desk, "/table", other))
    assert user.name in label
