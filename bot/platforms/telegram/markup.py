"""How Telegram writes bold, names, times and mentions."""

from __future__ import annotations

from html import escape
from zoneinfo import ZoneInfo

from bot.language.dates import absolute, absolute_with_zone
from bot.table.model import platform_of
from bot.table.preferences import Person

NAME = "telegram"
TIME = "wDt"
"""Weekday, date and time."""


class TelegramMarkup:
    """HTML. A time is shown in the zone and the habit of whoever reads it.

    Where an app does not know that yet our words stand: in the zone the reader has chosen, or a room's by its name.
    """

    def __init__(self, zone: ZoneInfo | None = None, is_room: bool = False) -> None:
        self.zone = zone or ZoneInfo("UTC")
        self.is_room = is_room or zone is None

    @classmethod
    def of(cls, person: Person | None) -> TelegramMarkup:
        """In the zone that a person has chosen; until then, in ours, by its name."""
        return cls(person.zone_info if person is not None and person.zone != Person().zone else None)

    def to(self, person: Person) -> TelegramMarkup:
        return self.of(person)

    def plain(self, text: str) -> str:
        return escape(text, quote=False)

    def bold(self, text: str) -> str:
        return f"<b>{text}</b>"

    def time(self, moment: float, language: str) -> str:
        say = absolute_with_zone if self.is_room else absolute
        return f'<tg-time unix="{moment:.0f}" format="{TIME}">{say(moment, language, self.zone)}</tg-time>'

    def mention(self, user: str, name: str) -> str:
        if platform_of(user) != NAME:
            return self.plain(name)
        return f'<a href="tg://user?id={number_of(user)}">{self.plain(name)}</a>'


def number_of(ref: str) -> int:
    """The id of a chat or user from its reference `telegram:<id>` or `telegram:<id>/<topic>`."""
    return int(ref.partition(":")[2].partition("/")[0])


def topic_of(ref: str) -> int | None:
    """The topic of a room, if it is one."""
    topic = ref.partition("/")[2]
    return int(topic) if topic else None


def room_of(chat: int, topic: int | None) -> str:
    return f"{NAME}:{chat}/{topic}" if topic else f"{NAME}:{chat}"
