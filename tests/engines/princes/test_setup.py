"""Chapter 2 and 16: what everybody starts with."""

import pytest

from bot.table import lobby
from bot.table.model import Table
from engines.kit import BadSetup
from engines.princes import ENGINE
from engines.princes.options import PrincesOptions
from tests.engines.princes.builder import princes


def test_three_players_start_with_3500_florins_and_no_points() -> None:
    """2.1 Florins, points and an empty principality."""
    player = princes(3).player(0)
    assert (player.cash, player.points, player.landscapes, player.buildings) == (3500, 0, [], [])


def test_three_cards_are_kept_and_the_rest_is_the_deck() -> None:
    """2.2 The deck holds 21 - 3n cards."""
    for seats in (2, 3, 4, 5):
        state = princes(seats).state
        assert [len(player.hand) for player in state.players] == [3] * seats
        assert len(state.professions) == 21 - 3 * seats


def test_all_choose_at_once_and_may_change_until_the_last_is_in() -> None:
    """2.3 A1 Nobody waits for another, and nothing shows before all have chosen."""
    state = ENGINE.setup(3, None, "x").state
    assert ENGINE.owed(state) == (0, 1, 2)


def test_the_card_given_up_is_known_to_nobody_afterwards() -> None:
    """2.2 It is shuffled into the deck unseen."""
    assert all(card.known == 0 for card in princes(4).state.professions)


def test_the_supplies_of_the_auctions() -> None:
    """2.4 Six of each landscape, 7 jesters, 6 builders, 14 prestige and 5 recruiting cards."""
    state = princes(3).state
    assert state.piles == {"forest": 6, "lake": 6, "park": 6, "jester": 7, "builder": 6, "recruiting_card": 5}
    assert len(state.prestige) == 14


def test_three_players_have_two_tiles_of_each_freedom() -> None:
    """2.5 One tile fewer than there are players."""
    assert princes(3).state.freedoms == {"travel": 2, "religion": 2, "opinion": 2}
    assert set(princes(5).state.freedoms.values()) == {4}


def test_three_tiles_of_each_building_and_twenty_bonus_cards() -> None:
    """2.5 The supply of phase B."""
    state = princes(4).state
    assert list(state.buildings.values()) == [3] * 10
    assert len(state.bonus) == 20


def test_the_start_player_may_be_given() -> None:
    """2.6 By an option, else by chance."""
    assert princes(4, start_player=2).state.start == 2
    assert {ENGINE.setup(4, None, f"{n}").state.start for n in range(20)} == {0, 1, 2, 3}


def test_a_start_player_who_is_not_there_is_refused() -> None:
    """2.6 The seat must exist."""
    with pytest.raises(BadSetup):
        ENGINE.setup(3, PrincesOptions(start_player="4"))


def test_two_players_start_with_2500_and_pay_300() -> None:
    """16.1 Less money, a higher base price."""
    table = princes(2)
    assert table.player(0).cash == 2500
    assert table.state.tables.base_price(2) == 300
    assert table.asked(0).prompt.facts["price"] == 300


@pytest.mark.parametrize("seed", ["a", "b", "c", "d", "e"])
def test_two_players_have_five_freedoms_of_two_different_extra_types(seed: str) -> None:
    """16.3 A61 By the German book."""
    assert sorted(princes(2, seed).state.freedoms.values()) == [1, 2, 2]


def test_two_players_may_draw_two_extra_freedoms_of_one_type_by_the_dutch_book() -> None:
    """16.3 A30 Drawn from the nine left over."""
    found = {
        tuple(sorted(princes(2, f"{n}", two_player_extra_freedoms="any").state.freedoms.values())) for n in range(40)
    }
    assert found == {(1, 2, 2), (1, 1, 3)}


def test_the_hard_variant_has_four_freedoms() -> None:
    """16.3 Only one extra tile."""
    assert sum(princes(2, two_player_hard=True).state.freedoms.values()) == 4


def test_a_preset_fills_what_was_not_chosen() -> None:
    """20.1 The Dutch book: going back with characters, bids with points, any freedoms."""
    options = PrincesOptions.model_validate({"preset": "nl", "a2_bid_limit": "cash"})
    assert options.going_back_allowed_with_muse
    assert options.two_player_extra_freedoms == "any"
    assert options.a2_bid_limit == "cash"
    assert PrincesOptions.model_validate({"preset": "de"}) == PrincesOptions(preset="de")


def test_the_tables_keep_the_known_totals() -> None:
    """5.2 Forest is wanted by 9 people, lake by 7, park by 5, each freedom by 7; 24 areas."""
    tables = princes().state.tables
    for row in tables.landscape:
        assert sum(person.landscape == row.id for person in tables.profession) == row.wanted_by
    for freedom in tables.freedom:
        assert sum(person.freedom == freedom.id for person in tables.profession) == freedom.wanted_by
    assert [len(tables.profession), len(tables.bonus), len(tables.prestige)] == [21, 20, 14]


DUTCH = {"going_back_allowed_with_muse": True, "a2_bid_limit": "cash_plus_track", "two_player_extra_freedoms": "any"}
GERMAN = {"going_back_allowed_with_muse": False, "a2_bid_limit": "cash", "two_player_extra_freedoms": "distinct"}


def _chosen(before: dict[str, object], given: dict[str, object]) -> dict[str, object]:
    table = Table(code="K7QF", game="princes", room="local:1", host="local:1", options=before)
    lobby.configure(table, ENGINE, given, None, None, None)
    return table.options


def test_choosing_a_rulebook_in_a_menu_sets_its_values() -> None:
    """20.1 In the lobby every option is stored already, by its default or by the other book."""
    before = PrincesOptions(muse=True).model_dump(mode="json")
    dutch = _chosen(before, {"preset": "nl"})
    assert {"preset": "nl", "muse": True, **DUTCH}.items() <= dutch.items()
    german = _chosen(dutch, {"preset": "de"})
    assert {"preset": "de", "muse": True, **GERMAN}.items() <= german.items()
    assert {"preset": "none", **DUTCH}.items() <= _chosen(dutch, {"preset": "none"}).items()


def test_a_whole_form_with_another_rulebook_in_it_sets_its_values() -> None:
    """20.1 The page posts everything, however little was touched."""
    before = PrincesOptions().model_dump(mode="json")
    assert {"preset": "nl", **DUTCH}.items() <= _chosen(before, {**before, "preset": "nl"}).items()


def test_a_rulebook_with_one_value_changed_is_no_longer_called_by_its_name() -> None:
    """20.1 The lobby never says a book whose values do not hold."""
    dutch = PrincesOptions(preset="nl").model_dump(mode="json")
    after = _chosen(dutch, {**dutch, "a2_bid_limit": "cash"})
    assert (after["preset"], after["a2_bid_limit"], after["two_player_extra_freedoms"]) == ("none", "cash", "any")
    assert _chosen(dutch, {**dutch, "muse": True})["preset"] == "nl"
