"""No handle unpulled: every link, button and form of every page is used once in the real browser.

None may end in an error page, hang, make the browser complain, or leave the table unless it says so.
"""

from __future__ import annotations

import re
from typing import Any
from urllib.parse import urlencode

import pytest
from playwright.async_api import Browser, Locator, Page, TimeoutError

from bot.messages import film
from bot.platforms.web.server import LocalTable
from engines import ENGINES
from tests.bot.commands.test_story import Quick
from tests.bot.platforms.web.player import Player
from tests.bot.platforms.web.test_round_the_game import finished

DESK: Any = {"width": 1440, "height": 900}
SOON = 60_000
"""Milliseconds; as long as a busy machine may need for a hint. Only what hangs waits so long."""
HANDLES = "a[href]:not(.live a), button, summary, select, input:not([type=hidden])"
WRITTEN = "Lena"
LEAVES = r"^/$|^/t/\w+$|^/s/|^/d/|\?view=|^/t/\w+/(film|story|screen|at/\d+)|^/p/"
"""Where a link may lead away: my tables, text mode, another table, or a page of its own that leads back."""


WITHOUT_SCRIPT = {
    "table": ("/t/{code}", "/t/{code}?view=text", "/", "/settings", "/t/{code}/tools"),
    "lobby": ("/t/{code}", "/about/carrara"),
    "finished": ("/t/{code}", "/t/{code}/story", "/t/{code}/at/3", "/finished"),
}


NAMES = """es => es.map(e => e.checkVisibility() && !e.disabled ? [e.tagName, e.form?.getAttribute('action') || '',
e.name || '', e.dataset.to || '', e.dataset.step || '', e.getAttribute('href') || '',
/[/]at[/]\\d+$|[?]round=\\d+$/.test(e.getAttribute('href')) && e.closest('li, svg')
    ? 'one of many' : e.getAttribute('aria-label') || e.textContent
].join('|').replace(/[0-9a-f]{16}|\\/t\\/\\w+|\\d+/g, '') : '')"""
"""What each handle is, so that the same one is used once: form, name, words without figures; empty: hidden. The lines
of the log, and the marks of the rounds, lead all the same way: one of them is used, whatever it says."""

STAY = """() => addEventListener('click', (event) => {
    const way = event.target.closest('a[href]');
    if (!way || event.defaultPrevented || way.getAttribute('href').startsWith('#')) return;
    event.preventDefault();
    window.led = way.href.baseVal ?? way.href;
})"""
"""Where a link would lead that no script has taken over: noted, and not gone to."""

ADDRESSES = "es => es.map(e => new URL(e.getAttribute('href'), location).href)"


FORMS = """es => es.map(e => [new URL(e.form?.getAttribute('action') || '', location).href, e.form?.method || 'get',
    e.form ? [...new FormData(e.form, e)].filter(([_, value]) => typeof value === 'string') : []])"""
"""What a browser sends of a form when this button is pressed."""


async def use(handle: Locator) -> None:
    """As a person would: tap, tick, choose the next, write."""
    tag = await handle.evaluate("e => e.classList.contains('skip') ? 'SKIP' : e.tagName")
    kind = await handle.get_attribute("type") or ""
    if tag == "SKIP":
        await handle.press("Enter")
    elif tag == "SELECT":
        await handle.select_option(index=(await handle.locator("option").count()) - 1)
    elif tag == "INPUT" and kind in ("text", "", "number", "time", "file"):
        if kind != "file" and await handle.get_attribute("readonly") is None:
            await handle.fill({"number": "1", "time": "12:00"}.get(kind, WRITTEN))
    else:
        await handle.click(timeout=SOON, force=kind in ("checkbox", "radio"))


class Walk:
    """One browser that pulls everything, and what came of it."""

    def __init__(self, page: Page) -> None:
        self.page, self.bad, self.pulled, self.seen = page, list[str](), set[str](), set[str]()
        self.where = ""
        page.on("response", lambda answer: self._heard(answer.status, answer.url))
        page.on("pageerror", lambda error: self.bad.append(f"{page.url}: {error}"))
        page.set_default_timeout(SOON)

    def _heard(self, status: int, url: str) -> None:
        if status >= 500 or (status >= 400 and "/state" not in url):
            self.bad.append(f"{status} {url}")

    async def pull_all(self, where: str, inside: str = "body", skip: str = "") -> None:
        """Use every handle of a page once, each on a look at which all of them stand."""
        await self._look(where)
        every = self.page.locator(inside).locator(HANDLES)
        before = await every.evaluate_all(NAMES)
        for wanted in dict.fromkeys(before):
            if not wanted or wanted in self.pulled or (skip and re.search(skip, wanted)):
                continue
            self.pulled.add(wanted)
            if self.page.url.split("#")[0] != self.where or await every.evaluate_all(NAMES) != before:
                await self._look(where)
                before = await every.evaluate_all(NAMES)
            if wanted in before:
                await self._pull(every.nth(before.index(wanted)), wanted)

    async def _look(self, where: str) -> None:
        await self.page.goto(where)
        await self.page.evaluate(STAY)
        self.where = self.page.url.split("#")[0]

    async def _pull(self, handle: Locator, wanted: str) -> None:
        before, href = self.where, await handle.get_attribute("href") or ""
        if await handle.get_attribute("aria-disabled") == "true":
            return
        opens = await handle.get_attribute("data-panel") is not None
        await self.page.evaluate("window.led = ''")
        await use(handle)
        if opens:
            await self.page.locator("dialog.panel").wait_for()
        try:
            await self.page.locator("[aria-busy=true], [data-local=sending]").first.wait_for(state="detached")
            await self.page.locator("#app, body > img").first.wait_for()
        except TimeoutError:
            raise AssertionError(f"{wanted} hangs at {self.page.url}, from {before}") from None
        led = await self.page.evaluate("window.led") or self.page.url
        if led != self.page.url:
            await self._follow(led)
        elif await self.page.locator("dialog.panel").count():
            await self.page.keyboard.press("Escape")
            await self.page.wait_for_function("() => !history.state?.panel")  # the history has gone back over it
        elif wanted.startswith("INPUT") and await handle.count() and await handle.input_value() == WRITTEN:
            self.where = ""  # what was written is not sent by the next button
        if "/t/" in before and href and not re.search(LEAVES, href.split("#")[0]) and not href.startswith("#"):
            left = re.split(r"[?#]", led)[0] != before.split("?")[0]
            assert not left or "board.png" in led, f"{wanted} left the table for {led}"

    async def _follow(self, led: str) -> None:
        """It is there; the first of each kind of page is gone to as well."""
        answer = await self.page.context.request.get(led)
        self._heard(answer.status, led)
        if "html" in answer.headers["content-type"]:
            assert 'id="app"' in await answer.text(), led
        kind = re.sub(rf"/t/\w+|{'|'.join(ENGINES)}|=[^&#]*|\d+", "", led)
        if kind not in self.seen and "attachment" not in answer.headers.get("content-disposition", ""):
            self.seen.add(kind)
            await self.page.goto(led)
            await self.page.locator("#app, body > img").first.wait_for()


async def test_every_handle_at_a_table_leads_somewhere(table: LocalTable, chromium: Browser) -> None:
    """What all games have is pulled in the first of them."""
    table.site.service.coach.mind = Quick()
    player = Player(table, await (await chromium.new_context(viewport=DESK)).new_page())
    walk = Walk(player.page)
    for game in ENGINES:
        await player.alone(game)
        await player.turn()
        at, before = f"{table.site.base}/t/{player.code}", len(walk.pulled)
        await walk.pull_all(at)
        assert len(walk.pulled) > before + 3, game
    await walk.pull_all(f"{at}?view=text")
    assert walk.bad == []


async def test_every_handle_beside_a_table_leads_somewhere(table: LocalTable, chromium: Browser) -> None:
    table.site.service.coach.mind = Quick()
    player = Player(table, await (await chromium.new_context(viewport=DESK)).new_page())
    await player.alone("carrara")
    base, walk = table.site.base, Walk(player.page)
    grave = r"/abandon|/resign|/forget|/import|Leave for good|Call it off"
    for path in ("/", f"/t/{player.code}/tools", f"/settings?at={player.code}", "/rules/carrara", "/keys"):
        await walk.pull_all(base + path, skip=grave)
    for word in ("Leave the game", "Call the game off"):
        await player.alone("carrara")
        await player.open(f"/t/{player.code}/tools")
        await player.page.locator("summary", has_text=word).click()
        await player.page.locator("details[open] button").click()
        await player.page.wait_for_url(re.compile(r"/$|/t/\w+$"))
    await player.open("/settings")
    await player.page.get_by_role("button", name="Forget").click()
    await player.page.get_by_text("No table yet").wait_for()
    assert walk.bad == []


async def test_every_handle_of_a_lobby_leads_somewhere(table: LocalTable, chromium: Browser) -> None:
    page = await (await chromium.new_context(viewport=DESK)).new_page()
    await page.goto(table.site.base)
    await page.locator(".gcard.g-princes .gopen").click()
    await page.wait_for_url("**/t/*")
    walk, at = Walk(page), page.url
    await walk.pull_all(at, skip=r"/cancel|/start")
    await page.goto(at)
    await page.locator(".seat select[name=who]").first.select_option("steady")
    await page.get_by_role("button", name=re.compile("Start with 2")).click()
    await page.locator("#ask").wait_for()
    assert walk.bad == []


async def test_every_handle_of_a_finished_game_leads_somewhere(
    table: LocalTable, chromium: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(film, "MOST_FRAMES", 3)
    table.site.service.coach.mind = Quick()
    player = Player(table, await (await chromium.new_context(viewport=DESK)).new_page())
    await player.alone("carrara")
    await finished(table, player.code)
    walk, at = Walk(player.page), f"{table.site.base}/t/{player.code}"
    await walk.pull_all(at)
    await walk.pull_all(f"{table.site.base}/", inside="#mine")
    own = [f"/t/{player.code}/{part}" for part in ("story", "film", "at/3", "screen")]
    for path in ("/finished", *own):
        await walk.pull_all(table.site.base + path, skip="/import|/alone|/new|/forget")
    assert walk.bad == []


@pytest.mark.parametrize("state", ["table", "lobby", "finished"])
async def test_every_handle_works_without_a_script(
    table: LocalTable, chromium: Browser, state: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(film, "MOST_FRAMES", 3)
    context = await chromium.new_context(viewport=DESK, java_script_enabled=False)
    table.site.service.coach.mind = Quick()
    player = Player(table, await context.new_page())
    await player.open()
    await player.page.locator(".gcard.g-carrara .gopen" if state == "lobby" else ".playnow button").click()
    code = player.page.url.split("/t/")[1]
    if state == "finished":
        await finished(table, code)
    page, bad, pulled = player.page, list[str](), set[str]()
    page.set_default_timeout(SOON)
    page.on("response", lambda answer: bad.append(answer.url) if answer.status >= 400 else None)
    grave = r"/abandon|/resign|/forget|/import|/export|/privacy|My data|/command|/cancel|/start"
    for path in WITHOUT_SCRIPT[state]:
        path = path.format(code=code)
        await player.open(path)
        links = page.locator("a[href^='/']:not(.live a)")
        names, addresses = await links.evaluate_all(NAMES), await links.evaluate_all(ADDRESSES)
        for wanted, address in zip(names, addresses, strict=True):
            if not wanted or wanted in pulled or re.search(grave, wanted):
                continue
            pulled.add(wanted)
            answer = await context.request.get(address)  # what a browser without a script does, but for drawing it
            is_page = 'id="app"' in await answer.text() if "html" in answer.headers["content-type"] else True
            assert answer.ok, f"{path}: {answer.status} {address}"
            assert is_page, f"{path}: {address}"
        every = page.locator("button:not([type=button])")
        for wanted in dict.fromkeys(await every.evaluate_all(NAMES)):
            if not wanted or wanted in pulled or re.search(grave, wanted):
                continue
            pulled.add(wanted)
            await player.open(path)
            names = await every.evaluate_all(NAMES)
            if wanted not in names:
                continue
            address, method, fields = (await every.evaluate_all(FORMS))[names.index(wanted)]
            sent = {"form": dict(fields), "headers": {"Origin": table.site.base}} if method == "post" else {}
            where = address if sent else f"{address.split('?')[0]}?{urlencode(dict(fields))}"
            answer = await context.request.fetch(where, method=method, **sent)
            assert answer.ok, f"{path}: {answer.status} {where}"
            is_page = 'id="app"' in await answer.text() if "html" in answer.headers["content-type"] else True
            assert is_page, f"{path}: {where}"
    assert bad == []
    assert len(pulled) > {"table": 30, "lobby": 8, "finished": 8}[state]
