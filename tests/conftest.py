"""What makes every run quick, and after it what was left out because something is not installed."""

from __future__ import annotations

import gc
import os
import sys
from typing import Any

import pytest

from tests.needs import missing

sys.dont_write_bytecode = False
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)  # the processes that tests start would compile everything each time


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """One more than there are cores: somebody always waits for a browser, or for a server that was killed."""
    return (os.cpu_count() or 1) + 1


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The tests of the page come first: they take longest, so nobody waits for them at the end, and one worker with one
    browser has most of them while the others go on with the rest."""
    items.sort(key=lambda item: "web" not in item.path.parts)


def pytest_collection_finish() -> None:
    """Thousands of tests and all our modules are here to stay: who looks for garbage need not look at them again."""
    gc.collect()
    gc.freeze()


def pytest_terminal_summary(terminalreporter: Any) -> None:
    if left := missing():
        terminalreporter.write_line(f"left out, not installed: {', '.join(left)}")
