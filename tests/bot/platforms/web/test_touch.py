"""Whole games by a thumb that taps lit things and the bar alone, and by the keyboard alone."""

from __future__ import annotations

import pytest
from playwright.async_api import Browser, ViewportSize, expect

from bot.choices.plan import Planner
from bot.cli import bench_taps
from bot.platforms.web.server import LocalTable
from engines import ENGINES
from engines.kit import Dice, Place
from tests.bot.platforms.web.player import Player, resize
from tests.bot.platforms.web.test_access import CLICK
from tests.bot.platforms.web.thumb import Keys, Thumb
from tests.thorough import amount

PHONE, DESK = ViewportSize(width=390, height=844), ViewportSize(width=1440, height=900)
SHAPES = [
    PHONE,
    ViewportSize(width=390, height=700),
    ViewportSize(width=844, height=390),
    ViewportSize(width=820, height=1180),
    DESK,
]
"""A phone upright, the window inside Telegram, a phone on its side, a tablet, a desk."""

ALL = 10_000
MOST = {"rivals": amount(14, ALL)}
"""Of the longest game, with most kinds of questions, so many moves are tapped; of the others all that are new."""


@pytest.mark.parametrize("game", list(ENGINES))
async def test_a_whole_game_is_played_by_tapping_the_board_and_the_bar(
    table: LocalTable, chromium: Browser, game: str
) -> None:
    context = await chromium.new_context(viewport=PHONE, reduced_motion="reduce", has_touch=True)
    player = Player(table, await context.new_page())
    player.listen()
    await player.alone(game)
    thumb, most = Thumb(table, player.page, player.code, player.seat), MOST.get(game, ALL)
    while len(thumb.taps) < most and await thumb.move():
        pass
    assert len(thumb.taps) == most or (await table.site.service.queries.table(player.code)).is_over
    assert player.problems == []


async def test_a_whole_game_is_played_by_the_keyboard_alone(table: LocalTable, chromium: Browser) -> None:
    context = await chromium.new_context(viewport=DESK, reduced_motion="reduce")
    player = Player(table, await context.new_page())
    player.listen()
    await player.alone("princes")
    keys = Keys(table, player.page, player.code, player.seat)
    while await keys.move():
        pass
    assert (await table.site.service.queries.table(player.code)).is_over
    assert player.problems == []


async def german_learner(table: LocalTable, chromium: Browser, game: str) -> Player:
    """With a long name, at the first question of a game that is taught."""
    context = await chromium.new_context(viewport=PHONE, reduced_motion="reduce", locale="de")
    player = Player(table, await context.new_page())
    await player.open("/settings")
    await player.page.fill("input[name=name]", "Maximiliane-Theodora von Hohenfels")
    await player.page.get_by_role("button", name="Speichern", exact=True).first.click()
    await player.open()
    await player.page.locator(f".gcard.g-{game} form[action='/learn'] button").click()
    await player.page.wait_for_url("**/t/*")
    await player.sit()
    await player.turn()
    return player


@pytest.mark.parametrize("game", list(ENGINES))
async def test_board_own_things_lesson_and_bar_are_in_sight_in_every_shape(
    table: LocalTable, chromium: Browser, game: str
) -> None:
    player = await german_learner(table, chromium, game)
    for size in SHAPES:
        await resize(player.page, size)
        shape, boxes = f"{size['width']}x{size['height']}", {}
        for part in ("#board", ".strip, .hand", "#ask", ".teacher", "#ask .go"):
            found = player.page.locator(part).locator("visible=true").first
            box = await found.bounding_box()
            assert box is not None, f"{part} {shape}"
            assert box["x"] >= -1, f"{part} {shape}"
            assert box["y"] >= -1, f"{part} {shape}"
            assert box["x"] + box["width"] <= size["width"] + 1, f"{part} {shape}"
            assert box["y"] + box["height"] <= size["height"] + 1, f"{part} {shape}"
            boxes[part] = box
        bar, acts, lesson = boxes["#ask"], boxes["#ask .go"], boxes[".teacher"]
        assert acts["y"] + acts["height"] <= bar["y"] + bar["height"], f"the buttons are cut off at {shape}"
        assert lesson["y"] + lesson["height"] <= acts["y"], f"the lesson lies over the buttons at {shape}"
        assert boxes["#board"]["width"] >= min(390, size["width"] / 2), shape
        assert boxes["#board"]["height"] >= 200, shape


async def test_everything_drawn_answers_by_touch_right_click_and_key(table: LocalTable, chromium: Browser) -> None:
    context = await chromium.new_context(viewport=DESK, reduced_motion="reduce")
    player = Player(table, await context.new_page())
    player.listen()
    await player.alone("carrara")
    await player.turn()
    page, card = player.page, player.page.locator(".card")
    await page.locator(".live a.tell .hit").last.click()
    await expect(card).to_be_visible()
    await expect(card.locator("svg.crop image").first).to_be_attached()
    await page.keyboard.press("Escape")
    await expect(card).to_have_count(0)
    lit = page.locator(".live a.lit")
    named = await lit.first.get_attribute("data-key")
    await lit.first.locator(".hit").click(button="right")
    await expect(card).to_be_visible()
    await card.get_by_role("link", name="Choose this").click()
    await expect(card).to_have_count(0)
    await expect(page.locator(f".live a.sel[data-key='{named}']")).to_have_count(1)
    await page.locator("#ask [data-back]").click()
    await expect(page.locator(".live a.sel")).to_have_count(0)
    await lit.first.focus()
    await page.keyboard.press("i")
    await expect(card).to_be_visible()
    assert player.problems == []


LARGER = """() => {
    const svg = document.querySelector('.live');
    svg.dataset.focus = [...svg.dataset.focus.split(' ').slice(0, 4), 999, 32].join(' ');
    camera();
}"""
"""The same part of the board with larger things to choose, as after a segment was chosen."""


async def test_the_camera_comes_near_and_the_map_brings_the_whole_back(table: LocalTable, chromium: Browser) -> None:
    context = await chromium.new_context(viewport=PHONE, reduced_motion="reduce", has_touch=True)
    player = Player(table, await context.new_page())
    player.listen()
    await player.alone("carrara")
    pending = await player.turn()
    assert pending is not None
    await player.tap(pending, ["buy"])
    page = player.page
    await page.locator(".live[data-focus]").wait_for()
    await expect(page.locator(".map")).to_be_visible()
    near = await page.locator(".cam").bounding_box()
    assert near is not None
    assert near["width"] > PHONE["width"] * 1.5, "the wheel's chips are too small: the camera goes there by itself"
    for hit in await page.locator(".live a.lit .hit").all():
        box = await hit.bounding_box()
        assert box is not None
        assert min(box["width"], box["height"]) >= 23.5
    await expect(page.locator(".zoomer")).to_be_hidden()
    await page.evaluate(LARGER)
    assert await page.locator(".cam").bounding_box() == near, "who looks at the wheel stays there while it is asked for"
    await page.locator(".map").tap()
    await expect(page.locator(".map")).to_have_count(0)
    await page.keyboard.press("z")
    await expect(page.locator(".map")).to_be_visible()
    assert player.problems == []


NEARER = "was => document.querySelector('.cam').getBoundingClientRect().width > was * 1.3"
WHOLE = "was => Math.abs(document.querySelector('.cam').getBoundingClientRect().width - was) < 2"


async def test_pinch_two_taps_and_the_wheel_come_nearer_and_go_back(table: LocalTable, whole_chromium: Browser) -> None:
    context = await whole_chromium.new_context(viewport=PHONE, reduced_motion="reduce", has_touch=True)
    player = Player(table, await context.new_page())
    player.listen()
    await player.alone("carrara")
    await player.turn()
    page, fingers = player.page, await context.new_cdp_session(player.page)
    await page.evaluate("camera(0)")
    view, board = [await page.locator(each).bounding_box() for each in (".view", ".cam")]
    assert view is not None
    assert board is not None
    x, y = view["x"] + view["width"] / 2, view["y"] + 150

    async def pinch(before: float, after: float) -> None:
        for step in range(6):
            kind, apart = "touchMove" if step else "touchStart", before + (after - before) * step / 5
            points = [{"x": x - apart, "y": y, "id": 0}, {"x": x + apart, "y": y, "id": 1}]
            await fingers.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
        await fingers.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})

    await pinch(40, 120)
    await page.wait_for_function(NEARER, arg=board["width"])
    await pinch(150, 20)
    await page.wait_for_function(WHOLE, arg=board["width"])
    await page.mouse.move(x, y)
    await page.keyboard.down("Control")
    for _ in range(3):
        await page.mouse.wheel(0, -120)
    await page.keyboard.up("Control")
    await page.wait_for_function(NEARER, arg=board["width"])
    await page.keyboard.press("z")
    await page.wait_for_function(WHOLE, arg=board["width"])
    await page.touchscreen.tap(x, y)
    await page.touchscreen.tap(x, y)
    await page.wait_for_function(NEARER, arg=board["width"])
    assert player.problems == []


async def test_a_site_in_rivals_is_chosen_by_its_number(table: LocalTable, chromium: Browser) -> None:
    context = await chromium.new_context(viewport=DESK, reduced_motion="reduce")
    player = Player(table, await context.new_page())
    player.listen()
    await player.alone("rivals")
    pending = await player.turn(lambda each: isinstance(each.ask, Place))
    assert pending is not None
    assert isinstance(pending.ask, Place)
    page, last = player.page, min(9, len(pending.ask.spots))
    await expect(page.locator(".live .numd")).not_to_have_count(0)
    await page.locator("#ask:not(.fresh)").wait_for()
    await page.locator("#board").focus()
    await page.keyboard.press(str(last))
    await expect(page.locator(f"#list [data-number='{last}']")).to_have_attribute("aria-current", "true")
    await page.locator("#ask:not(.fresh)").wait_for()
    await page.keyboard.press("Enter")
    await page.locator(f"#ask:not(:has([data-ask='{pending.ask_id}']))").wait_for()
    assert player.problems == []


WAY = """prefixes => {
    const plan = way => new URL(way.href.baseVal ?? way.href, location.href).searchParams.get('plan');
    const ways = [...document.querySelectorAll('.live a.lit, #ask .chips a, #ask .go a.more, .inhand a.open')];
    for (const wanted of prefixes) {
        const found = ways.find(way => plan(way) === wanted);
        if (found) { found.setAttribute('data-wanted', wanted); return wanted; }
    }
    return null;
}"""
"""Marks what leads furthest towards a plan."""


class Settled(Dice):
    """Leaves numbers and pieces as they are filled in, always."""

    def below(self, count: int) -> int:
        return count - 1


async def test_the_bench_counts_the_taps_that_a_thumb_needs(table: LocalTable, chromium: Browser) -> None:
    context = await chromium.new_context(viewport=PHONE, reduced_motion="reduce", has_touch=True)
    player = Player(table, await context.new_page())
    await player.alone("carrara")
    page, work, compared = player.page, table.site.service.work, dict[str, int]()
    while len(compared) < 3 and await player.turn():
        loaded = await work.load(player.code)
        planner = Planner(loaded.engine, loaded.state, player.seat, loaded.engine.submit)
        wanted = bench_taps._chosen(loaded.engine, planner, Settled("taps"))
        expected = bench_taps.Phone(loaded.engine, loaded.state, player.seat).taps(wanted)
        parts, taps = wanted.text.split("~"), 0
        await page.goto(f"{table.site.base}/t/{player.code}")
        for _ in range(expected):
            leads = page.locator(f"#ask form:has(input[name=plan][value='{wanted.text}']) button")
            await page.locator("#ask:not(.fresh)").wait_for()
            taps += 1
            if await leads.count():
                await leads.first.tap()
                break
            begun = await page.evaluate(WAY, ["~".join(parts[:end]) for end in range(len(parts), 0, -1)])
            assert begun, f"no way to {wanted.text} at {page.url}"
            key = await page.locator("#ask [data-ask]").get_attribute("data-key")
            await page.locator("[data-wanted]").first.evaluate(CLICK)
            await page.locator(f"#ask:not(:has([data-key='{key}']))").wait_for()
        assert taps == expected, wanted.text
        await page.locator(f"#ask:not(:has([data-version='{loaded.table.revision}']))").wait_for()
        compared[wanted.chosen[0].pending.step + str(wanted.chosen[0].value)] = taps
    assert compared
