"""Push in Chromium: the page asks, the small program is kept, a message that was sent arrives and is taken back.

Only the vendor's own service is stood in for (it cannot be reached from loopback): `PushManager.subscribe` answers with
a device of our push service, and what that service was sent is handed to the browser as its vendor's would be.
"""

from __future__ import annotations

import asyncio
import json
import socket
import ssl
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest_asyncio
from aiohttp import ClientSession, TCPConnector
from aiohttp.abc import AbstractResolver, ResolveResult
from playwright.async_api import Page, expect

from bot.platforms.web.push_worker import DEVICE
from bot.platforms.web.server import LocalTable
from bot.store import Store
from bot.workers.panel_store import LOOKING
from tests.bot.platforms.web.public_house import ANNA, ORIGIN, house
from tests.bot.platforms.web.street import PROXY, Named, Street, launched, street
from tests.bot.platforms.web.test_inside import game
from tests.bot.platforms.web.test_push import AUTH, Service, carrying, move_on, text, worker
from tests.bot.store.tls import encrypted
from tests.needs import windowed

CARRIER = "fcm.googleapis.com"
ENDPOINT = f"https://{CARRIER}/device"
SUBSCRIBE = """
    PushManager.prototype.subscribe = async function (options) {
        window.asked = { key: [...options.applicationServerKey], visible: options.userVisibleOnly };
        const device = %s;
        const unsubscribe = async () => { window.device = null; };
        return window.device = { endpoint: device.endpoint, toJSON: () => device, unsubscribe };
    };
    PushManager.prototype.getSubscription = async () => window.device || null;
"""
NOTES = """async () => (await (await navigator.serviceWorker.ready).getNotifications())
    .map((note) => [note.title, note.tag, note.data.go])"""


@pytest_asyncio.fixture(loop_scope="session")
async def outside(one: Store, tmp_path: Path) -> AsyncIterator[Street]:
    async with house(one, tmp_path) as table:
        assert table.site.pushes is not None
        table.site.service.work.listeners.remove(table.site.pushes.heard)
        async with street(table, tmp_path, path=windowed()) as found:
            await found.context.grant_permissions(["notifications"], origin=ORIGIN)
            yield found


@pytest_asyncio.fixture(loop_scope="session")
async def service() -> AsyncIterator[Service]:
    async with carrying() as peer:
        yield peer


class Loopback(AbstractResolver):
    """Every name leads to one port of this computer."""

    def __init__(self, port: int) -> None:
        self.port = port

    async def resolve(
        self, host: str, port: int = 0, family: socket.AddressFamily = socket.AF_INET
    ) -> list[ResolveResult]:
        return [ResolveResult(hostname=host, host="127.0.0.1", port=self.port, family=socket.AF_INET, proto=0, flags=0)]

    async def close(self) -> None:
        pass


async def settings(outside: Street, script: str = "") -> Page:
    """The settings, open over my tables."""
    page = await outside.page(launched(), PROXY + script)
    await page.wait_for_selector("#mine")
    await page.locator("a[href='/settings#signals']").click()
    await page.locator("dialog.panel input[name=push]").wait_for()
    return page


async def devices(table: LocalTable) -> list[str]:
    kept = await table.site.service.work.store.user(f"telegram:{ANNA}")
    return [value for name, value in kept.items() if name.startswith(DEVICE)]


async def test_a_browser_whose_service_cannot_be_reached_says_so(outside: Street) -> None:
    page = await settings(outside)
    await page.locator("dialog.panel input[name=push]").check(force=True)
    await expect(page.locator("dialog .notice.bad")).to_be_visible(timeout=30_000)
    await expect(page.locator("dialog.panel input[name=push]")).not_to_be_checked()
    assert await devices(outside.table) == []
    await page.reload()
    await page.wait_for_selector("#mine")
    await page.locator("a[href='/settings#signals']").click()
    await expect(page.locator("dialog.panel input[name=push]")).not_to_be_checked()


async def test_a_browser_is_told_by_the_program_it_keeps_and_the_note_is_taken_back(
    outside: Street, service: Service, tmp_path: Path
) -> None:
    table, code = outside.table, await game(outside.table)
    device = {"endpoint": ENDPOINT, "keys": {"p256dh": service.public, "auth": text(AUTH)}}
    page = await settings(outside, SUBSCRIBE % json.dumps(device))
    await page.locator("dialog.panel input[name=push]").check(force=True)
    await expect(page.locator("dialog.panel input[name=push]")).to_be_checked()
    await page.get_by_text("told").first.wait_for()
    assert len(await devices(table)) == 1
    asked = await page.evaluate("window.asked")
    assert asked["visible"] is True
    assert bytes(asked["key"])[0] == 4, "an uncompressed point"
    browser = await outside.context.new_cdp_session(page)
    registered: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
    browser.on(
        "ServiceWorker.workerRegistrationUpdated",
        lambda found: found["registrations"] and not registered.done() and registered.set_result(found),
    )
    await browser.send("ServiceWorker.enable")
    registration = (await registered)["registrations"][0]["registrationId"]
    away = await outside.context.new_page()
    other = await outside.context.new_cdp_session(away)
    await other.send("ServiceWorker.enable")
    await page.goto("about:blank")
    authority = Named.of(tmp_path, CARRIER)
    trusted = ssl.create_default_context(cafile=str(authority.file))
    port = int(service.base.rpartition(":")[2])
    store = table.site.service.work.store
    async with encrypted(port, authority) as tls:
        connector = TCPConnector(resolver=Loopback(tls), ssl=trusted)
        async with ClientSession(connector=connector) as session:
            while f"telegram:{ANNA}" not in await owing(table, code):
                await move_on(table, code)
            await store.unset_user(f"telegram:{ANNA}", [LOOKING])
            await worker(table).attend(session, code)
            assert service.heard == [{"title": f"Your move in Carrara #{code}", "tag": code}]
            await deliver(other, registration, service)
            back = await outside.page(launched(), PROXY)
            await back.wait_for_selector("#mine")
            assert await back.evaluate(NOTES) == [[f"Your move in Carrara #{code}", code, f"/t/{code}"]]
            await move_on(table, code)
            await worker(table).attend(session, code)
            await deliver(other, registration, service)
            await back.wait_for_function(f"({NOTES})().then((notes) => notes.length === 0)")
            await deliver(other, registration, service, {"title": "Your move", "tag": code})
            assert await back.evaluate(NOTES) == [], "nothing is told while the page is seen"


async def owing(table: LocalTable, code: str) -> list[str]:
    found = await table.site.service.queries.table(code)
    return [found.seats[seat].user for seat in found.waiting]


async def deliver(browser: Any, registration: str, service: Service, said: Any = None) -> None:
    """What the service was sent last reaches the browser."""
    message = {"origin": ORIGIN, "registrationId": registration, "data": json.dumps(said or service.heard[-1])}
    await browser.send("ServiceWorker.deliverPushMessage", message)
