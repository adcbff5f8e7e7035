"""Scenes on the Discord of the tests: open a table, move, take back, look, in everybody's own language."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from bot.store import Store
from bot.table.results import Outcome
from engines.kit import Pending
from tests.bot.platforms.discord import hand
from tests.bot.platforms.discord.stage import Stage, stage
from tests.peers.discord_people import User
from tests.peers.discord_schema import SILENT
from tests.peers.discord_world import Message


async def owed(s: Stage, code: str) -> tuple[User, Pending]:
    """Who is to move, and the question."""
    loaded = await s.loaded(code)
    assert loaded.state is not None
    pending = next(each for each in loaded.engine.pending(loaded.state) if each.owed)
    return s.user_of(loaded, pending.seat), pending


async def asked(s: Stage, user: User, pending: Pending) -> Message:
    """The private message with that question."""

    def found() -> Message | None:
        return next((each for each in user.dms() if pending.ask_id in str(each.parts())), None)

    message: Message = await s.shown(found)
    return message


async def test_a_table_is_opened_joined_and_begun(store: Store, tmp_path: Path) -> None:
    async with stage(store, tmp_path) as s:
        lena, piet, onno = s.users
        act = await lena.slash(s.room, "new", game="carrara", seats=3, computer=1, modules="Expansion")
        assert act.reply.only is lena.person
        code = act.reply.text.split("#")[1][:6]
        lobby = await s.shown(lambda: (found := s.board(code)) and "Lorenzo" in found.text and found)
        assert f"Carrara #{code}: 1 seat free" in lobby.text
        assert "Lena (Host)" in lobby.text
        assert "Lorenzo (Computer), free" in lobby.text
        assert "Expansion" in lobby.text
        assert lobby.alt()[0]
        refused = await piet.press_verb(lobby, "start")
        assert refused.reply.text == "Not possible: only the host can do that."
        await piet.press(lobby, "Join")
        await lena.press_verb(lobby, "start")
        board = await s.begun(code)
        await s.at_rest()
        shown = [each for each in s.room.messages.values() if each.only is None]
        assert shown[-1] is board, "what was sealed stands above it"
        assert lobby not in shown
        assert board.flags & SILENT
        assert "to move" in board.text
        assert "<t:" in board.text
        assert not board.pinged
        user, pending = await owed(s, code)
        panel = await asked(s, user, pending)
        assert panel.push.startswith(f"Your move: Carrara #{code}")
        assert panel.alt()[0]
        assert not onno.dms()


async def test_options_are_chosen_by_the_host_alone(store: Store, tmp_path: Path) -> None:
    async with stage(store, tmp_path) as s:
        lena, piet, _ = s.users
        act = await lena.slash(s.room, "new", game="firenze")
        code = act.reply.text.split("#")[1][:6]
        lobby = await s.shown(lambda: s.board(code))
        assert "only the host" in (await piet.press(lobby, "Options")).reply.text
        await lena.fill(await lena.press(lobby, "Options", settle=False), switches0=["campanile"])
        await s.shown(lambda: "Campanile" in lobby.text)
        await lena.slash(s.room, "cancel")
        await s.shown(lambda: "called off" in lobby.text)
        assert not lobby.parts()


async def test_a_move_is_made_taken_back_and_made_by_a_typed_line(store: Store, tmp_path: Path) -> None:
    async with stage(store, tmp_path) as s:
        lena, piet, _ = s.users
        code = await s.open_table("carrara", lena, piet)
        await s.begun(code)
        user, pending = await owed(s, code)
        panel = await asked(s, user, pending)
        await user.press(panel, "Build")
        assert "Which building?" in panel.text
        await user.press(panel, "Undo")
        assert "Taken back. Your move again." in panel.text
        assert "One action" in panel.text
        lines = await user.complete(s.room, "move", "text", text="bui")
        assert lines
        assert all(line.startswith("Build") for line in lines)
        opened = await user.press_more(panel, "Type a move")
        assert opened.modal is not None
        refused = await user.submit(opened, "fly to the moon")
        assert '"fly" is not offered here' in refused.reply.text
        why = await user.submit(await user.press_more(panel, "Why not …"), "fly to the moon")
        assert "Not possible" in why.reply.text
        told = await user.submit(await user.press_more(panel, "Type a move"), "build")
        assert "Which building?" in told.reply.text
        await s.shown(lambda: "Which building?" in panel.text)


async def test_a_line_written_in_private_is_a_move(store: Store, tmp_path: Path) -> None:
    async with stage(store, tmp_path) as s:
        lena, piet, _ = s.users
        code = await s.open_table("carrara", lena, piet)
        await s.begun(code)
        user, pending = await owed(s, code)
        await asked(s, user, pending)
        await user.write("build")
        await s.shown(lambda: any("Which building?" in message.text for message in user.dms()))


async def test_a_line_written_in_private_is_read_and_answered_in_the_language_of_the_own_seat(
    store: Store, tmp_path: Path
) -> None:
    """A message does not tell in which language somebody's Discord is."""
    async with stage(store, tmp_path, locales={"Lena": "de", "Piet": "de"}) as s:
        code = await s.open_table("carrara", *s.users[:2])
        await s.begun(code)
        user, pending = await owed(s, code)
        await asked(s, user, pending)
        await user.write("baue")
        await s.shown(lambda: any("Welches Gebäude?" in message.text for message in user.dms()))
        await user.write("/hilfe")
        await s.shown(lambda: user.dms()[-1].text.startswith("Spielen:"))


async def test_everything_can_be_looked_up(store: Store, tmp_path: Path) -> None:
    async with stage(store, tmp_path) as s:
        lena, piet, onno = s.users
        code = await s.open_table("carrara", lena, piet)
        board = await s.begun(code)
        user, _ = await owed(s, code)

        async def ask(command: str, **options: object) -> Message:
            act = await user.slash(s.room, command, **options)
            assert act.reply.only is user.person
            return act.reply

        assert (await ask("board")).alt()[0]
        assert "Lena" in (await ask("board", text=True)).text
        assert (await ask("hand")).attachments
        assert "begins" in (await ask("log", range="all")).text
        assert f"#{code}: your move" in (await ask("games")).text
        assert f"#{code}" in (await ask("next")).text
        assert (await ask("rules", game="carrara", words="wheel")).text
        assert 'Nothing on "zeppelin".' in (await ask("rules", game="carrara", words="zeppelin")).text
        assert "here you choose only among" in (await ask("why", move="fly")).text
        assert "That is possible" in (await ask("why", move="build")).text
        assert "/move" in (await ask("help")).text
        export = await ask("export")
        taken = json.loads(next(iter(export.files.values())))
        assert taken["format"].endswith("-view")
        assert "can be seen when the game is over" in (await ask("verify")).text
        assert (await onno.slash(s.room, "next")).reply.text == "Nobody waits for you."
        assert "No games yet." in (await onno.slash(s.room, "games")).reply.text
        assert "do not sit" in (await onno.press(board, "My move")).reply.text
        assert (await onno.press(board, "What happened")).reply.text
        assert "Carrara" in (await onno.press_more(board, "Rules")).reply.text
        assert "opened by" in (await onno.press_more(board, "Table")).reply.text


async def test_everybody_is_answered_in_their_own_language(store: Store, tmp_path: Path) -> None:
    async with stage(store, tmp_path, locales={"Lena": "de", "Piet": "nl"}) as s:
        lena, piet, onno = s.users
        code = await s.open_table("carrara", lena, piet)
        board = await s.begun(code)
        assert "am Zug" in board.text
        assert (await onno.slash(s.room, "next")).reply.text == "Nobody waits for you."
        for user, opening in ((lena, "Dein Zug"), (piet, "Jouw zet")):
            if (await owed(s, code))[0] is user:
                assert opening in (await user.press_verb(board, "move")).reply.text
        set_ = await onno.slash(s.room, "language", language="nl")
        assert set_.reply.text == "Voortaan spreek ik Nederlands met je."
        assert (await onno.slash(s.room, "next")).reply.text == "Niemand wacht op je."
        await lena.slash(s.room, "language", language="nl")
        table = (await s.loaded(code)).table
        assert {seat.language for seat in table.seats} == {"nl"}, "notices come in it too"


async def test_a_game_alone_begins_in_private(store: Store, tmp_path: Path) -> None:
    async with stage(store, tmp_path) as s:
        lena = s.users[0]
        act = await lena.slash(s.room, "help")
        games = (await lena.press(act.reply, "Try it alone")).reply
        await lena.choose(games, "s::alone", ["c:alone::carrara"])
        await s.shown(lambda: [message for message in lena.dms() if "Your move" in message.text])
        assert all(message.only is lena.person for message in s.room.messages.values())
        assert "Your move" in (await lena.slash(lena.private, "next")).reply.text


async def test_standing_orders_answer_in_advance(store: Store, tmp_path: Path) -> None:
    async with stage(store, tmp_path) as s:
        lena, piet, _ = s.users
        code = await s.open_table("princes", lena, piet)
        await s.begun(code)
        for _ in range(2):
            user, pending = await owed(s, code)
            value = pending.ask.fallback()
            await hand.answer(user, await asked(s, user, pending), pending, value)
        opener, pending = await owed(s, code)
        panel = await asked(s, opener, pending)
        await hand.answer(opener, panel, pending, ["jester"])
        bidder, pending = await owed(s, code)
        panel = await asked(s, bidder, pending)
        orders = (await bidder.press_more(panel, "Instruction")).reply
        opened = await bidder.press(orders, "Bid up to …")
        kept = await bidder.submit(opened, "400")
        assert "up to 400, then pass (until the next round)" in kept.reply.text
        assert "Only you see this." in kept.reply.text
        panel = await s.shown(lambda: next((m for m in opener.dms() if "Bid 500" in m.labels()), None))
        await opener.press(panel, "Bid 500")
        board = s.board(code)
        await s.shown(lambda: board is not None and "buys" in board.text)
        assert not s.world.leaks(opener.person, ["up to 400"])


async def test_going_back_past_a_barrier_needs_everybody(store: Store, tmp_path: Path) -> None:
    async with stage(store, tmp_path) as s:
        lena, piet, _ = s.users
        code = await s.open_table("carrara", lena, piet)
        await s.begun(code)
        user, pending = await owed(s, code)
        panel = await asked(s, user, pending)
        await hand.answer(user, panel, pending, ["buy"])
        act = await user.slash(s.room, "undo")
        assert "all must agree" in act.reply.text
        await user.press(act.reply, "Ask all")
        other = piet if user is lena else lena
        vote = await s.shown(lambda: next((m for m in other.dms() if "Go back" in m.labels()), None))
        before = (await s.loaded(code)).version
        await other.press(vote, "Go back")
        loaded = await s.loaded(code)
        assert loaded.version > before
        assert loaded.table.vote is None
        assert (await owed(s, code))[1].step == pending.step


@pytest.mark.parametrize("what", ["export", "delete"])
async def test_privacy(what: str, store: Store, tmp_path: Path) -> None:
    async with stage(store, tmp_path) as s:
        lena, piet, _ = s.users
        code = await s.open_table("carrara", lena, piet)
        await s.begun(code)
        act = await piet.slash(s.room, "privacy", what=what)
        if what == "export":
            assert json.loads(next(iter(act.reply.files.values())))["games"] == [code]
            return
        await piet.press(act.reply, "Forget me")
        table = (await s.loaded(code)).table
        assert f"discord:{piet.person.id}" not in table.model_dump_json()
        assert await s.store.user(f"discord:{piet.person.id}") == {}


async def test_a_first_game_offers_a_teacher_who_speaks_until_one_has_had_enough(store: Store, tmp_path: Path) -> None:
    async with stage(store, tmp_path, locales={"Lena": "nl", "Piet": "nl"}) as s:
        lena, piet, _ = s.users
        code = await s.open_table("carrara", lena, piet)
        await s.begun(code)
        user, pending = await owed(s, code)
        panel = await asked(s, user, pending)
        assert "Je eerste partij Carrara?" in panel.text
        await user.press(panel, "Leer het mij")
        first, second = "Leraar: Bouw, en waardeer dan", "Leraar: Het getal is de prijs in stenen"
        plain = panel.text.replace("*", "")
        assert first in plain
        assert "Een goed antwoord" not in plain, "nothing is suggested against other people"
        await user.press(panel, "Bouwen")
        assert second in panel.text.replace("*", "")
        await user.press(panel, "Geen lessen meer")
        assert "Leraar:" not in panel.text
        assert "Jouw zet" in panel.text, "the question stands, and in the same language"
        assert "Geen lessen meer" not in panel.labels()
        other = piet if user is lena else lena
        assert (await s.service.people.preferences(f"discord:{other.person.id}")).teach
        told = await s.service.people.taught(f"discord:{user.person.id}")
        assert {"carrara.goal", "carrara.action", "carrara.tile"} <= set(told.lessons)


async def test_who_has_finished_such_a_game_is_offered_no_teacher(store: Store, tmp_path: Path) -> None:
    async with stage(store, tmp_path) as s:
        lena, piet, _ = s.users
        users = [f"discord:{user.person.id}" for user in (lena, piet)]
        earlier = Outcome(
            code="B2B2", game="carrara", ended=1, moves=9, users=[*users], names=["Lena", "Piet"],
            scores=[3, 4], places=[2, 1],
        )  # fmt: skip
        await store.keep_result("B2B2", users, earlier.model_dump_json())
        code = await s.open_table("carrara", lena, piet)
        await s.begun(code)
        user, pending = await owed(s, code)
        assert "Teach me" not in (await asked(s, user, pending)).labels()
