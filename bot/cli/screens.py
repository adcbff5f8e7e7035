"""`signoria screens FOLDER`: both chats as people see them, drawn from what the bot truly sent in a game of each kind.

The real clients talk to the Discord and the Telegram of the tests on loopback, so it wants the source checkout. Pages
are HTML; with Chromium at hand each is a picture too.
"""

from __future__ import annotations

import argparse
import asyncio
import shutil
import subprocess
import tempfile
from pathlib import Path
from typing import Any

from bot.cli import client_imitation as client
from bot.cli import screen_scenes
from bot.cli.checkout import require_checkout
from bot.cli.typed import whole
from bot.store import Store
from bot.store.embedded import EmbeddedServer
from config.languages import fallback
from engines import ENGINES

BROWSERS = ("chromium", "chromium-browser", "google-chrome")
TALLEST = 1100
A_PICTURE = 8
"""Screens side by side in one picture."""


def add(commands: Any) -> None:
    parser = commands.add_parser("screens", help="both chats as people see them, from recorded messages")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--game", choices=sorted(ENGINES), action="append", help="of these games only")
    parser.add_argument("--moves", type=whole(0), default=30, help="after so many answers")
    parser.add_argument("--language", default=fallback())
    parser.add_argument("--names", nargs=2, default=("Lena", "Piet"), help="of the two who play")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    require_checkout("screens")
    arguments.folder.mkdir(parents=True, exist_ok=True)
    for game in arguments.game or list(ENGINES):
        found = asyncio.run(_screens(game, arguments.moves, arguments.language, tuple(arguments.names)))
        _write(arguments.folder, game, found)
        print(f"{game}: {len(found)} screens")
    return 0


async def _screens(game: str, moves: int, language: str, names: tuple[str, str]) -> dict[str, str]:
    found: dict[str, str] = {}
    for play in (screen_scenes.discord, screen_scenes.telegram):
        with tempfile.TemporaryDirectory() as folder:
            server = EmbeddedServer(Path(folder) / "store")
            await server.start()
            store = await Store.open(server.url)
            try:
                found |= await play(store, Path(folder), game, moves, language, names)
            finally:
                await store.close()
                await server.stop()
    return found


def _write(folder: Path, game: str, screens: dict[str, str]) -> None:
    """Every screen as a page; where a browser can take pictures, some side by side in each."""
    for name, body in screens.items():
        (folder / f"{game}-{name}.html").write_text(client.page(f"{game}-{name}", body), "utf-8")
    browser = next((found for name in BROWSERS if (found := shutil.which(name))), None)
    names = list(screens) if browser else []
    for number, at in enumerate(range(0, len(names), A_PICTURE), 1):
        shown = {name: screens[name] for name in names[at : at + A_PICTURE]}
        page = folder / f"{game}-sheet{number}.html"
        page.write_text(client.sheet(shown), "utf-8")
        size = f"--window-size={A_PICTURE * (client.WIDTH + client.GAP)},{TALLEST}"
        options = ["--headless", "--no-sandbox", "--hide-scrollbars", size]
        subprocess.run(
            [str(browser), *options, f"--screenshot={page.with_suffix('.png')}", page.as_uri()],
            check=False,
            capture_output=True,
            timeout=120,
        )
