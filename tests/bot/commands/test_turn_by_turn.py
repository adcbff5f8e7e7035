"""A practice table, turn by turn: computers wait until the learner has seen the turn before, and all can be undone."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.commands.context import Reply
from bot.commands.conversation import Command, Tap
from bot.learn import lessons, teacher
from bot.learn.teacher import course
from bot.messages.post import Button, Style
from bot.store import Store
from bot.table.model import Entry, Table, platform_of
from bot.table.stepwise import is_held
from engines import ENGINES
from engines.kit.errors import Refusal
from tests.bot.commands.test_conversation import LENA, PIET
from tests.bot.commands.test_why import Board
from tests.bot.crew import Crew, crew

LONGEST = 200


class Practice(Board):
    """A guided game of the title whose first game has two computers, with the workers that play them."""

    crew: Crew

    async def learn(self, game: str = "princes") -> Table:
        reply = await self.conversation.handle(Command(self.caller(LENA), "learn", {"game": game}))
        assert reply.done is not None
        self.code, self.crew = reply.done.table.code, crew(self.service)
        await self.crew.workers.step()
        return await self.service.queries.table(self.code)

    async def obey(self) -> None:
        """Do what the teacher suggests, then let the computers do what they may."""
        loaded = await self.service.work.load(self.code)
        pending = next(each for each in loaded.engine.pending(loaded.running()) if each.seat == 0 and each.owed)
        good = teacher.suggested(loaded.engine, loaded.running(), 0, pending)
        assert good is not None
        await self.service.moves.answer(f"{loaded.version}", self.code, LENA.ref, [(good[0].ask_id, good[1])])
        await self.crew.workers.step()

    async def until_held(self) -> None:
        for _ in range(LONGEST):
            if (await self.service.queries.look(self.code, LENA.ref)).is_held:
                return
            await self.obey()
        raise AssertionError("no computer ever waited")

    async def panel(self) -> Reply:
        return await self.conversation.handle(Command(self.caller(LENA), "move", {"table": self.code}))

    async def tap(self, label: str) -> Reply:
        found = [each for row in (await self.panel()).post.rows if isinstance(row, tuple) for each in row]
        (button,) = [each for each in found if isinstance(each, Button) and each.label == label]
        reply = await self.conversation.handle(Tap(self.caller(LENA), [button.id]))
        await self.crew.workers.step()
        return reply

    async def answers(self) -> list[Entry]:
        return [each for each in await self.service.work.entries(self.code) if each.kind == "answer"]


@pytest.fixture
def table(one: Store, tmp_path: Path) -> Practice:
    return Practice(one, tmp_path)


async def test_a_computer_begins_its_turn_when_the_learner_has_seen_the_one_before(table: Practice) -> None:
    await table.learn()
    await table.until_held()
    before = await table.answers()
    await table.crew.workers.step()
    assert await table.answers() == before
    panel = await table.panel()
    assert panel.post.panel is not None
    assert 1 <= len(panel.post.panel.recap) <= 6
    assert "waits until you go on" in panel.post.text
    shown = table.crew.walls[platform_of(LENA.ref)].briefs(LENA.ref)[-1]
    assert shown.look.is_held
    await table.tap("Go on")
    after = await table.answers()
    assert len(after) > len(before)
    assert {entry.by for entry in after[len(before) :]} == {"computer"}


async def test_what_was_seen_is_not_told_again(table: Practice) -> None:
    await table.learn()
    await table.until_held()
    await table.tap("Go on")
    acted = (await table.service.queries.table(table.code)).seats[0].acted
    entries = await table.service.work.entries(table.code)
    assert [entry.kind for entry in entries if entry.version == acted] == ["went_on"]
    shown = table.crew.walls[platform_of(LENA.ref)].briefs(LENA.ref)[-1]
    assert shown.lines
    assert all(line.version > acted for line in shown.lines)


async def test_who_need_not_be_waited_for_says_so_once(table: Practice) -> None:
    await table.learn()
    await table.until_held()
    await table.tap("Wait no more")
    for _ in range(25):
        look = await table.service.queries.look(table.code, LENA.ref)
        assert not look.is_held
        if 0 not in look.owed:
            break
        await table.obey()
    assert (await table.service.queries.table(table.code)).stops == []


async def test_where_nobody_waits_nobody_can_be_told_to_go_on(table: Practice) -> None:
    await table.learn()
    with pytest.raises(Refusal):
        await table.service.moves.go_on("now", table.code, LENA.ref)
    await table.until_held()
    with pytest.raises(Refusal):
        await table.service.moves.go_on("me", table.code, PIET.ref)


async def test_an_auction_is_no_turn_of_its_own(table: Practice) -> None:
    """Bids of computers among themselves need no tap each: only what begins a turn waits."""
    await table.learn()
    for _ in range(12):
        loaded = await table.service.work.load(table.code)
        asked = loaded.engine.pending(loaded.running())
        if is_held(loaded.table, asked):
            owed = [each.step for each in asked if each.owed]
            assert set(owed) <= {"auction.open", "turn.action"}
            await table.tap("Go on")
        else:
            await table.obey()


async def test_a_learner_takes_back_at_any_time(table: Practice) -> None:
    """Past what was shown and past what computers did, without asking anybody; twice in a row."""
    await table.learn()
    for _ in range(4):
        await table.obey()
        while (await table.service.queries.look(table.code, LENA.ref)).is_held:
            await table.tap("Go on")
    own = [entry for entry in await table.answers() if entry.seat == 0]
    computers = [entry for entry in await table.answers() if entry.by == "computer"]
    assert computers[-1].version > own[-2].version
    look = await table.service.queries.look(table.code, LENA.ref)
    assert look.can_undo
    for entry in own[:-3:-1]:
        done = await table.service.moves.undo(f"back {entry.version}", table.code, LENA.ref)
        assert done.table.vote is None
        last = (await table.service.work.entries(table.code))[-1]
        assert (last.kind in ("back", "undone"), last.to) == (True, entry.version - 1)
        look = await table.service.queries.look(table.code, LENA.ref)
        assert entry.moves[0].step in [pending.step for pending in look.pending]


@pytest.mark.parametrize("game", sorted(ENGINES))
def test_every_course_knows_with_what_a_turn_begins(game: str) -> None:
    found = course(game)
    assert found is not None
    assert found.turns
    assert set(found.turns) <= set(ENGINES[game].steps)


async def test_what_the_teacher_suggests_has_the_suggested_look(table: Practice) -> None:
    await table.learn("carrara")
    marked = [
        button.label
        for row in (await table.panel()).post.rows
        if isinstance(row, tuple)
        for button in row
        if isinstance(button, Button) and button.style is Style.SUGGESTED
    ]
    assert marked == ["Turn the wheel and buy"]


async def test_what_is_better_done_beside_a_question_is_suggested_first(
    table: Practice, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lessons, "QUICK", 0.0)  # nobody is so quick that the teacher keeps silent
    await table.learn("firenze")
    said = ""
    for _ in range(LONGEST):
        said = (await table.panel()).post.text
        if "A good answer, first: " in said:
            break
        await table.obey()
    assert "A good answer, first: " in said


async def test_an_answer_that_says_nothing_by_itself_stands_behind_its_question(table: Practice) -> None:
    await table.learn("carrara")
    await table.obey()
    assert "Which segment? A good answer: II." in (await table.panel()).post.text


async def test_a_guided_game_is_played_to_its_end_and_the_teacher_has_the_last_word(
    table: Practice, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By the suggestions alone, turn by turn; then the panel, and what the workers show, end with the last page."""
    monkeypatch.setattr(lessons, "QUICK", 0.0)
    await table.learn()
    while not (look := await table.service.queries.look(table.code, LENA.ref)).table.is_over:
        await (table.tap("Go on") if look.is_held else table.obey())
    panel = (await table.panel()).post.panel
    shown = table.crew.walls[platform_of(LENA.ref)].briefs(LENA.ref)[-1]
    assert panel is not None
    assert any("Your points: " in line for line in panel.notes)
    assert shown.advice is not None
    assert shown.advice.is_last
