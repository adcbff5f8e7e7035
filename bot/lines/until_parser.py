"""How long an order holds, read from words: `until tomorrow 18:00`, `voor 2 dagen`, `bis ich dran bin`.

Times are the reader's own, by the wall clock of their zone. The words of all languages are understood together.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import date, datetime, time, timedelta
from functools import cache
from zoneinfo import ZoneInfo

from bot.language.dates import day_named, moment_of, parse_day
from bot.language.normalise import fold
from bot.language.speaker import Speaker, catalogue
from config.languages import Typed, understood
from engines.kit import GameInfo, Refusal, Stop

_DATE = re.compile(r"\d{4}-\d{1,2}-\d{1,2}|\d{1,2}[./]\d{1,2}\b\.?|\d{1,2}\.?\s+[^\W\d]{3,}\.?")
_WORD = re.compile(r"[^\W\d]+")
_SOON = 8
"""Within so many words an ending must name its moment."""


class _Grammar:
    """The patterns of the words that all languages have for ends."""

    def __init__(self, typed: Typed) -> None:
        stop = rf"{spelt(typed.stop)}\s+{spelt(typed.stop_when)}"
        self.mark = _pattern(rf"\b({spelt(typed.until)}|{stop}|(?P<loose>{spelt(typed.this)}))\b\s*")
        """Before an end; `this` need not begin one."""
        unit = "|".join(
            f"(?P<{name}>{spelt(words)})"
            for name, words in (("hours", typed.hours), ("days", typed.days), ("weeks", typed.weeks))
        )
        self.length = _pattern(
            rf"(?:\b{spelt(typed.lasting)}\s+)?\b(\d{{1,3}}|{spelt(typed.one)})\s*(?:{unit})\b(?:\s+{spelt(typed.long)}\b)?"
        )
        self.soon = _pattern(rf"\b{spelt([*typed.today, *typed.tomorrow, *typed.day_after_tomorrow])}\b")
        """A day that needs no date, in however many words."""
        self.clock = _pattern(
            rf"[\s,]*(?:{spelt(typed.at)}\s+)?(\d{{1,2}})(?:(?:[:.]|\s*{spelt(typed.o_clock)}\s*)(\d{{2}}))?(?!\d)"
            rf"\s*((?P<am>{spelt(typed.am)})|(?P<pm>{spelt(typed.pm)})|{spelt(typed.o_clock)})?\b"
        )
        self.span = _pattern(rf"\s+{spelt(typed.to)}\s+")
        self.fillers = frozenset([fold(word) for word in typed.ending_fillers])


def spelt(words: Iterable[str]) -> str:
    """A pattern for any of these words, the longest first; nothing at all if there are none."""
    parts = [word.split() for word in sorted(words, key=len, reverse=True)]
    ways = [r"\s+".join([re.escape(part).replace("'", "['’]") for part in each]) for each in parts]
    return f"(?:{'|'.join(ways)})" if ways else r"(?!)"


def _pattern(written: str) -> re.Pattern[str]:
    return re.compile(written, re.IGNORECASE)


@cache
def _grammar(typed: Typed) -> _Grammar:
    return _Grammar(typed)


def days_apart(line: str) -> list[str]:
    """The first and the last day of a span: `24 Dec to 2 Jan`; a single one stays alone."""
    return _grammar(understood()).span.split(line)


@dataclass(frozen=True, slots=True)
class Ending:
    """When an order ends: at a moment, or with what happens in the game."""

    until: float | None = None
    stop: Stop | None = None

    def __bool__(self) -> bool:
        return self.until is not None or self.stop is not None

    def fields(self) -> dict[str, object]:
        """As an order states it; what is not said is left as it is."""
        found: dict[str, object] = {} if self.until is None else {"until": self.until}
        if self.stop is not None:
            found |= {"stop": self.stop.event, "own": self.stop.own, "stop_step": self.stop.step, "early": False}
        return found


def read_ending(line: str, info: GameInfo, speaker: Speaker, zone: ZoneInfo, now: float) -> tuple[str, Ending]:
    """The line without the words about its end, and that end. What cannot be understood is refused."""
    ending, grammar = Ending(), _grammar(understood())
    kept, at = "", 0
    while mark := grammar.mark.search(line, at):
        kept += line[at : mark.start()]
        moment, end = _moment(line, mark.end(), zone, now)
        stop = None
        if moment is None:
            stop, end = _stop(line, mark.end(), info, speaker)
        if moment is not None:
            ending = replace(ending, until=moment)
        elif stop is not None:
            ending = replace(ending, stop=stop)
        elif mark.group("loose") or re.match(r"\d", line[mark.end() :]):
            kept, end = kept + mark.group(), mark.end()
        else:
            known = speaker.join([said(stop, speaker) for stop in info.stops])
            raise Refusal("chat.refusal.ending", words=line[mark.start() :].strip(), known=known)
        at = end
    rest = kept + line[at:]
    if found := grammar.length.search(rest):
        ending = replace(ending, until=_after(found, zone, now))
        rest = rest[: found.start()] + rest[found.end() :]
    if ending.until is not None and ending.until <= now:
        raise Refusal("chat.refusal.ending_past")
    return rest.strip(" ,;"), ending


def stop_of(info: GameInfo, event: str, step: str) -> Stop | None:
    """The stop that an order states, by its event or its step."""
    return next((each for each in info.stops if (each.event, each.step) == (event, step)), None)


def named_stop(words: str, info: GameInfo, speaker: Speaker) -> Stop | None:
    """The stop that words name."""
    return _stop(words, 0, info, speaker)[0]


def said(stop: Stop, speaker: Speaker) -> str:
    """`the next round`."""
    return _forms(stop, speaker)[0]


# --- moments ---


def _after(length: re.Match[str], zone: ZoneInfo, now: float) -> float:
    """So many hours, or so many days by the wall clock."""
    number = int(length.group(1)) if length.group(1).isdecimal() else 1
    if length.group("hours"):
        return now + number * 3600.0
    days = number * (7 if length.group("weeks") else 1)
    then = datetime.fromtimestamp(now, zone) + timedelta(days=days)
    return moment_of(then.date(), then.time(), zone)


def _moment(line: str, at: int, zone: ZoneInfo, now: float) -> tuple[float | None, int]:
    """A day, a time, or both; a day alone lasts to its end."""
    today = datetime.fromtimestamp(now, zone).date()
    day, after_day = _day(line, at, zone, now)
    clock = _grammar(understood()).clock.match(line, after_day)
    is_clock = clock is not None and (day is not None or clock.group(2) or clock.group(3))
    if clock is None or not is_clock:
        if day is None:
            return None, at
        return moment_of(day + timedelta(days=1), time.min, zone), after_day
    hour, minute = int(clock.group(1)), int(clock.group(2) or 0)
    if clock.group("am") or clock.group("pm"):
        hour = hour % 12 + (12 if clock.group("pm") else 0)
    if hour > 23 or minute > 59:
        return None, at
    moment = moment_of(day or today, time(hour, minute), zone)
    if day is None and moment <= now:
        moment = moment_of(today + timedelta(days=1), time(hour, minute), zone)
    return moment, clock.end()


def _day(line: str, at: int, zone: ZoneInfo, now: float) -> tuple[date | None, int]:
    """`tomorrow`, `Freitag`, `24 Dec`, `24.12.`."""
    today = datetime.fromtimestamp(now, zone).date()
    word = _grammar(understood()).soon.match(line, at) or _WORD.match(line, at)
    if word and (named := day_named(word.group(), today)) is not None:
        return named, word.end()
    if found := _DATE.match(line, at):
        try:
            return datetime.fromtimestamp(parse_day(found.group(), zone, now), zone).date(), found.end()
        except Refusal:
            return None, at
    return None, at


# --- what happens in the game ---


def _stop(line: str, at: int, info: GameInfo, speaker: Speaker) -> tuple[Stop | None, int]:
    """The stop that the next words name by one of its forms, the longest first."""
    there = [(fold(word.group()), word.end()) for word in re.compile(r"\w+").finditer(line, at)][:_SOON]
    fillers = _grammar(understood()).fillers
    forms = [(fold(form).split(), stop) for stop in info.stops for form in _forms(stop, speaker)]
    for words, stop in sorted(forms, key=lambda pair: -len(pair[0])):
        place = 0
        for index, (word, _) in enumerate(there):
            place += place < len(words) and word == words[place]
            if place == len(words):
                while index + 1 < len(there) and there[index + 1][0] in fillers:
                    index += 1
                return stop, there[index][1]
    return None, at


def _forms(stop: Stop, speaker: Speaker) -> list[str]:
    """What a stop is called: as it is said to people first, then as they may type it."""
    words = catalogue(speaker.language)
    return (words.get(f"{speaker.game}.stop.{stop.name}") or words[f"kit.stop.{stop.name}"]).split("|")
