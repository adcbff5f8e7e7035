"""`python -m tests.bot.cli.like_windows COMMAND ...`: a command without what Python has on POSIX alone.

No machine with Windows is at hand; this takes away what is missing there, so that whatever relies on it fails.
"""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import signal
import socket
import sys
from typing import Any

MODULES = ("fcntl", "grp", "pty", "pwd", "resource", "syslog", "termios", "tty")
SYSTEM = (
    "chown", "fchmod", "fork", "forkpty", "getegid", "geteuid", "getgid", "getpgid", "getuid", "killpg", "mkfifo",
    "nice", "sched_getaffinity", "setsid", "uname", "wait3", "wait4",
)  # fmt: skip
SIGNALS = ("SIGALRM", "SIGCONT", "SIGHUP", "SIGKILL", "SIGQUIT", "SIGSTOP", "SIGUSR1", "SIGUSR2")


def take_away() -> None:
    for name in MODULES:
        sys.modules[name] = None  # type: ignore[assignment]
    for place, names in ((os, SYSTEM), (signal, SIGNALS)):
        for name in names:
            if hasattr(place, name):
                delattr(place, name)
    family, pair = socket.AF_UNIX, socket.socketpair
    socket.socketpair = lambda *_: pair(family)  # type: ignore[assignment]  # event loops make theirs otherwise there
    del socket.AF_UNIX  # type: ignore[misc]
    asyncio.SelectorEventLoop.add_signal_handler = _nothing_of_the_kind  # type: ignore[assignment]
    multiprocessing.set_start_method("spawn")


def _nothing_of_the_kind(*_: Any) -> None:
    raise NotImplementedError


if __name__ == "__main__":
    take_away()
    from bot.__main__ import main

    sys.exit(main())
