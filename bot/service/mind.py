"""Who thinks for people: advice and chances, worked out apart from the event loop."""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Any, TypeVar

from bot.ops import metrics
from engines.kit import Engine
from engines.kit.chances import chances
from engines.kit.coaching import PLAYOUTS, Advice, advise
from engines.kit.thinking import Move

T = TypeVar("T")


class Mind(ABC):
    """Where thoughts are had: the processes of the computer seats, or threads where there are none."""

    @abstractmethod
    async def had(
        self, is_idle: bool, engine: Engine[Any], state: Any, thought: Callable[..., T], *given: Any
    ) -> T | None:
        """A thought about a position; None if whoever had it died. `is_idle`: nobody waits for it."""

    async def advise(
        self,
        engine: Engine[Any],
        state: Any,
        seat: int,
        seed: str,
        playouts: int = PLAYOUTS,
        about: Move | None = None,
        is_idle: bool = False,
    ) -> Advice | None:
        """What a seat should answer and why."""
        advice = await self.had(is_idle, engine, state, _advise, seat, seed, playouts, about)
        metrics.PLAYOUTS.inc(0 if advice is None else advice.playouts)
        return advice

    async def chances(self, engine: Engine[Any], state: Any, playouts: int, seed: str) -> tuple[float, ...] | None:
        """Each seat's chance of winning; nobody waits for it."""
        metrics.PLAYOUTS.inc(playouts)
        return await self.had(True, engine, state, chances, playouts, seed)


def _advise(engine: Engine[Any], state: Any, seat: int, seed: str, playouts: int, about: Move | None) -> Advice | None:
    return advise(engine, state, seat, seed, playouts=playouts, about=about)


class Threads(Mind):
    """For tools and tests that have no processes for it."""

    async def had(
        self, is_idle: bool, engine: Engine[Any], state: Any, thought: Callable[..., T], *given: Any
    ) -> T | None:
        return await asyncio.to_thread(thought, engine, state, *given)
