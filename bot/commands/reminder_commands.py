"""How and when I am reminded, and when I am away."""

from __future__ import annotations

import re

from pydantic import ValidationError

from bot.commands.arguments import Arguments, Away, Remind
from bot.commands.context import Caller, Context, Reply
from bot.language.dates import absolute, day_after, parse_day
from bot.lines.command_parser import is_off
from bot.lines.until_parser import days_apart
from bot.messages.post import Button, Post, command_id
from bot.table.preferences import Person, Where, find_zone
from engines.kit.errors import Refusal

SNOOZE = 3 * 3600.0


async def remind(context: Context, caller: Caller, arguments: Remind) -> Reply:
    """My settings; each argument changes one of them."""
    person = await context.person(caller)
    changes: dict[str, object] = {}
    if arguments.zone:
        changes["zone"] = find_zone(arguments.zone)
    if arguments.quiet is not None:
        changes["quiet"] = quiet_hours(arguments.quiet)
    if arguments.interval is not None:
        changes["interval"] = arguments.interval
    if arguments.digest is not None:
        changes["digest"] = wall_time(arguments.digest)
    if arguments.where is not None:
        changes["where"] = Where.ROOM if arguments.where == "room" else Where.DM
    if arguments.ahead is not None:
        changes["warn_next"] = arguments.ahead
    if arguments.forecast is not None:
        changes["forecast"] = arguments.forecast
    if arguments.confirm is not None:
        changes["confirm"] = arguments.confirm
    if changes:
        try:
            person = Person.model_validate(person.model_dump() | changes)
        except ValidationError as error:
            raise Refusal("chat.refusal.setting") from error
        await context.service.people.keep(caller.ref, person)
    return Reply(_settings(context, caller, person, bool(changes)))


def _settings(context: Context, caller: Caller, person: Person, changed: bool) -> Post:
    lines = [context.say(caller, "settings_kept")] if changed else []
    lines.append(context.say(caller, "settings_zone", zone=person.zone))
    quiet = person.quiet.replace("-", "–")
    lines.append(context.say(caller, "settings_quiet" if quiet else "settings_no_quiet", quiet=quiet))
    if person.digest:
        lines.append(context.say(caller, "settings_digest", time=person.digest))
    elif person.interval:
        lines.append(context.say(caller, "settings_interval", hours=person.interval))
    else:
        lines.append(context.say(caller, "settings_stages"))
    lines.append(context.say(caller, f"settings_where_{person.where.value}"))
    lines.append(context.say(caller, "settings_forecast" if person.forecast else "settings_no_forecast"))
    lines.append(context.say(caller, "settings_confirm" if person.confirm else "settings_no_confirm"))
    snooze = Button(command_id("snooze"), context.say(caller, "button.snooze"))
    return Post("\n".join(lines), ((snooze,),))


async def snooze(context: Context, caller: Caller, arguments: Arguments) -> Reply:
    """No reminder for some hours; the clock runs on."""
    person = await context.person(caller)
    now = context.service.work.clock()
    until = now + SNOOZE
    await context.service.people.keep(caller.ref, person.model_copy(update={"snoozed": until, "snoozed_from": now}))
    return context.text(caller, "snoozed", time=absolute(until, caller.language, person.zone_info))


async def away(context: Context, caller: Caller, arguments: Away) -> Reply:
    """From a day to a day no clock runs for me; off: I am back, at every table."""
    person, now = await context.person(caller), context.service.work.clock()
    zone = person.zone_info
    if arguments.off:
        lines = await context.service.queries.games_of(caller.ref)
        left = [line.table.code for line in lines if line.table.seats[line.seat].absent is not None]
        if not left and all(end <= now for _, end in person.away):
            return context.text(caller, "not_away")
        await context.service.people.keep(caller.ref, person.back(now))
        for code in left:
            await context.service.moderation.come_back(f"{caller.request}/{code}", code, caller.ref)
        return context.text(caller, "away_back")
    if not arguments.since and not arguments.until:
        spans = [span for span in person.away if span[1] > now]
        if not spans:
            return context.text(caller, "not_away")
        start, end = spans[0]
    else:
        first = arguments.since
        start = parse_day(first, zone, now) if first else now
        end = day_after(parse_day(arguments.until or first, zone, now), zone)
        await context.service.people.keep(caller.ref, person.with_away(start, end, now))
    facts = {"first": absolute(start, caller.language, zone), "last": absolute(end, caller.language, zone)}
    return context.text(caller, "away", **facts)


def days_in(line: str) -> Away:
    """`24 Dec to 2 Jan` is two days; `2 Jan` alone the last one, from now on."""
    first, *last = days_apart(line.strip())
    return Away(since=first, until=last[0]) if last else Away(until=first)


def quiet_hours(words: str) -> str:
    """ "22-8", "22:00-07:30", or "off"."""
    if is_off(words):
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
    if words.strip() != "0" and is_off(words):
        return ""
    found = re.fullmatch(r"\s*(\d{1,2})(?::(\d\d))?\s*", words)
    if found is None or int(found.group(1)) > 23:
        raise Refusal("chat.refusal.wall_time")
    return f"{int(found.group(1)):02}:{found.group(2) or '00'}"
