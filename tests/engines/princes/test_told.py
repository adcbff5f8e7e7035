"""What players are told: what a card does, which figures are doubtful, the parts of a sum, how to be able to pay."""

from engines.kit import Amount, Pick, Text
from engines.kit.events import seen
from engines.princes import ENGINE
from tests.engines.princes.builder import Table, princes


def _notes(table: Table, seat: int = 0) -> dict[str, Text]:
    ask = table.asked(seat)
    assert isinstance(ask, Pick)
    return {option.key: option.note for option in ask.options if option.note is not None}


def _on_top(table: Table, *kinds: str) -> Table:
    deck = table.state.bonus
    deck.sort(key=lambda card: kinds.index(card.kind) if card.kind in kinds else len(kinds))
    return table


def test_a_bonus_card_says_what_it_counts() -> None:
    """11.1 Points for each of something, and what that makes now."""
    table = _on_top(princes(), "b07_forests", "b12_jesters_and_freedoms").with_player(0, landscapes=["forest"])
    note = _notes(table.at_turn(0).answer(0, "bonus"))["b07_forests"]
    assert note == Text("princes.note.bonus_now", {"terms": {"per/forests": 2}, "value": 2})
    assert _notes(table)["b12_jesters_and_freedoms"].facts["terms"] == {"per/jesters": 1, "per/freedoms": 1}


def test_the_owner_sees_what_the_cards_in_hand_are_good_for() -> None:
    """11.2 15.2 And nobody else does."""
    table = princes().with_player(0, bonus=["b07_forests"], prestige=["r06_most_forests"])
    mine, other = ENGINE.view(table.state, 0), ENGINE.view(table.state, 1)
    assert (mine.bonus_terms, mine.prestige_points) == ({"b07_forests": {"forests": 2}}, {"r06_most_forests": (7, 4)})
    assert (other.bonus_terms, other.prestige_points) == ({}, {})


def test_no_card_is_worth_less_than_nothing() -> None:
    """7.4 With an empty hand nobody leaves it for the table."""
    table = _on_top(princes(), "b19_people_in_hand", "b20_people_on_table")
    table.state.professions += table.player(0).hand
    table.player(0).hand = []
    notes = _notes(table.at_turn(0).answer(0, "bonus"))
    assert [notes[kind].facts["value"] for kind in ("b19_people_in_hand", "b20_people_on_table")] == [0, 0]


def test_doubtful_wishes_and_shapes_are_marked_where_they_are_read() -> None:
    """23.1 23.2 The poet is sourced, the painter is not; no shape is."""
    table = princes().with_player(0, hand=["poet", "painter"], cash=2000).at_turn(0)
    works = {work.person: work.doubtful for work in ENGINE.view(table.state, 0).works}
    assert works == {"poet": False, "painter": True}
    place = table.answer(0, "build:tower").asked(0)
    assert place.prompt.key == "princes.ask.build.place_reconstructed"
    start = ENGINE.pending(ENGINE.setup(3, ENGINE.info.options(), "doubts").state)[0].ask
    assert isinstance(start, Pick)
    for option in start.options:
        row = table.state.tables.professions[option.key]
        assert option.note is not None
        assert option.note.facts["doubt"] == row.in_doubt("building", "landscape", "freedom")


def test_the_log_says_the_parts_of_a_work() -> None:
    """7.3 The sum that everybody at a table checks; the minimum beside it."""
    table = princes().with_player(
        0, hand=["poet", "painter"], jesters=2, buildings=["theater"], freedoms=["travel"],
        landscapes=["forest"], bonus=["b07_forests"],
    )  # fmt: skip
    table.with_game(round=3).at_turn(0).answer(0, "work:poet").answer(0, "b07_forests").answer(0, 0)
    told = next(text for text in seen(table.events, 1) if text.key == "princes.event.work.completed")
    assert told.because is not None
    facts = dict(told.because.facts)
    assert (facts.pop("value"), facts.pop("minimum")) == (15, 12)
    assert facts == {
        "building": 4, "landscape": 0, "freedom": 3, "jesters": 4, "people": 2, "muse": 0, "cards": 2,
    }  # fmt: skip


def test_the_princess_has_parts_of_her_own() -> None:
    """17.2.3 Landscapes, builders, buildings, people."""
    table = princes(muse=True).with_player(
        0, character="princess", hand=["poet"], builders=1, buildings=["tower"], landscapes=["lake"]
    )
    table.at_turn(0).answer(0, "princess").answer(0, 0)
    because = seen(table.events, None)[0].because
    assert because is not None
    assert because.facts == {
        "value": 8, "minimum": 7, "landscapes": 3, "builders": 2, "buildings": 2, "people_total": 1,
    }  # fmt: skip


def test_who_lacks_cash_is_told_how_many_points_to_sell() -> None:
    """13.4 300 florins and 6 points: the tower for 700 is four points away."""
    table = princes().with_player(0, cash=300, points=6).at_turn(0)
    step = ENGINE.steps["turn.action"]
    reasons = {option.key: refusal for option, refusal in step.withheld(table.state, 0)}
    assert (reasons["build:tower"].code, reasons["build:tower"].facts["points"]) == ("princes.refusal.sell_first", 4)
    table.with_player(0, points=3)
    assert {o.key: r for o, r in step.withheld(table.state, 0)}["build:tower"].code == "princes.refusal.too_dear"
    shut = princes(going_back_allowed=False).with_player(0, cash=300, points=6).at_turn(0)
    assert {o.key: r for o, r in step.withheld(shut.state, 0)}["build:tower"].code == "princes.refusal.too_dear"


def test_in_the_last_round_florins_become_points_by_default() -> None:
    """7.5 After it they only break ties; before it they stay florins."""
    for number, default in ((6, 0), (7, 12)):
        table = princes().with_player(
            0, hand=["poet"], jesters=7, buildings=["theater"], landscapes=["lake"], freedoms=["travel"]
        )
        ask = table.with_game(round=number).at_turn(0).answer(0, "work:poet").asked(0)
        assert isinstance(ask, Amount)
        assert ask.default == default


def test_a_round_begins_with_its_minimum() -> None:
    """7.2 The one number everybody needs."""
    table = princes().with_game(round=2).at_end_of_round()
    told = next(text for text in seen(table.events, None) if text.key == "princes.event.round")
    assert (told.facts["number"], told.facts["minimum"]) == (3, 12)
