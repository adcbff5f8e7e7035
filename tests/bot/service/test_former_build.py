"""A store that a former build wrote is played on by this one: nothing is lost, nothing is shown twice."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from bot.cli.verify import Exported
from bot.messages.brief import About, Brief
from bot.platforms.web.invites import Invites, secret
from bot.service.table_service import TableService
from bot.store import Store
from bot.store.store import REMEMBERED
from bot.table.model import Status, Table
from bot.table.standing_orders import Limit, Pass
from bot.table.time_control import Pace
from engines import ENGINES
from engines.kit import Dice
from tests.bot.crew import Crew, Wall, crew
from tests.bot.store.servers import Single
from tests.bot.toy_service import ANNA, BRAM, CARO, ROOM, Clock

FORMER = {path.parent.name: json.loads(path.read_text()) for path in Path(__file__).parent.glob("former/*/store.json")}
"""By the commit of the build that wrote it."""
LIVE = ("away", "undo", "orders", "paused")


def put(client: Any, key: str, kind: str, value: Any) -> None:
    match kind:
        case "string" if ":seen:" in key:
            client.set(key, value, px=REMEMBERED)
        case "string":
            client.set(key, value)
        case "hash":
            client.hset(key, mapping=value)
        case "list":
            client.rpush(key, *value)
        case _:
            client.zadd(key, dict(value))


@dataclass
class Board(Wall):
    """A wall that knows which surfaces were given a new message."""

    posted: list[tuple[str, str]] = field(default_factory=list)

    async def show(self, brief: Brief, before: str | None) -> str:
        if before is None:
            self.posted.append((brief.look.table.code, brief.surface))
        return await super().show(brief, before)


@dataclass
class House:
    """This build at work on what a former one left."""

    former: dict[str, Any]
    service: TableService
    store: Store
    client: Any
    team: Crew
    boards: dict[str, Wall]

    @property
    def codes(self) -> dict[str, str]:
        codes: dict[str, str] = self.former["tables"]
        return codes

    async def look_everywhere(self) -> None:
        """Every table is due, as after a start."""
        for key, (kind, members) in self.former["keys"].items():
            if kind == "zset" and key.endswith(":due"):
                for code, _ in members:
                    self.client.zadd(key, {code: self.former["now"]})
        await self.team.workers.step()

    async def table(self, name: str) -> Table:
        return (await self.service.work.load(self.codes[name])).table

    async def play_to_the_end(self, name: str) -> None:
        """Legal answers for everybody, seen to by the workers now and then."""
        code, chance = self.codes[name], Dice(f"on {name}")
        for number in range(4000):
            if number % 25 == 0:
                await self.team.workers.step()
            loaded = await self.service.work.load(code)
            if loaded.table.is_over:
                await self.team.workers.step()
                return
            owed = [each for each in loaded.engine.pending(loaded.running()) if each.owed]
            each = owed[chance.below(len(owed))]
            value = loaded.engine.policy(loaded.state, each.seat, each.step, each.ask, chance.below)
            given, request = (each.ask_id, value), f"on {number}"
            if loaded.table.seats[each.seat].kind == "person":
                await self.service.moves.answer(request, code, loaded.table.seats[each.seat].user, [given])
            else:
                await self.service.moves.answer_for(request, code, loaded.version, each.seat, given, "computer")
        raise AssertionError("the game does not end")


@pytest.fixture(params=sorted(FORMER))
def filled(single: Single, request: pytest.FixtureRequest) -> Iterator[dict[str, Any]]:
    single.flush()
    former = FORMER[request.param]
    for key, (kind, value) in former["keys"].items():
        put(single.node.client, key, kind, value)
    yield former
    single.flush()


@pytest.fixture
async def house(filled: dict[str, Any], single: Single, tmp_path: Path) -> AsyncIterator[House]:
    store = await Store.open(single.url)
    service = TableService(store, tmp_path, ENGINES, Clock(filled["now"]))
    boards: dict[str, Wall] = {name: Board(name) for name in ("local", "discord", "telegram")}
    yield House(filled, service, store, single.node.client, crew(service, walls=boards), boards)
    await store.close()


async def test_every_table_loads_as_it_was_left(house: House) -> None:
    assert await house.store.games() == sorted(house.codes.values())
    statuses = {name: (await house.table(name)).status for name in house.codes}
    assert statuses == {
        "lobby": Status.LOBBY,
        "finished": Status.FINISHED,
        **dict.fromkeys(LIVE, Status.RUNNING),
    }
    assert {(await house.table(name)).game for name in LIVE} == set(ENGINES)
    for code in house.codes.values():
        assert (await house.service.queries.check(code)).holds, code
        for user in (None, ANNA.ref, BRAM.ref):
            await house.service.queries.look(code, user)
            await house.service.queries.log(code, user)


async def test_a_finished_game_is_proved_and_counted(house: House) -> None:
    proof = await house.service.queries.verify(house.codes["finished"])
    assert proof.holds
    assert proof.moves > 50
    assert [each.code for each in await house.service.queries.outcomes(ROOM)] == [house.codes["finished"]]
    assert await house.store.past_of_user(ANNA.ref) == [house.codes["finished"]]


async def test_what_is_shown_already_is_recognised_and_nothing_is_shown_again(house: House) -> None:
    shown = {name: await house.store.shown(house.codes[name]) for name in house.codes}
    assert all(len(shown[name]) > 2 for name in LIVE), "the room, the seats and the index"
    await house.look_everywhere()
    voted = {name for name in house.codes if (await house.table(name)).vote is not None}
    codes = {house.codes[name] for name in voted}
    seen = [(wall.name, brief) for wall in house.boards.values() for _, brief in wall.history]
    asked = [brief for _, brief in seen if brief.about is About.VOTE]
    assert {brief.look.table.code for brief in asked} == codes, "a vote that stood in a panel gets a message of its own"
    drawn = [(name, brief.surface) for name, brief in seen if brief.look.table.code not in codes]
    assert drawn in ([], [("discord", f"{house.codes['paused']}:seat:1:discord:2")]), "a deadline that knew no pause"
    same = set(house.codes) - voted - {"paused"}
    assert {name: await house.store.shown(house.codes[name]) for name in same} == {name: shown[name] for name in same}


@pytest.mark.parametrize("former", [each for each in FORMER.values() if "exported" in each])
def test_an_exported_game_is_proved_without_a_store(former: dict[str, Any]) -> None:
    assert Exported(former["exported"]).prove().holds


@pytest.mark.parametrize("name", LIVE)
async def test_a_running_game_goes_on_to_its_end_in_the_messages_it_had(house: House, name: str) -> None:
    code, before = house.codes[name], await house.store.shown(house.codes[name])
    if name == "paused":
        await house.service.moderation.resume("resume", code, ANNA.ref)
    await house.look_everywhere()
    await house.play_to_the_end(name)
    assert (await house.table(name)).status is Status.FINISHED
    assert (await house.service.queries.verify(code)).holds
    posted = [surface for wall in house.boards.values() for where, surface in wall.posted if where == code]
    assert len(set(posted)) == len(posted)
    assert set(posted).isdisjoint(before), "who had a message keeps it"
    assert code in await house.store.past_of_user(ANNA.ref)


async def test_steps_are_taken_back_from_the_pile_that_the_former_build_left(house: House) -> None:
    table = await house.table("undo")
    assert table.undo is not None
    seat, steps = table.undo
    assert steps >= 2
    for number in range(steps):
        done = await house.service.moves.undo(f"back {number}", house.codes["undo"], table.seats[seat].user)
    assert done.table.undo is None
    assert (await house.service.queries.check(house.codes["undo"])).holds


async def test_orders_stand_and_a_vote_is_carried_on(house: House) -> None:
    look = await house.service.queries.look(house.codes["orders"], BRAM.ref)
    assert look.table.seats[1].orders == [Limit(step="auction.bid", limit=700), Pass(step="", passing=True)]
    await house.service.moderation.vote("yes", house.codes["orders"], ANNA.ref, True)
    assert (await house.table("orders")).pace is Pace.NONE


async def test_a_wish_to_go_back_is_granted_and_the_pause_holds(house: House) -> None:
    code, before = house.codes["paused"], await house.table("paused")
    assert before.paused is not None
    assert before.rooms == [ROOM, "telegram:-5"]
    done = await house.service.moves.vote_back("yes", code, ANNA.ref, True)
    assert [text.key for text in done.texts] == ["table.event.back"]
    assert (await house.service.queries.check(code)).holds
    assert (await house.table("paused")).paused == before.paused


async def test_who_was_absent_comes_back(house: House) -> None:
    table = await house.table("away")
    (absent,) = [seat for seat in table.people if not table.plays(seat)]
    await house.service.moderation.come_back("back", house.codes["away"], table.seats[absent].user)
    assert (await house.table("away")).plays(absent)


async def test_a_request_that_the_former_build_carried_out_is_not_carried_out_again(house: House) -> None:
    again = await house.service.lobby.create("lobby", "carrara", ANNA, ROOM, pace=Pace.RELAXED, seats=4)
    assert again.repeated
    assert again.table.code == house.codes["lobby"]
    voted = await house.service.moderation.propose("pace", house.codes["orders"], CARO.ref, "pace", value="none")
    assert voted.repeated
    assert [text.key for text in voted.texts] == ["table.event.asked_pace"]


async def test_a_lobby_is_joined_by_its_invitation_and_begins(house: House) -> None:
    code = house.codes["lobby"]
    assert await Invites(house.store).number(code, secret("the host's key", code, 3)) == 3
    await house.service.lobby.join("join", code, CARO)
    done = await house.service.lobby.start("start", code, ANNA.ref)
    assert done.table.status is Status.RUNNING


async def test_a_persons_settings_still_hold(house: House) -> None:
    person = await house.service.people.preferences(BRAM.ref)
    assert (person.language, person.zone, person.quiet, person.interval) == ("nl", "Europe/Amsterdam", "22:00-07:00", 6)
