"""The local table as a platform: a server that starts and stops, and pages that hear of changes."""

from __future__ import annotations

import logging
import socket
from contextlib import AsyncExitStack

from aiohttp import web

from bot.messages.brief import Brief
from bot.ops.supervision import supervised
from bot.platforms.web.context import Site
from bot.platforms.web.cuts import CutRoutes
from bot.platforms.web.discord_launch import Activity
from bot.platforms.web.doors import Doors
from bot.platforms.web.figure_routes import FigureRoutes
from bot.platforms.web.file_routes import FileRoutes
from bot.platforms.web.game_routes import GameRoutes
from bot.platforms.web.gate import Gate
from bot.platforms.web.guard import LARGEST_BODY, POSTS, Guard
from bot.platforms.web.host_routes import HostRoutes
from bot.platforms.web.import_route import ImportRoute
from bot.platforms.web.learn_routes import LearnRoutes
from bot.platforms.web.page_routes import PageRoutes
from bot.platforms.web.past_routes import PastRoutes
from bot.platforms.web.public_address import PublicAddress
from bot.platforms.web.push_routes import PushRoutes
from bot.platforms.web.push_worker import PushWorker
from bot.platforms.web.rules_routes import RulesRoutes
from bot.platforms.web.screen_routes import ScreenRoutes
from bot.service.table_service import TableService
from render import Studio

log = logging.getLogger(__name__)

IDLE = 20.0
"""Seconds after which a connection is closed that sends nothing, or only half of a request."""
LOOPBACK = ("127.0.0.1", "localhost", "::1")


class LocalTable:
    """The third chat platform: its surfaces are open pages, which fetch what they show."""

    name = "local"

    def __init__(
        self,
        service: TableService,
        studio: Studio,
        host: str,
        port: int,
        posts: int = POSTS,
        proxies: str = "",
        telegram_token: str = "",
        activity: Activity | None = None,
    ) -> None:
        """With a public address the page answers to that alone, and only to people whom a chat vouches for."""
        self._host, self._port = host, port
        hosts = frozenset({"localhost", socket.gethostname().lower(), host})
        access = service.page
        inside = activity.origin if activity is not None else ""
        public = PublicAddress.of(access.origin, proxies, inside) if access is not None else None
        gate = Gate(access, public, posts, activity) if access is not None and public is not None else None
        self.site = Site(service, studio, Guard(hosts, posts, public), gate=gate)
        self.site.pushes = PushWorker(service, public.origin) if public is not None else None
        self._tasks = AsyncExitStack()
        self._telegram_token = telegram_token
        self._runner: web.AppRunner | None = None

    def app(self) -> web.Application:
        """The application, for a server of ours or of a test."""
        gate = self.site.gate
        middlewares = [self.site.guard.middleware, *([gate.middleware] if gate is not None else [])]
        app = web.Application(middlewares=middlewares, client_max_size=LARGEST_BODY)
        if gate is not None:
            app.add_routes(Doors(self.site, gate, self._telegram_token).routes())
        for kind in (
            CutRoutes,
            PageRoutes,
            RulesRoutes,
            FileRoutes,
            GameRoutes,
            HostRoutes,
            ImportRoute,
            FigureRoutes,
            LearnRoutes,
            PastRoutes,
            ScreenRoutes,
            PushRoutes,
        ):
            app.add_routes(kind(self.site).routes())
        return app

    async def start(self) -> str:
        """Serve; the address to open."""
        self._runner = web.AppRunner(self.app(), access_log=None, keepalive_timeout=IDLE)
        await self._runner.setup()
        site = web.TCPSite(self._runner, self._host, self._port, reuse_address=True)
        await site.start()
        port = self._runner.addresses[0][1]
        self.site.base = f"http://{_reachable(self._host)}:{port}"
        self.site.is_alone = is_loopback(self._host)
        if (public := self.site.guard.public) is not None:
            self.site.base, self.site.is_alone = public.origin, False
        self.site.service.work.listeners.append(self.site.hub.heard)
        if self.site.pushes is not None:
            self.site.service.work.listeners.append(self.site.pushes.heard)
            await self._tasks.enter_async_context(supervised("push", self.site.pushes.run))
        self.site.open_up = self.open_up if self.site.is_alone else None
        return self.site.base

    async def open_up(self) -> bool:
        """Let others on the network in too, from now on; whether there is a network."""
        assert self._runner is not None
        address = _reachable("0.0.0.0")
        if is_loopback(address):
            return False
        await web.TCPSite(self._runner, address, self.port, reuse_address=True).start()
        self.site.base, self.site.is_alone, self.site.open_up = f"http://{address}:{self.port}", False, None
        return True

    @property
    def port(self) -> int:
        """Where it really listens."""
        assert self._runner is not None
        return int(self._runner.addresses[0][1])

    async def stop(self) -> None:
        """Close the pages' sockets, so that they come back by themselves."""
        if self.site.hub.heard in self.site.service.work.listeners:
            self.site.service.work.listeners.remove(self.site.hub.heard)
        if self.site.pushes is not None and self.site.pushes.heard in self.site.service.work.listeners:
            self.site.service.work.listeners.remove(self.site.pushes.heard)
        await self._tasks.aclose()
        await self.site.hub.close()
        if self._runner is not None:
            await self._runner.cleanup()

    async def show(self, brief: Brief, before: str | None) -> str | None:
        """Open pages fetch what has changed; there is nothing to post."""
        self.site.hub.heard(brief.look.table.code)
        return "page"

    async def withdraw(self, address: str, message: str) -> None:
        """A page of somebody who left shows the table from outside by itself."""


def is_loopback(host: str) -> bool:
    return host in LOOPBACK


def _reachable(host: str) -> str:
    """An address that others on the network can open, where the server listens on all."""
    if host not in ("0.0.0.0", "::"):
        return f"[{host}]" if ":" in host else host
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
            return str(probe.getsockname()[0])
        except OSError:
            return "127.0.0.1"
