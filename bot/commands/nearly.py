"""What somebody may have meant whose words name nothing as they stand: a thing, a section of the rules, a command."""

from __future__ import annotations

from collections.abc import Sequence
from difflib import get_close_matches

from bot.commands.rule_search import SHORTEST, sections_with
from bot.language.normalise import words
from bot.learn.reference import called_in, named, references
from bot.lines.command_spec import command_names
from bot.lines.label_match import aliases, word_list
from engines.kit import Tables
from engines.kit.rulebook import Section, sections

ALIKE = 0.75
"""How much of two names must be the same."""
MOST = 3


def things(game: str, tables: Tables, typed: str, language: str, first: Sequence[str] = ()) -> list[str]:
    """Without what only leads up to a name (`is a jester`), by another word for it (`nar`), or mistyped."""
    said, others = words(typed), aliases(language)
    leading = {*words(" ".join(word_list(language, "is"))), *words(" ".join(word_list(language, "small")))}
    while said and said[0] in leading:
        said.pop(0)
    for tried in (said, [others.get(word, word) for word in said]):
        if tried and (found := named(game, tables, " ".join(tried), language, first)):
            return found
    known = {called: each for each in references(game, tables) for called in called_in(game, each)}
    near = get_close_matches(" ".join(said), known, MOST, ALIKE)
    return list(dict.fromkeys([known[called] for called in near]))


def rules(game: str, language: str, typed: str) -> list[Section]:
    """The sections in which most of the longer words stand, each as it was typed or as one that looks much like it."""
    every = sections(game, language)
    known = {word for section in every.values() for word in words(section.text) if len(word) >= SHORTEST}
    meant = [
        word if sections_with(game, language, [word]) else next(iter(get_close_matches(word, known, 1, ALIKE)), "")
        for word in dict.fromkeys(words(typed))
        if len(word) >= SHORTEST
    ]
    there = [{section.number for section in sections_with(game, language, [word])} for word in meant if word]
    scores = {number: sum([number in each for each in there]) for number in every}
    best = max(scores.values(), default=0)
    return [section for number, section in every.items() if best and scores[number] == best]


def command(typed: str, language: str) -> str:
    """The name of a command, in the reader's language, that looks much like what stands behind a slash."""
    said = typed.strip().removeprefix("/").partition(" ")[0].partition("@")[0].casefold()
    return next(iter(get_close_matches(said, command_names(language), 1, ALIKE)), "")
