"""A progress bar on the terminal, silent where nobody watches; and long work that may be stopped on the way."""

from __future__ import annotations

import signal
import sys
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import TypeVar

T = TypeVar("T")
WIDTH = 30


def bar(things: Iterable[T], total: int, what: str) -> Iterator[T]:
    """Yield the things; draw how far we are, at most ten times a second."""
    watched = sys.stderr.isatty()
    shown, began = 0.0, time.monotonic()
    for number, thing in enumerate(things, 1):
        yield thing
        now = time.monotonic()
        if watched and (now - shown > 0.1 or number == total):
            shown = now
            done = "=" * (WIDTH * number // max(total, 1))
            left = (now - began) / number * (total - number)
            sys.stderr.write(f"\r{what} [{done:<{WIDTH}}] {number}/{total}, {left:4.0f} s left ")
            sys.stderr.flush()
    if watched:
        sys.stderr.write("\r" + " " * (len(what) + WIDTH + 40) + "\r")


@contextmanager
def stoppable() -> Iterator[None]:
    """Ctrl-C and kill end this work, not the command: what was seen until then tells something too."""
    before = signal.signal(signal.SIGTERM, _stop)
    try:
        yield
    except KeyboardInterrupt:
        print("Stopped.", file=sys.stderr)
    finally:
        signal.signal(signal.SIGTERM, before)


def _stop(number: int, frame: FrameType | None) -> None:
    raise KeyboardInterrupt
