"""Which lines are the name of an option: the names of people are read at every table without learning them first."""

from __future__ import annotations

import pytest

from bot.language.normalise import words
from bot.language.speaker import Speaker
from bot.lines.names import _shapes, whole_name

pytestmark = pytest.mark.no_server


@pytest.mark.parametrize(
    ("line", "is_one"),
    [
        ("recruit jester from Anna", True),
        ("recruit jester from Anna Maria", True),
        ("recruit jester from Sculptor", True),
        ("recruit jester from Zoë", True),
        ("recruit jester from zoe", True),
        ("recruit jester from Otto", False),
        ("recruit Anna from", False),
        ("Anna Maria", False),
        ("Maria", False),
    ],
)
def test_a_name_of_somebody_at_the_table_fills_a_gap(line: str, is_one: bool) -> None:
    speaker = Speaker("en", "princes", ("Anna", "Anna Maria", "Sculptor", "Zoë"))
    assert (whole_name(words(line), speaker) is not None) is is_one


def test_another_table_needs_nothing_of_its_own() -> None:
    assert whole_name(words("recruit jester from Ugo"), Speaker("en", "princes", ("Ugo", "Ada"))) is not None
    learnt = _shapes.cache_info().misses
    assert whole_name(words("recruit jester from Ida"), Speaker("en", "princes", ("Ida", "Leo"))) is not None
    assert _shapes.cache_info().misses == learnt
