"""Where a browser says that it wants to be told, and the small program that it keeps to hear us."""

from __future__ import annotations

from aiohttp import web

from bot.platforms.web.acts import Act, acting
from bot.platforms.web.assets import assets
from bot.platforms.web.context import Result, Site
from bot.platforms.web.push import LONGEST, Device

LONGEST_KEY = 200


class PushRoutes:
    """Only at a public address: browsers ask for https."""

    def __init__(self, site: Site) -> None:
        self.site = site

    def routes(self) -> list[web.RouteDef]:
        if self.site.pushes is None:
            return []
        return [
            web.get("/hear.js", self.hear),
            web.get("/push/key", self.key),
            web.post("/push", acting(self.site, wanted)),
            web.post("/push/off", acting(self.site, unwanted)),
        ]

    async def hear(self, request: web.Request) -> web.Response:
        """The service worker; it lies at the top since it may only serve what lies below it."""
        return web.Response(body=assets().content["hear.js"], content_type="text/javascript")

    async def key(self, request: web.Request) -> web.Response:
        """By which the services know us."""
        assert self.site.pushes is not None
        return web.json_response({"key": (await self.site.pushes.sender()).public_key})


async def wanted(act: Act) -> Result:
    """This device is told from now on."""
    assert act.site.pushes is not None
    device = Device(act.field("endpoint", LONGEST + 1), act.field("key", LONGEST_KEY), act.field("auth", LONGEST_KEY))
    if not await act.site.pushes.subscribe(act.browser.user, device):
        return Result("/settings", act.words("push_unknown"), bad=True)
    return Result("/settings", act.words("push_on"))


async def unwanted(act: Act) -> Result:
    assert act.site.pushes is not None
    await act.site.pushes.forget(act.browser.user, act.field("endpoint", LONGEST + 1))
    return Result("/settings", quiet=True)
