"""*Ana usually answers within 3 hours; you are likely up at 19:00*: for who sits at the table, from earlier waits."""

from __future__ import annotations

from collections.abc import Mapping
from math import ceil
from zoneinfo import ZoneInfo

from bot.language.dates import soon
from bot.language.speaker import Speaker
from bot.service.people_service import is_next
from bot.table.model import Status, Table
from bot.table.preferences import Person
from bot.table.time_control import HOUR
from bot.table.waits import usual
from engines.kit import Text, seat_ref

STEP = 5
"""Minutes are told in steps."""


def forecast(
    table: Table, seat: int | None, people: Mapping[int, Person], now: float, zone: ZoneInfo, speaker: Speaker
) -> str:
    """When the one who is to move usually answers, and when the reader is likely up; empty where nothing is known."""
    if seat is None or table.status is not Status.RUNNING or table.paused is not None or len(table.waiting) != 1:
        return ""
    other, waiting = next(iter(table.waiting.items()))
    if other == seat or not table.plays(other) or not people.get(other, Person()).forecast:
        return ""
    takes = usual(table.seats[other].took, waiting.since)
    if takes is None:
        return ""
    said = [usually(other, takes, speaker)]
    moment = waiting.since + takes
    is_away = any(start <= moment < end for start, end in people.get(other, Person()).away)
    if is_next(table, seat) and moment > now and not is_away:
        said.append(speaker.say(Text("chat.forecast_up", {"time": soon(moment, now, speaker.language, zone)})))
    return " ".join(said)


def usually(seat: int, takes: float, speaker: Speaker) -> str:
    """How long somebody usually takes."""
    hours, minutes = ceil(takes / HOUR), max(STEP, ceil(takes / 60 / STEP) * STEP)
    name = speaker.noun(seat_ref(seat))
    if minutes >= 60:
        return speaker.say(Text("chat.forecast_hours", {"name": name, "n": hours}))
    return speaker.say(Text("chat.forecast_minutes", {"name": name, "n": minutes}))


def paces(table: Table, seat: int | None, known: Mapping[int, float], speaker: Speaker) -> str:
    """In a lobby, for who sits there: how long each of the others usually takes."""
    if seat is None or table.status is not Status.LOBBY:
        return ""
    return " ".join([usually(other, takes, speaker) for other, takes in known.items() if other != seat])
