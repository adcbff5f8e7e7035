"""`signoria check-games`: play every live game's log again with this build, and report any difference."""

from __future__ import annotations

import argparse
import asyncio
from typing import Any

from bot.app.app import App, open_app, require_games
from bot.cli.progress import bar
from bot.store import StoreAway
from config.settings import load_settings


def add(commands: Any) -> None:
    parser = commands.add_parser("check-games", help="replay every live game against this build")
    parser.add_argument("--data", help="the data folder")
    parser.add_argument("--thaw", action="store_true", help="let frozen tables go on whose replay is flawless")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    return asyncio.run(_run(arguments))


async def _run(arguments: argparse.Namespace) -> int:
    settings = load_settings(folder=arguments.data)
    require_games(settings)
    async with open_app(settings, share=True) as app:
        codes = await app.store.live()
        problems = 0
        for code in bar(codes, len(codes), "checking"):
            problem = await check(app, code, arguments.thaw)
            if problem:
                problems += 1
                print(f"{code}: {problem}")
        print(f"{len(codes)} live games, {problems} with a difference")
        return int(problems > 0)


async def check(app: App, code: str, thaw: bool = False) -> str:
    """What is wrong with a game under this build; empty when nothing is."""
    try:
        proof = await app.service.queries.check(code)
        if not proof.same:
            return proof.problem
        table = await app.service.queries.table(code)
    except StoreAway:
        raise
    except Exception as fault:  # whatever one table holds, the others are looked at too
        return f"cannot be checked: {fault or type(fault).__name__}"
    if table.status == "frozen" and thaw:
        await app.service.moves.thaw(f"thaw:{code}:{table.touched}", code)
    return ""
