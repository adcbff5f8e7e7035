"""Workers: orders, computer seats, clocks, reminders, surfaces, several processes."""

import asyncio
from pathlib import Path

import pytest

from bot.messages.brief import Brief
from bot.ops.cancellation import end
from bot.service.table_service import TableService
from bot.store import Shown, Store
from bot.store.keys import partition_of
from bot.table.model import Absence, Status, Table
from bot.table.preferences import Person
from bot.table.standing_orders import Limit, Prefer
from bot.table.time_control import HOUR, Pace, Stage
from bot.workers.platform import PlatformTrouble
from bot.workers.table_worker import HOLD, IDLE_LOBBY
from tests.bot.crew import Wall, crew
from tests.bot.store.servers import eventually
from tests.bot.toy_service import ANNA, BRAM, ROOM, Clock, begin, owed, play_on, service


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def desk(one: Store, tmp_path: Path, clock: Clock) -> TableService:
    return service(one, tmp_path, clock)


async def to_bids(desk: TableService) -> str:
    """A table of two at its first auction; the code."""
    code = await begin(desk)
    await play_on(desk, code, 2)
    return code


async def test_the_room_and_everybody_owed_are_shown_the_table(desk: TableService) -> None:
    team = crew(desk)
    code = await to_bids(desk)
    assert await team.workers.step() == 1
    room = next(b for _, b in team.walls["discord"].history if b.address == ROOM)
    assert room.seat is None
    assert room.look.table.code == code
    assert [line.kind for line in room.lines][-1] == "started", "the sealed answers told nothing"
    (bidder,) = [each.seat for each in await owed(desk, code)]
    told = (ANNA, BRAM)[bidder].ref
    wall = team.walls[told.partition(":")[0]]
    assert wall.notices(told) == [Stage.FIRST]
    other = (BRAM, ANNA)[bidder].ref
    assert team.walls[other.partition(":")[0]].notices(other) == []
    assert await team.workers.step() == 0, "nothing is shown twice"


async def test_a_panel_holds_nothing_of_another_seat(desk: TableService) -> None:
    team = crew(desk)
    await to_bids(desk)
    await team.workers.step()
    for wall in team.walls.values():
        for _, brief in wall.history:
            assert brief.look.view is not None
            assert brief.look.view.seat == brief.seat
            assert all(pending.seat == brief.seat for pending in brief.look.pending)


async def test_what_happens_while_a_table_is_shown_is_not_told_beside_how_it_stood_before(
    desk: TableService, monkeypatch: pytest.MonkeyPatch
) -> None:
    team, code, look_up = crew(desk), await to_bids(desk), desk.people.at

    async def and_somebody_moves(table: Table) -> dict[int, Person]:
        monkeypatch.undo()
        await play_on(desk, code, 1, "meanwhile")
        return await look_up(table)

    monkeypatch.setattr(desk.people, "at", and_somebody_moves)
    await team.workers.step()
    shown = [brief for wall in team.walls.values() for _, brief in wall.history]
    assert len({brief.look.version for brief in shown}) == 2, "as it stood before, and after"
    assert all(line.version <= brief.look.version for brief in shown for line in brief.lines)


async def test_a_notice_is_replaced_by_the_receipt_when_the_move_is_made(desk: TableService) -> None:
    team = crew(desk)
    code = await to_bids(desk)
    await team.workers.step()
    (bid,) = await owed(desk, code)
    user = (ANNA, BRAM)[bid.seat].ref
    await desk.moves.answer("bid", code, user, [(bid.ask_id, 2)])
    await team.workers.step()
    wall = team.walls[user.partition(":")[0]]
    assert wall.notices(user) == [Stage.FIRST, None]
    assert len({message for message, brief in wall.history if brief.address == user}) == 1


async def test_reminders_come_at_half_and_nine_tenths_and_the_lapsed_clock_plays(
    desk: TableService, clock: Clock
) -> None:
    team = crew(desk)
    code = await to_bids(desk)
    await desk.moderation.set_absence("absence", code, ANNA.ref, Absence.DEFAULT)
    (bid,) = await owed(desk, code)
    user = (ANNA, BRAM)[bid.seat].ref
    wall = team.walls[user.partition(":")[0]]
    start = clock.now
    for hours, expected in [(0, 0), (35.9, 0), (36, 1), (36.1, 1), (64.7, 1), (64.8, 2), (71.9, 2)]:
        clock.now = start + hours * HOUR
        await team.workers.step()
        assert max(stage for stage in wall.notices(user) if stage is not None) == expected, hours
    assert wall.notices(user) == [Stage.FIRST, Stage.HALF, Stage.LAST]
    clock.now = start + 72 * HOUR
    await team.workers.step()
    last = (await desk.queries.log(code, user))[-1]
    assert (last.kind, last.seat, last.by) == ("answer", bid.seat, "clock")
    assert wall.notices(user)[-1] is None


async def test_no_reminder_comes_after_the_move_was_made(desk: TableService, clock: Clock) -> None:
    team = crew(desk)
    code = await to_bids(desk)
    (bid,) = await owed(desk, code)
    user = (ANNA, BRAM)[bid.seat].ref
    await team.workers.step()
    await desk.moves.answer("bid", code, user, [(bid.ask_id, 2)])
    clock.sleep(12.5 * HOUR)
    await team.workers.step()
    assert team.walls[user.partition(":")[0]].notices(user) == [Stage.FIRST, None]


async def test_without_a_pace_nobody_is_hurried(one: Store, tmp_path: Path) -> None:
    clock = Clock()
    desk = service(one, tmp_path, clock)
    team = crew(desk)
    code = await begin(desk, pace=Pace.NONE)
    await team.workers.step()
    clock.sleep(400 * 24 * HOUR)
    assert await team.workers.step() == 0
    assert (await desk.queries.table(code)).status is Status.RUNNING


async def test_time_in_which_the_bot_was_down_does_not_count(desk: TableService, clock: Clock) -> None:
    team = crew(desk, patience=60)
    code = await to_bids(desk)
    (bid,) = await owed(desk, code)
    user = (ANNA, BRAM)[bid.seat].ref
    await team.workers.step()
    clock.sleep(100 * HOUR)
    await team.workers.step()
    assert len(await desk.work.store.entries(code)) == 5, "the lapsed deadline moved on by the gap"
    deadlines = await desk.queries.deadlines(await desk.queries.table(code))
    assert deadlines[bid.seat] == pytest.approx(clock.now + 72 * HOUR, abs=1)
    assert team.walls[user.partition(":")[0]].notices(user) == [Stage.FIRST]


async def test_quiet_hours_move_reminders_and_deadline(desk: TableService, clock: Clock) -> None:
    team = crew(desk)
    code = await to_bids(desk)
    (bid,) = await owed(desk, code)
    user = (ANNA, BRAM)[bid.seat].ref
    always = Person(quiet="00:00-12:00")
    await desk.people.keep(user, always)
    plain = clock.now + 24 * HOUR
    moved = (await desk.queries.deadlines(await desk.queries.table(code)))[bid.seat]
    assert moved >= plain + 12 * HOUR
    wall = team.walls[user.partition(":")[0]]
    while clock.now < moved - HOUR:
        await team.workers.step()
        clock.sleep(HOUR / 2)
    assert wall.notices(user) == [Stage.FIRST, Stage.HALF, Stage.LAST]
    assert not any(brief.silent for _, brief in wall.history if brief.address == user and brief.notice)


async def test_orders_play_when_the_question_comes(desk: TableService) -> None:
    team = crew(desk)
    code = await to_bids(desk)
    for user in (ANNA, BRAM):
        orders = [Limit(step="round.bid", limit=0), Prefer(step="round.peek", keys=("show", "keep"))]
        await desk.moves.order(f"o {user.ref}", code, user.ref, orders)
    await team.workers.step()
    lines = await desk.queries.log(code, ANNA.ref)
    own = [line.by for line in lines if line.kind == "answer" and line.seat == 0]
    assert "order" in own
    assert all(line.by is None for line in lines if line.seat == 1)
    assert {each.step for each in await owed(desk, code)} == {"harvest.take"}


async def test_computer_seats_play_until_a_person_is_asked_and_games_of_computers_end(desk: TableService) -> None:
    team = crew(desk)
    code = (await desk.lobby.create("n", "toy", ANNA, ROOM)).table.code
    await desk.lobby.add_computer("c1", code, ANNA.ref)
    await desk.lobby.add_computer("c2", code, ANNA.ref)
    await desk.lobby.start("s", code, ANNA.ref, "joined")
    await team.workers.step()
    assert {each.seat for each in await owed(desk, code)} == {0}
    (ask,) = await owed(desk, code)
    await desk.moves.answer("a", code, ANNA.ref, [(ask.ask_id, ask.ask.fallback())])
    while pending := await owed(desk, code):
        await team.workers.step()
        pending = await owed(desk, code)
        if pending:
            assert {each.seat for each in pending} == {0}
            value = pending[0].ask.fallback()
            await desk.moves.answer(f"a{pending[0].ask_id}", code, ANNA.ref, [(pending[0].ask_id, value)])
    await team.workers.step()
    assert (await desk.queries.table(code)).status is Status.FINISHED
    assert await desk.work.store.live() == [], "a finished table wants no attention any more"
    assert await desk.work.store.games_of_user(ANNA.ref) == []
    assert await desk.work.store.past_of_user(ANNA.ref) == [code]
    assert (await desk.queries.verify(code)).holds


async def test_a_forgotten_lobby_closes_itself(desk: TableService, clock: Clock) -> None:
    team = crew(desk)
    code = (await desk.lobby.create("n", "toy", ANNA, ROOM)).table.code
    await team.workers.step()
    clock.sleep(IDLE_LOBBY - 1)
    await team.workers.step()
    assert (await desk.queries.table(code)).status is Status.LOBBY
    clock.sleep(2)
    await team.workers.step()
    assert (await desk.queries.table(code)).status is Status.CANCELLED
    assert await desk.work.store.live() == []


async def test_a_platform_in_trouble_is_tried_again_when_it_says(desk: TableService, clock: Clock) -> None:
    team = crew(desk)
    room = team.walls["discord"]
    room.trouble = PlatformTrouble("rate limited", 7.0)
    await to_bids(desk)
    await team.workers.step()
    assert room.history == []
    room.trouble = None
    clock.sleep(6)
    await team.workers.step()
    assert room.history == []
    clock.sleep(1)
    await team.workers.step()
    assert len(room.history) >= 1


async def test_a_room_that_is_gone_is_not_tried_for_ever(desk: TableService, clock: Clock) -> None:
    team = crew(desk)
    team.walls["discord"].trouble = PlatformTrouble("channel deleted", None)
    await to_bids(desk)
    await team.workers.step()
    clock.sleep(60)
    assert await team.workers.step() == 0


async def test_a_seat_that_changes_hands_loses_its_panel(desk: TableService) -> None:
    team = crew(desk)
    code = await to_bids(desk)
    (bid,) = await owed(desk, code)
    await team.workers.step()
    user = (ANNA, BRAM)[bid.seat]
    await desk.moves.resign("r", code, user.ref)
    await team.workers.step()
    assert len(team.walls[user.ref.partition(":")[0]].withdrawn) == 1


async def test_a_fault_while_showing_leaves_the_table_due(desk: TableService, clock: Clock) -> None:
    class Faulty(Wall):
        async def show(self, brief: object, before: str | None) -> str:
            raise ValueError("a fault in the platform")

    team = crew(desk, walls={"discord": Faulty("discord"), "local": Wall("local"), "telegram": Wall("telegram")})
    await to_bids(desk)
    await team.workers.step()
    well = crew(desk, "other")
    assert await well.workers.step() == 0
    clock.sleep(31)
    assert await well.workers.step() == 1
    assert well.walls["discord"].history


async def test_a_dead_worker_is_replaced_and_the_late_one_writes_nothing(
    one: Store, tmp_path: Path, clock: Clock
) -> None:
    desk = service(one, tmp_path, clock)
    code = await to_bids(desk)
    dead = crew(desk, "dead")
    await one.claim(partition_of(code), "dead", clock.now, clock.now + HOLD)
    living = crew(desk, "living")
    assert await living.workers.step() == 0
    clock.sleep(HOLD + 1)
    assert await living.workers.step() == 1
    posts = len(living.walls["discord"].history)
    assert posts >= 1
    await dead.worker.attend(code)
    assert await living.workers.step() <= 1
    shown = await one.shown(code)
    assert all(isinstance(value, Shown) and value.mark != "-1" for value in shown.values())


async def test_several_processes_share_the_work(one: Store, tmp_path: Path) -> None:
    desks = [service(one, tmp_path) for _ in range(3)]
    walls = {name: Wall(name) for name in ("local", "discord", "telegram")}
    crews = [crew(desk, f"worker {n}", walls) for n, desk in enumerate(desks)]
    codes = [await begin(desks[0], 2, request=f"n{n}") for n in range(30)]
    running = [asyncio.create_task(each.workers.run()) for each in crews]
    for number in range(8):
        await asyncio.gather(*(play_on(desks[number % 3], code, 1, f"p{number}") for code in codes))

    async def all_at_rest() -> bool:
        return min((await one.due_heads()).values()) > desks[0].work.clock() + 2 * HOLD

    await eventually(all_at_rest)
    await end(running)
    for code in codes:
        entries = await one.entries(code)
        assert len(entries) == 3 + 8
        room = [brief for _, brief in walls["discord"].history if brief.look.table.code == code and brief.seat is None]
        last = [brief for brief in room if not brief.seals]
        assert last[-1].look.version == len(entries), "the room shows the newest state"
        assert len({m for m, brief in walls["discord"].history if brief in last}) == 1, "in one message"


async def test_whoever_finds_that_another_wrote_under_its_hold_lets_go_at_once(
    one: Store, tmp_path: Path, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After a fail-over two workers may take a table for theirs; nobody waits until the hold of either lapses."""
    desk = service(one, tmp_path, clock)
    code = await to_bids(desk)
    team = crew(desk, "holder")
    await team.workers.step()
    await play_on(desk, code, 1, seed="more")
    assert await one.claim(partition_of(code), "holder", clock.now, clock.now + HOLD) == [code]
    wall = team.walls["discord"]
    show = wall.show

    async def disturbed(brief: Brief, before: str | None) -> str:
        for name, found in (await one.shown(code)).items():
            assert not await one.record(code, "late", clock.now, name, found, Shown("1", "late"))
        return await show(brief, before)

    monkeypatch.setattr(wall, "show", disturbed)
    await team.worker.attend(code)
    assert (await one.due_heads())[partition_of(code)] <= clock.now
    monkeypatch.undo()
    assert await team.workers.step() == 1
