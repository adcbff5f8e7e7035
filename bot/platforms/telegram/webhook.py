"""The webhook: Telegram brings each update itself, and brings it again unless it hears that it was handled."""

from __future__ import annotations

import asyncio
from hmac import compare_digest

from aiohttp import web
from telegram import Bot, Update

from bot.platforms.telegram.updates import Updates

PATH = "/telegram"
SECRET = "X-Telegram-Bot-Api-Secret-Token"


class Webhook:
    """Listens behind a proxy that speaks https."""

    def __init__(self, bot: Bot, updates: Updates, secret: str) -> None:
        self._bot, self._updates, self._secret = bot, updates, secret
        app = web.Application()
        app.router.add_post(PATH, self._brought)
        self._runner = web.AppRunner(app, access_log=None)

    async def open(self, host: str, port: int) -> None:
        await self._runner.setup()
        await web.TCPSite(self._runner, host, port).start()

    async def close(self) -> None:
        """Whoever was not answered yet is, first."""
        await self._runner.cleanup()

    async def _brought(self, request: web.Request) -> web.Response:
        """Answered when it is done. Nothing is read of what comes without the secret."""
        if not compare_digest(request.headers.get(SECRET, "").encode(), self._secret.encode()):
            return web.Response(status=403)
        try:
            update = Update.de_json(await request.json(), self._bot)
        except (AttributeError, KeyError, TypeError, ValueError):
            return web.Response(status=400)
        task = self._updates.take(update)
        if task is not None:
            await asyncio.wait([task])
        return web.Response(status=500 if task is not None and task.cancelled() else 200)
