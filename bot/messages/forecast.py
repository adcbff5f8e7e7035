"""*Ana usually answers within 3 hours; you are likely up at 19:00*: for who sits at the table, from its own log."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import ceil
from zoneinfo import ZoneInfo

from bot.language.dates import soon
from bot.language.speaker import Speaker
from bot.service.people_service import is_next
from bot.service.player_view import LogLine
from bot.table.model import Status, Table
from bot.table.preferences import Person
from bot.table.time_control import HOUR
from bot.table.waits import usual, waits_of
from engines.kit import Text, seat_ref

STEP = 5
"""Minutes are told in steps."""


def forecast(
    table: Table,
    seat: int | None,
    lines: Sequence[LogLine],
    people: Mapping[int, Person],
    now: float,
    zone: ZoneInfo,
    speaker: Speaker,
) -> str:
    """When the one who is to move usually answers, and when the reader is likely up; empty where nothing is known."""
    if seat is None or table.status is not Status.RUNNING or table.paused is not None or len(table.waiting) != 1:
        return ""
    other, waiting = next(iter(table.waiting.items()))
    if other == seat or not table.plays(other) or not people.get(other, Person()).forecast:
        return ""
    answers = [(line.time, line.seat) for line in lines if line.kind == "answer"]
    takes = usual(waits_of(answers, other), waiting.since)
    if takes is None:
        return ""
    hours, minutes = ceil(takes / HOUR), max(STEP, ceil(takes / 60 / STEP) * STEP)
    name = speaker.noun(seat_ref(other))
    said = [Text("chat.forecast_minutes", {"name": name, "n": minutes})]
    if minutes >= 60:
        said = [Text("chat.forecast_hours", {"name": name, "n": hours})]
    moment = waiting.since + takes
    if is_next(table, seat) and moment > now:
        said.append(Text("chat.forecast_up", {"time": soon(moment, now, speaker.language, zone)}))
    return " ".join([speaker.say(text) for text in said])
