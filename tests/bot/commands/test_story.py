"""The story of a finished game: chances that add up, turning points that were played, words and a picture."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from bot.commands.conversation import Command, Tap
from bot.messages.story import Stories
from bot.service import storyteller
from bot.service.mind import Threads
from bot.service.storyteller import Story
from bot.store import Store
from config.languages import languages
from engines import ENGINES
from engines.kit.chances import chances
from engines.kit.coaching import Advice, advise
from render import draw
from tests.bot.commands.test_conversation import LENA, PIET, Desk
from tests.bot.commands.test_history_commands import buttons, play


class Quick(Threads):
    """Few playouts are enough to see that a story holds together."""

    async def advise(
        self, engine: Any, state: Any, seat: int, seed: str, playouts: int = 0, about: Any = None, is_idle: bool = False
    ) -> Advice | None:
        return advise(engine, state, seat, seed, playouts=8, pairs=3, about=about)

    async def chances(self, engine: Any, state: Any, playouts: int, seed: str) -> tuple[float, ...] | None:
        return chances(engine, state, 2, seed)


@pytest.fixture
async def desk(one: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Desk:
    monkeypatch.setattr(storyteller, "POINTS", 8)
    found = Desk(one, tmp_path)
    await found.begin("carrara")
    found.service.coach.mind = Quick()
    await play(found)
    return found


async def test_a_story_is_made_once_and_its_turning_points_were_played(desk: Desk) -> None:
    stories = Stories(desk.service)
    kept, story = await stories.story(desk.code, 60.0)
    assert story is not None
    assert Story.load(story.dump()) == story
    assert all(sum(point.chances) == pytest.approx(1.0) for point in story.points)
    loaded = await desk.service.work.load(desk.code)
    result = ENGINES["carrara"].result(loaded.state)
    assert result is not None
    assert {seat for seat, chance in enumerate(story.points[-1].chances) if chance} == set(result.winners)
    entries = {entry.version: entry for entry in await desk.service.work.entries(desk.code)}
    moments = await desk.service.history.moments(desk.code, None)
    assert story.turns, "with two playouts a point something turns"
    for turn in story.turns:
        move = entries[moments[turn.number].line.version].moves[0]
        assert (move.seat, move.ask_id, move.value) == (turn.seat, turn.played.ask_id, turn.played.value)
    again, same = await stories.story(desk.code)
    assert again.data == kept.data
    assert same == story


async def test_the_command_shows_the_picture_and_leads_to_the_positions(desk: Desk) -> None:
    reply = await desk.conversation.handle(Command(desk.caller(LENA), "story", {"table": desk.code}))
    assert reply.post.picture is not None
    lines = reply.post.text.splitlines()[1:]
    assert lines
    assert all(line.endswith("%)") and " (" in line for line in lines), "what it did stands apart from what was played"
    ways = buttons(reply)
    assert len(set(ways.values())) == len(ways)
    for key in ways.values():
        shown = await desk.conversation.handle(Tap(desk.caller(PIET), [key]))
        assert not shown.refused, shown.post.text


async def test_a_story_is_drawn_and_told_in_every_language(desk: Desk) -> None:
    stories = Stories(desk.service)
    _, story = await stories.story(desk.code, 60.0)
    assert story is not None
    table = await desk.service.queries.table(desk.code)
    for language in languages():
        told = await stories.told(table, story, language)
        assert all(each.played and each.master and each.chance for each in told)
        drawn = draw(await stories.picture(table, story, language))
        assert all(each.played in drawn.alt for each in told)
        assert drawn.height > 700


async def test_there_is_no_story_before_the_end(one: Store, tmp_path: Path) -> None:
    desk = Desk(one, tmp_path)
    await desk.begin()
    reply = await desk.conversation.handle(Command(desk.caller(LENA), "story", {"table": desk.code}))
    assert reply.refusal is not None
    assert reply.refusal.code == "table.refusal.not_over"
