"""How and when I am reminded, and when I am away."""

from __future__ import annotations

import re

from pydantic import ValidationError

from bot.commands.call import Arguments, Caller, Office, Reply
from bot.dates import absolute, day_after, parse_day
from bot.people import Person, Where, find_zone
from bot.posts import Button, Post, command_id
from engines.kit.errors import Refusal

SNOOZE = 3 * 3600.0


async def remind(office: Office, caller: Caller, arguments: Arguments) -> Reply:
    """My settings; each argument changes one of them."""
    person = await office.person(caller)
    changes: dict[str, object] = {}
    if arguments.get("zone"):
        changes["zone"] = find_zone(str(arguments["zone"]))
    if (quiet := arguments.get("quiet")) is not None:
        changes["quiet"] = quiet_hours(str(quiet))
    if (interval := arguments.get("interval")) is not None:
        changes["interval"] = int(interval)
    if (digest := arguments.get("digest")) is not None:
        changes["digest"] = wall_time(str(digest))
    if where := arguments.get("where"):
        changes["where"] = Where.ROOM if where == "room" else Where.DM
    for argument, name in (("tips", "tips"), ("ahead", "warn_next")):
        if arguments.get(argument) is not None:
            changes[name] = bool(arguments[argument])
    if changes:
        try:
            person = Person.model_validate(person.model_dump() | changes)
        except ValidationError as error:
            raise Refusal("chat.refusal.setting") from error
        await office.service.keep_person(caller.ref, person)
    return Reply(_settings(office, caller, person, bool(changes)))


def _settings(office: Office, caller: Caller, person: Person, changed: bool) -> Post:
    lines = [office.say(caller, "settings_kept")] if changed else []
    lines.append(office.say(caller, "settings_zone", zone=person.zone))
    quiet = person.quiet.replace("-", "–")
    lines.append(office.say(caller, "settings_quiet" if quiet else "settings_no_quiet", quiet=quiet))
    if person.digest:
        lines.append(office.say(caller, "settings_digest", time=person.digest))
    elif person.interval:
        lines.append(office.say(caller, "settings_interval", hours=person.interval))
    else:
        lines.append(office.say(caller, "settings_stages"))
    lines.append(office.say(caller, f"settings_where_{person.where.value}"))
    snooze = Button(command_id("snooze"), office.say(caller, "button.snooze"))
    return Post("\n".join(lines), ((snooze,),))


async def snooze(office: Office, caller: Caller, arguments: Arguments) -> Reply:
    """No reminder for some hours; the clock runs on."""
    person = await office.person(caller)
    now = office.service.clock()
    until = now + SNOOZE
    await office.service.keep_person(caller.ref, person.model_copy(update={"snoozed": until, "snoozed_from": now}))
    return office.text(caller, "snoozed", time=absolute(until, caller.language, person.zone_info))


async def away(office: Office, caller: Caller, arguments: Arguments) -> Reply:
    """From a day to a day no clock runs for me; off: I am back, at every table."""
    person, now = await office.person(caller), office.service.clock()
    zone = person.zone_info
    if arguments.get("off"):
        await office.service.keep_person(caller.ref, person.back(now))
        for line in await office.service.games_of(caller.ref):
            if line.table.seats[line.seat].absent is not None:
                await office.service.come_back(f"{caller.request}/{line.table.code}", line.table.code, caller.ref)
        return office.text(caller, "away_back")
    if not arguments.get("since") and not arguments.get("until"):
        spans = [span for span in person.away if span[1] > now]
        if not spans:
            return office.text(caller, "not_away")
        start, end = spans[0]
    else:
        first = str(arguments.get("since") or "")
        start = parse_day(first, zone, now) if first else now
        end = day_after(parse_day(str(arguments.get("until") or first), zone, now), zone)
        await office.service.keep_person(caller.ref, person.with_away(start, end, now))
    facts = {"first": absolute(start, caller.language, zone), "last": absolute(end, caller.language, zone)}
    return office.text(caller, "away", **facts)


UNTIL = re.compile(r"\s+(?:to|until|till|tot|t/m|bis)\s+", re.IGNORECASE)


def days_in(line: str) -> dict[str, str]:
    """`24 Dec to 2 Jan` is two days; `2 Jan` alone the last one, from now on."""
    first, *last = UNTIL.split(line.strip())
    return {"since": first, "until": last[0]} if last else {"until": first}


def quiet_hours(words: str) -> str:
    """ "22-8", "22:00-07:30", or "off"."""
    if words.strip().casefold() in ("", "-", "0", "off", "uit", "aus", "none"):
        return ""
    found = re.fullmatch(r"\s*(\d{1,2})(?::(\d\d))?\s*[-–]\s*(\d{1,2})(?::(\d\d))?\s*", words)
    if found is None:
        raise Refusal("chat.refusal.quiet")
    start, start_minute, end, end_minute = found.groups(default="00")
    if int(start) > 24 or int(end) > 24:
        raise Refusal("chat.refusal.quiet")
    return f"{int(start) % 24:02}:{start_minute}-{int(end) % 24:02}:{end_minute}"


def wall_time(words: str) -> str:
    """ "18", "18:30", or "off"."""
    if words.strip().casefold() in ("", "-", "off", "uit", "aus", "false"):
        return ""
    found = re.fullmatch(r"\s*(\d{1,2})(?::(\d\d))?\s*", words)
    if found is None or int(found.group(1)) > 23:
        raise Refusal("chat.refusal.wall_time")
    return f"{int(found.group(1)):02}:{found.group(2) or '00'}"
