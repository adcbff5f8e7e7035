"""A coach's advice in words: what to choose rather than what, what it brings and from where; for every game alike."""

from __future__ import annotations

from collections.abc import Sequence

from bot.language.labels import describe, parted
from bot.language.speaker import Speaker
from config.languages import language
from engines.kit import Bundle, Pending, Place, Text, Value
from engines.kit.coaching import Advice
from engines.kit.text import Fact
from engines.kit.thinking import Move

DOUBTFUL = 3
"""Chances so near to certainty are not told beside "about equal": they hold only if all play on like the computer."""
FEW = 0.05
"""Points below which nothing is said of them."""


def move_said(pendings: Sequence[Pending], move: Move, speaker: Speaker) -> str:
    """An answer as its button has it; beside the question of the turn with what it is about."""
    asked = next((each for each in pendings if (each.step, each.is_side) == (move.step, move.is_side)), None)
    return "" if asked is None else answer_said(asked, move.value, speaker)


def answer_said(pending: Pending, value: Value, speaker: Speaker) -> str:
    """An answer to a question in words; pieces and places of something beside it with what they are for."""
    said = describe(pending, value, speaker)
    if not pending.is_side or not isinstance(pending.ask, Bundle | Place):
        return said
    question = speaker.opening(pending.ask.prompt)
    return said if not question or question.endswith("…") else f"{question.rstrip(' ?!.:')}: {said}"


def hint_said(advice: Advice, pendings: Sequence[Pending], speaker: Speaker) -> list[str]:
    """The hint, sentence by sentence, the choice first."""
    best = move_said(pendings, advice.move, speaker)
    if advice.other is None:
        return [_say(speaker, "only", move=best)]
    other = move_said(pendings, advice.other, speaker)
    if advice.is_equal:
        chance = percent((advice.chance + advice.otherwise) / 2)
        chance = chance if DOUBTFUL <= chance <= 100 - DOUBTFUL else 0
        return [_say(speaker, "equal", move=best, other=other, chance=chance)]
    tongue = language(speaker.language)
    facts: dict[str, Fact] = {"gain": tongue.signed(advice.gain), "error": tongue.signed(advice.error)[1:]}
    facts |= {"chance": percent(advice.chance), "otherwise": percent(advice.otherwise)}
    key = "better" if facts["chance"] != facts["otherwise"] else "better_alike"
    return [_say(speaker, key, move=best, other=other, **facts), *reasons_said(advice, speaker)]


def reasons_said(advice: Advice, speaker: Speaker) -> list[str]:
    """Where the points come from, what it costs the others, what one chooses later."""
    tongue, found = language(speaker.language), list[str]()
    parts = []
    for name, gain in advice.sources:
        called = speaker.phrase(Text(f"{speaker.game}.source.{name}"))
        called = called if tongue.capital_nouns else called[:1].lower() + called[1:]
        parts.append(f"{called} {tongue.signed(gain)}")
    if parts:
        found.append(_say(speaker, "sources", sources=", ".join(parts)))
    if abs(advice.rival) >= FEW:
        key = "rival_less" if advice.rival < 0 else "rival_more"
        found.append(_say(speaker, key, points=tongue.signed(abs(advice.rival))[1:]))
    if advice.later is not None:
        label, _ = parted(advice.later.label, speaker)
        question = speaker.opening(advice.later.question)
        question = "" if question.endswith("…") else question
        often, otherwise = percent(advice.later.often), percent(advice.later.otherwise)
        found.append(_say(speaker, "later", answer=label, question=question, often=often, otherwise=otherwise))
    return found


def percent(share: float) -> int:
    """A chance as it is said; certain is only what is certain."""
    return max(0 if share <= 0 else 1, min(100 if share >= 1 else 99, round(100 * share)))


def _say(speaker: Speaker, key: str, /, **facts: Fact) -> str:
    return speaker.say(Text(f"coach.{key}", facts))
