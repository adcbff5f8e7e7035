"""Which games the contract is tried on: every engine, seat count and option set, and the toy."""

from __future__ import annotations

import importlib
import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from config import rooms
from engines import ENGINES
from engines.kit import Engine
from engines.kit.play import Walk
from tests.thorough import IS_THOROUGH
from tests.toy import toy


@dataclass(frozen=True, slots=True)
class Case:
    """One way to sit down to a game."""

    game: str
    seats: int
    options: str

    @property
    def engine(self) -> Engine[Any]:
        return ENGINES.get(self.game, TOY)

    def walk(self, seed: str, wild: int = 30, rules: int = 0) -> Walk[Any]:
        """A game by chance; the same seed gives the same game."""
        options = self.engine.info.options.model_validate_json(self.options)
        return Walk(self.engine, self.seats, options, seed, wild, longest=4 * self.engine.info.longest, rules=rules)

    def __str__(self) -> str:
        return f"{self.game}-{self.seats}-{self.options}"


TOY = toy()


def spread(game: str) -> Any:
    """The module of a game that names its option sets and endings; a plug-in keeps it in its package."""
    point = rooms.plugins().get(game)
    return importlib.import_module(f"{point.module}.spread" if point else f"tests.engines.{game}.spread")


def cases() -> list[Case]:
    """Every engine, seat count and option set."""
    found = [Case("toy", seats, json.dumps({"rounds": 4})) for seats in (2, 3, 4)]
    for key, engine in ENGINES.items():
        for seats in range(engine.info.seats[0], engine.info.seats[1] + 1):
            found += [Case(key, seats, json.dumps(options)) for options in spread(key).OPTION_SETS]
    return found


def few() -> list[Case]:
    """Every option set with two of its seat counts by turns, so that each of both is there; with all of them where all
    is tried."""
    if IS_THOROUGH:
        return cases()
    found: list[Case] = []
    for key in ("toy", *ENGINES):
        mine = [case for case in cases() if case.game == key]
        sets, seats = dict.fromkeys(case.options for case in mine), list(dict.fromkeys(case.seats for case in mine))
        for number, options in enumerate(sets):
            wanted = {seats[number % len(seats)], seats[(number + 1) % len(seats)]}
            found += [case for case in mine if case.options == options and case.seats in wanted]
    return found


def is_outermost(case: Case) -> bool:
    """Most seats, and fewest too where all is tried: whatever is asked differs by them in how much is offered, and
    nothing between is longer."""
    return case.seats in case.engine.info.seats[0 if IS_THOROUGH else 1 :]


@contextmanager
def replayable(case: Case, seed: str, wild: int = 30) -> Iterator[None]:
    """A failure inside says which command plays this game again."""
    try:
        yield
    except Exception as error:
        command = f"signoria fuzz {case.game} --games 1 --seats {case.seats} --options '{case.options}'"
        error.add_note(f"again: {command} --seed '{seed}' --wild {wild}")
        raise
