"""Before every run: modules are compiled once. After it: what was left out because something is not installed."""

from __future__ import annotations

import os
import sys
from typing import Any

from tests.needs import missing

sys.dont_write_bytecode = False
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)  # the processes that tests start would compile everything each time


def pytest_terminal_summary(terminalreporter: Any) -> None:
    if left := missing():
        terminalreporter.write_line(f"left out, not installed: {', '.join(left)}")
