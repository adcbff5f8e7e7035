"""A thumb in the chats: how many taps an answer takes with a platform's buttons, lists and forms."""

from __future__ import annotations

from typing import Any

from bot.choices import menus, partial_choice
from bot.choices.control_id import ControlId
from bot.choices.controls import Choice, Limits, Number, OneOf, Page, SeveralOf
from bot.choices.menus import Answered, Half
from bot.choices.partial_choice import PartialChoice
from bot.choices.plan import Planned, Step
from bot.language.speaker import Speaker
from bot.table.press import Press, press
from config.settings import LANGUAGE
from engines.kit import Bundle, Engine, Pick
from engines.kit.asks import Value
from engines.kit.engine import Pending

TABLE = "TAPS"
MOST_MENUS = 400
FORM = 2
"""Taps that open a form and send it."""


def taps_to(engine: Engine[Any], planned: Planned, step: Step, limits: Limits) -> int:
    """Taps for one answer."""
    ask = step.pending.ask
    speaker = Speaker(LANGUAGE, engine.info.key, tuple([str(number) for number in range(planned.state.seats)]))
    is_last = step is planned.steps[-1]
    does = press(engine.steps[step.pending.step], ask, step.value, is_last and planned.is_final)
    return _fewest(step.pending, step.value, limits, speaker) + (does is Press.ASKS)


def _fewest(pending: Pending, value: Value, limits: Limits, speaker: Speaker) -> int:
    """The fewest taps from the question to this answer, menu after menu."""
    waiting, seen, taps = [""], {""}, 0
    while waiting and len(seen) < MOST_MENUS:
        taps, further = taps + 1, list[str]()
        for draft in waiting:
            for control in menus.build(TABLE, pending, limits, speaker, draft).controls:
                match control:
                    case Number():
                        return taps + FORM - 1
                    case SeveralOf(choices):
                        sends = len(choices) <= limits.sheets  # opened, ticked, sent
                        return taps + (len(value) if isinstance(value, list) else 1) + sends
                    case OneOf(choices) | Page(choices):
                        found = _tapped(pending, choices, value)
                        if found is None:
                            return taps
                        further += found
        waiting = [draft for draft in dict.fromkeys(further) if draft not in seen]
        seen |= set(waiting)
    return taps


def _tapped(pending: Pending, choices: tuple[Choice, ...], value: Value) -> list[str] | None:
    """What lies on the way to the answer; None: one of these is it."""
    further: list[str] = []
    for choice in choices:
        tap = ControlId.parse_ask(choice.id)
        match menus.read(pending.ask, tap.body if tap else ""):
            case Answered(answer) if answer == value:
                return None
            case Half(draft) if _leads(pending, draft, value):
                further.append(draft)
    return further


def _leads(pending: Pending, text: str, value: Value) -> bool:
    """Whether a half-made choice is on the way to the answer."""
    ask, draft = pending.ask, PartialChoice.parse(text)
    if isinstance(ask, Pick) and isinstance(value, list) and draft.kind in ("o", "m"):
        keys = [ask.options[index].key for index in partial_choice.indices_of(ask, draft)]
        return keys == value[: len(keys)] if ask.ordered else set(keys) <= set(value)
    if isinstance(ask, Bundle) and isinstance(value, dict) and draft.kind == "b":
        return all(count <= value.get(kind, 0) for kind, count in partial_choice.counts_of(ask, draft).items())
    return True
