"""Personal settings: language, zone, quiet hours, reminders, days away. One small document per user."""

from __future__ import annotations

import json
from datetime import time
from enum import StrEnum
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError, available_timezones

from pydantic import BaseModel, ConfigDict, Field, field_validator

from bot.table.calendar import Calendar, Quiet, Span
from config.languages import fallback, languages
from config.settings import LANGUAGE
from engines.kit.errors import Refusal


class Where(StrEnum):
    """Where notices go."""

    DM = "dm"
    ROOM = "room"


class Person(BaseModel):
    """What one user has chosen; everything has a default."""

    model_config = ConfigDict(extra="ignore")

    language: str = LANGUAGE
    zone: str = "UTC"
    quiet: str = ""
    """"22:00-07:30", empty for none."""
    interval: int = Field(0, ge=0, le=7 * 24)
    """Hours between further reminders after the first; 0: at half and at nine tenths of the time."""
    snoozed: float = 0.0
    """No reminder before this moment."""
    snoozed_from: float = 0.0
    """When that was said."""
    digest: str = ""
    """A wall-clock time for one notice a day instead of single ones, empty for none."""
    where: Where = Where.DM
    warn_next: bool = False
    """"You are next" before it is my turn."""
    forecast: bool = True
    """Others at my tables may be told how long I usually take."""
    teach: bool = True
    """Lessons where they were asked for; no: never again, anywhere."""
    confirm: bool = False
    """Ask once more before every move that cannot be taken back, also where nothing is given away."""
    away: tuple[Span, ...] = ()
    name: str = ""

    @field_validator("language")
    @classmethod
    def _spoken(cls, language: str) -> str:
        if language not in languages():
            raise ValueError(f"no language {language!r}")
        return language

    @field_validator("zone")
    @classmethod
    def _known_zone(cls, zone: str) -> str:
        try:
            ZoneInfo(zone)
        except (ZoneInfoNotFoundError, ValueError) as error:
            raise ValueError(f"no time zone {zone!r}") from error
        return zone

    @field_validator("quiet")
    @classmethod
    def _hours(cls, quiet: str) -> str:
        return str(Quiet.parse(quiet, ZoneInfo("UTC"))) if quiet else ""

    @field_validator("digest")
    @classmethod
    def _time(cls, digest: str) -> str:
        return f"{time.fromisoformat(digest):%H:%M}" if digest else ""

    @classmethod
    def stored(cls, raw: str) -> Person:
        """As it was kept. A language whose folder was taken away since is the fallback; all else still holds."""
        fields = json.loads(raw)
        if fields.get("language", LANGUAGE) not in languages():
            fields["language"] = fallback()
        return cls.model_validate(fields)

    @property
    def zone_info(self) -> ZoneInfo:
        return ZoneInfo(self.zone)

    def calendar(self, *others: Span) -> Calendar:
        """When this person's clock stands still: quiet hours, away, and what the table adds (pauses, our gaps)."""
        quiet = Quiet.parse(self.quiet, self.zone_info) if self.quiet else None
        return Calendar(quiet, (*self.away, *others))

    def with_away(self, start: float, end: float, now: float) -> Person:
        """Away from then to then; what is past is forgotten."""
        if end <= start or end <= now:
            raise Refusal("bot.refusal.away_order")
        kept = [span for span in self.away if span[1] > now]
        return self.model_copy(update={"away": (*kept, (start, end))})

    def back(self, now: float) -> Person:
        """No longer away."""
        kept = [(start, min(end, now)) for start, end in self.away if start < now]
        return self.model_copy(update={"away": tuple(kept)})


def find_zone(words: str) -> str:
    """A zone by its name or its city ("amsterdam"), refused with what to write when it is none or several."""
    wanted = words.strip().casefold().replace(" ", "_")
    zones = sorted(available_timezones())
    whole = [zone for zone in zones if zone.casefold() == wanted]
    city = [zone for zone in zones if zone.casefold().rsplit("/", 1)[-1] == wanted]
    found = whole or city
    if not found:
        raise Refusal("bot.refusal.no_such_zone", words=words)
    named = [zone for zone in found if not zone.startswith(("posix/", "right/"))]
    return named[0]
