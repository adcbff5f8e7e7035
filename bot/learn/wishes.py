"""Wishes that no question ever offers: to move a tower, to trade with the rival. Each game names its own.

`[never]` in a game's texts has the words by which such a wish is known (several ways with `|`), `[refusal] never_<id>`
the answer; `[never]` in `learn.toml` the rule.
"""

from __future__ import annotations

from bot.language.normalise import words
from bot.language.speaker import catalogue
from bot.learn.telling import Book
from config.languages import languages
from engines.kit.errors import Refusal


def never(found: Book, line: str) -> Refusal | None:
    """Why something is never possible, whatever the position; None if no such wish is known in the line."""
    said = set(words(line))
    for wish, section in found.raw.get("never", {}).items():
        for language in languages():
            ways = catalogue(language).get(f"{found.game}.never.{wish}", "").split("|")
            if any(set(words(way)) <= said for way in ways if way.strip()):
                return Refusal(f"{found.game}.refusal.never_{wish}", section)
    return None
