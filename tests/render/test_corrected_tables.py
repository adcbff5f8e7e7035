"""Pictures, page and words draw what a game began with: its own tables, corrected or not."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from bot.cli import demo
from engines.kit import Answer, Place
from engines.kit.flow import Pending
from engines.kit.play import Walk
from engines.kit.tables import SHIPPED
from engines.princes import ENGINE
from engines.princes.principality import cells_of, spot_at
from engines.princes.state import PrincesState
from engines.princes.tables import PrincesTables
from engines.princes.view import PrincesView
from render import Picture, boards, draw, shape, twin
from render.boards.princes.pieces import covered
from render.dispatch import paint
from tests.corrections import corrected

ROW = ("#######",)
WISH = 6


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The tables of a host whose university is a row of seven, and whose wish for a building adds six."""
    own = tmp_path_factory.mktemp("corrections") / "princes"
    own.mkdir()
    pieces = (SHIPPED / "princes" / "pieces.toml").read_text("utf-8")
    straight = pieces.replace('["###", "#.#", "#.#"]', '["#######"]', 1)
    assert straight != pieces
    buildings = straight[straight.index("[[building]]") : straight.index("[[landscape]]")]
    (own / "pieces.toml").write_text(buildings, "utf-8")
    numbers = (SHIPPED / "princes" / "numbers.toml").read_text("utf-8")
    work = numbers[numbers.index("[work]") : numbers.index("[money]")]
    (own / "numbers.toml").write_text(re.sub(r"building = \d+", f"building = {WISH}", work), "utf-8")
    return own.parent


@cache
def placing(folder: Path | None, wanted: bool = False) -> tuple[PrincesState, Pending]:
    """A game with these corrections at the moment when somebody places a university that is (not) wished for."""
    for state in _positions(folder):
        for pending in ENGINE.pending(state):
            if isinstance(pending.ask, Place) and pending.ask.piece.endswith("/university"):
                works = view_of(state, pending.seat).works
                if not wanted or any(work.building == "university" and not work.has_building for work in works):
                    return state, pending
    raise LookupError("nobody places a university")


def _positions(folder: Path | None) -> Iterator[PrincesState]:
    for number in range(40):
        if folder is None:
            yield from _walk(number)
        else:
            with corrected(folder):
                walk = list(_walk(number))
            yield from walk


def _walk(number: int) -> Iterator[PrincesState]:
    walk = Walk(ENGINE, 3, ENGINE.info.options(), f"corrected {number}", wild=15, curious=30)
    return (position.state for position in walk.positions())


def view_of(state: PrincesState, seat: int | None) -> PrincesView:
    view = ENGINE.view(state, seat)
    assert isinstance(view, PrincesView)
    return view


def picture_of(state: PrincesState, pending: Pending, part: str = "place") -> Picture:
    return demo.picture(demo.Demo("princes", state.seats, state), part, pending.seat)


def place_of(pending: Pending) -> Place:
    assert isinstance(pending.ask, Place)
    return pending.ask


def test_the_picture_covers_the_cells_that_the_rules_cover(folder: Path) -> None:
    state, pending = placing(folder)
    view = view_of(state, pending.seat)
    for spot in place_of(pending).spots:
        shown = covered(view.shapes["university"], spot.cell, spot.turn, spot.flip)
        assert sorted(shown) == sorted(cells_of(spot_at(ROW, spot.key).mask))


def test_the_piece_is_painted_where_it_would_lie(folder: Path) -> None:
    state, pending = placing(folder)
    picture = picture_of(state, pending)
    shipped = {**picture.view.shapes, "university": PrincesTables.current().shapes["university"]}
    ours, theirs = paint(picture), paint(replace(picture, view=replace(picture.view, shapes=shipped)))
    first = place_of(pending).spots[0]
    box, (x, y) = ours.spots[first.key], cells_of(spot_at(ROW, first.key).mask)[0]
    left, top = box.x - x * box.w, box.y - y * box.h

    own = set(cells_of(spot_at(ROW, first.key).mask))
    other = set(covered(shipped["university"], first.cell, first.turn, first.flip))
    one, two = ours.c.image, theirs.c.image
    for column, row in own - other:
        x, y = round(left + column * box.w), round(top + row * box.h)
        cell = (x, y, x + round(box.w), y + round(box.h))
        assert one.crop(cell).tobytes() != two.crop(cell).tobytes()


def test_the_piece_on_the_page_is_the_one_that_is_placed(folder: Path) -> None:
    state, pending = placing(folder)
    view = view_of(state, pending.seat)
    assert shape("princes", "building/university", 0, False, view) == tuple((x, 0) for x in range(7))
    for spot in place_of(pending).spots:
        wide, high = (7, 1) if spot.turn % 2 == 0 else (1, 7)
        cells = shape("princes", "building/university", spot.turn, spot.flip, view)
        assert cells is not None
        assert {(x, y) for x, y in cells} == {(x, y) for x in range(wide) for y in range(high)}


def test_a_wish_adds_in_words_what_it_adds_by_the_rules(folder: Path) -> None:
    state, pending = placing(folder, wanted=True)
    view = view_of(state, pending.seat)
    work = next(work for work in view.works if work.building == "university" and not work.has_building)
    assert f": {work.value} → {work.value + WISH}, " in twin(picture_of(state, pending))
    spot = place_of(pending).spots[0].key
    after = view_of(ENGINE.submit(state, Answer(pending.seat, pending.ask_id, spot)).state, pending.seat)
    built = next(each for each in after.works if each.person == work.person)
    assert built.value == work.value + WISH
    hand = demo.picture(demo.Demo("princes", state.seats, state), "hand", pending.seat)
    met = replace(hand, view=replace(hand.view, works=after.works))
    assert f"+{WISH}" in twin(met)


def test_a_stored_game_is_drawn_with_the_tables_it_began_with(folder: Path) -> None:
    state, pending = placing(None)
    before = draw(picture_of(state, pending))
    with corrected(folder):
        assert PrincesTables.current().shapes["university"] == ROW
        stored = ENGINE.load(ENGINE.dump(state))
        after = draw(picture_of(stored, pending))
    assert after.png == before.png
    assert after.alt == before.alt
    corrected_state, corrected_pending = placing(folder)
    told = draw(picture_of(corrected_state, corrected_pending))
    again = ENGINE.load(ENGINE.dump(corrected_state))
    assert PrincesTables.current().shapes["university"] != ROW
    assert draw(picture_of(again, corrected_pending)).png == told.png


def test_no_picture_reads_the_tables_that_are_shipped() -> None:
    sources = sorted(Path(boards.__path__[0]).rglob("*.py"))
    read = re.compile(r"tomllib|config[/\"']|\.tables\b")
    assert sources
    assert [file.name for file in sources if read.search(file.read_text("utf-8"))] == []
