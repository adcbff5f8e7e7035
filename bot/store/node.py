"""One server process on this machine's loopback, to be harmed, and the patience to wait for what it does."""

import itertools
import os
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import redis

from bot.store.embedded import die_with_parent, find_server

KEEPER = "keeper"
"""The name by which we handle servers of our own: whatever befalls other names, it can put that right."""
KEPT = f"user {KEEPER} on nopass ~* &* +@all"
_PORTS = itertools.count(12_000 + os.getpid() * 37 % 9_000)
"""Below the system's own range, as is a Cluster's bus 10,000 above; test processes side by side begin apart."""


def free_ports(count: int) -> list[int]:
    """Ports that are free now, each with its bus port."""
    return list(itertools.islice(filter(_is_free, _PORTS), count))


def _is_free(port: int) -> bool:
    for each in (port, port + 10_000):
        with socket.socket() as probe:
            try:
                probe.bind(("127.0.0.1", each))
            except OSError:
                return False
    return True


def until(condition: Callable[[], Any], seconds: float = 120.0) -> Any:
    """Poll another process until something is so."""
    started = time.monotonic()
    while True:
        try:
            if result := condition():
                return result
        except redis.RedisError:
            pass
        if time.monotonic() - started > seconds:
            raise AssertionError("the servers did not get there in time")
        time.sleep(0.03)


class Node:
    """One server process that can be killed and started again, by the main thread: it dies with its starter."""

    def __init__(self, port: int, options: Sequence[str], config: str | None = None) -> None:
        self.port = port
        self.folder = Path(tempfile.mkdtemp(prefix="signoria-node-"))
        self._command = [find_server()]
        if config is not None:
            (self.folder / "node.conf").write_text(config)
            self._command.append(str(self.folder / "node.conf"))
        self._command += ["--port", str(port), "--bind", "127.0.0.1", "--dir", str(self.folder)]
        self._command += ["--logfile", "node.log", *options]
        if config is None:
            self._command += f"--{KEPT}".split()
        self.client = redis.Redis(port=port, username=KEEPER, password=KEEPER, socket_timeout=20, protocol=2)
        self.process: subprocess.Popen[bytes] | None = None
        self.is_frozen = False
        self.start()

    def start(self) -> None:
        self.spawn()
        until(self.client.ping)

    def spawn(self, *also: str) -> None:
        """Begin to start; in the main thread, since the server dies with the thread that started it."""
        self.is_frozen = False
        self.process = subprocess.Popen([*self._command, *also], preexec_fn=die_with_parent())

    def kill(self) -> None:
        assert self.process is not None
        self.process.kill()
        self.process.wait()
        self.process = None

    def signal(self, number: int) -> None:
        assert self.process is not None
        self.process.send_signal(number)
        self.is_frozen = number == signal.SIGSTOP

    def mend(self) -> None:
        """Start it if it was killed, let it go on if it stands still, take back what it was told in error."""
        if self.process is None:
            self.start()
        elif self.is_frozen:
            self.signal(signal.SIGCONT)
        until(lambda: self.client.execute_command("ACL", "SETUSER", "default", "on", "nopass", "+@all"))

    def close(self) -> None:
        self.client.close()
        if self.process is not None:
            self.kill()
        shutil.rmtree(self.folder, ignore_errors=True)
