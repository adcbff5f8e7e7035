"""Garbage is looked for less often: over all tests it had taken an eighth of the processor time."""

from __future__ import annotations

import gc


def seldom() -> None:
    """What is there now is here to stay, and need not be looked at again; the rest need not be so soon."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(10_000, 20, 50)
