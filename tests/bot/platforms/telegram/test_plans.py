"""Plans on Telegram: kept with other ways and a further turn, listed, withdrawn with a tap, played, stopped."""

from __future__ import annotations

from pathlib import Path

from bot.store import Store
from bot.table.kept_plan import LATEST, KeptPlan
from tests.bot.conftest import one, single
from tests.bot.platforms.telegram.stage import Stage, stage
from tests.peers.telegram_people import Hand

__all__ = ["one", "single"]
TWO_TURNS = "buy 1 white from II if at most 0 coins, else 1 white from II if at most 9; next turn buy 1 white from II"


async def seats(s: Stage, code: str) -> tuple[Hand, Hand, int]:
    """Who is to move, who is not, and the seat of the latter."""
    loaded = await s.loaded(code)
    assert loaded.state is not None
    seat = next(each.seat for each in loaded.engine.pending(loaded.state) if each.owed)
    return s.user_of(loaded, seat), s.user_of(loaded, 1 - seat), 1 - seat


async def kept(s: Stage, code: str, seat: int) -> KeptPlan | None:
    return (await s.loaded(code)).table.seats[seat].plan


async def turn_by_hand(s: Stage, code: str, seat: int) -> None:
    """Somebody buys what is plainest, by typed lines."""
    for _ in range(6):
        loaded = await s.loaded(code)
        assert loaded.state is not None
        pending = next(each for each in loaded.engine.pending(loaded.state) if each.owed)
        if pending.seat != seat:
            return
        value = ["buy"] if pending.step == "turn.action" else pending.ask.fallback()
        given = [(pending.ask_id, value)]
        await s.service.moves.answer(f"by hand {pending.ask_id}", code, loaded.table.seats[seat].user, given)


async def test_a_plan_is_kept_listed_withdrawn_and_played(one: Store, tmp_path: Path) -> None:
    async with stage(one, tmp_path) as s:
        lena, piet, _ = s.users
        code = await s.open_table("carrara", lena, piet)
        _, waiting, seat = await seats(s, code)
        await waiting.write(f"/plan {TWO_TURNS} #{code}")
        told = await waiting.wait_for("Kept for your turn:")
        assert "Else: " in told.plain
        assert "The turn after: " in told.plain
        assert "→ buy 1 white from II" in told.plain
        await waiting.write(f"/plan #{code}")
        listed = await waiting.until(lambda: (now := waiting.latest()) and now.id != told.id and now)
        assert "else 1 white from II" in listed.plain
        await waiting.tap(listed, "Drop the plan")
        await waiting.until(lambda: waiting.latest() and "withdrawn" in str(waiting.private.visible()[-1].plain))
        assert await kept(s, code, seat) is None
        await waiting.write(f"/plan {TWO_TURNS} #{code}")
        await waiting.until(lambda: "Kept for your turn:" in str(waiting.private.visible()[-1].plain))
        await turn_by_hand(s, code, 1 - seat)
        for _ in range(2):  # the wheel turns, then what lies on it is read
            version = (await s.loaded(code)).version
            await s.later(LATEST + 1)
            await s.until_version(code, version)
        rest = await kept(s, code, seat)
        assert rest is not None
        assert (rest.resting, rest.line) == (True, "buy 1 white from II"), "the second turn is left"


async def test_a_plan_stops_when_what_it_names_happens(one: Store, tmp_path: Path) -> None:
    async with stage(one, tmp_path) as s:
        lena, piet, _ = s.users
        code = await s.open_table("carrara", lena, piet)
        mover, waiting, seat = await seats(s, code)
        await waiting.write(f"/plan buy 1 white from II, else buy, unless {mover.human.name} buys #{code}")
        await waiting.wait_for("Kept for your turn:")
        await turn_by_hand(s, code, 1 - seat)
        await s.later(LATEST + 1)
        beside = await waiting.wait_for("Not played, because this happened")
        assert "Your plan: " in beside.plain
