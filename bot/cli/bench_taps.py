"""Taps that a deed takes on the page, over whole games of plain players: `signoria bench taps`.

A game names its deeds in its `game.toml` (`[taps]`): each a list of the answers that begin its parts (`step`, or
`step:key`), the first of which is counted. A tap is a lit thing, a chip, a verb or the lead.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from bot.choices.plan import Planned, Planner
from bot.language.speaker import Speaker
from bot.messages.picture_request import Namer
from bot.platforms.web.move_data import MoveData, MoveTeller
from bot.platforms.web.parts.elements import Words
from bot.table.change import Loaded
from bot.table.model import Status, Table
from bot.table.press import Press
from config import rooms
from config.settings import LANGUAGE
from engines import ENGINES
from engines.kit import Dice, Engine, Text
from engines.kit.engine import Answer
from render import Picture, draw

HOW = "Taps on the page for each deed, on average, by the plain player's choices."
MOST_MOVES = 400
LOST = 20
EVERY = "*"


def measure() -> dict[str, Any]:
    """Average taps of each deed of each game."""
    return {"page": {game: found for game in ENGINES if (found := _of_game(game))}}


def _of_game(game: str) -> dict[str, float]:
    deeds: Mapping[str, Sequence[str]] = rooms.about(game).get("taps", {})
    if not deeds:
        return {}
    moves = _moves(ENGINES[game], "taps")
    found: dict[str, float] = {}
    for deed, parts in deeds.items():
        begun = sum([_fits(parts[0], begins) for begins, _ in moves])
        taps = sum([taps for begins, taps in moves if any(_fits(part, begins) for part in parts)])
        if begun:
            found[deed] = round(taps / begun, 2)
    return found


def _fits(pattern: str, begins: str) -> bool:
    return pattern == EVERY or begins == pattern or begins.startswith(f"{pattern}:")


def _moves(engine: Engine[Any], seed: str) -> list[tuple[str, int]]:
    """A game by plain players: how each whole move begins, and the taps it takes."""
    state, chance = engine.setup(engine.info.seats[0], seed=seed).state, Dice(seed)
    found: list[tuple[str, int]] = []
    while not state.ending and len(found) < MOST_MOVES:
        seat = next(each.seat for each in engine.pending(state) if each.owed)
        planner = Planner(engine, state, seat, engine.submit)
        planned = _chosen(engine, planner, chance)
        first = planned.chosen[0]
        key = first.value[0] if isinstance(first.value, list) and first.value else ""
        found.append((f"{first.pending.step}:{key}", _taps(engine, state, seat, planned)))
        for ask_id, value in planned.given:
            state = engine.submit(state, Answer(seat, ask_id, value)).state
    return found


def _chosen(engine: Engine[Any], planner: Planner, chance: Dice) -> Planned:
    planned = planner.run()
    for _ in range(LOST):
        pending = next(each for each in planned.asks if each.owed)
        value = engine.policy(planned.state, pending.seat, pending.step, pending.ask, chance.below)
        planned = planner.run(planned.choosing(pending, value))
        if planned.is_whole:
            return planned
        if (done := planner.finished(planned)) is not None:
            return done
    return planned


def _taps(engine: Engine[Any], state: Any, seat: int, wanted: Planned) -> int:
    """Taps until exactly these answers are played."""
    plan, taps = "", 0
    while taps < LOST:
        data = _shown(engine, state, seat, plan)
        lead, taps = data.choosing.lead, taps + 1
        if lead is not None and lead.planned.given == wanted.given:
            return taps
        if not plan and any(
            item.press in (Press.ACTS, Press.SHOWS) and _leads(item.offer.plan, wanted, whole=True)
            for item in data.present
        ):
            return taps
        onward = [item.offer.plan for item in data.items if item.offer.depth < 2 or item.regions]
        fitting = [each for each in onward if len(each) > len(plan) and _leads(each, wanted)]
        if not fitting:
            return taps + len(wanted.chosen) - plan.count("~")
        plan = max(fitting, key=len)
    return taps


def _leads(plan: str, wanted: Planned, whole: bool = False) -> bool:
    return plan == wanted.text if whole else wanted.text == plan or wanted.text.startswith(f"{plan}~")


def _shown(engine: Engine[Any], state: Any, seat: int, plan: str) -> MoveData:
    names = tuple([str(number) for number in range(state.seats)])
    speaker = Speaker(LANGUAGE, engine.info.key, names)
    table = Table.model_construct(code="TAPS", game=engine.info.key, room="", host="", status=Status.RUNNING)
    teller = MoveTeller(Loaded(1, table, engine, state), seat, speaker, Words(LANGUAGE))
    picture = Picture(
        engine.info.key,
        engine.view(state, seat),
        lambda key, facts: speaker.say(Text(key, {**facts})),
        names,
        viewer=seat,
        bare=True,
        named=Namer(speaker),
        rings=False,
        chronicle=False,
    )
    return teller.tell(teller.choosing(plan), picture, None, draw(picture).regions)
