"""A plan for the next turn from a typed line: `buy 2 white from II if at most 4 coins, unless Ana builds, else ask me`.

The words about cost and end are taken out; what is left is the move, read on the board as if it were one's turn.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from typing import Any
from zoneinfo import ZoneInfo

from bot.language.normalise import bare_numbers, fold, words
from bot.language.speaker import Speaker, catalogue
from bot.lines.move_parser import MoveParser, Reading
from bot.lines.until_parser import named_stop, read_ending, said, spelt
from bot.table.kept_plan import KeptPlan, Ready, Unless
from config.languages import Typed, understood
from engines.kit import Answer, Bundle, Engine, GameInfo, Text
from engines.kit.asks import named
from engines.kit.errors import EngineBug, Refusal

LONGEST = 200
"""Letters of a plan."""
DEALS = ("one deal", "another deal")


@dataclass(frozen=True, slots=True)
class Conditions:
    """What a line says besides the move."""

    move: str
    most: int | None = None
    kind: str = ""
    until: float | None = None
    unless: Unless | None = None


@cache
def _patterns(typed: Typed) -> tuple[re.Pattern[str], re.Pattern[str], re.Pattern[str]]:
    most = re.compile(
        rf"[\s,;]*\b(?:{spelt(typed.provided)}\s+|{spelt(typed.lasting)}\s+)?{spelt(typed.at_most)}\s+(\d+)\b", re.I
    )
    unless = re.compile(rf"[\s,;]*\b{spelt(typed.unless)}\s+([^,;]+)", re.I)
    ask = re.compile(rf"[\s,;]*\b{spelt(typed.else_ask)}[.!]?", re.I)
    return most, unless, ask


def read_conditions(
    line: str, engine: Engine[Any], speaker: Speaker, seat: int, purse: Iterable[str], zone: ZoneInfo, now: float
) -> Conditions:
    """The move of a line, and what it says about cost and end; what cannot be understood is refused."""
    most, unless, ask = _patterns(understood())
    rest = ask.sub(" ", bare_numbers(line.strip()[:LONGEST]))
    limit, kind, ends = None, "", None
    if found := most.search(rest):
        limit, (kind, length) = int(found.group(1)), _unit(rest[found.end() :], purse, speaker)
        rest = rest[: found.start()] + " " + rest[found.end() + length :]
    if found := unless.search(rest):
        ends = _unless(found.group(1).strip(), engine.info, speaker, seat)
        rest = rest[: found.start()] + " " + rest[found.end() :]
    rest, ending = read_ending(rest, engine.info, speaker, zone, now)
    if ending.stop is not None:
        if not ending.stop.event:
            raise Refusal("chat.refusal.plan_turn")
        ends = Unless(said=said(ending.stop, speaker), events=(ending.stop.event,))
    return Conditions(re.sub(r"\s+", " ", rest).strip(" ,;"), limit, kind, ending.until, ends)


def _unit(behind: str, purse: Iterable[str], speaker: Speaker) -> tuple[str, int]:
    """What a number counts: the kind that the next word names, and how many letters that takes."""
    word = re.match(r"\s+([^\W\d]+)", behind)
    if word is None:
        return "", 0
    for kind in purse:
        names = {fold(name) for count in (1, 2) for name in speaker.noun(kind, count).split()}
        if fold(word.group(1)) in names:
            return kind, word.end()
    return "", 0


def _unless(clause: str, info: GameInfo, speaker: Speaker, seat: int) -> Unless:
    """`Ana builds`, `somebody buys`, `the round ends`."""
    stop = named_stop(clause, info, speaker)
    if stop is not None and stop.event and not stop.own:
        return Unless(said=clause, events=(stop.event,))
    typed, other = words(clause), None
    somebody = [number for number, name in enumerate(speaker.names) if number != seat and set(words(name)) & set(typed)]
    if len(somebody) == 1:
        other = somebody[0]
    elif not set(typed) & {fold(word) for word in understood().somebody}:
        raise _unclear(clause, info, speaker)
    for deed, events in info.deeds.items():
        if {fold(form) for form in catalogue(speaker.language)[f"kit.deed.{deed}"].split("|")} & set(typed):
            return Unless(said=clause, events=tuple(events), seat=other)
    raise _unclear(clause, info, speaker)


def _unclear(clause: str, info: GameInfo, speaker: Speaker) -> Refusal:
    deeds = [catalogue(speaker.language)[f"kit.deed.{deed}"].partition("|")[0] for deed in info.deeds]
    stops = [said(stop, speaker) for stop in info.stops if stop.event and not stop.own]
    return Refusal("chat.refusal.unless", words=clause.replace("/", "⁄"), known=speaker.join([*deeds, *stops]))


# --- reading, on a board imagined or real ---


def read_move(
    engine: Engine[Any], state: Any, seat: int, line: str, speaker: Speaker
) -> tuple[Reading, dict[str, int]]:
    """What a line plays here up to the first barrier, and what that spends; a Refusal if it cannot be read."""
    reading = _read(MoveParser(engine, state, seat, speaker), line)
    return reading, spent(engine, state, seat, reading)


def _read(reader: MoveParser, line: str) -> Reading:
    """The line as it stands; else, of `2 white from II`, what stands behind a small word first."""
    try:
        return reader.read(line, goes_on=True)
    except Refusal as refusal:
        said = line.split()
        for at, word in enumerate(said[1:-1], 1):
            if fold(word) in reader.matcher.lexicon.small:
                with suppress(Refusal):
                    return reader.read(" ".join([*said[at + 1 :], *said[:at]]), goes_on=True)
        raise refusal


def spent(engine: Engine[Any], state: Any, seat: int, reading: Reading) -> dict[str, int]:
    """What a seat gives away by its answers, or has less of after them as far as two deals of the unknown agree."""
    before, after = engine.purse(state, seat), [_after(engine, state, seat, reading.answers, deal) for deal in DEALS]
    known = [each for each in after if each is not None]
    losses = [{kind: count - left.get(kind, 0) for kind, count in before.items()} for left in known]
    given = Counter[str]()
    for part in reading.parts:
        ask, value = part.pending.ask, part.value
        if engine.steps[part.pending.step].pays and isinstance(ask, Bundle) and isinstance(value, dict):
            given.update({_piece(ask, kind): count for kind, count in value.items()})
    lost = {
        kind: count
        for kind, count in (losses[0] if len(known) == len(DEALS) else {}).items()
        if all(each[kind] == count for each in losses)
    }
    both = {kind: max(given[kind], lost.get(kind, 0)) for kind in {**given, **lost}}
    return {kind: count for kind, count in both.items() if count > 0}


def _piece(ask: Bundle, kind: str) -> str:
    """The reference of a kind of pieces."""
    return next(iter(named(ask.labels[kind])), f"piece/{kind}")


def _after(
    engine: Engine[Any], state: Any, seat: int, answers: Sequence[Answer], deal: str
) -> Mapping[str, int] | None:
    try:
        dealt = engine.resample(state, seat, deal, in_order=True)
        for answer in answers:
            dealt = engine.submit(dealt, answer).state
    except (Refusal, EngineBug):
        return None
    return engine.purse(dealt, seat)


def ready(engine: Engine[Any], state: Any, seat: int, plan: KeptPlan, names: Sequence[str]) -> Ready | Text:
    """What a plan plays now, whatever it costs; or why it cannot."""
    speaker = Speaker(plan.language, engine.info.key, tuple(names), seat)
    try:
        reading, cost = read_move(engine, state, seat, plan.line, speaker)
    except Refusal as refusal:
        return Text("table.plan.impossible", {"reason": speaker.refusal(refusal).replace("/", "⁄")})
    except EngineBug:
        return Text("table.plan.impossible", {"reason": catalogue(plan.language)["chat.fault"]})
    given = tuple([(answer.ask_id, answer.value) for answer in reading.answers])
    return Ready(given, reading.rest, cost)
