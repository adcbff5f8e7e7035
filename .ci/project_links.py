"""The links of the package lead to wherever it is built from: nobody writes an address into the project.

Said by `PROJECT_URL`, by the workflow that builds it, or by git's own address of the origin; where none of
them names a page of the web, the package has no links.
"""

from __future__ import annotations

import os
import re
import subprocess
from typing import Any

from hatchling.metadata.plugin.interface import MetadataHookInterface

PAGES = {
    "Homepage": "",
    "Documentation": "/tree/main/docs",
    "Changelog": "/blob/main/CHANGELOG.md",
    "Issues": "/issues",
}


def address(root: str) -> str:
    """The page of the project; empty if nobody knows."""
    if named := os.environ.get("PROJECT_URL"):
        return named.rstrip("/")
    if repository := os.environ.get("GITHUB_REPOSITORY"):
        return f"{os.environ.get('GITHUB_SERVER_URL', 'https://github.com')}/{repository}"
    return page_of(_origin(root))


def page_of(origin: str) -> str:
    """The page of a git address on the web; empty for a folder or a machine of one's own."""
    by_key = re.fullmatch(r"(?:ssh://)?git@([\w.-]+)[:/](.+?)", origin)
    page = f"https://{by_key[1]}/{by_key[2]}" if by_key else origin
    return page.removesuffix(".git") if re.fullmatch(r"https://[\w.-]+/.+", page) else ""


def _origin(root: str) -> str:
    command = ["git", "-C", root, "config", "--get", "remote.origin.url"]
    try:
        return subprocess.run(command, capture_output=True, text=True, check=False, timeout=10).stdout.strip()
    except (OSError, subprocess.TimeoutExpired):
        return ""


class ProjectLinks(MetadataHookInterface):
    """Asked by the builder for what `pyproject.toml` leaves open."""

    def update(self, metadata: dict[str, Any]) -> None:
        page = address(self.root)
        metadata["urls"] = {name: page + path for name, path in PAGES.items()} if page else {}
