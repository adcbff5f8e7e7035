"""The health endpoint: /healthz says whether this process can serve, /metrics what it does."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from aiohttp import web

from bot.ops import metrics, supervision
from bot.store import Store, StoreAway

LONGEST_PING = 3.0
"""Seconds within which the storage has to answer."""
LATEST_BEAT = 30.0
"""A process whose workers have not beaten for so many seconds is not well."""


def application(store: Store) -> web.Application:
    async def healthz(request: web.Request) -> web.Response:
        problems = supervision.problems()
        try:
            async with asyncio.timeout(LONGEST_PING):
                with store.link.one_patience(LONGEST_PING / 2):
                    await store.ping()
        except StoreAway as away:
            problems.append(str(away))
        except TimeoutError:
            problems.append("Redis cannot be reached: it does not answer")
        beat = metrics.last_beat()
        if beat and time.time() - beat > LATEST_BEAT:
            problems.append("the workers stand still")
        return web.json_response({"ok": not problems, "problems": problems}, status=503 if problems else 200)

    async def figures(request: web.Request) -> web.Response:
        return web.Response(body=metrics.text(), headers={"Content-Type": metrics.CONTENT_TYPE})

    app = web.Application()
    app.router.add_get("/healthz", healthz)
    app.router.add_get("/metrics", figures)
    return app


@asynccontextmanager
async def served(store: Store, host: str, port: int) -> AsyncIterator[int]:
    """Serve while the block runs; gives the port."""
    runner = web.AppRunner(application(store), access_log=None, keepalive_timeout=20.0)
    await runner.setup()
    site = web.TCPSite(runner, host, port)
    await site.start()
    try:
        yield int(runner.addresses[0][1])
    finally:
        await runner.cleanup()
