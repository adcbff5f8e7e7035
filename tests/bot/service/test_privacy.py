"""Whoever wants to be forgotten is: at running tables, at finished ones, and in the results of a room."""

from __future__ import annotations

from pathlib import Path

from bot.choices.controls import DISCORD
from bot.commands.context import Caller, Context
from bot.commands.conversation import Command, Conversation
from bot.messages.composer import Composer
from bot.platforms.web.context import Plain as PlainDress
from bot.store import Store
from bot.table.lobby import User
from bot.table.results import Outcome
from engines import ENGINES
from render import Studio
from tests.bot.crew import crew
from tests.bot.toy_service import ANNA, BRAM, ROOM, begin, owed, play_on, service


async def test_a_forgotten_person_leaves_no_name_at_tables_or_in_results(one: Store, tmp_path: Path) -> None:
    desk = service(one, tmp_path)
    desk.work.engines = {**desk.work.engines, "princes": ENGINES["princes"]}
    conversation = Conversation(Context(desk, Composer(DISCORD, PlainDress(), Studio())))
    team = crew(desk)
    over, running = await begin(desk, request="first"), await begin(desk, request="second")
    while await owed(desk, over):
        await play_on(desk, over, 200, f"play {(await desk.work.load(over)).version}")
    await team.workers.step()
    assert "Bram" in (await one.results(ROOM))[0]

    before = await desk.queries.outcomes(ANNA.ref)
    told = await conversation.handle(Command(Caller(BRAM, ROOM, "sure"), "forget", {}))
    assert told.post.text == "Klaar. Ik weet niets meer over je."
    await team.workers.step()

    for code in (over, running):
        document = (await desk.work.load(code)).table.model_dump_json()
        assert "Bram" not in document
        assert BRAM.ref not in document
    for ref in (ROOM, ANNA.ref):
        (result,) = await one.results(ref)
        assert "Bram" not in result
        assert BRAM.ref not in result
    assert await one.results(BRAM.ref) == []
    assert await one.past_of_user(BRAM.ref) == []
    assert [(each.scores, each.places) for each in await desk.queries.outcomes(ANNA.ref)] == [
        (each.scores, each.places) for each in before
    ], "the others' games still count"
    assert (await desk.queries.verify(over)).holds


async def test_the_room_reads_a_neutral_word_in_its_own_language(one: Store, tmp_path: Path) -> None:
    desk = service(one, tmp_path)
    desk.work.engines = {"princes": ENGINES["princes"]}
    conversation = Conversation(Context(desk, Composer(DISCORD, PlainDress(), Studio())))
    outcome = Outcome(
        code="K7QF", game="princes", ended=1.0, moves=9, users=[ANNA.ref, "gone:1f"], names=["Anna", "Somebody"],
        scores=[30, 20], places=[1, 2],
    )  # fmt: skip
    await one.keep_result("K7QF", [ROOM], outcome.model_dump_json())
    for language, word in (("en", "Somebody"), ("nl", "Iemand"), ("de", "Jemand")):
        caller = Caller(User("discord:5", "Onlooker", language), ROOM, "stats")
        said = (await conversation.handle(Command(caller, "stats", {"game": "princes"}))).post.text
        assert f"{word} " in said
        assert "Anna " in said
