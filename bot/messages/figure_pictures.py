"""Where an entry of the tables stands: the pictures of some tables in which it is drawn, and its box there."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from threading import Lock
from typing import Any

from pydantic_core import to_json

from bot.language.figure_words import OF_SEATS, options_by_seats, scene_options
from bot.language.speaker import Speaker
from bot.messages.picture_request import Namer, Sayer
from engines import ENGINES
from engines.kit import Answer, Dice, Engine
from render import Box, Picture, Region, drawn_regions

PARTS = ("all", "mine", "market", "hand")
FRESH, PLAYED = 48, 3
"""So many fresh tables are looked at, and so many played on."""
MOST_ANSWERS = 400
MOST_TRIES = 6
"""So often a thing that a view names is looked for in its picture in vain."""
LOOKING = Lock()
"""Pictures of one page are asked for all at once, and looked for once."""
NAMES = ("Marta", "Joost", "Lena", "Piet", "Sofia")


@dataclass(frozen=True, slots=True)
class Spot:
    """A thing in a picture: what was seen there, at a table of so many, in which part, and where it lies."""

    view: Any
    seats: int
    part: str
    box: Box


def scene(game: str, view: Any, seats: int, part: str, theme: str = "light", language: str = "") -> Picture:
    """The picture of a view."""
    names = NAMES[:seats]
    speaker = Speaker(language, game, names) if language else Speaker(game=game, names=names)
    return Picture(
        game=game,
        view=view,
        say=Sayer(speaker),
        named=Namer(speaker),
        names=names,
        part=part,
        viewer=view.seat,
        theme=theme,
        language=speaker.language,
        bare=True,
    )


def spots(game: str, wanted: Iterable[str]) -> dict[str, Spot]:
    """The references that some picture of this game shows."""
    with LOOKING:
        return _found(game, ENGINES[game].tables.current().digest, frozenset(wanted))


@lru_cache(8)
def _found(game: str, digest: str, wanted: frozenset[str]) -> dict[str, Spot]:
    """Where these references are drawn; once for each state of the tables."""
    engine, found, tries = ENGINES[game], dict[str, Spot](), Counter[str]()
    for reference in [each for each in wanted if OF_SEATS in each]:
        found |= _of_seats(engine, reference)
    for view in _views(engine):
        missing = wanted - found.keys()
        if not missing:
            break
        told = to_json(view, fallback=str).decode()
        named = {each for each in missing if tries[each] < MOST_TRIES and f'"{each.partition("/")[2]}"' in told}
        if named or not tries:
            found = _drawn(game, view, engine.info.seats[1], missing) | found
            tries.update([*named, ""])
    return found


def _drawn(game: str, view: Any, seats: int, wanted: Iterable[str]) -> dict[str, Spot]:
    """Those of the references that some part of this view shows; the thing itself, before a seat's place for it."""
    found = dict[str, Spot]()
    for part in PARTS:
        for region in sorted(drawn_regions(scene(game, view, seats, part)), key=_is_of_a_seat):
            for reference in set(region.refs) & set(wanted):
                found.setdefault(reference, Spot(view, seats, part, region.box))
    return found


def _is_of_a_seat(region: Region) -> bool:
    return any(reference.startswith("seat/") for reference in region.refs)


def _of_seats(engine: Engine[Any], reference: str) -> dict[str, Spot]:
    """`map/map#3`: all maps of a table of three, with the options the game gives for it."""
    game, (thing, _, seats) = engine.info.key, reference.partition(OF_SEATS)
    state = engine.setup(int(seats), engine.info.options(**options_by_seats(game)), "own box").state
    view = engine.view(state, 0)
    for part in ("market", "all"):
        there = [each.box for each in drawn_regions(scene(game, view, int(seats), part)) if thing in each.refs]
        if len(there) > 1:
            return {reference: Spot(view, int(seats), part, Box.around(there))}
    return {}


def _views(engine: Engine[Any]) -> Iterator[Any]:
    """What each seat of fresh tables sees, then what the first seat sees of some games that plain players play on."""
    seats = engine.info.seats[1]
    fresh = [_fresh(engine, seats, number) for number in range(FRESH)]
    for state in fresh:
        yield from [engine.view(state, seat) for seat in range(seats)]
    for number, state in enumerate(fresh[:PLAYED]):
        chance = Dice(f"own box {number}")
        for _ in range(MOST_ANSWERS):
            owed = next((each for each in engine.pending(state) if each.owed), None)
            if owed is None:
                break
            value = engine.policy(state, owed.seat, owed.step, owed.ask, chance.below)
            state = engine.submit(state, Answer(owed.seat, owed.ask_id, value)).state
            yield engine.view(state, 0)


def _fresh(engine: Engine[Any], seats: int, number: int) -> Any:
    return engine.setup(seats, engine.info.options(**scene_options(engine.info.key)), f"own box {number}").state
