"""From a request to a finished picture: choose the painter, paint, encode, add alt text and spots."""

from importlib import import_module
from typing import Any, Protocol, cast

from render import final, lobby
from render.holding import Holding, Look
from render.paint.encode import png
from render.picture import WIDTH, Drawn, Picture
from render.sheet import Sheet

GAMES = ("princes", "firenze", "carrara", "rivals")


class Board(Protocol):
    """What every game's board module offers."""

    def draw(self, sheet: Sheet, view: Any) -> None: ...
    def twin(self, sheet: Sheet, view: Any) -> str: ...
    def holding(self, sheet: Sheet, view: Any) -> Holding: ...
    def look(self, reference: str) -> Look | None: ...


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
    said = board(picture.game).twin(sheet, picture.view)
    if not picture.gains or picture.part not in ("all", "market"):
        return said
    gains = [f"{picture.names[seat]} {sheet.words.gain(points)}" for seat, points in picture.gains.items()]
    return f"{said}\n{sheet.words('since')}: {', '.join(gains)}"


def draw(picture: Picture) -> Drawn:
    sheet = paint(picture)
    return Drawn(png(sheet.c, sheet.height), WIDTH, sheet.height, _describe(sheet), sheet.spots)


def holding(picture: Picture) -> Holding:
    """What the reader holds, for those who draw it themselves; an onlooker holds nothing."""
    if picture.viewer is None or picture.view.seat != picture.viewer:
        raise ValueError("an onlooker has no hand")
    return board(picture.game).holding(Sheet(picture), picture.view)


def look(game: str, reference: str) -> Look | None:
    """How a thing looks in every picture of its game; None if it has no look of its own."""
    return board(game).look(reference) if game in GAMES else None


def shape(game: str, reference: str, turn: int, flip: bool) -> tuple[tuple[int, int], ...] | None:
    """The cells of a piece as it lies, where a game has pieces of several cells."""
    found = getattr(board(game), "shape", None) if game in GAMES else None
    return cast("tuple[tuple[int, int], ...] | None", found(reference, turn, flip)) if found else None


def board(game: str) -> Board:
    if game not in GAMES:
        raise ValueError(f"no board for {game}")
    return cast(Board, import_module(f"render.boards.{game}"))
