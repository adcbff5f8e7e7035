"""What a lesson points at is ringed in the picture: other pixels, the same regions; nearly everything is nothing."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.cli.demo import Demo, picture
from bot.learn.teacher import Moment, course, due
from bot.learn.teacher import points as point_of
from engines import ENGINES
from engines.kit import Text
from engines.kit.events import seen
from engines.kit.play import Walk
from render import pointed
from render.dispatch import paint, regions

GAMES = 2
"""Of each title: in these every lesson has its moment."""
NAMES = ("Ann", "Bob", "Cas", "Dan", "Eva")


@pytest.mark.parametrize("game", sorted(ENGINES))
def test_a_lesson_rings_what_it_points_at(game: str) -> None:
    engine, taught = ENGINES[game], course(game)
    assert taught is not None
    options = engine.info.options.model_validate(dict(taught.options))
    table = Demo(game, taught.seats, engine.setup(taught.seats, options, "pointed").state)
    plain = replace(picture(table, "all", 0, theme="light", language="en", lines=()), rings=True)
    bare = paint(plain).c.image.tobytes()
    patterns = {each for lesson in taught.lessons for each in lesson.point if "/" in each and "=" not in each}
    assert any(paint(replace(plain, points=(each,))).c.image.tobytes() != bare for each in sorted(patterns)), patterns
    assert paint(replace(plain, points=("*",))).c.image.tobytes() == bare


@pytest.mark.parametrize("game", sorted(ENGINES))
def test_every_lesson_points_at_something_when_it_is_told(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    """At its own moment of a guided game, and not at nearly everything; what is marked as mine is mine alone."""
    engine, taught, ringed = ENGINES[game], course(game), dict[str, int]()
    assert taught is not None
    options = engine.info.options.model_validate(dict(taught.options))
    for number in range(GAMES):
        told, heard = list[str](), list[Text]()
        walk = Walk(engine, taught.seats, options, f"pointed {number}")
        for position in walk.positions():
            heard += seen(position.outcome.events, 0)
            state = position.state
            for pending in [each for each in engine.pending(state) if each.seat == 0 and each.owed]:
                view = engine.view_json(state, 0)
                moment = Moment(engine.tables_of(state), view, pending, heard, NAMES[: taught.seats], tuple(told))
                for lesson in due(taught, moment):
                    told.append(lesson.id)
                    points = [each for each in point_of(taught, lesson, moment) if "/" in each]
                    if not points or lesson.id in ringed:
                        continue
                    table = Demo(game, taught.seats, state)
                    drawn = regions(paint(picture(table, "all", 0, theme="light", language="en", lines=())))
                    found = pointed(points, drawn)
                    ringed[lesson.id] = len(found)
                    assert found, f"{lesson.id}: {points}"
                    if all("seat/0" in each for each in points):
                        assert all("seat/0" in region.refs for region in found), lesson.id
                heard = []
    with capsys.disabled():
        print(f"\n{game}: rings {ringed}")
    wanted = {lesson.id for lesson in taught.lessons if not lesson.module and set(lesson.point) - {"offer"}}
    assert wanted == set(ringed)
