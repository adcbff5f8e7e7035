"""A game through the page by buttons and typed lines in turn, and the page of its end."""

from __future__ import annotations

from playwright.async_api import Browser

from bot.platforms.web.server import LocalTable
from tests.bot.platforms.web.player import Player
from tests.bot.platforms.web.test_round_the_game import finished

ANSWERS = 9
"""Whole games are tapped in `test_touch`; here the two ways of answering meet."""


async def test_taps_and_typed_lines_answer_in_turn_and_the_end_offers_more(
    table: LocalTable, chromium: Browser
) -> None:
    page = await chromium.new_page()
    player = Player(table, page)
    player.listen()
    await player.alone("carrara")
    for number in range(ANSWERS):
        pending = await player.turn()
        assert pending is not None
        value = await player.plain_answer(pending)
        await (player.type(pending, value) if number % 3 == 2 else player.tap(pending, value))
    await finished(table, player.code)
    await page.get_by_role("button", name="Rematch: ").wait_for()
    assert " with " in await page.title()
    await page.get_by_role("button", name="Check the shuffle").click()
    await page.get_by_text("every shuffle was fair").wait_for()
    assert player.problems == []
