"""`signoria tune GAME`: look for better weights of a game's script, and write them if unseen deals confirm them.

CMA-ES over all numbers of the script. Every generation plays deals of its own, against the untuned script and against
the mean of the generation before: what only beats one opponent, and ruins itself against its like, does not win. The
mean of the last generation is taken.
"""

from __future__ import annotations

import argparse
import json
import sys
import warnings
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from statistics import fmean
from typing import Any

from bot.cli.contest import Tally, by_style, deals, require_way
from bot.cli.typed import whole
from config import rooms
from config.settings import ConfigError
from engines import ENGINES
from engines.kit import PLAIN, Engine, Weights
from engines.kit.scripted import Style, untuned

SHARE = 0.4
"""How widely is looked around a number, as a share of it."""


@dataclass(frozen=True, slots=True)
class Space:
    """The numbers that are looked for: where the search begins and how wide its steps are."""

    start: Weights
    names: tuple[str, ...]
    scale: tuple[float, ...]

    def at(self, point: Any) -> Weights:
        """The weights at a point of the search; rounded, for nobody needs more."""
        flat = self.start.flat()
        numbers = zip(self.names, self.scale, point, strict=True)
        return self.start.changed({name: rounded(flat[name] + scale * float(x)) for name, scale, x in numbers})


def space_of(engine: Engine[Any], start: Weights | None = None) -> Space:
    """All numbers of a script whose scale is not zero."""
    script = engine.script
    if script is None:
        raise ValueError(f"{engine.info.key} has no script")
    begin, scales = start or script.start, script.scale
    widths = {name: scales.get(name, SHARE * max(abs(number), 0.1)) for name, number in begin.flat().items()}
    names = tuple(name for name, width in widths.items() if width)
    return Space(begin, names, tuple(widths[name] for name in names))


def rounded(number: float) -> float:
    return float(f"{number:.4g}")


def add(commands: Any) -> None:
    parser = commands.add_parser("tune", help="look for better weights of a game's script")
    parser.add_argument("game", choices=sorted(ENGINES))
    parser.add_argument("--variant", default=PLAIN, help="plain, or a variant of the game")
    parser.add_argument("--seats", type=whole(), default=2, help="how many play (default 2)")
    parser.add_argument("--generations", type=whole(), default=40, help="how long is looked (default 40)")
    parser.add_argument("--population", type=whole(4), default=14, help="candidates in each (default 14)")
    parser.add_argument("--deals", type=whole(), default=4, help="deals a candidate plays in each generation")
    parser.add_argument("--confirm", type=whole(), default=200, help="games on unseen deals that must confirm it")
    parser.add_argument(
        "--also", nargs="*", default=[], metavar="WAY", help='further ways to play ("muse 2") to confirm'
    )
    parser.add_argument("--begin", metavar="WAY", help='begin from the weights of another way to play ("plain 2")')
    parser.add_argument("--seed", default="tune", help="other deals")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    engine = ENGINES[arguments.game]
    script = engine.script
    if script is None:
        print(f"{arguments.game} has no script.", file=sys.stderr)
        return 2
    way = f"{arguments.variant} {arguments.seats}"
    for each in (way, *arguments.also):
        require_way(engine, each)
    if arguments.begin and arguments.begin not in script.tuned:
        known = ", ".join(sorted(script.tuned)) or "none"
        raise ConfigError(f"There are no weights for {arguments.begin!r}; there are: {known}.")
    space = space_of(engine, script.tuned[arguments.begin] if arguments.begin else None)
    found = search(engine, space, arguments)
    confirmed: dict[str, str] = {}
    for each in (way, *arguments.also):
        told, is_better = confirm(engine, each, found, arguments)
        print(f"{each}: {told}", flush=True)
        if is_better:
            confirmed[each] = told
    if not confirmed:
        print("Nothing is written: unseen deals do not confirm it.")
        return 1
    write(engine, confirmed, found, arguments)
    return 0


def search(engine: Engine[Any], space: Space, arguments: argparse.Namespace) -> Weights:
    """The mean of the last generation."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            import cma
        except ImportError as error:
            raise ConfigError("`signoria tune` wants the tools of the source checkout.") from error
    seed = sum(map(ord, f"{arguments.seed} {arguments.variant} {arguments.seats}"))
    limits = {"popsize": arguments.population, "seed": seed, "verbose": -9}
    strategy = cma.CMAEvolutionStrategy([0.0] * len(space.names), 0.6, limits)
    for generation in range(arguments.generations):
        points = strategy.ask()
        seed_of = f"{arguments.seed} {generation}"
        others = (untuned(engine), Style(space.at(strategy.mean)))
        losses = [-worth(engine, space.at(point), others, arguments, seed_of) for point in points]
        strategy.tell(points, losses)
        print(f"{generation + 1:3}  best {-min(losses):.1f}  mean {-fmean(losses):.1f}", flush=True)
    return space.at(strategy.mean)


def worth(
    engine: Engine[Any], weights: Weights, others: Sequence[Style], arguments: argparse.Namespace, seed: str
) -> float:
    """How far these weights are ahead of each of the others on the average, victories counted like points."""
    way, victory = f"{arguments.variant} {arguments.seats}", engine.script.victory if engine.script else 0.0
    tallies = [played(engine, way, weights, other, seed, arguments.deals) for other in others]
    return fmean([fmean(tally.leads) + victory * tally.share for tally in tallies])


def played(engine: Engine[Any], way: str, weights: Weights, other: Style, seed: str, number: int) -> Tally:
    """These weights in every seat once, the other script in all the rest."""
    variant, seats = way.split()
    own, rest = by_style(engine, Style(weights)), by_style(engine, other)
    tally = Tally()
    for each in deals(engine, variant, int(seats), f"{seed} {way}", number, lambda _: own, lambda _: rest):
        tally.add(each)
    return tally


def confirm(engine: Engine[Any], way: str, weights: Weights, arguments: argparse.Namespace) -> tuple[str, bool]:
    """The rates on deals that the search never saw, in words; and whether they are surely better than the untuned
    script, and than what is shipped now."""
    seats, unseen = int(way.split()[1]), f"{arguments.seed} unseen"
    before = engine.script.tuned.get(way) if engine.script else None
    others = {"base": untuned(engine)} | ({"the set before": Style(before)} if before else {})
    told, is_better = [], True
    for name, other in others.items():
        tally = played(engine, way, weights, other, unseen, -(-arguments.confirm // seats))
        low, high = tally.interval()
        told.append(f"{tally.share:.0%} [{low:.0%} to {high:.0%}] of {len(tally.shares)} games against {name}")
        is_better = is_better and low > 1.0 / seats
    return ", ".join(told), is_better


def write(engine: Engine[Any], confirmed: dict[str, str], found: Weights, arguments: argparse.Namespace) -> None:
    """Put the set at the end of the game's weights; ways to play that it was confirmed for leave older sets."""
    file = rooms.folder(engine.info.key) / rooms.WEIGHTS
    text = without(file.read_text("utf-8"), set(confirmed))
    base = engine.script.base.flat() if engine.script else {}
    changed = {name: number for name, number in found.flat().items() if number != base[name]}
    command = (
        f"signoria tune {arguments.game} --variant {arguments.variant} --seats {arguments.seats} --generations "
        f"{arguments.generations} --population {arguments.population} --deals {arguments.deals} --seed {arguments.seed}"
    )
    lines = [
        f"# {datetime.now(UTC):%Y-%m-%d}, {command}" + (f" --begin '{arguments.begin}'" if arguments.begin else "")
    ]
    lines += [f"# {way}: {told}" for way, told in confirmed.items()]
    lines += ["[[tuned]]", f"for = {json.dumps(list(confirmed))}", *toml_of(engine, found, changed)]
    file.write_text(text.rstrip() + "\n\n" + "\n".join(lines) + "\n", "utf-8")
    print(f"Written to {Path(file).name}.")


def toml_of(engine: Engine[Any], found: Weights, changed: dict[str, float]) -> list[str]:
    """What differs from the base: single numbers, and whole rows and tables of which anything differs."""
    lines = []
    for name, value in dict(found).items():
        inside = [path for path in changed if path == name or path.startswith(f"{name}.")]
        if not inside:
            continue
        if isinstance(value, dict):
            pairs = ", ".join(f"{path.partition('.')[2]} = {changed[path]:g}" for path in inside)
            lines.append(f"{name} = {{ {pairs} }}")
        elif isinstance(value, tuple):
            lines.append(f"{name} = [{', '.join(f'{each:g}' for each in value)}]")
        else:
            lines.append(f"{name} = {value:g}")
    return lines


def without(text: str, ways: set[str]) -> str:
    """The file without the sets for these ways to play; a set for others too keeps those, and what it says of them."""
    kept: list[str] = []
    blocks = text.split("\n\n")
    for block in blocks:
        lines = block.split("\n")
        row = next((index for index, line in enumerate(lines) if line.startswith("for = ")), None)
        if row is not None:
            left = [way for way in json.loads(lines[row].removeprefix("for = ")) if way not in ways]
            if not left:
                continue
            lines[row] = f"for = {json.dumps(left)}"
            lines = [line for line in lines if not line.startswith(tuple([f"# {way}:" for way in ways]))]
        kept.append("\n".join(lines))
    return "\n\n".join(kept)
