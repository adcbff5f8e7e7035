"""What a lesson points at is ringed in the picture: other pixels, the same regions; nearly everything is nothing."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.cli.demo import Demo, picture
from bot.learn.teacher import course
from engines import ENGINES
from render.dispatch import paint


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
