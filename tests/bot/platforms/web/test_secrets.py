"""Two people in two browsers: nothing of one's secrets ever crosses the other's connection."""

from __future__ import annotations

import asyncio
from typing import Any

from playwright.async_api import Browser

from bot.messages.picture_request import speaker_of
from bot.platforms.web.server import LocalTable
from tests.bot.platforms.web.player import Player

ANSWERS = 5


async def seated(table: LocalTable, chromium: Browser, game: str, *, recorded: bool = True) -> tuple[Player, Player]:
    """A host and a guest by invitation, each in a browser of their own."""
    host, guest = [Player(table, await (await chromium.new_context()).new_page()) for _ in range(2)]
    for player in (host, guest):
        player.listen()
        if recorded:
            await player.record()
    await host.open()
    await host.page.locator(f".gcard.g-{game} .gopen").click()
    await host.page.wait_for_url("**/t/*")
    link = await host.page.locator("input.link").first.input_value()
    await guest.page.goto(link)
    await guest.page.fill("input[name=name]", "Joost <i> Dam")
    await guest.page.get_by_role("button", name="Sit down").click()
    await guest.page.wait_for_url("**/t/*")
    await host.page.get_by_text("Joost <i> Dam", exact=True).first.wait_for()
    await host.page.get_by_role("button", name="Start with 2").click()
    for player in (host, guest):
        await player.page.locator("#ask").wait_for()
        await player.sit()
    return host, guest


def hand(loaded: Any, owner: int, viewer: int) -> set[str]:
    """The person cards in a hand, as far as a viewer sees them."""
    view = loaded.engine.view_json(loaded.state, viewer)
    return {kind for kind in view["players"][owner]["hand"] if kind}


async def test_nothing_of_a_hand_crosses_the_others_connection(table: LocalTable, chromium: Browser) -> None:
    host, guest = await seated(table, chromium, "princes")
    service = table.site.service
    first = await service.work.load(host.code)
    asked: dict[int, set[str]] = {host.seat: set(), guest.seat: set()}
    typed = 0
    async with asyncio.timeout(240):
        for _ in range(ANSWERS):
            for player in (host, guest):
                pending = await player.asked()
                if pending is None:
                    continue
                asked[player.seat].add(pending.ask_id)
                value = await player.plain_answer(pending)
                if typed % 2:
                    await player.type(pending, value)
                else:
                    await player.tap(pending, value)
                typed += 1
    for player in (host, guest):
        await player.page.unroute_all(behavior="ignoreErrors")
    loaded = await service.work.load(host.code)
    speaker = speaker_of(loaded.table, "en")
    for player, other in ((host, guest), (guest, host)):
        received = "\n".join(player.bodies)
        assert len(player.bodies) > 10
        assert player.problems == []
        for ask_id in asked[other.seat]:
            assert ask_id not in received, "another's question was sent"
        key = next(cookie["value"] for cookie in await other.page.context.cookies() if cookie["name"] == "seat")
        assert key not in received
        known = hand(first, player.seat, player.seat) | hand(loaded, other.seat, player.seat)
        secret = hand(loaded, other.seat, other.seat) - known
        assert secret
        for kind in secret:
            assert speaker.noun(f"person/{kind}") not in received, kind
            assert kind not in received
