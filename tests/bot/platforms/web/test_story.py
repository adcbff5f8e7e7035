"""The story of a finished game on the page: told while it is made, then the curve and each turning point's board."""

from __future__ import annotations

import re

import pytest
from playwright.async_api import Browser

from bot.messages.post import command_id
from bot.platforms.web.server import LocalTable
from bot.service import storyteller
from tests.bot.commands.test_story import Quick
from tests.bot.platforms.web.player import PATIENCE, Player
from tests.bot.platforms.web.test_access import PHONE, require_clean
from tests.bot.platforms.web.test_past import boards, seen
from tests.bot.platforms.web.test_round_the_game import finished
from tests.bot.platforms.web.visitor import Visitor, begin


async def test_the_story_has_its_curve_and_the_boards_at_its_turning_points(
    table: LocalTable, host: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(storyteller, "POINTS", 6)
    table.site.service.coach.mind = Quick()
    code, _, _ = await begin(host)
    assert await host.get(f"/t/{code}/story") == 404, "not before the end"
    await finished(table, code)
    await host.get(f"/t/{code}")
    assert f"/t/{code}/story" in host.text, "the last page leads there"
    await host.get(f"/t/{code}/story")
    assert "is being made" in host.text
    _, story = await table.site.stories.story(code, 60.0)
    assert story is not None
    await host.get(f"/t/{code}/story")
    assert (await seen(host, f"/t/{code}/story.png")).startswith(b"\x89PNG")
    shown = boards(host.text)
    assert len(set(shown)) >= len(story.turns)
    for address in shown[:2]:
        assert (await seen(host, address)).startswith(b"\x89PNG")


async def test_the_story_fits_a_phone(table: LocalTable, chromium: Browser, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(storyteller, "POINTS", 6)
    table.site.service.coach.mind = Quick()
    context = await chromium.new_context(viewport=PHONE, reduced_motion="reduce")
    player = Player(table, await context.new_page())
    player.listen()
    await player.alone("carrara")
    await finished(table, player.code)
    await table.site.stories.story(player.code, 60.0)
    await player.open(f"/t/{player.code}/story")
    await player.page.locator("img.film").first.wait_for(timeout=PATIENCE)
    await require_clean(player.page, "story")
    assert player.problems == []


async def test_who_is_to_move_alone_among_computers_is_offered_a_hint(table: LocalTable, host: Visitor) -> None:
    table.site.service.coach.mind = Quick()
    code, seat, _ = await begin(host)
    await host.get(f"/t/{code}?seat={seat}")
    control = command_id("hint", code)
    assert f'value="{control}"' in host.text
    await host.post("/tap", at=code, seat=seat, id=control)
    assert re.search("hance of winning|about equal|only one answer", host.text)
    assert re.search(r'class="band g-carrara">.*<h1 class="caps">Carrara</h1>', host.text), "the answer is this table's"
    assert f"#{code}" not in host.text.split("<main")[1], "which need not be named"
    await host.get(f"/t/{code}?seat={seat}")
    assert "You asked a computer for a hint" in host.text, "the log keeps it"
    news = host.text.split('data-key="news"')[1].split("</section>")[0] if 'data-key="news"' in host.text else ""
    assert "hint" not in news
