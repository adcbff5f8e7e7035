"""`signoria replay FILE`: play a recorded game again, or one that `/export` wrote, and say where it breaks."""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from bot.language.speaker import Speaker
from bot.service.game_file import FORMAT
from bot.table.model import Entry, Table
from bot.table.verification import prove
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


class _OnlyAView(Exception):
    """A file from mid-game: what one player may know is not enough to play the game again."""


def _exported(content: dict[str, Any], arguments: argparse.Namespace) -> int:
    """A whole game as `/export` wrote it, steps back included: does its log lead to the state that it ends with?"""
    try:
        table = Table.model_validate(content["table"])
        engine = ENGINES[table.game]
        entries = [Entry.model_validate(entry) for entry in content["log"]]
        tables = engine.tables.from_raw(content["tables"])
        end = engine.load(json.dumps(content["state"]).encode())
    except (ValidationError, KeyError, TypeError, KitError) as error:
        print(f"{arguments.file} is not a whole game: {error!r}")
        return 2
    if not arguments.quiet:
        speaker = Speaker(arguments.language, table.game, tuple(table.names))
        for entry in entries:
            told = " ".join([speaker.say(text) for text in seen(entry.happened(), None)])
            print(f"{entry.version:4} {entry.kind}: {told}")
    proof = prove(engine, entries, end, table.commitment, tables)
    seal = "the seed is the one sealed at the start" if proof.sealed else "the seed is NOT the one sealed at the start"
    print(f"{proof.moves} answers, hash {engine.state_hash(end)}, {engine.result(end) or 'not over'}")
    print(f"seed {table.seed or '(not open yet)'}, sealed as {table.commitment}: {seal}")
    if not proof.same:
        print(f"it does not come out the same: {proof.problem}")
    return 0 if proof.holds else 1


def run(arguments: argparse.Namespace) -> int:
    try:
        record = json.loads(arguments.file.read_text("utf-8"))
        if record.get("format") == f"{FORMAT}-view":
            raise _OnlyAView
        engine = None if record.get("format") == FORMAT else ENGINES[record["game"]]
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        print(
            f"{arguments.file} is not a recorded game: {error!r}."
            " Give a file that `signoria fuzz`, a table or `/export` left."
        )
        return 2
    except _OnlyAView:
        print(f"{arguments.file} holds what one player saw in mid-game. /export it again after the end.")
        return 2
    if engine is None:
        return _exported(record, arguments)
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
