"""How long an order holds, read from words: `until tomorrow 18:00`, `voor 2 dagen`, `bis ich dran bin`.

Times are the reader's own, by the wall clock of their zone. The words of all languages are understood together.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from datetime import date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from bot.dates import day_named, moment_of, parse_day
from bot.folding import fold
from bot.texts import Speaker, catalogue
from engines.kit import GameInfo, Refusal, Stop

_MARK = re.compile(
    r"\b(until|till?|tot|bis|stopp?(?:en)?\s+(?:when|if|at|once|als|wanneer|zodra|bij|wenn|sobald|bei)"
    r"|this|deze|dit|diese[rnms]?)\b\s*",
    re.IGNORECASE,
)
_LOOSE = ("this", "deze", "dit", "diese")
"""Words that need not begin an ending."""
_LENGTH = re.compile(
    r"(?:\b(?:for|voor|für|fuer)\s+)?\b(\d{1,3}|an?|one|een|één|eine?n?)\s*"
    r"(hours?|uur|uren|stunden?|days?|dag|dagen|tage?n?|weeks?|week|weken|wochen?)\b(?:\s+(?:long|lang)\b)?",
    re.IGNORECASE,
)
_CLOCK = re.compile(r"[\s,]*(?:(?:at|om|um)\s+)?(\d{1,2})(?:[:.](\d{2}))?(?!\d)\s*(uur|uhr|h|am|pm)?\b", re.IGNORECASE)
_DATE = re.compile(r"\d{4}-\d{1,2}-\d{1,2}|\d{1,2}[./]\d{1,2}\b\.?|\d{1,2}\.?\s+[^\W\d]{3,}\.?")
_WORD = re.compile(r"[^\W\d]+")
_SOON = 8
"""Within so many words an ending must name its moment."""
FILLERS = {
    *("the", "is", "are", "it", "comes", "begins", "starts", "ends", "over", "again", "something", "or"),
    *("de", "het", "komt", "begint", "eindigt", "voorbij", "weer", "iets", "of"),
    *("der", "die", "das", "ist", "kommt", "beginnt", "endet", "vorbei", "wieder", "etwas", "oder"),
}
"""Words behind an ending that add nothing to it."""


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
            found |= {"stop": self.stop.event, "own": self.stop.own, "stop_step": self.stop.step}
        return found


def read_ending(line: str, info: GameInfo, speaker: Speaker, zone: ZoneInfo, now: float) -> tuple[str, Ending]:
    """The line without the words about its end, and that end. What cannot be understood is refused."""
    ending = Ending()
    kept, at = "", 0
    while mark := _MARK.search(line, at):
        kept += line[at : mark.start()]
        moment, end = _moment(line, mark.end(), zone, now)
        stop = None
        if moment is None:
            stop, end = _stop(line, mark.end(), info, speaker)
        if moment is not None:
            ending = replace(ending, until=moment)
        elif stop is not None:
            ending = replace(ending, stop=stop)
        elif mark.group(1).lower().startswith(_LOOSE) or re.match(r"\d", line[mark.end() :]):
            kept, end = kept + mark.group(), mark.end()
        else:
            known = speaker.join([said(stop, speaker) for stop in info.stops])
            raise Refusal("chat.refusal.ending", words=line[mark.start() :].strip(), known=known)
        at = end
    rest = kept + line[at:]
    if found := _LENGTH.search(rest):
        ending = replace(ending, until=_after(found.group(1), found.group(2), zone, now))
        rest = rest[: found.start()] + rest[found.end() :]
    if ending.until is not None and ending.until <= now:
        raise Refusal("chat.refusal.ending_past")
    return rest.strip(" ,;"), ending


def stop_of(info: GameInfo, event: str, step: str) -> Stop | None:
    """The stop that an order states, by its event or its step."""
    return next((each for each in info.stops if (each.event, each.step) == (event, step)), None)


def said(stop: Stop, speaker: Speaker) -> str:
    """`the next round`."""
    return _forms(stop, speaker)[0]


# --- moments ---


def _after(count: str, unit: str, zone: ZoneInfo, now: float) -> float:
    """So many hours, or so many days by the wall clock."""
    number = int(count) if count.isdigit() else 1
    name = unit.lower()
    if name.startswith(("h", "u", "s")):
        return now + number * 3600.0
    days = number * (7 if name.startswith("w") else 1)
    then = datetime.fromtimestamp(now, zone) + timedelta(days=days)
    return moment_of(then.date(), then.time(), zone)


def _moment(line: str, at: int, zone: ZoneInfo, now: float) -> tuple[float | None, int]:
    """A day, a time, or both; a day alone lasts to its end."""
    today = datetime.fromtimestamp(now, zone).date()
    day, after_day = _day(line, at, zone, now)
    clock = _CLOCK.match(line, after_day)
    is_clock = clock is not None and (day is not None or clock.group(2) or clock.group(3))
    if clock is None or not is_clock:
        if day is None:
            return None, at
        return moment_of(day + timedelta(days=1), time.min, zone), after_day
    hour, minute, half = int(clock.group(1)), int(clock.group(2) or 0), (clock.group(3) or "").lower()
    hour = hour % 12 + (12 if half == "pm" else 0) if half in ("am", "pm") else hour
    if hour > 23 or minute > 59:
        return None, at
    moment = moment_of(day or today, time(hour, minute), zone)
    if day is None and moment <= now:
        moment = moment_of(today + timedelta(days=1), time(hour, minute), zone)
    return moment, clock.end()


def _day(line: str, at: int, zone: ZoneInfo, now: float) -> tuple[date | None, int]:
    """`tomorrow`, `Freitag`, `24 Dec`, `24.12.`."""
    today = datetime.fromtimestamp(now, zone).date()
    if (word := _WORD.match(line, at)) and (named := day_named(word.group(), today)) is not None:
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
    forms = [(fold(form).split(), stop) for stop in info.stops for form in _forms(stop, speaker)]
    for words, stop in sorted(forms, key=lambda pair: -len(pair[0])):
        place = 0
        for index, (word, _) in enumerate(there):
            place += place < len(words) and word == words[place]
            if place == len(words):
                while index + 1 < len(there) and there[index + 1][0] in FILLERS:
                    index += 1
                return stop, there[index][1]
    return None, at


def _forms(stop: Stop, speaker: Speaker) -> list[str]:
    """What a stop is called: as it is said to people first, then as they may type it."""
    words = catalogue(speaker.language)
    return (words.get(f"{speaker.game}.stop.{stop.name}") or words[f"kit.stop.{stop.name}"]).split("|")
