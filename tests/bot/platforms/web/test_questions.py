"""What holds of every question of every game: targets are as large as a finger or come nearer before one is chosen,
lists draw what the board draws, nothing that acts is dashed, and a new question is read from its top."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.async_api import Browser, Page, ViewportSize

from bot.platforms.web.server import LocalTable
from engines import ENGINES
from engines.kit import Amount, Pick, named
from engines.kit.engine import Pending
from render import look, shape
from tests.bot.people import play_until
from tests.bot.platforms.web.player import Player, resize
from tests.bot.platforms.web.test_controls import buying
from tests.bot.platforms.web.visitor import Visitor, code_of
from tests.thorough import amount

NARROW, LOW = ViewportSize(width=360, height=740), ViewportSize(width=1440, height=600)
"""The narrowest phone, and a desk with so little height that lists must scroll."""
FINGER = 24
LOOKS = amount(1, 10_000)
"""So many questions of each kind are looked at in a whole game."""
SIZES = """() => [...document.querySelectorAll('.live a.lit')].map((way) => {
    const box = way.querySelector('.hit').getBoundingClientRect();
    return [way.dataset.key, Math.min(box.width, box.height), box.x + box.width / 2, box.y + box.height / 2];
})"""
SEEN = """([x, y]) => { const view = document.querySelector('.view').getBoundingClientRect();
    const isInside = x > view.left && x < view.right && y > view.top && y < view.bottom;
    return isInside && !!document.elementFromPoint(x, y)?.closest('.cam'); }"""
DASHED = """() => [...document.querySelectorAll('#ask button, #ask a.btn, #list button, #list a')]
    .filter((each) => getComputedStyle(each).borderTopStyle === 'dashed').map((each) => each.textContent)"""
ROWS = """() => [...document.querySelectorAll('#list .optl > li > a')].map((row) =>
    [row.textContent, !!row.querySelector('.tok'), !!row.querySelector('svg.piece')])"""
TOPS = "() => [...document.querySelectorAll('#list, #ask')].map((each) => each.scrollTop)"
TO_THE_END = """() => [...document.querySelectorAll('#list, #ask')]
    .filter((each) => (each.scrollTop = 9999, each.scrollTop > 0)).length"""


async def comes_nearer(page: Page, key: str, x: float, y: float) -> float:
    """How large a target is after one tap on it, which chooses nothing."""
    before = page.url
    await page.touchscreen.tap(x, y)
    await page.wait_for_timeout(50)
    assert page.url == before, "what is too small is not chosen by the first tap"
    return next(size for found, size, *_ in await page.evaluate(SIZES) if found == key)


async def measured(page: Page, pending: Pending, small: set[str]) -> int:
    """How many targets were measured; of each kind of question one that is too small is tapped."""
    found = await page.evaluate(SIZES)
    for key, size, x, y in found:
        if size < FINGER - 0.5 and pending.step not in small and await page.evaluate(SEEN, [x, y]):
            small.add(pending.step)
            assert await comes_nearer(page, key, x, y) >= FINGER, f"{pending.step}: {key}"
    return len(found)


async def drawn(page: Page, game: str, pending: Pending, view: Any) -> int:
    """How many rows of the list have a look of their own on the board; they have it in the list too."""
    assert await page.evaluate(DASHED) == [], pending.step
    if not isinstance(pending.ask, Pick):
        return 0
    things = [[ref for ref in named(option.label) if look(game, ref, view)] for option in pending.ask.options]
    rows: list[Any] = await page.evaluate(ROWS)
    for (said, has_look, has_shape), refs in zip(rows, things, strict=False):
        if refs:
            assert has_look, f"{pending.step}: {said}"
            cells = shape(game, refs[0], 0, False, view)
            assert has_shape == bool(cells and len(cells) > 1), f"{pending.step}: {said}"
    return sum([bool(refs) for _, refs in zip(rows, things, strict=False)])


@pytest.mark.parametrize("game", list(ENGINES))
async def test_every_question_is_large_enough_drawn_alike_and_read_from_its_top(
    table: LocalTable, chromium: Browser, game: str
) -> None:
    context = await chromium.new_context(viewport=LOW, reduced_motion="reduce", has_touch=True)
    player = Player(table, await context.new_page())
    player.listen()
    await player.alone(game)
    page, targets, rows, scrolled, small = player.page, 0, 0, 0, set[str]()
    async for pending in player.questions(looks=LOOKS, answer=buying):
        assert await page.evaluate(TOPS) == [0, 0], pending.step
        state = (await table.site.service.work.load(player.code)).state
        rows += await drawn(page, game, pending, ENGINES[game].view(state, player.seat))
        await resize(page, NARROW)
        targets += await measured(page, pending, small)
        await resize(page, LOW)
        scrolled += await page.evaluate(TO_THE_END)
    assert targets >= 10
    assert rows
    assert scrolled or game != "princes", "some list is longer than its room"
    assert player.problems == []


async def test_a_list_holds_the_numbers_that_the_bar_holds(table: LocalTable, host: Visitor) -> None:
    """A bid is one number: it stands beside the way out."""
    await host.post("/new", game="princes")
    code = code_of(host)
    await host.post(f"/t/{code}/hotseat", name="Piet")
    await host.post(f"/t/{code}/start")
    pending = await play_until(table.site.service, code, "auction.bid")
    assert isinstance(pending.ask, Amount)
    await host.get(f"/t/{code}?seat={pending.seat}")
    rows = host.text.split('class="optl"')[1].split("</ol>")[0].split("</li>")[:-1]
    said = [re.sub("<.*?>", "", row.split('class="said"')[1]).removeprefix(">") for row in rows]
    assert said == [f"Bid {pending.ask.low}", "Pass"]


async def test_a_piece_that_is_to_be_placed_is_drawn_round_where_it_would_lie(table: LocalTable, host: Visitor) -> None:
    await host.post("/new", game="princes")
    code = code_of(host)
    await host.post(f"/t/{code}/hotseat", name="Piet")
    await host.post(f"/t/{code}/start")
    pending = await play_until(table.site.service, code, "object.place")
    await host.get(f"/t/{code}?seat={pending.seat}")
    assert re.search(r'<g class="sel goal"><path d="M[^"]+Z" class="case">', host.text)


async def test_what_is_known_of_a_chosen_card_stands_in_the_bar(table: LocalTable, host: Visitor) -> None:
    """People that one looks at lie nowhere on the board: their wishes are read before one of them is kept."""
    await host.post("/new", game="princes")
    code = code_of(host)
    await host.post(f"/t/{code}/hotseat", name="Piet")
    await host.post(f"/t/{code}/start")
    pending = await play_until(table.site.service, code, "look.keep")
    await host.get(f"/t/{code}?seat={pending.seat}")
    chips = re.search(r'class="chips">(.*?)</div>', host.text)
    assert chips
    way = re.search(r'href="([^"]+)"', chips.group(1))
    assert way
    await host.get(way.group(1).replace("&amp;", "&"))
    chosen = host.text.split('class="optl"')[1].split('aria-current="true"')[1].split("</li>")[0]
    note = re.search("<small>(.*?)</small>", chosen)
    assert note
    assert f'<ul class="worth2"><li>{note.group(1)}</li></ul>' in host.text


async def test_the_camera_stands_on_what_answers_the_question_not_on_what_can_be_done_beside_it(
    table: LocalTable, host: Visitor
) -> None:
    """Own bricks are built; those of the row can be swapped beside that, and lie in another panel."""
    await host.post("/new", game="firenze")
    code = code_of(host)
    await host.post(f"/t/{code}/hotseat", name="Piet")
    await host.post(f"/t/{code}/start")
    pending = await play_until(table.site.service, code, "build.bricks")
    await host.get(f"/t/{code}?seat={pending.seat}")
    assert re.search(r'class="live"[^>]* data-focus="[\d. ]+"', host.text)
