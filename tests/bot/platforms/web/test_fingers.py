"""On the narrowest phone every target of a question is as large as a finger, or comes nearer before it is chosen."""

from __future__ import annotations

import pytest
from playwright.async_api import Browser, Page, ViewportSize

from bot.platforms.web.server import LocalTable
from engines import ENGINES
from tests.bot.platforms.web.player import Player

NARROW = ViewportSize(width=360, height=740)
FINGER = 24
QUESTIONS = 30
SIZES = """() => [...document.querySelectorAll('.live a.lit')].map((way) => {
    const box = way.querySelector('.hit').getBoundingClientRect();
    return [way.dataset.key, Math.min(box.width, box.height), box.x + box.width / 2, box.y + box.height / 2];
})"""
SEEN = """([x, y]) => { const view = document.querySelector('.view').getBoundingClientRect();
    const isInside = x > view.left && x < view.right && y > view.top && y < view.bottom;
    return isInside && !!document.elementFromPoint(x, y)?.closest('.cam'); }"""


async def comes_nearer(page: Page, key: str, x: float, y: float) -> float:
    """How large a target is after one tap on it, which chooses nothing."""
    before = page.url
    await page.touchscreen.tap(x, y)
    await page.wait_for_timeout(50)
    assert page.url == before, "what is too small is not chosen by the first tap"
    return next(size for found, size, *_ in await page.evaluate(SIZES) if found == key)


@pytest.mark.parametrize("game", list(ENGINES))
async def test_every_target_of_every_question_is_as_large_as_a_finger(
    table: LocalTable, chromium: Browser, game: str
) -> None:
    context = await chromium.new_context(viewport=NARROW, reduced_motion="reduce", has_touch=True)
    player = Player(table, await context.new_page())
    player.listen()
    await player.alone(game)
    page, measured, small = player.page, 0, set[str]()
    async for pending in player.questions(QUESTIONS):
        found = await page.evaluate(SIZES)
        measured += len(found)
        for key, size, x, y in found:
            if size < FINGER - 0.5 and pending.step not in small and await page.evaluate(SEEN, [x, y]):
                small.add(pending.step)
                assert await comes_nearer(page, key, x, y) >= FINGER, f"{pending.step}: {key}"
    assert measured >= 10
    assert player.problems == []
