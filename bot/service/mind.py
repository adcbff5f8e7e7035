"""Who thinks for people: advice and chances, worked out apart from the event loop."""

from __future__ import annotations

import asyncio
from typing import Any, Protocol

from engines.kit import Engine
from engines.kit.chances import chances
from engines.kit.coaching import PLAYOUTS, Advice, advise
from engines.kit.thinking import Move


class Mind(Protocol):
    """Where thoughts are had: the processes of the computer seats, or threads where there are none."""

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
        """What a seat should answer and why. `is_idle`: nobody waits for it."""
        ...

    async def chances(self, engine: Engine[Any], state: Any, playouts: int, seed: str) -> tuple[float, ...] | None:
        """Each seat's chance of winning; nobody waits for it."""
        ...


class Threads:
    """For tools and tests that have no processes for it."""

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
        return await asyncio.to_thread(advise, engine, state, seat, seed, playouts=playouts, about=about)

    async def chances(self, engine: Engine[Any], state: Any, playouts: int, seed: str) -> tuple[float, ...] | None:
        return await asyncio.to_thread(chances, engine, state, playouts, seed)
