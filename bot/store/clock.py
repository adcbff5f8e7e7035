"""The time by the store's clock, so that processes agree on it and a wrong clock here harms nobody."""

import time

SLACK = 0.25
"""Seconds by which the two may differ before ours is set."""


class StoreClock:
    """Runs on by itself between two looks at the server's clock; never goes by the time of this machine after one."""

    def __init__(self) -> None:
        self._ahead = time.time() - time.monotonic()

    def __call__(self) -> float:
        return time.monotonic() + self._ahead

    def set(self, now: float, asked: float) -> None:
        """The server said `now`; it was asked when `time.monotonic()` was `asked`."""
        answered = time.monotonic()
        ahead = now - (asked + answered) / 2
        if abs(ahead - self._ahead) > SLACK + (answered - asked):
            self._ahead = ahead
