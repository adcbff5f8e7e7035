"""People who play plainly until something wanted is asked."""

from __future__ import annotations

from bot.service.table_service import TableService
from engines.kit import Pending

MOST = 4000


async def play_until(service: TableService, code: str, step: str) -> Pending:
    """Answer for everybody by the game's plain player until a seat is asked this."""
    for _ in range(MOST):
        loaded = await service.work.load(code)
        assert loaded.state is not None
        pending = next(each for each in loaded.engine.pending(loaded.state) if each.owed)
        if pending.step == step:
            return pending
        value = loaded.engine.policy(loaded.state, pending.seat, pending.step, pending.ask, lambda below: 0)
        user = loaded.table.seats[pending.seat].user
        await service.moves.answer(f"plain {code} {loaded.version}", code, user, [(pending.ask_id, value)])
    raise AssertionError(f"{step} is never asked")
