"""Sliding-window rate limiter: at most so many times within so many seconds, for each name. It forgets old names."""

from __future__ import annotations

import time
from collections import OrderedDict, deque
from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

Name = TypeVar("Name", bound=Hashable)


class RateWindow(Generic[Name]):
    """Counts events by name: of each as many as decide about the next, and none of a name that has been still."""

    def __init__(self, most: int, within: float, clock: Callable[[], float] | None = None) -> None:
        self._most, self._within, self._clock = most, within, clock or time.monotonic
        self._times: OrderedDict[Name, deque[float]] = OrderedDict()
        """The last events of each name; the names in the order of their last event."""

    def wait(self, name: Name) -> float:
        """Seconds until one more fits; 0: now."""
        times = self._times.get(name)
        if times is None or len(times) < self._most:
            return 0.0
        return max(0.0, times[0] + self._within - self._clock())

    def allows(self, name: Name) -> bool:
        """Whether one more is still within the limit."""
        return self.wait(name) == 0

    def count(self, name: Name) -> None:
        """One more has happened, allowed or not."""
        now = self._clock()
        self._times.setdefault(name, deque(maxlen=self._most)).append(now)
        self._times.move_to_end(name)
        while next(iter(self._times.values()))[-1] <= now - self._within:
            self._times.popitem(last=False)

    def __len__(self) -> int:
        """How many names are remembered."""
        return len(self._times)
