"""Dialogues: a sheet as Discord's modal, and back what somebody chose in one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import discord
from discord import ui

from bot.choices.controls import clip, shortened
from bot.messages.modal_sheet import MOST_TICKS, Field, Sheet
from bot.platforms.discord.markup import NAME, bare

LONGEST_TITLE = 45
LONGEST_NOTE = 100
LONGEST_LINE = 200
USER_SELECT = 5
Chosen = Mapping[str, tuple[str, ...]]
"""What was chosen, by the names of the fields."""


def modal_of(sheet: Sheet) -> ui.Modal:
    """A sheet as a modal; the library forgets it at once, since its answer is known by its id."""
    modal = ui.Modal(title=shortened(bare(sheet.title), LONGEST_TITLE), custom_id=sheet.control)
    for field in sheet.fields:
        note = _note(field.note)
        modal.add_item(
            ui.Label(text=shortened(bare(field.label), LONGEST_TITLE), description=note, component=_component(field))
        )
    modal.stop()
    return modal


def _component(field: Field) -> ui.Item[Any]:
    if field.is_people:
        return ui.UserSelect(
            custom_id=field.name, min_values=field.least, max_values=field.most, required=field.least > 0
        )
    if not field.entries:
        return ui.TextInput(custom_id=field.name, max_length=LONGEST_LINE)
    kind = discord.SelectOption if _is_list(field) else discord.CheckboxGroupOption
    options: list[Any] = [
        kind(
            label=clip(bare(each.label), LONGEST_NOTE), value=each.id, description=_note(each.note), default=each.chosen
        )
        for each in field.entries
    ]
    if _is_list(field):
        return ui.Select(custom_id=field.name, options=options, min_values=field.least, max_values=field.most)
    return ui.CheckboxGroup(
        custom_id=field.name, options=options, min_values=field.least, max_values=field.most, required=field.least > 0
    )


def _is_list(field: Field) -> bool:
    """One entry is chosen from a list; several are ticked, as long as there is room."""
    return field.least == field.most == 1 or len(field.entries) > MOST_TICKS


def _note(words: str) -> str | None:
    return shortened(bare(words), LONGEST_NOTE) or None


def chosen_in(data: Mapping[str, Any]) -> Chosen:
    """What was filled in; people by account and name."""
    resolved = data.get("resolved") or {}
    return {name: tuple(_named(values, kind, resolved)) for name, kind, values in _fields(data["components"])}


def _fields(components: Sequence[Mapping[str, Any]]) -> Iterator[tuple[str, int, Sequence[str]]]:
    """The fields of a sent modal, however they are nested."""
    for part in components:
        if "value" in part:
            yield str(part["custom_id"]), part["type"], [str(part["value"])]
        elif "values" in part:
            yield str(part["custom_id"]), part["type"], [str(value) for value in part["values"] or []]
        inner = [part["component"]] if "component" in part else part.get("components", [])
        yield from _fields(inner)


def _named(values: Sequence[str], kind: int, resolved: Mapping[str, Any]) -> Iterator[str]:
    for value in values:
        if kind != USER_SELECT:
            yield value
            continue
        user = (resolved.get("users") or {}).get(value) or {}
        nick = ((resolved.get("members") or {}).get(value) or {}).get("nick")
        yield f"{NAME}:{value} {nick or user.get('global_name') or user.get('username') or '?'}"
