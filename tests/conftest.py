"""At the end of every run: what was left out because something is not installed."""

from __future__ import annotations

from typing import Any

from tests.needs import missing


def pytest_terminal_summary(terminalreporter: Any) -> None:
    if left := missing():
        terminalreporter.write_line(f"left out, not installed: {', '.join(left)}")
