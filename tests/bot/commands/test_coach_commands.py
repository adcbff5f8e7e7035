"""Hints in the conversation: who may ask, what is told to whom, and that a hint can be played with a tap."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from bot.commands.conversation import Command, Line, Tap
from bot.messages.post import Button
from bot.service.mind import Threads
from bot.store import Store
from engines.kit.coaching import Advice, advise
from tests.bot.commands.test_conversation import LENA, PIET, Desk


class Few(Threads):
    """Thinks only a little, and counts how often."""

    def __init__(self) -> None:
        self.times = 0

    async def advise(self, engine: Any, state: Any, seat: int, seed: str, *rest: Any, **more: Any) -> Advice | None:
        self.times += 1
        return advise(engine, state, seat, seed, playouts=12, pairs=4)


@pytest.fixture
async def desk(one: Store, tmp_path: Path) -> Desk:
    found = Desk(one, tmp_path)
    await found.begin()
    found.service.coach.mind = Few()
    await found.service.moderation.allow_hints("allow", found.code, LENA.ref, True)
    return found


async def test_a_hint_is_for_who_asks_and_all_are_told_that_it_was_asked_for(desk: Desk) -> None:
    user, _, _ = await desk.asked()
    other = PIET if user is LENA else LENA
    reply = await desk.conversation.handle(Command(desk.caller(user), "hint"))
    assert not reply.refused, reply.post.text
    assert len(reply.post.text.splitlines()) >= 3
    lines = await desk.service.queries.log(desk.code, other.ref)
    texts = [text for line in lines for text in line.texts]
    asked = [text for text in texts if text.key == "table.event.hint_asked"]
    assert [text.facts for text in asked] == [{"seat": f"seat/{(await desk.asked())[1].seat}"}]
    again = await desk.conversation.handle(Command(desk.caller(user), "hint"))
    assert again.post.text == reply.post.text
    assert desk.service.coach.mind.times == 1, "the same position is thought about once"  # type: ignore[attr-defined]
    lines = await desk.service.queries.log(desk.code, other.ref)
    assert sum(text.key == "table.event.hint_asked" for line in lines for text in line.texts) == 1


async def test_the_button_under_a_hint_plays_it(desk: Desk) -> None:
    user, _, _ = await desk.asked()
    reply = await desk.conversation.handle(Command(desk.caller(user), "hint"))
    first = reply.post.rows[0]
    assert isinstance(first, tuple)
    assert isinstance(first[0], Button)
    before = (await desk.service.work.load(desk.code)).table.moves
    played = await desk.conversation.handle(Tap(desk.caller(user), [first[0].id]))
    assert not played.refused, played.post.text
    after = (await desk.service.work.load(desk.code)).table.moves
    assert after == before + 1 or "?" in played.post.text, "played, or asked once more"


async def test_nobody_gets_a_hint_out_of_turn_or_where_there_are_none(desk: Desk) -> None:
    user, _, _ = await desk.asked()
    other = PIET if user is LENA else LENA
    refused = await desk.conversation.handle(Command(desk.caller(other), "hint", {"table": desk.code}))
    assert refused.refusal is not None
    assert refused.refusal.code == "table.refusal.no_hint_now"
    assert (await desk.conversation.handle(Line(desk.caller(LENA), "/table hints off"))).done is not None
    refused = await desk.conversation.handle(Command(desk.caller(user), "hint"))
    assert refused.refusal is not None
    assert refused.refusal.code == "table.refusal.no_hints"
    assert (await desk.conversation.handle(Command(desk.caller(PIET), "table hints", {"hints": "on"}))).refused


async def test_in_a_first_game_there_are_hints_unless_the_host_says_no(one: Store, tmp_path: Path) -> None:
    desk = Desk(one, tmp_path)
    await desk.begin()
    desk.service.coach.mind = Few()
    table = (await desk.service.work.load(desk.code)).table
    assert [table.seats[seat].is_new for seat in table.people] == [True, True]
    user, _, _ = await desk.asked()
    assert not (await desk.conversation.handle(Command(desk.caller(user), "hint"))).refused
    panel = await desk.conversation.handle(Command(desk.caller(user), "move"))
    labels = [each.label for row in panel.post.rows if isinstance(row, tuple) for each in row]
    assert "Hint" in labels or "Rat" in labels
