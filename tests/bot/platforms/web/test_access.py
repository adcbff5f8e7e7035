"""Everybody can play: WCAG AA by axe, the keyboard alone, no script at all, several people at one device."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Sequence
from typing import Any

from axe_playwright_python.async_playwright import Axe
from playwright.async_api import Browser, Page, Route, expect

from bot.platforms.web.server import LocalTable
from tests.bot.platforms.web.player import PATIENCE, Player, resize, showing
from tests.thorough import amount

AA = {"runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]}
CLICK = "way => way.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }))"
CONTRAST = {"runOnly": {"type": "rule", "values": ["color-contrast"]}}
"""All that a theme changes."""
VIOLATIONS = """rules => axe.run(document, { ...rules, resultTypes: ['violations'], selectors: false })
    .then(found => found.violations.map(each => `${each.id}: ${each.nodes[0].html.slice(0, 200)}`))"""
"""Rules and their first nodes alone: axe need not look for a way to every one."""
SIDEWAYS = """() => [document.documentElement, ...document.querySelectorAll('dialog')]
    .filter(each => each.scrollWidth > each.clientWidth).map(each => each.outerHTML.slice(0, 200))"""
TO_ITS_END = "() => document.querySelectorAll('.list').forEach(each => each.scrollTo(0, each.scrollHeight))"
"""At a desk the line to type stands at the foot of its pane, over what has not been scrolled to yet."""
PHONE: Any = {"width": 390, "height": 844}
DESK: Any = {"width": 1280, "height": 800}
SHAPES = (PHONE, DESK)


async def require_clean(page: Page, where: str, shapes: Sequence[Any] = ()) -> None:
    """axe finds nothing, in the dark neither, and nothing is wider than the page, in the shape that it has or in these:
    all of it in the first by day, the contrast in the last by night too, and each in each where all is tried."""
    if await page.evaluate("typeof axe === 'undefined'"):
        await page.evaluate(Axe().axe_script)
    given = page.viewport_size
    every = shapes or (given,)
    for theme, rules, sizes in (("light", AA, amount(every[:1], every)), ("dark", CONTRAST, amount(every[-1:], every))):
        await page.emulate_media(color_scheme=theme)  # type: ignore[arg-type]
        for size in sizes:
            if size != page.viewport_size:
                await resize(page, size)
            await page.evaluate(TO_ITS_END)
            shape = f"{where}, {theme}, {size and size['width']}"
            assert await page.evaluate(VIOLATIONS, rules) == [], shape
            assert await page.evaluate(SIDEWAYS) == [], f"{shape} scrolls sideways"
    await page.emulate_media(color_scheme="light")
    if given and page.viewport_size != given:
        await resize(page, given)


async def test_every_page_is_clean_in_both_themes_and_shapes(table: LocalTable, chromium: Browser) -> None:
    context = await chromium.new_context(viewport=PHONE, reduced_motion="reduce")
    player = Player(table, await context.new_page())
    player.listen()
    await player.open()
    await require_clean(player.page, "home", SHAPES)
    await player.page.locator(".gcard.g-firenze .gopen").click()
    await player.page.get_by_text("Call off").wait_for()
    await require_clean(player.page, "lobby", SHAPES)
    await player.alone("carrara")
    await player.page.locator("#ask.mine").wait_for(timeout=PATIENCE)
    await require_clean(player.page, "my move", SHAPES)
    for key in ("h", "l", "o", "b"):
        await player.page.keyboard.press(key)
        await require_clean(player.page, f"pane {key}")
    pending = await player.turn()
    assert pending is not None
    await player.page.locator(".live a.lit").first.locator(".hit").click(force=True)
    await player.page.locator("#ask [data-back]").wait_for(timeout=PATIENCE)
    await require_clean(player.page, "half a move", SHAPES)
    await player.open(f"/t/{player.code}")
    await player.page.locator(".live a.tell").last.evaluate(CLICK)
    await player.page.locator(".card").wait_for(timeout=PATIENCE)
    await require_clean(player.page, "the card of a thing", SHAPES)
    for way in ("/rules/", "/settings"):
        await player.open(f"/t/{player.code}")
        await player.page.locator(f".band a[href^='{way}']").click()
        await player.page.locator("dialog.panel").wait_for(timeout=PATIENCE)
        await require_clean(player.page, f"panel {way}", SHAPES)
    await player.open(f"/t/{player.code}")
    await player.tap(pending, ["buy"])
    await require_clean(player.page, "next question", SHAPES)
    for path in (
        f"/t/{player.code}?view=text",
        f"/t/{player.code}/screen",
        "/finished",
        f"/settings?at={player.code}",
        f"/t/{player.code}/tools",
        "/keys",
        "/about/carrara",
        "/rules/carrara?q=brick",
        "/t/ZZZZ",
    ):
        await player.open(path)
        await require_clean(player.page, path, SHAPES)
    unexpected = [problem for problem in player.problems if "404" not in problem]
    assert unexpected == []


async def test_large_text_on_a_narrow_phone_loses_no_control(table: LocalTable, chromium: Browser) -> None:
    player = Player(table, await chromium.new_page(viewport={"width": 360, "height": 740}, reduced_motion="reduce"))
    await player.open("/settings")
    await player.page.locator("label:has(input[name=size][value='150'])").click()
    await expect(player.page.locator("html")).to_have_attribute("data-text", "150", timeout=PATIENCE)
    await player.alone("carrara")
    await player.page.locator("#ask.mine").wait_for(timeout=PATIENCE)
    await require_clean(player.page, "150 % text")
    for control in await player.page.locator("#ask button, #ask a, .strip a").all():
        await control.scroll_into_view_if_needed()
        assert await control.is_visible()


async def test_a_move_is_made_with_the_keyboard_alone(table: LocalTable, chromium: Browser) -> None:
    player = Player(table, await chromium.new_page(viewport=DESK))
    await player.alone("carrara")
    pending = await player.turn()
    assert pending is not None
    page = player.page
    await page.keyboard.press("/")
    await expect(page.locator("#line")).to_be_focused()
    await page.keyboard.type("turn the wh")
    await page.locator(".complete [role=option]").first.wait_for(timeout=PATIENCE)
    await page.keyboard.press("Escape")
    await expect(page.locator(".complete")).to_have_count(0)
    await expect(page.locator("#line")).to_be_focused()
    await page.keyboard.press("Escape")
    await expect(page.locator("#pr")).to_be_focused()
    await page.keyboard.press("/")
    await page.keyboard.type("e")
    await page.locator(".complete [role=option]").first.wait_for(timeout=PATIENCE)
    await page.keyboard.press("ArrowDown")
    await expect(page.locator(".complete [aria-selected=true]")).to_have_count(1)
    await page.keyboard.press("Tab")
    await expect(page.locator("#line")).to_have_value("Turn the wheel and buy ")
    await page.keyboard.press("Enter")
    await page.locator(f"#ask:not(:has({showing(pending.ask_id)}))").wait_for(timeout=PATIENCE)
    await expect(page.locator("#pr")).to_be_focused(timeout=PATIENCE)
    following = await player.asked()
    assert following is not None
    assert following.step == "buy.segment"
    await page.keyboard.press("1")
    await expect(page).to_have_url(re.compile("plan="), timeout=PATIENCE)
    await page.locator("#ask [data-lead]").wait_for(timeout=PATIENCE)
    await page.locator("#ask:not(.fresh)").wait_for(timeout=PATIENCE)
    await page.locator("#board").focus()
    await page.keyboard.press("Enter")
    await page.locator(f"#ask:not(:has({showing(following.ask_id)}))").wait_for(timeout=PATIENCE)
    await page.keyboard.press("u")
    await page.locator(f"#ask {showing(following.ask_id)}").wait_for(timeout=PATIENCE)


async def test_an_answer_that_comes_late_leaves_what_is_typed_alone(table: LocalTable, chromium: Browser) -> None:
    player = Player(table, await chromium.new_page(viewport=DESK))
    await player.alone("carrara")
    pending = await player.turn()
    assert pending is not None
    page, come = player.page, asyncio.Event()

    async def late(route: Route) -> None:
        answer = await route.fetch()
        await come.wait()
        await route.fulfill(response=answer)

    await page.route("**/answer", late)
    await page.locator("#ask .go button").first.click()
    await page.locator("#line").focus()
    await page.keyboard.type("buy 2")
    come.set()
    await expect(page.locator("[aria-busy=true]")).to_have_count(0, timeout=PATIENCE)
    await expect(page.locator("#line")).to_have_value("buy 2")
    await expect(page.locator("#line")).to_be_focused()


async def test_text_mode_plays_without_a_script(table: LocalTable, chromium: Browser) -> None:
    context = await chromium.new_context(java_script_enabled=False)
    player = Player(table, await context.new_page())
    await player.alone("firenze")
    await player.open(f"/t/{player.code}?view=text")
    await expect(player.page.locator("h1")).to_be_visible()
    for _ in range(3):
        for _ in range(100):
            await player.open(f"/t/{player.code}?view=text")
            if await player.page.locator("#ask [data-ask]").count():
                break
        version = await player.page.locator("#ask [data-ask]").get_attribute("data-version")
        for _ in range(6):
            ways = player.page.locator("#ask [data-lead], #ask .go button.more, #list a[data-number]")
            await ways.first.click()
            shown = player.page.locator("#ask [data-ask]")
            if not await shown.count() or await shown.get_attribute("data-version") != version:
                break
        else:
            raise AssertionError("nothing was ever played")
    assert await player.page.locator("script").count() <= 3


async def test_people_at_one_device_see_only_their_own_part(table: LocalTable, chromium: Browser) -> None:
    player = Player(table, await chromium.new_page(viewport=PHONE))
    page = player.page
    await player.open()
    await page.locator(".gcard.g-princes .gopen").click()
    await page.fill("input[name=name]", "Piet")
    await page.get_by_role("button", name="Sits beside me").click()
    await page.get_by_text("Piet", exact=True).wait_for(timeout=PATIENCE)
    await page.get_by_text("beside you", exact=True).wait_for(timeout=PATIENCE)
    await page.get_by_role("button", name="Start with 2").click()
    await page.get_by_text("Give the device to").wait_for(timeout=PATIENCE)
    content = await page.content()
    assert "only you see this" not in content
    assert "data-ask" not in content
    code = page.url.split("/t/")[1][:6]
    loaded = await table.site.service.work.load(code)
    await page.get_by_role("link", name="I am Piet").click()
    await page.locator("#ask.mine").wait_for(timeout=PATIENCE)
    piet = loaded.table.names.index("Piet")
    mine = [each for each in loaded.engine.pending(loaded.state) if each.seat == piet]
    others = [each for each in loaded.engine.pending(loaded.state) if each.seat != piet]
    content = await page.content()
    assert all(each.ask_id in content for each in mine)
    assert all(each.ask_id not in content for each in others)
