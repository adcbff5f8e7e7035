"""Telegram's flood limits, kept by us before Telegram has to: per chat, per group and overall."""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Callable

from bot.platforms.base import PlatformTrouble

PER_CHAT = (3, 3.0)
"""Messages in so many seconds: one a second, short bursts pass."""
PER_GROUP = (18, 60.0)
OVERALL = (28, 1.0)


class Pacing:
    """Says no before a message goes out too early; the table simply stays due."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self.is_on = True
        self._sent: defaultdict[int, deque[float]] = defaultdict(deque)
        self._all: deque[float] = deque()

    def allow(self, chat: int) -> None:
        """Count a message to this chat, or raise the trouble that says when to try again."""
        now, mine = self._clock(), self._sent[chat]
        waits = [_wait(mine, *PER_CHAT, now), _wait(self._all, *OVERALL, now)]
        if chat < 0:
            waits.append(_wait(mine, *PER_GROUP, now))
        if self.is_on and max(waits) > 0:
            raise PlatformTrouble("Telegram's flood limit", max(waits))
        self.count(chat)

    def count(self, chat: int) -> None:
        """A message goes out, allowed or not: what a person waits for is never held back."""
        now = self._clock()
        for times in (self._sent[chat], self._all):
            times.append(now)
            while times and now - times[0] > PER_GROUP[1]:
                times.popleft()
        if len(self._sent) > 10_000:
            self._sent.clear()


def _wait(times: deque[float], most: int, span: float, now: float) -> float:
    """Seconds until one more message fits."""
    recent = [moment for moment in times if now - moment < span]
    return recent[-most] + span - now if len(recent) >= most else 0.0
