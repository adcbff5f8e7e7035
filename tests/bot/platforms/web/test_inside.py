"""The page inside Telegram, in Chromium: the app's own view, the frame of the web client; and by a personal link."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path

import pytest
import pytest_asyncio
from playwright.async_api import Browser, Page, expect

from bot.platforms.web.server import LocalTable
from bot.store import Store
from bot.store.rig import free_ports
from bot.table.lobby import User
from tests.bot.platforms.web.public_house import ANNA, ORIGIN, Phone, guest, house, launch
from tests.bot.platforms.web.street import EVIL, PROXY, TELEGRAM, Street, before, framed, launched, walked
from tests.bot.platforms.web.thumb import CHIPS, LEAD, LIT, VERBS


@dataclass(frozen=True)
class Town:
    """One browser for all of these tests, and the port on which the house of each stands in turn."""

    browser: Browser
    port: int


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def town(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Town]:
    (port,) = free_ports(1)
    async with before(port, tmp_path_factory.mktemp("town")) as browser:
        yield Town(browser, port)


@pytest_asyncio.fixture(loop_scope="session")
async def outside(one: Store, town: Town, tmp_path: Path) -> AsyncIterator[Street]:
    async with house(one, tmp_path, port=town.port) as table, walked(town.browser, table) as found:
        yield found


async def game(table: LocalTable, other: int = 815) -> str:
    """A game of Anna's against somebody; its code."""
    async with Phone(table) as phone:
        assert await phone.sign_in() == 200
        code = await phone.open_table()
        await table.site.service.lobby.join(f"join:{other}", code, User(f"telegram:{other}", "Piet", "en"))
        await phone.get(f"/t/{code}")
        assert await phone.post(f"/t/{code}/start") == 200
    return code


async def told(page: Page, name: str) -> list[dict[str, object]]:
    """What the page has told the app under this name."""
    sent = await page.evaluate("window.sent")
    return [data for event, data in sent if event == name]


# --- the app's own view ---


@pytest.mark.timeout(120)
async def test_the_app_shows_my_table_signed_in_and_on_my_seat(outside: Street) -> None:
    code = await game(outside.table)
    page = await outside.page(launched(at=f"t_{code}"), PROXY)
    await page.wait_for_selector(".table")
    await page.wait_for_selector(".pic img[src^='blob:']")
    assert await page.evaluate("document.querySelector('.pic img').decode().then(() => true)")
    assert page.url == f"{ORIGIN}/in/telegram?at=t_{code}", "the address stays the door's, without launch data"
    assert await page.get_attribute("html", "data-theme") == "dark"
    for name in ("web_app_ready", "web_app_expand", "web_app_request_safe_area"):
        assert await told(page, name), name
    assert await told(page, "web_app_setup_swipe_behavior") == [{"allow_vertical_swipe": False}]
    assert (await told(page, "web_app_setup_back_button"))[-1] == {"is_visible": True}
    assert "Piet" in await page.inner_text("body")
    assert not [each for each in outside.asked if "tgWebAppData" in each or "auth_date" in each or "token=" in each]


@pytest.mark.timeout(120)
async def test_back_leads_to_my_tables_and_then_closes(outside: Street) -> None:
    code = await game(outside.table)
    page = await outside.page(launched(at=f"t_{code}"), PROXY)
    await page.wait_for_selector(".table")
    await page.evaluate("Telegram.WebView.receiveEvent('back_button_pressed')")
    await page.wait_for_selector(f"a[href='/t/{code}']")
    shown = "sent.filter(([name]) => name === 'web_app_setup_back_button').at(-1)[1].is_visible"
    await page.wait_for_function(f"!{shown}")
    assert not await told(page, "web_app_close")
    await page.evaluate("Telegram.WebView.receiveEvent('back_button_pressed')")
    assert await told(page, "web_app_close")
    await page.click(f"a[href='/t/{code}']")
    await page.wait_for_selector(".table")
    assert page.url == f"{ORIGIN}/in/telegram?at=t_{code}"


@pytest.mark.timeout(120)
async def test_a_reload_keeps_session_and_place(outside: Street) -> None:
    code = await game(outside.table)
    page = await outside.page(launched(at=f"t_{code}"), PROXY)
    await page.wait_for_selector(".table")
    await page.reload()
    await page.wait_for_selector(".table")
    assert "Piet" in await page.inner_text("body")


@pytest.mark.timeout(120)
async def test_safe_areas_and_a_new_theme_are_followed(outside: Street) -> None:
    page = await outside.page(launched(), PROXY)
    await page.wait_for_selector("#mine")
    await page.evaluate("Telegram.WebView.receiveEvent('safe_area_changed', {top: 40, bottom: 20, left: 0, right: 0})")
    await page.evaluate("Telegram.WebView.receiveEvent('content_safe_area_changed', {top: 30, bottom: 0})")
    assert await page.evaluate("getComputedStyle(document.body).paddingTop") == "70px"
    assert await page.evaluate("getComputedStyle(document.body).paddingBottom") == "20px"
    await page.evaluate("Telegram.WebView.receiveEvent('theme_changed', {theme_params: {bg_color: '#ffffff'}})")
    await page.wait_for_selector("html[data-theme=light]")
    assert await page.evaluate("getComputedStyle(document.documentElement).colorScheme") == "light"


@pytest.mark.timeout(120)
async def test_an_old_app_is_asked_for_nothing_that_it_does_not_know(outside: Street) -> None:
    page = await outside.page(launched(version="6.0"), PROXY)
    await page.wait_for_selector("#mine")
    names = {name for name, _ in await page.evaluate("window.sent")}
    assert names == {"iframe_ready", "web_app_ready", "web_app_expand"}


@pytest.mark.timeout(120)
async def test_forged_launch_data_opens_nothing(outside: Street) -> None:
    page = await outside.page(launched(launch(token="7000000002:another-bot")), PROXY)
    await page.wait_for_function("document.querySelector('#door').textContent.includes('/open')")
    assert await page.query_selector("#mine") is None


@pytest.mark.timeout(120)
async def test_a_session_that_ends_is_told_and_shows_nothing_more(outside: Street) -> None:
    code = await game(outside.table)
    page = await outside.page(launched(at=f"t_{code}"), PROXY)
    await page.wait_for_selector(".table")
    access = outside.table.site.service.page
    assert access is not None
    await access.end_sessions()
    await page.evaluate("Telegram.WebView.receiveEvent('back_button_pressed')")
    await expect(page.locator("#door")).to_contain_text("signed out", timeout=60_000)
    assert await page.query_selector(".table, #mine, .pic") is None


# --- two people, one game ---


@pytest.mark.timeout(180)
async def test_a_move_in_the_app_is_seen_live_by_the_other_and_felt(outside: Street) -> None:
    code = await game(outside.table)
    service = outside.table.site.service
    loaded = await service.work.load(code)
    assert loaded.state is not None
    first = next(each for each in loaded.engine.pending(loaded.state) if each.owed).seat
    mover = loaded.table.seats[first].user
    numbers = (ANNA, 815) if mover == f"telegram:{ANNA}" else (815, ANNA)
    mine, theirs = [await outside.page(launched(launch(number), at=f"t_{code}"), PROXY) for number in numbers]
    for page in (mine, theirs):
        await page.wait_for_selector(".table")
        await page.wait_for_selector(".pic img[src^='blob:']")
    before = await theirs.inner_text("#app")
    version = loaded.version
    for _ in range(8):
        ways = [mine.locator(f"{way} >> visible=true") for way in (LEAD, VERBS, CHIPS, LIT)]
        await expect(mine.locator(f":is({LEAD}, {VERBS}, {CHIPS}, {LIT})").first).to_be_visible()
        found = [way for way in ways if await way.count()]
        await found[0].first.click(force=True)
        for _ in range(40):
            if (await service.work.load(code)).version > version:
                break
            await mine.wait_for_timeout(50)
        if (await service.work.load(code)).version > version:
            break
    assert (await service.work.load(code)).version > version
    await theirs.wait_for_function("(before) => document.querySelector('#app').innerText !== before", arg=before)
    await mine.wait_for_function("sent.some(([name]) => name === 'web_app_trigger_haptic_feedback')")
    assert await told(mine, "web_app_trigger_haptic_feedback") == [
        {"type": "notification", "notification_type": "success"}
    ]


# --- the frame of the web client ---


@pytest.mark.timeout(120)
async def test_the_web_client_shows_the_table_in_its_frame_without_any_cookie(outside: Street) -> None:
    code = await game(outside.table)
    page, frame = await framed(outside, TELEGRAM, launched(at=f"t_{code}"))
    await frame.wait_for_selector(".table")
    await frame.wait_for_selector(".pic img[src^='blob:']")
    names = [each["eventType"] for each in await page.evaluate("window.sent")]
    assert {"iframe_ready", "web_app_ready", "web_app_expand"} <= set(names)
    await page.evaluate("tell('back_button_pressed')")
    await frame.wait_for_selector(f"a[href='/t/{code}']")
    await page.evaluate("tell('reload_iframe')")
    await frame.wait_for_selector("#mine")
    assert "iframe_will_reload" in [each["eventType"] for each in await page.evaluate("window.sent")]


@pytest.mark.timeout(120)
async def test_another_site_cannot_frame_the_page(outside: Street) -> None:
    _, frame = await framed(outside, EVIL, launched())
    async with asyncio.timeout(30):
        while "chrome-error" not in frame.url:
            await frame.page.wait_for_timeout(50)
    assert await frame.query_selector("#app") is None


@pytest.mark.timeout(120)
async def test_only_telegrams_own_page_is_listened_to(outside: Street) -> None:
    code = await game(outside.table)
    _, frame = await framed(outside, TELEGRAM, launched(at=f"t_{code}"))
    await frame.wait_for_selector(".table")
    await frame.evaluate(
        "postMessage(JSON.stringify({eventType: 'back_button_pressed', eventData: {}}), '*');"
        "new Promise((done) => { addEventListener('message', () => setTimeout(done)); postMessage('last', '*'); })"
    )
    assert await frame.query_selector(".table") is not None


# --- by a personal link ---


@pytest.mark.timeout(120)
async def test_a_personal_link_opens_my_tables_in_any_browser_once(outside: Street) -> None:
    code = await game(outside.table)
    access = outside.table.site.service.page
    assert access is not None
    link = await access.link(guest(ANNA, "Anna"), f"t_{code}")
    page = await outside.page(link)
    await page.wait_for_selector(".table")
    assert page.url == f"{ORIGIN}/t/{code}", "a browser has a real address, and the secret is gone from it"
    await page.reload()
    await page.wait_for_selector(".table")
    await page.click(".band a[href='/']")
    await page.wait_for_selector("#mine")
    await page.go_back()
    await page.wait_for_selector(".table")
    again = await outside.page(link)
    await again.wait_for_function("document.querySelector('#door').textContent.includes('/open')")
    secret = link.partition("#")[2]
    assert not [each for each in outside.asked if secret in each.partition("#")[0]]
