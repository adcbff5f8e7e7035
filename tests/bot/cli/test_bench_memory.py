"""`signoria bench memory`: who belongs to the program, and what counts as growth."""

from __future__ import annotations

import subprocess
import sys

from bot.cli import bench_memory


def test_children_and_their_children_are_weighed() -> None:
    parents = {2: 1, 3: 2, 4: 9, 5: 3}
    assert sorted(bench_memory.family(1, parents)) == [1, 2, 3, 5]


def test_a_child_weighs_something() -> None:
    alone = bench_memory.weight()
    hold = "x = bytearray(50_000_000); print(1, flush=True); input()"
    pipe = subprocess.PIPE
    with subprocess.Popen([sys.executable, "-c", hold], stdin=pipe, stdout=pipe) as hog:
        assert hog.stdout is not None
        hog.stdout.readline()
        assert bench_memory.weight() >= alone + 40
        hog.kill()


def test_only_what_grows_after_the_caches_are_full_is_growth() -> None:
    assert bench_memory.growth([100, 300, 400, 400, 402, 400, 401, 400]) < 1.01
    assert bench_memory.growth([100, 200, 300, 400, 500, 600, 700, 800]) > 1.5
