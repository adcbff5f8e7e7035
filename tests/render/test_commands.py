"""The gallery and the bench of the pictures, as a person calls them."""

import re
from argparse import Namespace
from pathlib import Path

import pytest
from PIL import Image

from bot.cli import bench_render, gallery
from engines import ENGINES
from tests.thorough import amount


def test_the_gallery_is_one_page_with_every_picture_and_its_words(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    scenes = [
        gallery.Scene("carrara", 2, 0, "the beginning"),
        gallery.Scene("rivals", 2, 5000, "the end", (), ("final",)),
    ]
    monkeypatch.setattr(gallery, "scenes", lambda: scenes)
    assert gallery.run(Namespace(folder=tmp_path, language="nl", theme=["light", "dark"], film="", boards=False)) == 0
    page = (tmp_path / "index.html").read_text("utf-8")
    pictures = re.findall(r'<img src="([^"]+)" alt="([^"]+)"', page)
    assert len(pictures) == 6
    assert all((tmp_path / name).stat().st_size > 10_000 for name, _ in pictures)
    assert all(alt.strip() for _, alt in pictures)
    assert str(tmp_path) in capsys.readouterr().out


@pytest.mark.parametrize("game", amount(list(ENGINES)[::2], list(ENGINES)))
def test_drawing_costs_little_beside_encoding(game: str) -> None:
    figures = bench_render._board(game)
    for name, most in bench_render.MOST.items():
        assert figures[name] <= most, name


def test_a_board_of_each_game_is_made_for_the_pages_that_introduce_it(tmp_path: Path) -> None:
    assert gallery.run(Namespace(folder=tmp_path, language="en", theme=None, film="", boards=True)) == 0
    assert {path.stem for path in tmp_path.glob("*.png")} == set(ENGINES)


def test_a_moving_picture_of_a_whole_game_ends_with_its_scores(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gallery, "FILMED", 6)
    assert gallery.run(Namespace(folder=tmp_path, language="en", theme=None, film="carrara")) == 0
    with Image.open(tmp_path / "carrara.gif") as film:
        assert film.n_frames > gallery.FILMED / 2  # type: ignore[attr-defined]
