"""`signoria golden`: write the golden transcripts anew, or play a new one."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from bot.cli import transcript
from bot.cli.checkout import require_checkout
from bot.cli.typed import options, whole
from engines import ENGINES

FOLDER = Path("tests/golden")


def add(commands: Any) -> None:
    parser = commands.add_parser("golden", help="write the golden transcripts anew from their own answers")
    parser.add_argument("--new", metavar="NAME", help="play a new golden game by chance")
    parser.add_argument("--game", choices=sorted(ENGINES))
    parser.add_argument("--seats", type=whole())
    parser.add_argument("--options", type=options, default={}, metavar="JSON")
    parser.add_argument("--seed", default="golden")
    parser.add_argument("--wild", type=whole(0, 100), default=10, help="percent of answers drawn blindly (default 10)")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    require_checkout("golden")
    if arguments.new:
        if not arguments.game or not arguments.seats:
            print("A new golden game wants --game and --seats.")
            return 2
        text = transcript.fresh(arguments.game, arguments.seats, arguments.options, arguments.seed, arguments.wild)
        _write(FOLDER / f"{arguments.game}-{arguments.new}.txt", text)
        return 0
    for file in sorted(FOLDER.glob("*.txt")):
        _write(file, transcript.again(file.read_text("utf-8")))
    return 0


def _write(file: Path, text: str) -> None:
    changed = not file.exists() or file.read_text("utf-8") != text
    file.write_text(text, "utf-8")
    print(f"{'changed' if changed else 'as before'}  {file}  {text.count(chr(10))} lines")
