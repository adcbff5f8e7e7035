"""Dates and spans of time in words: the reader's language and zone, never only "in 3 hours"."""

from __future__ import annotations

import re
from datetime import date as date_
from datetime import datetime, time, timedelta
from functools import cache
from zoneinfo import ZoneInfo

from babel import Locale
from babel.dates import format_date, format_datetime, format_timedelta

from config import languages
from engines.kit.errors import Refusal


def absolute(moment: float, language: str, zone: ZoneInfo) -> str:
    """`Tue 17 Nov, 18:00`, `di 17 nov, 18:00`, `Di., 17. Nov., 18:00`.

    In the hour that comes twice when daylight saving ends, the name of the time is added: `02:30 (CET)`.
    """
    local = datetime.fromtimestamp(moment, zone)
    spoken = languages.language(language)
    said = _said(local, spoken.date.moment, spoken)
    is_twice = local.replace(fold=0).utcoffset() != local.replace(fold=1).utcoffset()
    return f"{said} ({local.tzname()})" if is_twice else said


def soon(moment: float, now: float, language: str, zone: ZoneInfo) -> str:
    """`Tue 18:00` for a moment within the next six days, where there is little room; else in full."""
    if not now <= moment < now + 6 * 86400:
        return absolute(moment, language, zone)
    local = datetime.fromtimestamp(moment, zone)
    spoken = languages.language(language)
    return _said(local, spoken.date.soon, spoken)


def _said(local: datetime, pattern: str, language: languages.Language) -> str:
    said: str = format_datetime(local, pattern, locale=language.locale)
    return said if language.date.dots else said.replace(".", "")


def absolute_with_zone(moment: float, language: str, zone: ZoneInfo) -> str:
    """With the zone named, for a room whose readers live in several."""
    return f"{absolute(moment, language, zone)} ({zone.key})"


def span(seconds: float, language: str) -> str:
    """`3 hours`, `11 dagen`, `2 Tage`."""
    said: str = format_timedelta(timedelta(seconds=seconds), locale=languages.language(language).locale, threshold=1.2)
    return said


def moment_of(day: date_, at: time, zone: ZoneInfo) -> float:
    """A wall-clock time as a moment. One that a change of the clocks leaves out lies as long behind the change as it
    would have lain behind its beginning; of one that comes twice the first is meant."""
    return datetime.combine(day, at, zone).timestamp()


def day_after(moment: float, zone: ZoneInfo) -> float:
    """The beginning of the next day, be this one 23 or 25 hours long."""
    return moment_of(datetime.fromtimestamp(moment, zone).date() + timedelta(days=1), time.min, zone)


def day_named(name: str, today: date_) -> date_ | None:
    """`tomorrow`, `Freitag`: a weekday is the next one, today's own name means in a week; None if it names no day."""
    word, typed = " ".join(name.lower().replace("’", "'").rstrip(".").split()), languages.understood()
    weekdays = _weekdays(_locales()) | {each: day for day, names in enumerate(typed.weekdays) for each in names}
    for ahead, names in enumerate((typed.today, typed.tomorrow, typed.day_after_tomorrow)):
        if word in [each.lower() for each in names]:
            return today + timedelta(days=ahead)
    if word in weekdays:
        return today + timedelta(days=(weekdays[word] - today.weekday() - 1) % 7 + 1)
    return None


@cache
def _weekdays(locales: tuple[str, ...]) -> dict[str, int]:
    """The days of the week by their names, long and short, in our languages; Monday is 0."""
    found: dict[str, int] = {}
    for code in locales:
        for width in ("wide", "abbreviated"):
            names = Locale.parse(code).days["format"][width]
            found |= {name.lower().rstrip("."): number for number, name in names.items()}
    return found


def _locales() -> tuple[str, ...]:
    return tuple([languages.language(code).locale for code in languages.languages()])


def parse_day(words: str, zone: ZoneInfo, now: float) -> float:
    """The beginning of a day: `24 Dec`, `24.12.`, `2026-12-24`, `tomorrow`; without a year the next such day."""
    today = datetime.fromtimestamp(now, zone).replace(hour=0, minute=0, second=0, microsecond=0)
    text = words.strip().casefold().rstrip(".")
    if (soon := day_named(text, today.date())) is not None:
        return moment_of(soon, time.min, zone)
    if iso := re.fullmatch(r"(\d{4})-(\d{1,2})-(\d{1,2})", text):
        year, month, day = map(int, iso.groups())
        return _day(today, year, month, day, words).timestamp()
    if plain := re.fullmatch(r"(\d{1,2})\s*[./-]\s*(\d{1,2})", text):
        day, month = map(int, plain.groups())
    elif named := re.fullmatch(r"(\d{1,2})\.?\s+([^\W\d]+)\.?", text):
        day, month = int(named.group(1)), _month(named.group(2), words)
    else:
        raise Refusal("bot.refusal.no_such_day", words=words)
    found = _day(today, today.year, month, day, words)
    return (found if found >= today else _day(today, today.year + 1, month, day, words)).timestamp()


def _day(today: datetime, year: int, month: int, day: int, words: str) -> datetime:
    try:
        return today.replace(year=year, month=month, day=day)
    except ValueError as error:
        raise Refusal("bot.refusal.no_such_day", words=words) from error


def _month(name: str, words: str) -> int:
    """A month by its name or the first three letters of it, in any of our languages."""
    for code in _locales():
        for number, full in Locale.parse(code).months["format"]["wide"].items():
            if len(name) >= 3 and full.casefold().startswith(name):
                return int(number)
    raise Refusal("bot.refusal.no_such_day", words=words)


def month(moment: float, language: str, zone: ZoneInfo) -> str:
    """`November 2026`, `november 2026`, by the calendar of whoever is there."""
    said: str = format_date(datetime.fromtimestamp(moment, zone), "LLLL y", locale=languages.language(language).locale)
    return said


def day(date: date_, language: str) -> str:
    """`Monday 16 November`, `maandag 16 november`, `Montag, 16. November`."""
    spoken = languages.language(language)
    said: str = format_date(date, spoken.date.day, locale=spoken.locale)
    return said
