"""The page at its public address, as a proxy hands requests on to it; launch data as Telegram signs it; phones."""

from __future__ import annotations

import hmac
import itertools
import json
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from hashlib import sha256
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from aiohttp import ClientSession, ClientWebSocketResponse, CookieJar

from bot.platforms.web.server import LocalTable
from bot.service.page_access import Guest
from bot.service.table_service import TableService
from bot.store import Store
from engines import ENGINES
from tests.bot.platforms.discord.stage import Frugal
from tests.peers.telegram_server import TOKEN

HOST = "games.example.org"
ORIGIN = f"https://{HOST}"
ANNA = 4711


@asynccontextmanager
async def house(
    store: Store, folder: Path, proxies: str = "", posts: int = 10_000, port: int = 0
) -> AsyncIterator[LocalTable]:
    """Served on loopback, for the public name."""
    seeds = itertools.count()
    service = TableService(store, folder, ENGINES, seeds=lambda: f"loggia {next(seeds)}", public_url=ORIGIN)
    studio = Frugal()
    table = LocalTable(service, studio, "127.0.0.1", port, posts, proxies=proxies, telegram_token=TOKEN)
    await table.start()
    try:
        yield table
    finally:
        await table.stop()
        studio.close()


def launch(user: Any = ANNA, token: str = TOKEN, when: float | None = None, **more: str) -> str:
    """Launch data for somebody, signed with a bot's token."""
    person = {"id": user, "first_name": "Anna", "last_name": "Bianchi", "language_code": "en"}
    fields = {"auth_date": str(int(time.time() if when is None else when)), "signature": "c2lnbmVk", **more}
    fields |= {"user": json.dumps(person)} if user is not None else {}
    return signed(fields, token)


def signed(fields: dict[str, str], token: str = TOKEN) -> str:
    text = "\n".join([f"{name}={fields[name]}" for name in sorted(fields)])
    key = hmac.new(b"WebAppData", token.encode(), sha256).digest()
    return urlencode({**fields, "hash": hmac.new(key, text.encode(), sha256).hexdigest()})


class Phone:
    """Somebody's device behind the proxy: it keeps a session, and would keep cookies."""

    def __init__(self, table: LocalTable, origin: str = ORIGIN) -> None:
        self.table = table
        self.base = f"http://127.0.0.1:{table.port}"
        self.session = ClientSession(cookie_jar=CookieJar(unsafe=True), headers={"Host": HOST, "Origin": origin})
        self.token = ""
        self.form = ""
        self.text = ""
        self.state: dict[str, Any] = {}
        self.answered: dict[str, str] = {}

    async def __aenter__(self) -> Phone:
        return self

    async def __aexit__(self, *_: object) -> None:
        assert not len(self.session.cookie_jar), "no cookie is ever set"
        await self.session.close()

    def _headers(self, more: dict[str, str]) -> dict[str, str]:
        return {**({"Authorization": f"Bearer {self.token}"} if self.token else {}), "X-Script": "1", **more}

    async def get(self, path: str, **headers: str) -> int:
        url = self.base + path
        async with self.session.get(url, headers=self._headers(headers), allow_redirects=False) as response:
            return await self._read(response)

    async def post(self, path: str, fields: dict[str, Any] | None = None, **headers: str) -> int:
        body = {"token": self.form, **{name: str(value) for name, value in (fields or {}).items()}}
        async with self.session.post(self.base + path, data=body, headers=self._headers(headers)) as response:
            return await self._read(response)

    async def _read(self, response: Any) -> int:
        raw = await response.read()
        self.text, self.answered = raw.decode("utf-8", "replace"), dict(response.headers)
        assert "Set-Cookie" not in response.headers
        if response.content_type == "application/json":
            self.state = json.loads(raw)
            for node in nodes(self.state.get("tree", "")):
                if node[0] == "input" and node[1].get("name") == "token":
                    self.form = node[1]["value"]
        return int(response.status)

    async def sign_in(self, data: str | None = None, at: str = "") -> int:
        status = await self.post("/in/telegram", {"data": launch() if data is None else data, "at": at})
        if status == 200:
            self.token = self.state["token"]
        return status

    async def vouched(self, guest: Guest) -> None:
        """Signed in by a link that the bot has sent."""
        page = self.table.site.service.page
        assert page is not None
        link = await page.link(guest)
        assert await self.post("/in/link", {"secret": link.partition("#")[2]}) == 200
        self.token = self.state["token"]

    async def listen(self, at: str, first: str | None = None) -> ClientWebSocketResponse:
        socket = await self.session.ws_connect(f"{self.base}/events?at={at}", origin=ORIGIN)
        await socket.send_str(json.dumps({"token": self.token, "theme": ""}) if first is None else first)
        return socket

    async def open_table(self, game: str = "carrara") -> str:
        """A table of one's own; its code."""
        await self.get("/")
        assert await self.post("/new", {"game": game}) == 200
        code: str = self.state["go"].rpartition("/")[2]
        return code


def nodes(tree: Any) -> list[Any]:
    """Every element of a page."""
    if not isinstance(tree, list):
        return []
    return [tree, *[each for child in tree[2:] for each in nodes(child)]]


def guest(number: int, name: str = "Piet") -> Guest:
    return Guest(f"telegram:{number}", name, "en", f"telegram:{number}")
