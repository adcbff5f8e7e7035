"""Whole games in a group with private chats, with a restart, floods, a block and a migration in the middle."""

from __future__ import annotations

import re
from html import unescape
from pathlib import Path

import pytest

from bot.language.labels import describe
from bot.service.player_view import read_log
from bot.store import Store
from engines import ENGINES
from engines.kit import Dice, Pending
from tests.bot.conftest import one, single
from tests.bot.known_questions import KnownQuestions
from tests.bot.platforms.telegram import taps
from tests.bot.platforms.telegram.stage import Stage, stage, texts
from tests.peers.telegram_people import Hand
from tests.peers.telegram_world import Message
from tests.thorough import amount

__all__ = ["one", "single"]
RESTART_AT, FAULTS_AT, MIGRATE_AT = 10, 16, 22
TYPED_EVERY = 7
TELLS_SECRETS = {"princes", "rivals"}
MAY_TELL = {"carrara"}
"""Where a seat is told something only if its game takes that course."""
"""Games whose log has sentences for one seat alone."""


async def panel_of(s: Stage, user: Hand, code: str, pending: Pending) -> Message:
    """The private message that asks this; the bot brings it unasked."""

    def found() -> Message | None:
        return next((each for each in reversed(user.private.visible()) if taps.asks(each, pending)), None)

    try:
        message: Message = await user.until(found)
    except TimeoutError:
        there = [(each.id, each.plain[:200], taps.ids(each)) for each in user.private.visible()[-3:]]
        raise AssertionError(f"{code}: nobody asks {user.human.name} {pending}: {there}") from None
    return message


async def play(s: Stage, code: str, most: int = 2000, is_calm: bool = True, is_typed: bool = True) -> int:
    """Play to the end, or so many answers; how many that took."""
    chance, known = Dice("people"), KnownQuestions(s.service)
    for number in range(most):
        loaded = await s.loaded(code)
        if loaded.table.is_over:
            return number
        if not is_calm:
            await disturb(s, number)
        loaded = await s.loaded(code)
        assert loaded.state is not None
        s.asked |= {each.ask_id: each.seat for each in loaded.engine.pending(loaded.state)}
        pending = next(each for each in loaded.engine.pending(loaded.state) if each.owed)
        user = s.user_of(loaded, pending.seat)
        value = loaded.engine.policy(loaded.state, pending.seat, pending.step, pending.ask, chance.below)
        if known.is_known(pending.step) and number > MIGRATE_AT:
            await known.give(code, loaded.table.seats[pending.seat].user, loaded.version, pending, value)
        elif is_typed and number % TYPED_EVERY == TYPED_EVERY - 1:
            speaker = s.platform.composer.speaker(loaded.table, "en")
            await user.write(f"/move {describe(pending, value, speaker)} #{code}")
        else:
            await taps.answer(user, await panel_of(s, user, code, pending), pending, value)
        await s.until_version(code, loaded.version)
    return most


async def disturb(s: Stage, number: int) -> None:
    """What goes wrong on the way."""
    if number == RESTART_AT:
        await s.stop()
        await s.start()
    if number == FAULTS_AT:
        room = s.room.id
        s.api.break_next("editMessage*", 429, "Too Many Requests: retry after 1", 2, room, retry_after=1)
        s.api.break_next("editMessage*", 502, "Bad Gateway", 1, room)
    if number == MIGRATE_AT:
        s.room = s.api.world.migrate(s.room)


@pytest.mark.timeout(1800)
@pytest.mark.parametrize("game", amount(list(ENGINES)[::2], list(ENGINES)))
async def test_a_game_is_played(game: str, one: Store, tmp_path: Path) -> None:
    async with stage(one, tmp_path) as s:
        lena, piet, onno = s.users
        code = await s.open_table(game, lena, piet)
        assert await play(s, code, is_calm=False) > MIGRATE_AT
        over = await onno.until(lambda: (found := s.board(code)) and f"#{code} is over" in found.plain and found)
        assert over.photo
        assert not any(fault.times for fault in s.api.faults)
        await secrets_stayed_private(s, code, game)


async def secrets_stayed_private(s: Stage, code: str, game: str) -> None:
    """No control or picture of a seat, and no sentence that only that seat may read, went anywhere but to that seat."""
    loaded = await s.loaded(code)
    people = {s.user_of(loaded, seat).human.id: seat for seat in loaded.table.people}
    own = {seat: await told_only_to(s, code, seat) for seat in people.values()}
    assert game in MAY_TELL or all(own.values()) == (game in TELLS_SECRETS)
    looked = 0
    for sent in s.api.world.record:
        chat = sent.fields.get("chat_id")
        if chat is None:
            continue
        assert int(chat) < 0 or int(chat) in people, f"{sent.method} to a stranger"
        seat, said = people.get(int(chat)), texts(sent.fields)
        for control in re.findall(f"a:{code}:([^:]*):", said):
            assert seat is not None, "a control of a question stands in the room"
            assert s.asked.get(control, seat) == seat, "a control of somebody else's question"
        for secret in [line for other, lines in own.items() if other != seat for line in lines]:
            assert secret not in unescape(said), f"{sent.method} told seat {seat}: {secret}"
        for raw in _pictures(s, sent.fields):
            drawn_for = s.viewers[raw]
            assert seat in drawn_for or None in drawn_for, sent.method
            looked += 1
    assert looked


async def told_only_to(s: Stage, code: str, seat: int) -> set[str]:
    """The sentences of the log that one seat alone may read."""
    loaded, entries = await s.loaded(code), await s.service.work.entries(code, 0)
    speaker = s.platform.composer.speaker(loaded.table, "en")

    def read(viewer: int | None) -> set[str]:
        return {speaker.say(text) for line in read_log(loaded.table, entries, viewer) for text in line.texts}

    others = [viewer for viewer in (None, *loaded.table.people) if viewer != seat]
    return read(seat).difference(*[read(viewer) for viewer in others])


def _pictures(s: Stage, fields: dict[str, object]) -> list[bytes]:
    """What a request uploads, and what it names that was uploaded before."""
    media = fields.get("media")
    found = [fields.get("photo"), fields.get("document"), media.get("media") if isinstance(media, dict) else None]
    known = [s.api.world.photos.get(each, each) if isinstance(each, str) else each for each in found]
    return [each for each in known if isinstance(each, bytes)]
