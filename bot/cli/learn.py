"""`signoria learn GAME --check`: play first games by the teacher's word alone, and tell which lessons came when."""

from __future__ import annotations

import argparse
from collections import Counter
from dataclasses import dataclass, field
from statistics import median
from typing import Any

from bot.cli.typed import whole
from bot.learn import teacher
from bot.learn.teacher import Course, Lesson, Moment, course
from bot.table.model import Level
from bot.table.taught import OFTEN
from bot.workers.levels import choose
from config.languages import fallback
from engines import ENGINES
from engines.kit import Answer, Engine, Text, Value, default_of
from engines.kit.engine import Pending
from engines.kit.events import seen
from engines.kit.scripted import MOST_SIDES

LEARNER = 0
EARLY, LEAST_EARLY = 25, 9
"""Own answers within which at least so many lessons should have been told."""


@dataclass(slots=True)
class FirstGame:
    """A first game as somebody plays it who follows the teacher."""

    lessons: dict[str, int] = field(default_factory=dict)
    """Each lesson that was told, and after how many own answers."""
    cautions: Counter[str] = field(default_factory=Counter)
    answers: int = 0
    scores: tuple[int, ...] = ()
    winners: tuple[int, ...] = ()

    @property
    def is_won(self) -> bool:
        return LEARNER in self.winners


def add(commands: Any) -> None:
    parser = commands.add_parser("learn", help="the guided first game: try its lessons out")
    parser.add_argument("game", choices=sorted(ENGINES))
    parser.add_argument("--check", action="store_true", help="play games and list the lessons that came")
    parser.add_argument("--games", type=whole(), default=40, help="how many (default 40)")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    taught = course(arguments.game)
    if taught is None:
        print(f"{arguments.game} has no course: its learn.toml has no [first_game].")
        return 1
    if not arguments.check:
        print(f"{len(taught.lessons)} lessons, {len(taught.cautions)} cautions. With --check they are tried out.")
        return 0
    played = [first_game(taught, f"check/{number}") for number in range(arguments.games)]
    for line in report(taught, played):
        print(line)
    return 0 if is_good(taught, played) else 1


def is_good(taught: Course, played: list[FirstGame]) -> bool:
    """Every lesson of the plain game came once, most came early, and half of the games are won."""
    came = all(any(lesson.id in each.lessons for each in played) for lesson in base(taught))
    return came and early(played) >= LEAST_EARLY and 2 * sum(each.is_won for each in played) >= len(played)


def base(taught: Course) -> list[Lesson]:
    """The lessons of the plain game: those of modules and eras come when such a game is played."""
    return [lesson for lesson in taught.lessons if not lesson.module]


def early(played: list[FirstGame]) -> float:
    """How many lessons came early, in the middle game of all."""
    return median([sum(at <= EARLY for at in each.lessons.values()) for each in played])


def report(taught: Course, played: list[FirstGame]) -> list[str]:
    """When each lesson came, what was warned of, who won."""
    lines = []
    for lesson in base(taught):
        at = [each.lessons[lesson.id] for each in played if lesson.id in each.lessons]
        came = f"in {len(at)} of {len(played)} games, after {median(at):.0f} answers" if at else "NEVER CAME"
        lines.append(f"{lesson.id:14} {came}")
    warned = Counter([name for each in played for name in each.cautions.elements()])
    met = ", ".join([f"{name} {count / len(played):.1f}" for name, count in warned.most_common()]) or "none"
    won = sum(each.is_won for each in played)
    answers = median([each.answers for each in played])
    lines.append(f"{early(played):.0f} lessons (median) within {EARLY} of {answers:.0f} own answers")
    lines.append(f"cautions a game, had nothing been suggested: {met}")
    lines.append(f"who follows the teacher wins {won} of {len(played)}")
    return lines


def first_game(taught: Course, seed: str) -> FirstGame:
    """One guided game against gentle computers: the learner takes what is suggested."""
    engine = ENGINES[taught.game]
    options = engine.info.options.model_validate(dict(taught.options))
    outcome = engine.setup(taught.seats, options, seed)
    state, game, row = outcome.state, FirstGame(), 0
    events = list(outcome.events)
    for number in range(engine.info.longest):
        owed = engine.owed(state)
        if not owed:
            break
        seat = LEARNER if LEARNER in owed else owed[0]
        asked = [each for each in engine.pending(state) if each.seat == seat]
        if seat == LEARNER:
            pending = next(each for each in asked if each.owed)
            beside = row < MOST_SIDES
            pending, value = _learned(taught, engine, state, pending, seen(events, LEARNER), game, beside)
            row = row + 1 if pending.is_side else 0
            events = []
        else:
            chosen = choose(engine, state, asked, Level.GENTLE, f"{seed}/{number}")
            assert chosen is not None
            pending, value = chosen.pending, chosen.value
        outcome = engine.submit(state, Answer(seat, pending.ask_id, value))
        state = outcome.state
        events += outcome.events
    result = engine.result(state)
    assert result is not None, "the game did not end"
    game.scores, game.winners = result.scores, result.winners
    return game


def _learned(
    taught: Course,
    engine: Engine[Any],
    state: Any,
    pending: Pending,
    told: list[Text],
    game: FirstGame,
    beside: bool,
) -> tuple[Pending, Value]:
    """What the learner answers: the suggestion, else the plainest; the lessons of the question are noted."""
    view = engine.view_json(state, LEARNER)
    names = ["?"] * taught.seats
    moment = Moment(engine.tables_of(state), view, pending, told, names, tuple(game.lessons))
    for lesson in teacher.due(taught, moment):
        game.lessons[lesson.id] = game.answers
    game.answers += 1
    good = teacher.suggested(engine, state, LEARNER, pending, beside) or (pending, default_of(pending.ask))
    if good[0] is not pending:
        return good
    found = teacher.warned(taught, moment, good[1], fallback())
    if found is not None and game.cautions[found[0]] < OFTEN:
        game.cautions[found[0]] += 1
    return good
