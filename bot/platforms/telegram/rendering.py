"""A post as Telegram takes it: caption or text in HTML, rows of inline buttons."""

from __future__ import annotations

from hashlib import blake2b
from html import unescape
from math import ceil

from telegram import InlineKeyboardButton, InlineKeyboardMarkup, WebAppInfo
from telegram.constants import KeyboardButtonStyle

from bot.choices.control_id import ControlId
from bot.choices.controls import TELEGRAM, clip
from bot.messages.post import Button, Entry, Listed, Post, Style
from bot.platforms.telegram.panel_text import rows_of, text_of

__all__ = ["keyboard", "link", "look_of", "picture_of", "text_of"]
LONGEST_LABEL = 64
MOST_BUTTONS = 100
LINKED = {"join": "join", "move": "t"}
"""Buttons of a room that open the private chat: sitting down, and my move."""
COLOURS = {
    Style.SUGGESTED: KeyboardButtonStyle.PRIMARY,
    Style.CHOSEN: KeyboardButtonStyle.SUCCESS,
    Style.LEAD: KeyboardButtonStyle.SUCCESS,
    Style.DANGER: KeyboardButtonStyle.DANGER,
}


def link(bot: str, parameter: str) -> str:
    """A link that opens the private chat with the bot and presses Start."""
    return f"https://t.me/{bot}?start={parameter}"


def keyboard(post: Post, bot: str, is_room: bool) -> InlineKeyboardMarkup | None:
    """The rows as inline buttons; lists become a button per entry. What does not fit is a fault: nothing is cut."""
    rows: list[list[InlineKeyboardButton]] = []
    for row in rows_of(post):
        if isinstance(row, Listed):
            rows += [[_entry(entry)] for entry in row.entries]
        else:
            rows += _packed([_button(button, bot, is_room) for button in row])
    if sum(map(len, rows)) > MOST_BUTTONS:
        raise ValueError(f"{sum(map(len, rows))} buttons do not fit under one message")
    return InlineKeyboardMarkup(rows) if rows else None


def _packed(buttons: list[InlineKeyboardButton]) -> list[list[InlineKeyboardButton]]:
    """As many in a row as their longest label allows on a phone, and no row with one left over."""
    across = min((TELEGRAM.per_row(button.text) for button in buttons), default=1)
    across = max(across, 2) if len(buttons) > 3 else across
    across = ceil(len(buttons) / ceil(len(buttons) / across)) if buttons else 1
    return [buttons[start : start + across] for start in range(0, len(buttons), across)]


def _button(button: Button, bot: str, is_room: bool) -> InlineKeyboardButton:
    label = clip(("✓ " if button.style is Style.CHOSEN else "") + unescape(button.label), LONGEST_LABEL)
    if button.is_app and not is_room:
        return InlineKeyboardButton(label, web_app=WebAppInfo(button.url))
    if button.url:
        return InlineKeyboardButton(label, url=button.url)
    control, colour = ControlId.parse(button.id), COLOURS.get(button.style)
    if is_room and control is not None and control.verb in LINKED:
        address = link(bot, f"{LINKED[control.verb]}_{control.table}")
        return InlineKeyboardButton(label, url=address, style=colour)
    return InlineKeyboardButton(label, callback_data=button.id, style=colour)


def _entry(entry: Entry) -> InlineKeyboardButton:
    return InlineKeyboardButton(
        clip(("✓ " if entry.chosen else "") + unescape(entry.label), LONGEST_LABEL), callback_data=entry.id
    )


def look_of(post: Post) -> str:
    """Equal for posts that look the same: its words and buttons, then its picture."""
    return _digest(f"{post.text}\n{post.rows}\n{post.panel}".encode()) + picture_of(post)


def picture_of(post: Post) -> str:
    """The end of the look of a post with this picture."""
    return "" if post.picture is None else "-" + _digest(post.picture.png)


def _digest(raw: bytes) -> str:
    return blake2b(raw, digest_size=8).hexdigest()
