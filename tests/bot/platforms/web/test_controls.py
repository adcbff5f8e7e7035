"""Controls look like what they are: things are drawn in lists, what acts is not dashed, places agree everywhere."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.async_api import Browser, Route, ViewportSize

from bot.platforms.web.server import LocalTable
from engines.kit import Amount, Bundle, Pick, Place
from engines.kit.engine import Pending
from tests.bot.platforms.web.player import Player

PHONE, DESK = ViewportSize(width=390, height=844), ViewportSize(width=1440, height=900)
CUT = """() => [...document.querySelectorAll('input[placeholder]')].filter((each) => each.checkVisibility())
    .filter((each) => { each.value = each.placeholder; return each.scrollWidth > each.clientWidth; })
    .map((each) => each.placeholder)"""
"""Fields whose hint does not fit."""
WHOLE = """(row) => row.lastChild.getBoundingClientRect().right <= row.getBoundingClientRect().right + 0.5
    && [...row.children].every((each) => each.scrollWidth <= each.clientWidth)"""
NARROW = """() => [...document.querySelectorAll('.group select')].filter((each) => each.checkVisibility())
    .map((each) => {
        const was = each.offsetWidth;
        Object.assign(each.style, { width: 'max-content', maxWidth: 'none' });
        return each.offsetWidth - was;
    })
    .filter((missing) => missing > 0)"""
"""Choices that are wider than their field."""


def buying(pending: Pending) -> Any:
    """Where landscapes are auctioned: always one of those, at any price."""
    if pending.step in ("auction.open", "auction.last") and isinstance(pending.ask, Pick):
        return ["landscape"] if "landscape" in [option.key for option in pending.ask.options] else None
    return pending.ask.low if pending.step == "auction.bid" and isinstance(pending.ask, Amount) else None


async def until(player: Player, fits: Callable[[Pending], bool]) -> Pending:
    pending = await player.turn(fits, buying)
    assert pending is not None, "never asked"
    return pending


async def begun(table: LocalTable, chromium: Browser, game: str, size: ViewportSize = DESK) -> Player:
    context = await chromium.new_context(viewport=size, reduced_motion="reduce")
    player = Player(table, await context.new_page())
    player.listen()
    await player.alone(game)
    return player


async def test_where_a_piece_is_laid_picture_and_list_agree_and_its_words_stay_in_one_line(
    table: LocalTable, chromium: Browser
) -> None:
    player = await begun(table, chromium, "princes", PHONE)
    await until(player, lambda pending: isinstance(pending.ask, Place) and len(pending.ask.spots) > 3)
    page = player.page
    for chip in await page.locator("#ask .chips .btn").all():
        box = await chip.bounding_box()
        assert box is not None
        assert box["height"] <= 48, "counts do not wrap"
    await page.locator("#ask:not(.fresh)").wait_for()
    numbers = page.locator(".live a:has(.numd)")
    assert await numbers.count() > 1
    await numbers.nth(1).evaluate(
        "way => way.dispatchEvent(new MouseEvent('click', {bubbles: true, cancelable: true}))"
    )
    await page.locator(".live a.sel").first.wait_for()
    on_board = await page.locator(".live .sel .numd text, .live .numd.on text").first.text_content()
    in_list = await page.locator("#list a[aria-current=true]").first.get_attribute("data-number")
    assert on_board == in_list
    assert player.problems == []


async def test_stacks_are_listed_in_their_order(table: LocalTable, chromium: Browser) -> None:
    player = await begun(table, chromium, "rivals")

    pending = await until(player, lambda pending: pending.step == "hand.refill")
    assert isinstance(pending.ask, Pick)
    stacks = [option.key for option in pending.ask.options]
    assert stacks == sorted(stacks)
    said = await player.page.locator("#list .optl > li > a").all_text_contents()
    assert [next(letter for letter in row[1:] if letter.isdigit()) for row in said] == stacks


@pytest.mark.parametrize(
    ("scheme", "language", "game"), [("light", "en", "princes"), ("dark", "nl", "princes"), ("light", "de", "rivals")]
)
async def test_a_lobby_on_a_phone_has_its_start_in_sight_and_everything_legible(
    table: LocalTable, chromium: Browser, scheme: Any, language: str, game: str
) -> None:
    context = await chromium.new_context(viewport=PHONE, color_scheme=scheme, reduced_motion="reduce", locale=language)
    player = Player(table, await context.new_page())
    player.listen()
    await player.open()
    await player.page.locator(f".gcard.g-{game} .gopen").click()
    await player.page.wait_for_url("**/t/*")
    start = player.page.locator("button.main[aria-disabled=true]")
    assert await player.page.evaluate("document.documentElement.scrollHeight > 2 * innerHeight"), "a long page"
    box = await start.bounding_box()
    assert box is not None
    assert box["y"] + box["height"] <= PHONE["height"], "nobody scrolls down to begin"
    await start.hover()
    await player.page.evaluate("() => Promise.all(document.getAnimations().map((each) => each.finished))")
    ink, ground = await start.evaluate("e => [getComputedStyle(e).color, getComputedStyle(e).backgroundColor]")
    assert abs(lightness(ink) - lightness(ground)) > 90, (ink, ground)
    assert await player.page.evaluate(CUT) == []
    await player.page.locator(".fine summary").click()
    assert await player.page.evaluate(NARROW) == []
    assert player.problems == []


def lightness(colour: str) -> float:
    """Of a computed colour, from 0 to 255."""
    red, green, blue = [int(each) for each in re.findall(r"\d+", colour)[:3]]
    return 0.3 * red + 0.6 * green + 0.1 * blue


async def test_sending_is_not_said_of_what_has_arrived(table: LocalTable, chromium: Browser) -> None:
    """The answer is there at once, the new page late: nothing is being sent any more."""
    player = await begun(table, chromium, "carrara")
    pending = await player.turn()
    assert pending is not None

    async def late(route: Route) -> None:
        await asyncio.sleep(1.5)
        await route.continue_()

    await player.page.route("**/state*", late)
    await player.tap(pending, await player.plain_answer(pending))
    assert await player.page.locator("[data-local=sending]").count() == 0


async def test_all_that_is_mine_is_in_sight_on_a_phone_and_what_is_filled_in_is_counted(
    table: LocalTable, chromium: Browser
) -> None:
    context = await chromium.new_context(viewport=PHONE, reduced_motion="reduce")
    player = Player(table, await context.new_page())
    await player.alone("firenze")
    assert await player.turn(lambda pending: isinstance(pending.ask, Bundle)) is not None
    own = player.page.locator(".strip .own")
    assert await own.locator("li").count() > 5
    assert await own.evaluate("mine => mine.scrollWidth <= mine.clientWidth")
    lead = await player.page.locator("#ask [data-lead]").inner_text()
    counted = await player.page.locator("#ask .q .end").inner_text()
    assert re.match(r"\d+", counted)[0] == re.search(r"\d+", lead)[0]  # type: ignore[index]


async def test_what_was_chosen_beside_the_board_comes_into_sight_and_six_kinds_stand_in_a_row(
    table: LocalTable, chromium: Browser
) -> None:
    player = await begun(table, chromium, "rivals", PHONE)
    assert await player.turn(lambda pending: pending.step == "gain") is not None
    last = player.page.locator("#ask .chips a").last
    await last.evaluate("chip => { chip.parentElement.scrollLeft = 0; chip.click(); }")
    await player.page.locator("#ask .chips a:last-child[aria-current=true]").wait_for()
    assert await last.evaluate("chip => chip.getBoundingClientRect().right <= innerWidth")
    own = player.page.locator(".strip .own")
    while await own.locator("li").count() < 7:
        await own.evaluate("own => own.append(own.lastChild.cloneNode(true))")
    rows = await own.evaluate("own => [...own.children].map(each => each.offsetTop)")
    assert max(rows) - min(rows) < 5


async def test_the_ways_through_what_happened_stay_whole_on_a_desk_at_the_largest_letters_too(
    table: LocalTable, chromium: Browser
) -> None:
    context = await chromium.new_context(viewport=ViewportSize(width=1366, height=768), locale="de")
    player = Player(table, await context.new_page())
    await player.alone("carrara")
    assert await player.turn() is not None
    row = player.page.locator(".since.desk .row")
    await row.locator(".through").evaluate("way => { way.lastChild.textContent = '12 Züge'; }")
    for size in ("100", "150"):
        await player.page.evaluate("size => { document.documentElement.dataset.text = size; }", size)
        assert await row.evaluate(WHOLE), size
