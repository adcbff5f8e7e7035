"""The words of a plan: `buy 2 white from II if at most 4 coins, else buy 1 red, unless Ana builds; next turn build
villa` into its turns, their ways, and what is said of cost and end. What is left are moves.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from typing import Any
from zoneinfo import ZoneInfo

from bot.language.normalise import bare_numbers, fold, words
from bot.language.speaker import Speaker, catalogue
from bot.lines.until_parser import named_stop, read_ending, said, spelt
from bot.table.kept_plan import Unless
from config.languages import Typed, understood
from engines.kit import Engine, GameInfo
from engines.kit.errors import Refusal

LONGEST = 300
"""Letters of a plan."""
MOST = 4
"""Ways of a turn, and turns of a plan."""


@dataclass(frozen=True, slots=True)
class Conditions:
    """What a line says besides the move."""

    move: str
    most: int | None = None
    kind: str = ""
    until: float | None = None
    unless: Unless | None = None


@dataclass(frozen=True, slots=True)
class Chain:
    """A whole plan: for each turn its ways, each with how it was said, and what ends all of it."""

    turns: tuple[tuple[Conditions, ...], ...]
    said: tuple[str, ...]
    until: float | None = None
    unless: Unless | None = None


def read_chain(
    line: str, engine: Engine[Any], speaker: Speaker, seat: int, purse: Iterable[str], zone: ZoneInfo, now: float
) -> Chain:
    """The turns of a line and their ways; an end that is said anywhere holds for all of it."""
    typed = understood()
    (_, stops, ask), otherwise, following = _patterns(typed), _between(typed.otherwise), _between(typed.next_turn)
    kinds, turns, said = tuple(purse), list[tuple[Conditions, ...]](), list[str]()
    for turn in following.split(ask.sub(" ", bare_numbers(line.strip()[:LONGEST]))):
        ways = otherwise.split(turn.strip(" ,;:."))
        turns.append(tuple([read_conditions(way, engine, speaker, seat, kinds, zone, now) for way in ways]))
        endless, _ = read_ending(stops.sub("", turn), engine.info, speaker, zone, now)
        said.append(re.sub(r"\s+", " ", endless).strip(" ,;:."))
    every = [way for turn in turns for way in turn]
    if len(turns) > MOST or any(len(turn) > MOST for turn in turns):
        raise Refusal("chat.refusal.plan_long", n=MOST)
    until = next((way.until for way in every if way.until is not None), None)
    unless = next((way.unless for way in every if way.unless is not None), None)
    whole = (every[0].move,) if len(every) == 1 else tuple(said)
    return Chain(tuple(turns), whole, until, unless)


@cache
def _between(words: tuple[str, ...]) -> re.Pattern[str]:
    """What parts a line: these words, with the marks round them."""
    return re.compile(rf"[\s,;:.]*\b{spelt(words)}\b[\s,:]*", re.I)


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
    """The move of one way, and what it says about cost and end; what cannot be understood is refused."""
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
