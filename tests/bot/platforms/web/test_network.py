"""*Open to my network*: asked once, only here; the page then truly listens there, and codes lead to the seats."""

from __future__ import annotations

import pytest
import segno
from playwright.async_api import Browser, expect

from bot.platforms.web import server
from bot.platforms.web.server import LocalTable
from tests.bot.platforms.web.visitor import Visitor, code_of

ELSEWHERE = "127.0.0.2"
"""An address of this computer that the page does not listen on by itself: it stands for the network's."""


@pytest.fixture
def network(monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setattr(server, "_reachable", lambda host: ELSEWHERE if host == "0.0.0.0" else host)
    return ELSEWHERE


async def test_the_network_is_let_in_after_one_warning_and_each_code_leads_to_its_seat(
    table: LocalTable, chromium: Browser, network: str
) -> None:
    context = await chromium.new_context(viewport={"width": 390, "height": 844})
    page = await context.new_page()
    await page.goto(table.site.base)
    await page.locator(".gcard.g-carrara .gopen").click()
    await page.wait_for_url("**/t/*")
    await page.get_by_text("Only this computer can open the table now.").first.wait_for()
    await expect(page.locator("img.qr")).to_have_count(0)
    stranger = Visitor(f"http://{network}:{table.port}")
    with pytest.raises(OSError):
        await stranger.get("/")
    await page.locator("summary", has_text="Open to my network").click()
    await expect(page.locator("details.sure p")).to_be_visible()
    await page.locator("details.sure button").click()
    await expect(page.locator("img.qr").first).to_be_visible()
    await expect(page.get_by_text("Only this computer")).to_have_count(0)
    await expect(page.locator("details.sure")).to_have_count(0)
    links = [await each.get_attribute("value") or "" for each in await page.locator("input.link").all()]
    codes = [await each.get_attribute("src") or "" for each in await page.locator("img.qr").all()]
    assert len(links) == len(codes) == 3
    assert len(set(links)) == 3
    assert all(link.startswith(f"http://{network}:{table.port}/s/") for link in links)
    for link, code in zip(links, codes, strict=True):
        picture = await page.request.get(table.site.base.replace(network, "127.0.0.1") + code)
        assert picture.headers["content-type"].startswith("image/svg")
        assert path_of(await picture.text()) == path_of(segno.make(link, error="m").svg_inline(border=2)), (
            "the code is that very link"
        )
    assert await stranger.get("/") == 200
    assert await stranger.get(links[0].removeprefix(f"http://{network}:{table.port}")) == 200
    await stranger.session.close()


def path_of(svg: str) -> str:
    """The dark squares of a code."""
    return svg[svg.index("stroke") :].partition(' d="')[2].partition('"')[0]


async def test_nobody_but_the_host_at_this_computer_opens_it(
    table: LocalTable, host: Visitor, stranger: Visitor, network: str
) -> None:
    code = code_of(host)
    await stranger.get(f"/t/{code}")
    await stranger.post(f"/t/{code}/open")
    assert table.site.is_alone
    await host.get(f"/t/{code}")
    await host.post(f"/t/{code}/open")
    assert not table.site.is_alone
    assert table.site.open_up is None, "asked once"


async def test_where_there_is_no_network_that_is_said(
    table: LocalTable, host: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(server, "_reachable", lambda host: "127.0.0.1")
    code = code_of(host)
    await host.get(f"/t/{code}")
    await host.post(f"/t/{code}/open")
    assert "no network" in host.text.lower()
    assert table.site.is_alone


async def test_a_store_of_this_house_alone_promises_nothing_to_the_chats(table: LocalTable, host: Visitor) -> None:
    code = code_of(host)
    await host.get(f"/t/{code}")
    assert f"/join {code}" in host.text
    table.site.is_in_chats = False
    await host.get(f"/t/{code}")
    assert f"/join {code}" not in host.text
