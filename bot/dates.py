"""Dates and spans of time in words: the reader's language and zone, never only "in 3 hours"."""

from __future__ import annotations

from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from babel.dates import format_datetime, format_timedelta

_LOCALES = {"en": "en_GB", "nl": "nl_NL", "de": "de_DE"}
_PATTERNS = {"en": "EEE d MMM, HH:mm", "nl": "EEE d MMM, HH:mm", "de": "EEE, d. MMM, HH:mm"}


def absolute(moment: float, language: str, zone: ZoneInfo) -> str:
    """`Tue 17 Nov, 18:00`, `di 17 nov, 18:00`, `Di., 17. Nov., 18:00`."""
    local = datetime.fromtimestamp(moment, zone)
    said: str = format_datetime(local, _PATTERNS[language], locale=_LOCALES[language])
    return said if language == "de" else said.replace(".", "")


def absolute_with_zone(moment: float, language: str, zone: ZoneInfo) -> str:
    """With the zone named, for a room whose readers live in several."""
    return f"{absolute(moment, language, zone)} ({zone.key})"


def span(seconds: float, language: str) -> str:
    """`3 hours`, `11 dagen`, `2 Tage`."""
    said: str = format_timedelta(timedelta(seconds=seconds), locale=_LOCALES[language], threshold=1.2)
    return said
