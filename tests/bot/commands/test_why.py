"""Why something cannot be: the reason where the words stop fitting, the rule's section, or whose move it is."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.commands.conversation import Line
from bot.store import Store
from bot.table.lobby import User
from engines.kit import Pick
from engines.kit.outcome import Answer
from tests.bot.commands.test_conversation import LENA, PIET, ROOM, Desk


class Board(Desk):
    """A table of two at any game."""

    async def open(self, game: str) -> None:
        done = await self.service.lobby.create("new", game, LENA, ROOM, seats=2)
        self.code = done.table.code
        await self.service.lobby.join("join", self.code, PIET)
        await self.service.lobby.start("start", self.code, LENA.ref, "joined")

    async def why(self, user: User, words: str) -> str:
        return (await self.conversation.handle(Line(self.caller(user), f"/why {words}", self.code))).post.text

    async def play_one(self) -> None:
        user, pending, value = await self.asked()
        self.requests += 1
        await self.service.moves.answer(f"a{self.requests}", self.code, user.ref, [(pending.ask_id, value)])

    async def may_look_on(self, user: User) -> bool:
        """Whether the verb to build leads on to a question, before anything is shown."""
        loaded = await self.service.work.load(self.code)
        asked = next(each for each in loaded.engine.pending(loaded.running()) if each.owed)
        if not isinstance(asked.ask, Pick) or "build" not in [option.key for option in asked.ask.options]:
            return False
        after = loaded.engine.submit(loaded.running(), Answer(asked.seat, asked.ask_id, ["build"]))
        tiles = [each.ask for each in loaded.engine.pending(after.state) if each.step == "build.tile"]
        keys = [option.key for ask in tiles if isinstance(ask, Pick) for option in ask.options]
        return bool(keys) and "palace_5" not in keys

    async def play_until(self, step: str) -> User:
        while True:
            user, pending, _ = await self.asked()
            if pending.step == step:
                return user
            await self.play_one()


@pytest.fixture
def board(one: Store, tmp_path: Path) -> Board:
    return Board(one, tmp_path)


async def test_the_reason_is_found_behind_the_verb(board: Board) -> None:
    await board.open("carrara")
    user = await board.play_until("turn.action")
    while not await board.may_look_on(user):
        await board.play_one()
        user = await board.play_until("turn.action")
    words = {"en": "build palace 5", "de": "baue Palast 5"}[user.language]
    said = await board.why(user, words)
    assert "(rule 5." in said or "(Regel 5." in said, said


async def test_before_the_roll_the_dice_come_first(board: Board) -> None:
    await board.open("rivals")
    user = await board.play_until("turn.before")
    said = await board.why(user, {"en": "build road", "de": "Straße bauen"}[user.language])
    assert "6.1" in said, said


async def test_where_the_rules_withhold_nothing_the_section_about_it_is_told(board: Board) -> None:
    await board.open("rivals")
    user = await board.play_until("turn.before")
    said = await board.why(user, {"en": "sell the mountain regions", "de": "die Landschaften verkaufen"}[user.language])
    assert {"en": "Rule ", "de": "Regel "}[user.language] in said, said


async def test_who_is_not_to_move_is_told_who_is(board: Board) -> None:
    await board.open("carrara")
    user = await board.play_until("turn.action")
    other = PIET if user is LENA else LENA
    said = await board.why(other, "build palace 5")
    assert user.name in said


async def test_what_is_possible_is_said_to_be(board: Board) -> None:
    await board.open("rivals")
    user = await board.play_until("turn.before")
    said = await board.why(user, {"en": "roll", "de": "würfeln"}[user.language])
    assert {"en": "possible", "de": "Das geht"}[user.language] in said


async def test_behind_something_that_nobody_knows_the_rule_is_told_all_the_same(board: Board) -> None:
    await board.open("carrara")
    user = await board.play_until("turn.action")
    words = {"en": "buy villa", "de": "kaufen Villa"}[user.language]
    said = await board.why(user, words)
    assert {"en": "Rule ", "de": "Regel "}[user.language] in said, said


async def test_what_is_possible_instead_stands_right_above_its_buttons(board: Board) -> None:
    await board.open("carrara")
    user = await board.play_until("buy.bricks")
    said = await board.why(user, {"en": "villa 3", "de": "Villa 3"}[user.language])
    assert {"en": "Rule ", "de": "Regel "}[user.language] in said, said
    assert said.endswith({"en": "Possible now:", "de": "Jetzt möglich:"}[user.language]), said


async def test_of_a_thing_that_no_question_offers_it_is_told_where_it_lies(board: Board) -> None:
    """At a choice among dealt cards no rule forbids the others: they are simply elsewhere."""
    await board.open("princes")
    user = await board.play_until("setup.keep")
    look = await board.service.queries.look(board.code, user.ref)
    (ask,) = [each.ask for each in look.pending if isinstance(each.ask, Pick)]
    dealt = {str(option.label.facts) for option in ask.options}
    missing = next(each for each in ("botanist", "composer", "sculptor", "poet") if each not in "".join(dealt))
    said = await board.why(user, missing)
    assert {"en": "cannot be chosen here; at present: ", "de": "steht hier nicht zur Wahl; zurzeit: "}[
        user.language
    ] in said
    assert "is not offered here" not in said
