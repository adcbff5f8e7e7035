"""The table service on a real store: lobby, play, undo, going back, what each may see."""

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest

from bot.service.table_service import TableService
from bot.store import Store
from bot.table.lobby import User, clean
from bot.table.model import ALPHABET, Status, as_code, code_for
from bot.table.standing_orders import Limit
from bot.table.time_control import Pace
from engines.kit import Answer, Draft, Engine, EngineBug, Pending, Refusal
from engines.kit.play import replay
from tests.bot.toy_service import ANNA, BRAM, CARO, ROOM, Clock, begin, owed, play_on, refused, service
from tests.toy import Bid, ToyState, toy


@pytest.fixture
def desk(kept: Store, tmp_path: Path) -> TableService:
    return service(kept, tmp_path)


def test_codes_are_short_plain_and_the_same_for_the_same_request() -> None:
    assert code_for("update 1", 0) == code_for("update 1", 0)
    assert code_for("update 1", 0) != code_for("update 1", 1)
    assert all(len(code_for(str(n), 0)) == 6 and set(code_for(str(n), 0)) <= set(ALPHABET) for n in range(200))
    assert as_code(" #k7qf ") == "K7QF"


def test_names_are_made_harmless() -> None:
    assert clean("  Anna\n\u202eB/C  ") == "Anna B⁄C"
    assert clean("x" * 99) == "x" * 32
    assert clean("\u200b") == "?"


async def test_a_table_is_opened_joined_and_started(desk: TableService) -> None:
    code = (await desk.lobby.create("r1", "toy", ANNA, ROOM, {"rounds": 2}, Pace.RELAXED, seats=3)).table.code
    await desk.lobby.join("r2", code, BRAM, seat=2)
    await desk.lobby.add_computer("r3", code, ANNA.ref, "Cosimo")
    done = await desk.lobby.start("r4", code, ANNA.ref, [2, 0, 1])
    assert [seat.name for seat in done.table.seats] == ["Bram", "Anna", "Cosimo"]
    assert done.table.status is Status.RUNNING
    assert done.table.options == {"rounds": 2}
    assert len(done.table.commitment) == 64
    assert done.table.seed == ""
    assert [line.kind for line in await desk.queries.log(code, None)] == [
        "opened",
        "joined",
        "computer_added",
        "started",
    ]


async def test_the_same_request_opens_one_table(desk: TableService) -> None:
    first = await desk.lobby.create("r1", "toy", ANNA, ROOM)
    again = await desk.lobby.create("r1", "toy", ANNA, ROOM)
    assert again.table.code == first.table.code
    assert again.repeated
    assert again.texts == first.texts
    assert len(await desk.queries.games_in(ROOM)) == 1


async def test_a_code_that_is_taken_is_passed_over(desk: TableService) -> None:
    await desk.work.store.restore(code_for("r1", 0), (await _some_row(desk)), [b"{}"], 1.0)
    done = await desk.lobby.create("r1", "toy", ANNA, ROOM)
    assert done.table.code == code_for("r1", 1)
    again = await desk.lobby.create("r1", "toy", ANNA, ROOM)
    assert again.table.code == done.table.code


async def _some_row(desk: TableService) -> Any:
    code = (await desk.lobby.create("other", "toy", BRAM, ROOM)).table.code
    return await desk.work.store.load(code)


async def test_what_cannot_be_in_a_lobby_is_refused_and_changes_nothing(desk: TableService) -> None:
    code = (await desk.lobby.create("r1", "toy", ANNA, ROOM, seats=2)).table.code
    await refused("table.refusal.no_game", desk.lobby.create("x", "chess", ANNA, ROOM))
    await refused("table.refusal.option", desk.lobby.create("x", "toy", ANNA, ROOM, {"rounds": "many"}))
    await refused("table.refusal.seats", desk.lobby.create("x", "toy", ANNA, ROOM, seats=9))
    await refused("table.refusal.no_table", desk.lobby.join("x", "ZZZZ", BRAM))
    await refused("table.refusal.already_in", desk.lobby.join("x", code, ANNA))
    await refused("table.refusal.too_few", desk.lobby.start("x", code, ANNA.ref))
    await refused("table.refusal.host_only", desk.lobby.start("x", code, BRAM.ref))
    await refused("table.refusal.not_in", desk.lobby.leave("x", code, BRAM.ref))
    await refused("table.refusal.not_running", desk.moves.answer("x", code, ANNA.ref, [("id", 1)]))
    await desk.lobby.join("r2", code, BRAM)
    await refused("table.refusal.full", desk.lobby.join("x", code, CARO))
    await refused("table.refusal.order", desk.lobby.start("x", code, ANNA.ref, [0, 0]))
    assert (await desk.work.load(code)).version == 2


async def test_when_the_host_leaves_the_next_person_is_host_and_the_last_closes_the_lobby(desk: TableService) -> None:
    code = (await desk.lobby.create("r1", "toy", ANNA, ROOM)).table.code
    await desk.lobby.join("r2", code, BRAM)
    assert (await desk.lobby.leave("r3", code, ANNA.ref)).table.host == BRAM.ref
    assert (await desk.lobby.leave("r4", code, BRAM.ref)).table.status is Status.CANCELLED
    assert await desk.queries.games_of(BRAM.ref) == []


async def test_two_people_of_one_name_are_told_apart(desk: TableService) -> None:
    code = (await desk.lobby.create("r1", "toy", ANNA, ROOM)).table.code
    done = await desk.lobby.join("r2", code, User("discord:9", "anna"))
    assert done.table.names[:2] == ["Anna", "anna 2"]


async def test_a_random_order_follows_from_the_seed(kept: Store, tmp_path: Path) -> None:
    orders = set()
    desk = service(kept, tmp_path)
    for number in range(12):
        code = (await desk.lobby.create(f"n{number}", "toy", ANNA, ROOM)).table.code
        for other in (BRAM, CARO):
            await desk.lobby.join(f"j{number}{other.ref}", code, other)
        orders.add(tuple((await desk.lobby.start(f"s{number}", code, ANNA.ref)).table.names))
    assert len(orders) > 2


async def test_a_whole_game_is_played_and_proved(desk: TableService) -> None:
    code = await begin(desk, 3)
    await refused("table.refusal.not_over", desk.queries.verify(code))
    moves = await play_on(desk, code)
    look = await desk.queries.look(code, ANNA.ref)
    assert look.result is not None
    assert look.table.status is Status.FINISHED
    assert look.table.seed == "seed 0"
    proof = await desk.queries.verify(code)
    assert proof.holds
    assert proof.moves == moves
    lines = await desk.queries.log(code, None)
    assert lines[-1].texts[-1].key == "table.event.finished"
    assert (await desk.work.load(code)).version == len(await desk.work.store.entries(code))
    await refused("table.refusal.over", desk.lobby.cancel("x", code, ANNA.ref))


async def test_an_answer_given_twice_is_played_once_and_told_alike(desk: TableService) -> None:
    code = await begin(desk)
    (first, *_) = await owed(desk, code)
    user = (ANNA, BRAM)[first.seat].ref
    value = first.ask.fallback()
    done = await desk.moves.answer("tap", code, user, [(first.ask_id, value)])
    await play_on(desk, code, 3)
    again = await desk.moves.answer("tap", code, user, [(first.ask_id, value)])
    assert (again.version, again.texts, again.repeated) == (done.version, done.texts, True)
    await refused("kit.refusal.closed", desk.moves.answer("another tap", code, user, [(first.ask_id, value)]))


async def test_fifty_callers_answer_and_double_answer_one_simultaneous_ask(kept: Store, tmp_path: Path) -> None:
    desks = [service(kept, tmp_path, seed="the same") for _ in range(3)]

    async def tap(desk: TableService, code: str, ask: Pending, request: str) -> bool:
        user = (ANNA, BRAM, CARO)[ask.seat].ref
        try:
            await desk.moves.answer(request, code, user, [(ask.ask_id, ask.ask.fallback())])
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
    entries = await desks[1].work.entries(crowd)
    assert sorted(entry.seat or 0 for entry in entries if entry.kind == "answer") == [0, 1, 2]
    left, right = await desks[0].work.load(sequence), await desks[2].work.load(crowd)
    assert left.version == right.version
    assert left.engine.state_hash(left.running()) == right.engine.state_hash(right.running())


async def test_several_answers_in_a_row_are_all_played_or_none(desk: TableService) -> None:
    code = await begin(desk)
    await play_on(desk, code, 2)
    loaded = await desk.work.load(code)
    engine, state = loaded.engine, loaded.running()
    trade = next(each for each in engine.pending(state) if each.step == "trade")
    user = (ANNA, BRAM)[trade.seat].ref
    after = engine.submit(state, Answer(trade.seat, trade.ask_id, ["wool"])).state
    bid = next(each for each in engine.pending(after) if each.step == "round.bid")
    await refused(
        "kit.refusal.out_of_range", desk.moves.answer("line", code, user, [(trade.ask_id, ["wool"]), (bid.ask_id, 99)])
    )
    assert (await desk.work.load(code)).version == loaded.version
    done = await desk.moves.answer("line", code, user, [(trade.ask_id, ["wool"]), (bid.ask_id, 7)])
    assert done.version == loaded.version + 1
    assert [text.key for text in done.texts] == ["toy.event.traded", "toy.event.bid"]
    await desk.moves.undo("back", code, user)
    assert (await desk.work.load(code)).state == state, "a line is taken back as a whole"


async def test_undo_takes_back_step_by_step_up_to_the_barrier(desk: TableService) -> None:
    code = await begin(desk)
    await play_on(desk, code, 2)
    before = await desk.work.load(code)
    bid = next(each for each in before.engine.pending(before.running()) if each.step == "round.bid")
    first, second = (ANNA, BRAM) if bid.seat == 0 else (BRAM, ANNA)
    assert not (await desk.queries.look(code, first.ref)).can_undo
    await refused("table.refusal.undo_barrier", desk.moves.undo("u0", code, first.ref))
    await desk.moves.answer("bid", code, first.ref, [(bid.ask_id, 3)])
    assert (await desk.queries.look(code, first.ref)).can_undo
    assert not (await desk.queries.look(code, second.ref)).can_undo
    await desk.moves.undo("u1", code, first.ref)
    after = await desk.work.load(code)
    assert after.state == before.state
    lines = await desk.queries.log(code, None)
    assert lines[-1].kind == "undone"
    told = [text.key for line in lines for text in line.texts]
    assert "toy.event.bid" not in told, "what was taken back is not told again"
    await desk.moves.answer("bid again", code, first.ref, [(bid.ask_id, 2)])
    other = next(each for each in await owed(desk, code))
    await desk.moves.answer("other", code, second.ref, [(other.ask_id, "pass")])
    await refused("table.refusal.undo_barrier", desk.moves.undo("u2", code, first.ref))


async def test_beyond_the_barrier_all_must_agree(desk: TableService) -> None:
    code = await begin(desk, 3)
    await play_on(desk, code, 9)
    present = await desk.work.load(code)
    await refused("table.refusal.no_vote", desk.moves.vote_back("v0", code, BRAM.ref, True))
    asked = await desk.moves.ask_back("v1", code, ANNA.ref)
    assert asked.table.vote is not None
    to = asked.table.vote.to
    await desk.moves.vote_back("v2", code, BRAM.ref, True)
    assert (await desk.work.load(code)).state == present.state
    done = await desk.moves.vote_back("v3", code, CARO.ref, True)
    assert [text.key for text in done.texts] == ["table.event.back"]
    loaded = await desk.work.load(code)
    assert loaded.state is not None
    assert loaded.state.rolled == present.running().rolled, "the dice never go back"
    assert to < present.version
    await play_on(desk, code, seed="after")
    assert (await desk.queries.verify(code)).holds


async def test_one_who_does_not_agree_keeps_the_game_going(desk: TableService) -> None:
    code = await begin(desk, 3)
    await play_on(desk, code, 5)
    await desk.moves.ask_back("v1", code, ANNA.ref)
    assert (await desk.moves.vote_back("v2", code, BRAM.ref, False)).table.vote is None
    await refused("table.refusal.no_vote", desk.moves.vote_back("v3", code, CARO.ref, True))


async def test_a_move_ends_a_vote(desk: TableService) -> None:
    code = await begin(desk)
    await play_on(desk, code, 4)
    await desk.moves.ask_back("v1", code, ANNA.ref)
    await play_on(desk, code, 1, "more")
    assert (await desk.queries.table(code)).vote is None


async def test_my_games_name_those_that_wait_for_me_longest_first(kept: Store, tmp_path: Path) -> None:
    clock = Clock()
    desk = service(kept, tmp_path, clock)
    codes = []
    for number in range(3):
        codes.append(await begin(desk, 2, request=f"n{number}"))
        clock.sleep(60)
    done = (await owed(desk, codes[0]))[0]
    await desk.moves.answer("a", codes[0], (ANNA, BRAM)[done.seat].ref, [(done.ask_id, done.ask.fallback())])
    mine = await desk.queries.games_of((ANNA, BRAM)[done.seat].ref)
    assert [line.table.code for line in mine] == [codes[1], codes[2], codes[0]]
    assert mine[-1].waiting is None


async def test_a_log_tells_each_only_what_is_theirs(desk: TableService) -> None:
    code = await begin(desk, 3)
    await play_on(desk, code, 3)
    raw = b"".join(await desk.work.store.entries(code))
    assert b"setup.keep" in raw
    for reader in (None, ANNA.ref, BRAM.ref):
        lines = await desk.queries.log(code, reader)
        seat = None if reader is None else (ANNA.ref, BRAM.ref).index(reader)
        assert all(line.by is None for line in lines if line.seat is not None and line.seat != seat)
        assert all(not hasattr(line, "value") for line in lines)
    await play_on(desk, code)
    kept = [text for line in await desk.queries.log(code, None) for text in line.texts if text.key == "toy.event.kept"]
    assert all("card" not in text.facts for text in kept)


async def test_orders_are_shown_to_their_owner_alone(desk: TableService) -> None:
    code = await begin(desk)
    await desk.moves.order("o", code, ANNA.ref, [Limit(step="round.bid", limit=3)])
    assert (await desk.queries.look(code, ANNA.ref)).table.seats[0].orders
    assert not (await desk.queries.table(code)).seats[0].orders
    assert not (await desk.queries.games_of(BRAM.ref))[0].table.seats[0].orders
    other = await desk.moves.order("p", code, BRAM.ref, [])
    assert not other.table.seats[0].orders
    assert not (await desk.queries.look(code, BRAM.ref)).table.seats[0].orders
    assert "ordered" in [line.kind for line in await desk.queries.log(code, ANNA.ref)]
    assert [line.seat for line in await desk.queries.log(code, BRAM.ref) if line.kind == "ordered"] == [1]


async def test_who_resigns_leaves_the_seat_to_a_computer(desk: TableService) -> None:
    code = await begin(desk)
    done = await desk.moves.resign("r", code, ANNA.ref)
    assert done.table.seats[0].kind == "computer"
    assert done.table.host == BRAM.ref
    assert (await desk.queries.look(code, ANNA.ref)).seat is None
    assert (await desk.moves.resign("s", code, BRAM.ref)).table.status is Status.CANCELLED


class BrokenBid(Bid):
    def answer(self, d: Draft[ToyState], seat: int, value: int | str) -> None:
        raise EngineBug("a planted fault")


async def test_a_fault_of_ours_freezes_the_table_at_its_last_good_version(kept: Store, tmp_path: Path) -> None:
    good, bad = service(kept, tmp_path), service(kept, tmp_path, engine=toy([BrokenBid()]))
    code = await begin(good)
    await play_on(good, code, 2)
    before = await good.work.load(code)
    bid = next(each for each in before.engine.pending(before.running()) if each.step == "round.bid")
    user = (ANNA, BRAM)[bid.seat].ref
    with pytest.raises(EngineBug):
        await bad.moves.answer("tap", code, user, [(bid.ask_id, 1)])
    loaded = await bad.work.load(code)
    assert loaded.table.status is Status.FROZEN
    assert loaded.state == before.state
    await refused("table.refusal.frozen", good.moves.answer("again", code, user, [(bid.ask_id, 1)]))
    (file,) = (tmp_path / "replays").iterdir()
    record = json.loads(file.read_text())
    assert "a planted fault" in record["fault"]
    played = list(replay(toy(), record | {"answers": record["answers"][:-1]}))
    assert played[-1].state == before.state, "`signoria replay` takes this file"
    with pytest.raises(EngineBug):
        list(replay(toy([BrokenBid()]), record))
    assert file.stat().st_mode & 0o077 == 0
    await good.moves.thaw("mended", code)
    await good.moves.answer("again", code, user, [(bid.ask_id, 1)])
    assert (await good.queries.check(code)).holds


async def test_a_build_with_other_rules_is_noticed(kept: Store, tmp_path: Path) -> None:
    desk = service(kept, tmp_path)
    code = await begin(desk)
    await play_on(desk, code, 6)
    assert (await desk.queries.check(code)).holds

    class OtherBid(Bid):
        def answer(self, d: Draft[ToyState], seat: int, value: int | str) -> None:
            super().answer(d, seat, value)
            d.state.players[seat].points += 1

    changed: Engine[Any] = toy([OtherBid()])
    proof = await service(kept, tmp_path, engine=changed).queries.check(code)
    assert not proof.holds
    assert proof.problem
