"""`signoria screens FOLDER`: both chats as people see them, drawn from what the bot truly sent in a game of each kind.

The real clients talk to the Discord and the Telegram of the tests on loopback, so it wants the source checkout. Pages
are HTML; with Chromium at hand each is a picture too.
"""

from __future__ import annotations

import argparse
import asyncio
import importlib
import shutil
import subprocess
import tempfile
from pathlib import Path
from typing import Any

from bot.cli import client_imitation as client
from bot.store import Store
from bot.store.embedded import EmbeddedServer
from config.languages import fallback
from config.settings import ConfigError
from engines import ENGINES
from engines.kit import Dice

BROWSERS = ("chromium", "chromium-browser", "google-chrome")
TALLEST = 1500


def add(commands: Any) -> None:
    parser = commands.add_parser("screens", help="both chats as people see them, from recorded messages")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--game", choices=sorted(ENGINES), action="append", help="of these games only")
    parser.add_argument("--moves", type=int, default=30, help="after so many answers")
    parser.add_argument("--language", default=fallback())
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    arguments.folder.mkdir(parents=True, exist_ok=True)
    for game in arguments.game or list(ENGINES):
        found = asyncio.run(_screens(game, arguments.moves, arguments.language))
        for name, body in found.items():
            _write(arguments.folder / f"{game}-{name}", body)
            print(f"{game}-{name}")
    return 0


def _tests(module: str) -> Any:
    try:
        return importlib.import_module(f"tests.bot.platforms.{module}")
    except ImportError as error:
        raise ConfigError("`signoria screens` runs in the source checkout, beside the tests.") from error


async def _screens(game: str, moves: int, language: str) -> dict[str, str]:
    found: dict[str, str] = {}
    for play in (_discord, _telegram):
        with tempfile.TemporaryDirectory() as folder:
            server = EmbeddedServer(Path(folder) / "store")
            await server.start()
            store = await Store.open(server.url)
            try:
                found |= await play(store, Path(folder), game, moves, language)
            finally:
                await store.close()
                await server.stop()
    return found


async def _discord(store: Store, folder: Path, game: str, moves: int, language: str) -> dict[str, str]:
    """Lobby, board, the panel of whoever is asked, and the receipt after the answer."""
    module, hand, games = _tests("discord.stage"), _tests("discord.hand"), _tests("discord.test_games")
    locales = dict.fromkeys(("Lena", "Piet"), language)
    async with module.stage(store, folder, "Lena", "Piet", locales=locales, is_frugal=False) as stage:
        lena, piet = stage.users
        act = await lena.slash(stage.room, "new", game=game, seats=2)
        code = act.reply.text.split("#")[1][:6]
        lobby = await stage.shown(lambda: stage.board(code))
        found = {"discord-lobby": _of_discord(lobby)}
        await piet.press_verb(lobby, "join")
        await lena.press_verb(lobby, "start")
        board, chance, steps = await stage.begun(code), Dice("people"), set[str]()
        for _ in range(moves):
            loaded = await stage.loaded(code)
            pending = next(each for each in loaded.engine.pending(loaded.state) if each.owed)
            value = loaded.engine.policy(loaded.state, pending.seat, pending.step, pending.ask, chance.below)
            user = stage.user_of(loaded, pending.seat)
            panel = await stage.shown(lambda asked=pending, of=user: games.standing_panel(of, asked))
            if pending.step not in steps:
                steps.add(pending.step)
                found[f"discord-{pending.step}"] = _of_discord(panel)
            await hand.answer(user, panel, pending, value)
        await stage.at_rest()
        found["discord-receipt"] = _of_discord(panel)
        found["discord-board"] = _of_discord(board)
        return found


def _of_discord(message: Any) -> str:
    pictures = {each["filename"]: message.files[each["id"]] for each in message.attachments}
    return client.discord(message.content, message.components, pictures)


async def _telegram(store: Store, folder: Path, game: str, moves: int, language: str) -> dict[str, str]:
    module, games, taps = _tests("telegram.stage"), _tests("telegram.test_games"), _tests("telegram.taps")
    async with module.stage(store, folder, "Lena", "Piet", is_frugal=False) as stage:
        for user in stage.users:
            user.human.language = language
        code, lobby = await stage.open_lobby(game, *stage.users)
        found = {"telegram-lobby": _of_telegram(lobby)}
        await stage.users[0].press(lobby, next(each for each in taps.ids(lobby) if ":start:" in each))
        await stage.users[0].until(lambda: stage._is_on(code))
        chance, steps = Dice("people"), set[str]()
        for _ in range(moves):
            loaded = await stage.loaded(code)
            pending = next(each for each in loaded.engine.pending(loaded.state) if each.owed)
            value = loaded.engine.policy(loaded.state, pending.seat, pending.step, pending.ask, chance.below)
            user = stage.user_of(loaded, pending.seat)
            panel = await games.panel_of(stage, user, code, pending)
            if pending.step not in steps:
                steps.add(pending.step)
                found[f"telegram-{pending.step}"] = _of_telegram(panel)
            await taps.answer(user, panel, pending, value)
            await stage.until_version(code, loaded.version)
        await stage.until_shown(code)
        found["telegram-receipt"] = _of_telegram(user.private.visible()[-1])
        found["telegram-board"] = _of_telegram(stage.board(code))
        return found


def _of_telegram(message: Any) -> str:
    rows = (message.markup or {}).get("inline_keyboard", [])
    return client.telegram(message.text, message.photo, rows)


def _write(file: Path, body: str) -> None:
    """The page, and its picture where a browser can take one."""
    page = file.with_name(f"{file.name}.html")
    page.write_text(client.page(file.name, body), "utf-8")
    browser = next((found for name in BROWSERS if (found := shutil.which(name))), None)
    if browser is None:
        return
    size = f"--window-size={client.WIDTH},{TALLEST}"
    options = ["--headless", "--no-sandbox", "--hide-scrollbars", "--force-device-scale-factor=1.5", size]
    picture = file.with_name(f"{file.name}.png")
    subprocess.run(
        [browser, *options, f"--screenshot={picture}", page.as_uri()], check=False, capture_output=True, timeout=120
    )
