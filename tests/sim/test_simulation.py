"""A slice of the simulation, and the bugs that were planted to see whether it finds any. `make sim N=2000` runs more.

Each runs in a process of its own in which words hash alike, so that a failing seed fails everywhere.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from typing import Any

from tests.sim.__main__ import HASHES
from tests.sim.planted import BUGS

RUNS = 12


def told(*arguments: str) -> subprocess.CompletedProcess[str]:
    alike = {**os.environ, "PYTHONHASHSEED": HASHES}
    command = [sys.executable, "-m", *arguments]
    return subprocess.run(command, capture_output=True, text=True, timeout=540, check=False, env=alike)


def test_a_slice_of_the_simulation_violates_nothing() -> None:
    done = told("tests.sim", "--runs", str(RUNS))
    assert done.stdout.splitlines()[-1:] == [f"runs {RUNS} violations 0"], done.stdout + done.stderr


def test_a_seed_replays_exactly() -> None:
    one, other = told("tests.sim", "--seed", "13"), told("tests.sim", "--seed", "13")
    assert "trace" in one.stdout
    assert one.stdout == other.stdout


def test_every_planted_bug_is_found() -> None:
    """All in one process: it takes longer to begin than to find one of them."""
    done = told("tests.sim.planted")
    found: dict[str, dict[str, Any] | None] = json.loads(done.stdout.splitlines()[-1])
    for name, bug in BUGS.items():
        shown = found[name]
        assert shown is not None, f"{name} violates {bug.invariant}, and nobody noticed"
        assert shown["violation"].startswith(bug.invariant), name
