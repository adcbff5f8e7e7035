"""The page for the figures of one's own box: with and without a script, at this computer only."""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest
from aiohttp import FormData
from playwright.async_api import Browser, Page, expect

from bot.language.figure_words import references
from bot.messages import figure_pictures
from bot.platforms.web.server import LocalTable
from bot.service import own_box
from config.settings import OWN_BOX
from engines import ENGINES
from engines.kit import use_data
from render import drawn_regions
from tests.bot.platforms.web.player import PATIENCE, Player
from tests.bot.platforms.web.test_access import DESK, PHONE, SHAPES, require_clean
from tests.bot.platforms.web.visitor import Visitor, begin, code_of

GAMES = ("princes", "firenze", "carrara")
NOT_PRINTED = {"firenze": ["A game that nobody ends"]}
"""Entries that stand nowhere in the box."""


@pytest.fixture(autouse=True)
def our_tables() -> Iterator[None]:
    use_data(None)
    yield
    use_data(None)


async def opened(page: Page, table: LocalTable, game: str) -> None:
    await page.goto(f"{table.site.base}/data/{game}")
    await page.evaluate("document.querySelectorAll('details').forEach((each) => { each.open = true; })")


# --- in a browser ---


async def test_the_page_is_clean_in_both_themes_and_shapes(table: LocalTable, chromium: Browser) -> None:
    context = await chromium.new_context(viewport=PHONE, reduced_motion="reduce")
    player = Player(table, await context.new_page())
    player.listen()
    for game in GAMES:
        await opened(player.page, table, game)
        shapes = SHAPES if game == GAMES[0] else ()  # one form for all games, and a desk changes its layout alone
        await require_clean(player.page, game, shapes)
    assert player.problems == []


async def test_sums_are_told_while_one_types_and_the_set_is_saved(table: LocalTable, chromium: Browser) -> None:
    page = await chromium.new_page(viewport=PHONE)
    await opened(page, table, "firenze")
    await page.fill("[name='card.flood.start']", "1")
    await expect(page.locator("#sums")).to_contain_text("there are 11 start cards", timeout=PATIENCE)
    await page.fill("[name='card.alchemist.start']", "0")
    await expect(page.locator("#sums")).to_contain_text("All sums are right", timeout=PATIENCE)
    await page.locator(".keepbox .main").click()
    await expect(page.get_by_text("give the set a name")).to_be_in_viewport(timeout=PATIENCE)
    await page.fill("[name=set_name]", "Anna's box")
    await page.locator(".keepbox .main").click()
    await expect(page.locator("#notices")).to_be_in_viewport(timeout=PATIENCE)
    await expect(page.locator("#notices")).to_contain_text("Saved as Anna's box", timeout=PATIENCE)
    await expect(page.locator("main")).to_contain_text("New games use the set “Anna's box”", timeout=PATIENCE)
    assert own_box.present("firenze").raw["card"][0]["start"] == 0


async def test_a_shape_is_drawn_cell_by_cell(table: LocalTable, chromium: Browser) -> None:
    page = await chromium.new_page(viewport=DESK)
    await opened(page, table, "princes")
    name = "building.chapel.shape"
    for cell in ("0.1", "2.0"):
        await page.locator(f"[name='cell:{name}'][value='{cell}']").click()
    await expect(page.locator(f"[name='drawn:{name}']")).to_be_checked(timeout=PATIENCE)
    await expect(page.locator("#sums")).to_contain_text("All sums are right", timeout=PATIENCE)
    await page.locator(f"[name='cell:{name}'][value='3.0']").click()
    await expect(page.locator("#sums")).to_contain_text("the shape of chapel does not cover 3 cells", timeout=PATIENCE)
    await page.locator(f"[name='cell:{name}'][value='3.0']").click()
    await page.fill("[name=set_name]", "My box")
    await page.locator(".keepbox .main").click()
    await expect(page.locator("#notices")).to_contain_text("Saved as My box", timeout=PATIENCE)
    shapes = {row["id"]: row["shape"] for row in own_box.present("princes").raw["building"]}
    assert shapes["chapel"] == ["#", "#", "#"]


# --- without a script ---


def test_a_thing_is_shown_itself_and_not_a_seats_place_for_it() -> None:
    spot = figure_pictures.spots("carrara", {"city/livorno"})["city/livorno"]
    regions = drawn_regions(figure_pictures.scene("carrara", spot.view, spot.seats, spot.part))
    assert next(each for each in regions if each.box == spot.box).refs == ("city/livorno", "place/livorno")


@pytest.mark.parametrize("game", GAMES)
async def test_every_picture_of_the_page_is_there(stranger: Visitor, game: str) -> None:
    assert await stranger.get(f"/data/{game}") == 200
    pictures = re.findall(r'src="(/data/[^"]+)"', stranger.text)
    entries = re.findall(r"<legend>(.*?)</legend>(.*?)</fieldset>", stranger.text, re.DOTALL)
    assert len(pictures) > 10
    assert [name for name, inside in entries if "/picture.png" not in inside] == NOT_PRINTED.get(game, [])
    wanted = {
        each for figure in own_box.in_doubt(game) for each in references(game, figure.row, own_box.present(game).raw)
    }
    shown = figure_pictures.spots(game, wanted)
    named = [parse_qs(urlsplit(address.replace("&amp;", "&")).query)["of"] for address in pictures]
    assert [each for each in named if not any(reference in shown for reference in each)] == []
    for address in (pictures[0], pictures[-1]):
        async with stranger.session.get(stranger.base + address.replace("&amp;", "&")) as response:
            assert response.status == 200
            assert (await response.read()).startswith(b"\x89PNG")
    assert await stranger.get(f"/data/{game}/picture.png?of=nothing/here") == 404


async def test_what_is_wrong_is_shown_with_all_that_was_typed(stranger: Visitor, tmp_path: Path) -> None:
    await stranger.get("/data/firenze")
    typed = {"card.flood.start": "1", "tower.1.points.3": "2", "set_name": "Anna's box"}
    assert await stranger.post("/data/firenze", **typed) == 200
    assert "Action cards: there are 11 start cards, it should be 10." in stranger.text
    assert 'name="tower.1.points.3" value="2"' in stranger.text
    assert not (tmp_path / OWN_BOX).exists()
    assert await stranger.post("/data/firenze", **{**typed, "card.alchemist.start": "0", "set_name": ""}) == 200
    assert "give the set a name" in stranger.text.lower()
    assert await stranger.post("/data/firenze", **{**typed, "card.alchemist.start": "0"}, only="check") == 200
    assert "All sums are right" in stranger.text
    assert not (tmp_path / OWN_BOX).exists()
    assert await stranger.post("/data/firenze", **{**typed, "card.alchemist.start": "0"}) == 200
    assert "Saved as Anna&#x27;s box" in stranger.text or "Saved as Anna's box" in stranger.text
    assert (tmp_path / OWN_BOX / "firenze" / "set.toml").is_file()


async def test_a_table_keeps_the_figures_it_began_with_and_names_them(host: Visitor) -> None:
    assert "Figures: ours" in host.text
    code = code_of(host)
    await host.get("/data/carrara")
    await host.post("/data/carrara", set_name="My box", **{"city.livorno.needs": "3"})
    await host.get(f"/t/{code}")
    assert "Figures: My box" in host.text
    await begin(host)
    await host.get("/data/carrara")
    await host.post("/data/carrara", set_name="Another", **{"city.livorno.needs": "4"})
    await host.get(f"/t/{code}")
    assert "Figures: My box" in host.text
    await host.get(f"/rules/carrara?at={code}")
    assert "Figures from My box" in host.text
    assert re.search(r"Livorno: Own buildings needed to score the city: <b>3</b>", host.text)
    await host.get("/rules/carrara")
    assert re.search(r"Livorno: Own buildings needed to score the city: <b>4</b>", host.text)
    assert 'href="/data/carrara"' in host.text
    await host.get("/settings")
    assert 'href="/data/firenze"' in host.text


async def upload(visitor: Visitor, game: str, raw: bytes) -> str:
    form = FormData()
    form.add_field("token", visitor.token)
    form.add_field("file", raw, filename="set.zip", content_type="application/zip")
    address = f"{visitor.base}/data/{game}/import"
    async with visitor.session.post(address, data=form, headers={"Origin": visitor.base}) as response:
        assert response.status == 200
        return await response.text()


async def test_a_set_is_downloaded_and_uploaded(stranger: Visitor, tmp_path: Path) -> None:
    await stranger.get("/data/carrara")
    await stranger.post("/data/carrara", set_name="My box", **{"city.livorno.needs": "3"})
    async with stranger.session.get(f"{stranger.base}/data/carrara/set.zip") as response:
        raw = await response.read()
        assert "carrara-figures.zip" in response.headers["Content-Disposition"]
    digest = ENGINES["carrara"].tables.current().digest
    use_data(tmp_path / "elsewhere")
    assert "New games use the set “My box”" in await upload(stranger, "carrara", raw)
    assert ENGINES["carrara"].tables.current().digest == digest
    assert "this set is for another game (carrara)" in (await upload(stranger, "firenze", raw))
    assert "this file is not a zip" in await upload(stranger, "carrara", b"nonsense")
    broken = io.BytesIO()
    with zipfile.ZipFile(broken, "w") as packed:
        packed.writestr("../../carrara/tables.toml", "x = 1")
    assert "belongs to no set" in await upload(stranger, "carrara", broken.getvalue())


async def test_only_this_computer_may_open_the_page(stranger: Visitor, table: LocalTable) -> None:
    port = table.site.base.rpartition(":")[2]
    for headers in ({"X-Forwarded-For": "203.0.113.9"}, {"Forwarded": "for=1.2.3.4"}, {"Host": f"192.168.1.9:{port}"}):
        for path in ("", "/set.zip", "/picture.png?of=city/livorno"):
            assert await stranger.get(f"/data/carrara{path}", **headers) == 403
        origin = f"http://{headers.get('Host', stranger.base.partition('//')[2])}"
        for path in ("", "/check", "/import"):
            assert await stranger.post(f"/data/carrara{path}", {**headers, "Origin": origin}) == 403
    assert await stranger.get("/data/carrara") == 200
    assert await stranger.get("/data/rivals") == 404
    stranger.token = "0" * 32
    assert await stranger.post("/data/carrara", set_name="X", **{"city.livorno.needs": "3"}) == 403
