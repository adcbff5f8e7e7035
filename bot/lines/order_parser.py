"""Standing orders from typed words: limits for questions that have not been asked yet."""

from __future__ import annotations

import re

from bot.language.normalise import bare_numbers, fold
from bot.language.speaker import Speaker, catalogue
from bot.lines.label_match import aliases
from bot.table.standing_orders import Limit
from config.languages import understood
from engines.kit import Fact, GameInfo


def ahead(info: GameInfo, line: str, speaker: Speaker) -> list[Limit]:
    """Limits for what has not been asked yet: `jester 700, builder 500`; empty if nothing of the kind is named."""
    found: list[Limit] = []
    for clause in re.split(r"[,;\n]+", bare_numbers(line)):
        numbers = re.findall(r"\d+", clause)
        for question in info.ahead if numbers else ():
            named = _named(question.fact, clause, speaker)
            if named:
                facts: dict[str, Fact] = {question.fact: f"{question.fact}/{named}"}
                limit = Limit(
                    step=question.step,
                    facts=facts,
                    limit=int(numbers[-1]),
                    stop=question.stop,
                    naming=question.naming,
                    passes=question.passes,
                    early=bool(question.stop),
                )
                found.append(limit)
    return found


def _named(kind: str, words: str, speaker: Speaker) -> str:
    """The one noun of a kind whose words stand in a text."""
    prefix = f"{speaker.game}.noun.{kind}."
    typed, other = fold(words).split(), aliases(speaker.language)
    said = {*typed, *[other[word] for word in typed if word in other]}
    found = [
        key.removeprefix(prefix)
        for key, name in catalogue(speaker.language).items()
        if key.startswith(prefix) and said & _telling(name)
    ]
    return found[0] if len(found) == 1 else ""


def _telling(name: str) -> set[str]:
    """The words of a name that tell it apart: no articles."""
    return set(fold(name.split("|")[0]).split()) - {fold(word) for word in understood().articles}
