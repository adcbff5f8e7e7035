"""A coach's advice in words: what to choose rather than what, what it brings and from where; for every game alike."""

from __future__ import annotations

from collections.abc import Sequence

from bot.language.labels import by_itself, describe, parted
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
MOST_ALIKE = 2


def move_said(pendings: Sequence[Pending], move: Move, speaker: Speaker) -> str:
    """An answer as its button has it; beside the question of the turn with what it is about."""
    asked = next((each for each in pendings if (each.step, each.is_side) == (move.step, move.is_side)), None)
    return "" if asked is None else answer_said(asked, move.value, speaker)


def answer_said(pending: Pending, value: Value, speaker: Speaker) -> str:
    """An answer to a question in words; bare numbers, and pieces and places of a side, with what they are for."""
    said = by_itself(pending, value, speaker)
    if not pending.is_side or not isinstance(pending.ask, Bundle | Place):
        return said
    question = speaker.opening(pending.ask.prompt)
    return said if not question or question.endswith("…") else f"{question.rstrip(' ?!.:')}: {said}"


def _beside(pendings: Sequence[Pending], move: Move, first: Move, speaker: Speaker) -> str:
    """Another answer to the question of the first, which has said what is asked."""
    asked = next((each for each in pendings if (each.step, each.is_side) == (move.step, move.is_side)), None)
    if asked is None or asked.is_side or first.step != move.step:
        return move_said(pendings, move, speaker)
    return describe(asked, move.value, speaker)


def hint_said(advice: Advice, pendings: Sequence[Pending], speaker: Speaker) -> list[str]:
    """The hint, sentence by sentence, the choice first."""
    best = move_said(pendings, advice.move, speaker)
    if advice.other is None:
        return [_say(speaker, "only", move=best)]
    other = _beside(pendings, advice.other, advice.move, speaker)
    alike = "; ".join([_beside(pendings, each, advice.move, speaker) for each in advice.alike[:MOST_ALIKE]])
    equals = [_say(speaker, "alike", moves=alike)] if alike else []
    if advice.is_equal:
        chance = percent((advice.chance + advice.otherwise) / 2)
        chance = chance if DOUBTFUL <= chance <= 100 - DOUBTFUL else 0
        return [_say(speaker, "equal", move=best, other=other, chance=chance), *equals]
    tongue = language(speaker.language)
    error = tongue.signed(advice.error)[1:] if advice.error >= FEW else ""
    facts: dict[str, Fact] = {"gain": tongue.signed(advice.gain), "error": error}
    chance, otherwise = percent(advice.chance), percent(advice.otherwise)
    if advice.is_mixed:
        return [_say(speaker, "mixed", move=best, other=other, chance=chance, otherwise=otherwise, **facts), *equals]
    if chance > otherwise:
        facts["otherwise"] = otherwise
    else:
        chance = percent((advice.chance + advice.otherwise) / 2)
    key = "better" if "otherwise" in facts else "better_alike"
    return [_say(speaker, key, move=best, other=other, chance=chance, **facts), *equals, *reasons_said(advice, speaker)]


def reasons_said(advice: Advice, speaker: Speaker) -> list[str]:
    """Where the points come from, what it costs the others, what speaks against it, what one chooses later."""
    tongue, found = language(speaker.language), list[str]()
    gains, losses = list[str](), list[str]()
    for name, gain in advice.sources:
        called = speaker.phrase(Text(f"{speaker.game}.source.{name}"))
        called = called if tongue.capital_nouns else called[:1].lower() + called[1:]
        (gains if gain > 0 else losses).append(f"{called} {tongue.signed(gain)}")
    if gains:
        found.append(_say(speaker, "sources", sources=", ".join(gains)))
    if advice.rival <= -FEW:
        found.append(_say(speaker, "rival_less", points=tongue.signed(-advice.rival)[1:]))
    if losses:
        found.append(_say(speaker, "against", sources=", ".join(losses)))
    if advice.rival >= FEW:
        found.append(_say(speaker, "rival_more", points=tongue.signed(advice.rival)[1:]))
    if advice.later is not None:
        label, _ = parted(advice.later.label, speaker)
        question = speaker.opening(advice.later.question)
        question = "" if question.endswith("…") else question.rstrip(".")
        often, otherwise = percent(advice.later.often), percent(advice.later.otherwise)
        found.append(_say(speaker, "later", answer=label, question=question, often=often, otherwise=otherwise))
    return found


def percent(share: float) -> int:
    """A chance as it is said; certain is only what is certain."""
    return max(0 if share <= 0 else 1, min(100 if share >= 1 else 99, round(100 * share)))


def _say(speaker: Speaker, key: str, /, **facts: Fact) -> str:
    return speaker.say(Text(f"coach.{key}", facts))
