"""`signoria rules GAME [SECTION]`: our summary of the rules, and the code and tests that carry each section."""

from __future__ import annotations

import argparse
from typing import Any

from config.languages import fallback, languages
from engines import ENGINES
from engines.kit.rulebook import Section, index
from engines.kit.tables import doubts


def add(commands: Any) -> None:
    parser = commands.add_parser("rules", help="the rules by section, with the code and tests of each")
    parser.add_argument("game", choices=sorted(ENGINES))
    parser.add_argument("section", nargs="?", help="a section such as 4.2, or words to look for")
    parser.add_argument("--language", choices=languages(), default=fallback())
    parser.add_argument("--doubts", action="store_true", help="list every figure that is reconstructed or recalled")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    if arguments.doubts:
        for place, confidence, value in doubts(ENGINES[arguments.game].tables.current()):
            print(f"{confidence}: {place}: {value}")
        return 0
    found = index(arguments.game, arguments.language)
    if arguments.section:
        found = {number: section for number, section in found.items() if _fits(section, arguments.section)}
        if not found:
            print(f"Nothing on {arguments.section!r}. Without a section you see all of them.")
            return 1
    chapter = ""
    for section in found.values():
        if section.chapter != chapter:
            chapter = section.chapter
            print(f"\n{chapter}")
        print(f"{section.number} {section.text}")
        for place in section.code if arguments.section else ():
            print(f"    rule  {place}")
        for place in section.tests if arguments.section else ():
            print(f"    test  {place}")
    return 0


def _fits(section: Section, wanted: str) -> bool:
    inside = section.number == wanted or section.number.startswith(f"{wanted}.")
    return inside or (not wanted[:1].isdigit() and wanted.casefold() in section.text.casefold())
