"""`signoria licences [--json]`: every package that this installation runs on, its version and its licence."""

from __future__ import annotations

import argparse
import json
import re
from importlib import metadata
from typing import Any

OWN = "signoria"
UNNAMED = "not named in its metadata: see its page"


def add(commands: Any) -> None:
    parser = commands.add_parser("licences", help="the packages this installation runs on, and their licences")
    parser.add_argument("--json", action="store_true", help="print JSON alone")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    found = licences()
    if arguments.json:
        print(json.dumps([{"name": name, "version": number, "licence": words} for name, number, words in found]))
    else:
        print("\n".join(f"{name:28} {number:12} {words}" for name, number, words in found))
    return 0


def licences(root: str = OWN) -> list[tuple[str, str, str]]:
    """Name, version and licence of all that the program needs, and what that needs, by name; not the program itself."""
    seen: dict[str, tuple[str, str, str]] = {}
    waiting = list(_needs(root))
    while waiting:
        name = _plain(waiting.pop())
        try:
            package = metadata.distribution(name)
        except metadata.PackageNotFoundError:
            continue  # for another system, or for an option that is not used
        if name not in seen and name != root:
            seen[name] = (package.metadata["Name"], package.version, _licence(package.metadata))
            waiting += _needs(name)
    return [seen[name] for name in sorted(seen)]


def _needs(name: str) -> list[str]:
    """The packages named by one; those of its extras are left out."""
    wanted = metadata.distribution(name).requires or []
    return [re.split(r"[\s\[;<>=!~(]", each, maxsplit=1)[0] for each in wanted if "extra ==" not in each]


def _plain(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def _licence(about: Any) -> str:
    """By its expression, else its classifiers, else its own short words."""
    if expression := about.get("License-Expression"):
        return str(expression)
    classes = [each.rpartition(" :: ")[2] for each in about.get_all("Classifier", []) if each.startswith("License ::")]
    words = str(about.get("License") or "").strip()
    return ", ".join(classes) or (words.splitlines()[0][:60] if words else UNNAMED)
