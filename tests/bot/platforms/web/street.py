"""Chromium before the public page: every name leads to loopback by TLS, the chats' own pages stand around frames."""

from __future__ import annotations

import json
import ssl
from base64 import b64encode
from collections.abc import AsyncIterator, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from urllib.parse import urlencode

import pytest
from aiohttp import web
from cryptography import x509
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from playwright.async_api import Browser, BrowserContext, Frame, Page, async_playwright

from bot.platforms.web.server import LocalTable
from tests.bot.platforms.web.conftest import CHROMIUM
from tests.bot.platforms.web.public_house import HOST, ORIGIN, launch
from tests.bot.store.tls import Authority, encrypted

TELEGRAM, EVIL = "web.telegram.org", "evil.example"
DARK = {"bg_color": "#17212b", "text_color": "#f5f5f5"}
PROXY = """
    window.sent = [];
    window.TelegramWebviewProxy = { postEvent: (name, data) => window.sent.push([name, JSON.parse(data)]) };
"""
PARENT = """<!doctype html><title>Telegram</title><body><script>
    window.sent = [];
    addEventListener("message", (event) => {
        if (event.origin === "https://games.example.org") sent.push(JSON.parse(event.data));
    });
    function tell(type, data) {
        document.querySelector("iframe").contentWindow.postMessage(
            JSON.stringify({eventType: type, eventData: data}), "https://games.example.org");
    }
</script></body>"""
PATIENCE = 60_000
SANDBOX = "allow-scripts allow-same-origin allow-popups allow-forms allow-modals"


@dataclass(frozen=True)
class Named(Authority):
    """One certificate for all names of the street; `pin` lets the browser take it."""

    shown: ssl.SSLContext
    pin: str

    @classmethod
    def of(cls, folder: Path, *names: str) -> Named:
        base, context = Authority.new(folder), ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        certificate = base.made.issue_cert(*names)
        certificate.configure_cert(context)
        leaf = x509.load_pem_x509_certificate(certificate.cert_chain_pems[0].bytes())
        spki = leaf.public_key().public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo)
        return cls(base.made, base.file, context, b64encode(sha256(spki).digest()).decode())

    def context(self) -> ssl.SSLContext:
        return self.shown


@dataclass
class Street:
    """Chromium before the house; every address that was asked for."""

    table: LocalTable
    context: BrowserContext
    asked: list[str] = field(default_factory=list)

    async def page(self, url: str, script: str = "") -> Page:
        page = await self.context.new_page()
        page.on("request", lambda request: self.asked.append(request.url))
        page.on("websocket", lambda socket: self.asked.append(socket.url))
        if script:
            await page.add_init_script(script)
        await page.goto(url)
        return page


@asynccontextmanager
async def street(
    table: LocalTable, folder: Path, also: Mapping[str, web.Application] | None = None, path: str | None = CHROMIUM
) -> AsyncIterator[Street]:
    """Somebody with a browser before this house, which is closed with the street."""
    async with before(table.port, folder, also, path) as browser, walked(browser, table) as found:
        yield found


@asynccontextmanager
async def walked(browser: Browser, table: LocalTable) -> AsyncIterator[Street]:
    """Somebody who comes with nothing, and leaves with no cookie."""
    context = await browser.new_context(viewport={"width": 390, "height": 800}, locale="en")
    context.set_default_timeout(PATIENCE)
    yield Street(table, context)
    assert await context.cookies() == [], "no cookie is ever set"
    await context.close()


@asynccontextmanager
async def before(
    port: int, folder: Path, also: Mapping[str, web.Application] | None = None, path: str | None = CHROMIUM
) -> AsyncIterator[Browser]:
    """A browser for which the house at this port, Telegram's web client and whoever else is named are the names."""
    if path is None:
        pytest.skip("Chromium is not installed")
    parent = web.Application()
    parent.router.add_get("/", _parent)
    houses = {TELEGRAM: parent, EVIL: parent, **(also or {})}
    async with AsyncExitStack() as stack:
        authority = Named.of(folder, HOST, *houses)
        ports = {HOST: await stack.enter_async_context(encrypted(port, authority))}
        served: dict[web.Application, int] = {}
        for name, app in houses.items():
            if app not in served:
                runner = web.AppRunner(app, shutdown_timeout=0.5)
                await runner.setup()
                stack.push_async_callback(runner.cleanup)
                await web.TCPSite(runner, "127.0.0.1", 0).start()
                served[app] = await stack.enter_async_context(encrypted(runner.addresses[0][1], authority))
            ports[name] = served[app]
        rules = ", ".join([f"MAP {name} 127.0.0.1:{number}" for name, number in ports.items()])
        flags = [
            "--no-sandbox",
            f"--host-resolver-rules={rules}, MAP * ~NOTFOUND",
            f"--ignore-certificate-errors-spki-list={authority.pin}",
            "--test-third-party-cookie-phaseout",
            "--disable-features=LocalNetworkAccessChecks",
        ]
        playwright = await stack.enter_async_context(async_playwright())
        browser = await playwright.chromium.launch(executable_path=path, args=flags)
        stack.push_async_callback(browser.close)
        yield browser


async def _parent(_: web.Request) -> web.Response:
    return web.Response(text=PARENT, content_type="text/html")


def launched(data: str | None = None, version: str = "8.0", at: str = "") -> str:
    """The address that Telegram opens."""
    given = {
        "tgWebAppData": launch() if data is None else data,
        "tgWebAppVersion": version,
        "tgWebAppPlatform": "ios",
        "tgWebAppThemeParams": json.dumps(DARK),
    }
    return f"{ORIGIN}/in/telegram{'?at=' + at if at else ''}#{urlencode(given)}"


async def framed(outside: Street, parent: str, url: str) -> tuple[Page, Frame]:
    """A page of a chat, with ours in a frame of it; `parent`: its host, and what follows."""
    page = await outside.page(f"https://{parent}")
    async with page.expect_event("frameattached") as attached:
        await page.evaluate(
            "([url, sandbox]) => { const frame = document.createElement('iframe'); frame.sandbox = sandbox; "
            "frame.width = 390; frame.height = 700; frame.src = url; document.body.append(frame); }",
            [url, SANDBOX],
        )
    return page, await attached.value
