"""`signoria fuzz GAME`: whole games by chance; a failure leaves a file that plays it again."""

from __future__ import annotations

import argparse
import json
import os
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from bot.cli.progress import bar
from bot.texts import catalogue
from engines import ENGINES
from engines.kit.errors import KitError
from engines.kit.play import Walk, record_of


@dataclass(slots=True)
class Tally:
    """What a run of games reached."""

    games: int = 0
    answers: int = 0
    steps: Counter[str] = field(default_factory=Counter)
    endings: Counter[str] = field(default_factory=Counter)
    named: Counter[str] = field(default_factory=Counter)
    failures: list[str] = field(default_factory=list)

    def add(self, other: Tally) -> None:
        self.games += other.games
        self.answers += other.answers
        self.steps += other.steps
        self.endings += other.endings
        self.named += other.named
        self.failures += other.failures


@dataclass(frozen=True, slots=True)
class Task:
    """One game to be played."""

    game: str
    seats: int
    options: dict[str, Any]
    seed: str
    wild: int
    folder: str

    def command(self) -> str:
        """What plays exactly this game again."""
        options = json.dumps(self.options)
        return f"signoria fuzz {self.game} --games 1 --seats {self.seats} --options '{options}' --seed '{self.seed}'"


def play(task: Task) -> Tally:
    """Play one game to its end, checking every law on the way."""
    engine = ENGINES[task.game]
    walk = Walk(engine, task.seats, engine.info.options.model_validate(task.options), task.seed, task.wild)
    tally = Tally(games=1)
    try:
        for position in walk.positions():
            for event in position.outcome.events:
                tally.named.update(_references(event.facts))
                for private in event.private.values():
                    tally.named.update(_references(private))
        tally.endings[position.state.ending] += 1
    except KitError as error:
        tally.failures.append(f"{error!r}\n  replay: signoria replay {_keep(task, walk)}\n  again:  {task.command()}")
    tally.answers = len(walk.answers)
    tally.steps.update(walk.steps)
    return tally


def _references(facts: dict[str, Any]) -> Iterator[str]:
    for value in facts.values():
        for item in value if isinstance(value, list | dict) else (value,):
            if isinstance(item, str) and "/" in item:
                yield item


def _keep(task: Task, walk: Walk[Any]) -> Path:
    """The replay file; it holds every secret of the game, so it is the operator's alone."""
    folder = Path(task.folder)
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / f"{task.game}-{task.seats}-{''.join(c if c.isalnum() else '-' for c in task.seed)}.json"
    file.write_text(json.dumps(record_of(walk)), "utf-8")
    file.chmod(0o600)
    return file


def fuzz(tasks: list[Task], jobs: int) -> Tally:
    """Play all of them, on several cores, showing how far we are."""
    total = Tally()
    with ProcessPoolExecutor(jobs) as pool:
        for tally in bar(pool.map(play, tasks, chunksize=4), len(tasks), tasks[0].game):
            total.add(tally)
    return total


def report(game: str, tally: Tally, seconds: float) -> Iterator[str]:
    """The summary, line by line."""
    yield f"{game}: {tally.games} games, {tally.answers} answers, {tally.answers / max(seconds, 1e-9):.0f} a second"
    yield "ended: " + ", ".join(f"{ending} {count}" for ending, count in tally.endings.most_common())
    asking = [name for name, step in ENGINES[game].steps.items() if not step.silent]
    yield "steps: " + ", ".join(f"{name} {tally.steps[name]}" for name in asking)
    if missing := [name for name in asking if not tally.steps[name]]:
        yield "never asked: " + ", ".join(missing)
    nouns: dict[str, set[str]] = {}
    for key in catalogue("en"):
        if key.startswith(f"{game}.noun.") and key.count(".") == 3:
            kind, name = key.split(".")[2:]
            nouns.setdefault(kind, set()).add(f"{kind}/{name}")
    for kind, names in nouns.items():
        seen = {name for name in names if tally.named[name]}
        if seen and seen != names:
            yield f"{kind}: {len(seen)} of {len(names)} were named; not " + ", ".join(sorted(names - seen))
        elif seen:
            yield f"{kind}: all {len(names)} were named"


def add(commands: Any) -> None:
    parser = commands.add_parser("fuzz", help="play whole games by chance and check every law on the way")
    parser.add_argument("game", choices=sorted(ENGINES))
    parser.add_argument("--games", type=int, default=200, help="games for each number of seats (default 200)")
    parser.add_argument("--seats", type=int, help="only this number of seats")
    parser.add_argument("--options", type=json.loads, default={}, metavar="JSON", help="the options of the game")
    parser.add_argument("--seed", help="play the one game with this seed")
    parser.add_argument("--wild", type=int, default=30, help="percent of answers drawn blindly (default 30)")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--replays", default="replays", metavar="FOLDER", help="where failures are kept")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    least, most = ENGINES[arguments.game].info.seats
    counts = [arguments.seats] if arguments.seats else range(least, most + 1)
    seeds = [arguments.seed] if arguments.seed else [f"fuzz {number}" for number in range(arguments.games)]
    total = Tally()
    began = time.monotonic()
    for seats in counts:
        tasks = [
            Task(arguments.game, seats, arguments.options, seed, arguments.wild, arguments.replays) for seed in seeds
        ]
        tally = fuzz(tasks, arguments.jobs)
        print(f"{seats} seats: {tally.games} games, {len(tally.failures)} failures")
        total.add(tally)
    for line in report(arguments.game, total, time.monotonic() - began):
        print(line)
    for failure in total.failures[:10]:
        print(f"FAILED {failure}")
    return 1 if total.failures else 0
