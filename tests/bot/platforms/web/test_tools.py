"""Beside the game: a new link for somebody who lost the browser, options made of numbers, votes, rules as links."""

from __future__ import annotations

import re

import pytest
from playwright.async_api import Browser, expect

from bot.platforms.web.server import LocalTable
from tests.bot.platforms.web.player import PATIENCE
from tests.bot.platforms.web.test_secrets import seated
from tests.bot.platforms.web.visitor import Visitor, begin, code_of, link_of

MINE = "only you see this"


async def joined(host: Visitor, guest: Visitor) -> tuple[str, int]:
    """A running game of two people; the code, and the guest's seat."""
    code = code_of(host)
    assert await guest.post(link_of(host), name="Piet") == 200
    await host.get(f"/t/{code}")
    assert await host.post(f"/t/{code}/start") == 200
    await guest.get(f"/t/{code}")
    found = re.search(r'name="seat" value="(\d)"', guest.text)
    assert found
    return code, int(found.group(1))


async def test_a_lost_seat_comes_back_by_a_new_link_and_the_old_browser_is_out(
    table: LocalTable, host: Visitor, stranger: Visitor
) -> None:
    code, seat = await joined(host, stranger)
    await host.post(f"/t/{code}/renew", number=seat)
    first = link_of(host)
    await host.post(f"/t/{code}/renew", number=seat)
    link = link_of(host)
    assert link != first, "a second link replaces the first"
    await stranger.get(f"/t/{code}")
    assert MINE in stranger.text, "nothing changes until the link is used"
    assert "new link to the seat of Piet" in stranger.text
    phone = Visitor(table.site.base)
    try:
        assert await phone.get(first) == 410
        assert await phone.get(link) == 200
        assert "Play on as Piet" in phone.text
        await stranger.get(f"/t/{code}")
        assert MINE in stranger.text, "looking at the link changes nothing"
        assert await phone.post(link) == 200
        await phone.get(f"/t/{code}")
        assert MINE in phone.text
        assert "You play on in another browser" in phone.text
        assert await phone.get(link) == 410
    finally:
        await phone.session.close()
    await stranger.get(f"/t/{code}")
    assert MINE not in stranger.text
    assert "You watch" in stranger.text
    await stranger.get("/")
    assert code not in stranger.text


async def test_a_seat_at_a_table_by_invitation_is_taken_back_by_a_new_link(
    table: LocalTable, host: Visitor, stranger: Visitor
) -> None:
    """A table that strangers cannot see was none for whoever came back to it."""
    code, seat = await joined(host, stranger)
    service = table.site.service
    await service.lobby.set_entry("entry", code, (await service.queries.table(code)).host, by_link=True)
    await host.post(f"/t/{code}/renew", number=seat)
    phone = Visitor(table.site.base)
    try:
        assert await phone.get(link_of(host)) == 200
        assert await phone.post(link_of(host)) == 200
        await phone.get(f"/t/{code}")
        assert MINE in phone.text
    finally:
        await phone.session.close()


async def test_what_no_page_expects_to_be_refused_is_a_sentence_too(
    table: LocalTable, stranger: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A table that is forgotten while its link is used."""

    async def found(self: object, code: str, secret: str) -> tuple[int, int]:
        return 0, 1

    monkeypatch.setattr(type(table.site.invites), "seat", found)
    await stranger.get("/")
    assert await stranger.post("/s/ZZZZZZ/gone") == 409
    assert stranger.text == "Not possible: there is no table ZZZZZZ."


async def test_only_the_host_gives_new_links_and_only_to_others_who_play_here(host: Visitor, stranger: Visitor) -> None:
    code, seat = await joined(host, stranger)
    await stranger.post(f"/t/{code}/renew", number=1 - seat)
    assert "Not possible" in stranger.text
    await host.post(f"/t/{code}/renew", number=1 - seat)
    assert "Not possible" in host.text
    await host.post(f"/t/{code}/renew", number=seat)
    link = link_of(host)
    await stranger.get(f"/t/{code}/tools")
    assert link not in stranger.text
    assert await stranger.get(f"/t/{code}/qr/seat/{seat}.svg") == 404
    assert await host.get(f"/t/{code}/qr/seat/{seat}.svg") == 200


async def test_the_cards_of_the_expansion_are_chosen_by_number(table: LocalTable, host: Visitor) -> None:
    code, service = code_of(host), table.site.service
    await host.get(f"/t/{code}")
    assert "4 numbers: 1–6, 1–8, 1–9, 2–9" in host.text
    await host.post(f"/t/{code}/options", **{"expansion.off": 1, "expansion": "true", "cards": "2, 5 1 7"})
    assert [*(await service.queries.table(code)).options["cards"]] == [2, 5, 1, 7]
    await host.get(f"/t/{code}")
    assert 'value="2 5 1 7"' in host.text
    await host.post(f"/t/{code}/options", cards="7 5 1 7")
    assert "does not fit: 4 numbers are wanted, 1–6, 1–8, 1–9, 2–9" in host.text
    await host.post(f"/t/{code}/options", cards="2 5 1")
    assert "does not fit" in host.text
    await host.post(f"/t/{code}/options", cards="")
    assert (await service.queries.table(code)).options["cards"] == "random"


async def test_a_rulebook_chosen_on_the_page_sets_its_values(table: LocalTable, host: Visitor) -> None:
    await host.get("/")
    assert await host.post("/new", game="princes") == 200
    code, service = code_of(host), table.site.service
    await host.get(f"/t/{code}")
    fields = dict(re.findall(r'<input type="hidden" name="([\w.]+\.off)" value="(1)">', host.text))
    for name, inside in re.findall(r'<select name="(\w+)"[^>]*>(.*?)</select>', host.text, re.DOTALL):
        chosen = re.search(r'<option value="([^"]*)" selected', inside)
        if chosen:
            fields[name] = chosen.group(1)
    assert fields["a2_bid_limit"] == "cash"
    await host.post(f"/t/{code}/options", **{**fields, "preset": "nl"})
    options = (await service.queries.table(code)).options
    assert (options["preset"], options["a2_bid_limit"]) == ("nl", "cash_plus_track")
    assert options["two_player_extra_freedoms"] == "any"


async def test_a_refusal_leads_to_its_rule(host: Visitor) -> None:
    code, seat, _ = await begin(host)
    await host.post(f"/t/{code}/line", seat=seat, text="build palace 9")
    await host.post(f"/t/{code}/line", seat=seat, text="score livorno")
    found = re.search(r'<a href="(/rules/carrara\?at=\w+#r[\d.]+)">Rule ([\d.]+)</a>', host.text)
    assert found, "the rule that withholds it is a link"
    await host.get(found.group(1))
    assert f'id="r{found.group(2)}"' in host.text


async def test_people_vote_on_going_back_clocks_and_pace(table: LocalTable, chromium: Browser) -> None:
    host, guest = await seated(table, chromium, "carrara", recorded=False)
    service, asks = table.site.service, host.page.locator(".vote")
    pending = await host.turn() if await host.asked() else None
    first, other = (host, guest) if pending else (guest, host)
    pending = pending or await first.turn()
    assert pending is not None
    await first.tap(pending, ["buy"])
    await guest.page.get_by_role("link", name="Seats and clocks").click()
    await guest.page.get_by_role("button", name="Stop all clocks").click()
    await expect(asks).to_contain_text("wants to stop all clocks", timeout=PATIENCE)
    await expect(guest.page.locator(".vote")).to_have_count(0)
    await asks.get_by_role("button", name="Agree").click()
    await expect(asks).to_have_count(0, timeout=PATIENCE)
    assert (await service.queries.table(host.code)).paused is not None
    await guest.page.get_by_role("link", name="Seats and clocks").click()
    await guest.page.select_option("select[name=pace]", "relaxed")
    await guest.page.get_by_role("button", name="Ask for this pace").click()
    await expect(asks).to_contain_text("wants another pace", timeout=PATIENCE)
    await asks.get_by_role("button", name="No", exact=True).click()
    await expect(asks).to_have_count(0, timeout=PATIENCE)
    assert (await service.queries.table(host.code)).pace != "relaxed"
    await first.page.get_by_role("button", name="Ask all to take back").click()
    wish = other.page.locator(".vote")
    await expect(wish).to_contain_text("wants to go back", timeout=PATIENCE)
    await wish.get_by_role("button", name="Agree").click()
    await expect(first.page.locator(".log")).to_contain_text("All agreed: back to before", timeout=PATIENCE)
    again = await first.turn()
    assert again is not None
    assert again.step == pending.step
