"""From a request to a finished picture: choose the painter, paint, encode, add alt text and spots."""

from importlib import import_module
from typing import Any, Protocol, cast

from render import final, lobby
from render.paint.encode import png
from render.picture import WIDTH, Drawn, Picture
from render.sheet import Sheet

GAMES = ("princes", "firenze", "carrara", "rivals")


class Board(Protocol):
    """What every game's board module offers."""

    def draw(self, sheet: Sheet, view: Any) -> None: ...
    def twin(self, sheet: Sheet, view: Any) -> str: ...


def paint(picture: Picture) -> Sheet:
    """The painted sheet, before encoding."""
    sheet = Sheet(picture)
    if picture.part == "lobby":
        lobby.draw(sheet, picture.view)
    elif picture.part == "final":
        final.draw(sheet, picture.view)
    else:
        board(picture.game).draw(sheet, picture.view)
    return sheet


def twin(picture: Picture) -> str:
    """The picture in words: every figure that it shows."""
    return _describe(Sheet(picture))


def _describe(sheet: Sheet) -> str:
    picture = sheet.p
    if picture.part == "lobby":
        return lobby.twin(sheet, picture.view)
    if picture.part == "final":
        return final.twin(sheet, picture.view)
    return board(picture.game).twin(sheet, picture.view)


def draw(picture: Picture) -> Drawn:
    sheet = paint(picture)
    return Drawn(png(sheet.c, sheet.height), WIDTH, sheet.height, _describe(sheet), sheet.spots)


def board(game: str) -> Board:
    if game not in GAMES:
        raise ValueError(f"no board for {game}")
    return cast(Board, import_module(f"render.boards.{game}"))
