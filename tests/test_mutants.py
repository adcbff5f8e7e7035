"""The mutation runner itself: it finds faults of every kind, notices those that matter, and lets a harmless one be."""

from __future__ import annotations

import ast
import random
import subprocess
import sys

from tests.mutants import MUTATED, ROOT, Mutant, all_mutants, judged


def planted(file: str, before: str, after: str) -> Mutant:
    source = (ROOT / file).read_text("utf-8")
    start = len(source[: source.index(before)].encode())
    return Mutant(file, source[: source.index(before)].count("\n") + 1, "planted", start, start + len(before), after)


def test_faults_are_found_in_every_module_and_of_every_kind() -> None:
    found = all_mutants()
    modules = {path.relative_to(ROOT).as_posix() for folder in MUTATED for path in (ROOT / folder).glob("*.py")}
    assert modules - {mutant.file for mutant in found} <= {f"{folder}/__init__.py" for folder in MUTATED}
    assert {mutant.kind for mutant in found} == {
        "negated condition",
        "dropped not",
        "and for or",
        "other comparison",
        "other constant",
        "one more or less",
        "other return",
        "dropped statement",
    }


def test_every_fault_is_still_a_program() -> None:
    for mutant in random.Random(1).sample(all_mutants(), 150):
        changed = mutant.applied((ROOT / mutant.file).read_bytes())
        assert changed != (ROOT / mutant.file).read_bytes()
        ast.parse(changed)


def verdicts() -> list[bool]:
    """Whether a harmless change, a wrong comparison and a fault deep in a use case are noticed."""
    harmless = planted("bot/table/votes.py", "Who decides:", "Who may decide:")
    wrong = planted("bot/table/votes.py", "> len(entitled)", ">= len(entitled)")
    deep = planted("bot/service/move_service.py", "table.undo[0] != seat", "table.undo[0] == seat")
    tests = ("tests/bot/table/test_votes.py", "tests/bot/service/test_move_service.py")
    return [verdict.killed for verdict in judged([harmless, wrong, deep], tests=tests)]


def test_a_fault_is_noticed_by_tests_without_a_server_and_a_harmless_change_is_not() -> None:
    """In a process of its own: the runner forks, and this one has threads."""
    program = [sys.executable, "-c", "from tests.test_mutants import verdicts; print(verdicts())"]
    done = subprocess.run(program, cwd=ROOT, capture_output=True, text=True, timeout=250, check=False)
    assert done.stdout.split("\n")[-2:] == ["[False, True, True]", ""], done.stdout + done.stderr
