"""When a press acts at once, and when it asks first: one rule for every platform.

Not final: it acts, and can be taken back. Final: it acts where effect and price were put together by hand or stand on
the label, or where nothing is given away (turn the wheel, draw, roll). It asks first where something is spent by a
mere tap, or where a way out (pass, end, decline, none) leaves other things undone.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Any

from engines.kit import Ask, Pick, Step, Value
from engines.kit.answers import is_way_out


class Press(StrEnum):
    """What a press of an answer does."""

    ACTS = "acts"
    SHOWS = "shows"
    """It acts, and shows something new: only all together can take it back."""
    ASKS = "asks"


def press(step: Step[Any], ask: Ask, value: Value, is_final: bool) -> Press:
    """What a press does. `is_final`: by itself, without what others then have to answer, it cannot be taken back."""
    if not is_final:
        return Press.ACTS
    return Press.ASKS if might_ask(step, ask, value) else Press.SHOWS


def might_ask(step: Step[Any], ask: Ask, value: Value) -> bool:
    """Whether an answer would ask first if it were final: a tap that spends, or a way out with other things open."""
    if is_way_out(ask, value):
        return not isinstance(ask, Pick) or len(ask.options) > 1
    return step.grave and isinstance(ask, Pick) and ask.most == 1
