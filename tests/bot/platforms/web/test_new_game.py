"""A new game on the page: without tips, accent, ornament, title or rules text nothing breaks."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator

import pytest
import pytest_asyncio

from bot.platforms.web.assets import assets
from bot.platforms.web.server import LocalTable
from engines import ENGINES
from tests.bot.platforms.web.visitor import Visitor, begin, code_of
from tests.bot.toy_words import toy_spoken
from tests.toy import toy


@pytest_asyncio.fixture(loop_scope="session")
async def host(table: LocalTable, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Visitor]:
    """Somebody with a table of the toy that has not begun."""
    monkeypatch.setitem(ENGINES, "toy", toy())
    visitor = Visitor(table.site.base)
    with toy_spoken():
        assert await visitor.get("/") == 200
        assert "Toy" in visitor.text
        assert await visitor.post("/new", game="toy") == 200
        yield visitor
        await visitor.session.close()


async def test_its_table_opens_asks_and_can_be_played(host: Visitor) -> None:
    code, _, _ = await begin(host)
    assert await host.get(f"/t/{code}") == 200
    assert "Keep two animals" in host.text
    assert 'class="tip"' not in host.text


async def test_its_pictures_are_served_in_light_and_dark(host: Visitor) -> None:
    code, _, _ = await begin(host)
    await host.get(f"/t/{code}")
    sources = set(re.findall(r'(?:src|srcset)="(/t/[^" ]+)', host.text))
    assert sources
    for source in sources:
        async with host.session.get(host.base + source.replace("&amp;", "&")) as response:
            assert response.status == 200
            assert (await response.read()).startswith(b"\x89PNG")


@pytest.mark.parametrize("page", ["/", "/t/{code}/tools", "/t/{code}/state", "/rules/toy", "/rules/toy?q=hut"])
async def test_every_page_of_it_opens(host: Visitor, page: str) -> None:
    code, _, _ = await begin(host)
    assert await host.get(page.format(code=code)) == 200


async def test_its_lobby_opens(host: Visitor) -> None:
    assert await host.get(f"/t/{code_of(host)}") == 200
    assert "g-toy" in host.text


def test_every_game_of_the_house_has_its_own_bands_and_all_else_those_of_the_house() -> None:
    tokens, content = assets().content["tokens.css"].decode(), assets().content
    assert ":root { --accent: var(--house); --frieze: url(frieze.svg); --inlay: url(inlay.svg); }" in tokens
    assert {"frieze.svg", "inlay.svg"} <= set(content)
    for game in ("princes", "firenze", "carrara", "rivals"):
        rule = f".g-{game} {{ --accent: var(--a-{game}); --frieze: url(frieze-{game}.svg); "
        assert rule in tokens
        assert content[f"frieze-{game}.svg"].startswith(b"<svg")
        assert content[f"inlay-{game}.svg"].startswith(b"<svg")
