"""What players are told: tokens that change hands, what an event does, and why nothing happens."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.language.speaker import catalogue
from config.rooms import folder
from engines.kit import Event, TableError
from engines.kit.tables import doubts
from engines.rivals import ENGINE
from engines.rivals.options import RivalsOptions
from engines.rivals.tables import RivalsTables
from render.theme import theme
from tests.corrections import corrected
from tests.engines.rivals.table import Table

TABLES = RivalsTables.current()


def _of(table: Table, key: str) -> list[Event]:
    return [event for event in table.events if event.key == f"rivals.event.{key}"]


def test_who_wins_the_strength_advantage_is_told() -> None:
    """4.3 4.4 Candamir has four strength: the hero token is a point."""
    table = Table().rich(0).hand(0, "candamir")
    offered = next(key for key in table.offers() if key.startswith("build:candamir"))
    table.answer(offered)
    while not table.told("built"):
        table.answer(table.offers()[0])
    (won,) = _of(table, "advantage_won")
    assert (won.facts["seat"], won.facts["token"], won.facts["points"]) == ("seat/0", "token/strength", 1)
    assert won.because is not None
    assert (won.because.facts["own"], won.because.facts["theirs"], won.because.facts["least"]) == (4, 0, 3)
    assert not table.told("advantage_lost")


def test_who_loses_the_trade_advantage_is_told() -> None:
    """4.3 15.14 The pirate takes the ship that made the third commerce point."""
    table = Table("gold").built(1, "ore_ship").built(1, "wool_ship", 1).built(1, "marketplace", 1, "below")
    before = table.points(1)
    table.at("turn.actions", "pirate.ship", seat=1).answer(table.offers(1)[0], 1)
    (lost,) = _of(table, "advantage_lost")
    assert (lost.facts["seat"], lost.facts["token"]) == ("seat/1", "token/trade")
    assert table.points(1) == before - 1


@pytest.mark.parametrize(
    ("kind", "key"),
    [
        ("feud", "nothing_strength"),
        ("fraternal_feuds", "nothing_strength"),
        ("invention", "nothing_invention"),
        ("trade_ships_race", "nothing_race"),
        ("traveling_merchant", "nothing_merchant"),
        ("year_of_plenty", "nothing_plenty"),
    ],
)
def test_an_event_without_effect_says_why_once(kind: str, key: str) -> None:
    """11.1 11.2 11.3 11.4 11.6 And what the card does stands with its name."""
    table = Table().event(kind)
    assert len(_of(table, key)) == 1
    (turned,) = _of(table, "event")
    assert turned.because is not None
    assert turned.because.key == f"rivals.note.event.{kind}"


def test_the_trade_face_without_an_advantage_says_so() -> None:
    """7.5 Nobody has it."""
    assert _of(Table().face("trade"), "nothing_trade")


def test_a_full_region_says_that_its_yield_is_lost() -> None:
    """7.3 3.2 Three is all that a region holds."""
    table = Table().stores(0, lumber=3).produce(2)
    lost = _of(table, "no_room")
    assert [(event.facts["seat"], event.facts["what"]) for event in lost] == [("seat/0", {"resource/lumber": 1})]


def test_every_event_and_face_has_a_note() -> None:
    """7 11 In every table that may be turned up or rolled."""
    words = catalogue("en")
    events = {face.id for face in TABLES.card if face.category == "event"}
    assert {f"rivals.note.event.{kind}" for kind in events} <= words.keys()
    assert {f"rivals.note.face.{face}" for face in set(TABLES.dice.event) - {"event_card"}} <= words.keys()


def test_the_copy_of_brigitta_is_chosen_and_named() -> None:
    """15.3 The one kept decides under which stack it may be exchanged, the one spent what Guido fetches."""
    table = Table("progress")
    deck = [card for stack in table.state.stacks for card in stack.cards]
    assert {card.back for card in deck if card.kind == "brigitta"} >= {"basic", "progress"}
    table.hand(0, "brigitta.basic", "brigitta.progress")
    table.state.production, table.state.face = 0, ""
    table.at("turn.before")
    offers = table.offers()
    assert {"brigitta:3", "brigitta.progress:3"} <= set(offers)
    table.answer("brigitta.progress:3")
    assert _of(table, "played")[0].facts["set"] == "set/progress"
    assert [card.back for card in table.player(0).hand if card.kind == "brigitta"] == ["basic"]


def test_the_library_may_be_left_unused() -> None:
    """15.35 The card says that its owner may look."""
    table = Table("progress").at("turn.actions", "library.stack", seat=0)
    hand = len(table.player(0).hand)
    assert table.offers()[-1] == "none"
    table.answer("none")
    assert len(table.player(0).hand) == hand
    assert not table.told("searched")


def test_seats_have_the_cards_of_the_colour_they_are_drawn_in() -> None:
    """5.1 The first seat is drawn blue, the second red."""
    state = ENGINE.setup(2, RivalsOptions(), "colours").state
    assert [player.colour for player in state.players] == ["blue", "red"]
    drawn = [theme("light").pigments.seat(seat).colour.lstrip("#") for seat in range(2)]
    rgb = [tuple(int(colour[at : at + 2], 16) for at in (0, 2, 4)) for colour in drawn]
    assert rgb[0][2] > rgb[0][0]
    assert rgb[1][0] > rgb[1][2]


def test_the_doubtful_names_are_listed() -> None:
    """A31 Six Dutch names, as the Dutch texts have them."""
    listed = doubts(TABLES)
    assert len(listed) == 6
    assert TABLES.names is not None
    words = catalogue("nl")
    for card, name in TABLES.names.nl.items():
        assert words[f"rivals.noun.card.{card}"] == name
        assert (f"names.nl.{card}", "reconstructed", name) in listed


def test_a_card_too_many_is_refused_by_set(tmp_path: Path) -> None:
    """1.7 Nine events of the basic set."""
    text = (folder("rivals") / "cards.toml").read_text("utf-8")
    (tmp_path / "rivals").mkdir()
    (tmp_path / "rivals" / "cards.toml").write_text(text.replace("basic = 2, gold = 1", "basic = 3, gold = 1", 1))
    with corrected(tmp_path), pytest.raises(TableError, match=r"cards\.toml.*37 cards of the set basic"):
        RivalsTables.current()
