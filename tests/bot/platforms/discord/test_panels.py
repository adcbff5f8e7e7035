"""The life of a private message on Discord: what a person sees stays, is true, and costs little."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path

import discord
import pytest

from bot.platforms.discord.rate_limits import Impatient
from bot.store import Store
from bot.table.time_control import Pace
from engines.kit import Dice, Pick
from tests.bot.platforms.discord import hand
from tests.bot.platforms.discord.stage import Stage, stage
from tests.bot.platforms.discord.test_scenes import asked, owed
from tests.bot.platforms.discord.test_trouble import end_turn, touch
from tests.peers.discord_people import User
from tests.peers.discord_rest import LATE_EDITS
from tests.peers.discord_world import Message, Sent

HOUR = 3600.0


async def play_on(s: Stage, code: str, answers: int, dice: str = "panels") -> None:
    """Some answers by taps in private, each at a person's pace; what the tap was answered with must stay."""
    chance = Dice(dice)
    for _ in range(answers):
        user, pending = await owed(s, code)
        panel = await asked(s, user, pending)
        loaded = await s.loaded(code)
        value = loaded.engine.policy(loaded.state, pending.seat, pending.step, pending.ask, chance.below)
        await hand.answer(user, panel, pending, value)
        said = panel.text
        await s.at_rest()
        if panel in user.dms():
            assert panel.text == said, "no worker writes over what the tap has shown"


def sent_to(s: Stage, user: User, since: int = 0) -> list[Sent]:
    return [sent for sent in s.world.sent[since:] if sent.audience == {user.person.id}]


async def aged(s: Stage, seconds: float) -> None:
    """Time passes for the bot and for Discord."""
    await s.later(seconds)
    s.world.skew += seconds


async def test_what_a_tap_was_answered_with_stays(store: Store, tmp_path: Path) -> None:
    async with stage(store, tmp_path) as s:
        code = await s.open_table("carrara", *s.users[:2])
        await s.begun(code)
        await play_on(s, code, 12)


async def test_no_message_is_read_before_it_is_edited(store: Store, tmp_path: Path) -> None:
    async with stage(store, tmp_path) as s:
        code = await s.open_table("princes", *s.users[:2])
        await s.begun(code)
        await play_on(s, code, 4)
        assert not [sent for sent in s.world.sent if sent.method == "GET" and "/messages/" in sent.path]


async def test_a_picture_that_stands_there_is_not_sent_again(store: Store, tmp_path: Path) -> None:
    async with stage(store, tmp_path) as s:
        code = await s.open_table("carrara", *s.users[:2])
        await s.begun(code)
        user, pending = await owed(s, code)
        panel = await asked(s, user, pending)
        await s.at_rest()
        since, (shown,) = len(s.world.sent), panel.files.values()
        await user.press_more(panel, "Type a move")
        await user.press(panel, "Build")
        await s.at_rest()
        again = [raw for sent in sent_to(s, user, since) for raw in sent.files.values()]
        assert shown not in again
        assert panel.alt()[0], "the picture still stands there"


async def test_a_restarted_bot_leaves_the_picture_where_it_is(store: Store, tmp_path: Path) -> None:
    async with stage(store, tmp_path) as s:
        code = await s.open_table("carrara", *s.users[:2])
        await s.begun(code)
        user, pending = await owed(s, code)
        panel = await asked(s, user, pending)
        await s.at_rest()
        (picture,) = panel.files.values()
        await s.stop()
        await s.start()
        since = len(s.world.sent)
        before = panel.text
        await s.service.moderation.pause("a pause", code, f"discord:{s.users[0].person.id}")
        await s.shown(lambda: panel.text != before)
        await s.at_rest()
        edits = [sent for sent in sent_to(s, user, since) if sent.method == "PATCH"]
        assert edits
        assert not [sent for sent in edits if sent.files], "only the words have changed"
        assert picture in panel.files.values()


async def test_a_vote_is_shown_with_the_question_that_is_asked_now(store: Store, tmp_path: Path) -> None:
    async with stage(store, tmp_path) as s:
        lena, piet, onno = s.users
        code = await s.open_table("carrara", lena, piet, onno)
        await s.begun(code)
        await s.service.moderation.change_pace("blitz", code, f"discord:{piet.person.id}", Pace.BLITZ)

        def asks(words: str) -> Message | None:
            return next((m for m in onno.dms() if "No" in m.labels() and words in m.text), None)

        first = await s.shown(lambda: asks("Piet wants another pace"))
        before = {control.id for control in hand.controls(first) if "c:agree:" in control.id}
        await s.service.moderation.change_pace("relaxed", code, f"discord:{lena.person.id}", Pace.RELAXED)
        second = await s.shown(lambda: asks("Lena wants another pace"))
        await s.at_rest()
        after = {control.id for control in hand.controls(second) if "c:agree:" in control.id}
        assert not before & after, "another question, another button"
        assert "It has lapsed" in first.text
        assert not list(hand.controls(first)), "the first has its last word, and no button"
        assert [m.push[:9] for m in (first, second)] == ["Carrara #"] * 2, "each rings, with the game and its question"


async def test_a_deadline_follows_the_pause_and_its_end(store: Store, tmp_path: Path) -> None:
    async with stage(store, tmp_path) as s:
        host = s.users[0]
        code = await s.open_table("carrara", *s.users[:2])
        await s.begun(code)
        user, pending = await owed(s, code)
        panel = await asked(s, user, pending)
        await s.at_rest()
        before = panel.text
        await host.slash(s.room, "table pause", table=code)
        await s.shown(lambda: panel.text != before)
        paused = panel.text
        await aged(s, 120)
        await host.slash(s.room, "table resume", table=code)
        await s.shown(lambda: panel.text not in (paused, before))
        board = s.board(code)
        await s.at_rest()
        assert board is not None
        until = board.text.split("<t:")[1].split(":")[0]
        assert f"<t:{until}:" in panel.text, "the room and the panel say the same"


async def test_a_double_tap_leaves_the_receipt(store: Store, tmp_path: Path) -> None:
    async with stage(store, tmp_path) as s:
        code = await s.open_table("carrara", *s.users[:2])
        await s.begun(code)
        user, pending = await owed(s, code)
        panel = await asked(s, user, pending)
        build = next(part["custom_id"] for part in panel.parts() if part.get("label") == "Build")
        parts = panel.components
        first, second = await asyncio.gather(user.press_id(panel, build), _pressed_before(user, panel, parts, build))
        await s.at_rest()
        assert first.reply is second.reply is panel
        assert "Which building?" in panel.text
        assert "That choice is over" not in panel.text


async def _pressed_before(user: User, panel: Message, parts: list[dict[str, object]], control: str) -> object:
    """The second tap of two: the finger saw the message as it was."""
    now, panel.components = panel.components, parts
    try:
        return await user.press_id(panel, control)
    finally:
        panel.components = now if panel.components is parts else panel.components


async def test_an_old_board_is_posted_anew_when_somebody_else_is_to_move(store: Store, tmp_path: Path) -> None:
    async with stage(store, tmp_path) as s:
        code = await s.open_table("carrara", *s.users[:2])
        board = await s.begun(code)
        await aged(s, HOUR)
        await end_turn(s, code)
        await s.shown(lambda: (found := s.board(code)) and found is not board)
        await s.shown(lambda: board.id not in s.room.messages)
        assert board.late_edits <= LATE_EDITS


async def test_a_message_that_may_not_be_edited_any_more_is_replaced(store: Store, tmp_path: Path) -> None:
    async with stage(store, tmp_path) as s:
        code = await s.open_table("carrara", *s.users[:2])
        board = await s.begun(code)
        await aged(s, 2 * HOUR)
        board.late_edits = LATE_EDITS
        await touch(s, code)
        again = await s.shown(lambda: (found := s.board(code)) and found is not board and found)
        await s.shown(lambda: board.id not in s.room.messages)
        assert "to move" in again.text


async def test_a_limit_holds_up_no_worker(store: Store, tmp_path: Path) -> None:
    async with stage(store, tmp_path) as s:
        code = await s.open_table("carrara", *s.users[:2])
        board = await s.begun(code)
        await s.at_rest()
        edits = board.edits
        user, _ = await owed(s, code)
        fault = s.server.fail("PATCH", rf"/channels/{s.room.id}/messages/", 429, retry_after=25.0)
        await user.slash(s.room, "move", text="turn the wheel and buy", table=code)
        await s.shown(lambda: not fault.times)
        async with asyncio.timeout(10):
            await s.at_rest()
        assert board.edits == edits, "it stays due"
        await s.later(26)
        await s.shown(lambda: board.edits > edits)


async def test_a_used_up_limit_is_an_error_that_says_how_long() -> None:
    limit, loop = Impatient(None), asyncio.get_running_loop()
    limit.limit, limit.remaining, limit.reset_after, limit.expires = 5, 1, 40.0, loop.time() + 40
    async with asyncio.timeout(5), limit:
        pass
    with pytest.raises(discord.RateLimited) as limited:
        await limit.acquire()
    assert 30 < limited.value.retry_after <= 40
    limit.expires = loop.time() - 1
    async with asyncio.timeout(5), limit:
        pass


async def test_a_private_chat_is_opened_once(store: Store, tmp_path: Path) -> None:
    async with stage(store, tmp_path) as s:
        code = await s.open_table("carrara", *s.users[:2])
        await s.begun(code)
        user, pending = await owed(s, code)
        first = await asked(s, user, pending)
        await s.later(1)
        await s.stop()
        await s.start()
        since = len(s.world.sent)
        await aged(s, 36 * HOUR)
        await s.shown(lambda: [m for m in user.dms() if m is not first and "Half the time left" in m.text])
        assert not [sent for sent in s.world.sent[since:] if sent.path.endswith("/users/@me/channels")]


async def test_a_line_in_private_takes_the_place_of_the_panel(store: Store, tmp_path: Path) -> None:
    async with stage(store, tmp_path) as s:
        code = await s.open_table("carrara", *s.users[:2])
        await s.begun(code)
        user, pending = await owed(s, code)
        panel = await asked(s, user, pending)
        await s.at_rest()
        await user.write("build")
        await s.shown(lambda: panel not in user.dms())
        await s.at_rest()
        (own,) = [m for m in user.dms() if m.author is None]
        assert "Which building?" in own.text


async def test_a_game_alone_is_one_message(store: Store, tmp_path: Path) -> None:
    async with stage(store, tmp_path) as s:
        lena = s.users[0]
        act = await lena.slash(lena.private, "help")
        assert {"Rules", "My settings"} <= set(act.reply.labels())
        games = (await lena.press(act.reply, "Try it alone")).reply
        await lena.choose(games, "s::alone", ["c:alone::carrara"])
        await s.shown(lambda: [m for m in lena.dms() if "Your move" in m.text])
        await s.at_rest()
        assert len([m for m in lena.dms() if m.attachments]) == 1


async def test_the_first_line_says_game_and_question(store: Store, tmp_path: Path) -> None:
    async with stage(store, tmp_path) as s:
        code = await s.open_table("carrara", *s.users[:2])
        await s.begun(code)
        user, pending = await owed(s, code)
        panel = await asked(s, user, pending)
        assert panel.push == f"Your move: Carrara #{code}. One action."
        assert panel.text.splitlines()[0] == f"**{panel.push}**"
        assert "coins" in panel.text


async def test_buttons_say_what_they_cost_and_bring(store: Store, tmp_path: Path) -> None:
    async with stage(store, tmp_path) as s:
        code = await s.open_table("carrara", *s.users[:2])
        await s.begun(code)
        user, pending = await owed(s, code)
        panel = await asked(s, user, pending)
        assert "**Turn the wheel and buy**\n-# Shows something new" in panel.text
        await hand.answer(user, panel, pending, ["buy"])
        _, segments = await owed(s, code)
        assert segments.step == "buy.segment"
        assert isinstance(segments.ask, Pick)
        for option in segments.ask.options:
            assert option.note is not None
            effect = s.platform.composer.speaker((await s.loaded(code)).table, "en").say(option.note)
            assert f"\n-# {effect}" in panel.text, "each segment with its bricks"


async def test_the_seal_is_short_and_stays(store: Store, tmp_path: Path) -> None:
    async with stage(store, tmp_path) as s:
        code = await s.open_table("carrara", *s.users[:2])
        board = await s.begun(code)
        loaded = await s.loaded(code)
        seal, composer = loaded.table.commitment, s.platform.composer
        assert f"Shuffle sealed: {seal[:6]}…{seal[-6:]} (whole: /verify)" in board.text
        assert seal in (await s.users[0].slash(s.room, "verify", table=code)).reply.text
        look = await s.service.queries.look(code, None)
        after_computers = replace(look, table=loaded.table.model_copy(update={"moves": 3}))
        assert "Shuffle sealed" in (await composer.board(after_computers, [])).text
        await end_turn(s, code)
        assert "Shuffle sealed" in (await s.begun(code)).text
