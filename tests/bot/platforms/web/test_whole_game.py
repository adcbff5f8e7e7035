"""A whole game through the page, partly by buttons, partly by typed lines."""

from __future__ import annotations

import asyncio

from playwright.async_api import Browser

from bot.platforms.web.server import LocalTable
from tests.bot.platforms.web.player import Player

PATIENCE = 240.0
"""Seconds; on a free machine it takes a tenth of that."""


async def test_a_whole_game_of_carrara_is_played_through_the_page(table: LocalTable, chromium: Browser) -> None:
    page = await chromium.new_page()
    player = Player(table, page)
    player.listen()
    await page.route("**/board.png*", lambda route: route.fulfill(body=b"", content_type="image/png"))
    await player.alone("carrara")
    tapped = typed = 0
    async with asyncio.timeout(PATIENCE):
        while pending := await player.turn():
            value = await player.plain_answer(pending)
            if (tapped + typed) % 3 == 2:
                await player.type(pending, value)
                typed += 1
            else:
                await player.tap(pending, value)
                tapped += 1
    await page.get_by_text("Play again, same seats").wait_for()
    assert tapped > 10
    assert typed > 5
    assert " with " in await page.title()
    assert player.problems == []
    await page.get_by_role("button", name="Check the shuffle").click()
    await page.get_by_text("every shuffle was fair").wait_for()
