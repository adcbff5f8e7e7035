"""The table service on a real store: lobby, play, undo, going back, what each may see."""

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest

from bot.clock import Pace
from bot.documents import ALPHABET, Status, as_code, code_for
from bot.lobby import clean
from bot.orders import Limit
from bot.store import Store
from bot.tables import TableService, User
from engines.kit import Answer, Draft, Engine, EngineBug, Pending, Refusal
from engines.kit.play import replay
from tests.store.desk import ANNA, BRAM, CARO, ROOM, Clock, begin, owed, play_on, service
from tests.toy import Bid, ToyState, toy


@pytest.fixture
def desk(one: Store, tmp_path: Path) -> TableService:
    return service(one, tmp_path)


async def refused(code: str, action: Any) -> None:
    with pytest.raises(Refusal) as caught:
        await action
    assert caught.value.code == code


def test_codes_are_short_plain_and_the_same_for_the_same_request() -> None:
    assert code_for("update 1", 0) == code_for("update 1", 0)
    assert code_for("update 1", 0) != code_for("update 1", 1)
    assert all(len(code_for(str(n), 0)) == 4 and set(code_for(str(n), 0)) <= set(ALPHABET) for n in range(200))
    assert as_code(" #k7qf ") == "K7QF"


def test_names_are_made_harmless() -> None:
    assert clean("  Anna\n\u202eB/C  ") == "Anna B⁄C"
    assert clean("x" * 99) == "x" * 32
    assert clean("\u200b") == "?"


async def test_a_table_is_opened_joined_and_started(desk: TableService) -> None:
    code = (await desk.create("r1", "toy", ANNA, ROOM, {"rounds": 2}, Pace.RELAXED, seats=3)).table.code
    await desk.join("r2", code, BRAM, seat=2)
    await desk.add_computer("r3", code, ANNA.ref, "Cosimo")
    done = await desk.start("r4", code, ANNA.ref, [2, 0, 1])
    assert [seat.name for seat in done.table.seats] == ["Bram", "Anna", "Cosimo"]
    assert done.table.status is Status.RUNNING
    assert done.table.options == {"rounds": 2}
    assert len(done.table.commitment) == 64
    assert done.table.seed == ""
    assert [line.kind for line in await desk.log(code, None)] == ["opened", "joined", "computer_added", "started"]


async def test_the_same_request_opens_one_table(desk: TableService) -> None:
    first = await desk.create("r1", "toy", ANNA, ROOM)
    again = await desk.create("r1", "toy", ANNA, ROOM)
    assert again.table.code == first.table.code
    assert again.repeated
    assert again.texts == first.texts
    assert len(await desk.games_in(ROOM)) == 1


async def test_a_code_that_is_taken_is_passed_over(desk: TableService) -> None:
    await desk.store.restore(code_for("r1", 0), (await _some_row(desk)), [b"{}"], 1.0)
    done = await desk.create("r1", "toy", ANNA, ROOM)
    assert done.table.code == code_for("r1", 1)
    again = await desk.create("r1", "toy", ANNA, ROOM)
    assert again.table.code == done.table.code


async def _some_row(desk: TableService) -> Any:
    code = (await desk.create("other", "toy", BRAM, ROOM)).table.code
    return await desk.store.load(code)


async def test_what_cannot_be_in_a_lobby_is_refused_and_changes_nothing(desk: TableService) -> None:
    code = (await desk.create("r1", "toy", ANNA, ROOM, seats=2)).table.code
    await refused("table.refusal.no_game", desk.create("x", "chess", ANNA, ROOM))
    await refused("table.refusal.option", desk.create("x", "toy", ANNA, ROOM, {"rounds": "many"}))
    await refused("table.refusal.seats", desk.create("x", "toy", ANNA, ROOM, seats=9))
    await refused("table.refusal.no_table", desk.join("x", "ZZZZ", BRAM))
    await refused("table.refusal.already_in", desk.join("x", code, ANNA))
    await refused("table.refusal.too_few", desk.start("x", code, ANNA.ref))
    await refused("table.refusal.host_only", desk.start("x", code, BRAM.ref))
    await refused("table.refusal.not_in", desk.leave("x", code, BRAM.ref))
    await refused("table.refusal.not_running", desk.answer("x", code, ANNA.ref, [("id", 1)]))
    await desk.join("r2", code, BRAM)
    await refused("table.refusal.full", desk.join("x", code, CARO))
    await refused("table.refusal.order", desk.start("x", code, ANNA.ref, [0, 0]))
    assert (await desk.load(code)).version == 2


async def test_when_the_host_leaves_the_next_person_is_host_and_the_last_closes_the_lobby(desk: TableService) -> None:
    code = (await desk.create("r1", "toy", ANNA, ROOM)).table.code
    await desk.join("r2", code, BRAM)
    assert (await desk.leave("r3", code, ANNA.ref)).table.host == BRAM.ref
    assert (await desk.leave("r4", code, BRAM.ref)).table.status is Status.CANCELLED
    assert await desk.games_of(BRAM.ref) == []


async def test_two_people_of_one_name_are_told_apart(desk: TableService) -> None:
    code = (await desk.create("r1", "toy", ANNA, ROOM)).table.code
    done = await desk.join("r2", code, User("discord:9", "anna"))
    assert done.table.names[:2] == ["Anna", "anna 2"]


async def test_a_random_order_follows_from_the_seed(one: Store, tmp_path: Path) -> None:
    orders = set()
    desk = service(one, tmp_path)
    for number in range(12):
        code = (await desk.create(f"n{number}", "toy", ANNA, ROOM)).table.code
        for other in (BRAM, CARO):
            await desk.join(f"j{number}{other.ref}", code, other)
        orders.add(tuple((await desk.start(f"s{number}", code, ANNA.ref)).table.names))
    assert len(orders) > 2


async def test_a_whole_game_is_played_and_proved(desk: TableService) -> None:
    code = await begin(desk, 3)
    await refused("table.refusal.not_over", desk.verify(code))
    moves = await play_on(desk, code)
    look = await desk.look(code, ANNA.ref)
    assert look.result is not None
    assert look.table.status is Status.FINISHED
    assert look.table.seed == "seed 0"
    proof = await desk.verify(code)
    assert proof.holds
    assert proof.moves == moves
    lines = await desk.log(code, None)
    assert lines[-1].texts[-1].key == "table.event.finished"
    assert (await desk.load(code)).version == len(await desk.store.entries(code))
    await refused("table.refusal.over", desk.cancel("x", code, ANNA.ref))


async def test_an_answer_given_twice_is_played_once_and_told_alike(desk: TableService) -> None:
    code = await begin(desk)
    (first, *_) = await owed(desk, code)
    user = (ANNA, BRAM)[first.seat].ref
    value = first.ask.fallback()
    done = await desk.answer("tap", code, user, [(first.ask_id, value)])
    await play_on(desk, code, 3)
    again = await desk.answer("tap", code, user, [(first.ask_id, value)])
    assert (again.version, again.texts, again.repeated) == (done.version, done.texts, True)
    await refused("kit.refusal.closed", desk.answer("another tap", code, user, [(first.ask_id, value)]))


async def test_fifty_callers_answer_and_double_answer_one_simultaneous_ask(one: Store, tmp_path: Path) -> None:
    desks = [service(one, tmp_path, seed="the same") for _ in range(3)]

    async def tap(desk: TableService, code: str, ask: Pending, request: str) -> bool:
        user = (ANNA, BRAM, CARO)[ask.seat].ref
        try:
            await desk.answer(request, code, user, [(ask.ask_id, ask.ask.fallback())])
        except Refusal as refusal:
            return refusal.code != "kit.refusal.closed"
        return True

    sequence = await begin(desks[0], 3, request="in sequence")
    for ask in await owed(desks[0], sequence):
        assert await tap(desks[0], sequence, ask, f"one tap {ask.seat}")

    crowd = await begin(desks[0], 3, request="all at once")
    asks = await owed(desks[0], crowd)
    assert len(asks) == 3
    # Ten requests a seat: five taps by one finger (the same request), the others each by its own.
    taps = [(asks[n % 3], f"tap {n % 3} {max(0, n // 3 - 5)}") for n in range(50)]
    landed = await asyncio.gather(*(tap(desks[n % 3], crowd, ask, request) for n, (ask, request) in enumerate(taps)))
    assert sum(landed) >= 3
    entries = await desks[1].entries(crowd)
    assert sorted(entry.seat or 0 for entry in entries if entry.kind == "answer") == [0, 1, 2]
    left, right = await desks[0].load(sequence), await desks[2].load(crowd)
    assert left.version == right.version
    assert left.engine.state_hash(left.running()) == right.engine.state_hash(right.running())


async def test_several_answers_in_a_row_are_all_played_or_none(desk: TableService) -> None:
    code = await begin(desk)
    await play_on(desk, code, 2)
    loaded = await desk.load(code)
    engine, state = loaded.engine, loaded.running()
    trade = next(each for each in engine.pending(state) if each.step == "trade")
    user = (ANNA, BRAM)[trade.seat].ref
    after = engine.submit(state, Answer(trade.seat, trade.ask_id, ["wool"])).state
    bid = next(each for each in engine.pending(after) if each.step == "round.bid")
    await refused(
        "kit.refusal.out_of_range", desk.answer("line", code, user, [(trade.ask_id, ["wool"]), (bid.ask_id, 99)])
    )
    assert (await desk.load(code)).version == loaded.version
    done = await desk.answer("line", code, user, [(trade.ask_id, ["wool"]), (bid.ask_id, 7)])
    assert done.version == loaded.version + 1
    assert [text.key for text in done.texts] == ["toy.event.traded", "toy.event.bid"]
    await desk.undo("back", code, user)
    assert (await desk.load(code)).state == state, "a line is taken back as a whole"


async def test_undo_takes_back_step_by_step_up_to_the_barrier(desk: TableService) -> None:
    code = await begin(desk)
    await play_on(desk, code, 2)
    before = await desk.load(code)
    bid = next(each for each in before.engine.pending(before.running()) if each.step == "round.bid")
    first, second = (ANNA, BRAM) if bid.seat == 0 else (BRAM, ANNA)
    assert not (await desk.look(code, first.ref)).can_undo
    await refused("table.refusal.undo_barrier", desk.undo("u0", code, first.ref))
    await desk.answer("bid", code, first.ref, [(bid.ask_id, 3)])
    assert (await desk.look(code, first.ref)).can_undo
    assert not (await desk.look(code, second.ref)).can_undo
    await desk.undo("u1", code, first.ref)
    after = await desk.load(code)
    assert after.state == before.state
    lines = await desk.log(code, None)
    assert lines[-1].kind == "undone"
    told = [text.key for line in lines for text in line.texts]
    assert "toy.event.bid" not in told, "what was taken back is not told again"
    await desk.answer("bid again", code, first.ref, [(bid.ask_id, 2)])
    other = next(each for each in await owed(desk, code))
    await desk.answer("other", code, second.ref, [(other.ask_id, "pass")])
    await refused("table.refusal.undo_barrier", desk.undo("u2", code, first.ref))


async def test_beyond_the_barrier_all_must_agree(desk: TableService) -> None:
    code = await begin(desk, 3)
    await play_on(desk, code, 9)
    present = await desk.load(code)
    await refused("table.refusal.no_vote", desk.vote_back("v0", code, BRAM.ref, True))
    asked = await desk.ask_back("v1", code, ANNA.ref)
    assert asked.table.vote is not None
    to = asked.table.vote.to
    await desk.vote_back("v2", code, BRAM.ref, True)
    assert (await desk.load(code)).state == present.state
    done = await desk.vote_back("v3", code, CARO.ref, True)
    assert [text.key for text in done.texts] == ["table.event.back"]
    loaded = await desk.load(code)
    assert loaded.state is not None
    assert loaded.state.rolled == present.running().rolled, "the dice never go back"
    assert to < present.version
    await play_on(desk, code, seed="after")
    assert (await desk.verify(code)).holds


async def test_one_who_does_not_agree_keeps_the_game_going(desk: TableService) -> None:
    code = await begin(desk, 3)
    await play_on(desk, code, 5)
    await desk.ask_back("v1", code, ANNA.ref)
    assert (await desk.vote_back("v2", code, BRAM.ref, False)).table.vote is None
    await refused("table.refusal.no_vote", desk.vote_back("v3", code, CARO.ref, True))


async def test_a_move_ends_a_vote(desk: TableService) -> None:
    code = await begin(desk)
    await play_on(desk, code, 4)
    await desk.ask_back("v1", code, ANNA.ref)
    await play_on(desk, code, 1, "more")
    assert (await desk.table(code)).vote is None


async def test_my_games_name_those_that_wait_for_me_longest_first(one: Store, tmp_path: Path) -> None:
    clock = Clock()
    desk = service(one, tmp_path, clock)
    codes = []
    for number in range(3):
        codes.append(await begin(desk, 2, request=f"n{number}"))
        clock.sleep(60)
    done = (await owed(desk, codes[0]))[0]
    await desk.answer("a", codes[0], (ANNA, BRAM)[done.seat].ref, [(done.ask_id, done.ask.fallback())])
    mine = await desk.games_of((ANNA, BRAM)[done.seat].ref)
    assert [line.table.code for line in mine] == [codes[1], codes[2], codes[0]]
    assert mine[-1].waiting is None


async def test_a_log_tells_each_only_what_is_theirs(desk: TableService) -> None:
    code = await begin(desk, 3)
    await play_on(desk, code, 3)
    raw = b"".join(await desk.store.entries(code))
    assert b"setup.keep" in raw
    for reader in (None, ANNA.ref, BRAM.ref):
        lines = await desk.log(code, reader)
        seat = None if reader is None else (ANNA.ref, BRAM.ref).index(reader)
        assert all(line.by is None for line in lines if line.seat is not None and line.seat != seat)
        assert all(not hasattr(line, "value") for line in lines)
    await play_on(desk, code)
    kept = [text for line in await desk.log(code, None) for text in line.texts if text.key == "toy.event.kept"]
    assert all("card" not in text.facts for text in kept)


async def test_orders_are_shown_to_their_owner_alone(desk: TableService) -> None:
    code = await begin(desk)
    await desk.order("o", code, ANNA.ref, [Limit(step="round.bid", limit=3)])
    assert (await desk.look(code, ANNA.ref)).table.seats[0].orders
    assert not (await desk.table(code)).seats[0].orders
    assert not (await desk.games_of(BRAM.ref))[0].table.seats[0].orders
    other = await desk.order("p", code, BRAM.ref, [])
    assert not other.table.seats[0].orders
    assert not (await desk.look(code, BRAM.ref)).table.seats[0].orders
    assert "ordered" in [line.kind for line in await desk.log(code, ANNA.ref)]
    assert [line.seat for line in await desk.log(code, BRAM.ref) if line.kind == "ordered"] == [1]


async def test_who_resigns_leaves_the_seat_to_a_computer(desk: TableService) -> None:
    code = await begin(desk)
    done = await desk.resign("r", code, ANNA.ref)
    assert done.table.seats[0].kind == "computer"
    assert done.table.host == BRAM.ref
    assert (await desk.look(code, ANNA.ref)).seat is None
    await desk.replace("p", code, BRAM.ref, 0, CARO)
    assert (await desk.look(code, CARO.ref)).seat == 0
    await desk.resign("q", code, CARO.ref)
    assert (await desk.resign("s", code, BRAM.ref)).table.status is Status.CANCELLED


class BrokenBid(Bid):
    def answer(self, d: Draft[ToyState], seat: int, value: Any) -> None:
        raise EngineBug("a planted fault")


async def test_a_fault_of_ours_freezes_the_table_at_its_last_good_version(one: Store, tmp_path: Path) -> None:
    good, bad = service(one, tmp_path), service(one, tmp_path, engine=toy([BrokenBid()]))
    code = await begin(good)
    await play_on(good, code, 2)
    before = await good.load(code)
    bid = next(each for each in before.engine.pending(before.running()) if each.step == "round.bid")
    user = (ANNA, BRAM)[bid.seat].ref
    with pytest.raises(EngineBug):
        await bad.answer("tap", code, user, [(bid.ask_id, 1)])
    loaded = await bad.load(code)
    assert loaded.table.status is Status.FROZEN
    assert loaded.state == before.state
    await refused("table.refusal.frozen", good.answer("again", code, user, [(bid.ask_id, 1)]))
    (file,) = (tmp_path / "replays").iterdir()
    record = json.loads(file.read_text())
    assert "a planted fault" in record["fault"]
    played = list(replay(toy(), record | {"answers": record["answers"][:-1]}))
    assert played[-1].state == before.state, "`signoria replay` takes this file"
    with pytest.raises(EngineBug):
        list(replay(toy([BrokenBid()]), record))
    assert file.stat().st_mode & 0o077 == 0
    await good.thaw("mended", code)
    await good.answer("again", code, user, [(bid.ask_id, 1)])
    assert (await good.check(code)).holds


async def test_a_build_with_other_rules_is_noticed(one: Store, tmp_path: Path) -> None:
    desk = service(one, tmp_path)
    code = await begin(desk)
    await play_on(desk, code, 6)
    assert (await desk.check(code)).holds

    class OtherBid(Bid):
        def answer(self, d: Draft[ToyState], seat: int, value: Any) -> None:
            super().answer(d, seat, value)
            d.state.players[seat].points += 1

    changed: Engine[Any] = toy([OtherBid()])
    proof = await service(one, tmp_path, engine=changed).check(code)
    assert not proof.holds
    assert proof.problem
