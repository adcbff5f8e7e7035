"""What makes every run quick, and after it what was left out because something is not installed."""

from __future__ import annotations

import os
import sys
from typing import Any

import pytest

from tests import garbage
from tests.needs import missing
from tests.replicas import wants_replicas

sys.dont_write_bytecode = False
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)  # the processes that tests start would compile everything each time


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """One more than there are cores: somebody always waits for a browser, or for a server that was killed."""
    return (os.cpu_count() or 1) + 1


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """The tests of the page come first: they take longest, so nobody waits for them at the end, and one worker with one
    browser has most of them. With those whose servers fail over, which mostly wait, the last worker's share begins."""
    page = [item for item in items if "web" in item.path.parts]
    waiting = [item for item in items if wants_replicas(item)]
    rest = [item for item in items if item not in {*page, *waiting}]
    workers = getattr(config, "workerinput", {}).get("workercount", 1)
    before = max(0, len(items) * (workers - 1) // workers - len(page))
    items[:] = [*page, *rest[:before], *waiting, *rest[before:]]


def pytest_collection_finish() -> None:
    """Thousands of tests and all our modules are here to stay."""
    garbage.seldom()


def pytest_terminal_summary(terminalreporter: Any) -> None:
    if left := missing():
        terminalreporter.write_line(f"left out, not installed: {', '.join(left)}")
