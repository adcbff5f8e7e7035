"""What a seat holds, as the page draws it: nothing that its owner may not know, in looks that are shipped."""

from dataclasses import replace

import pytest

from bot.cli import demo
from render import holding, look, shape, twin
from render.dispatch import paint
from render.paint import icons
from render.theme import theme
from tests.render.positions import POSITIONS, Position
from tests.render.test_leaks import redealt

TABLES = [position for position in POSITIONS if 0 < position.answers < 4000]


@pytest.mark.parametrize("position", TABLES, ids=str)
def test_secrets_dealt_anew_change_nothing_that_is_held(position: Position) -> None:
    table = position.table()
    for seat in range(position.seats):
        first = holding(demo.picture(table, "hand", seat))
        assert first == holding(demo.picture(redealt(table, seat, "other secrets"), "hand", seat))


@pytest.mark.parametrize("position", TABLES, ids=str)
def test_every_card_on_the_page_is_in_the_words_of_the_hand(position: Position) -> None:
    for seat in range(position.seats):
        picture = demo.picture(position.table(), "hand", seat)
        told = twin(picture).casefold()
        for card in holding(picture).cards:
            assert card.title.casefold() in told
            assert card.figure.lstrip("+") in told
            assert card.note.casefold() in told


@pytest.mark.parametrize("position", TABLES, ids=str)
def test_everything_held_is_drawn_with_shipped_icons_and_pigments(position: Position) -> None:
    held = holding(demo.picture(position.table(), "hand", 0))
    looks = [piece.look for row in held.stock for piece in row]
    looks += [piece.look for card in held.cards for piece in card.tokens]
    drawn = {fact.icon for fact in held.facts} | {card.icon for card in held.cards} | {each.icon for each in looks}
    assert drawn - {""} <= icons.names()
    for pigment in {each.pigment for each in looks} - {""}:
        assert theme("light").pigment(*pigment.split("/"))


@pytest.mark.parametrize("game", ["carrara", "firenze"])
def test_bricks_of_all_colours_are_told_so_that_the_last_one_is_seen_to_go_and_the_first_to_come(game: str) -> None:
    held = [holding(demo.picture(table, "hand", 0)).stock[0] for table in demo.play(game, 2, seed="bricks")]
    assert len({tuple(piece.name for piece in stock) for stock in held}) == 1
    assert any(piece.count == "0" and not piece.there for stock in held for piece in stock)


def test_only_the_owner_has_something_to_hold() -> None:
    picture = demo.picture(TABLES[0].table(), "hand", 0)
    for viewer in (None, 1):
        with pytest.raises(ValueError, match="onlooker"):
            holding(replace(picture, viewer=viewer))


def test_things_look_alike_wherever_they_are_met() -> None:
    picture = demo.picture(demo.stop("rivals", 2), "hand", 0)
    assert look("rivals", "resource/ore", picture.view) == holding(picture).stock[0][4].look
    ships = [look("rivals", f"card/{resource}_ship", picture.view) for resource in ("wool", "brick")]
    assert ships[0] is not None
    assert ships[0] == ships[1], "their names tell the good"
    assert look("rivals", "stack/1", picture.view) is None
    assert look("toy", "brick/red", None) is None


def test_a_piece_lies_as_it_was_turned() -> None:
    view = demo.picture(demo.stop("princes", 2), "all", 0).view
    upright = shape("princes", "building/hospital", 0, False, view)
    turned = shape("princes", "building/hospital", 1, False, view)
    assert upright is not None
    assert turned is not None
    assert len(upright) == len(turned)
    assert upright != turned
    assert shape("rivals", "card/abbey", 0, False, None) is None


@pytest.mark.parametrize(
    ("language", "needs", "below", "enough"),
    [
        ("en", "14, needs 15", "needs 15", "17, enough"),
        ("nl", "14, nodig: 15", "15 nodig", "17, genoeg"),
        ("de", "14, nötig: 15", "nötig 15", "17, reicht"),
    ],
)
def test_a_person_tells_what_the_work_is_worth_and_what_it_needs(
    language: str, needs: str, below: str, enough: str
) -> None:
    """`1 short` said neither."""
    picture = demo.picture(Position("princes", 3, 120).table(), "hand", 0, language=language)
    states = {card.title: card.state for card in holding(picture).cards if card.ref}
    assert {needs, enough} <= set(states.values())
    told = twin(picture).splitlines()
    assert all(any(line.startswith(f"{title}: {state}") for line in told) for title, state in states.items())
    drawn = {written.text.casefold() for written in paint(picture).c.written}
    assert {below, enough.partition(", ")[2]} <= drawn
