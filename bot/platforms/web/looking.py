"""Who has the page open and before the eyes: noted in the store, so that the chat does not ring for what they see."""

from __future__ import annotations

from collections.abc import Callable

from bot.store import Store
from bot.workers.panel_store import LOOKING

LOOKS, HIDES = "looks", "hides"
"""What a page says: that it is before the eyes (again and again), that it is no longer."""


async def heard(store: Store, clock: Callable[[], float], user: str, word: str) -> None:
    """A page has said how it stands."""
    if word == LOOKS:
        await store.set_user(user, {LOOKING: f"{clock():.3f}"})
    elif word == HIDES:
        await store.unset_user(user, [LOOKING])
