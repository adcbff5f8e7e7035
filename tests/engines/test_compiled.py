"""The compiled build, where there is one: it plays the very games that the sources play."""

from __future__ import annotations

import ast
import subprocess
import sys

import pytest

from bot.cli import compile as compiling

GAMES = """
import importlib.util, os, sys
from hashlib import blake2b

class Sources:
    @staticmethod
    def find_spec(name, path, target=None):
        files = [f"{folder}/{name.rpartition('.')[2]}.py" for folder in path or () if name.startswith("engines.")]
        there = [file for file in files if os.path.isfile(file)]
        return importlib.util.spec_from_file_location(name, there[0]) if there else None

if "sources" in sys.argv:
    sys.meta_path.insert(0, Sources)
from engines import ENGINES
from engines.kit import Dice
from engines.kit.scripted import play_out, shipped
from bot.cli.compile import in_use

for key, engine in sorted(ENGINES.items()):
    for variant in ({}, *engine.info.variants.values()):
        options, told = engine.info.options.model_validate(dict(variant)), blake2b(digest_size=8)
        state = engine.setup(engine.info.seats[0], options, "compiled").state
        note = lambda pending, value: told.update(f"{pending.seat} {pending.step} {value}".encode())
        result = play_out(engine, engine.rollout(state), [shipped(engine, state)] * state.seats, Dice("x").below, note)
        print(key, told.hexdigest(), result.scores)
print(len(in_use()), file=sys.stderr)
"""


def played(*how: str) -> tuple[str, int]:
    """A game of every variant, and how many modules were compiled ones."""
    done = subprocess.run([sys.executable, "-c", GAMES, *how], capture_output=True, text=True, cwd=compiling.ROOT)
    assert done.returncode == 0, done.stderr
    return done.stdout, int(done.stderr.split()[-1])


@pytest.mark.skipif(not any(compiling.built()), reason="nothing is compiled here")
def test_the_compiled_build_plays_the_very_same_games() -> None:
    compiled, number = played()
    sources, none = played("sources")
    assert (number > 0, none) == (True, 0)
    assert compiled == sources


def test_nothing_that_was_compiled_is_older_than_its_source() -> None:
    assert compiling.stale() == [], "make compile again, or signoria compile --remove"


def test_everything_that_is_compiled_is_there() -> None:
    names = [file.name for file in compiling.sources()]
    assert names.count("policy.py") == 4
    assert {f"{name}.py" for name in compiling.KIT} <= set(names)
    assert not {f"{name}.py" for name in compiling.AS_WRITTEN} & set(names)


def test_classes_are_written_so_that_they_can_be_compiled() -> None:
    for file in compiling.sources():
        for each in ast.walk(ast.parse(file.read_text("utf-8"))):
            for line in each.body if isinstance(each, ast.ClassDef) else ():
                several = isinstance(line, ast.Assign) and not isinstance(line.targets[0], ast.Name)
                assert not several, f"{file}:{line.lineno}: mypyc takes one name a line in a class"
