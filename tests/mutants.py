"""Mutation testing: small faults put by chance into the domain and the use cases, and the tests that should notice.

`python -m tests.mutants --seed 7 --count 60` makes each fault in a temporary copy and runs only the tests that need no
server (the marker `no_server`). A fault that no test notices has survived; it is printed as a difference. What cannot
be noticed by any test of behaviour stands in `EQUIVALENT`, each with its reason, and is not drawn.
"""

from __future__ import annotations

import argparse
import ast
import copy
import difflib
import importlib
import itertools
import json
import multiprocessing
import os
import random
import shutil
import signal
import sys
import tempfile
import time
import traceback
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, dataclass
from functools import partial
from multiprocessing.queues import Queue
from pathlib import Path
from typing import NoReturn

import pytest

ROOT = Path(__file__).parents[1]
MUTATED = ("bot/table", "bot/service")
TESTS = ("tests/bot/table", "tests/bot/service")
COPIED = ("bot", "engines", "render", "config", "tests")
READ_BEFORE = (
    "engines",
    "hypothesis",
    "hypothesis.strategies",
    "pydantic",
    "redis.asyncio",
    "openskill.models",
    "babel.dates",
    "render",
)
"""What no fault is put into and takes long to read."""
KINDS = ("py", "toml", "lua", "json", "md", "html", "css", "js")
PROCESSES = 2
"""At once."""
GOAL = 0.85

EQUIVALENT: tuple[tuple[str, str, str, str], ...] = (
    (
        "bot/table/standing_orders.py",
        "continue",
        "pass",
        "the loop ends here: the next order follows anyway",
    ),
    ("bot/table/standing_orders.py", "available.get(key, 0)", "(-1)", "less than none is not given either"),
    ("bot/table/calendar.py", "moment <= horizon", "moment < horizon", "looked at once more, with the same answer"),
    ("bot/table/calendar.py", "ahead = seconds + 3 * DAY", "", "how far is looked at first changes no answer"),
    ("bot/table/calendar.py", "ahead > 366 * DAY", "365", "the looks ahead are of 128 and of 512 days"),
    ("bot/table/calendar.py", "ahead > 366 * DAY", "367", "the looks ahead are of 128 and of 512 days"),
    ("bot/table/calendar.py", "@lru_cache", "", "how much is kept at hand changes no answer"),
    ("bot/service/session.py", "strict=True", "strict=False", "the store answers every read, or none"),
    ("bot/service/queries.py", "KEPT = 128", "", "how much is kept at hand changes no answer"),
    ("bot/service/unit_of_work.py", "CACHED = 512", "", "how much is kept at hand changes no answer"),
    ("bot/service/unit_of_work.py", "log.info(", "", "a line for the operator's eye"),
    ("bot/service/unit_of_work.py", "fields = {", "", "a line for the operator's eye"),
    ("bot/service/retention.py", "log.", "", "a line for the operator's eye"),
    ("bot/service/retention.py", "AT_ONCE = 200", "", "how many are read in one go changes no answer"),
)
"""File, a part of the line as it stands, a part of the line as changed (empty: any change), why no test can tell."""

_OTHER: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot, ast.IsNot: ast.Is, ast.In: ast.NotIn, ast.NotIn: ast.In,
}  # fmt: skip
_TYPES = ("Literal", "TypeAlias", "TypeVar", "cast")


@dataclass(frozen=True, slots=True)
class Mutant:
    """One fault: some bytes of a file replaced."""

    file: str
    line: int
    kind: str
    start: int
    end: int
    text: str

    def applied(self, source: bytes) -> bytes:
        return source[: self.start] + self.text.encode() + source[self.end :]

    def difference(self) -> str:
        source = (ROOT / self.file).read_bytes()
        before, after = source.decode().splitlines(), self.applied(source).decode().splitlines()
        return "\n".join(difflib.unified_diff(before, after, self.file, self.file, lineterm="", n=1))


@dataclass(frozen=True, slots=True)
class Verdict:
    """What became of a fault."""

    mutant: Mutant
    killed: bool
    by: str
    seconds: float


class Finder(ast.NodeVisitor):
    """Every place of a module where a fault can be put."""

    def __init__(self, file: str) -> None:
        self.file = file
        self.source = (ROOT / file).read_bytes()
        self._starts = [0]
        for line in self.source.splitlines(keepends=True):
            self._starts.append(self._starts[-1] + len(line))
        self.found: list[Mutant] = []
        self._depth = 0

    def _put(self, node: ast.expr | ast.stmt, kind: str, text: str) -> None:
        assert node.end_lineno is not None
        assert node.end_col_offset is not None
        start = self._starts[node.lineno - 1] + node.col_offset
        end = self._starts[node.end_lineno - 1] + node.end_col_offset
        if self.source[start:end].decode() != text:
            self.found.append(Mutant(self.file, node.lineno, kind, start, end, text))

    def _expression(self, node: ast.expr, kind: str, other: ast.expr) -> None:
        self._put(node, kind, f"({ast.unparse(ast.fix_missing_locations(other))})")

    def _negate(self, test: ast.expr) -> None:
        self._expression(test, "negated condition", ast.UnaryOp(ast.Not(), test))

    # --- what is left alone ---

    def visit_JoinedStr(self, node: ast.JoinedStr) -> None:
        """Places inside f-strings are not known exactly before Python 3.12."""

    def visit_AnnAssign(self, node: ast.AnnAssign) -> None:
        if node.value is not None and "TypeAlias" not in ast.unparse(node.annotation):
            self.visit(node.value)

    def visit_Subscript(self, node: ast.Subscript) -> None:
        if not (isinstance(node.value, ast.Name) and node.value.id in _TYPES):
            self.generic_visit(node)

    def visit_FunctionDef(self, node: ast.FunctionDef | ast.AsyncFunctionDef) -> None:
        for default in (*node.args.defaults, *(each for each in node.args.kw_defaults if each is not None)):
            self.visit(default)
        self._depth += 1
        for child in node.body:
            self.visit(child)
        self._depth -= 1

    visit_AsyncFunctionDef = visit_FunctionDef  # type: ignore[assignment]

    def visit_ClassDef(self, node: ast.ClassDef) -> None:
        depth, self._depth = self._depth, 0
        for child in node.body:
            self.visit(child)
        self._depth = depth

    # --- conditions ---

    def visit_If(self, node: ast.If) -> None:
        self._negate(node.test)
        self.generic_visit(node)

    def visit_IfExp(self, node: ast.IfExp) -> None:
        self._negate(node.test)
        self.generic_visit(node)

    def visit_comprehension(self, node: ast.comprehension) -> None:
        for test in node.ifs:
            self._negate(test)
        self.generic_visit(node)

    def visit_UnaryOp(self, node: ast.UnaryOp) -> None:
        if isinstance(node.op, ast.Not):
            self._expression(node, "dropped not", node.operand)
        self.generic_visit(node)

    def visit_BoolOp(self, node: ast.BoolOp) -> None:
        other = copy.copy(node)
        other.op = ast.Or() if isinstance(node.op, ast.And) else ast.And()
        self._expression(node, "and for or", other)
        self.generic_visit(node)

    def visit_Compare(self, node: ast.Compare) -> None:
        for number, op in enumerate(node.ops):
            other = copy.copy(node)
            other.ops = [*node.ops[:number], _OTHER[type(op)](), *node.ops[number + 1 :]]
            self._expression(node, "other comparison", other)
        self.generic_visit(node)

    # --- values ---

    def visit_Constant(self, node: ast.Constant) -> None:
        value = node.value
        if isinstance(value, bool):
            self._put(node, "other constant", str(not value))
        elif isinstance(value, int | float):
            for step in (1, -1):
                self._put(node, "one more or less", f"({value + step!r})")
        elif isinstance(value, str):
            self._put(node, "other constant", repr(f"{value}_"))

    def visit_Return(self, node: ast.Return) -> None:
        if node.value is not None and ast.unparse(node.value) != "None":
            self._put(node, "other return", "return None")
        self.generic_visit(node)

    # --- statements that change something ---

    def _drop(self, node: ast.stmt) -> None:
        if self._depth:
            self._put(node, "dropped statement", "pass")

    def visit_Expr(self, node: ast.Expr) -> None:
        if isinstance(node.value, ast.Constant):
            return
        if not isinstance(node.value, ast.Yield):
            self._drop(node)
        self.generic_visit(node)

    def visit_Assign(self, node: ast.Assign) -> None:
        places = [each for target in node.targets for each in getattr(target, "elts", [target])]
        if any(isinstance(place, ast.Attribute | ast.Subscript) for place in places):
            self._drop(node)
        self.visit(node.value)

    def visit_AugAssign(self, node: ast.AugAssign) -> None:
        self._drop(node)
        self.visit(node.value)

    def visit_Raise(self, node: ast.Raise) -> None:
        self._drop(node)
        self.generic_visit(node)

    def visit_Delete(self, node: ast.Delete) -> None:
        self._drop(node)

    def visit_Continue(self, node: ast.Continue) -> None:
        self._drop(node)


def _is_equivalent(mutant: Mutant) -> bool:
    source = (ROOT / mutant.file).read_bytes()
    before, after = (text.decode().splitlines()[mutant.line - 1] for text in (source, mutant.applied(source)))
    return any(
        mutant.file == file and line in before and changed in after and (changed == "" or changed not in before)
        for file, line, changed, _ in EQUIVALENT
    )


def all_mutants() -> list[Mutant]:
    """Every fault that can be drawn, in a steady order."""
    found: list[Mutant] = []
    for folder in MUTATED:
        for path in sorted((ROOT / folder).glob("*.py")):
            finder = Finder(path.relative_to(ROOT).as_posix())
            finder.visit(ast.parse(finder.source))
            found += [mutant for mutant in finder.found if not _is_equivalent(mutant)]
    return found


class Copy:
    """A temporary copy of the project in which one fault at a time is made.

    Tests run in a fork of this process, which has read everything but the bot and its tests already: that takes most
    of the time otherwise.
    """

    def __init__(self) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="signoria-mutants-"))
        self._writes = itertools.count(1)
        shutil.copy(ROOT / "pyproject.toml", self.folder)
        for name in COPIED:
            for path in (ROOT / name).rglob("*"):
                if path.is_file() and path.suffix[1:] in KINDS and "__pycache__" not in path.parts:
                    target = self.folder / path.relative_to(ROOT)
                    target.parent.mkdir(parents=True, exist_ok=True)
                    shutil.copy(path, target)

    def tests(self, files: Sequence[str], seconds: float, *more: str) -> tuple[int | None, str]:
        """Run the tests of these files that need no server, up to the first that fails: the exit code and the output.

        None when the time was up.
        """
        said = self.folder / "said.txt"
        child = os.fork()
        if not child:
            self._become_pytest([*more, *files], said)
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            found, status = os.waitpid(child, os.WNOHANG)
            if found:
                return os.waitstatus_to_exitcode(status), said.read_text("utf-8", "replace")
            time.sleep(0.01)
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        return None, ""

    def _become_pytest(self, arguments: Sequence[str], said: Path) -> NoReturn:
        code = 99
        try:
            output = said.open("w")
            os.dup2(output.fileno(), 1)
            os.dup2(output.fileno(), 2)
            sys.stdout = sys.stderr = output
            os.chdir(self.folder)
            os.environ.update(REDIS_URL="redis://127.0.0.1:1", PYTEST_DISABLE_PLUGIN_AUTOLOAD="1")
            sys.path[:] = [str(self.folder), *(place for place in sys.path if place not in ("", str(ROOT)))]
            for name in [name for name in sys.modules if name.partition(".")[0] in ("bot", "tests")]:
                del sys.modules[name]
            options = ["-x", "-q", "-m", "no_server", "-p", "no:cacheprovider", "-p", "pytest_asyncio.plugin"]
            code = int(pytest.main([*options, "-p", "pytest_timeout", "-o", "addopts=--tb=no -rfE", *arguments]))
        except BaseException:
            traceback.print_exc()
        finally:
            sys.stdout.flush()
            os._exit(code)

    def _write(self, place: Path, source: bytes) -> None:
        """Each time under another date, so that no compiled file of an earlier one is taken for it."""
        place.write_bytes(source)
        moment = 1_000_000_000 + next(self._writes)
        os.utime(place, (moment, moment))

    def judge(self, mutant: Mutant, files: Sequence[str], seconds: float) -> Verdict:
        """First by the tests of the same name, then by all others."""
        own = [file for file in files if file.endswith(f"/test_{Path(mutant.file).stem}.py")]
        others = [file for file in files if file not in own]
        place, started = self.folder / mutant.file, time.perf_counter()
        source = place.read_bytes()
        self._write(place, mutant.applied(source))
        by = ""
        for part in filter(None, (own, others)):
            code, said = self.tests(part, seconds)
            if code is None:
                by = "the time was up"
            elif code != 0:
                failed = [line for line in said.splitlines() if line.startswith(("FAILED", "ERROR"))]
                by = failed[0] if failed else said[-300:] or f"exit code {code}"
            if by:
                break
        self._write(place, source)
        return Verdict(mutant, bool(by), by, time.perf_counter() - started)

    def close(self) -> None:
        shutil.rmtree(self.folder, ignore_errors=True)


class NotSound(Exception):
    """The tests fail without any fault, or do not see the copy."""


def _files(place: Copy, tests: Sequence[str]) -> tuple[list[str], float]:
    """The files with tests that need no server, and how long all of them may take; sound without a fault only."""
    started = time.perf_counter()
    code, said = place.tests(tests, 300.0, "-rp")
    if code != 0:
        raise NotSound(f"the tests fail by themselves:\n{said[-2000:]}")
    passed = [line.split()[1] for line in said.splitlines() if line.startswith("PASSED")]
    files = sorted({name.partition("::")[0] for name in passed})
    took = time.perf_counter() - started
    canary = Mutant("bot/table/model.py", 1, "canary", 0, 0, "raise SystemExit\n")
    if not place.judge(canary, files, 120.0).killed:
        raise NotSound("the tests do not look at the copy")
    return files, max(20.0, 5 * took)


_PLACE: list[Copy] = []
"""The copy of this process."""


def _settle(places: Queue[Copy]) -> None:
    _PLACE.append(places.get())


def _judge(mutant: Mutant, files: Sequence[str], seconds: float) -> Verdict:
    return _PLACE[0].judge(mutant, files, seconds)


def judged(mutants: Sequence[Mutant], processes: int = PROCESSES, tests: Sequence[str] = TESTS) -> Iterator[Verdict]:
    """Each fault in turn, in as many copies as processes, by the tests of these folders or files."""
    for name in READ_BEFORE:
        importlib.import_module(name)
    places = [Copy() for _ in range(processes)]
    try:
        files, seconds = _files(places[0], tests)
        context = multiprocessing.get_context("fork")
        queue: Queue[Copy] = context.Queue()
        for place in places:
            queue.put(place)
        judge = partial(_judge, files=files, seconds=seconds)
        with ProcessPoolExecutor(processes, context, _settle, (queue,)) as pool:
            yield from pool.map(judge, mutants)
    finally:
        for place in places:
            place.close()


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.mutants", description=__doc__)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=60)
    parser.add_argument("--processes", type=int, default=PROCESSES)
    parser.add_argument("--only", default="", help="draw from files whose name holds this")
    parser.add_argument("--json", action="store_true")
    chosen = parser.parse_args(arguments)
    pool = [mutant for mutant in all_mutants() if chosen.only in mutant.file]
    mutants = random.Random(chosen.seed).sample(pool, min(chosen.count, len(pool)))
    verdicts = []
    for verdict in judged(mutants, chosen.processes):
        verdicts.append(verdict)
        if not chosen.json:
            where = f"{verdict.mutant.file}:{verdict.mutant.line}"
            print(f"{'killed  ' if verdict.killed else 'SURVIVED'} {where:44} {verdict.mutant.kind}", flush=True)
    killed = sum(verdict.killed for verdict in verdicts)
    share = killed / len(verdicts)
    if chosen.json:
        found = [asdict(each) | {"difference": each.mutant.difference()} for each in verdicts]
        print(json.dumps({"seed": chosen.seed, "killed": killed, "of": len(verdicts), "verdicts": found}, indent=1))
    else:
        for verdict in verdicts:
            if not verdict.killed:
                print(f"\n{verdict.mutant.difference()}")
        print(f"\nseed {chosen.seed}: {killed} of {len(verdicts)} killed ({share:.0%}); {len(pool)} can be drawn")
    return 0 if share >= GOAL else 1


if __name__ == "__main__":
    sys.exit(main())
