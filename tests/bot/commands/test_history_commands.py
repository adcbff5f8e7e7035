"""Looking back in a chat: one message with its ways, and the film of a finished game."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.commands.context import Reply
from bot.commands.conversation import Command, Tap
from bot.messages import film
from bot.messages.post import Button
from bot.store import Store
from bot.table.model import Status
from render import Drawn, Picture, movie
from tests.bot.commands.test_conversation import LENA, PIET, Desk, Undrawn


@pytest.fixture
async def desk(one: Store, tmp_path: Path) -> Desk:
    found = Desk(one, tmp_path)
    await found.begin()
    return found


async def play(desk: Desk, most: int = 10_000) -> None:
    for number in range(most):
        if (await desk.service.work.load(desk.code)).table.status is not Status.RUNNING:
            return
        user, pending, value = await desk.asked()
        await desk.service.moves.answer(f"play {number}", desk.code, user.ref, [(pending.ask_id, value)])


def buttons(reply: Reply) -> dict[str, str]:
    """The ids of the buttons by their labels."""
    return {each.label: each.id for row in reply.post.rows if isinstance(row, tuple) for each in row}


async def test_history_shows_the_last_position_and_its_buttons_carry_the_number(desk: Desk) -> None:
    await play(desk, 12)
    count = len(await desk.service.history.moments(desk.code, LENA.ref))
    reply = await desk.conversation.handle(Command(desk.caller(LENA), "history"))
    assert f"step {count} of {count}" in reply.post.text
    assert reply.post.picture is not None
    ways = buttons(reply)
    assert [*ways][:5] == ["«", "◀", str(count), "▶", "»"]
    assert len(set(ways.values())) == len(ways), "no id stands twice"
    assert all(len(each.encode()) <= 64 for each in ways.values())
    before = await desk.conversation.handle(Tap(desk.caller(LENA), [ways["◀"]]))
    assert f"step {count - 1} of {count}" in before.post.text
    assert before.instead, "one message, edited"
    first = await desk.conversation.handle(Tap(desk.caller(LENA), [ways["«"]]))
    assert f"step 1 of {count}" in first.post.text
    assert len(set(buttons(first).values())) == len(buttons(first))
    now = await desk.conversation.handle(Tap(desk.caller(LENA), [buttons(first)["Back to now"]]))
    assert f"step {count} of {count}" in now.post.text
    third = await desk.conversation.handle(Command(desk.caller(LENA), "history", {"number": 3}))
    assert f"step 3 of {count}" in third.post.text


async def test_since_my_move_begins_with_the_first_move_of_another(desk: Desk) -> None:
    await play(desk, 12)
    for user in (LENA, PIET):
        mine = await desk.service.history.since_my_move(desk.code, user.ref)
        reply = await desk.conversation.handle(Command(desk.caller(user), "history"))
        labels = {label.rpartition(": ")[2]: key for label, key in buttons(reply).items() if ": " in label}
        assert set(labels) == ({str(len(mine))} if mine else set())
        for key in labels.values():
            shown = await desk.conversation.handle(Tap(desk.caller(user), [key]))
            assert f" {mine[0].number + 1} " in shown.post.text.splitlines()[0]


async def test_a_move_that_is_none_and_a_forged_button_are_refused(desk: Desk) -> None:
    for way in ("at.9999", "at.9999.b"):
        reply = await desk.conversation.handle(Tap(desk.caller(LENA), [f"c:history:{desk.code}:{way}"]))
        assert reply.refused
    assert (await desk.conversation.handle(Command(desk.caller(LENA), "history", {"number": 0}))).refused


class Small(Undrawn):
    """A picture that is one, quickly drawn."""

    drawn = 0

    async def draw(self, picture: Picture) -> Drawn:
        Small.drawn += 1
        return await super(Undrawn, self).draw(picture)


@pytest.mark.parametrize("has_extra", [False, True], ids=["gif", "mp4"])
async def test_a_film_is_posted_once_the_game_is_over_and_made_only_once(
    desk: Desk, monkeypatch: pytest.MonkeyPatch, has_extra: bool
) -> None:
    monkeypatch.setattr(movie, "is_here", lambda: has_extra)
    monkeypatch.setattr(film, "MOST_FRAMES", 3)
    early = await desk.conversation.handle(Tap(desk.caller(LENA), [f"c:film:{desk.code}:"]))
    assert early.refused
    await play(desk)
    desk.conversation.context.films.studio = Small()
    reply = await desk.conversation.handle(Tap(desk.caller(LENA), [f"c:film:{desk.code}:"]))
    assert reply.post.file is not None, reply.post.text
    assert reply.post.file.name.endswith(".mp4" if has_extra else ".gif")
    assert reply.post.file.data[:8].endswith(b"ftyp") if has_extra else reply.post.file.data[:4] == b"GIF8"
    assert len(reply.post.file.data) <= 8_000_000
    made = Small.drawn
    again = await desk.conversation.handle(Command(desk.caller(PIET), "film", {"table": desk.code}))
    assert again.post.file is not None
    assert again.post.file.data == reply.post.file.data
    assert Small.drawn == made


async def test_while_a_film_is_made_it_is_told_how_far_it_has_come(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.commands.history_commands.PATIENCE", 0.0)
    await play(desk)
    reply = await desk.conversation.handle(Tap(desk.caller(LENA), [f"c:film:{desk.code}:"]))
    assert reply.post.file is None
    assert "is being made" in reply.post.text
    row = reply.post.rows[0]
    assert isinstance(row, tuple)
    assert isinstance(row[0], Button)
    assert row[0].id == f"c:film:{desk.code}:"
    await desk.conversation.context.films.stop()
