"""`signoria verify FILE`: check an exported game by itself, without the store, the bot or any network.

It shows what was sealed before the game and what it was dealt from, and plays every answer again.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from bot.service.game_file import FORMAT
from bot.table.model import Entry, Table
from bot.table.verification import Verification, prove
from engines import ENGINES
from engines.kit import Engine, State
from engines.kit.errors import KitError

NOT_EXPORTED = "it is no game that /export or `signoria export` wrote"
WRONG = 2
"""Exit code: the file cannot be checked at all."""


class NoGame(Exception):
    """Why a file cannot be checked, as a sentence."""


class Exported:
    """A whole game out of a file."""

    def __init__(self, content: Any) -> None:
        if isinstance(content, dict) and content.get("format") == f"{FORMAT}-view":
            raise NoGame("it holds what one player saw in mid-game. /export it again after the end")
        if not isinstance(content, dict) or content.get("format") != FORMAT:
            raise NoGame(NOT_EXPORTED)
        try:
            self.table = Table.model_validate(content["table"])
            self.engine: Engine[Any] = ENGINES[self.table.game]
            self.entries = [Entry.model_validate(entry) for entry in content["log"]]
            self.tables = self.engine.tables.from_raw(content["tables"])
            self.end: State = self.engine.load(json.dumps(content["state"]).encode())
        except (ValidationError, KeyError, TypeError, AttributeError, KitError) as error:
            raise NoGame("it is not a whole game any more. /export it again") from error

    def prove(self) -> Verification:
        return prove(self.engine, self.entries, self.end, self.table, self.tables)


def read(file: Path) -> Exported:
    """The game of a file; NoGame says why there is none."""
    try:
        content = json.loads(file.read_text("utf-8"))
    except (ValueError, RecursionError) as error:
        raise NoGame(NOT_EXPORTED) from error
    return Exported(content)


def add(commands: Any) -> None:
    parser = commands.add_parser("verify", help="check an exported game: what was sealed, and every answer again")
    parser.add_argument("file", type=Path)
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    try:
        game = read(arguments.file)
    except NoGame as error:
        print(f"{arguments.file} cannot be checked: {error}.")
        return WRONG
    proof = game.prove()
    for line in told(game, proof):
        print(line)
    return 0 if proof.holds else 1


def told(game: Exported, proof: Verification) -> list[str]:
    """What was found, line by line."""
    table = game.table
    seal = "sealed before the game began" if proof.sealed else "NOT what was sealed before the game began"
    lines = [
        f"{table.game} #{table.code}, {proof.moves} answers, {_end(game)}",
        f"seed {proof.seed}",
        *([f"words {', '.join(proof.words)}"] if proof.words else []),
        f"hash {table.commitment}",
        *([f"seal {table.seal}"] if table.seal else []),
        f"printed numbers {game.tables.digest}, rules {game.end.rules}",
        seal,
    ]
    same = "every answer, played again, leads to the same end" if proof.same else f"NOT the same: {proof.problem}"
    return [*lines, same]


def _end(game: Exported) -> str:
    """Everybody's points, the best first."""
    result = game.engine.result(game.end)
    if result is None:
        return "not over"
    return ", ".join([f"{game.table.seats[seat].name} {result.scores[seat]}" for seat in result.ranking])
