"""The languages: each is a folder of `config/text`, and its `language.toml` says how it counts, dates and is typed.

Plural forms, lists and numbers come from the locale data of Unicode (CLDR, by Babel), so no language is named in code.
"""

from __future__ import annotations

import os
import tomllib
from functools import cache, lru_cache
from pathlib import Path

from babel import Locale, UnknownLocaleError
from babel.lists import format_list
from babel.numbers import format_decimal, get_group_symbol
from pydantic import BaseModel, ConfigDict, field_validator

from config import rooms
from config.settings import LANGUAGE, ConfigError

MINUS = "−"
CATEGORIES = ("zero", "one", "two", "few", "many", "other")
"""The plural categories of Unicode, in the order in which a text gives its forms."""
_COUNTED = 10_000
"""Categories that no whole number below this falls into need no form of their own."""
_KEPT = 4096
"""Numbers whose form and digits are kept, as most are said often."""
DAYS = 7
FILE = "language.toml"
Words = tuple[str, ...]


class _Data(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Dates(_Data):
    """Patterns of Unicode for moments and days."""

    moment: str = "EEE d MMM, HH:mm"
    soon: str = "EEE HH:mm"
    """A moment of the next days, where there is little room."""
    day: str = "EEEE d MMMM"
    dots: bool = False
    """Whether shortened names keep their dot."""


class Typed(_Data):
    """Words that people type about time and orders. Those of all languages are understood together."""

    until: Words = ()
    """Before the end of an order: `until tomorrow`."""
    stop: Words = ()
    stop_when: Words = ()
    """Behind `stop`, before what ends an order: `stop when I have bought`."""
    this: Words = ()
    """`this round`; need not begin an ending."""
    ending_fillers: Words = ()
    """Words behind an ending that add nothing to it."""
    lasting: Words = ()
    """Before a length of time: `for 2 days`."""
    one: Words = ()
    """A number of one: `an hour`."""
    hours: Words = ()
    days: Words = ()
    weeks: Words = ()
    long: Words = ()
    """Behind a length of time: `2 Tage lang`."""
    at: Words = ()
    """Before a time of day."""
    o_clock: Words = ()
    """Behind a time of day."""
    am: Words = ()
    pm: Words = ()
    to: Words = ()
    """Between the first and the last day of a span."""
    today: Words = ()
    tomorrow: Words = ()
    day_after_tomorrow: Words = ()
    weekdays: tuple[Words, ...] = ()
    """Further forms of the seven days, from Monday on, besides their plain names."""
    provided: Words = ()
    """Before a condition of a plan: `if at most 4 coins`."""
    at_most: Words = ()
    unless: Words = ()
    """Before what ends a plan: `unless Ana builds`."""
    somebody: Words = ()
    """Anybody else."""
    else_ask: Words = ()
    """What a plan does in any other case, which need not be said: `else ask me`."""
    otherwise: Words = ()
    """Between two ways to play a turn: the second counts where the first is not possible."""
    next_turn: Words = ()
    """Between two turns of a plan."""
    off: Words = ()
    """Switches something off."""
    articles: Words = ()
    passing: Words = ()
    """An order to pass."""
    order_fillers: Words = ()
    """Words in an order that add nothing to it."""

    @field_validator("weekdays")
    @classmethod
    def _a_week(cls, weekdays: tuple[Words, ...]) -> tuple[Words, ...]:
        if len(weekdays) not in (0, DAYS):
            raise ValueError("a week has seven days")
        return weekdays


class Language(_Data):
    """One language. `locale` is the one whose data it follows; `tags` are further names that clients have for it."""

    code: str
    name: str
    """What it calls itself."""
    locale: str
    tags: Words = ()
    capital_nouns: bool = False
    """Whether nouns keep their capital in the middle of a line."""
    date: Dates = Dates()
    typed: Typed = Typed()
    spelled: dict[str, str] = {}
    """Letters that may be typed as others."""

    @field_validator("locale")
    @classmethod
    def _known_locale(cls, locale: str) -> str:
        try:
            Locale.parse(locale)
        except UnknownLocaleError as error:
            raise ValueError(f"no locale {locale!r}") from error
        return locale

    @property
    def plural_categories(self) -> tuple[str, ...]:
        """The categories that whole numbers fall into here, in the order of a text's forms."""
        return _categories(self.locale)

    def plural(self, number: int, forms: Words) -> str:
        """The form for a number: of `coin|coins` the first for 1."""
        return forms[min(_place(self.locale, number), len(forms) - 1)]

    def number(self, value: int) -> str:
        """1,700 or 1.700, with a true minus."""
        return MINUS + _digits(self.locale, -value) if value < 0 else _digits(self.locale, value)

    def signed(self, value: float) -> str:
        """+14.8 or +14,8: one digit behind the mark, and always a sign."""
        sign = MINUS if value < 0 else "+"
        return sign + format_decimal(round(abs(value), 1), format="0.0", locale=_locale(self.locale))

    def join(self, parts: list[str]) -> str:
        """a, b and c."""
        said: str = format_list(parts, locale=_locale(self.locale))
        return said


@cache
def _locale(name: str) -> Locale:
    return Locale.parse(name)


@cache
def _categories(locale: str) -> tuple[str, ...]:
    found = {_locale(locale).plural_form(number) for number in range(_COUNTED)}
    return tuple([category for category in CATEGORIES if category in found])


@lru_cache(_KEPT)
def _place(locale: str, number: int) -> int:
    """Which of the forms a number takes."""
    categories, category = _categories(locale), _locale(locale).plural_form(number)
    return categories.index(category) if category in categories else len(categories) - 1


@lru_cache(_KEPT)
def _digits(locale: str, value: int) -> str:
    said: str = format_decimal(value, locale=_locale(locale))
    return said


def fallback() -> str:
    """The language of whoever has chosen none, and of texts that another one lacks (`SIGNORIA_LANGUAGE`)."""
    return os.environ.get("SIGNORIA_LANGUAGE") or LANGUAGE


def languages() -> tuple[str, ...]:
    """The codes of all languages, the fallback first."""
    return _languages(fallback())


@cache
def _languages(first: str) -> tuple[str, ...]:
    found = rooms.language_folders()
    if first not in found:
        raise ConfigError(f"SIGNORIA_LANGUAGE: there is no language {first!r}, only {', '.join(found)}")
    return (first, *[code for code in found if code != first])


@cache
def language(code: str) -> Language:
    """A language by its code. One that is not spoken here (any more) is the fallback."""
    folders = rooms.language_folders()
    return read(code, folders[code] / FILE) if code in folders else language(fallback())


def read(code: str, file: Path) -> Language:
    """A language as its file gives it; pydantic and TOML say what is wrong with it."""
    return Language.model_validate({"code": code, **tomllib.loads(file.read_text("utf-8"))})


def spoken(tag: str) -> str | None:
    """The language of ours for what a client calls its own: `en-GB`, `pt_BR`, `de`; None if we do not speak it."""
    return _spoken(tag.strip().replace("_", "-").lower(), languages())


@lru_cache(_KEPT)
def _spoken(wanted: str, codes: tuple[str, ...]) -> str | None:
    for code in codes:
        if wanted in [each.lower() for each in language(code).tags]:
            return code
    plain = wanted.partition("-")[0]
    return plain if plain in codes else None


def understood() -> Typed:
    """The typed words of all languages together."""
    return _understood(languages())


@cache
def _understood(codes: Words) -> Typed:
    every = [language(code).typed for code in codes]
    merged = {
        name: tuple(dict.fromkeys(word for typed in every for word in getattr(typed, name)))
        for name in Typed.model_fields
        if name != "weekdays"
    }
    weeks = [typed.weekdays for typed in every if typed.weekdays]
    weekdays = [tuple([word for week in weeks for word in week[day]]) for day in range(DAYS)]
    return Typed(**merged, weekdays=tuple(weekdays))


@cache
def other_spellings() -> dict[int, str]:
    """Letters that may be typed as others, in any language, for `str.translate`: `ü` as `ue`."""
    return {ord(letter): typed for code in languages() for letter, typed in language(code).spelled.items()}


@cache
def separators() -> frozenset[str]:
    """What may stand between the thousands of a number, in any language; a plain space parts two numbers."""
    found = {get_group_symbol(locale=language(code).locale) for code in languages()}
    return frozenset({",", ".", *found} - {" "})


def forget() -> None:
    """Read the folders again."""
    for kept in (_languages, _spoken, language, _understood, other_spellings, separators):
        kept.cache_clear()
