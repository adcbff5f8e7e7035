"""Takes the pictures in docs/screenshots: `python -m tests.bot.platforms.web.screenshots [GAME ...]`."""

from __future__ import annotations

import asyncio
import io
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from PIL import Image
from playwright.async_api import Browser, async_playwright

from bot.cli.play import local_table
from bot.platforms.web.server import LocalTable
from config.settings import Settings
from tests.bot.platforms.web.conftest import CHROMIUM, FLAGS
from tests.bot.platforms.web.player import Player, resize

FOLDER = Path(__file__).parents[4] / "docs" / "screenshots"
PATIENCE = 120_000
SIZES = {"phone": (390, 844), "desktop": (1280, 800)}
MOVES = {"carrara": 14, "princes": 10, "firenze": 10, "rivals": 12}


async def play_on(player: Player, moves: int) -> None:
    """A few plain moves, tapped."""
    for _ in range(moves):
        if pending := await player.turn():
            await player.tap(pending, await player.plain_answer(pending))


def keep(raw: bytes, path: Path) -> None:
    """In 256 colours: a third of the bytes, and the same to the eye."""
    Image.open(io.BytesIO(raw)).convert("RGB").quantize(256, dither=Image.Dither.NONE).save(path, optimize=True)


async def take(table: LocalTable, browser: Browser, game: str) -> None:
    """One game at one moment, in every theme and shape; the first one also the pages beside it."""
    context = await browser.new_context(viewport={"width": 1280, "height": 800})
    context.set_default_timeout(PATIENCE)
    player = Player(table, await context.new_page())
    await player.alone(game)
    await play_on(player, MOVES[game])
    await player.turn()
    pages = {game: f"/t/{player.code}"}
    if game == "carrara":
        pages |= {"home": "/", "text": f"/t/{player.code}?view=text", "settings": "/settings"}
        pages |= {"rules": "/rules/carrara?q=pay"}
    for theme in ("light", "dark"):
        for shape, (width, height) in SIZES.items():
            await player.page.emulate_media(color_scheme=theme, reduced_motion="reduce")
            await resize(player.page, {"width": width, "height": height})
            for name, path in pages.items():
                await player.open(path)
                await player.page.wait_for_load_state("networkidle", timeout=PATIENCE)
                keep(await player.page.screenshot(), FOLDER / f"{name}-{shape}-{theme}.png")
    await context.close()


async def main() -> None:
    FOLDER.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory() as folder:
        settings = Settings(folder=Path(folder), port=0, redis_url=None)
        async with local_table(settings, pause=0.0, posts=10_000) as table, async_playwright() as playwright:
            browser = await playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
            for game in sys.argv[1:] or MOVES:
                await take(table, browser, game)
            await browser.close()


if __name__ == "__main__":
    asyncio.run(main())
