"""Looking back: any earlier position, as it was shown then, to whom it was shown."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from bot.service.history import MOVES
from bot.service.table_service import TableService
from bot.store import Store
from engines import ENGINES
from engines.kit import Dice
from tests.bot.toy_service import ANNA, BRAM, ROOM, begin, owed, refused, service


@pytest.fixture
def desk(kept: Store, tmp_path: Path) -> TableService:
    return service(kept, tmp_path)


async def start(desk: TableService, game: str) -> str:
    code = (await desk.lobby.create("new", game, ANNA, ROOM)).table.code
    await desk.lobby.join("join", code, BRAM)
    await desk.lobby.start("start", code, ANNA.ref, "joined")
    return code


async def shown(desk: TableService, code: str) -> dict[str | None, tuple[int, Any]]:
    """What everybody sees now: the version of the last move told, and the view."""
    found: dict[str | None, tuple[int, Any]] = {}
    for user in (ANNA.ref, BRAM.ref, None):
        look = await desk.queries.look(code, user)
        lines = [line for line in await desk.queries.log(code, user) if line.kind in MOVES]
        found[user] = (len(lines) - 1, (look.view, look.owed, look.points))
    return found


@pytest.mark.parametrize("game", list(ENGINES))
async def test_an_earlier_position_is_what_was_shown_then_to_everybody(game: str, kept: Store, tmp_path: Path) -> None:
    desk = TableService(kept, tmp_path, ENGINES, seeds=lambda: "history")
    code, chance = await start(desk, game), Dice("history")
    seen: dict[tuple[str | None, int], Any] = {}
    for number in range(40):
        for user, (at, view) in (await shown(desk, code)).items():
            seen.setdefault((user, at), view)
        pending = (await owed(desk, code))[0]
        user = (ANNA, BRAM)[pending.seat]
        await desk.moves.answer(f"a{number}", code, user.ref, [(pending.ask_id, pending.ask.sample(chance.below))])
    assert len(seen) > 40
    for (user_ref, at), then in seen.items():
        _, look = await desk.history.at(code, user_ref, at)
        assert (look.view, look.owed, look.points) == then
        assert not look.pending


async def test_what_was_taken_back_is_no_move_of_the_history(desk: TableService) -> None:
    code = await begin(desk)
    before = len(await desk.history.moments(code, None))
    pending = (await owed(desk, code))[0]
    user = (ANNA, BRAM)[pending.seat]
    await desk.moves.answer("a", code, user.ref, [(pending.ask_id, pending.ask.sample(lambda n: 0))])
    await desk.moves.undo("u", code, user.ref)
    assert len(await desk.history.moments(code, None)) == before


async def test_moves_since_my_own_are_those_of_the_others(desk: TableService) -> None:
    code, chance = await begin(desk), Dice("since")
    for number in range(8):
        pending = (await owed(desk, code))[0]
        user = (ANNA, BRAM)[pending.seat]
        await desk.moves.answer(f"a{number}", code, user.ref, [(pending.ask_id, pending.ask.sample(chance.below))])
    last = (await desk.queries.table(code)).seats[0].acted
    assert all(each.line.version > last for each in await desk.history.since_my_move(code, ANNA.ref))


async def test_a_move_that_is_none_is_refused_with_its_number(desk: TableService) -> None:
    code = await begin(desk)
    for number in (-1, 999):
        await refused("table.refusal.no_such_move", desk.history.at(code, None, number))


async def test_a_move_belongs_to_the_round_in_which_it_is_made(kept: Store, tmp_path: Path) -> None:
    desk, engine = TableService(kept, tmp_path, ENGINES, seeds=lambda: "history"), ENGINES["princes"]
    assert engine.standing is not None
    code, chance = await start(desk, "princes"), Dice("history")
    loaded = await desk.work.load(code)
    while engine.standing(loaded.running())[0] < 2:
        pending = (await owed(desk, code))[0]
        value = engine.policy(loaded.state, pending.seat, pending.step, pending.ask, chance.below)
        user = (ANNA, BRAM)[pending.seat].ref
        await desk.moves.answer(f"a{loaded.version}", code, user, [(pending.ask_id, value)])
        loaded = await desk.work.load(code)
    assert {each.round for each in await desk.history.standings(code, None)} == {1}
