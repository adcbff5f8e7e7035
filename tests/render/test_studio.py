"""The studio draws outside the event loop, each picture once, and keeps what it drew."""

import asyncio
import io
import multiprocessing
from typing import Any

import pytest
from PIL import Image, ImageChops

from bot.cli import demo
from engines import ENGINES
from render import Drawn, Guest, Lobby, Picture, Studio
from render import studio as studio_module
from render.cache import Cache, key
from render.dispatch import paint
from render.paint.encode import png


def card(name: str = "Marta", **more: Any) -> Picture:
    lobby = Lobby((Guest(name), None), "2 to 4 players")
    return Picture("carrara", lobby, lambda key, facts: key.rsplit(".", 1)[-1], (name,), "lobby", **more)


@pytest.fixture
def counted(monkeypatch: pytest.MonkeyPatch) -> list[Picture]:
    drawn: list[Picture] = []
    real = studio_module.draw

    def draw(picture: Picture) -> Drawn:
        drawn.append(picture)
        return real(picture)

    monkeypatch.setattr(studio_module, "draw", draw)
    return drawn


def test_the_key_tells_views_themes_languages_and_names_apart() -> None:
    keys = {key(card()), key(card("Lena")), key(card(theme="dark")), key(card(language="nl")), key(card(code="AB"))}
    assert len(keys) == 5
    assert key(card()) == key(card())


async def test_the_same_picture_asked_for_often_is_drawn_once(counted: list[Picture]) -> None:
    studio = Studio()
    first = await asyncio.gather(*(studio.draw(card()) for _ in range(5)))
    again = await studio.draw(card())
    assert len(counted) == 1
    assert all(one.png == again.png for one in first)
    studio.close()


async def test_different_pictures_are_all_drawn_though_few_may_wait(counted: list[Picture]) -> None:
    studio = Studio(workers=1, most_waiting=2)
    drawn = await asyncio.gather(*(studio.draw(card(f"Guest {n}")) for n in range(6)))
    assert len(counted) == 6
    assert len({one.png for one in drawn}) == 6
    studio.close()


async def test_a_reader_who_goes_away_does_not_stop_the_drawing(counted: list[Picture]) -> None:
    studio = Studio()
    waiting = asyncio.create_task(studio.draw(card()))
    await asyncio.sleep(0)
    waiting.cancel()
    assert (await studio.draw(card())).png
    assert len(counted) == 1
    studio.close()


async def test_processes_draw_every_board_to_the_byte_as_threads_do_and_one_that_dies_is_replaced() -> None:
    pictures = [demo.picture(demo.stop(game, 2, answers=8), "all", 0) for game in (*ENGINES,)[:2]]
    threads, apart = Studio(), Studio.at_work(1)
    try:
        expected = [await threads.draw(picture) for picture in pictures]
        assert [await apart.draw(picture) for picture in pictures] == expected
        for process in multiprocessing.active_children():
            process.kill()
        apart.cache = Cache()
        assert await apart.draw(pictures[0]) == expected[0]
    finally:
        threads.close()
        apart.close()


def test_the_cache_forgets_the_oldest_picture_when_it_is_full() -> None:
    cache = Cache(most=250)
    for name in ("a", "b", "c"):
        cache.put(name, Drawn(b"x" * 100, 1, 1, ""))
    assert cache.get("a") is None
    assert cache.get("b") is not None
    assert cache.get("c") is not None


def test_the_fullest_board_stays_light_and_keeps_its_colours() -> None:
    sheet = paint(
        demo.picture(demo.stop("carrara", 4, {"expansion": True}, "boards", 330), "all", 0, names=demo.LONG_NAMES)
    )
    packed = png(sheet.c, sheet.height)
    assert len(packed) <= 300_000
    before = sheet.c.image.crop((0, 0, sheet.c.width, sheet.height))
    difference = ImageChops.difference(before, Image.open(io.BytesIO(packed)).convert("RGB"))
    assert max(high for _, high in difference.getextrema()) <= 1
