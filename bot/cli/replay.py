"""`signoria replay FILE`: play a recorded game again, or one that `/export` wrote, and say where it breaks."""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

from bot.cli.verify import NoGame, read, told
from bot.language.speaker import Speaker
from bot.service.game_file import FORMAT
from config.languages import fallback, languages
from engines import ENGINES
from engines.kit.errors import KitError
from engines.kit.events import seen
from engines.kit.play import replay


def add(commands: Any) -> None:
    parser = commands.add_parser("replay", help="play a recorded game again, line by line")
    parser.add_argument("file", type=Path)
    parser.add_argument("--quiet", action="store_true", help="only say how it ended")
    parser.add_argument("--language", choices=languages(), default=fallback())
    parser.set_defaults(run=run)


def _exported(file: Path, arguments: argparse.Namespace) -> int:
    """A whole game as `/export` wrote it, steps back included: does its log lead to the state that it ends with?"""
    try:
        game = read(file)
    except NoGame as error:
        print(f"{file} cannot be played again: {error}.")
        return 2
    if not arguments.quiet:
        speaker = Speaker(arguments.language, game.table.game, tuple(game.table.names))
        for entry in game.entries:
            told_then = " ".join([speaker.say(text) for text in seen(entry.happened(), None)])
            print(f"{entry.version:4} {entry.kind}: {told_then}")
    proof = game.prove()
    for line in told(game, proof):
        print(line)
    return 0 if proof.holds else 1


def run(arguments: argparse.Namespace) -> int:
    try:
        record = json.loads(arguments.file.read_text("utf-8"))
        if str(record.get("format", "")).startswith(FORMAT):
            return _exported(arguments.file, arguments)
        engine = ENGINES[record["game"]]
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        print(f"{arguments.file} is not a recorded game. Give a file that `signoria fuzz`, a table or `/export` left.")
        return 2
    speaker = Speaker(arguments.language, record["game"])
    number = 0
    try:
        for position in replay(engine, record):
            number, state = position.number, position.state
            engine.check(state)
            if not arguments.quiet:
                told = " ".join(speaker.say(text) for text in seen(position.outcome.events, None))
                answer = position.answer
                made = f"seat {answer.seat} {position.step} {answer.value}" if answer else "set-up"
                print(f"{number:4} {made}: {told}")
    except KitError as error:
        print(f"broke after answer {number}: {error}")
        if number < len(record["answers"]):
            print(f"the next answer was {record['answers'][number]}")
        return 1
    result = engine.result(state)
    print(f"{number} answers, hash {engine.state_hash(state)}, {result or 'not over'}")
    return 0
