"""Golden games: the same answers give the same views, sentences and scores. `make golden` writes them anew."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.cli import transcript

FOLDER = Path(__file__).parent


@pytest.mark.parametrize("file", sorted(FOLDER.glob("*.txt")), ids=lambda file: file.stem)
def test_a_golden_game_plays_as_it_did(file: Path) -> None:
    stored = file.read_text("utf-8")
    assert transcript.again(stored).splitlines() == stored.splitlines()
