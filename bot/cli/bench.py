"""`signoria bench NAME [--json]`: ratios measured in one run. Each bench is a module `bench_<name>` with `measure`."""

from __future__ import annotations

import argparse
import importlib
import inspect
import json
import pkgutil
import re
import sys
from typing import Any

from bot import cli
from bot.cli.typed import seconds, whole
from engines import ENGINES

BOUNDS = ("tables", "seconds", "plots", "positions", "game")
"""What a bench may be bounded by, if its `measure` takes it."""


def add(commands: Any) -> None:
    prefix = "bench_"
    names = [found.name[len(prefix) :] for found in pkgutil.iter_modules(cli.__path__) if found.name.startswith(prefix)]
    parser = commands.add_parser("bench", help="measure, as ratios within one run")
    parser.add_argument("name", choices=sorted(names))
    parser.add_argument("--json", action="store_true", help="print JSON alone")
    parser.add_argument("--tables", metavar="N,N", type=_numbers, help="load: how many tables there are, in turn")
    parser.add_argument("--seconds", type=seconds, help="load, memory: how long people play")
    parser.add_argument("--positions", type=whole(), help="hints: how many of each game; games: how many of each kind")
    parser.add_argument("--game", choices=sorted(ENGINES), help="hints, games: of this game alone")
    parser.add_argument("--plots", metavar="FOLDER", help="load: write the plots there")
    parser.set_defaults(run=run)


def _numbers(text: str) -> tuple[int, ...]:
    if re.fullmatch(r"[1-9][0-9]*(,[1-9][0-9]*)*", text) is None:
        raise argparse.ArgumentTypeError(f"{text!r} is no list of numbers such as 100,1000")
    return tuple([int(part) for part in text.split(",")])


def run(arguments: argparse.Namespace) -> int:
    module = importlib.import_module(f"bot.cli.bench_{arguments.name}")
    bounds = {name: value for name in BOUNDS if (value := getattr(arguments, name)) is not None}
    if foreign := sorted(bounds.keys() - inspect.signature(module.measure).parameters.keys()):
        print(f"bench {arguments.name} knows no --{foreign[0]}.", file=sys.stderr)
        return 2
    measured: dict[str, Any] = module.measure(**bounds)
    how: str = getattr(module, "HOW", "")
    if arguments.json:
        print(json.dumps(measured, indent=1))
        print(how, file=sys.stderr, end="\n" if how else "")
        return int(measured.get("failed", 0))
    for name, value in measured.items():
        figures = value if isinstance(value, dict) else {"": value}
        print(f"{name:16}", "  ".join(f"{key} {figure}" for key, figure in figures.items()))
    print(how, end="\n" if how else "")
    return int(measured.get("failed", 0))
