"""`python -m tests.sim --runs 2000`: seeded runs of the whole program; the last line counts runs and violations.

`python -m tests.sim --seed 17` replays one run and tells what went wrong in it.
"""

from __future__ import annotations

import argparse
import logging
import os
import sys
import time
from collections import Counter

from tests import garbage

HASHES = "0"
"""A run is the same everywhere only where words hash alike."""


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.sim", description=__doc__)
    parser.add_argument("--runs", type=int, default=100)
    parser.add_argument("--first", type=int, default=0, help="the first seed")
    parser.add_argument("--seed", type=int, help="replay this seed, and show what happened")
    given = parser.parse_args()
    if os.environ.get("PYTHONHASHSEED") != HASHES:
        os.execve(
            sys.executable, [sys.executable, "-m", "tests.sim", *sys.argv[1:]], {**os.environ, "PYTHONHASHSEED": HASHES}
        )
    logging.getLogger().addHandler(logging.NullHandler())
    return replay(given.seed) if given.seed is not None else simulate_all(given.first, given.runs)


def replay(seed: int) -> int:
    from tests.sim.run import simulate

    garbage.seldom()
    outcome = simulate(seed)
    for blow in outcome.blows:
        print(f"  {blow}")
    print(f"seed {seed}: {outcome.what}, {outcome.answers} answers, {outcome.seconds:.0f} s, trace {outcome.digest}")
    for violation in outcome.violations:
        print(f"  VIOLATED {violation}")
    return int(bool(outcome.violations))


def simulate_all(first: int, runs: int) -> int:
    from tests.sim.run import simulate

    garbage.seldom()
    began, violations, failed = time.process_time(), 0, list[int]()
    answers, blows, places = 0, Counter[str](), Counter[str]()
    for number, seed in enumerate(range(first, first + runs), 1):
        outcome = simulate(seed)
        answers += outcome.answers
        blows.update(blow.split()[1] for blow in outcome.blows)
        places[outcome.what] += 1
        if outcome.violations:
            failed.append(seed)
            violations += len(outcome.violations)
            for violation in outcome.violations:
                print(f"seed {seed} VIOLATED {violation}", flush=True)
        if number % 50 == 0 or number == runs:
            print(f"{number} of {runs} runs, {time.process_time() - began:.0f} s of computing", flush=True)
    print("where: " + ", ".join(f"{count} {what}" for what, count in sorted(places.items())))
    print(f"{answers} answers; " + ", ".join(f"{count} {what}" for what, count in sorted(blows.items())))
    if failed:
        print(f"failing seeds: {failed}")
    print(f"runs {runs} violations {violations}")
    return int(violations > 0)


if __name__ == "__main__":
    sys.exit(main())
