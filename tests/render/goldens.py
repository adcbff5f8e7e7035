"""Golden pictures: stored views and, small, the pictures they give.

`python -m tests.render.goldens` plays and draws them anew, with `--pictures` only draws the stored views again.
"""

import io
import json
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

from PIL import Image
from pydantic import TypeAdapter
from pydantic_core import to_jsonable_python

from bot.cli import demo
from bot.language.speaker import Speaker
from engines.kit import Text
from render import Guest, Line, Lobby, Picture
from render.dispatch import paint
from render.sheet import Sheet

FOLDER = Path(__file__).parent / "golden"
WIDTH = 360
VIEWS = {"princes": "PrincesView", "firenze": "FirenzeView", "carrara": "CarraraView", "rivals": "RivalsView"}
STOPS: dict[str, tuple[str, int, int, dict[str, Any]]] = {
    "princes-2": ("princes", 2, 60, {}),
    "princes-3": ("princes", 3, 110, {}),
    "princes-4": ("princes", 4, 150, {"muse": True}),
    "princes-5": ("princes", 5, 190, {"money": "open"}),
    "firenze-2": ("firenze", 2, 120, {}),
    "firenze-3": ("firenze", 3, 140, {"campanile": True}),
    "firenze-4": ("firenze", 4, 200, {}),
    "carrara-2": ("carrara", 2, 100, {}),
    "carrara-3": ("carrara", 3, 140, {"expansion": True}),
    "carrara-4": ("carrara", 4, 170, {}),
    "rivals-2": ("rivals", 2, 200, {"mode": "gold"}),
}
PARTS = ("all", "mine", "hand")


def say(game: str, names: tuple[str, ...], language: str = "en") -> Any:
    speaker = Speaker(language, game, names)
    return lambda key, facts: speaker.say(Text(key, dict(facts)))


def stored(name: str) -> dict[str, Any]:
    raw: dict[str, Any] = json.loads((FOLDER / f"{name}.json").read_text("utf-8"))
    return raw


def view_of(game: str, raw: dict[str, Any]) -> Any:
    kind = getattr(import_module(f"engines.{game}.view"), VIEWS[game])
    return TypeAdapter(kind).validate_python(raw)


def pictures(name: str) -> Iterator[tuple[str, Picture]]:
    """The requests of a stored table: its board in two themes, a seat's part, the hand."""
    raw = stored(name)
    game, names = raw["game"], tuple(raw["names"])
    view = view_of(game, raw["view"])
    lines = tuple(Line(one["text"], one["seat"], frozenset(one["refs"])) for one in raw["lines"])
    plain: dict[str, Any] = {"owed": tuple(raw["owed"]), "code": "K7QF", "viewer": view.seat}
    for part in PARTS:
        shown = lines if part == "all" else ()
        yield f"{name}-{part}", Picture(game, view, say(game, names), names, part, lines=shown, **plain)
    dark = {"theme": "dark", "language": "de"} | plain
    yield f"{name}-dark", Picture(game, view, say(game, names, "de"), names, "all", lines=lines, **dark)


def lobby() -> Picture:
    """The lobby card has no view: a table of Princes with two seats free."""
    guests = (Guest("Marta", ("host",)), Guest("Joost"), Guest("Lena", ("computer",)), None, None)
    card = Lobby(guests, "2 to 5 players", (("hourglass", "A day a move", "quiet hours kept"),), "Two seats free")
    return Picture("princes", card, say("princes", demo.NAMES[:3]), demo.NAMES[:3], "lobby")


def every() -> Iterator[tuple[str, Picture]]:
    for name in STOPS:
        yield from pictures(name)
    yield "lobby", lobby()


def small(sheet: Sheet) -> Image.Image:
    whole = sheet.c.image.crop((0, 0, sheet.c.width, sheet.height))
    return whole.resize((WIDTH, round(sheet.height * WIDTH / sheet.c.width)), Image.Resampling.BOX)


def write_views() -> None:
    """Play the tables and store what seat 0 sees of them."""
    for name, (game, seats, answers, options) in STOPS.items():
        table = demo.stop(game, seats, options, f"golden {name}", answers)
        picture = demo.picture(table, "all", 0)
        lines = [{"text": line.text, "seat": line.seat, "refs": sorted(line.refs)} for line in picture.lines]
        raw = {
            "game": game,
            "names": picture.names,
            "owed": picture.owed,
            "lines": lines,
            "view": to_jsonable_python(picture.view),
        }
        (FOLDER / f"{name}.json").write_text(json.dumps(raw, ensure_ascii=False, separators=(",", ":")) + "\n", "utf-8")


def write_pictures() -> None:
    for name, picture in every():
        out = io.BytesIO()
        small(paint(picture)).quantize(160, dither=Image.Dither.NONE).save(out, "PNG", optimize=True)
        (FOLDER / f"{name}.png").write_bytes(out.getvalue())


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    if "--pictures" not in sys.argv:
        write_views()
    write_pictures()
