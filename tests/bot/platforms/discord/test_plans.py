"""Plans on Discord: kept with other ways and a further turn, listed, withdrawn with a tap, written in the dialogue."""

from __future__ import annotations

from pathlib import Path

from bot.store import Store
from bot.table.kept_plan import LATEST, KeptPlan
from tests.bot.platforms.discord.stage import Stage, stage
from tests.bot.platforms.discord.test_scenes import owed

TWO_TURNS = "buy 1 white from II if at most 0 coins, else 1 white from II if at most 9; next turn buy 1 white from II"


async def kept(s: Stage, code: str, seat: int) -> KeptPlan | None:
    return (await s.loaded(code)).table.seats[seat].plan


async def test_a_plan_is_kept_listed_withdrawn_written_and_played(store: Store, tmp_path: Path) -> None:
    async with stage(store, tmp_path) as s:
        lena, piet, _ = s.users
        code = await s.open_table("carrara", lena, piet)
        await s.begun(code)
        mover, pending = await owed(s, code)
        waiting, seat = (piet if mover is lena else lena), 1 - pending.seat
        act = await waiting.slash(s.room, "plan", text=TWO_TURNS)
        assert "Kept for your turn:" in act.reply.text
        assert "Else: " in act.reply.text
        assert "The turn after: " in act.reply.text
        assert act.reply.only is waiting.person, "nobody else sees it"
        listed = (await waiting.slash(s.room, "plan")).reply
        assert "else 1 white from II" in listed.text
        await waiting.press(listed, "Drop the plan")
        assert await kept(s, code, seat) is None
        empty = (await waiting.slash(s.room, "plan")).reply
        opened = await waiting.press(empty, "Plan my turn", settle=False)
        await waiting.submit(opened, TWO_TURNS)
        plan = await kept(s, code, seat)
        assert plan is not None
        assert len(plan.later) == 1
        impossible = await waiting.slash(s.room, "plan", text="build villa")
        assert impossible.reply.text.startswith("Not possible")
        assert await kept(s, code, seat) == plan, "what cannot be read changes nothing"
        for _ in range(6):
            _, pending = await owed(s, code)
            if pending.seat == seat:
                break
            value = ["buy"] if pending.step == "turn.action" else pending.ask.fallback()
            user = (await s.loaded(code)).table.seats[pending.seat].user
            given = [(pending.ask_id, value)]
            await s.service.moves.answer(f"by hand {pending.ask_id}", code, user, given)
        for _ in range(2):  # the wheel turns, then what lies on it is read
            await s.later(LATEST + 1)
            await s.at_rest()
        rest = await kept(s, code, seat)
        assert rest is not None
        assert (rest.resting, rest.line) == (True, "buy 1 white from II"), "the second turn is left"
