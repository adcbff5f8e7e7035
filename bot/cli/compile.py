"""`signoria compile`: the busiest parts of rules and scripts as machine code, for computer seats. Never needed.

What is compiled lies beside its source and is used as long as it is newer; `--remove` takes it away again.
"""

from __future__ import annotations

import argparse
import importlib.util
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from bot.cli.checkout import ROOT, require_checkout

KIT = ("flow", "draft", "dice", "scripted", "rollout", "resample")
AS_WRITTEN = {
    *("__init__", "card_tables", "options", "state", "tables", "weights"),
    *("ahead", "card_texts", "check", "ids", "reasons", "setup", "used", "view"),
}
"""Files of a game that stay as they are: what is stored or read by its annotations, and what no playout comes by."""


def add(commands: Any) -> None:
    parser = commands.add_parser("compile", help="make computer seats quicker, with a C compiler (make compile)")
    parser.add_argument("--remove", action="store_true", help="take what was compiled away again")
    parser.set_defaults(run=run)


def sources() -> list[Path]:
    """What is compiled."""
    found = [ROOT / "engines" / "kit" / f"{name}.py" for name in KIT]
    games = sorted((ROOT / "engines").glob("*/*.py"))
    return found + [file for file in games if file.parent.name != "kit" and file.stem not in AS_WRITTEN]


def built() -> Iterator[Path]:
    """What has been compiled, as it lies about."""
    for file in sources():
        yield from file.parent.glob(f"{file.stem}.*.so")
        yield from file.parent.glob(f"{file.stem}__mypyc.*.so")
    yield from ROOT.glob("*__mypyc.*.so")


def in_use() -> list[str]:
    """The modules of the engines that run as machine code in this process."""
    return sorted(
        name
        for name, module in list(sys.modules.items())
        if name.startswith("engines.") and str(getattr(module, "__file__", "") or "").endswith((".so", ".pyd"))
    )


def stale() -> list[str]:
    """Sources that were changed after they had been compiled."""
    found = []
    for file in sources():
        for made in file.parent.glob(f"{file.stem}.*.so"):
            if made.stat().st_mtime < file.stat().st_mtime:
                found.append(str(file.relative_to(ROOT)))
    return found


def run(arguments: argparse.Namespace) -> int:
    require_checkout("compile")  # elsewhere, what others have compiled lies beside the program too
    if arguments.remove:
        for file in list(built()):
            file.unlink()
        print("What was compiled is gone: the sources are used.")
        return 0
    if importlib.util.find_spec("mypyc") is None or importlib.util.find_spec("setuptools") is None:
        print("This needs a compiler's tools: run `make compile`, which brings them.", file=sys.stderr)
        return 1
    os.chdir(ROOT)
    _compile([str(file.relative_to(ROOT)) for file in sources()])
    print(f"{len(sources())} modules are compiled. `signoria bench engines` tells which build runs.")
    return 0


def _compile(files: list[str]) -> None:
    """By mypyc, in place."""
    setuptools, build = importlib.import_module("setuptools"), importlib.import_module("mypyc.build")
    made = setuptools.Distribution(
        {"name": "signoria", "ext_modules": build.mypycify(files, multi_file=True, debug_level="0")}
    )
    command = made.get_command_obj("build_ext")
    command.inplace = True
    command.ensure_finalized()
    command.run()
