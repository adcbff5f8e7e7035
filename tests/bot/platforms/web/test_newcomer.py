"""What a newcomer met who played first games by hand on a phone, with all that moves moving."""

from __future__ import annotations

import re

import pytest
from playwright.async_api import Browser, ViewportSize, expect

from bot.learn.teacher import suggested
from bot.platforms.web.server import LocalTable
from engines import ENGINES
from tests.bot.hearing import hearing
from tests.bot.people import play_until
from tests.bot.platforms.web.player import Player, resize
from tests.bot.platforms.web.visitor import Visitor, code_of, link_of

PHONE, LOW_DESK = ViewportSize(width=390, height=844), ViewportSize(width=1366, height=768)
IN_SIGHT = """() => {
    const view = document.querySelector('.view').getBoundingClientRect();
    const boxes = [...document.querySelectorAll('.live a.lit .hit')].map((hit) => hit.getBoundingClientRect());
    return boxes.length > 0 && boxes.every((box) => box.left >= view.left - 1 && box.right <= view.right + 1
        && box.top >= view.top - 1 && box.bottom <= view.bottom + 1);
}"""
AT_REST = "() => !document.querySelector('.cam').getAnimations().length"
COVERED = """() => [...document.querySelectorAll('.live a.sel:has(.cnt)')].map((way) => {
    const [chip, disc] = ['.edge', 'circle'].map((part) => way.querySelector(part).getBoundingClientRect());
    const wide = Math.min(chip.right, disc.right) - Math.max(chip.left, disc.left);
    const high = Math.min(chip.bottom, disc.bottom) - Math.max(chip.top, disc.top);
    return Math.max(0, wide) * Math.max(0, high) / (chip.width * chip.height);
})"""
BROKEN = """() => {
    const broken = [], walk = document.createTreeWalker(document.querySelector('#ask .go'), NodeFilter.SHOW_TEXT);
    while (walk.nextNode()) for (const found of walk.currentNode.data.matchAll(/\\S+/g)) {
        const range = document.createRange();
        range.setStart(walk.currentNode, found.index);
        range.setEnd(walk.currentNode, found.index + found[0].length);
        if (new Set([...range.getClientRects()].map((box) => box.top)).size > 1) broken.push(found[0]);
    }
    return broken;
}"""


TEACHING = """() => {
    const card = document.querySelector('.teacher').getBoundingClientRect(), told = document.querySelector('.told');
    const ways = [...document.querySelectorAll('.teacher :is(button, .row a)')];
    const boxes = ways.map((way) => way.getBoundingClientRect());
    const over = boxes.flatMap((a, n) => boxes.slice(n + 1).filter((b) =>
        a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1));
    const out = boxes.filter((box) => box.top < card.top || box.bottom > card.bottom + 1 || box.right > card.right);
    return [boxes.length, over.length, out.length, told ? told.scrollHeight - told.clientHeight > 1 : false];
}"""
"""How many ways a teacher's card has, how many of them lie over each other or outside, whether the lesson is cut."""


async def learner(table: LocalTable, chromium: Browser, game: str, language: str = "en") -> Player:
    """At the first question of a game that is taught, on a phone that draws every movement."""
    context = await chromium.new_context(viewport=PHONE, has_touch=True, locale=language)
    player = Player(table, await context.new_page())
    player.listen()
    await player.open()
    await player.page.locator(f".gcard.g-{game} form[action='/learn'] button").click()
    await player.page.wait_for_url("**/t/*")
    await player.sit()
    return player


@pytest.mark.parametrize("game", list(ENGINES))
async def test_at_a_desk_a_lesson_is_seen_whole_with_its_ways(table: LocalTable, chromium: Browser, game: str) -> None:
    player = await learner(table, chromium, game)
    await resize(player.page, LOW_DESK)
    await player.page.locator(".teacher").wait_for()
    ways, *wrong = await player.page.evaluate(TEACHING)
    assert ways >= 3
    assert wrong == [0, 0, False]


async def test_the_offer_of_a_teacher_keeps_its_two_answers_apart(table: LocalTable, chromium: Browser) -> None:
    context = await chromium.new_context(viewport=LOW_DESK)
    player = Player(table, await context.new_page())
    await player.alone("carrara")
    await player.page.locator(".teacher.offer").wait_for()
    assert await player.page.evaluate(TEACHING) == [2, 0, 0, False]


async def take(player: Player, name: str) -> None:
    """Tap a thing on the board, however small, and wait until it is chosen."""
    way = player.page.locator(f".live a[aria-label*='{name}']").first
    await way.dispatch_event("click")
    await expect(player.page.locator(f".live a.sel[aria-label*='{name}']").first).to_be_visible()


async def test_the_camera_stands_on_what_can_be_chosen_though_the_board_grows_little_by_little(
    table: LocalTable, chromium: Browser
) -> None:
    player = await learner(table, chromium, "carrara")
    page = player.page
    await page.locator("#ask .go button.good").tap()
    await take(player, "black, costs")
    discs = await page.evaluate(COVERED)
    assert discs
    assert max(discs) < 0.1, "the number of a brick leaves its colour and price to be seen"
    assert not (await page.locator("#said").inner_text()).endswith("Enter"), "a key is not spoken"
    await page.locator("#ask [data-lead]").tap()
    await expect(page.locator("#pr")).to_contain_text("An object for 10 coins?")
    for near in ("0", "-1"):
        await page.evaluate(f"camera({near})")
        await page.wait_for_function(AT_REST)
    assert await page.evaluate(IN_SIGHT)
    assert player.problems == []


async def test_show_makes_what_the_teacher_speaks_of_stand_out(table: LocalTable, chromium: Browser) -> None:
    player = await learner(table, chromium, "carrara")
    await expect(player.page.locator(".live .point.shown")).to_have_count(0)
    await player.page.locator(".teacher [data-to='']").tap()
    await player.page.locator(".live .point.shown").first.wait_for(state="attached")


async def test_no_word_of_the_bar_is_broken_and_what_is_chosen_keeps_room(table: LocalTable, chromium: Browser) -> None:
    player = await learner(table, chromium, "carrara", "nl")
    page = player.page
    await resize(page, {"width": 360, "height": 844})
    await page.locator("#ask .go").evaluate(
        "go => { const way = go.querySelector('a.more'); way.lastChild.textContent = 'Waarderen …'; go.prepend("
        "Object.assign(document.createElement('a'), { className: 'btn sq' })); way.before(way.previousSibling); }"
    )
    assert await page.evaluate(BROKEN) == []
    await page.locator("#ask .go button.good").tap()
    await page.locator(".live a[aria-label^='II,']").dispatch_event("click")
    await expect(page.locator("#ask [data-lead]")).to_be_visible()
    await page.locator(".live a.sel:has(.cnt)").first.dispatch_event("click")
    await expect(page.locator("#pr span")).to_have_count(2)
    box = await page.locator("#pr span").last.bounding_box()
    assert box is not None
    assert box["height"] < 65, "three lines at most"


async def test_what_could_be_done_instead_does_not_draw_the_camera(table: LocalTable, host: Visitor) -> None:
    code = code_of(host)
    await host.post(f"/t/{code}/hotseat", name="Piet")
    await host.post(f"/t/{code}/start")
    for _ in range(60):
        pending = await play_until(table.site.service, code, "turn.action")
        await host.get(f"/t/{code}?seat={pending.seat}")
        verb = re.search(r'<a [^>]*href="([^"]*)"[^>]*class="btn more[^>]*>(?:<kbd.*?</kbd>)?<span>Score', host.text)
        if verb is None:
            verb = re.search(r'class="btn more[^>]*href="([^"]*)"[^>]*>(?:<kbd.*?</kbd>)?<span>Score', host.text)
        if verb is not None:
            await host.get(verb.group(1).replace("&amp;", "&"))
            if "data-lead" in host.text:
                break
        loaded = await table.site.service.work.load(code)
        user = loaded.table.seats[pending.seat].user
        value = loaded.engine.policy(loaded.state, pending.seat, pending.step, pending.ask, lambda _: 0)
        await table.site.service.moves.answer(f"on {loaded.version}", code, user, [(pending.ask_id, value)])
    else:
        raise AssertionError("never only one thing to score")
    assert re.search(r"Score \w+", host.text)
    assert "data-focus" not in host.text


async def test_to_take_back_is_said_with_what_was_done(table: LocalTable, chromium: Browser) -> None:
    player = await learner(table, chromium, "carrara")
    await player.page.locator("#ask .go button.good").tap()
    await take(player, "black, costs")
    await player.page.locator("#ask [data-lead]").tap()
    await player.page.get_by_role("button", name="Take back: You bought 1 black from").wait_for()


async def test_a_plan_of_my_own_is_nothing_that_happened_since_my_move(host: Visitor, stranger: Visitor) -> None:
    code, link = code_of(host), link_of(host)
    await stranger.get(link)
    await stranger.post(link, name="Piet")
    await host.get(f"/t/{code}")
    await host.post(f"/t/{code}/start")
    for each in (host, stranger):
        await each.get(f"/t/{code}")
    waiting = stranger if 'class="abar mine"' in host.text else host
    seat = re.search(r'id="lineform".*?name="seat" value="(\d)"', waiting.text, re.DOTALL)
    assert seat
    before = recap(waiting)
    await waiting.post(f"/t/{code}/line", text="/plan buy 1 red from II if at most 0", seat=seat.group(1))
    await waiting.get(f"/t/{code}")
    assert "Your plan is kept for your turn." in waiting.text, "the log tells it"
    assert recap(waiting) == before


def recap(visitor: Visitor) -> str:
    """What happened since the own move, in words."""
    found = re.search(r'<div class="recap">(.*?)<section', visitor.text, re.DOTALL)
    assert found
    return re.sub(r"<[^>]*>", " ", found.group(1))


async def test_a_good_answer_is_told_to_the_question_that_stands_in_the_bar(host: Visitor, table: LocalTable) -> None:
    await host.post("/learn", game="carrara")
    code = code_of(host)
    pending = await asked_to_build(table, code)
    assert pending
    await host.get(f"/t/{code}")
    good = re.search(r'<a href="([^"]*plan=[^"]*)"[^>]*class="btn more good"', host.text) or re.search(
        r'<a class="btn more good"[^>]*href="([^"]*plan=[^"]*)"', host.text
    )
    assert good
    said = [hint(host)]
    await host.get(good.group(1).replace("&amp;", "&"))
    said.append(hint(host))
    assert "A good answer: Build." in said[0]
    assert re.search(r"A good answer: \w+ \d", said[1]), "which tile, then"


def hint(visitor: Visitor) -> str:
    """What the teacher says, in words."""
    found = re.search(r'<aside[^>]*class="teacher.*?</aside>', visitor.text, re.DOTALL)
    return "" if found is None else re.sub(r"<[^>]*>", " ", found.group())


async def asked_to_build(table: LocalTable, code: str) -> bool:
    """Play until the learner's teacher would build."""
    service, ahead = table.site.service, 0.0
    clock = service.work.clock
    service.work.clock = lambda: clock() + ahead
    for _ in range(200):
        ahead += 60  # whoever answers at once is told nothing
        loaded = await service.work.load(code)
        pending = next(each for each in loaded.engine.pending(loaded.running()) if each.owed)
        user = loaded.table.seats[pending.seat].user
        if pending.seat == 0 and pending.step == "turn.action":
            good = suggested(loaded.engine, loaded.running(), 0, pending)
            if good is not None and good[1] == ["build"]:
                return True
        if pending.seat == 0:
            value = loaded.engine.policy(loaded.state, 0, pending.step, pending.ask, lambda _: 0)
            await service.moves.answer(f"on {loaded.version}", code, user, [(pending.ask_id, value)])
        else:
            with hearing(service) as changed:
                if (await service.work.load(code)).version == loaded.version:
                    await changed.wait()
    return False
