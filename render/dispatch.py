"""From a request to a finished picture: choose the painter, paint, encode, add alt text and spots."""

import logging
from dataclasses import replace
from functools import cache
from importlib import import_module
from typing import Any, cast

from config import rooms
from render import final, lobby, standings, story
from render.boards import Board, plain
from render.boxes import Box
from render.holding import Holding, Look
from render.paint.encode import png
from render.picture import WIDTH, Drawn, Picture
from render.regions import Region
from render.sheet import Reader, Sheet

log = logging.getLogger(__name__)


def paint(picture: Picture) -> Sheet:
    """The painted sheet, before encoding."""
    sheet = Sheet(picture)
    if picture.part == "lobby":
        lobby.draw(sheet, picture.view)
    elif picture.part == "final":
        final.draw(sheet, picture.view)
    elif picture.part == "standings":
        standings.draw(sheet, picture.view)
    elif picture.part == "story":
        story.draw(sheet, picture.view)
    else:
        board(picture.game).draw(sheet, picture.view)
    return sheet


def twin(picture: Picture) -> str:
    """The picture in words: every figure that it shows."""
    return _describe(Reader(picture))


def _describe(reader: Reader) -> str:
    picture = reader.p
    if picture.part == "lobby":
        return lobby.twin(reader, picture.view)
    if picture.part == "final":
        return final.twin(reader, picture.view)
    if picture.part == "standings":
        return standings.twin(reader, picture.view)
    if picture.part == "story":
        return story.twin(reader, picture.view)
    said = board(picture.game).twin(reader, picture.view)
    if not picture.gains or picture.part not in ("all", "market"):
        return said
    gains = [f"{picture.names[seat]} {reader.words.gain(points)}" for seat, points in picture.gains.items()]
    return f"{said}\n{reader.words('since')}: {', '.join(gains)}"


def draw(picture: Picture) -> Drawn:
    sheet = paint(picture)
    wide = round(picture.width * picture.scale)
    high = round(sheet.height * wide / WIDTH)
    raw = png(sheet.c, sheet.height, wide, picture.lean)
    return Drawn(raw, wide, high, _describe(sheet), sheet.spots, regions(sheet), (WIDTH, sheet.height))


def regions(sheet: Sheet) -> tuple[Region, ...]:
    """What can be touched: areas first, then slots, then pieces and figures, each in the order of drawing."""
    page = Box(0, 0, WIDTH, sheet.height)
    inside = [replace(region, box=region.box.within(page)) for region in sheet.c.regions]
    return tuple(sorted(dict.fromkeys(inside), key=lambda region: region.layer))


def drawn_regions(picture: Picture) -> tuple[Region, ...]:
    """The regions alone: nothing is encoded."""
    return regions(paint(picture))


def holding(picture: Picture) -> Holding:
    """What the reader holds, for those who draw it themselves; an onlooker holds nothing."""
    if picture.viewer is None or picture.view.seat != picture.viewer:
        raise ValueError("an onlooker has no hand")
    return board(picture.game).holding(Reader(picture), picture.view)


def look(game: str, reference: str, view: Any) -> Look | None:
    """How a thing looks in every picture of this view's game; None if it has no look of its own."""
    return board(game).look(reference, view)


def shape(game: str, reference: str, turn: int, flip: bool, view: Any) -> tuple[tuple[int, int], ...] | None:
    """The cells of a piece as it lies, where a game has pieces of several cells."""
    found = getattr(board(game), "shape", None)
    return cast("tuple[tuple[int, int], ...] | None", found(reference, turn, flip, view)) if found else None


def where(picture: Picture, key: str) -> str:
    """A spot of the reader's own Place ask in words, where the board can name it better than by its cell."""
    found = getattr(board(picture.game), "where", None)
    return str(found(Reader(picture), picture.view, key)) if found else ""


@cache
def board(game: str) -> Board:
    """The board of a game; the plain one where it has none, or where that of another package cannot be imported."""
    name = rooms.board(game)
    if not name:
        return plain
    try:
        return cast(Board, import_module(name))
    except Exception as error:
        if game not in rooms.plugins():
            raise
        log.error("the board of the game %r is left out and a plain one drawn: %s", game, error)
        return plain
