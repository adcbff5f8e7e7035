"""One conversation: what goes in and what comes back, and how little it asks of the store and the rules."""

from __future__ import annotations

import asyncio
from contextvars import Context as Context_
from pathlib import Path
from typing import Any

import pytest

from bot.choices import partial_choice
from bot.choices.control_id import ControlId
from bot.choices.controls import DISCORD
from bot.commands.context import Caller, Context
from bot.commands.conversation import Command, Conversation, Form, Line, Tap
from bot.commands.dispatcher import VERBS
from bot.language.labels import describe
from bot.messages.composer import Composer
from bot.messages.post import command_id
from bot.platforms.web.context import Plain
from bot.service.session import session
from bot.service.table_service import TableService
from bot.store import Store, reads
from bot.store.trips import counted
from bot.table.lobby import User
from bot.table.preferences import Person
from bot.table.time_control import TERMS, Pace
from engines.carrara.actions import ChooseAction
from engines.kit import Dice, Engine, Pending, Value
from render import Drawn, Picture, Studio
from tests.bot.memory_store import MemoryStore

LENA, PIET = User("discord:1", "Lena"), User("discord:2", "Piet", "de")
ROOM = "discord:9"
DRAWN = Drawn(b"png", "a picture", 1, 1, {})


class Undrawn(Studio):
    """Pictures do not matter here."""

    async def draw(self, picture: Picture) -> Drawn:
        return DRAWN


class Desk:
    """A running game of two people, and the conversation of one platform."""

    def __init__(self, store: Store, folder: Path, has_panels: bool = True) -> None:
        self.service = TableService(store, folder, seeds=lambda: "conversation")
        self.conversation = Conversation(Context(self.service, Composer(DISCORD, Plain(), Undrawn()), has_panels))
        self.code, self.requests, self.chance = "", 0, Dice("people")

    async def begin(self, game: str = "carrara") -> None:
        done = await self.service.lobby.create("new", game, LENA, ROOM, pace=Pace.DAY, seats=2)
        self.code = done.table.code
        await self.service.lobby.join("join", self.code, PIET)
        await self.service.lobby.start("start", self.code, LENA.ref)

    def caller(self, user: User) -> Caller:
        self.requests += 1
        return Caller(user, ROOM, f"request {self.requests}")

    async def asked(self) -> tuple[User, Pending, Value]:
        """Who is asked what, and what they answer."""
        loaded = await self.service.work.load(self.code)
        state = loaded.running()
        pending = next(each for each in loaded.engine.pending(state) if each.owed)
        value = loaded.engine.policy(state, pending.seat, pending.step, pending.ask, self.chance.below)
        user = next(each for each in (LENA, PIET) if each.ref == loaded.table.seats[pending.seat].user)
        return user, pending, value

    def control(self, pending: Pending, value: Value, mode: str = "=") -> str:
        return str(ControlId.ask(self.code, pending.ask_id, str(partial_choice.write(pending.ask, value, mode))))


@pytest.fixture
async def desk(one: Store, tmp_path: Path) -> Desk:
    found = Desk(one, tmp_path)
    await found.begin()
    return found


class Rules:
    """How often the rules were run."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.runs, submit = 0, Engine.submit

        def counting(engine: Engine[Any], *arguments: Any) -> Any:
            self.runs += 1
            return submit(engine, *arguments)

        monkeypatch.setattr(Engine, "submit", counting)


async def test_a_tap_takes_three_round_trips_and_runs_the_rules_once(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk = Desk(store, tmp_path)
    await desk.begin()
    rules = Rules(monkeypatch)
    for _ in range(8):
        user, pending, value = await desk.asked()
        rules.runs = 0
        with counted() as trips:
            reply = await desk.conversation.handle(Tap(desk.caller(user), [desk.control(pending, value, "!")]))
        assert reply.done is not None
        assert len(trips) == 3, trips
        assert rules.runs == 1


async def test_a_typed_line_takes_four_round_trips(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    rules = Rules(monkeypatch)
    for _ in range(4):
        user, pending, value = await desk.asked()
        table = (await desk.service.work.load(desk.code)).table
        line = describe(pending, value, desk.conversation.context.composer.speaker(table, "en"))
        rules.runs = 0
        with counted() as trips:
            reply = await desk.conversation.handle(Line(desk.caller(user), line))
        assert reply.done is not None, reply.post.text
        assert len(trips) == 4, trips
        assert rules.runs == 1, "what was tried while reading is not worked out again"


async def test_a_tap_after_the_grace_takes_no_more(desk: Desk) -> None:
    """The time that it took is counted, with what was read at the beginning."""
    terms = TERMS[Pace.DAY]
    assert terms is not None
    late = desk.service.work.clock() + terms.grace + terms.increment + 3600.0
    user, pending, value = await desk.asked()
    desk.service.work.clock = lambda: late
    with counted() as trips:
        reply = await desk.conversation.handle(Tap(desk.caller(user), [desk.control(pending, value, "!")]))
    assert reply.done is not None
    assert len(trips) == 3, trips
    assert reply.done.table.seats[pending.seat].bank == pytest.approx(terms.bank - 3600.0, abs=60.0)


async def test_what_spends_for_good_is_asked_once_more_and_then_done(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Turning the wheel gives nothing away; here it is made a thing that does."""
    monkeypatch.setattr(ChooseAction, "grave", True)
    rules = Rules(monkeypatch)
    for _ in range(60):
        user, pending, value = await desk.asked()
        rules.runs = 0
        reply = await desk.conversation.handle(Tap(desk.caller(user), [desk.control(pending, value)]))
        assert rules.runs <= 1
        if reply.done is None:
            assert reply.draft[1].startswith("?")
            sure = await desk.conversation.handle(Tap(desk.caller(user), [desk.control(pending, value, "!")]))
            assert sure.done is not None
            return
    raise AssertionError("nothing was asked once more")


async def test_what_shows_something_new_but_gives_nothing_away_is_done_at_once(desk: Desk) -> None:
    user, pending, _ = await desk.asked()
    assert pending.step == "turn.action"
    reply = await desk.conversation.handle(Tap(desk.caller(user), [desk.control(pending, ["buy"])]))
    assert reply.done is not None
    assert reply.done.table.undo is None


async def test_who_wishes_so_is_asked_before_every_move_that_cannot_be_taken_back(desk: Desk) -> None:
    user, pending, _ = await desk.asked()
    kept = await desk.conversation.handle(Line(desk.caller(user), "/remind confirm=yes"))
    assert "I ask before every move that cannot be taken back." in kept.post.text
    reply = await desk.conversation.handle(Tap(desk.caller(user), [desk.control(pending, ["buy"])]))
    assert reply.done is None
    assert reply.draft[1].startswith("?")
    sure = await desk.conversation.handle(Tap(desk.caller(user), [desk.control(pending, ["buy"], "!")]))
    assert sure.done is not None


async def test_a_tap_is_played_on_the_table_as_it_stands_though_it_was_read_before(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Between the read and the commit another process has changed the table."""
    user, pending, value = await desk.asked()
    other = TableService(desk.service.work.store, desk.service.work.data)
    commit, before = Store.commit, list[int]()

    async def late(store: Store, change: Any, now: float) -> Any:
        if not before:
            before.append(change.expected)
            elsewhere = other.lobby.show_also("meanwhile", desk.code, "telegram:-5")
            await asyncio.create_task(elsewhere, context=Context_())
        return await commit(store, change, now)

    monkeypatch.setattr(Store, "commit", late)
    reply = await desk.conversation.handle(Tap(desk.caller(user), [desk.control(pending, value, "!")]))
    assert reply.done is not None
    assert reply.look is not None
    assert reply.done.version == reply.look.version == before[0] + 2
    assert "telegram:-5" in reply.look.table.rooms


async def test_a_refusal_is_given_on_the_table_as_it_stands(desk: Desk) -> None:
    """What was read before somebody's turn came refuses nothing any more."""
    user, pending, value = await desk.asked()
    first = await desk.service.work.store.load(desk.code)
    assert first is not None
    await desk.conversation.handle(Tap(desk.caller(user), [desk.control(pending, value, "!")]))
    user, pending, value = await desk.asked()
    with session() as opened:
        opened.keep(reads.game(desk.code), first)
        given = [(pending.ask_id, value)]
        done = await desk.service.moves.answer("late", desk.code, user.ref, given)
    assert done.version == first.version + 2


async def test_the_reply_speaks_the_language_and_keeps_the_zone_that_somebody_chose(desk: Desk) -> None:
    await desk.service.people.keep(LENA.ref, Person(language="nl", zone="Europe/Amsterdam"))
    reply = await desk.conversation.handle(Command(desk.caller(LENA), "games"))
    assert "Carrara" in reply.post.text
    unknown = await desk.conversation.handle(Line(desk.caller(LENA), "/unheard"))
    assert unknown.is_unknown
    assert "/terugnemen" in unknown.post.text


async def test_what_a_command_lacks_is_offered_as_buttons_for_the_same_table(desk: Desk) -> None:
    reply = await desk.conversation.handle(Command(desk.caller(LENA), "table pace", {"table": desk.code}))
    ids = [button.id for row in reply.post.rows for button in row]  # type: ignore[union-attr]
    assert f"c:table pace:{desk.code}:relaxed" in ids
    await desk.conversation.handle(Tap(desk.caller(LENA), [f"c:table pace:{desk.code}:relaxed"]))
    assert (await desk.service.queries.table(desk.code)).vote is not None


async def test_what_was_chosen_where_all_choose_at_once_is_told_until_the_last_has_chosen(
    one: Store, tmp_path: Path
) -> None:
    desk, told = Desk(one, tmp_path), {"en": "Noted: ", "nl": "Genoteerd: ", "de": "Notiert: "}
    await desk.begin("princes")
    user, pending, value = await desk.asked()
    other = PIET if user is LENA else LENA
    await desk.service.moves.answer("on the page", desk.code, user.ref, [(pending.ask_id, value)])
    for each, is_told in ((user, True), (other, False)):
        shown = await desk.conversation.handle(Command(desk.caller(each), "move", {"table": desk.code}))
        assert (told[each.language] in shown.post.text) is is_told, "wherever it was chosen, and to whom alone it was"


async def test_what_somebody_did_is_told_to_them_in_the_second_person(desk: Desk) -> None:
    asked = await desk.conversation.handle(Command(desk.caller(PIET), "table pause", {"table": desk.code}))
    assert asked.post.text.startswith({"en": "You ask", "nl": "Jij vraagt", "de": "Du bittest"}[PIET.language])


async def test_a_bad_value_is_a_sentence(desk: Desk) -> None:
    given = {"table": desk.code, "seat": "1", "hours": "many"}
    reply = await desk.conversation.handle(Command(desk.caller(LENA), "table clock", given))
    assert reply.refused
    assert "many" in reply.post.text


async def test_a_form_that_is_none_of_ours_is_refused(desk: Desk) -> None:
    for control in ("x", "m:c:undo:", f"m:c:undo:{desk.code}:", "a:"):
        reply = await desk.conversation.handle(Form(desk.caller(LENA), control, "700"))
        assert reply.refused, control


async def test_a_page_gets_the_table_and_no_message(one: Store, tmp_path: Path) -> None:
    desk = Desk(one, tmp_path, has_panels=False)
    await desk.begin()
    user, pending, value = await desk.asked()
    reply = await desk.conversation.handle(Tap(desk.caller(user), [desk.control(pending, value, "!")]))
    assert reply.look is not None
    assert reply.look.version == 4
    assert reply.post.rows == ()
    assert reply.done is not None


async def test_the_log_says_under_a_line_how_it_came_about_and_the_panel_does_not(one: Store, tmp_path: Path) -> None:
    desk = Desk(one, tmp_path)
    await desk.begin("princes")
    for number in range(120):
        user, pending, value = await desk.asked()
        done = await desk.service.moves.answer(f"{number}", desk.code, user.ref, [(pending.ask_id, value)])
        if any(text.key == "princes.event.work.completed" for text in done.texts):
            break
    else:
        raise AssertionError("nobody completed a work")
    reply = await desk.conversation.handle(Command(desk.caller(LENA), "log", {"table": desk.code, "range": "all"}))
    lines = reply.post.text.splitlines()
    at = next(number for number, line in enumerate(lines) if " a work of " in line)
    worth = lines[at].partition("a work of ")[2].partition(":")[0]
    assert lines[at + 1].startswith(f"↳ {worth} = ")
    other = PIET if user is LENA else LENA
    look = await desk.service.queries.look(desk.code, other.ref)
    since = await desk.service.queries.since_my_move(desk.code, other.ref)
    board = await desk.conversation.context.composer.board(look, since)
    assert f"{worth} = " not in board.text


@pytest.mark.no_server
@pytest.mark.parametrize("verb", sorted(VERBS))
async def test_a_forged_button_without_its_arguments_is_a_sentence(verb: str, tmp_path: Path) -> None:
    desk = Desk(MemoryStore(), tmp_path)
    await desk.begin()
    for control in (command_id(verb), command_id(verb, desk.code), command_id(verb, desk.code, "²")):
        reply = await desk.conversation.handle(Tap(desk.caller(LENA), [control]))
        assert isinstance(reply.post.text, str)


async def test_who_is_not_away_and_who_does_not_play_is_told_so(one: Store, tmp_path: Path) -> None:
    desk = Desk(one, tmp_path)
    await desk.begin()
    stranger = User("discord:3", "Onno")
    for user, line, said in (
        (LENA, "/away off", "not away"),
        (LENA, "/away today", "Away from"),
        (LENA, "/away off", "Welcome back"),
        (LENA, "/away off", "not away"),
        (stranger, "/resign", "Not possible"),
    ):
        reply = await desk.conversation.handle(Line(desk.caller(user), line))
        assert said in reply.post.text, line
    assert not reply.post.rows, "a stranger has nothing to leave"
