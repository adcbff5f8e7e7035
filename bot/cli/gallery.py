"""`signoria gallery`: one page with every board of every game in every theme, at the size of a phone."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from dataclasses import dataclass, replace
from html import escape
from pathlib import Path
from typing import Any

from bot.cli import demo
from bot.cli.progress import bar
from bot.language.speaker import Speaker
from bot.messages.picture_request import Sayer
from bot.messages.picture_request import title as title_of
from config import rooms
from config.languages import fallback, languages
from engines import ENGINES
from render import THEMES, Guest, Lobby, Picture, draw
from render.film import film

STYLE = """
body { background: #e9e2d3; color: #2a231d; font: 17px/1.5 system-ui, sans-serif }
body { margin: 0 auto; max-width: 1320px; padding: 24px }
h1, h2 { font-family: Georgia, serif; letter-spacing: .04em } h2 { border-top: 2px solid #b9a982; padding-top: 20px }
section { display: grid; gap: 24px; grid-template-columns: repeat(auto-fill, 390px) }
figure { margin: 0 } figcaption { color: #6a5b4b; font-size: 15px; padding: 4px 2px }
img { border-radius: 6px; box-shadow: 0 1px 4px #0005; display: block; height: auto; width: 390px }
"""


@dataclass(frozen=True, slots=True)
class Scene:
    """A table stopped on the way, and which of its parts are shown."""

    game: str
    seats: int
    answers: int
    title: str
    options: tuple[tuple[str, Any], ...] = ()
    parts: tuple[str, ...] = ("all",)
    long_names: bool = False


END = 20_000
FILMED = 30
"""Pictures of a moving picture for a page."""


def scenes() -> list[Scene]:
    """The tables that each game wants to be shown, from its `game.toml`; of a game that names none its beginning."""
    found = []
    for game, engine in ENGINES.items():
        plain = {"title": "the beginning", "seats": engine.info.seats[1], "answers": 0}
        for each in rooms.about(game).get("scene", [plain]):
            options, parts = tuple(each.get("options", {}).items()), tuple(each.get("parts", ("all",)))
            answers, long_names = each.get("answers", END), each.get("long_names", False)
            found.append(Scene(game, each["seats"], answers, each["title"], options, parts, long_names))
    return found


def add(commands: Any) -> None:
    parser = commands.add_parser("gallery", help="write one page with every board in every theme")
    parser.add_argument("folder", nargs="?", default="gallery", type=Path)
    parser.add_argument("--language", choices=languages(), default=fallback())
    parser.add_argument("--theme", choices=THEMES, action="append", help="only this theme; may be repeated")
    parser.add_argument("--film", choices=ENGINES, metavar="GAME", help="write a moving picture of one game instead")
    parser.add_argument("--boards", action="store_true", help="write one board of each game instead, as GAME.png")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    folder: Path = arguments.folder
    folder.mkdir(parents=True, exist_ok=True)
    if arguments.film:
        print(_film(folder, arguments.film, arguments.language))
        return 0
    if arguments.boards:
        for path in _boards(folder, arguments.language):
            print(path)
        return 0
    themes = tuple(arguments.theme or THEMES)
    shown: dict[str, list[str]] = {}
    every = scenes()
    for scene in bar(every, len(every), "scenes"):
        for name, caption, picture in _pictures(scene, arguments.language):
            for theme in themes:
                figure = _figure(folder, f"{name}-{theme}", f"{caption}, {theme}", replace(picture, theme=theme))
                shown.setdefault(scene.game, []).append(figure)
    for theme in themes:
        shown.setdefault("lobby", []).append(_figure(folder, f"lobby-{theme}", f"lobby, {theme}", _lobby(theme)))
    page = folder / "index.html"
    page.write_text(_page(shown, arguments.language), "utf-8")
    print(page)
    return 0


def _boards(folder: Path, language: str) -> Iterator[Path]:
    """The first scene of each game, for a page that introduces it."""
    first = {scene.game: scene for scene in reversed(scenes())}
    for game in ENGINES:
        _, _, picture = next(_pictures(first[game], language))
        path = folder / f"{game}.png"
        path.write_bytes(draw(picture).png)
        yield path


def _film(folder: Path, game: str, language: str) -> Path:
    """Every board of a game by the computers, thinned to what a page bears, and its final scoring."""
    seats = ENGINES[game].info.seats[1]
    boards = [demo.picture(table, language=language, chronicle=False) for table in demo.play(game, seats, seed="film")]
    chosen = boards[:: max(1, len(boards) // FILMED)]
    last = demo.final(demo.stop(game, seats, seed="film", answers=END), language)
    path = folder / f"{game}.gif"
    path.write_bytes(film([draw(each).png for each in bar([*chosen, last], len(chosen) + 1, "pictures")]))
    return path


def _pictures(scene: Scene, language: str) -> Iterator[tuple[str, str, Picture]]:
    table = demo.stop(scene.game, scene.seats, dict(scene.options), "gallery", scene.answers)
    names = demo.LONG_NAMES if scene.long_names else demo.NAMES
    for part in scene.parts:
        name = f"{scene.game}-{scene.seats}-{scene.title.replace(' ', '-').replace(',', '').lower()}-{part}"
        caption = f"{scene.title}: {part}"
        if part == "final":
            yield name, caption, demo.final(table, language, names)
        elif part == "place":
            placed, seat = demo.placed(scene.game, scene.seats, dict(scene.options))
            yield name, caption, demo.picture(placed, part, seat, language=language, names=names)
        else:
            owed = table.engine.owed(table.state)
            viewer = None if part == "all" else owed[0] if owed else 0
            yield name, caption, demo.picture(table, part, viewer, language=language, names=names)


def _lobby(theme: str) -> Picture:
    guests = (
        Guest("Marta", ("host", "Discord")),
        Guest("Joost", ("Telegram",)),
        Guest("Lena", ("Discord",)),
        None,
        None,
    )
    options = (
        ("hourglass", "A day a move", "quiet hours kept"),
        ("harp", "Muse and Princess", "in the game"),
        ("two-coins", "Money open", "for all to see"),
        ("trowel", "Build alone", "no common walls"),
    )
    names = demo.NAMES[:3]
    card = Lobby(guests, "new table · #K7QF · 2 to 5 players", options, "Two seats free: join below")
    game = next(iter(ENGINES))
    return Picture(game, card, Sayer(Speaker(game=game, names=names)), names, "lobby", theme)


def _figure(folder: Path, name: str, caption: str, picture: Picture) -> str:
    drawn = draw(picture)
    (folder / f"{name}.png").write_bytes(drawn.png)
    size = f"{len(drawn.png) // 1024} KB"
    alt = escape(drawn.alt, quote=True)
    return (
        f'<figure><img src="{name}.png" alt="{alt}" width="{drawn.width}" height="{drawn.height}" loading="lazy">'
        f"<figcaption>{escape(caption)} · {drawn.width}×{drawn.height} · {size}</figcaption></figure>"
    )


def _page(shown: dict[str, list[str]], language: str) -> str:
    parts = []
    for game, figures in shown.items():
        title = "Lobby" if game == "lobby" else title_of(game, language)
        parts.append(f"<h2>{escape(title)}</h2>\n<section>\n" + "\n".join(figures) + "\n</section>")
    body = "\n".join(parts)
    head = f'<meta charset="utf-8"><meta name="viewport" content="width=device-width"><style>{STYLE}</style>'
    title = "<title>Signoria: gallery</title>"
    start = f'<!doctype html><html lang="{language}"><head>{title}{head}</head>'
    return f"{start}<body>\n<h1>Signoria</h1>\n{body}\n</body></html>\n"
