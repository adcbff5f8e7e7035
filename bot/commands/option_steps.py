"""Options where a platform has no lists: a button each, which takes the next value; eight a page, the pace first."""

from __future__ import annotations

from bot.language import option_labels as options_
from bot.language.speaker import catalogue
from bot.messages.post import Button, Row, Style, command_id
from bot.table.model import Table
from bot.table.time_control import Pace

A_PAGE = 8
PACE = "pace"
"""In place of the number of an option."""


def option_steps(table: Table, page: int, language: str) -> tuple[Row, ...]:
    """The rows of one page, and the way to the others."""
    choices = options_.choosable(table.game)
    pages = (len(choices) - 1) // A_PAGE + 1
    page = min(page, pages - 1)
    rows: list[Row] = [(_pace(table, language),)] if page == 0 else []
    for index, option in list(enumerate(choices))[page * A_PAGE : (page + 1) * A_PAGE]:
        value = table.options.get(option.name, option.default)
        following = (option.values.index(value) + 1) % len(option.values) if value in option.values else 0
        name = options_.name_of(table.game, option.name, language)
        said = options_.value_said(table.game, option.name, value, language)
        label, style = (name, Style.CHOSEN) if value is True else (f"{name}: {said}", Style.PLAIN)
        rows.append((Button(command_id("set", table.code, f"{page}.{index}.{following}"), label, style),))
    if pages > 1:
        rows.append(
            tuple(
                [
                    Button(command_id("options", table.code, str(to)), sign)
                    for to, sign in ((page - 1, "‹"), (page, f"{page + 1}/{pages}"), (page + 1, "›"))
                    if 0 <= to < pages
                ]
            )
        )
    return tuple(rows)


def _pace(table: Table, language: str) -> Button:
    words, every = catalogue(language), list(Pace)
    label = f"{words['chat.table_pace']}: {words[f'commands.choice.pace.{table.pace}']}"
    return Button(command_id("set", table.code, f"0.{PACE}.{(every.index(table.pace) + 1) % len(every)}"), label)
