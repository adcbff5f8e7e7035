"""`signoria replay FILE`: play a recorded game again and say where it breaks."""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

from bot.language.speaker import Speaker
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


def run(arguments: argparse.Namespace) -> int:
    try:
        record = json.loads(arguments.file.read_text("utf-8"))
        engine = ENGINES[record["game"]]
    except (OSError, ValueError, KeyError, TypeError) as error:
        print(f"{arguments.file} is not a recorded game: {error!r}. Give a file that `signoria fuzz` or a table left.")
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
