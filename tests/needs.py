"""What the tests need besides Python packages: a browser for the page, a reader for the pictures.

`python -m tests.needs` fetches what is missing where it may; whatever stays missing is named in one line at the end of
a test run, and the tests that want it are left out.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

SHELL = "chromium-headless-shell"
"""The browser without windows: half the work, and all that most tests need."""
BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
PATIENCE = 600.0
ROOT = Path(__file__).parents[1]


def browser() -> str | None:
    """The browser that was named, the system's, or Playwright's own; one without windows where there is one."""
    named = os.environ.get("TESTS_CHROMIUM")
    return named or shutil.which(SHELL) or _playwrights_own("headless_shell", "chrome-headless-shell") or windowed()


def windowed() -> str | None:
    """A whole browser, with notifications and all that belongs to a window."""
    named = os.environ.get("TESTS_CHROMIUM")
    found = named or next(filter(None, [shutil.which(name) for name in BROWSERS]), None)
    return found or _playwrights_own("chrome", "chrome.exe", "Chromium")


def _playwrights_own(*names: str) -> str | None:
    folder = os.environ.get("PLAYWRIGHT_BROWSERS_PATH") or {
        "darwin": "~/Library/Caches/ms-playwright",
        "win32": "~/AppData/Local/ms-playwright",
    }.get(sys.platform, "~/.cache/ms-playwright")
    found = [path for name in names for path in Path(folder).expanduser().glob(f"chromium*/*/**/{name}")]
    return str(next((path for path in sorted(found) if path.is_file()), "")) or None


def missing() -> list[str]:
    """What is not there, in words."""
    found = [] if browser() else ["a browser (the page)"]
    found += [] if windowed() or not browser() else ["a browser with windows (notifications, pinching)"]
    return found if shutil.which("tesseract") else [*found, "tesseract (reading the pictures)"]


def compiling() -> subprocess.Popen[bytes] | None:
    """On a fresh checkout: one process compiles what the tests import, before several would each do it."""
    if any(ROOT.glob("tests/contract/__pycache__/*-pytest-*")):
        return None
    command = [sys.executable, "-m", "pytest", "--collect-only", "--quiet"]
    return subprocess.Popen(command, cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def fetch() -> None:
    """Get what is missing: by the system's packages where we may, the browser also by Playwright."""
    packages = [] if windowed() else ["chromium"]
    packages += [] if browser() != windowed() or os.environ.get("TESTS_CHROMIUM") else [SHELL]
    packages += [] if shutil.which("tesseract") else ["tesseract-ocr"]
    if packages and shutil.which("apt-get") and hasattr(os, "geteuid") and os.geteuid() == 0:
        _run("apt-get", "update", "-qq")
        for package in packages:  # one at a time: an older system may not know them all
            _run("apt-get", "install", "-y", "-qq", "--no-install-recommends", package)
    if not windowed():
        _run(sys.executable, "-m", "playwright", "install", "chromium")


def _run(*command: str) -> None:
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    try:
        subprocess.run(
            command, check=False, timeout=PATIENCE, env={**os.environ, "DEBIAN_FRONTEND": "noninteractive"}, **quiet
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        print(f"tests: {command[0]} could not fetch what is missing: {error}", file=sys.stderr)


if __name__ == "__main__":
    meanwhile = compiling()
    fetch()
    if meanwhile is not None:
        meanwhile.wait()
    for each in missing():
        print(f"tests: {each} is not at hand; the tests that need it are left out")
