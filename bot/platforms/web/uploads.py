"""A form with a file: its token comes first, then the file, and no more of it than is wanted."""

from __future__ import annotations

from aiohttp import BodyPartReader, web

from bot.platforms.web.browser_sessions import Browser

LONGEST_TOKEN = 64


async def uploaded(request: web.Request, browser: Browser, most: int) -> bytes:
    """The file of a form that this browser was given."""
    if request.content_type != "multipart/form-data":
        raise web.HTTPBadRequest(reason="This form has no file.")
    token, raw = "", b""
    async for part in await request.multipart():
        if not isinstance(part, BodyPartReader):
            continue
        if part.name == "token":
            token = (await _read(part, LONGEST_TOKEN)).decode("utf-8", "replace")
            browser.require_token(token)
        elif part.name == "file":
            browser.require_token(token)
            raw = await _read(part, most)
    browser.require_token(token)
    return raw


async def _read(part: BodyPartReader, most: int) -> bytes:
    """No more than that: a larger file is none of ours."""
    found = bytearray()
    while chunk := await part.read_chunk():
        found += chunk
        if len(found) > most:
            raise web.HTTPRequestEntityTooLarge(most, len(found), reason="This file is too large.")
    return bytes(found)
