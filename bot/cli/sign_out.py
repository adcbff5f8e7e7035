"""`signoria sign-out`: end every session of the page at the public address, on every device."""

from __future__ import annotations

import argparse
import asyncio
from typing import Any

from bot.app.app import open_app, require_games
from bot.service.page_access import PageAccess
from config.settings import load_settings


def add(commands: Any) -> None:
    parser = commands.add_parser("sign-out", help="end every session of the page at the public address")
    parser.add_argument("--data", help="the data folder")
    parser.set_defaults(run=lambda arguments: asyncio.run(_sign_out(arguments)))


async def _sign_out(arguments: argparse.Namespace) -> int:
    settings = load_settings(folder=arguments.data)
    require_games(settings)
    async with open_app(settings, share=True) as app:
        await PageAccess(app.service.work.store, settings.public_url).end_sessions()
    print("Everybody is signed out of the page, on every device. Whoever comes from a chat comes in again.")
    return 0
