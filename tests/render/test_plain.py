"""A game without a board, accent, ornament or title: a plain board is made from its view, whatever stands in it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any, ClassVar

import pytest
from pydantic import BaseModel

from bot.choices.board_targets import lit
from bot.cli import demo
from bot.cli.demo import Demo
from engines import ENGINES
from engines.kit import Place, Text, View
from render import THEMES, Picture, draw, holding, look, shape, twin
from render import sheet as sheets
from render.boards import plain
from render.boards.plain.reading import Chip, Reading, Row, read
from render.boxes import Box
from render.dispatch import board, paint
from render.picture import TALLEST
from render.sheet import Reader, Sheet
from tests.bot.toy_words import toy_spoken
from tests.render.faults import faults
from tests.render.positions import POSITIONS, Position
from tests.render.test_boards import assert_sound
from tests.render.test_leaks import redealt
from tests.toy import toy

PARTS = ("all", "mine", "hand", "market", "seat:1")


@pytest.fixture(autouse=True)
def toy_game(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The toy is one of the games, with the sentences that it says and nothing else."""
    monkeypatch.setitem(ENGINES, "toy", toy())
    with toy_spoken():
        yield


def table(answers: int = 14, seats: int = 3) -> Demo:
    return demo.stop("toy", seats, {}, "plain", answers)


def placed() -> tuple[Demo, int]:
    for each in demo.play("toy", 3, {}, "plain"):
        for seat in each.engine.owed(each.state):
            if demo.placing(each, seat) is not None:
                return each, seat
    raise AssertionError("nobody builds")


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("answers", [0, 14, 5000])
def test_it_is_sound_in_every_theme_and_part_for_players_and_onlookers(theme: str, answers: int) -> None:
    position = table(answers)
    for viewer in (None, 0, 2):
        for part in PARTS if viewer is not None else ("all", "market", "mine", "seat:0"):
            assert_sound(demo.picture(position, part, viewer, theme=theme))


@pytest.mark.parametrize("language", ["nl", "de"])
def test_it_is_sound_in_every_language_with_names_of_32_letters(language: str) -> None:
    for part in PARTS:
        assert_sound(demo.picture(table(14, 4), part, 1, names=demo.LONG_NAMES, language=language))


def test_it_shows_whose_turn_it_is_points_and_what_lies_before_each_seat() -> None:
    sheet = paint(demo.picture(table(), "all", None))
    written = [one.text for one in sheet.c.written]
    assert {"TOY", "Marta", "Joost", "Lena", "Round 2", "Bids", "Hands", "Cells", "Stack", "Shown"} <= set(written)
    assert any(text.endswith(" to move") for text in written)
    assert written.count("Hands") == 3


def test_a_hand_is_shown_to_its_owner_alone() -> None:
    position = table()
    kept = [card.kind.capitalize() for card in position.state.players[0].hand]
    for part in ("hand", "mine"):
        written = {one.text for one in paint(demo.picture(position, part, 0)).c.written}
        assert set(kept) <= written
    for picture in (demo.picture(position, "all", None), demo.picture(position, "seat:0", 1)):
        written = {one.text for one in paint(picture).c.written}
        assert not set(kept) & (written | set(twin(picture).split()))
    with pytest.raises(ValueError, match="onlooker"):
        draw(demo.picture(position, "hand", None))


def test_secrets_dealt_anew_change_no_byte_and_nothing_held() -> None:
    position = table()
    for viewer in (None, 0, 1, 2):
        for part in ("all", "hand") if viewer is not None else ("all",):
            first = demo.picture(position, part, viewer)
            again = demo.picture(redealt(position, viewer, "other secrets"), part, viewer)
            assert draw(first) == draw(again)
            if part == "hand":
                assert holding(first) == holding(again)


def test_what_only_a_seat_has_is_in_its_hand_and_held() -> None:
    picture = demo.picture(table(), "hand", 0)
    held = holding(picture)
    coins = next(fact for fact in held.facts if fact.unit == "Coins")
    goods = next(card for card in held.cards if card.title == "Goods")
    assert f"Coins: {coins.figure}" in twin(picture)
    assert f"Goods: {goods.note}" in twin(picture)
    assert "Wheat" in goods.note
    assert "Coins" not in twin(demo.picture(table(), "all", 0))


def test_nouns_of_the_game_name_its_things_in_the_readers_language() -> None:
    assert "Weizen × " in twin(demo.picture(table(), "hand", 0, language="de"))


def test_every_place_can_be_tapped() -> None:
    position, seat = placed()
    ask = demo.placing(position, seat)
    assert ask is not None
    picture = demo.picture(position, "place", seat)
    drawn = draw(picture)
    assert set(drawn.spots) == {spot.key for spot in ask.spots}
    assert all(spot.cell in twin(picture) for spot in ask.spots)
    assert_sound(picture)


def test_seats_things_and_places_of_the_plain_board_can_be_touched() -> None:
    position, seat = placed()
    drawn = draw(demo.picture(position, "place", seat))
    pending = next(each for each in position.engine.pending(position.state) if isinstance(each.ask, Place))
    assert set(lit(drawn.regions, pending, seat)) == set(drawn.spots)
    found = draw(demo.picture(table(), "all", 0)).regions
    assert {"seat/0", "seat/1", "seat/2", "panel/ribbon", "panel/seat"} <= {region.refs[0] for region in found}
    assert all(Box(0, 0, 1080, TALLEST).holds(region.box) for region in found)


def test_what_changed_is_in_the_chronicle() -> None:
    picture = demo.picture(table(), "all", None)
    written = " ".join(one.text for one in paint(picture).c.written)
    assert picture.lines
    assert all(line.text.split()[-1] in written for line in picture.lines)


def test_its_final_scoring_is_drawn_in_the_colours_of_the_house() -> None:
    picture = demo.final(table(5000), "en")
    sheet = paint(picture)
    assert faults(sheet) == []
    assert sheet.accent == sheet.t.house


def test_things_have_no_look_and_pieces_no_shape() -> None:
    assert board("toy") is plain
    assert look("toy", "animal/ant", None) is None
    assert shape("toy", "hut", 0, False, None) is None


@pytest.mark.parametrize("position", POSITIONS[1::2], ids=str)
def test_even_a_large_games_view_is_read_without_a_fault(position: Position) -> None:
    for viewer in (0, None):
        for picture in position.pictures(viewer):
            for theme in ("light", "large-dark"):
                sheet = Sheet(replace(picture, theme=theme))
                plain.draw(sheet, picture.view)
                assert faults(sheet) == []
                assert sheet.height <= TALLEST


# --- reading ---


class Stall(BaseModel):
    ware: str
    price: int
    open: bool = True


@dataclass
class Ledger:
    points: int
    seat: int
    coins: int


@dataclass
class MarketView(View):
    by_seat: ClassVar[tuple[str, ...]] = ("bids",)

    players: tuple[Ledger, ...]
    bids: dict[int, int]
    grid: tuple[tuple[str, ...], ...]
    stalls: list[Stall]
    leader: str
    news: Text
    dice: tuple[int, int]
    purse: dict[str, int] | None = None
    deck: tuple[tuple[str, str | None], ...] = ()


def market(seat: int | None) -> Reading:
    view = MarketView(
        seat,
        (Ledger(5, 0, 3), Ledger(7, 1, 2)),
        {1: 4},
        (("wood", "wood"), ("great_hall", "wood")),
        [Stall(ware="good/wool", price=1200), Stall(ware="fish", price=2, open=False)],
        "seat/1",
        Text("toy.event.nowhere"),
        (3, 5),
        {"gold": 2} if seat == 0 else None,
        (("beast", "cat"), ("beast", None), ("beast", None)),
    )
    names = {"wood": "timber"}

    def say(key: str, facts: Any) -> str:
        what = facts.get("what", "")
        return f"{what:,}" if isinstance(what, int) else {"seat/1": "Joost", "beast/cat": "Cat"}[what]

    picture = Picture("toy", view, say, ("Marta", "Joost"), viewer=seat, named=lambda key: names.get(key, ""))
    return read(Reader(picture), view)


def test_a_view_is_read_by_its_form() -> None:
    reading = market(0)
    assert [seat.points for seat in reading.seats] == [5, 7]
    assert reading.seats[0].rows == (Row("Coins", "3"),)
    assert reading.seats[1].rows == (Row("Coins", "2"), Row("Bids", "4"))
    assert reading.own == (Row("Purse", chips=(Chip("Gold", "2"),)),)
    assert reading.rows == (
        Row("Grid 1", chips=(Chip("Timber", "2"),)),
        Row("Grid 2", chips=(Chip("Great hall"), Chip("Timber"))),
        Row("Stalls 1", chips=(Chip("Wool", ref="good/wool"), Chip("Price 1,200"), Chip("Open"))),
        Row("Stalls 2", chips=(Chip("Fish"), Chip("Price 2"))),
        Row("Leader", "Joost"),
        Row("News", "Nowhere"),
        Row("Dice", chips=(Chip("3"), Chip("5"))),
        Row("Deck", chips=(Chip("Cat", ref="beast/cat"), Chip("", "2"))),
    )


def test_an_onlooker_has_nothing_of_his_own() -> None:
    assert market(None).own == ()
    assert market(None).rows == market(0).rows


# --- words without a canvas ---


@pytest.mark.parametrize("position", POSITIONS[1::4], ids=str)
def test_words_and_holdings_are_told_without_a_canvas(position: Position, monkeypatch: pytest.MonkeyPatch) -> None:
    class Forbidden:
        def __init__(self, *given: object) -> None:
            raise AssertionError("a canvas was made")

    monkeypatch.setattr(sheets, "Canvas", Forbidden)
    for picture in position.pictures(0):
        assert twin(picture)
    assert holding(demo.picture(position.table(), "hand", 0))
    with pytest.raises(AssertionError, match="canvas"):
        paint(picture)


def test_more_people_than_there_are_colours_sit_down() -> None:
    names = ("Ann", "Bob", "Cid", "Dee", "Eve", "Fay")
    view = MarketView(None, (), {}, (), [], "", Text("x"), (1, 2))
    assert draw(replace(demo.picture(table(), "all", None), view=view, names=names, lines=(), owed=(5,))).png
