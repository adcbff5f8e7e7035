"""A saved game comes back: its file is read, checked and put under a free code; nobody gets a seat by it."""

from __future__ import annotations

import json
from hashlib import sha256
from typing import Any

from aiohttp import web

from bot.platforms.web.context import Result, Site
from bot.platforms.web.parts.elements import Words
from bot.platforms.web.uploads import uploaded
from bot.service import game_file
from engines.kit.errors import Refusal

LARGEST_FILE = 4 * 1024 * 1024


class ImportRoute:
    """The form for a saved game."""

    def __init__(self, site: Site) -> None:
        self.site = site

    def routes(self) -> list[web.RouteDef]:
        return [web.post("/import", self.take)]

    async def take(self, request: web.Request) -> web.Response:
        """Whatever is no game of ours is refused in a sentence."""
        browser = await self.site.browser(request)
        raw = await uploaded(request, browser, LARGEST_FILE)
        try:
            content = _own(json.loads(raw), browser.user)
            code = await game_file.restore(
                self.site.service.work, content, f"import:{browser.user}:{sha256(raw).hexdigest()}"
            )
        except (ValueError, RecursionError):
            return self.site.done(request, browser, Result("/", Words(browser.language)("import_bad"), bad=True))
        except Refusal as refusal:
            return self.site.refused(request, browser, refusal, "/")
        return self.site.done(request, browser, Result(f"/t/{code}", Words(browser.language)("imported", code=code)))


def _own(content: Any, user: str) -> Any:
    """The game without the accounts of others: a file must not put tables on anybody else's page."""
    if not isinstance(content, dict) or not isinstance(table := content.get("table"), dict):
        raise ValueError
    if table.get("status") != "finished":
        raise Refusal("table.refusal.not_over")
    for seat in table.get("seats", []):
        if isinstance(seat, dict) and seat.get("user") != user:
            seat["user"] = ""
    return {**content, "table": {**table, "host": user, "room": f"local:{user.partition(':')[2]}", "also": []}}
