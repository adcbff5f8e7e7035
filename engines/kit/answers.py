"""What answers mean: what a lapsed clock answers, how one passes, and how a single answer is said."""

from __future__ import annotations

from engines.kit.asks import Amount, Ask, Bundle, Pick, Value
from engines.kit.places import named
from engines.kit.text import Text


def answer_said(ask: Ask, value: Value) -> Text | None:
    """A single answer in words: the option's label, the number, the pieces; None where it is too long to say."""
    if isinstance(ask, Bundle) and isinstance(value, dict):
        pieces = {refs[0]: count for kind, count in value.items() if (refs := named(ask.labels[kind]))}
        return Text("kit.event.forced_pieces", {"pieces": pieces}) if value and len(pieces) == len(value) else None
    if isinstance(value, int):
        return Text("kit.event.forced_number", {"n": value})
    key = value[0] if isinstance(value, list) and len(value) == 1 else value
    options = ask.options if isinstance(ask, Pick) else ask.instead if isinstance(ask, Amount) else ()
    return next((option.label for option in options if option.key == key), None)


def default_of(ask: Ask) -> Value:
    """What a lapsed clock answers: the stated default, the first suggestion, else the plainest legal value."""
    if ask.default is not None:
        return ask.default
    return ask.suggested[0] if ask.suggested else ask.fallback()


PASSING = frozenset({"pass", "decline", "none", "refuse"})
"""Options with these keys are ways out: whoever passes takes them."""
END = "end"
"""The key of an option that ends a turn or a phase: nobody who passes takes it, but it leaves things undone too."""


def way_out(ask: Ask) -> Value | None:
    """How to pass; None where that is not possible."""
    if isinstance(ask, Amount):
        return next((option.key for option in ask.instead if option.key in PASSING), None)
    if isinstance(ask, Pick):
        key = next((option.key for option in ask.options if option.key in PASSING), None)
        if key is not None and ask.least <= 1 <= ask.most:
            return [key]
        return [] if ask.least == 0 else None
    return {} if isinstance(ask, Bundle) and ask.least == 0 else None


def is_way_out(ask: Ask, value: Value) -> bool:
    """Whether this answer passes, declines or ends something."""
    key = value[0] if isinstance(value, list) and len(value) == 1 else value
    if isinstance(key, str) and (key in PASSING or key == END):
        return True
    out = way_out(ask)
    return out is not None and value == out
