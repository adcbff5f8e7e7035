"""Learning on the page: the card of a thing as a tree, a typed question mark, and a game on one page."""

from __future__ import annotations

import json
import re

import pytest

from bot.platforms.web.server import LocalTable
from engines import ENGINES
from tests.bot.people import play_until
from tests.bot.platforms.web.visitor import Visitor, begin, code_of


async def test_the_card_of_a_thing_is_told_to_the_page(host: Visitor, stranger: Visitor) -> None:
    code, seat, _ = await begin(host)
    assert await host.get(f"/t/{code}/what?ref=tile/villa_2&seat={seat}") == 200
    told = json.loads(host.text)
    assert told["entry"]["reference"] == "tile/villa_2"
    assert told["entry"]["where"]
    assert told["tree"][0] == "article"
    assert told["tree"][1]["data-ref"] == "tile/villa_2"
    assert told["html"].startswith("<article")
    assert await host.get(f"/t/{code}/what?ref=place/pisa&seat={seat}") == 200
    assert json.loads(host.text)["entry"]["reference"] == "city/pisa"
    assert await host.get(f"/t/{code}/what?ref=brick/white&seat={seat}") == 200
    assert "you have" in json.loads(host.text)["entry"]["now"]
    assert await stranger.get(f"/t/{code}/what?ref=brick/white&seat={seat}") == 200
    assert "you have" not in json.loads(stranger.text)["entry"]["now"], "nobody sees behind another's screen"


async def test_the_card_of_what_cannot_be_ticks_what_holds_and_leads_to_what_is_possible(
    table: LocalTable, host: Visitor
) -> None:
    code = code_of(host)
    await host.post(f"/t/{code}/hotseat", name="Piet")
    await host.post(f"/t/{code}/start")
    pending = await play_until(table.site.service, code, "build.place")
    await host.get(f"/t/{code}?seat={pending.seat}")
    ways = re.findall(r'<a href="([^"]*about=\d+[^"]*)"[^>]*aria-label="(?:Livorno|Pisa|Lucca)', host.text)
    cards = []
    for way in dict.fromkeys(ways):
        await host.get(way.replace("&amp;", "&"))
        cards += re.findall(r'data-key="card".*?</section>', host.text, re.DOTALL)
    crossed = [card for card in cards if 'class="unmet"' in card]
    assert crossed
    for card in crossed:
        assert 'class="nowline no"' in card
        assert "Missing: " in card, "a cross is said in words as well"
        assert "/rules/carrara" in card
        assert re.search(r'class="foot".*<a href="[^"]*(plan=|seat=)', card, re.DOTALL), "there is a way on"
    assert any('class="met"' in card for card in crossed)


@pytest.mark.parametrize("ref", ["", "tile", "tile/no_such", "../../x", "<b>/x", "seat/0"])
async def test_what_is_no_thing_is_said_to_be_none(host: Visitor, ref: str) -> None:
    code, _, _ = await begin(host)
    assert await host.get(f"/t/{code}/what?ref={ref}") == 404
    assert json.loads(host.text) == {"unknown": True}
    assert await host.get("/t/QQQQ/what?ref=tile/villa_2") == 404


async def test_a_typed_question_mark_is_answered(host: Visitor) -> None:
    code, seat, _ = await begin(host)
    await host.get(f"/t/{code}")
    assert await host.post(f"/t/{code}/line", text="?villa 2", seat=seat) == 200
    assert "Villa 2" in host.text


@pytest.mark.parametrize("game", sorted(ENGINES))
async def test_every_game_has_one_page_about_it(host: Visitor, game: str) -> None:
    assert await host.get(f"/about/{game}") == 200
    assert '<ol class="turn">' in host.text
    assert "Everything in the game" in host.text
    assert host.text.count('class="entry"') >= 113
    await host.get("/")
    assert f'href="/about/{game}"' in host.text


async def test_a_game_that_is_not_there_leads_home(host: Visitor) -> None:
    assert await host.get("/about/chess") == 200
    assert host.url.rstrip("/") == host.base


async def test_the_rules_say_what_their_marks_mean(host: Visitor) -> None:
    """Where figures can be typed in, how many were lost; else what the mark in the text means."""
    await host.get("/rules/carrara")
    assert "was lost with a picture of the rulebook" in host.text
    await host.get("/rules/rivals")
    assert "was lost with a picture of the rulebook" not in host.text
    assert "[reconstructed]: worked out by us; no source at hand prints it." in host.text
