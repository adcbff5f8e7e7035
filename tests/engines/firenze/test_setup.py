"""2 The set-up."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from engines.firenze import ENGINE
from engines.firenze.bricks import COLOURS
from engines.firenze.state import NEUTRAL, FirenzeState
from engines.kit import Answer, BadSetup
from engines.kit.cards import Card


def begin(seats: int = 2, seed: str = "seed", **options: Any) -> FirenzeState:
    return ENGINE.setup(seats, ENGINE.info.options(**options), seed).state


def neutral(s: FirenzeState) -> list[str]:
    return [key for key, owner in s.seals.items() if owner == NEUTRAL]


def markers(s: FirenzeState, colour: str) -> int:
    keys = neutral(s) + [s.tables.balconies[id].key for id in s.balconies]
    return len([key for key in keys if key.startswith(colour)])


@pytest.mark.parametrize(("seats", "in_bag", "seals"), [(2, 59, 9), (3, 55, 7), (4, 50, 6)])
def test_bricks_and_seals_depend_on_the_number_of_players(seats: int, in_bag: int, seals: int) -> None:
    """2.5 2.7 2.9 1.1 White bricks from the start player on, four on each of six cards, the rest in the bag."""
    s = begin(seats, start_player="first")
    assert [player.warehouse for player in s.players] == [{"white": bricks} for bricks in (2, 3, 4, 5)[:seats]]
    assert [sum(card.bricks.values()) for card in s.row] == [4] * 6
    assert sum(s.bag.values()) == in_bag
    assert {player.seals for player in s.players} == {seals}


def test_white_bricks_follow_the_start_player_clockwise() -> None:
    """2.6 2.7 The start player has the fewest."""
    for number in range(12):
        s = begin(4, f"seed {number}")
        order = [s.players[(s.start_player + step) % 4].warehouse["white"] for step in range(4)]
        assert order == [2, 3, 4, 5]
        assert s.active == s.start_player


def test_the_start_player_is_drawn_by_lot_or_given() -> None:
    """2.6 Random, or the first seat."""
    assert {begin(4, f"seed {n}").start_player for n in range(40)} == {0, 1, 2, 3}
    assert {begin(4, f"seed {n}", start_player="first").start_player for n in range(10)} == {0}


def test_the_first_ten_cards_are_the_start_cards() -> None:
    """2.8 2.9 Six in the row, four on top of the draw pile."""
    s = begin()
    first = [card.card for card in s.row] + [card.kind for card in s.draw_pile[:4]]
    assert Counter(first) == Counter({card.id: card.start for card in s.tables.card if card.start})
    assert len(s.draw_pile) == 45


def test_the_campanile_takes_part_only_by_option() -> None:
    """2.8 52 cards, or 51."""

    def kinds(s: FirenzeState) -> list[str]:
        return [card.kind for card in s.draw_pile] + [card.card for card in s.row]

    assert len(kinds(begin(campanile=True))) == 52
    assert "campanile" in kinds(begin(campanile=True))
    assert len(kinds(begin(campanile=False))) == 51
    assert "campanile" not in kinds(begin(campanile=False))


def test_nobody_knows_the_order_of_the_draw_pile() -> None:
    """10.4 Its cards are face down."""
    s = begin()
    assert all(isinstance(card, Card) and card.known == 0 for card in s.draw_pile)


def test_all_start_without_points_and_with_all_storey_tokens() -> None:
    """2.1 2.10 1.10 Tokens of 5 to 8 lie ready."""
    s = begin(3)
    assert [player.score for player in s.players] == [0, 0, 0]
    assert s.storey_tokens == [5, 6, 7, 8]


def test_one_balcony_of_each_numeral_is_drawn() -> None:
    """2.2 All tiles appear sooner or later, never two on one commission."""
    seen: set[str] = set()
    for number in range(120):
        s = begin(seed=f"seed {number}", neutral_seals=0)
        tiles = [s.tables.balconies[id] for id in s.balconies]
        assert [tile.numeral for tile in tiles] == [1, 2, 3, 4]
        assert len({tile.key for tile in tiles}) == 4
        seen.update(s.balconies)
    assert len(seen) == 19


@pytest.mark.parametrize("placement", ["recommended", "dice", "fixed"])
@pytest.mark.parametrize("number", range(8))
def test_so_many_neutral_seals_are_laid_and_none_on_a_balcony(placement: str, number: int) -> None:
    """2.3 None to seven, each on a free commission."""
    for seed in range(12):
        s = begin(seed=f"{seed}", placement=placement, neutral_seals=number)
        assert len(neutral(s)) == number
        assert not {s.tables.balconies[id].key for id in s.balconies} & set(s.seals)


@pytest.mark.parametrize("number", range(8))
def test_recommended_seals_follow_the_advice(number: int) -> None:
    """2.3 At most two markers in a tower unless balconies fill it; two or three seals on heights 3 and 4."""
    low_counts = set()
    for seed in range(60):
        s = begin(seed=f"{seed}", neutral_seals=number)
        low = len([key for key in neutral(s) if int(key[-1]) < 5])
        low_counts.add(low)
        for colour in COLOURS:
            laid = len([key for key in neutral(s) if key.startswith(colour)])
            assert markers(s, colour) <= 2 or laid == 0
    assert low_counts == ({number} if number < 3 else {2, 3})


def test_the_first_game_has_its_own_balconies_and_seals() -> None:
    """2.3 The listed ones; fewer seals take the first of the list."""
    s = begin(placement="fixed")
    assert s.balconies == ["b01", "b08", "b14", "b17"]
    assert neutral(s) == ["yellow-3", "white-4", "blue-3", "green-7", "purple-7"]
    assert neutral(begin(placement="fixed", neutral_seals=2)) == ["yellow-3", "white-4"]


def test_more_seals_than_listed_are_laid_as_recommended() -> None:
    """2.3 The rest keeps to two markers in a tower, above height 4."""
    for seed in range(30):
        s = begin(seed=f"{seed}", placement="fixed", neutral_seals=7)
        extra = [key for key in neutral(s) if key not in s.tables.first_game.neutral_seals]
        assert len(extra) == 2
        assert all(int(key[-1]) > 4 for key in extra)
        assert all(markers(s, colour) <= 2 for colour in COLOURS)


def test_the_organiser_chooses_before_anything_is_dealt() -> None:
    """2.3 Seat 0 picks among all commissions without a balcony; start player and row come after."""
    s = begin(3, placement="chosen", neutral_seals=4)
    (pending,) = ENGINE.pending(s)
    assert (pending.seat, pending.step) == (0, "setup.seals")
    assert (len(pending.ask.options), pending.ask.least, pending.ask.most) == (32, 4, 4)  # type: ignore[union-attr]
    assert s.row == []
    chosen = [option.key for option in pending.ask.options[:4]]  # type: ignore[union-attr]
    after = ENGINE.submit(s, Answer(0, pending.ask_id, chosen)).state
    assert neutral(after) == chosen
    assert len(after.row) == 6


def test_nothing_is_chosen_without_neutral_seals() -> None:
    """2.3 Zero seals ask nobody."""
    assert len(begin(placement="chosen", neutral_seals=0).row) == 6


@pytest.mark.parametrize("placement", ["recommended", "dice", "fixed"])
@pytest.mark.parametrize("colour", COLOURS)
def test_a_dead_colour_is_covered_completely(placement: str, colour: str) -> None:
    """2.4 Its six commissions and no others, whatever number up to six is asked for; no balcony there."""
    for seed in range(8):
        s = begin(seed=f"{seed}", placement=placement, dead_colour=colour, neutral_seals=seed % 7)
        assert sorted(neutral(s)) == [f"{colour}-{height}" for height in range(3, 9)]
        assert colour not in {s.tables.balconies[id].colour for id in s.balconies}


@pytest.mark.parametrize("placement", ["recommended", "dice", "fixed"])
def test_the_seventh_seal_lies_outside_the_dead_colour(placement: str) -> None:
    """2.4 By the chosen method; recommended and fixed keep to two markers in a tower."""
    for seed in range(30):
        s = begin(seed=f"{seed}", placement=placement, dead_colour="green", neutral_seals=7)
        (seventh,) = [key for key in neutral(s) if not key.startswith("green")]
        if placement != "dice":
            assert markers(s, seventh.split("-")[0]) <= 2


def test_the_organiser_chooses_only_the_seventh_seal_with_a_dead_colour() -> None:
    """2.4 One commission outside the dead colour."""
    s = begin(placement="chosen", dead_colour="red", neutral_seals=7)
    (pending,) = ENGINE.pending(s)
    assert pending.ask.most == 1  # type: ignore[union-attr]
    assert not [o for o in pending.ask.options if o.key.startswith("red")]  # type: ignore[union-attr]


def test_fixed_balconies_of_a_dead_colour_are_drawn_again() -> None:
    """2.4 Balcony I of the first game is white; with white dead another I lies there."""
    s = begin(placement="fixed", dead_colour="white")
    assert s.balconies[1:] == ["b08", "b14", "b17"]
    assert s.tables.balconies[s.balconies[0]].numeral == 1
    assert s.tables.balconies[s.balconies[0]].colour != "white"


def test_the_same_seed_deals_the_same_game() -> None:
    """10.5 All chance comes from the seed."""
    assert ENGINE.state_hash(begin(4, "x")) == ENGINE.state_hash(begin(4, "x"))
    assert ENGINE.state_hash(begin(4, "x")) != ENGINE.state_hash(begin(4, "y"))


@pytest.mark.parametrize("seats", [1, 5])
def test_one_or_five_players_cannot_play(seats: int) -> None:
    """2.5 Two to four players."""
    with pytest.raises(BadSetup):
        begin(seats)
