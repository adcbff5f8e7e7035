"""A picture tells its reader nothing but what the reader may know: property 5 of the contract, on its bytes."""

from dataclasses import replace

import pytest

from bot.cli import demo
from bot.cli.demo import Demo
from render import draw
from render.cache import key
from tests.render.positions import POSITIONS, Position

TABLES = [position for position in POSITIONS if 0 < position.answers < 4000]


def redealt(table: Demo, viewer: int | None, seed: str) -> Demo:
    """The same table for this viewer, every secret dealt anew."""
    state = table.engine.resample(table.state, viewer, seed)
    return replace(table, state=state)


@pytest.mark.parametrize("position", TABLES, ids=str)
def test_secrets_dealt_anew_give_the_same_bytes(position: Position) -> None:
    table = position.table()
    for viewer in (None, *range(position.seats)):
        for part in ("all", "hand") if viewer is not None else ("all",):
            first = demo.picture(table, part, viewer)
            again = demo.picture(redealt(table, viewer, "other secrets"), part, viewer)
            assert key(first) == key(again)
        assert draw(first) == draw(again)


@pytest.mark.parametrize("position", TABLES, ids=str)
def test_an_onlooker_has_no_hand_to_look_at(position: Position) -> None:
    with pytest.raises(ValueError, match="onlooker"):
        draw(demo.picture(position.table(), "hand", None))
