"""A person's thumb: taps through a menu until a wanted answer is given, and measures what it sees."""

from __future__ import annotations

from typing import Any

from bot.choices import menus, partial_choice
from bot.choices.control_id import LONGEST, ControlId
from bot.choices.controls import Choice, Control, Limits, Menu, Number, OneOf, Page, SeveralOf, Together, rows_of
from bot.choices.menus import Answered, Half
from bot.choices.partial_choice import PartialChoice
from bot.language.speaker import Speaker
from engines.kit import Amount, Bundle, Pick
from engines.kit.engine import Pending

TABLE = "K7QF"


def require_fit(menu: Menu, limits: Limits) -> None:
    """Everything the platform would reject, and everything a person could not tell apart."""
    # In a layout a list for each group and the ways out stand below one another; `test_panels` counts the whole.
    most = limits.rows + 3 if limits.cards else limits.rows
    assert sum(rows_of(control, limits) for control in menu.controls) <= most, menu
    assert menu.controls
    ids = []
    for control in menu.controls:
        if isinstance(control, Number | Together):
            ids.append(control.id)
            continue
        ids += [choice.id for choice in control.choices]
        labels = [(choice.group, choice.label) for choice in control.choices]
        assert len(set(labels)) == len(labels), labels
        assert all(0 < len(label) <= limits.label for _, label in labels), labels
        is_list = isinstance(control, SeveralOf) or (isinstance(control, OneOf) and control.select)
        assert not is_list or limits.forms or len(control.choices) <= limits.select
    assert len(set(ids)) == len(ids), ids
    assert all(len(control_id.encode()) <= LONGEST for control_id in ids)
    taps = [ControlId.parse_ask(control_id) for control_id in ids]
    assert all(tap is not None and len(tap.body) <= partial_choice.LONGEST for tap in taps)


def tap_to(pending: Pending, value: Any, limits: Limits, speaker: Speaker) -> bool:
    """Whether the value can be reached by taps alone."""
    seen: set[str] = set()
    waiting = [""]
    while waiting:
        draft = waiting.pop()
        if draft in seen:
            continue
        seen.add(draft)
        assert len(seen) < 600, "the thumb is lost"
        menu = menus.build(TABLE, pending, limits, speaker, draft)
        require_fit(menu, limits)
        for control in menu.controls:
            found = _try(pending, control, value)
            if found is True:
                return True
            waiting += found or []
    return False


def _try(pending: Pending, control: Control, value: Any) -> bool | list[str]:
    ask = pending.ask
    match control:
        case Number() if isinstance(ask, Amount):
            return isinstance(value, int) and menus.number(ask, str(value)) == Answered(value)
        case Together():
            return []  # by taps alone
        case Number():
            return _form(ask, value)
        case SeveralOf(choices) if isinstance(ask, Pick):
            keys = [option.key for option in ask.options]
            ticked = [choices[keys.index(key)] for key in value]
            return menus.several(ask, [_draft(choice) for choice in ticked]) == Answered(value)
        case OneOf(choices) | Page(choices):
            return _buttons(pending, choices, value)
    raise AssertionError(control)


def _form(ask: Any, value: Any) -> bool:
    fields = {f"kind{index}": str(value.get(kind, 0)) for index, kind in enumerate(ask.available)}
    return menus.form(ask, fields) == Answered(value)


def _buttons(pending: Pending, choices: tuple[Choice, ...], value: Any) -> bool | list[str]:
    further = []
    for choice in choices:
        match menus.read(pending.ask, _draft(choice)):
            case Answered(answer):
                assert choice.answers
                if answer == value:
                    return True
            case Half(draft):
                assert not choice.answers
                if _leads(pending, draft, value):
                    further.append(draft)
    return further


def _leads(pending: Pending, text: str, value: Any) -> bool:
    """Whether a half-made choice is on the way to the value."""
    ask, draft = pending.ask, PartialChoice.parse(text)
    if isinstance(ask, Pick) and draft.kind in ("o", "m"):
        keys = [ask.options[index].key for index in partial_choice.indices_of(ask, draft)]
        return keys == value[: len(keys)] if ask.ordered else set(keys) <= set(value)
    if isinstance(ask, Bundle) and draft.kind == "b":
        return all(count <= value.get(kind, 0) for kind, count in partial_choice.counts_of(ask, draft).items())
    return True


def _draft(choice: Choice) -> str:
    tap = ControlId.parse_ask(choice.id)
    assert tap is not None
    assert tap.table == TABLE
    return tap.body
