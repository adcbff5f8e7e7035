"""Pages beside the table never throw anybody out of the game: panels, settings, devices, keys, half-made choices."""

from __future__ import annotations

import gzip
import re
from typing import Any

import pytest
from aiohttp import ClientSession
from playwright.async_api import Browser, Page, expect

from bot.platforms.web.server import LocalTable
from engines.kit import Bundle
from tests.bot.people import play_until
from tests.bot.platforms.web.player import PATIENCE, Player, resize
from tests.bot.platforms.web.visitor import Visitor, begin, code_of

DESK: Any = {"width": 1440, "height": 900}
PHONE: Any = {"width": 390, "height": 844}


WHOLE = """() => {
    const [cam, view] = ['.cam', '.view'].map(each => document.querySelector(each).getBoundingClientRect());
    return cam.height <= view.height + 1 && cam.width <= view.width + 1
        && (cam.height >= view.height - 2 || cam.width >= view.width - 2);
}"""
"""The board is as large as there is room for, and no larger."""


async def seated(table: LocalTable, chromium: Browser, game: str = "carrara", size: Any = DESK) -> Player:
    """Somebody at a game against the computer, who is asked."""
    player = Player(table, await chromium.new_page(viewport=size))
    player.listen()
    await player.alone(game)
    await player.turn()
    return player


async def panel(page: Page, link: str) -> None:
    await page.locator(f"{link} >> visible=true").first.click()
    await expect(page.locator("dialog.panel")).to_be_visible()


async def test_a_changed_setting_stays_in_the_settings_and_the_table_is_behind_them(
    table: LocalTable, chromium: Browser
) -> None:
    player = await seated(table, chromium)
    page, where = player.page, player.page.url
    await panel(page, "a[href^='/settings']")
    await page.locator("dialog .opt", has_text="Dark").click()
    await expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    await page.locator("dialog .opt", has_text="Nederlands").click()
    await expect(page.locator("dialog h1")).to_have_text("Instellingen")
    await expect(page.locator("html")).to_have_attribute("lang", "nl")
    assert page.url == where
    await page.keyboard.press("Escape")
    await expect(page.locator("dialog")).to_have_count(0)
    await expect(page.locator("#ask.mine")).to_be_visible()
    assert player.problems == []


async def test_the_browsers_way_back_closes_a_panel_and_stays_at_the_table(
    table: LocalTable, chromium: Browser
) -> None:
    player = await seated(table, chromium)
    page, where = player.page, player.page.url
    await player.open()
    await page.goto(where)
    for close in (page.go_back, lambda: page.keyboard.press("Escape")):
        await panel(page, "a[href^='/rules']")
        await close()
        await expect(page.locator("dialog")).to_have_count(0)
        assert page.url == where
        await expect(page.locator("#ask.mine")).to_be_visible()
    await page.locator(".live a.lit").first.click()
    await page.wait_for_url("**plan=*")
    chosen = page.url
    await panel(page, "a[href^='/settings']")
    await page.reload()
    await page.wait_for_function("() => !history.state")
    assert page.url == chosen
    await page.go_back()
    await page.wait_for_url(table.site.base + "/")
    assert player.problems == []


async def test_settings_as_a_page_of_their_own_lead_back_to_the_table(table: LocalTable, chromium: Browser) -> None:
    player = await seated(table, chromium)
    page = player.page
    await player.open(f"/settings?at={player.code}")
    await page.locator(".opt", has_text="Light").click()
    await expect(page.locator("html")).to_have_attribute("data-theme", "light")
    assert page.url.endswith(f"/settings?at={player.code}")
    await page.get_by_role("link", name="Back to the table").click()
    await expect(page.locator("#ask.mine")).to_be_visible()


async def test_seats_go_to_another_device_by_a_link(table: LocalTable, chromium: Browser) -> None:
    player = await seated(table, chromium)
    page = player.page
    await player.open()
    await page.get_by_role("link", name="Take them to another device").click()
    await expect(page.get_by_role("button", name="Show the link")).to_be_in_viewport()
    await page.get_by_role("button", name="Show the link").click()
    link = await page.locator("#p-seats input.link").input_value(timeout=PATIENCE)
    await expect(page.locator("[data-local=sending], [aria-busy=true]")).to_have_count(0)
    await page.reload()
    await page.get_by_role("link", name="Take them to another device").click()
    assert await page.locator("#p-seats input.link").input_value(timeout=PATIENCE) == link, "a reload keeps it"
    other = await (await chromium.new_context()).new_page()
    await other.goto(link)
    await other.get_by_role("button", name="Take them over").click()
    await other.locator(f"a[href='/t/{player.code}']").wait_for(timeout=PATIENCE)


@pytest.mark.parametrize("way", ["a[href^='/rules/']", "a[href$='/tools']"])
async def test_rules_and_tools_open_over_the_table(table: LocalTable, chromium: Browser, way: str) -> None:
    player = await seated(table, chromium, size=PHONE if "rules" in way else DESK)
    page, where = player.page, player.page.url
    await panel(page, way)
    assert page.url == where
    await page.get_by_role("button", name="Close").click()
    await expect(page.locator("dialog")).to_have_count(0)
    await expect(page.locator("#ask.mine")).to_be_visible()


async def test_a_panel_opened_at_a_rule_far_down_can_be_closed(table: LocalTable, chromium: Browser) -> None:
    player = await seated(table, chromium, size=PHONE)
    page = player.page
    await panel(page, "a[href^='/rules/']")
    close = page.get_by_role("button", name="Close")
    await page.locator("dialog dl").last.evaluate("rule => rule.scrollIntoView()")
    await expect(close).to_be_in_viewport(ratio=1)
    await close.click()
    await expect(page.locator("dialog")).to_have_count(0)


@pytest.mark.parametrize("pane", ["hand", "list", "log"])
async def test_on_a_phone_each_pane_leads_back_to_the_board(table: LocalTable, chromium: Browser, pane: str) -> None:
    player = await seated(table, chromium, "princes", PHONE)
    page = player.page
    for way in [pane] if pane != "log" else ["list", "log"]:
        await page.locator(f"[data-to={way}]:visible").first.click()
    shown = page.locator(f".{pane}.pane")
    await shown.get_by_role("link", name="Close").click()
    await expect(shown).to_be_hidden()
    await expect(page.locator("#board")).to_be_in_viewport()


async def test_a_card_of_the_hand_says_its_name_once_and_how_it_stands(table: LocalTable, chromium: Browser) -> None:
    player = await seated(table, chromium, "princes", PHONE)
    card = player.page.locator(".inhand a.open").first
    said, name = await card.get_attribute("aria-label") or "", await card.locator("b").inner_text()
    assert said.count(name) == 1
    assert await card.locator("small").inner_text() in said


async def test_on_a_phone_the_tools_of_the_table_are_two_taps_away(table: LocalTable, chromium: Browser) -> None:
    player = await seated(table, chromium, size=PHONE)
    await panel(player.page, ".band a[href^='/settings']")
    await player.page.locator("dialog a[href$='/tools']").click()
    await expect(player.page.locator("dialog")).to_contain_text("Leave the game")
    assert player.problems == []


async def test_orders_and_typed_commands_are_answered_over_the_table(table: LocalTable, chromium: Browser) -> None:
    player = await seated(table, chromium)
    page, where = player.page, player.page.url
    await page.get_by_role("button", name="Answer in advance").click()
    await expect(page.locator("dialog.panel")).to_contain_text("What should I answer for you?")
    await page.locator("dialog [data-close]").click()
    await expect(page.locator("dialog")).to_have_count(0)
    await page.fill("#line", "/help")
    await page.press("#line", "Enter")
    await expect(page.locator("dialog.panel")).to_contain_text("/undo")
    assert page.url == where
    assert player.problems == []


async def test_keys_are_listed_printed_and_lead_back(table: LocalTable, chromium: Browser) -> None:
    player = await seated(table, chromium)
    page = player.page
    await page.locator("#board").focus()
    await page.keyboard.press("?")
    await expect(page.locator("dialog.panel")).to_contain_text("Take back")
    await page.keyboard.press("Escape")
    await expect(page.locator("dialog")).to_have_count(0)
    await expect(page.locator("#list [data-number='1'] kbd")).to_have_text("1")


@pytest.mark.parametrize("game", ["princes", "rivals"])
async def test_a_desk_shows_the_whole_board_and_never_scrolls_itself(
    table: LocalTable, chromium: Browser, game: str
) -> None:
    player = await seated(table, chromium, game)
    for size in (DESK, {"width": 1280, "height": 720}, {"width": 1440, "height": 700}):
        await resize(player.page, size)
        height = await player.page.evaluate("[document.documentElement.scrollHeight, innerHeight]")
        assert height[0] <= height[1]
        await player.page.wait_for_function(WHOLE)


async def test_a_reload_keeps_a_half_made_move(table: LocalTable, chromium: Browser) -> None:
    player = await seated(table, chromium)
    page = player.page
    assert await player.turn() is not None
    await page.locator(".live a.lit .hit").first.click(force=True)
    await expect(page).to_have_url(re.compile("plan="))
    shown = await page.locator("#ask").inner_text()
    await page.reload()
    await expect(page.locator("#ask")).to_have_text(re.compile(re.escape(shown.split("\n")[0])), timeout=PATIENCE)
    await expect(page).to_have_url(re.compile("plan="))


async def test_a_computer_takes_the_seat_it_was_chosen_for(table: LocalTable, chromium: Browser) -> None:
    """It took the first free one, and the list of the chosen seat went on saying that it sat there."""
    page = await (await chromium.new_context(viewport=DESK)).new_page()
    await page.goto(table.site.base)
    await page.locator("form[action='/new'] button", has_text="The Palaces of Carrara").click()
    seats = page.locator(".seat")
    await expect(seats).to_have_count(4)
    await seats.nth(2).locator("select").select_option("steady")
    await expect(seats.nth(2)).to_contain_text("Lorenzo")
    await expect(seats.nth(1)).to_contain_text("Free seat")
    cards = page.locator("input[name=cards]")
    await seats.nth(3).locator("select").evaluate("e => { e.value = 'sharp'; }")
    await cards.fill("9 9 9 9")
    await cards.press("Enter")
    await expect(page.locator("#notices")).to_contain_text("does not fit")
    await cards.fill("5 8 5 7")
    await cards.press("Enter")
    await expect(page.locator("#notices")).not_to_contain_text("does not fit")
    await expect(seats.nth(3).locator("select")).to_have_value("")


@pytest.mark.parametrize(
    ("game", "step", "told"), [("rivals", "gain", "room for"), ("carrara", "build.pay", "you have")]
)
async def test_what_comes_in_is_told_by_room_and_what_is_paid_by_what_i_have(
    table: LocalTable, stranger: Visitor, game: str, step: str, told: str
) -> None:
    await stranger.post("/new", game=game)
    code = code_of(stranger)
    await stranger.post(f"/t/{code}/hotseat", name="Piet")
    await stranger.post(f"/t/{code}/start")
    pending = await play_until(table.site.service, code, step)
    assert isinstance(pending.ask, Bundle)
    await stranger.get(f"/t/{code}?seat={pending.seat}")
    rows = stranger.text.split('id="list"')[1].split("</section>")[0]
    said = re.findall(r'class="count".*?<small>(.*?)</small>', rows, re.DOTALL)
    assert said
    assert all(each.startswith(told) for each in said), said


async def test_title_and_icon_say_that_it_is_my_turn(table: LocalTable, chromium: Browser) -> None:
    player = await seated(table, chromium)
    await expect(player.page.locator("link[rel=icon]")).to_have_attribute("href", re.compile("icon-now"))
    assert (await player.page.title()).startswith("Your move")
    await player.open("/rules/carrara")
    await expect(player.page.locator("link[rel=icon]")).to_have_attribute("href", re.compile("icon.svg"))


async def test_a_tone_is_played_only_if_it_was_chosen(table: LocalTable, chromium: Browser) -> None:
    player = await seated(table, chromium)
    page = player.page
    await page.add_init_script(
        "window.tones = 0; const plain = AudioContext.prototype.createOscillator;"
        "AudioContext.prototype.createOscillator = function () { tones++; return plain.call(this); };"
    )
    for chosen in (False, True):
        if chosen:
            await player.open("/settings")
            await page.locator("input[name=sound]").click()
            await expect(page.locator("html")).to_have_attribute("data-sound", "1")
        await player.open(f"/t/{player.code}")
        await page.evaluate("page.mine = 0")
        await page.evaluate("refresh()")
        assert bool(await page.evaluate("tones")) is chosen


FELT = """window.felt = [];
    Object.defineProperty(navigator, 'vibrate', { value: (time) => felt.push(`buzz ${time}`) });
    navigator.setAppBadge = async (number) => { felt.push(`badge ${number}`); };
    const Plain = window.Notification;
    window.Notification = class extends Plain {
        constructor(text, more) { super(text, more); felt.push(`note ${text}`); }
    };
"""
"""Notes what a hand or an eye outside the page would feel; notifications are the browser's own."""


async def test_a_buzz_a_note_and_a_badge_tell_of_my_turn_if_they_were_chosen(
    table: LocalTable, whole_chromium: Browser
) -> None:
    context = await whole_chromium.new_context(viewport=PHONE, has_touch=True)
    await context.grant_permissions(["notifications"], origin=table.site.base)
    await context.add_init_script(FELT)
    player = Player(table, await context.new_page())
    player.listen()
    await player.open("/settings")
    page = player.page
    assert await page.evaluate("felt.filter((each) => !each.startsWith('badge'))") == [], "nothing is felt unasked"
    for name, felt in (("buzz", "buzz 60"), ("alert", "note ")):
        await page.locator(f"input[name={name}]").click()
        await page.wait_for_function("start => felt.some((each) => each.startsWith(start))", arg=felt)
        await expect(page.locator("html")).to_have_attribute(f"data-{name}", "1")
    await player.alone("carrara")
    await player.turn()
    await page.wait_for_function("felt.includes('badge 1')")
    await page.evaluate("() => { felt.length = 0; page.mine = 0; }")
    await page.evaluate("refresh()")
    assert "buzz 60" in await page.evaluate("felt")
    assert player.problems == []


async def test_words_travel_packed(host: Visitor) -> None:
    code, _, _ = await begin(host)
    await host.get(f"/t/{code}")
    files = re.findall(r'(?:href|src)="(/static/[^"]+\.(?:css|js))"', host.text)
    async with ClientSession(auto_decompress=False, cookie_jar=host.session.cookie_jar) as session:
        for path in (f"/t/{code}", f"/t/{code}/state", *files):
            async with session.get(host.base + path, headers={"Accept-Encoding": "gzip"}) as response:
                body = await response.read()
                assert response.headers["Content-Encoding"] == "gzip", path
                assert len(body) < len(gzip.decompress(body)) / 2, path
            async with session.get(host.base + path, headers={"Accept-Encoding": "identity"}) as response:
                assert "Content-Encoding" not in response.headers


async def test_a_choice_without_a_network_is_shown_as_soon_as_it_is_back(table: LocalTable, chromium: Browser) -> None:
    """Nothing happened, nothing was said, and what was chosen stayed in the address alone."""
    player = await seated(table, chromium)
    page = player.page
    assert await player.turn(lambda pending: pending.step == "turn.action") is not None
    await page.context.set_offline(True)
    await page.locator("#ask .more", has_text="Build …").click()
    await expect(page.locator("#notices")).to_contain_text("Reconnecting")
    await page.context.set_offline(False)
    await expect(page.locator("#pr.crumb")).to_contain_text("Build", timeout=PATIENCE)
    await expect(page.locator("#notices")).not_to_contain_text("Reconnecting")
    assert [each for each in player.problems if "Failed to load" not in each] == []


async def test_the_board_fills_its_frame_when_a_notice_comes_and_when_it_goes(
    table: LocalTable, chromium: Browser
) -> None:
    player = await seated(table, chromium)
    for said in ("Sent", ""):
        await player.page.evaluate("said => tell('said', said)", said)
        await player.page.wait_for_function(WHOLE, timeout=PATIENCE)


async def test_a_typed_command_that_was_answered_leaves_the_line_empty(table: LocalTable, chromium: Browser) -> None:
    player = await seated(table, chromium)
    page = player.page
    await page.fill("#line", "/season")
    await page.press("#line", "Enter")
    await expect(page.locator("dialog.panel")).to_contain_text("No season is on")
    await page.keyboard.press("Escape")
    await expect(page.locator("dialog")).to_have_count(0)
    await expect(page.locator("#line")).to_have_value("")
