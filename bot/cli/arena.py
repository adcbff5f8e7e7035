"""`signoria arena GAME --a LEVEL --b LEVEL`: one computer against others on the same deals, and what that proves."""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Iterable
from statistics import fmean
from typing import Any

from bot.cli.contest import LEVELS, Tally, by_level, deals, options_of, require_way
from bot.cli.progress import bar, stoppable
from bot.cli.typed import whole
from bot.workers.levels import playouts_of
from engines import ENGINES
from engines.kit import PLAIN

OFTEN = 30.0
"""Seconds after which it is told how the games stand, where no bar is drawn."""


def add(commands: Any) -> None:
    parser = commands.add_parser("arena", help="let computer seats of two levels play each other")
    parser.add_argument("game", choices=sorted(ENGINES))
    parser.add_argument("--a", choices=LEVELS, default="steady", help="who sits in every seat once a deal")
    parser.add_argument("--b", choices=LEVELS, default="base", help="who sits in the others; base: the untuned script")
    parser.add_argument("--seats", type=whole(), default=2, help="how many play (default 2)")
    parser.add_argument("--games", type=whole(), default=200, help="games in all, each deal once for every seat")
    parser.add_argument("--variant", default=PLAIN, help="plain, or a variant of the game")
    parser.add_argument("--playouts", type=whole(), help="for sharp and master: other than their own number")
    parser.add_argument("--seed", default="arena", help="other deals")
    parser.add_argument("--json", action="store_true", help="print JSON alone")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    engine, seats = ENGINES[arguments.game], arguments.seats
    require_way(engine, f"{arguments.variant} {seats}")
    number = -(-arguments.games // seats)
    played = deals(
        engine,
        arguments.variant,
        seats,
        arguments.seed,
        number,
        lambda state: by_level(engine, arguments.a, state, arguments.playouts),
        lambda state: by_level(engine, arguments.b, state, arguments.playouts),
    )
    tally = counted(bar(played, number, "deals"), number * seats)
    if not tally.shares:
        print("Stopped before a deal was played in every seat: nothing can be said.")
        return 1
    state = engine.setup(seats, options_of(engine, arguments.variant), arguments.seed).state
    own = max(playouts_of(engine, state, level) for level in (arguments.a, arguments.b))
    figures = figures_of(tally, arguments.playouts or own)
    if arguments.json:
        print(json.dumps(figures))
        return 0
    print(
        f"{arguments.game} {arguments.variant}, {seats} seats: {arguments.a} wins {figures['share']:.1%} of "
        f"{figures['games']} games against {arguments.b} [{figures['low']:.1%} to {figures['high']:.1%}], "
        f"{figures['margin']:+.1f} points; {figures['seconds_p95']:.3f} s an answer (p95)."
    )
    return 0


def counted(played: Iterable[Tally], games: int) -> Tally:
    """All deals, or those that were over when somebody stopped it (Ctrl-C, kill): they tell something too."""
    tally, told = Tally(), time.monotonic()
    with stoppable():
        for each in played:
            tally.add(each)
            if not sys.stderr.isatty() and time.monotonic() - told > OFTEN:
                told = time.monotonic()
                low, high = tally.interval()
                standing = f"{tally.share:.1%} [{low:.1%} to {high:.1%}]"
                print(f"{len(tally.shares)} of {games} games: {standing}", file=sys.stderr, flush=True)
    return tally


def figures_of(tally: Tally, playouts: int) -> dict[str, float]:
    """The share of victories with its 95 % interval, and the mean lead over the best of the others."""
    low, high = tally.interval()
    return {
        "share": round(tally.share, 4),
        "low": round(low, 4),
        "high": round(high, 4),
        "margin": round(fmean(tally.leads), 2),
        "games": len(tally.shares),
        "playouts": playouts,
        "seconds_p95": round(tally.p95(), 4),
    }
