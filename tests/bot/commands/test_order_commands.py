"""Standing orders as people give them: words, taps, ends; kept for their owner's eyes and checked again when asked."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.choices.controls import DISCORD, TELEGRAM, Limits
from bot.commands.context import Caller, Context
from bot.commands.conversation import Command, Conversation, Tap
from bot.messages.composer import Composer
from bot.messages.post import Listed, Post
from bot.platforms.web.context import Plain as PlainDress
from bot.service.table_service import TableService
from bot.store import Store
from bot.table.lobby import User
from bot.table.preferences import Person
from bot.table.standing_orders import Pass, Prefer
from engines import ENGINES
from engines.kit import Pending
from render import Picture, Studio
from tests.bot.crew import crew
from tests.bot.people import play_until
from tests.bot.toy_service import Clock, owed

LENA, PIET = User("discord:1", "Lena"), User("telegram:2", "Piet", "de")
PEOPLE = (LENA, PIET)
START = 1_794_916_800.0
"""Tuesday 17 November 2026, 12:00 UTC."""


class Wordy(Composer):
    """Leaves the pictures out."""

    async def drawn(self, post: Post, picture: Picture | None) -> Post:
        return post


class Desk:
    """A table of two, and what they say to the clerk."""

    def __init__(self, store: Store, folder: Path, limits: Limits = DISCORD) -> None:
        self.clock = Clock(START)
        self.service = TableService(store, folder, ENGINES, self.clock, lambda: "orders")
        self.conversation = Conversation(Context(self.service, Wordy(limits, PlainDress(), Studio())))
        self.team = crew(self.service)
        self.code, self._requests = "", 0

    async def begin(self, game: str) -> None:
        self.code = (await self.service.lobby.create("new", game, LENA, "discord:9", seats=2)).table.code
        await self.service.lobby.join("join", self.code, PIET)
        await self.service.lobby.start("start", self.code, LENA.ref, "joined")

    def caller(self, seat: int) -> Caller:
        self._requests += 1
        return Caller(PEOPLE[seat], "discord:9", f"request {self._requests}")

    async def say(self, seat: int, **arguments: object) -> Post:
        """`/orders` with these arguments."""
        given: dict[str, object] = {"table": self.code, **arguments}
        return (await self.conversation.handle(Command(self.caller(seat), "orders", given))).post

    async def tap(self, seat: int, *ids: str) -> Post:
        return (await self.conversation.handle(Tap(self.caller(seat), ids))).post

    async def until(self, step: str) -> Pending:
        """Play plainly until a seat is asked this."""
        return await play_until(self.service, self.code, step)

    async def orders(self, seat: int) -> list[object]:
        return list((await self.service.work.load(self.code)).table.seats[seat].orders)


@pytest.fixture
async def princes(one: Store, tmp_path: Path) -> Desk:
    desk = Desk(one, tmp_path)
    await desk.begin("princes")
    await desk.service.people.keep(PIET.ref, Person(zone="Europe/Amsterdam", language="de"))
    return desk


async def test_an_order_with_an_end_is_said_back_in_the_owners_language_and_zone(princes: Desk) -> None:
    said = (await princes.say(1, instruction="Gaukler bis 700, bis morgen 18:00")).text
    assert (
        "bis 700, dann passen; wenn du eröffnest, eröffne ich damit (für das nächste Mal) (bis Mi., 18. Nov., 18:00)"
        in said
    )
    listed = await princes.say(1)
    assert "1 " in listed.text
    assert "bis 700" in listed.text
    others = await princes.say(0)
    assert "700" not in others.text.partition("\n")[0]
    table = (await princes.service.queries.look(princes.code, LENA.ref)).table
    assert table.seats[1].orders == []


async def test_an_expired_order_neither_answers_nor_is_shown(princes: Desk) -> None:
    await princes.say(0, instruction="pass for 2 hours")
    assert "1 Pass" in (await princes.say(0)).text
    princes.clock.sleep(2 * 3600)
    assert "1 Pass" not in (await princes.say(0)).text
    pending = await princes.until("auction.open")
    await princes.team.workers.step()
    assert (await owed(princes.service, princes.code))[0].ask_id == pending.ask_id


async def test_passing_until_my_turn_passes_everything_and_ends_with_the_turn(princes: Desk) -> None:
    await princes.until("auction.open")
    for seat in range(2):
        await princes.say(seat, instruction=("pass until my turn", "passen bis ich dran bin")[seat])
    assert all(isinstance(order, Pass) for order in await princes.orders(0))
    await princes.team.workers.step()
    asked = await princes.until("turn.action")
    lines = await princes.service.queries.log(princes.code, PEOPLE[asked.seat].ref)
    assert "order" in {line.by for line in lines if line.seat == asked.seat}
    assert all(line.by is None for line in lines if line.seat == 1 - asked.seat), "others are not told"
    assert await princes.orders(asked.seat) == [], "it ended when the turn came"


async def test_limits_given_in_ones_own_turn_are_for_the_auctions_to_come(princes: Desk) -> None:
    await princes.service.people.keep(PIET.ref, Person())
    turn = await princes.until("turn.action")
    said = await princes.say(turn.seat, instruction="jester 700, builder 500")
    assert "700, then pass; where you have to open, I open with it (for the next time)" in said.text
    assert "until" not in said.text.partition("Only you")[0]
    round_ends = await princes.say(1 - turn.seat, instruction="jester 700 until the next round")
    assert "(until the next round)" in round_ends.text, "who names an end has it"
    await princes.until("auction.open")
    assert len(await princes.orders(turn.seat)) == 2, "the round has come for which they are"
    assert await princes.orders(1 - turn.seat) == []
    assert (await princes.say(turn.seat)).text.count("(until the next round)") == 2
    await princes.until("turn.action")
    assert len(await princes.orders(turn.seat)) == 2
    await princes.until("auction.open")
    assert await princes.orders(turn.seat) == [], "and with that round they end"


async def test_limits_given_while_there_are_auctions_are_for_these(princes: Desk) -> None:
    await princes.until("auction.open")
    assert "(until the next round)" in (await princes.say(0, instruction="jester 700")).text
    await princes.until("turn.action")
    assert len(await princes.orders(0)) == 1
    await princes.until("auction.open")
    assert await princes.orders(0) == []


async def test_an_order_is_removed_by_its_button(princes: Desk) -> None:
    await princes.say(0, instruction="jester 700, builder 500")
    listed = await princes.say(0)
    labels = [button.label for row in listed.rows if not isinstance(row, Listed) for button in row]
    assert labels[:2] == ["Remove 1", "Remove 2"]
    first = listed.rows[0]
    assert not isinstance(first, Listed)
    after = await princes.tap(0, first[0].id)
    assert "Removed." in after.text
    assert "500" in after.text
    assert "up to 700" not in after.text
    assert len(await princes.orders(0)) == 1


async def test_what_is_not_understood_is_refused_and_nothing_is_kept(princes: Desk) -> None:
    for line in ("jester 700 until pigs fly", "700 until yesterday", "whatever", "until tomorrow"):
        assert "Not possible" in (await princes.say(0, instruction=line)).text, line
    assert await princes.orders(0) == []


@pytest.mark.parametrize("limits", [DISCORD, TELEGRAM])
async def test_always_like_this_stands_beside_what_comes_again_and_answers_from_then_on(
    one: Store, tmp_path: Path, limits: Limits
) -> None:
    desk = Desk(one, tmp_path, limits)
    await desk.begin("rivals")
    pending = await desk.until("gain")
    seat = pending.seat
    panel = (await desk.conversation.handle(Command(desk.caller(seat), "move", {"table": desk.code}))).post
    (always,) = [
        button for row in panel.rows if not isinstance(row, Listed) for button in row if ":always:" in button.id
    ]
    assert always.label == ("Always like this", "Immer so")[seat]
    choosing = await desk.tap(seat, always.id)
    (listed,) = [row for row in choosing.rows if isinstance(row, Listed)]
    await desk.tap(seat, *[entry.id for entry in listed.entries])
    (order,) = await desk.orders(seat)
    assert isinstance(order, Prefer)
    assert set(order.keys) == set(pending.ask.available)  # type: ignore[union-attr]
    version = (await desk.service.work.load(desk.code)).version
    await desk.team.workers.step()
    entry = next(each for each in await desk.service.work.entries(desk.code) if each.version == version + 1)
    assert (entry.by, entry.seat, entry.moves[0].ask_id) == ("order", seat, pending.ask_id)
    said = (await desk.say(seat)).text
    assert "gain" not in said, "named by its question, not by the name of its step"
    assert not any(key in said for key in order.keys if "." in key)


async def test_an_auction_in_which_all_have_orders_is_over_at_once(princes: Desk) -> None:
    opening = await princes.until("auction.open")
    await princes.say(0, instruction="jester 700")
    await princes.say(1, instruction="Gaukler 500")
    given = [(opening.ask_id, ["jester"])]
    await princes.service.moves.answer("open", princes.code, PEOPLE[opening.seat].ref, given)
    await princes.team.workers.step()
    told = [text for line in await princes.service.queries.log(princes.code, None) for text in line.texts]
    bought = next(text for text in told if text.key == "princes.event.auction.bought")
    assert bought.facts["seat"] == "seat/0", "who goes further"
    assert bought.facts["price"] in (500, 600)
    assert all(text.key != "table.event.ordered" for text in told), "nobody else hears of orders"
