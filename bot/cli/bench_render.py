"""The pictures: draw plus encode against encode alone, from cache against drawing, and bytes, for each board."""

from __future__ import annotations

import time
from typing import Any

from bot.cli import demo
from bot.cli.progress import bar
from config import rooms
from engines import ENGINES
from render import Picture, draw
from render.cache import Cache, key
from render.dispatch import paint
from render.paint.encode import png

STOPS = (40, 70, 100, 130, 160)
"""Positions on the way: the first one warms fonts and icons up and is not counted."""
REPEATS = 3
MOST = {"draw_and_encode": 2.5, "from_cache": 0.05, "kilobytes": 300}


def measure() -> dict[str, Any]:
    """Per board `draw_and_encode` (parts of encode alone), `from_cache` (parts of drawing), `kilobytes` at most."""
    found: dict[str, Any] = {game: _board(game) for game in bar(ENGINES, len(ENGINES), "boards")}
    bad = [game for game, figures in found.items() if any(figures[name] > most for name, most in MOST.items())]
    return found | ({"failed": len(bad)} if bad else {})


def _positions(game: str) -> list[Picture]:
    seats, options = ENGINES[game].info.seats[1], rooms.about(game).get("bench", {})
    found = []
    for number, table in enumerate(demo.play(game, seats, options, "bench")):
        if number in STOPS:
            found.append(demo.picture(table, "all", 0))
    return found


def _board(game: str) -> dict[str, float]:
    first, *pictures = _positions(game)
    draw(first)
    whole = encode = cached = 0.0
    size = 0
    for picture in pictures:
        began = time.process_time()
        drawn = draw(picture)
        whole += time.process_time() - began
        sheet = paint(picture)
        encode += min(_timed(lambda sheet=sheet: png(sheet.c, sheet.height)) for _ in range(REPEATS))
        cache = Cache()
        cache.put(key(picture), drawn)
        cached += min(_timed(lambda cache=cache, picture=picture: cache.get(key(picture))) for _ in range(REPEATS))
        size = max(size, len(drawn.png))
    return {
        "draw_and_encode": round(whole / encode, 2),
        "from_cache": round(cached / whole, 4),
        "kilobytes": round(size / 1024),
        "draw_milliseconds": round((whole - encode) / len(pictures) * 1000, 1),
        "encode_milliseconds": round(encode / len(pictures) * 1000, 1),
    }


def _timed(work: Any) -> float:
    began = time.process_time()
    work()
    return time.process_time() - began
