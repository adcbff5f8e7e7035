"""`signoria what [GAME] THING`: what a thing is; `GAME --all`: a player aid; `--missing`: things without a text."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import Any

from bot.learn.reference import Entry, book, entry, named, references
from bot.learn.sheet import player_aid
from config.languages import fallback, languages
from engines import ENGINES


def add(commands: Any) -> None:
    usage = "signoria what [--language CODE] ([GAME] THING | GAME --all | GAME --missing)"
    parser = commands.add_parser("what", usage=usage, help="what a thing of a game is and does")
    parser.add_argument("words", nargs="+", help="a game, and the name of a thing in any language")
    parser.add_argument("--language", choices=languages(), default=fallback())
    parser.add_argument("--all", action="store_true", help="every thing of the game: a player aid")
    parser.add_argument("--missing", action="store_true", help="only the things that lack a text")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Without a game, a thing is looked for in all of them."""
    first, *rest = arguments.words
    if first not in ENGINES and not (arguments.all or arguments.missing):
        found = [_told(game, arguments.words, arguments.language, named_too=True) for game in ENGINES if book(game)]
        return 0 if any(found) else _nothing()
    if first not in ENGINES:
        print(f"{first} is none of the games: {', '.join(ENGINES)}.")
        return 1
    tables = ENGINES[first].tables.current()
    if book(first) is None:
        print(f"{first} has no learn.toml, so nothing is written about its things.")
        return 1
    if arguments.missing:
        lacking = [each.reference for each in player_aid(first, tables, arguments.language) if not each.effect]
        print("\n".join(lacking) or f"Nothing: all {len(references(first, tables))} things have a text.")
        return 1 if lacking else 0
    if arguments.all:
        for each in player_aid(first, tables, arguments.language):
            _show(each)
        return 0
    return 0 if _told(first, rest, arguments.language) else _nothing()


def _nothing() -> int:
    print("Nothing of that name. With a game and --all you see every thing of it.")
    return 1


def _told(game: str, words: Sequence[str], language: str, named_too: bool = False) -> bool:
    """What is found in a game, under its name where several were asked; whether it was anything."""
    tables = ENGINES[game].tables.current()
    meant = named(game, tables, " ".join(words), language) if words else []
    found = [shown for each in meant if (shown := entry(game, tables, None, each, language)) is not None]
    if found and named_too:
        print(f"{game}:")
    for each in found:
        _show(each)
    return bool(found)


def _show(each: Entry) -> None:
    print(f"{each.name} · {each.kind} · {', '.join(each.sections)}")
    print(f"    {each.effect}")
    for line in each.lines:
        print(f"    {line.label}{': ' if line.value else ''}{line.value}")
    if each.doubts:
        print(f"    ? {', '.join(each.doubts)}")
