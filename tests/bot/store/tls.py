"""TLS in front of a plain server: a loopback proxy with a certificate of our own making."""

from __future__ import annotations

import asyncio
import ssl
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

import trustme


@dataclass(frozen=True)
class Authority:
    """Signs the proxies' certificates; `file` is what clients are told to trust."""

    made: trustme.CA
    file: Path

    @classmethod
    def new(cls, folder: Path) -> Authority:
        made = trustme.CA()
        file = folder / "ca.pem"
        made.cert_pem.write_to_path(str(file))
        return cls(made, file)

    def context(self) -> ssl.SSLContext:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        self.made.issue_cert("localhost", "127.0.0.1").configure_cert(context)
        return context


async def _pass_on(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    while data := await reader.read(65_536):
        writer.write(data)
        await writer.drain()


@asynccontextmanager
async def encrypted(
    target: int | Callable[[], int], authority: Authority, port: int = 0, host: str = "127.0.0.1"
) -> AsyncIterator[int]:
    """A port on which the server of another port is spoken to by TLS; which one that is may change."""
    talks: set[asyncio.Task[None]] = set()

    async def talk(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        talks.add(task)
        try:
            inner_port = target if isinstance(target, int) else target()
            inner_reader, inner_writer = await asyncio.open_connection("127.0.0.1", inner_port)
        except OSError:
            writer.close()
            talks.discard(task)
            return
        ways = [
            asyncio.create_task(_pass_on(reader, inner_writer)),
            asyncio.create_task(_pass_on(inner_reader, writer)),
        ]
        try:
            await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for way in ways:
                way.cancel()
            await asyncio.gather(*ways, return_exceptions=True)
            for end in (writer, inner_writer):
                end.close()
            for end in (inner_writer, writer):
                with suppress(OSError, ssl.SSLError):
                    await end.wait_closed()
            talks.discard(task)

    server = await asyncio.start_server(talk, host, port, ssl=authority.context())
    try:
        yield server.sockets[0].getsockname()[1]
    finally:
        server.close()
        for task in talks:
            task.cancel()
        await asyncio.gather(*talks, return_exceptions=True)
