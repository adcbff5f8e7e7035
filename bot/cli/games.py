"""`signoria export CODE` and `signoria import FILE`: a whole game as one JSON file, secrets and all."""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
from hashlib import sha256
from pathlib import Path
from typing import Any

from bot.app.app import open_app, require_games
from bot.service import game_file
from bot.table.model import as_code
from config.settings import load_settings


def add(commands: Any) -> None:
    out = commands.add_parser("export", help="write a whole game to a file, with its secrets")
    out.add_argument("code")
    out.add_argument("file", nargs="?", type=Path, help="where to; else standard output")
    out.add_argument("--data", help="the data folder")
    out.set_defaults(run=lambda arguments: asyncio.run(_export(arguments)))
    back = commands.add_parser("import", help="put a game from a file into the store")
    back.add_argument("file", type=Path)
    back.add_argument("--data", help="the data folder")
    back.set_defaults(run=lambda arguments: asyncio.run(_import(arguments)))


async def _export(arguments: argparse.Namespace) -> int:
    settings = load_settings(folder=arguments.data)
    require_games(settings)
    async with open_app(settings, share=True) as app:
        content = json.dumps(await game_file.whole(app.service.work, as_code(arguments.code)), indent=1)
    if arguments.file is None:
        print(content)
    else:
        arguments.file.write_text(content, "utf-8")
    return 0


async def _import(arguments: argparse.Namespace) -> int:
    raw = arguments.file.read_bytes()
    try:
        content = json.loads(raw)
    except (ValueError, RecursionError):
        wanted = "it is no game that /export or `signoria export` wrote"
        print(f"{arguments.file} cannot be put in place: {wanted}.", file=sys.stderr)
        return 1
    async with open_app(load_settings(folder=arguments.data), share=True) as app:
        code = await game_file.restore(app.service.work, content, f"import:{sha256(raw).hexdigest()}")
    print(f"The game is in place as #{code}")
    return 0
