"""`signoria what GAME [WORDS]`: what a thing is; `--all`: a whole player aid; `--missing`: things without a text."""

from __future__ import annotations

import argparse
from typing import Any

from bot.learn.reference import Entry, book, entry, named, references
from bot.learn.sheet import player_aid
from config.languages import fallback, languages
from engines import ENGINES


def add(commands: Any) -> None:
    parser = commands.add_parser("what", help="what a thing of a game is and does")
    parser.add_argument("game", choices=sorted(ENGINES))
    parser.add_argument("words", nargs="*", help="the thing's name, in any language")
    parser.add_argument("--language", choices=languages(), default=fallback())
    parser.add_argument("--all", action="store_true", help="every thing of the game: a player aid")
    parser.add_argument("--missing", action="store_true", help="only the things that lack a text")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    game, language = arguments.game, arguments.language
    tables = ENGINES[game].tables.current()
    if book(game) is None:
        print(f"{game} has no learn.toml, so nothing is written about its things.")
        return 1
    if arguments.missing:
        lacking = [each.reference for each in player_aid(game, tables, language) if not each.effect]
        print("\n".join(lacking) or f"Nothing: all {len(references(game, tables))} things have a text.")
        return 1 if lacking else 0
    if arguments.all:
        for each in player_aid(game, tables, language):
            _show(each)
        return 0
    meant = named(game, tables, " ".join(arguments.words), language) if arguments.words else []
    found = [shown for each in meant if (shown := entry(game, tables, None, each, language)) is not None]
    for each in found:
        _show(each)
    if not found:
        print("Nothing of that name. With --all you see every thing of the game.")
    return 0 if found else 1


def _show(each: Entry) -> None:
    print(f"{each.name} · {each.kind} · {', '.join(each.sections)}")
    print(f"    {each.effect}")
    for line in each.lines:
        print(f"    {line.label}{': ' if line.value else ''}{line.value}")
    if each.doubts:
        print(f"    ? {', '.join(each.doubts)}")
