"""A saved game comes back: its file is read, checked and put under a free code; nobody gets a seat by it."""

from __future__ import annotations

import json
from hashlib import sha256
from typing import Any

from aiohttp import BodyPartReader, web

from bot.platforms.web.context import Result, Site
from bot.platforms.web.parts.elements import Words
from bot.service import game_file
from engines.kit.errors import Refusal

LARGEST_FILE = 4 * 1024 * 1024
LONGEST_TOKEN = 64


class ImportRoute:
    """The one form with a file."""

    def __init__(self, site: Site) -> None:
        self.site = site

    def routes(self) -> list[web.RouteDef]:
        return [web.post("/import", self.take)]

    async def take(self, request: web.Request) -> web.Response:
        """The form's token comes first, then the file."""
        browser = await self.site.browser(request)
        if request.content_type != "multipart/form-data":
            raise web.HTTPBadRequest(reason="This form has no file.")
        token, raw = "", b""
        async for part in await request.multipart():
            if not isinstance(part, BodyPartReader):
                continue
            if part.name == "token":
                token = (await read_part(part, LONGEST_TOKEN)).decode("utf-8", "replace")
                browser.require_token(token)
            elif part.name == "file":
                browser.require_token(token)
                raw = await read_part(part, LARGEST_FILE)
        browser.require_token(token)
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


async def read_part(part: BodyPartReader, most: int) -> bytes:
    """No more than that: a larger file is no game of ours."""
    found = bytearray()
    while chunk := await part.read_chunk():
        found += chunk
        if len(found) > most:
            raise web.HTTPRequestEntityTooLarge(most, len(found), reason="This file is too large.")
    return bytes(found)


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
