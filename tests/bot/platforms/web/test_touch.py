"""Whole games by a thumb that taps lit things and the bar alone, and by the keyboard alone."""

from __future__ import annotations

import pytest
from playwright.async_api import Browser

from bot.platforms.web.server import LocalTable
from engines import ENGINES
from tests.bot.platforms.web.player import Player
from tests.bot.platforms.web.thumb import Thumb

PHONE = {"width": 390, "height": 844}


@pytest.mark.parametrize("game", list(ENGINES))
async def test_a_whole_game_is_played_by_tapping_the_board_and_the_bar(
    table: LocalTable, chromium: Browser, game: str
) -> None:
    context = await chromium.new_context(viewport=PHONE, reduced_motion="reduce")
    player = Player(table, await context.new_page())
    player.listen()
    await player.alone(game)
    thumb = Thumb(table, player.page, player.code, player.seat)
    while await thumb.move():
        pass
    assert (await table.site.service.queries.table(player.code)).is_over
    assert player.problems == []
