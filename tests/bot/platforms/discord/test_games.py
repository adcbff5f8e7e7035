"""Whole games by slash commands and controls, with a lost connection, faults and a restart in the middle."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from bot.language.labels import describe
from bot.store import Store
from engines import ENGINES
from engines.kit import Dice, Pending
from tests.bot.known_questions import KnownQuestions
from tests.bot.platforms.discord import hand
from tests.bot.platforms.discord.stage import Stage, stage
from tests.bot.platforms.discord.watch import Watch
from tests.peers.discord_people import User
from tests.peers.discord_world import Message
from tests.thorough import amount

RESUME_AT, FAULTS_AT, RESTART_AT = 6, 12, 20
TYPED_EVERY = 9


def standing_panel(user: User, pending: Pending) -> Message | None:
    """The message in somebody's private chat that asks this."""
    for message in reversed(user.dms()):
        if any(pending.ask_id in control.id for control in hand.controls(message)):
            return message
    return None


async def panel_of(s: Stage, user: User, code: str, pending: Pending) -> Message:
    """The private message that asks this: the one in private, or a new one by *My move*."""
    if (standing := standing_panel(user, pending)) is not None:
        return standing
    board = await s.shown(lambda: s.board(code))
    act = await user.press_verb(board, "move")
    return act.reply


async def play(s: Stage, code: str, watch: Watch) -> int:
    """Play to the end; how many answers that took."""
    chance, known = Dice("people"), KnownQuestions(s.service)
    for number in range(2000):
        loaded = await s.loaded(code)
        if loaded.table.is_over:
            return number
        await watch.note()
        await disturb(s, number)
        loaded = await s.loaded(code)
        assert loaded.state is not None
        pending = next(each for each in loaded.engine.pending(loaded.state) if each.owed)
        user = s.user_of(loaded, pending.seat)
        value = loaded.engine.policy(loaded.state, pending.seat, pending.step, pending.ask, chance.below)
        if known.is_known(pending.step) and number > RESTART_AT:
            await known.give(code, loaded.table.seats[pending.seat].user, loaded.version, pending, value)
        elif number % TYPED_EVERY == TYPED_EVERY - 1:
            speaker = s.platform.composer.speaker(loaded.table, "en")
            await user.slash(s.room, "move", text=describe(pending, value, speaker), table=code)
        else:
            await hand.answer(user, await panel_of(s, user, code, pending), pending, value)
        after = await s.loaded(code)
        assert after.version > loaded.version, f"{pending.step} {value!r} was not taken"
    raise AssertionError("no end")


async def disturb(s: Stage, number: int) -> None:
    """What goes wrong on the way."""
    if number == RESUME_AT:
        s.server.resumed.clear()
        await s.server.drop()
        await asyncio.wait_for(s.server.resumed.wait(), 60)
    if number == FAULTS_AT:
        s.server.fail("PATCH", r"/channels/\d+/messages/", 429, retry_after=0.05)
        s.server.fail("PATCH", r"/channels/\d+/messages/", 500)
        s.server.fail("POST", r"/channels/\d+/messages$", 429, retry_after=0.05)
    if number == RESTART_AT:
        await s.stop()
        await s.start()


@pytest.mark.parametrize("game", amount(list(ENGINES)[1::2], list(ENGINES)))
async def test_a_whole_game_is_played(game: str, store: Store, tmp_path: Path) -> None:
    async with stage(store, tmp_path, seed="whole game") as s:  # pictures of one seed are shared by the tests
        lena, piet, onno = s.users
        code = await s.open_table(game, lena, piet)
        board = await s.begun(code)
        watch = Watch(s, code, game)
        await play(s, code, watch)
        await s.shown(lambda: "c:rematch:" in str(board.parts()))
        await watch.search_ids()
        await watch.search_pictures()
        assert watch.looked
        assert " is over: " in board.text
        assert board.edits > 5
        assert board in onno.sees(s.room)
        assert not onno.dms()
        assert not [message for message in onno.sees(s.room) if message.only is not None]
