"""Chapter 19: who sees what."""

from engines.kit.play import Walk
from engines.princes import ENGINE
from engines.princes.options import PrincesOptions
from tests.contract.properties import a_viewer_learns_no_secret
from tests.engines.princes.builder import princes


def test_secret_money_is_shown_to_its_owner_alone() -> None:
    """19.1 The option `money`."""
    state = princes().state
    assert [player.cash for player in ENGINE.view(state, 1).players] == [None, 3500, None]
    assert [player.cash for player in ENGINE.view(state, None).players] == [None, None, None]


def test_open_money_is_shown_to_all() -> None:
    """19.1 The option `money`."""
    assert [player.cash for player in ENGINE.view(princes(money="open").state, None).players] == [3500] * 3


def test_hands_bonus_and_prestige_cards_are_counted_but_not_shown() -> None:
    """19.1 Numbers of cards are public."""
    table = princes().with_player(0, bonus=["b01_buildings"], prestige=["r01_most_buildings"])
    seen = ENGINE.view(table.state, 1).players[0]
    assert (seen.hand, seen.bonus, seen.prestige) == ((None, None, None), (None,), (None,))


def test_open_money_is_no_screen_at_the_end() -> None:
    """15.3 The tie-break is shown to all once the game is over."""
    table = princes().with_game(round=7).at_end_of_round()
    assert [player.cash for player in ENGINE.view(table.state, None).players] == [3500] * 3


def test_the_order_of_decks_is_known_to_nobody() -> None:
    """19.1 Only their sizes."""
    view = ENGINE.view(princes().state, 0)
    assert all(face is None for faces in view.decks.values() for face in faces)


def test_the_supplies_and_sizes_are_public() -> None:
    """1.2 For onlookers too."""
    view = ENGINE.view(princes(4).state, None)
    assert [len(view.decks[name]) for name in ("professions", "bonus", "prestige")] == [9, 20, 14]
    assert view.buildings["tower"] == 3


def test_another_looker_makes_the_first_forget() -> None:
    """19.1 Who looked sees the cards rise until somebody else takes one of them unseen."""
    table = princes(3).without_cards("prestige", 5).at_auction(0)
    table.answer(0, "prestige_card").answer(1, "pass").answer(2, "pass")
    five = table.keys(0)
    table.answer(0, five[0]).answer(0, five[1:])
    assert ENGINE.view(table.state, 0).decks["prestige"] == tuple(five[1:])
    table.with_game(round=2).at_auction(1).answer(1, "prestige_card").answer(2, "pass").answer(0, "pass")
    assert ENGINE.view(table.state, 0).looking == ()
    table.answer(1, five[1]).answer(1, table.keys(1))
    assert set(ENGINE.view(table.state, 0).decks["prestige"]) == {None}


def test_open_money_opens_nothing_else() -> None:
    """19.1 With `money = open` hands and decks stay as secret as ever."""
    options = PrincesOptions(money="open", muse=True, coop=True)
    for position in Walk(ENGINE, 3, options, "open").positions():
        if position.number % 10 == 0 and not position.state.ending:
            a_viewer_learns_no_secret(ENGINE, position.state, f"{position.number}")
