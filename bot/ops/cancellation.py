"""Ending tasks for certain: before Python 3.12 `asyncio.wait_for`, which redis-py uses, may swallow a cancellation."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from typing import Any

AGAIN = 0.2
"""Seconds after which a task that has not ended is cancelled once more."""


def is_ending() -> bool:
    """Whether this task was told to end, even if a library below swallowed the cancellation itself."""
    task = asyncio.current_task()
    return task is not None and task.cancelling() > 0


async def end(tasks: Iterable[asyncio.Task[Any]]) -> None:
    """Cancel tasks, again if need be, and return when all have ended; what they raised is no longer of interest."""
    left = set(tasks)
    while left:
        for task in left:
            task.cancel()
        done, left = await asyncio.wait(left, timeout=AGAIN)
        for task in done:
            if not task.cancelled():
                task.exception()
