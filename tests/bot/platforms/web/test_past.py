"""Looking back on the page: moves one by one, earlier positions, the end of a game, its film, the table screen."""

from __future__ import annotations

import re

import pytest
from playwright.async_api import Browser, expect

from bot.messages import film
from bot.platforms.web.end_data import rounds_of
from bot.platforms.web.past_data import outside
from bot.platforms.web.server import LocalTable
from bot.table.standing_orders import Limit
from render import movie
from tests.bot.people import play_until
from tests.bot.platforms.web.player import PATIENCE, Player
from tests.bot.platforms.web.test_access import DESK, PHONE, SHAPES, require_clean
from tests.bot.platforms.web.test_page import BROWSER
from tests.bot.platforms.web.test_round_the_game import finished
from tests.bot.platforms.web.test_tools import joined
from tests.bot.platforms.web.visitor import Visitor, begin, code_of, link_of


async def moved(player: Player, moves: int = 4) -> None:
    """A few plain moves, until it is my turn again with something to look back on."""
    asked = [each async for each in player.questions(moves)]
    await player.tap(asked[-1], await player.plain_answer(asked[-1]))
    await player.turn()


async def seen(visitor: Visitor, source: str) -> bytes:
    async with visitor.session.get(visitor.base + source.replace("&amp;", "&")) as response:
        assert response.status == 200
        return await response.read()


def boards(text: str) -> list[str]:
    return re.findall(r'src="(/[^"]+board\.png[^"]*)"', text)


# --- earlier positions ---


async def test_what_happened_is_gone_through_move_by_move_without_a_script(table: LocalTable, host: Visitor) -> None:
    code, _, _ = await begin(host)
    await finished(table, code)
    count = len(await table.site.service.history.moments(code, None))
    await host.get(f"/t/{code}/at/0")
    walked = 1
    while way := re.search(r'href="([^"]+)"[^>]*data-past="next"', host.text):
        assert await host.get(way.group(1).replace("&amp;", "&")) == 200
        walked += 1
    assert walked >= count
    assert await host.get(f"/t/{code}/at/{walked}") == 404
    assert await host.get(f"/t/{code}/at/x") == 404
    assert await host.get("/t/ZZZZ/at/0") == 404


async def test_keys_and_links_lead_through_the_moves_and_back_to_the_question(
    table: LocalTable, chromium: Browser
) -> None:
    player = Player(table, await chromium.new_page(viewport=DESK))
    player.listen()
    await player.alone("carrara")
    await moved(player)
    page = player.page
    await page.locator(".log a.way").last.click()
    await page.wait_for_url("**/at/*")
    first = page.url
    await page.keyboard.press("]")
    await page.wait_for_url(lambda url: url != first)
    await page.keyboard.press("[")
    await page.wait_for_url(first)
    await expect(page.locator(".moves [aria-current=step]")).to_have_count(1)
    await page.locator("[data-past=next]").click()
    await page.wait_for_url(lambda url: url != first)
    await page.go_back()
    await page.wait_for_url(first)
    assert await page.locator("form").count() == 0, "nothing can be played there"
    await page.keyboard.press("Escape")
    await page.locator("#ask.mine").wait_for(timeout=PATIENCE)
    assert player.problems == []


async def test_moves_of_computers_are_shown_one_by_one_and_a_tap_skips(table: LocalTable, chromium: Browser) -> None:
    table.site.pace = "4"
    player = Player(table, await chromium.new_page(viewport=DESK))
    await player.alone("carrara")
    page = player.page
    await page.evaluate("""() => new MutationObserver(() => {
        for (const box of document.querySelectorAll('.unfold')) (window.seen ||= new Set()).add(box.textContent);
    }).observe(document.body, { subtree: true, childList: true })""")
    await page.locator("#ask.mine").wait_for(timeout=PATIENCE)
    loaded = await table.site.service.work.load(player.code)
    mine = loaded.table.people[0]
    for number in range(40):
        loaded = await table.site.service.work.load(player.code)
        owed = [each for each in loaded.engine.pending(loaded.state) if each.owed and each.seat == mine]
        if not owed:
            break
        value = loaded.engine.policy(loaded.state, mine, owed[0].step, owed[0].ask, lambda below: 0)
        user = loaded.table.seats[mine].user
        await table.site.service.moves.answer(f"mine {number}", player.code, user, [(owed[0].ask_id, value)])
        if await page.locator(".unfold").count():
            break
    await page.locator(".unfold").wait_for(timeout=PATIENCE)
    assert await page.evaluate("window.seen.size") >= 1
    while await page.locator(".unfold").count():
        await page.mouse.click(400, 400)
    await page.locator("#ask").wait_for(timeout=PATIENCE)


# --- secrets ---


async def test_a_silent_order_of_another_changes_no_address_and_no_number(
    table: LocalTable, host: Visitor, stranger: Visitor
) -> None:
    code = code_of(host)
    await host.get(f"/t/{code}")
    await stranger.get(link_of(host))
    await stranger.post(link_of(host), name="Piet")
    await host.post(f"/t/{code}/start")
    service = table.site.service
    paths = (f"/t/{code}", f"/t/{code}/at/0", f"/t/{code}/screen")

    async def pages() -> list[str]:
        found = []
        for path in paths:
            assert await host.get(path) == 200
            found.append(re.sub(r'data-rev="\w+"', "", host.text))
        return found

    before = await pages()
    other = next(seat for seat in (await service.work.load(code)).table.seats if seat.name == "Piet")
    version = (await service.work.load(code)).version
    await service.moves.order("order", code, other.user, [Limit(step="build.place", limit=1)])
    assert (await service.work.load(code)).version > version
    assert await pages() == before


async def test_the_screen_shows_no_more_than_an_onlooker_sees_whoever_opens_it(
    table: LocalTable, host: Visitor, stranger: Visitor
) -> None:
    code, seat, _ = await begin(host)
    await host.get(f"/t/{code}/screen")
    shown = re.sub(r"rev=\w+|data-\w+=\"[^\"]*\"", "", host.text.split("<body>")[1])
    source = boards(host.text)[0]
    await stranger.get(f"/t/{code}/screen")
    assert re.sub(r"rev=\w+|data-\w+=\"[^\"]*\"", "", stranger.text.split("<body>")[1]) == shown
    assert "public=1" in source
    assert await seen(host, source) == await seen(stranger, source)
    assert seat in (0, 1)


async def test_seats_without_a_phone_have_a_code_on_the_screen_on_a_network_alone(
    table: LocalTable, host: Visitor, stranger: Visitor
) -> None:
    code = code_of(host)
    await host.get(f"/t/{code}/screen")
    assert "/qr/" not in host.text, "on this computer alone nobody could use it"
    table.site.is_alone = False
    await host.get(f"/t/{code}/screen")
    assert "/qr/" in host.text
    await stranger.get(f"/t/{code}/screen")
    assert "/qr/" not in stranger.text
    for number, who in enumerate(("gentle", "closed", "closed"), 1):
        await host.post(f"/t/{code}/seat", who=who, number=number)
    await host.get(f"/t/{code}/screen")
    assert "All seats are taken" in host.text


# --- the end ---


async def test_what_is_chosen_before_the_first_round_is_no_round_of_its_own(
    table: LocalTable, host: Visitor, stranger: Visitor
) -> None:
    await host.post("/new", game="rivals")
    (code, _), history = await joined(host, stranger), table.site.service.history
    await play_until(table.site.service, code, "action")
    stands = await history.standings(code, None)
    assert stands[0].round == 0
    found = rounds_of(stands, await history.moments(code, None), (2, 2))
    assert [each.number for each in found[1:-1]] == list(range(1, stands[-1].round + 1))


async def test_the_knob_shows_the_board_of_any_round(table: LocalTable, chromium: Browser) -> None:
    player = Player(table, await chromium.new_page(viewport=PHONE))
    player.listen()
    await player.alone("carrara")
    await finished(table, player.code)
    await player.open(f"/t/{player.code}")
    page, image = player.page, player.page.locator(".ended .pic img")
    last = await image.get_attribute("src") or ""
    await page.locator("#knob").focus()
    await page.keyboard.press("Home")
    await expect(page.locator("#roundsaid b")).to_have_text("The deal")
    await page.keyboard.press("ArrowRight")
    await expect(page.locator("#roundsaid b")).to_contain_text("Round 1 of")
    await expect(image).not_to_have_attribute("src", last, timeout=PATIENCE)
    box = await page.locator("#knob").bounding_box()
    assert box is not None
    assert box["height"] >= 44
    await page.mouse.move(box["x"] + 22, box["y"] + 22)
    await page.mouse.down()
    await page.mouse.move(box["x"] + box["width"] - 22, box["y"] + 22, steps=6)
    await page.mouse.up()
    await expect(page.locator("#roundsaid b")).to_have_text("The end")
    back, on = page.locator("[data-way=back]"), page.locator("[data-way=next]")
    await expect(on).to_have_attribute("aria-disabled", "true")
    await back.click()
    await expect(page.locator("#roundsaid b")).to_contain_text("Round ")
    await expect(on).not_to_have_attribute("aria-disabled", "true")
    await on.click()
    await expect(page.locator("#roundsaid b")).to_have_text("The end")
    await page.locator("[data-play]").click()
    await expect(page.locator("#roundsaid b")).to_have_text("The deal")
    await expect(back).to_have_attribute("aria-disabled", "true")
    await expect(page.locator("[data-play] use")).to_have_attribute("href", re.compile("#pause$"))
    await page.locator("[data-play]").click()
    await expect(page.locator("[data-play] use")).to_have_attribute("href", re.compile("#play$"))
    await page.locator(".turnway").first.click()
    await expect(page.locator(".turnway[aria-current=true]")).to_have_count(1)
    await page.reload()
    await expect(page.locator(".turnway[aria-current=true]")).to_have_count(1)
    assert player.problems == []


async def test_a_game_of_one_sitting_tells_its_rounds_and_no_days(table: LocalTable, chromium: Browser) -> None:
    player = Player(table, await chromium.new_page(viewport=DESK))
    await player.alone("carrara")
    await finished(table, player.code)
    await player.open(f"/t/{player.code}")
    small = player.page.locator(".band .small")
    await expect(small).to_contain_text("rounds")
    await expect(small).not_to_contain_text("day")


async def test_the_small_map_goes_with_the_board_when_the_game_ends(table: LocalTable, chromium: Browser) -> None:
    player = Player(table, await chromium.new_page(viewport=PHONE))
    await player.alone("carrara")
    await player.turn()
    await expect(player.page.locator(".map")).to_have_count(1)
    await finished(table, player.code)
    await expect(player.page.locator(".ended")).to_be_visible(timeout=PATIENCE)
    await expect(player.page.locator(".map")).to_have_count(0)


async def test_arrows_and_log_follow_the_round_that_was_chosen(table: LocalTable, chromium: Browser) -> None:
    """They stood still at the end: the way on was none, and the log told of the last round."""
    player = Player(table, await chromium.new_page(viewport=DESK, reduced_motion="reduce"))
    player.listen()
    await player.alone("carrara")
    await finished(table, player.code)
    await player.open(f"/t/{player.code}")
    page = player.page
    said, on, first = page.locator("#roundsaid b"), page.locator(".rounds [data-way=next]"), page.locator(".moves li a")
    await expect(on).to_have_attribute("aria-disabled", "true")
    last = await first.first.inner_text()
    await page.locator("a.turn .hit").first.click()
    shown = int(re.search(r"round=(\d+)", page.url).group(1))  # type: ignore[union-attr]
    await expect(first.first).not_to_have_text(last)
    await on.click()
    await expect(said).to_contain_text(f"Round {shown + 1} of")
    await page.locator(".rounds [data-way=back]").click()
    await expect(said).to_contain_text(f"Round {shown} of")
    await page.locator(".ended [data-play]").click()
    await expect(page.locator(".ended [data-play] use")).to_have_attribute("href", re.compile("#pause$"))
    await page.locator(".ended [data-play]").click()
    await expect(page.locator(".ended [data-play] use")).to_have_attribute("href", re.compile("#play$"))
    assert player.problems == []


async def test_a_turning_point_is_hit_by_a_finger(table: LocalTable, chromium: Browser) -> None:
    player = Player(table, await chromium.new_page(viewport={"width": 360, "height": 740}))
    await player.alone("carrara")
    await finished(table, player.code)
    await player.open(f"/t/{player.code}")
    for hit in await player.page.locator("a.turn .hit").all():
        box = await hit.bounding_box()
        assert box is not None
        assert min(box["width"], box["height"]) >= 24


async def test_every_page_that_looks_back_is_clean(
    table: LocalTable, chromium: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(film, "MOST_FRAMES", 3)
    context = await chromium.new_context(viewport=PHONE, reduced_motion="reduce")
    player = Player(table, await context.new_page())
    player.listen()
    await player.alone("carrara")
    await moved(player)
    await player.open(f"/t/{player.code}")
    way = await player.page.locator(".through").first.get_attribute("href") or ""
    for path in (way, f"/t/{player.code}/at/0", f"/t/{player.code}/screen"):
        await player.open(path)
        await require_clean(player.page, path, SHAPES)
    await finished(table, player.code)
    await player.open(f"/t/{player.code}?round=3")
    await require_clean(player.page, "the end", SHAPES)
    await player.page.get_by_role("button", name="Check the shuffle").click()
    await player.page.locator("dialog.panel").wait_for(timeout=PATIENCE)
    await require_clean(player.page, "what was sealed")
    await player.page.keyboard.press("Escape")
    await player.page.get_by_role("button", name="Share").click()
    link = player.page.locator(".ended input.link")
    await link.wait_for(timeout=PATIENCE)
    await player.page.goto(await link.input_value())
    await require_clean(player.page, "shared", SHAPES)
    await player.open(f"/t/{player.code}/film")
    await player.page.locator("video.film").wait_for(timeout=PATIENCE)
    await player.page.wait_for_function("() => document.querySelector('video.film').currentTime > 0.2")
    await require_clean(player.page, "film", SHAPES)
    assert player.problems == []


async def test_a_shared_position_is_public_and_only_who_shared_it_takes_it_away(
    table: LocalTable, host: Visitor, stranger: Visitor
) -> None:
    code, seat, _ = await begin(host)
    assert await stranger.post(f"/t/{code}/share", number=0) == 200
    assert "/p/" not in stranger.url, "who does not play shares nothing"
    await host.get(f"/t/{code}")
    await host.post(f"/t/{code}/share", number=0, seat=seat)
    path = "/" + host.url.split("/", 3)[3]
    assert path.startswith("/p/")
    assert await stranger.get(path) == 200
    assert "Take the link away" not in stranger.text
    assert (await seen(stranger, boards(stranger.text)[0])).startswith(b"\x89PNG")
    await stranger.post(f"{path}/revoke")
    assert await stranger.get(path) == 200
    await host.post(f"{path}/revoke")
    assert await stranger.get(path) == 404
    assert await stranger.get(f"{path}/board.png") == 404


@pytest.mark.parametrize("has_extra", [False, True], ids=["gif", "mp4"])
async def test_a_film_is_made_once_and_kept(
    table: LocalTable, host: Visitor, monkeypatch: pytest.MonkeyPatch, has_extra: bool
) -> None:
    monkeypatch.setattr(movie, "is_here", lambda: has_extra)
    monkeypatch.setattr(film, "MOST_FRAMES", 4)
    code, _, _ = await begin(host)
    assert await host.get(f"/t/{code}/film") == 404, "not before the end"
    await finished(table, code)
    await host.get(f"/t/{code}/film")
    assert "is being made" in host.text
    made = await table.site.films.film(code, 60.0)
    assert made.data is not None
    drawn: list[object] = []
    monkeypatch.setattr(film, "film_of", lambda *asked: drawn.append(asked))
    source = f"{host.base}/t/{code}/film.{'mp4' if has_extra else 'gif'}"
    assert await seen(host, source.removeprefix(host.base)) == made.data
    assert made.data[4:8] == b"ftyp" if has_extra else made.data[:4] == b"GIF8"
    async with host.session.get(source, headers={"Range": "bytes=2-9"}) as part:
        assert (part.status, await part.read()) == (206, made.data[2:10])
        assert part.headers["Content-Range"] == f"bytes 2-9/{len(made.data)}"
    async with host.session.get(source, headers={"Range": f"bytes={len(made.data)}-"}) as beyond:
        assert beyond.status == 416
    await host.get(f"/t/{code}/film")
    assert "Save the film" in host.text
    assert drawn == []


def test_an_onlooker_owns_no_seat_of_the_browser() -> None:
    assert not outside(BROWSER).owns(BROWSER.user)


async def test_what_is_seen_until_a_board_is_drawn_lies_under_the_board_on_the_large_screen(
    table: LocalTable, host: Visitor, chromium: Browser
) -> None:
    code, _, _ = await begin(host)
    page = await chromium.new_page(viewport={"width": 1920, "height": 1080})
    await page.goto(f"{host.base}/t/{code}/screen")
    await page.locator(".then img").evaluate("image => image.decode()")
    covered = await page.evaluate("""() => {
        const image = document.querySelector('.then img'), frame = image.getBoundingClientRect();
        const wide = frame.height * image.naturalWidth / image.naturalHeight, left = frame.x + (frame.width - wide) / 2;
        return [...document.querySelectorAll('.awaited, .awaited *')].flatMap(each => {
            const range = document.createRange(); range.selectNodeContents(each);
            return [...range.getClientRects()].map(box => box.left >= left && box.right <= left + wide);
        });
    }""")
    assert covered
    assert all(covered)
