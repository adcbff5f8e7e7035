"""`signoria language CODE`: what a language still lacks, one line for each thing to be done."""

from __future__ import annotations

import argparse
import re
from typing import Any

from bot.language.completeness import lacks
from config.languages import languages


def add(commands: Any) -> None:
    parser = commands.add_parser("language", help="what a language still lacks, for those who translate")
    parser.add_argument(
        "code", type=_code, help=f"two letters such as {languages()[0]}: one that is there or a new one"
    )
    parser.set_defaults(run=run)


def _code(written: str) -> str:
    if not re.fullmatch(r"[a-z]{2,3}", written):
        raise argparse.ArgumentTypeError("a language has a code of two or three small letters (ISO 639)")
    return written


def run(arguments: argparse.Namespace) -> int:
    found = lacks(arguments.code)
    for lack in found:
        print(lack)
    print(f"{arguments.code} is complete." if not found else f"{arguments.code} lacks {len(found)} things.")
    return 1 if found else 0
