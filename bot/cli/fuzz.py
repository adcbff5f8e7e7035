"""`signoria fuzz GAME`: whole games by chance; a failure leaves a file that plays it again."""

from __future__ import annotations

import argparse
import json
import os
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from bot.cli import typed
from bot.cli.progress import bar
from engines import ENGINES
from engines.kit import data_in_use, use_data
from engines.kit.errors import EngineBug, KitError
from engines.kit.play import Walk, record_of


@dataclass(slots=True)
class Tally:
    """What a run of games reached."""

    games: int = 0
    answers: int = 0
    steps: Counter[str] = field(default_factory=Counter)
    endings: Counter[str] = field(default_factory=Counter)
    cards: set[str] = field(default_factory=set)
    used: Counter[str] = field(default_factory=Counter)
    failures: list[str] = field(default_factory=list)

    def add(self, other: Tally) -> None:
        self.games += other.games
        self.answers += other.answers
        self.steps += other.steps
        self.endings += other.endings
        self.cards |= other.cards
        self.used += other.used
        self.failures += other.failures


@dataclass(frozen=True, slots=True)
class Task:
    """One game to be played."""

    game: str
    seats: int
    options: dict[str, Any]
    seed: str
    wild: int
    curious: int
    folder: str

    def command(self) -> str:
        """What plays exactly this game again."""
        play = f"--seats {self.seats} --options '{json.dumps(self.options)}' --seed '{self.seed}'"
        return f"signoria fuzz {self.game} --games 1 {play} --wild {self.wild} --curious {self.curious}"


def play(task: Task) -> Tally:
    """Play one game to its end, checking every law on the way."""
    engine = ENGINES[task.game]
    options = engine.info.options.model_validate(task.options)
    walk = Walk(engine, task.seats, options, task.seed, task.wild, task.curious)
    tally = Tally(games=1)
    try:
        for position in walk.positions():
            for event in position.outcome.events:
                tally.used.update(engine.used(position.state, event))
        tally.cards.update(engine.cards(position.state))
        tally.endings[position.state.ending] += 1
    except KitError as error:
        tally.failures.append(f"{error!r}\n  replay: signoria replay {_keep(task, walk)}\n  again:  {task.command()}")
    tally.answers = len(walk.answers)
    tally.steps.update(walk.steps)
    return tally


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
    with ProcessPoolExecutor(jobs, initializer=use_data, initargs=(data_in_use(),)) as pool:
        for tally in bar(pool.map(play, tasks, chunksize=4), len(tasks), tasks[0].game):
            total.add(tally)
    return total


def report(game: str, tally: Tally, seconds: float) -> Iterator[str]:
    """The summary, line by line."""
    yield f"{game}: {tally.games} games, {tally.answers} answers, {tally.answers / max(seconds, 1e-9):.0f} a second"
    yield "ended: " + ", ".join(f"{ending} {count}" for ending, count in tally.endings.most_common())
    asking = [name for name, step in ENGINES[game].steps.items() if not step.silent]
    yield "steps: " + ", ".join(f"{name} {tally.steps[name]}" for name in asking if tally.steps[name])
    if missing := [name for name in asking if not tally.steps[name]]:
        yield "never asked: " + ", ".join(missing)
    for kind in sorted({card.partition("/")[0] for card in tally.cards}):
        cards = sorted(card for card in tally.cards if card.startswith(f"{kind}/"))
        never = [card.partition("/")[2] for card in cards if not tally.used[card]]
        rarest = min(cards, key=tally.used.__getitem__)
        if never:
            yield f"{kind}: {len(cards) - len(never)} of {len(cards)} used; never " + ", ".join(never)
        else:
            yield f"{kind}: all {len(cards)} used, {rarest.partition('/')[2]} least often ({tally.used[rarest]})"


def add(commands: Any) -> None:
    parser = commands.add_parser("fuzz", help="play whole games by chance and check every law on the way")
    parser.add_argument("game", choices=sorted(ENGINES))
    parser.add_argument("--games", type=typed.whole(), default=200, help="games for each number of seats (default 200)")
    parser.add_argument("--seats", type=typed.whole(), help="only this number of seats")
    parser.add_argument("--options", type=typed.options, default={}, metavar="JSON", help="the options of the game")
    parser.add_argument(
        "--variant", help="options by the name that the game gives them; `all` plays each of them in turn"
    )
    parser.add_argument("--seed", help="play the one game with this seed")
    parser.add_argument(
        "--wild", type=typed.whole(0, 100), default=15, help="percent of answers drawn blindly (default 15)"
    )
    parser.add_argument(
        "--curious",
        type=typed.whole(0, 100),
        default=15,
        help="percent that take what the game has tried least (default 15)",
    )
    parser.add_argument("--jobs", type=typed.whole(), default=os.cpu_count() or 1, help="games at the same time")
    parser.add_argument("--replays", default="replays", metavar="FOLDER", help="where failures are kept")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Play every chosen set of options, each with its own summary."""
    variants = ENGINES[arguments.game].info.variants
    if arguments.variant is None:
        failures = _run(arguments, arguments.options).failures
        if variants and not arguments.options:
            print(f"not played: {', '.join(variants)}; `--variant all` plays them too")
        return 1 if failures else 0
    if arguments.variant == "all":
        sets = {"": {}, **variants}
    elif arguments.variant in variants:
        sets = {arguments.variant: variants[arguments.variant]}
    else:
        print(f"{arguments.game} has the variants {', '.join(variants)}, or all")
        return 2
    total = Tally()
    for options in sets.values():
        total.add(_run(arguments, {**options, **arguments.options}))
    if len(sets) > 1:
        asking = [name for name, step in ENGINES[arguments.game].steps.items() if not step.silent]
        missing = [name for name in asking if not total.steps[name]]
        print(f"all variants: {total.games} games, {len(total.failures)} failures; never asked: {missing or 'nothing'}")
    return 1 if total.failures else 0


def _run(arguments: argparse.Namespace, options: dict[str, Any]) -> Tally:
    engine = ENGINES[arguments.game]
    least, most = engine.info.seats
    counts = [arguments.seats] if arguments.seats else range(least, most + 1)
    seeds = [arguments.seed] if arguments.seed else [f"fuzz {number}" for number in range(arguments.games)]
    wild, curious = arguments.wild, arguments.curious
    total = Tally()
    for seats in counts:
        with suppress(EngineBug):  # found, kept and told when it is played
            engine.setup(seats, typed.options_for(engine, options), seeds[0])
    began = time.monotonic()
    if options:
        print(f"options {json.dumps(options)}")
    for seats in counts:
        tasks = [Task(arguments.game, seats, options, seed, wild, curious, arguments.replays) for seed in seeds]
        tally = fuzz(tasks, arguments.jobs)
        print(f"{seats} seats: {tally.games} games, {len(tally.failures)} failures")
        total.add(tally)
    for line in report(arguments.game, total, time.monotonic() - began):
        print(line)
    for failure in total.failures[:10]:
        print(f"FAILED {failure}")
    return total
