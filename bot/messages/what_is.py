"""*What is …* beside a question: the things at hand, as a list where the platform has lists, else as pages of names."""

from __future__ import annotations

from collections.abc import Sequence

from pydantic_core import to_jsonable_python

from bot.choices.control_id import ControlId
from bot.choices.controls import Limits
from bot.language.speaker import Speaker
from bot.learn.at_hand import things_at_hand
from bot.learn.reference import book, kind_of, name_of
from bot.messages.post import Button, Entry, Listed, Row, command_id
from bot.service.player_view import PlayerView
from engines import ENGINES
from engines.kit import Text

ON_A_PAGE = 14
"""Names on a page."""
PAGE = "+"
"""Before the number of a page, where a thing would stand in a button's id."""


def what_is(look: PlayerView, language: str, limits: Limits) -> tuple[list[Row], list[Button]]:
    """A row of its own with a list, or a button that opens the pages; nothing where nothing is written of a game."""
    game, code = look.table.game, look.table.code
    if look.view is None or book(game) is None:
        return [], []
    words = Speaker(language)
    if not limits.select:
        return [], [Button(command_id("what", code), words.say(Text("chat.button.what_is")))]
    things = things_at_hand(game, ENGINES[game].tables.current(), to_jsonable_python(look.view), look.pending)
    entries = [_entry(code, game, each, language) for each in things[: limits.select]]
    if not entries:
        return [], []
    return [Listed(str(ControlId.list(code, "what")), words.say(Text("chat.button.what_is")), tuple(entries))], []


def page_of(things: Sequence[str], game: str, code: str, language: str, page: int) -> tuple[Row, ...]:
    """One page of names as buttons, two in a row, and the ways to the others."""
    last = max(0, (len(things) - 1) // ON_A_PAGE)
    page = min(max(page, 0), last)
    shown = things[page * ON_A_PAGE :][:ON_A_PAGE]
    buttons = [Button(_id(code, game, each), name_of(game, each, language)) for each in shown]
    rows = [tuple(buttons[start : start + 2]) for start in range(0, len(buttons), 2)]
    turned = [(page - 1, "«"), (page + 1, "»")]
    turns = [Button(command_id("what", code, f"{PAGE}{to}"), sign) for to, sign in turned if 0 <= to <= last]
    return (*rows, tuple(turns)) if turns else tuple(rows)


def _entry(code: str, game: str, reference: str, language: str) -> Entry:
    return Entry(_id(code, game, reference), name_of(game, reference, language), kind_of(game, reference, language))


def _id(code: str, game: str, reference: str) -> str:
    return command_id("what", code, f"{game}.{reference}")
