"""A network in memory: streams of bytes between the real clients, the peers and our own server, late or cut off."""

from __future__ import annotations

import asyncio
import contextvars
import os
import socket
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random
from typing import Any

FIRST_PORT = 20_000


@dataclass(eq=False)
class Socket:
    """What libraries want to know of a socket."""

    port: int
    silent: int
    family: int = socket.AF_INET

    def setsockopt(self, *_: Any) -> None:
        return

    def getsockname(self) -> tuple[str, int]:
        return "127.0.0.1", self.port

    def getpeername(self) -> tuple[str, int]:
        return "127.0.0.1", self.port

    def fileno(self) -> int:
        return self.silent

    def close(self) -> None:
        return


@dataclass(eq=False)
class Listener:
    """A server of the simulation: as much of `asyncio.Server` as is used."""

    network: Network
    process: str
    factory: Callable[[], Any]
    port: int
    context: contextvars.Context

    @property
    def sockets(self) -> list[Socket]:
        return [Socket(self.port, self.network.silent)]

    def is_serving(self) -> bool:
        return self.network.listeners.get(self.port) is self

    def close(self) -> None:
        if self.is_serving():
            del self.network.listeners[self.port]

    async def wait_closed(self) -> None:
        return


class Pipe(asyncio.Transport):
    """One end of a connection. What is written arrives at the other end in order, after a while."""

    def __init__(self, loop: Any, network: Network, process: str, port: int, context: contextvars.Context) -> None:
        at = ("127.0.0.1", port)
        super().__init__({"socket": Socket(port, network.silent), "peername": at, "sockname": at})
        self.loop, self.network, self.process, self.context = loop, network, process, context
        self.protocol: Any = None
        self.other: Pipe
        self._on_its_way: deque[bytes | None] = deque()
        """To be read here; None is the end."""
        self._arrives = 0.0
        self._is_paused = self._is_closing = self._is_lost = False

    def set_protocol(self, protocol: Any) -> None:
        self.protocol = protocol

    def get_protocol(self) -> Any:
        return self.protocol

    def is_closing(self) -> bool:
        return self._is_closing

    # --- writing ---

    def write(self, data: Any) -> None:
        if not self._is_closing and data:
            self.other.receive(bytes(data))

    def writelines(self, parts: Any) -> None:
        self.write(b"".join(parts))

    def can_write_eof(self) -> bool:
        return False

    def get_write_buffer_size(self) -> int:
        return 0

    def set_write_buffer_limits(self, high: Any = None, low: Any = None) -> None:
        return

    def close(self) -> None:
        """What was written still arrives."""
        if not self._is_closing:
            self._is_closing = True
            self.other.receive(None)
            self.loop.call_soon(self.lose, None, context=self.context)

    def abort(self) -> None:
        self.cut()

    def cut(self) -> None:
        """Both ends learn that the connection is gone; what is on its way is lost."""
        for end in (self, self.other):
            end._on_its_way.clear()
            end._is_closing = True
            self.loop.call_soon(end.lose, ConnectionResetError("the connection was cut"), context=end.context)

    # --- reading ---

    def pause_reading(self) -> None:
        self._is_paused = True

    def resume_reading(self) -> None:
        if self._is_paused:
            self._is_paused = False
            self.loop.call_soon(self._deliver, context=self.context)

    def is_reading(self) -> bool:
        return not self._is_paused

    def receive(self, data: bytes | None) -> None:
        self._arrives = max(self._arrives, self.loop.time() + self.network.delay())
        self._on_its_way.append(data)
        self.loop.call_at(self._arrives, self._deliver, context=self.context)

    def _deliver(self) -> None:
        if self._is_paused or self._is_lost or not self._on_its_way:
            return
        data = self._on_its_way.popleft()
        if data is None:
            self.protocol.eof_received()
            self._is_closing = True
            self.lose(None)
        else:
            self.protocol.data_received(data)
            if self._on_its_way and not self._is_paused:
                self.loop.call_at(max(self._arrives, self.loop.time()), self._deliver, context=self.context)

    def lose(self, error: Exception | None) -> None:
        if not self._is_lost:
            self._is_lost = True
            self.network.pipes.pop(self, None)
            self.protocol.connection_lost(error)


@dataclass
class Network:
    """Who listens where, and how long a chunk of bytes is under way."""

    chance: Random
    slowest: float = 0.02
    listeners: dict[int, Listener] = field(default_factory=dict)
    pipes: dict[Pipe, None] = field(default_factory=dict)
    """The ends of connections of clients."""
    next_port: int = FIRST_PORT
    is_split: set[str] = field(default_factory=set)
    """Processes that reach nobody and are reached by nobody."""

    def __post_init__(self) -> None:
        self.silent, self._quiet = os.pipe()

    def close(self) -> None:
        os.close(self.silent)
        os.close(self._quiet)

    def delay(self) -> float:
        return self.slowest * self.chance.random() ** 2

    @staticmethod
    def addresses(host: Any, port: Any) -> list[Any]:
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", ("127.0.0.1", int(port)))]

    def listen(self, loop: Any, process: str, factory: Callable[[], Any], port: int) -> Listener:
        self.next_port += 1
        found = Listener(self, process, factory, port or self.next_port, contextvars.copy_context())
        self.listeners[found.port] = found
        return found

    async def connect(self, loop: Any, process: str, factory: Callable[[], Any], port: int) -> tuple[Pipe, Any]:
        await asyncio.sleep(self.delay())
        listener = self.listeners.get(port)
        if listener is None or {process, listener.process} & self.is_split:
            raise ConnectionRefusedError(f"nobody listens at {port}")
        near = Pipe(loop, self, process, port, contextvars.copy_context())
        far = Pipe(loop, self, listener.process, port, listener.context.copy())
        near.other, far.other = far, near
        near.protocol, far.protocol = factory(), far.context.run(listener.factory)
        self.pipes[near] = None
        far.context.run(far.protocol.connection_made, far)
        near.protocol.connection_made(near)
        return near, near.protocol

    def cut_off(self, process: str, for_ever: bool = True) -> None:
        """A process is gone: its connections, and if that is for ever its doors with it."""
        for pipe in list(self.pipes):
            if process in (pipe.process, pipe.other.process):
                pipe.cut()
        for listener in list(self.listeners.values()):
            if listener.process == process and for_ever:
                listener.close()
