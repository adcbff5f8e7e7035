"""Standing orders: answers given in advance. They play ordinary legal answers when the question comes."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Literal

from pydantic import BaseModel, ConfigDict

from engines.kit import (
    Amount,
    Bundle,
    Event,
    Fact,
    Pending,
    Pick,
    Place,
    Refusal,
    Text,
    Value,
    seat_ref,
    way_out,
)


class _Order(BaseModel):
    """Applies to a step, and only where the prompt's facts are the given ones."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    step: str
    """Empty: to every question."""
    facts: dict[str, Fact] = {}
    asked: Text | None = None
    """The question it was given for, to name it by."""
    until: float | None = None
    """When the order expires."""
    stop: str = ""
    """The order ends when an event whose key begins like this happens: `<game>.event.round`."""
    own: bool = False
    """That event must be one of the order's owner."""
    stop_step: str = ""
    """The order ends when its owner is asked this after somebody else's move."""
    early: bool = False
    """Nobody has been asked yet what it is for since it was given: the event that ends it is one after that."""

    def is_over(self, now: float) -> bool:
        return self.until is not None and now >= self.until

    def is_stopped_by(self, events: Iterable[Event], seat: int | None = None, asked: Collection[str] = ()) -> bool:
        """Whether what happened ends it: these events, or that its owner is now asked these steps."""
        if self.stop_step and self.stop_step in asked:
            return True
        return (
            bool(self.stop)
            and not self.early
            and any(
                event.key.startswith(self.stop)
                and (not self.own or (seat is not None and event.facts.get("seat") == seat_ref(seat)))
                for event in events
            )
        )

    def applies(self, pending: Pending, now: float) -> bool:
        known = pending.ask.prompt.facts
        return (
            self.step in ("", pending.step)
            and not self.is_over(now)
            and all(known.get(name) == value for name, value in self.facts.items())
        )


class Limit(_Order):
    """Of a number: the lowest on offer as long as it is not above the limit, else the first way out."""

    limit: int
    naming: tuple[str, ...] = ()
    """Questions which of several things is wanted: answered with the thing that the limit is for, while it is there."""
    passes: bool = False
    """There too: once nothing that was named is to be had within its limit, the way out."""

    def at(self, steps: Collection[str]) -> Limit:
        """The limit while these steps are asked of anybody: once its own is among them, its end can come."""
        return self.model_copy(update={"early": False}) if self.early and {self.step, *self.naming} & {*steps} else self

    def applies(self, pending: Pending, now: float) -> bool:
        if pending.step in self.naming:
            return not self.is_over(now)
        return super().applies(pending, now)

    def passes_at(self, step: str, now: float) -> bool:
        """Whether this question is passed where no limit names anything."""
        return self.passes and step in self.naming and not self.is_over(now)

    def value(self, pending: Pending) -> Value | None:
        if pending.step in self.naming:
            return self._thing(pending)
        match pending.ask:
            case Amount(low=low, instead=instead) as ask:
                if ask.count() and low <= self.limit:
                    return low
                return instead[0].key if instead else None
            case Pick(options=(only,), least=1):
                return [only.key]
        return None

    def _thing(self, pending: Pending) -> Value | None:
        """The thing itself, where it is offered and what it costs at least is within the limit."""
        ask = pending.ask
        if not isinstance(ask, Pick):
            return None
        things = {str(fact).partition("/")[2] for fact in self.facts.values()}
        for option in ask.options:
            price = option.label.facts.get("price", ask.prompt.facts.get("price"))
            if option.key in things and isinstance(price, int) and price <= self.limit:
                return [option.key]
        return None


class Prefer(_Order):
    """The first of these keys that is on offer; where several pieces are due, as many as there are of each in turn."""

    keys: tuple[str, ...]
    labels: tuple[Text, ...] = ()
    """What the keys are called."""

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
            case Bundle() as ask:
                return self._pieces(ask)
        return None

    def _pieces(self, ask: Bundle) -> Value | None:
        value: dict[str, int] = {}
        for key in self.keys:
            count = min(max(1, ask.least) - sum(value.values()), ask.available.get(key, 0))
            if count > 0:
                value[key] = count
        return value if sum(value.values()) == max(1, ask.least) else None


class Pass(_Order):
    """The way out, wherever there is one."""

    passing: Literal[True]

    def value(self, pending: Pending) -> Value | None:
        return way_out(pending.ask)


class Suggested(_Order):
    """Whatever is suggested first."""

    def value(self, pending: Pending) -> Value | None:
        return pending.ask.suggested[0] if pending.ask.suggested else None


Order = Limit | Prefer | Pass | Suggested
"""Told apart by what they state."""


def answer_from(orders: list[Order], pending: Pending, now: float) -> Value | None:
    """What the first order that fits answers, or None; one for this question goes before one for all.

    Whatever an order says is checked again: only what is offered is ever answered.
    """
    for order in sorted(orders, key=lambda each: not each.step):
        if order.applies(pending, now) and (value := order.value(pending)) is not None:
            try:
                return pending.ask.check(value)
            except Refusal:
                continue
    if any(isinstance(each, Limit) and each.passes_at(pending.step, now) for each in orders):
        return way_out(pending.ask)
    return None


def can_stand(pending: Pending) -> bool:
    """Whether a question can be answered by a list of what to prefer."""
    match pending.ask:
        case Pick(least=least, most=most):
            return least <= 1 <= most
        case Bundle(prices=prices):
            return not prices
    return False


def choices_of(pending: Pending) -> list[tuple[str, Text]]:
    """What can be preferred: keys and what they are called."""
    match pending.ask:
        case Pick(options=options):
            return [(option.key, option.label) for option in options]
        case Bundle(available=available, labels=labels):
            return [(key, labels[key]) for key, count in available.items() if count]
    return []


def lasting(pending: Pending) -> dict[str, Fact]:
    """What an order holds for: the things a question names, not its numbers or players."""
    facts = pending.ask.prompt.facts
    return {
        name: value
        for name, value in facts.items()
        if isinstance(value, str) and "/" in value and not value.startswith("seat/")
    }
