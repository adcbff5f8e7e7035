"""Standing orders: answers given in advance. They play ordinary legal answers when the question comes."""

from __future__ import annotations

import re
from collections.abc import Iterable

from pydantic import BaseModel, ConfigDict

from bot.folding import fold
from bot.texts import Speaker, catalogue
from engines.kit import Amount, Bundle, Event, Fact, GameInfo, Pending, Pick, Place, Value

ARTICLES = {"the", "a", "an", "de", "het", "een", "der", "die", "das", "den", "ein", "eine"}


class _Order(BaseModel):
    """Applies to a step, and only where the prompt's facts are the given ones."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    step: str
    facts: dict[str, Fact] = {}
    until: float | None = None
    """When the order expires."""
    stop: str = ""
    """The order ends when an event whose key begins like this happens: `princes.event.round`."""

    def is_stopped_by(self, events: Iterable[Event]) -> bool:
        return bool(self.stop) and any(event.key.startswith(self.stop) for event in events)

    def applies(self, pending: Pending, now: float) -> bool:
        known = pending.ask.prompt.facts
        return (
            pending.step == self.step
            and (self.until is None or now < self.until)
            and all(known.get(name) == value for name, value in self.facts.items())
        )


class Limit(_Order):
    """Of a number: the lowest on offer as long as it is not above the limit, else the first way out."""

    limit: int

    def value(self, pending: Pending) -> Value | None:
        match pending.ask:
            case Amount(low=low, instead=instead) as ask:
                if ask.count() and low <= self.limit:
                    return low
                return instead[0].key if instead else None
            case Pick(options=(only,), least=1):
                return [only.key]
        return None


class Prefer(_Order):
    """The first of these keys that is on offer."""

    keys: tuple[str, ...]

    def value(self, pending: Pending) -> Value | None:
        match pending.ask:
            case Pick(options=options, least=least, most=most) if least <= 1 <= most:
                offered = {option.key for option in options}
                return next(([key] for key in self.keys if key in offered), None)
            case Amount(instead=instead):
                offered = {option.key for option in instead}
                return next((key for key in self.keys if key in offered), None)
            case Place(spots=spots):
                offered = {spot.key for spot in spots}
                return next((key for key in self.keys if key in offered), None)
            case Bundle(available=available, least=1):
                return next(({key: 1} for key in self.keys if available.get(key)), None)
        return None


class Suggested(_Order):
    """Whatever is suggested first."""

    def value(self, pending: Pending) -> Value | None:
        return pending.ask.suggested[0] if pending.ask.suggested else None


Order = Limit | Prefer | Suggested
"""Told apart by what they state."""


def answer_from(orders: list[Order], pending: Pending, now: float) -> Value | None:
    """What the first order that fits answers, or None."""
    for order in orders:
        if order.applies(pending, now) and (value := order.value(pending)) is not None:
            return value
    return None


def lasting(pending: Pending) -> dict[str, Fact]:
    """What an order holds for: the things a question names, not its numbers or players."""
    facts = pending.ask.prompt.facts
    return {
        name: value
        for name, value in facts.items()
        if isinstance(value, str) and "/" in value and not value.startswith("seat/")
    }


def ahead(info: GameInfo, line: str, speaker: Speaker) -> list[Limit]:
    """Limits for what has not been asked yet: `jester 700, builder 500`; empty if nothing of the kind is named."""
    found: list[Limit] = []
    for clause in re.split(r"[,;\n]+", re.sub(r"(?<=\d)[.,](?=\d{3})", "", line)):
        numbers = re.findall(r"\d+", clause)
        for question in info.ahead if numbers else ():
            named = _named(question.fact, clause, speaker)
            if named:
                facts: dict[str, Fact] = {question.fact: f"{question.fact}/{named}"}
                found.append(Limit(step=question.step, facts=facts, limit=int(numbers[-1]), stop=question.stop))
    return found


def _named(kind: str, words: str, speaker: Speaker) -> str:
    """The one noun of a kind whose words stand in a text."""
    prefix = f"{speaker.game}.noun.{kind}."
    said = set(fold(words).split())
    found = [
        key.removeprefix(prefix)
        for key, name in catalogue(speaker.language).items()
        if key.startswith(prefix) and said & _telling(name)
    ]
    return found[0] if len(found) == 1 else ""


def _telling(name: str) -> set[str]:
    """The words of a name that tell it apart: no articles."""
    return set(fold(name.split("|")[0]).split()) - ARTICLES
