"""Chapters 6 and 7: actions, works, bonus cards, payment."""

from bot.language.speaker import Speaker
from engines.kit import Amount
from engines.princes import ENGINE
from engines.princes.state import Tile
from engines.princes.work import base_value, value_so_far
from tests.engines.princes.builder import Table, princes


def _poet(round_number: int = 1, **owned: object) -> Table:
    """Seat 0 holds the poet (theater, lake, travel) and two others."""
    table = princes().with_player(0, hand=["poet", "painter", "lawyer"], **owned).with_game(round=round_number)
    return table.at_turn(0)


def test_the_minimum_rises_from_round_to_round() -> None:
    """7.2 Seven numbers, one for each round."""
    tables = princes().state.tables
    assert [tables.minimum(number) for number in range(1, 8)] == [7, 10, 12, 14, 15, 16, 17]


def test_every_term_of_a_work_counts() -> None:
    """7.3 4 building, 3 landscape, 3 freedom, 2 a jester, 1 a people card."""
    table = _poet(buildings=["theater"], landscapes=["lake", "lake"], freedoms=["travel"], jesters=2, recruiting=1)
    assert base_value(table.state, 0, 0) == 4 + 3 + 3 + 4 + 4


def test_several_landscapes_of_the_wanted_type_do_not_add_more() -> None:
    """5.2 At least one tile is all that counts."""
    one, two = _poet(landscapes=["lake"]), _poet(landscapes=["lake", "lake"])
    assert base_value(one.state, 0, 0) == base_value(two.state, 0, 0)


def test_people_on_the_table_and_recruiting_cards_count_one_each() -> None:
    """7.3 12.5 In hand or on the table, the card just played included."""
    table = _poet(table=["dramatist"], table_recruiting=1, recruiting=2)
    assert base_value(table.state, 0, 0) == 3 + 1 + 1 + 2


def test_a_work_below_the_minimum_is_not_offered() -> None:
    """7.1 7.2 Three people alone are worth 3."""
    assert not [key for key in _poet().keys(0) if key.startswith("work")]


def test_no_wish_needs_to_be_fulfilled() -> None:
    """7.1 Only the minimum counts."""
    assert "work:poet" in _poet(jesters=2).keys(0)


def test_a_work_pays_100_a_point_and_shows_the_person() -> None:
    """7.3 7.5 The card goes to the table, the bank pays."""
    table = _poet(jesters=2, cash=0).answer(0, "work:poet")
    assert table.asked(0).kind == "amount"
    table.answer(0, 0)
    player = table.player(0)
    assert (player.cash, player.best, [card.kind for card in player.table]) == (700, 7, ["poet"])
    assert table.barrier
    assert ENGINE.view(table.state, 1).players[0].table == ("poet",)


def test_1500_become_7_points_and_100_florins() -> None:
    """7.5 k is at most half of the value."""
    table = _poet(jesters=6, cash=0).answer(0, "work:poet")
    ask = table.asked(0)
    assert isinstance(ask, Amount)
    assert (ask.low, ask.high) == (0, 7)
    table.answer(0, 7)
    assert (table.player(0).points, table.player(0).cash) == (7, 100)


def test_nothing_is_revealed_while_a_work_is_composed() -> None:
    """7.2 11.2 Person and bonus cards are scratch until the last answer."""
    table = _poet(jesters=2, bonus=["b19_people_in_hand"])
    before = ENGINE.view(table.state, 1)
    table.answer(0, "work:poet").answer(0, "b19_people_in_hand")
    assert ENGINE.view(table.state, 1) == before
    assert table.events == () or all(event.only == (0,) for event in table.events)


def test_bonus_cards_may_be_needed_to_reach_the_minimum() -> None:
    """7.2 11.2 Done is offered only when the value suffices."""
    table = _poet(jesters=1, bonus=["b19_people_in_hand", "b11_jesters"]).answer(0, "work:poet")
    assert table.keys(0, "work.bonus") == ["b19_people_in_hand", "b11_jesters"]
    table.answer(0, "b11_jesters")
    assert "done" in table.keys(0)
    table.answer(0, "done").answer(0, 0)
    assert table.player(0).best == 7
    assert [card.kind for card in table.player(0).bonus] == ["b19_people_in_hand"]


def test_spent_bonus_cards_lie_open() -> None:
    """7.8 Out of the game, seen by all."""
    table = _poet(jesters=2, bonus=["b11_jesters"]).answer(0, "work:poet").answer(0, "b11_jesters").answer(0, 0)
    assert ENGINE.view(table.state, 2).spent_bonus == ("b11_jesters",)


def test_a_bonus_card_worth_nothing_may_be_played() -> None:
    """11.2 To no effect."""
    table = _poet(jesters=2, bonus=["b07_forests"]).answer(0, "work:poet").answer(0, "b07_forests").answer(0, 0)
    assert table.player(0).best == 7


def test_bonus_cards_count_after_the_person_has_reached_the_table() -> None:
    """7.4 In hand without the person, on the table with it."""
    table = _poet(jesters=2, bonus=["b19_people_in_hand", "b20_people_on_table"]).answer(0, "work:poet")
    table.answer(0, "b19_people_in_hand")
    assert value_so_far(table.state, 0) == 7 + 2
    table.answer(0, "b20_people_on_table").answer(0, 0)
    assert table.player(0).best == 7 + 2 + 1


def test_the_best_of_two_works_counts_and_they_are_not_added() -> None:
    """7.6 6.2 Two works in one turn are allowed."""
    table = _poet(jesters=2, buildings=["studio"]).answer(0, "work:painter").answer(0, 0)
    table.answer(0, "work:poet").answer(0, 0)
    assert [event.facts["value"] for event in table.told("best_work")] == [11]


def test_a_person_on_the_own_table_does_not_work_again() -> None:
    """7.7 A31 Only once a turn, and not later either."""
    table = _poet(jesters=2).answer(0, "work:poet").answer(0, 0)
    assert "work:poet" not in table.keys(0)


def test_a_turn_has_two_actions_and_ends_by_itself() -> None:
    """6.1 6.4 When nothing but going back remains."""
    table = princes().at_turn(0, after=[1]).answer(0, "freedom:travel").answer(0, "bonus")
    table.answer(0, table.keys(0)[0])
    table.answer(0, table.keys(0))
    assert table.owed() == [(1, "turn.action")]


def test_actions_left_are_lost_at_the_end_of_the_turn() -> None:
    """6.4 A turn may contain no action at all."""
    table = princes().at_turn(0, after=[1]).answer(0, "end")
    assert table.owed() == [(1, "turn.action")]


def test_hiring_happens_once_a_turn() -> None:
    """6.2 9.1 Pay, look at five, keep one."""
    table = princes().at_turn(0).answer(0, "hire")
    assert table.player(0).cash == 3200
    table.answer(0, table.keys(0)[0])
    table.answer(0, table.keys(0))
    assert len(table.player(0).hand) == 4
    assert "hire" not in table.keys(0)


def test_a_hired_person_may_work_at_once() -> None:
    """9.2 In the same turn."""
    table = _poet(jesters=3).answer(0, "hire")
    hired = table.keys(0)[0]
    table.answer(0, hired).answer(0, table.keys(0))
    assert f"work:{hired}" in table.keys(0)


def test_a_deck_of_three_is_seen_whole_and_returns_in_the_chosen_order() -> None:
    """25.9 3.3 9.1 Sees 3, keeps 1, the deck is 2 in the own order."""
    table = princes(4).without_cards("professions", 3).at_turn(0).answer(0, "hire")
    three = table.keys(0)
    table.answer(0, three[0]).answer(0, [three[2], three[1]])
    assert [card.kind for card in table.state.professions] == [three[2], three[1]]


def test_an_empty_profession_deck_ends_hiring() -> None:
    """9.1 Impossible if the deck is empty."""
    assert "hire" not in princes().without_cards("professions").at_turn(0).keys(0)


def test_a_freedom_is_introduced_once_a_turn_and_once_a_game() -> None:
    """10.1 6.2 Not if owned or sold out."""
    table = princes().with_game(freedoms={"travel": 1, "religion": 0, "opinion": 2}).at_turn(0)
    assert [key for key in table.keys(0) if key.startswith("freedom")] == ["freedom:travel", "freedom:opinion"]
    table.answer(0, "freedom:travel")
    assert table.player(0).freedoms == ["travel"]
    assert table.player(0).cash == 3200
    assert not [key for key in table.keys(0) if key.startswith("freedom")]


def test_bonus_cards_may_be_bought_twice() -> None:
    """11.1 6.2 As often as there are actions."""
    table = princes().at_turn(0).answer(0, "bonus")
    table.answer(0, table.keys(0)[0]).answer(0, table.keys(0)).answer(0, "bonus")
    table.answer(0, table.keys(0)[0])
    assert table.player(0).cash == 2900
    assert len(table.player(0).bonus) == 2


def test_an_empty_bonus_deck_ends_buying() -> None:
    """11.1 Impossible with an empty deck."""
    assert "bonus" not in princes().without_cards("bonus").at_turn(0).keys(0)


def test_what_cannot_be_paid_in_cash_is_not_offered() -> None:
    """A40 13.4 Points are sold first, by an own decision."""
    table = princes().with_player(0, cash=200, points=1).at_turn(0)
    assert table.keys(0, "turn.action") == ["end"]
    table.answer(0, 1, "track.back")
    assert "hire" in table.keys(0, "turn.action")


def test_points_are_sold_for_100_each_and_never_below_zero() -> None:
    """13.1 A7 One field back is 100 florins."""
    table = princes().with_player(0, points=2).at_turn(0)
    ask = table.asked(0, "track.back")
    assert isinstance(ask, Amount)
    assert (ask.low, ask.high) == (1, 2)
    table.answer(0, 1, "track.back")
    assert (table.player(0).cash, table.player(0).points) == (3600, 1)
    assert (0, "track.back") not in princes().with_player(0, points=0).at_turn(0).open()


def test_going_back_is_never_offered_inside_an_action() -> None:
    """13.2 6.3 Not in the middle of a work, building or look."""
    table = princes().with_player(0, points=5, jesters=4).at_turn(0)
    table.answer(0, next(key for key in table.keys(0, "turn.action") if key.startswith("work")), "turn.action")
    assert table.open() == [(0, "work.convert")]


def test_the_muse_adds_the_round_number() -> None:
    """17.2.1 To every work of this round."""
    table = princes(muse=True).with_player(0, hand=["poet", "painter", "lawyer"], character="muse", jesters=2)
    table.with_game(round=4).at_turn(0)
    assert base_value(table.state, 0, 0) == 3 + 4 + 4


def test_bonus_and_prestige_cards_are_no_people_cards() -> None:
    """7.4 They do not count towards a work."""
    table = _poet(bonus=["b01_buildings"], prestige=["r01_most_buildings"])
    assert base_value(table.state, 0, 0) == 3


def test_the_view_shows_what_each_person_would_reach() -> None:
    """7.3 A preview before committing."""
    table = _poet(buildings=["theater"], bonus=["b01_buildings"])
    works = {work.person: (work.value, work.highest) for work in ENGINE.view(table.state, 0).works}
    assert works["poet"] == (7, 8)
    assert ENGINE.view(table.state, 1).works != ENGINE.view(table.state, 0).works


def test_a_common_building_fulfils_a_wish() -> None:
    """18.4.6 Works of both partners profit."""
    table = _poet()
    table.player(0).buildings.append(Tile("theater", 1, 1))
    assert base_value(table.state, 0, 0) == 7


def test_a_bonus_card_that_must_be_added_is_asked_for_all_the_same() -> None:
    """7.2 The number of answers tells nobody that a card was needed."""
    table = _poet(jesters=1, bonus=["b11_jesters"]).answer(0, "work:poet")
    assert table.keys(0, "work.bonus") == ["b11_jesters"]


def test_the_sum_of_a_work_is_shown_before_it_counts() -> None:
    """7.3 Part by part in the question, as in the log afterwards: everybody checks it at a table."""
    table = _poet(buildings=["theater"], jesters=1, bonus=["b11_jesters"], cash=0)
    table.answer(0, "work:poet").answer(0, "b11_jesters", "work.bonus")
    said = Speaker("en", "princes").asked(table.asked(0, "work.convert").prompt)
    assert said.startswith(
        "11 = 4 building + 2 jesters + 3 people + 2 bonus cards. At least 7 was needed. A work of 11"
    )
