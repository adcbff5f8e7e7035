"""What pages look like, as far as it can be measured: what lies beside what, how high, what is cut."""

from __future__ import annotations

import asyncio
import re
from functools import partial
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import Browser, Locator, Page, Route, ViewportSize, expect

from bot.choices.plan import Planner
from bot.language.speaker import Speaker
from bot.learn.reference import entry as entry_of
from bot.learn.sheet import summary
from bot.messages.picture_request import news, telling
from bot.platforms import web
from bot.platforms.web.assets import assets
from bot.platforms.web.server import LocalTable
from bot.platforms.web.things import Things, card_of, looks_of
from engines import ENGINES
from engines.kit import Pick, Place
from engines.kit.engine import Pending
from engines.kit.errors import have
from engines.kit.text import Text
from render import Box, Look, Region, look
from tests.bot.platforms.web.player import Player, resize

PHONE, DESK = ViewportSize(width=390, height=844), ViewportSize(width=1440, height=900)
ASIDE = ViewportSize(width=844, height=390)


async def seated(table: LocalTable, chromium: Browser, game: str = "carrara", size: ViewportSize = PHONE) -> Player:
    context = await chromium.new_context(viewport=size, reduced_motion="reduce")
    player = Player(table, await context.new_page())
    player.listen()
    await player.alone(game)
    await player.turn()
    return player


async def box(found: Locator) -> Any:
    measured = await found.first.bounding_box()
    assert measured is not None
    return measured


async def test_band_and_recap_take_no_more_of_a_phone_than_is_drawn(table: LocalTable, chromium: Browser) -> None:
    player = await seated(table, chromium)
    while (pending := await player.turn()) and not await player.page.locator(".news").is_visible():
        await player.tap(pending, await player.plain_answer(pending))
    assert (await box(player.page.locator(".band")))["height"] <= 60
    assert (await box(player.page.locator(".recap")))["height"] <= 44


def test_the_recap_says_what_matters_most() -> None:
    built = (Text("carrara.event.built", {"seat": "seat/1"}), 1)
    trivia = (Text("carrara.event.revealed", {}), 1)
    assert telling("carrara", [built, trivia], 0)[0] == 0
    assert news("carrara", [built, trivia], 0) == [0, 1]
    hint = (Text("table.event.hint_asked", {"seat": "seat/1"}), 1)
    bought = (Text("carrara.event.bought", {"seat": "seat/1"}), 1)
    assert telling("carrara", [bought, hint], 0)[0] == 0, "what was played comes before what was asked for"


async def test_text_mode_is_one_column_at_a_desk_too(table: LocalTable, chromium: Browser) -> None:
    player = await seated(table, chromium, size=DESK)
    await player.open(f"/t/{player.code}?view=text")
    parts = player.page.locator("#app.textmode > *:not(.vh)")
    boxes = [await each.bounding_box() for each in await parts.all()]
    shown = [each for each in boxes if each is not None and each["height"]]
    assert len(shown) > 4
    assert {round(each["x"]) for each in shown} == {round(shown[0]["x"])}
    for above, below in pairwise(shown):
        assert below["y"] >= above["y"] + above["height"] - 1
    assert min(each["width"] for each in shown) > 500


@pytest.mark.parametrize("size", [PHONE, DESK, ASIDE], ids=["phone", "desk", "aside"])
async def test_an_earlier_board_is_seen_whole_over_its_sentence(
    table: LocalTable, chromium: Browser, size: ViewportSize
) -> None:
    player = await seated(table, chromium, size=size)
    pending = await player.turn()
    assert pending is not None
    await player.tap(pending, await player.plain_answer(pending))
    await player.turn()
    page = player.page
    await player.open(f"/t/{player.code}/at/1")
    board, told, bar = [await box(page.locator(each)) for each in (".then .pic", ".steps .told", ".steps")]
    assert board["height"] > 150
    assert board["y"] + board["height"] <= size["height"] + 1
    assert bar["y"] + bar["height"] <= size["height"] + 1
    mark, words = await box(page.locator(".steps .told .em")), await box(page.locator(".steps .told > span").last)
    assert mark["x"] + mark["width"] <= words["x"], "emblem and words stand beside each other"
    assert told["height"] < 80
    held = page.locator(".strip .own, .beside .stock").locator("visible=true")
    await expect(held.first).to_be_visible()
    assert player.problems == []


async def test_the_next_position_is_there_before_it_is_asked_for(table: LocalTable, chromium: Browser) -> None:
    player = await seated(table, chromium, size=DESK)
    for _ in range(2):
        pending = await player.turn()
        assert pending is not None
        await player.tap(pending, await player.plain_answer(pending))
    await player.turn()
    page, asked = player.page, list[str]()
    page.on("request", lambda request: asked.append(request.url.split("?")[0]))
    await player.open(f"/t/{player.code}/at/0")
    await page.wait_for_load_state("networkidle")
    assert any(each.endswith("/at/1/board.png") for each in asked)
    await page.locator("[data-past=next]").click()
    await page.wait_for_url("**/at/1")
    assert sum(each.endswith("/at/1") for each in asked) == 1, "fetched once"


async def test_the_own_hand_and_the_list_share_a_desk_without_lying_over_each_other(
    table: LocalTable, chromium: Browser
) -> None:
    for game in ENGINES:
        player = await seated(table, chromium, game, DESK)
        hand, listed, line = [await box(player.page.locator(each)) for each in (".hand", ".list", "#lineform")]
        assert hand["y"] + hand["height"] <= listed["y"] + 1, game
        inside = await player.page.locator(".hand > .stack").evaluate("part => part.scrollHeight")
        assert hand["height"] + 14 >= min(inside, 340), game
        assert line["y"] + line["height"] <= DESK["height"], game


def test_what_is_missing_is_drawn_beside_its_words() -> None:
    lacking = have("brick/white", 2, 1)
    assert looks_of(lacking, partial(look, "carrara", view=None)) == (Look(pigment="marble/white"),)
    lacking = have("resource/ore", 2, 1)
    assert looks_of(lacking, partial(look, "rivals", view=None)) == (Look("minerals", "resource/ore"),)


@pytest.mark.parametrize("game", list(ENGINES))
def test_every_sign_that_is_explained_is_drawn(game: str) -> None:
    shown = summary(game, ENGINES[game].tables.current(), "en")
    assert shown is not None
    assert [name for name, _ in shown.icons if assets().get(f"i/{name}.svg") is None] == []


def test_every_icon_of_the_page_is_drawn() -> None:
    house = Path(web.__file__).parent
    named = {name for part in house.rglob("*.py") for name in re.findall(r'\bicon\("([\w-]+)"\)', part.read_text())}
    drawn = set(re.findall(r'<symbol id="([\w-]+)"', (house / "static/icons.svg").read_text()))
    assert len(named) > 20
    assert sorted(named - drawn) == []


async def test_four_answers_that_are_final_stand_two_by_two(table: LocalTable, chromium: Browser) -> None:
    """The first question of Rivals: which of four stacks. Side by side their names would break inside a word."""
    player = await seated(table, chromium, "rivals")
    answers = player.page.locator("#ask .go form.does.more")
    assert await answers.count() == 4
    boxes = [await box(answers.nth(number)) for number in range(4)]
    assert len({round(each["y"]) for each in boxes}) == 2
    assert min(each["width"] for each in boxes) > 150


async def test_where_every_answer_is_a_button_none_says_to_choose(table: LocalTable, chromium: Browser) -> None:
    """After *End actions* four stacks: beside them a fifth, which could not be pressed, took their room."""
    player = await seated(table, chromium, "rivals")
    over = player.page.locator("#ask .go .more", has_text="End actions …")
    while not await over.count():
        pending = await player.turn(lambda each: each.step == "action")
        assert pending is not None
        if not await over.count():
            await player.tap(pending, await player.plain_answer(pending))
            await player.turn()
    await over.click()
    answers = player.page.locator("#ask .go form.does.more")
    await expect(answers).to_have_count(4)
    assert not await player.page.locator("#ask .lead.off").count()
    assert len({round((await box(answers.nth(number)))["y"]) for number in range(4)}) == 2


@pytest.mark.parametrize(("language", "said"), [("en", "Pile"), ("nl", "Stapel"), ("de", "Stapel")])
def test_a_card_says_once_what_a_thing_is(language: str, said: str) -> None:
    """A pile of Princes is drawn as pile, *the jester* and *a jester*: one thing."""
    region = Region(("pile/jester", "lot/jester", "object/jester"), Box(0, 0, 10, 10))
    shown, tables = Things((region,), (10, 10), {0: "Jester"}), ENGINES["princes"].tables.current()
    looked = partial(entry_of, "princes", tables, None, language=language)
    found = card_of(shown, 0, Speaker(language, "princes"), None, looked)
    assert found is not None
    assert found.place == said


# --- long names, small screens ---

LONG = "Maximiliane von Hohenstaufen"
ABOVE = """told => {
    const box = told.getBoundingClientRect();
    const there = document.elementsFromPoint(box.left + box.width / 2, box.top + 4);
    return there.indexOf(told.parentElement.querySelector('img')) < there.indexOf(told);
}"""
"""Whether the picture covers the words under it."""
APART = """boxes => boxes.map((box) => box.getBoundingClientRect()).every((box, place, all) =>
    all.every((other, there) => there <= place || other.left >= box.right || other.top >= box.bottom))"""
"""Whether no box lies over one that comes after it in a row."""


async def named(page: Page, name: str) -> None:
    """Give the person at this page a name."""
    await page.locator("input[name=name]").first.fill(name)
    await page.locator("input[name=name]").first.press("Enter")
    await page.wait_for_load_state("networkidle")


async def test_a_long_name_leaves_the_first_page_its_title_and_the_screen_its_boxes(
    table: LocalTable, chromium: Browser
) -> None:
    player = await seated(table, chromium)
    page = player.page
    await player.open("/settings")
    await named(page, LONG)
    await player.open(f"/t/{player.code}")
    pending = await player.turn()
    assert pending is not None
    await player.tap(pending, ["buy"])
    await player.open("/")
    await expect(page.locator(".me b")).to_have_text(LONG)
    title = await box(page.locator(".band h1"))
    assert title["width"] > 80
    assert title["x"] + title["width"] <= (await box(page.locator(".me")))["x"]
    assert await page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    await expect(page.locator(".trow")).to_contain_text("You turned the wheel")
    await resize(page, DESK)
    await player.open(f"/t/{player.code}/screen")
    assert await page.locator(".phones li").count() > 1
    assert await page.locator(".phones .has, .phones p").evaluate_all(APART)


async def test_a_long_note_leaves_the_name_its_line(table: LocalTable, chromium: Browser) -> None:
    context = await chromium.new_context(viewport={"width": 360, "height": 740}, locale="de-DE")
    player = Player(table, await context.new_page())
    await player.alone("firenze")
    assert await player.turn(lambda pending: pending.step == "card.choose") is not None
    await player.page.locator("[data-to=list]").first.click()
    names, notes = player.page.locator(".optl .led > span:last-child"), player.page.locator(".optl small")
    assert await names.count() > 1
    assert await notes.count() > 1
    heights = await names.evaluate_all("names => names.map(name => name.getBoundingClientRect().height)")
    assert max(heights) < 30, "one line"
    assert await player.page.locator(".optl :is(.led, small)").evaluate_all(APART)


async def test_in_text_mode_the_options_stand_open_and_nothing_is_said_to_be_lit(
    table: LocalTable, chromium: Browser
) -> None:
    player = await seated(table, chromium)
    pending = await player.turn()
    assert pending is not None
    await player.tap(pending, ["buy"])
    await player.turn()
    await player.open(f"/t/{player.code}?view=text")
    await expect(player.page.locator("#list .optl")).to_be_visible()
    await expect(player.page.locator("#ask")).not_to_contain_text("lit")


async def test_what_changes_in_hand_does_not_touch_its_figure(table: LocalTable, chromium: Browser) -> None:
    player = await seated(table, chromium)
    pending = await player.turn()
    assert pending is not None
    await player.tap(pending, ["buy"])
    await player.turn()
    page = player.page
    for _ in range(2):
        if not await page.locator(".own .new .tok").count():
            await page.locator(".live a.lit .hit").first.click(force=True)
            await page.wait_for_load_state("networkidle")
    mark, figure = await box(page.locator(".own .new .tok")), await box(page.locator(".own .new b"))
    assert mark["x"] + mark["width"] + 6 <= figure["x"], "its ring is four pixels wide"


async def test_the_lead_is_no_narrower_than_the_way_out_beside_it(table: LocalTable, chromium: Browser) -> None:
    player = await seated(table, chromium, "princes")
    assert await player.turn(lambda pending: pending.step == "auction.bid") is not None
    out, lead = await box(player.page.locator("#ask .go form.more")), await box(player.page.locator("#ask .go .lead"))
    assert out["y"] == lead["y"]
    assert lead["width"] >= out["width"]


async def test_what_is_drawn_round_is_lit_round(table: LocalTable, chromium: Browser) -> None:
    """The hub of the wheel: a square over it hid its arrow and lay over the bricks."""
    player = await seated(table, chromium)
    edge = player.page.locator(".live a[aria-label^='Hub of the wheel'] .edge")
    wide, corner = [float(await edge.get_attribute(name) or 0) for name in ("width", "rx")]
    assert corner == pytest.approx(wide / 2)


def buildable(pending: Pending) -> str:
    """The first card that can be built now, where there is one."""
    options = pending.ask.options if isinstance(pending.ask, Pick) and pending.step == "action" else ()
    return next((option.key for option in options if option.key.startswith("build:")), "")


async def test_a_card_of_the_hand_stands_on_the_site_chosen_for_it(table: LocalTable, chromium: Browser) -> None:
    player = await seated(table, chromium, "rivals")
    pending = await player.turn(lambda each: bool(buildable(each)))
    assert pending is not None
    loaded = await table.site.service.work.load(player.code)
    planner = Planner(loaded.engine, loaded.state, player.seat, loaded.engine.submit)
    planned = planner.run(planner.run().choosing(pending, [buildable(pending)]))
    site = planned.asks[0]
    assert isinstance(site.ask, Place)
    await player.open(f"/t/{player.code}?plan={planned.choosing(site, site.ask.spots[0].key)}")
    live = player.page.locator(".live")
    laid, number, slot = [await box(live.locator(each)) for each in (".laid .paper", ".numd.on", ".sel .edge")]
    assert slot["x"] <= laid["x"]
    assert laid["x"] + laid["width"] <= slot["x"] + slot["width"]
    assert number["x"] + number["width"] < laid["x"] + laid["width"] / 2, "beside the icon, not over it"
    title = await player.page.locator(".inhand [aria-current=true] b").inner_text()
    assert " ".join(await live.locator(".laid text").all_text_contents()) == title
    assert player.problems == []


async def test_a_panel_keeps_its_heading_off_the_edge(table: LocalTable, chromium: Browser) -> None:
    player = await seated(table, chromium)
    await player.page.locator(".band a[href^='/settings']").click()
    assert (await box(player.page.locator("dialog .band h1")))["x"] >= 12
    assert player.problems == []


@pytest.mark.parametrize(
    ("locale", "said"),
    [
        ("en-GB", "The board is being drawn …"),
        ("nl-NL", "Het bord wordt getekend …"),
        ("de-DE", "Das Brett wird gezeichnet …"),
    ],
)
async def test_until_the_board_is_drawn_its_place_says_so(
    table: LocalTable, chromium: Browser, locale: str, said: str
) -> None:
    context = await chromium.new_context(viewport=PHONE, locale=locale, reduced_motion="reduce")
    player = Player(table, await context.new_page())
    await player.alone("carrara")
    await player.turn()
    page, drawn = player.page, asyncio.Event()

    async def later(route: Route) -> None:
        await drawn.wait()
        await route.continue_()

    await page.route("**/board.png*", later)
    await page.goto(page.url, wait_until="commit")
    told, cam = page.locator(".awaited"), page.locator(".cam")
    await expect(told).to_have_text(said)
    await expect(told).to_be_in_viewport()
    await expect(page.locator("#ask.mine")).to_be_visible()
    assert not await page.locator(".cam img").evaluate("image => image.complete")
    await page.evaluate("document.fonts.ready.then(() => true)")
    empty = await box(cam)
    drawn.set()
    await page.locator(".cam img").evaluate("image => image.decode()")
    assert await box(cam) == empty, "nothing jumps"
    assert await told.evaluate(ABOVE), "the picture lies over it"
    await cam.evaluate("cam => cam.style.width = '120px'")
    assert (await box(told))["width"] <= 120, "nor does it look out from behind a small one"


async def test_the_first_of_three_ways_stands_alone_beside_the_way_back(table: LocalTable, chromium: Browser) -> None:
    """Three in one row break inside their words."""
    context = await chromium.new_context(viewport=PHONE, reduced_motion="reduce")
    player = Player(table, await context.new_page())
    await player.alone("carrara", "/learn")  # a practice game: what was played before the computer moved is taken back
    assert await player.turn(lambda each: isinstance(each.ask, Pick) and len(each.ask.options) == 3) is not None
    ways = player.page.locator("#ask .go.many.backed > .more")
    first, second, third = [await box(ways.nth(number)) for number in range(3)]
    assert first["y"] < second["y"] == third["y"]
    assert first["width"] > second["width"] + third["width"]


async def test_a_sum_beside_a_short_title_takes_one_line(table: LocalTable, chromium: Browser) -> None:
    player = await seated(table, chromium)
    pending = await player.turn()
    assert pending is not None
    await player.tap(pending, ["buy"])
    await player.turn()
    await player.page.locator(".live a.lit path.hit").first.click(force=True)
    said = player.page.locator("#ask .q .end")
    await said.wait_for()
    assert (await box(said))["height"] < 26


async def test_what_a_finger_has_left_is_not_shaded(table: LocalTable, chromium: Browser) -> None:
    """There is no pointer that could rest on it."""
    player = await seated(table, chromium)
    context = await chromium.new_context(
        viewport=PHONE,
        has_touch=True,
        is_mobile=True,
        reduced_motion="reduce",
        storage_state=await player.page.context.storage_state(),
    )
    page = await context.new_page()
    await page.goto(player.page.url)
    opener = page.locator("#ask .tolist")
    colour = "e => (e.getAnimations().forEach(each => each.finish()), getComputedStyle(e).backgroundColor)"
    before = await opener.evaluate(colour)
    await opener.tap()
    await page.locator("#ask .tolist:hover").wait_for()
    assert await opener.evaluate(colour) == before
