"""Plans kept for the next turn, when it comes: whose is due and when, and what is made of it."""

from __future__ import annotations

import asyncio

from bot.lines.plan_parser import first_way
from bot.service.plan_service import PlanService
from bot.table.change import Loaded
from bot.table.kept_plan import KeptPlan, Ready
from bot.table.model import Status
from engines.kit import Pending, Text


def moment_of(loaded: Loaded, seat: int) -> float | None:
    """When the plan of a seat is played or given up; None: it has none, or is not asked for it."""
    pending = _due(loaded, seat)
    plan, waiting = loaded.table.seats[seat].plan, loaded.table.waiting.get(seat)
    if pending is None or plan is None or waiting is None or loaded.state is None:
        return None
    return plan.moment(loaded.state.seed, waiting.since)


def next_moment(loaded: Loaded) -> float | None:
    """When the first plan is due."""
    moments = [moment for seat in loaded.table.waiting if (moment := moment_of(loaded, seat)) is not None]
    return min(moments, default=None)


async def play_due(plans: PlanService, loaded: Loaded, now: float) -> bool:
    """Play the first plan whose moment has come, or leave it beside the question; whether there was one."""
    for seat in loaded.table.waiting:
        moment = moment_of(loaded, seat)
        if moment is not None and now >= moment:
            await _attend(plans, loaded, seat, now)
            return True
    return False


async def _attend(plans: PlanService, loaded: Loaded, seat: int, now: float) -> None:
    table, state, plan, pending = loaded.table, loaded.state, loaded.table.seats[seat].plan, _due(loaded, seat)
    assert plan is not None
    assert state is not None
    assert pending is not None
    request = f"plan:{plan.made}:{loaded.version}"
    found: Ready | Text = Text("table.plan.over")
    way = plan
    if not plan.is_over(now):
        way, found = await asyncio.to_thread(first_way, loaded.engine, state, seat, plan, table.names)
    if isinstance(found, Ready) and way.allows(found.spent):
        left = way.after(found.rest, found.spent)
        await plans.play(request, table.code, loaded.version, seat, found.given, left)
    elif not isinstance(found, Ready) and not plan.is_due(pending.step) and not plan.is_over(now):
        value = [loaded.engine.info.opening[pending.step]]
        await plans.play(request, table.code, loaded.version, seat, [(pending.ask_id, value)], plan)
    elif isinstance(found, Ready):
        why = Text("table.plan.dearer", {"cost": dict(found.spent)})
        await plans.leave(request, table.code, loaded.version, seat, way.troubled(why, found.spent))
    else:
        await plans.leave(request, table.code, loaded.version, seat, plan.troubled(found))


def _due(loaded: Loaded, seat: int) -> Pending | None:
    """The question that the plan of a seat answers, or goes through before it."""
    plan = loaded.table.seats[seat].plan
    if (
        plan is None
        or plan.resting
        or plan.trouble is not None
        or loaded.state is None
        or loaded.table.status is not Status.RUNNING
    ):
        return None
    return next((each for each in loaded.engine.pending(loaded.state) if _is_for(loaded, each, seat, plan)), None)


def _is_for(loaded: Loaded, pending: Pending, seat: int, plan: KeptPlan) -> bool:
    if pending.seat != seat or not pending.owed:
        return False
    return plan.is_due(pending.step) or pending.step in loaded.engine.info.opening
