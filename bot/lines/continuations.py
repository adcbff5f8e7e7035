"""How a line may go on: the words that choose among what is offered next."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from bot.language.labels import describe, number_label, spot_label
from bot.language.speaker import Speaker
from bot.lines.candidates import Matcher
from bot.lines.label_match import match
from engines.kit import Amount, Bundle, Pick, Place
from engines.kit.engine import Pending

Offer = tuple[str, str]
"""What may be typed, and a note to it."""


def continuations(asks: Iterable[Pending], rest: Sequence[str], matcher: Matcher, speaker: Speaker) -> list[Offer]:
    """What the open words of a line may become, the best first."""
    offered = [offer for pending in asks for offer in _offers(pending, rest, matcher, speaker)]
    while rest and rest[0] in matcher.lexicon.small:
        rest = rest[1:]
    if not rest:
        return offered
    eager = replace(matcher.lexicon, shortest=1)
    hits = [(hit, offer) for offer in offered if (hit := match(rest, 0, offer[0], eager))]
    return [offer for hit, offer in sorted(hits, key=lambda pair: pair[0].tier) if hit.end == len(rest)]


def _offers(pending: Pending, rest: Sequence[str], matcher: Matcher, speaker: Speaker) -> list[Offer]:
    """Labels and notes of what an ask offers."""
    ask = pending.ask
    match ask:
        case Pick():
            notes = [speaker.say(option.note) if option.note else "" for option in ask.options]
            return [(speaker.label(option.label), note) for option, note in zip(ask.options, notes, strict=True)]
        case Amount():
            numbers = {value for value in (ask.low, ask.high, *ask.suggested) if isinstance(value, int)}
            said = [number_label(pending, value, speaker) for value in sorted(numbers) if ask.count()]
            return [(label, "") for label in [*said, *[speaker.label(option.label) for option in ask.instead]]]
        case Bundle():
            return _mixes(pending, ask, rest, matcher, speaker)
        case Place():
            return [(spot_label(ask, spot, speaker), "") for spot in ask.spots]


def _mixes(pending: Pending, ask: Bundle, rest: Sequence[str], matcher: Matcher, speaker: Speaker) -> list[Offer]:
    """Suggested mixes, then what was typed so far with one kind more."""
    counts, _, end = matcher.pieces(ask, rest, 0) if rest else ({}, 0, 0)
    number = int(rest[end]) if end < len(rest) and rest[end].isdecimal() else 0
    offers = [describe(pending, value, speaker) for value in ask.suggested]
    for kind, there in ask.available.items():
        for count in [number] if number else range(1, there + 1):
            more = {**counts, kind: count}
            if kind not in counts and ask.has_room(more):
                offers.append(describe(pending, more, speaker))
    return [(offer, "") for offer in dict.fromkeys(offers)]
