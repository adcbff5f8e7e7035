"""A browser without a script, and what people do with it."""

from __future__ import annotations

import re
from typing import Any

from aiohttp import ClientSession, CookieJar


class Visitor:
    """A browser without a script: a cookie jar, and the token of the last page."""

    def __init__(self, base: str) -> None:
        self.base = base
        self.session = ClientSession(cookie_jar=CookieJar(unsafe=True))
        self.token = ""
        self.text = ""
        self.url = ""

    async def __aenter__(self) -> Visitor:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.session.close()

    async def get(self, path: str, **headers: str) -> int:
        async with self.session.get(self.base + path, headers=headers) as response:
            self.text, self.url = await response.text(), str(response.url)
            found = re.search(r'name="token" value="([0-9a-f]+)"', self.text)
            self.token = found.group(1) if found else self.token
            self.headers = response.headers
            return response.status

    async def post(self, path: str, headers: dict[str, str] | None = None, **fields: Any) -> int:
        given = {"Origin": self.base} if headers is None else headers
        body = {"token": self.token, **{name: str(value) for name, value in fields.items()}}
        async with self.session.post(self.base + path, data=body, headers=given) as response:
            self.text, self.url = await response.text(errors="replace"), str(response.url)
            return response.status


def code_of(visitor: Visitor) -> str:
    return visitor.url.split("/t/")[1][:6]


def link_of(visitor: Visitor) -> str:
    found = re.search(r'value="http://[^/]+(/s/[^"]+)"', visitor.text)
    assert found
    return found.group(1)


async def begin(host: Visitor) -> tuple[str, int, str]:
    """Start against a computer until the host is asked: code, seat, ask id."""
    code = code_of(host)
    await host.get(f"/t/{code}")
    assert await host.post(f"/t/{code}/seat", who="gentle", number=1) == 200
    await host.post(f"/t/{code}/start")
    for _ in range(200):
        await host.get(f"/t/{code}")
        seat = re.search(r'name="seat" value="(\d)"', host.text)
        if seat and (found := re.search(r'data-ask="([\w-]+)"', host.text)):
            return code, int(seat.group(1)), found.group(1)
    raise AssertionError("never asked")
