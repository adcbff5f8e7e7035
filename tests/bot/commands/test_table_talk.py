"""What people are told about a table: pauses, deadlines, the seal, calling off, what cannot be taken back."""

from __future__ import annotations

import argparse
import json
from dataclasses import replace
from pathlib import Path

import pytest

from bot.choices.control_id import ControlId
from bot.cli import replay
from bot.commands.context import Reply
from bot.commands.conversation import Command, Line, Tap
from bot.store import Store
from bot.table.lobby import User
from bot.table.model import Status
from bot.table.time_control import DAY, Pace
from engines.kit import commitment
from tests.bot.commands.test_conversation import LENA, PIET, ROOM, Desk
from tests.bot.crew import crew


@pytest.fixture
async def desk(one: Store, tmp_path: Path) -> Desk:
    found = Desk(one, tmp_path)
    await found.begin()
    return found


async def told(desk: Desk, user: User, line: str) -> Reply:
    return await desk.conversation.handle(Line(desk.caller(user), line, desk.code))


def buttons(reply: Reply) -> dict[str, str]:
    """The labels of a reply's buttons and their ids."""
    return {each.label: each.id for row in reply.post.rows if isinstance(row, tuple) for each in row}


async def play_to_the_end(desk: Desk) -> None:
    while (await desk.service.queries.table(desk.code)).status is Status.RUNNING:
        user, pending, value = await desk.asked()
        desk.requests += 1
        await desk.service.moves.answer(f"a{desk.requests}", desk.code, user.ref, [(pending.ask_id, value)])


async def test_the_host_is_asked_before_a_running_game_is_called_off_and_all_must_agree(desk: Desk) -> None:
    asked = await told(desk, LENA, "/cancel")
    assert "Ask all to call it off" in buttons(asked)
    assert (await desk.service.queries.table(desk.code)).status is Status.RUNNING
    await desk.conversation.handle(Tap(desk.caller(LENA), [buttons(asked)["Ask all to call it off"]]))
    look = await desk.service.queries.look(desk.code, PIET.ref)
    asked_of = desk.conversation.context.composer.vote(look, "de")
    assert "Lena möchte die Partie abbrechen. Einverstanden?" in asked_of.text
    assert "Noch nicht abgestimmt: Piet." in asked_of.text
    assert (await desk.service.queries.table(desk.code)).status is Status.RUNNING
    after = await desk.conversation.handle(Tap(desk.caller(PIET), [buttons(Reply(asked_of))["Abbrechen"]]))
    assert (await desk.service.queries.table(desk.code)).status is Status.CANCELLED
    assert "Es ist angenommen." in after.post.text
    assert not after.post.rows


async def test_a_guest_is_refused_and_a_forged_button_too(desk: Desk) -> None:
    assert (await told(desk, PIET, "/absagen")).refused
    forged = await desk.conversation.handle(Tap(desk.caller(PIET), [str(ControlId.command("calloff", desk.code))]))
    assert forged.refused


async def test_a_lobby_is_closed_by_its_host_at_once(desk: Desk) -> None:
    code = (await desk.service.lobby.create("lobby", "carrara", LENA, ROOM)).table.code
    await desk.conversation.handle(Command(desk.caller(LENA), "cancel", {"table": code}))
    assert (await desk.service.queries.table(code)).status is Status.CANCELLED


async def test_a_paused_table_says_so_and_names_no_deadline(desk: Desk) -> None:
    user, _, _ = await desk.asked()
    other = PIET if user is LENA else LENA
    running = await told(desk, user, "/move")
    assert "48 h bank" in running.post.text or "48 Std. Reserve" in running.post.text
    await told(desk, LENA, "/table pause")
    paused = {"en": "aused", "de": "Pause"}
    for person in (user, other):
        for line in ("/move", "/games"):
            said = (await told(desk, person, line)).post.text
            assert paused[person.language] in said, (person.name, line, said)
    onlooker = await desk.conversation.handle(
        Command(desk.caller(User("discord:3", "Mia")), "move", {"table": desk.code})
    )
    assert "paused" in onlooker.post.text
    assert "until" not in onlooker.post.text


async def test_a_pause_and_its_end_are_shown_on_every_panel(desk: Desk) -> None:
    team = crew(desk.service)
    user, _, _ = await desk.asked()
    await team.workers.step()
    panels = team.walls["discord"].briefs(user.ref)
    for line, is_paused in (("/table pause", True), ("/table resume", False)):
        before = len(panels)
        await told(desk, LENA, line)
        await team.workers.step()
        panels = team.walls["discord"].briefs(user.ref)
        assert len(panels) == before + 1
        assert (panels[-1].look.table.paused is not None, not panels[-1].deadlines) == (is_paused, is_paused)


async def test_a_deadline_says_what_it_is_made_of(desk: Desk) -> None:
    user, _, _ = await desk.asked()
    why = {"en": "(24 h + 48 h bank", "de": "(24 Std. + 48 Std. Reserve"}[user.language]
    assert why in (await told(desk, user, "/move")).post.text
    await told(desk, LENA, "/table clock hours=5")
    more = {"en": " + 5 h from the host)", "de": " + 5 Std. von der Leitung)"}[user.language]
    assert why + more in (await told(desk, user, "/move")).post.text
    board = await desk.conversation.handle(Command(desk.caller(User("discord:3", "Mia")), "move", {"table": desk.code}))
    assert "(24 h + 48 h bank + 5 h from the host)" in board.post.text


async def test_who_never_moved_has_nothing_to_take_back_and_is_told_so_at_once(desk: Desk) -> None:
    user, _, _ = await desk.asked()
    other = PIET if user is LENA else LENA
    refused = await told(desk, other, "/undo")
    assert refused.refusal is not None
    assert refused.refusal.code == "table.refusal.nothing_to_take_back"
    assert not refused.post.rows


async def test_a_word_that_is_no_option_is_named_and_no_table_opened(desk: Desk) -> None:
    before = len(await desk.service.queries.games_in(ROOM))
    for words in ("unicorns", "Expansion: Mäuse"):
        reply = await desk.conversation.handle(Line(desk.caller(LENA), f"/new carrara {words}"))
        assert reply.refused, words
        assert f'"{words}"' in reply.post.text, reply.post.text
    assert len(await desk.service.queries.games_in(ROOM)) == before


# --- the seal ---


async def test_the_seal_stands_under_the_board_though_a_computer_begins_and_until_the_end(
    one: Store, tmp_path: Path
) -> None:
    desk = Desk(one, tmp_path)
    done = await desk.service.lobby.create("new", "carrara", LENA, ROOM, pace=Pace.NONE, seats=2)
    desk.code = done.table.code
    await desk.service.lobby.add_computer("c", desk.code, LENA.ref)
    await desk.service.lobby.start("s", desk.code, LENA.ref, [1, 0])
    sealed = commitment("conversation")
    await crew(desk.service).workers.step()
    look = await desk.service.queries.look(desk.code, None)
    assert look.table.moves > 0, "the computer has moved before anything was posted"
    composer = desk.conversation.context.composer
    assert f"{sealed[:6]}…{sealed[-6:]}" in (await composer.board(look, [])).text
    assert f"{sealed[:6]}…{sealed[-6:]}" in (await told(desk, LENA, "/table")).post.text


async def test_at_the_end_hash_and_seed_are_shown_and_the_file_can_be_played_again(
    desk: Desk, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    await play_to_the_end(desk)
    sealed = commitment("conversation")
    proof = (await told(desk, LENA, "/verify")).post.text
    assert sealed in proof
    assert "Seed: conversation" in proof
    look = await desk.service.queries.look(desk.code, None)
    end = (await desk.conversation.context.composer.end(look)).text
    assert f"{sealed[:6]}…{sealed[-6:]}" in end
    assert "Seed" not in end, "whoever wants it has /verify"
    days = look.table.model_copy(update={"ended": (look.table.started or 0.0) + 11 * DAY})
    assert (
        f"11 days, {look.table.moves} moves."
        in (await desk.conversation.context.composer.end(replace(look, table=days))).text
    )
    file = (await told(desk, LENA, "/export")).post.file
    assert file is not None
    path = tmp_path / "game.json"
    path.write_bytes(file.data)
    assert replay.run(argparse.Namespace(file=path, quiet=True, language="en")) == 0
    assert sealed in capsys.readouterr().out
    content = json.loads(file.data)
    content["table"]["commitment"] = "0" * 64
    path.write_text(json.dumps(content))
    assert replay.run(argparse.Namespace(file=path, quiet=True, language="en")) == 1
    assert "NOT" in capsys.readouterr().out


async def test_a_file_from_mid_game_is_not_played_again_and_says_why(
    desk: Desk, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = (await told(desk, LENA, "/export")).post.file
    assert file is not None
    path = tmp_path / "view.json"
    path.write_bytes(file.data)
    assert replay.run(argparse.Namespace(file=path, quiet=True, language="en")) == 2
    assert "after the end" in capsys.readouterr().out


async def test_once_more_in_a_chat_keeps_the_computers_and_against_them_alone_begins_at_once(
    one: Store, tmp_path: Path
) -> None:
    desk = Desk(one, tmp_path)
    for people, status in (([], Status.RUNNING), ([PIET], Status.LOBBY)):
        done = await desk.service.lobby.create(f"new {status}", "carrara", LENA, ROOM, seats=3)
        desk.code = done.table.code
        for user in people:
            await desk.service.lobby.join(f"join {status}", desk.code, user)
        await desk.service.lobby.add_computer(f"c {status}", desk.code, LENA.ref, "Cosimo", "sharp")
        await desk.service.lobby.start(f"s {status}", desk.code, LENA.ref)
        again = await desk.conversation.handle(Command(desk.caller(LENA), "rematch", {"table": desk.code}))
        assert again.done is not None
        table = again.done.table
        assert table.code != desk.code
        assert table.status is status
        assert [(each.name, each.level) for each in table.seats if each.kind == "computer"] == [("Cosimo", "sharp")]


async def test_whoever_wants_to_play_again_comes_to_one_table_and_the_others_are_asked_to_it(
    one: Store, tmp_path: Path
) -> None:
    desk, onno = Desk(one, tmp_path), User("discord:77", "Onno", "nl")
    lobby = desk.service.lobby
    desk.code = (await lobby.create("new", "carrara", LENA, ROOM, seats=4)).table.code
    for user in (PIET, onno):
        await lobby.join(f"join {user.ref}", desk.code, user)
    await lobby.add_computer("computer", desk.code, LENA.ref, "Cosimo")
    await lobby.start("start", desk.code, LENA.ref)
    await desk.service.moves.resign("resign", desk.code, onno.ref)
    both = [Tap(desk.caller(user), [str(ControlId.command("rematch", desk.code))]) for user in (LENA, PIET)]
    first, second = [await desk.conversation.handle(each) for each in both]
    assert first.done is not None
    assert second.done is not None
    code = first.done.table.code
    assert second.done.table.code == code, "not a table for each who taps"
    assert list(first.done.table.invited) == [PIET.ref]
    assert "seated" in second.post.text or "sitzt" in second.post.text
    table = await desk.service.queries.table(code)
    assert sorted(seat.name for seat in table.seats) == ["", "Cosimo", "Lena", "Piet"], "who gave up is no computer"
    await lobby.cancel("off", code, LENA.ref)
    again = await desk.conversation.handle(Tap(desk.caller(PIET), both[0].ids))
    assert again.done is not None
    assert again.done.table.code != code, "what was called off can be opened anew"


async def test_computers_of_a_level_are_asked_for_in_chat_and_the_lobby_says_where_thinking_was_not_shown_to_help(
    desk: Desk,
) -> None:
    for game, said in (
        ("rivals", "Lorenzo (Computer, sharp: plays like steady here)"),
        ("princes", "(Computer, sharp)"),
    ):
        opened = await told(desk, LENA, f"/new {game} computer=1 level=sharp")
        assert not opened.refused
        assert opened.done is not None
        code = opened.done.table.code
        table = await desk.service.queries.table(code)
        assert [seat.level for seat in table.seats if seat.kind == "computer"] == ["sharp"]
        assert said in desk.conversation.context.composer.about(table, "en")
    await desk.conversation.handle(Tap(desk.caller(LENA), [str(ControlId.command("computer", code))]))
    table = await desk.service.queries.table(code)
    assert [seat.level for seat in table.seats if seat.kind == "computer"] == ["sharp", "sharp"]
