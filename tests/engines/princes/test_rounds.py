"""Chapters 3, 13, 14: rounds, the award, the end of going back."""

from engines.princes import ENGINE
from tests.engines.princes.builder import princes


def test_the_highest_work_of_the_round_gets_three_points() -> None:
    """14.1 A single work suffices."""
    table = princes().with_player(0, best=13).at_end_of_round()
    assert [player.points for player in table.state.players] == [3, 0, 0]


def test_all_tied_best_works_get_three_points() -> None:
    """14.1 Every player with the highest value."""
    table = princes().with_player(0, best=13).with_player(1, best=10).with_player(2, best=13).at_end_of_round()
    assert [player.points for player in table.state.players] == [3, 0, 3]
    assert [player.best for player in table.state.players] == [0, 0, 0]


def test_without_a_work_nobody_gets_the_award() -> None:
    """14.1 Nothing is given."""
    assert [player.points for player in princes().at_end_of_round().state.players] == [0, 0, 0]


def test_the_start_player_moves_one_seat_to_the_left() -> None:
    """14.2 3.1 And the next round begins with that seat."""
    table = princes().at_end_of_round()
    assert (table.state.round, table.state.start) == (2, 1)
    assert table.owed() == [(1, "auction.open")]


def test_a_game_has_seven_rounds() -> None:
    """3.1 15.1 After the seventh the game is over."""
    table = princes().with_game(round=7).at_end_of_round()
    assert table.state.ending == "rounds"
    assert ENGINE.pending(table.state) == ()


def test_turns_follow_the_auctions_clockwise_from_the_start_player() -> None:
    """3.1 6.1 One turn each."""
    table = princes(3, start_player=1).at_auction(1, out=[1, 2]).answer(0, "decline")
    assert table.owed() == [(1, "turn.action")]
    table.answer(1, "end").answer(2, "end")
    assert table.owed() == [(0, "turn.action")]
    table.answer(0, "end")
    assert table.state.round == 2


def test_points_are_without_limit() -> None:
    """1.4 The track is lapped."""
    table = princes().with_player(0, points=49, best=9).at_end_of_round()
    assert table.player(0).points == 52


def test_going_back_ends_with_the_last_award() -> None:
    """13.2 A8 Not offered in the last window."""
    table = princes(muse=True, going_back_allowed_with_muse=True).with_player(0, points=5, character="merchant")
    table.with_game(round=7).at_end_of_round()
    assert table.open() == [(0, "characters.last")]


def test_with_characters_there_is_no_going_back() -> None:
    """17.4 A16 Unless the option allows it."""
    assert (0, "track.back") not in princes(muse=True).with_player(0, points=5).at_turn(0).open()
    allowed = princes(muse=True, going_back_allowed_with_muse=True).with_player(0, points=5).at_turn(0)
    assert (0, "track.back") in allowed.open()


def test_going_back_may_be_switched_off_altogether() -> None:
    """17.4 By `going_back_allowed`."""
    assert (0, "track.back") not in princes(going_back_allowed=False).with_player(0, points=5).at_turn(0).open()


def test_all_amounts_are_hundreds_after_a_whole_game() -> None:
    """1.4 And every law holds."""
    from engines.kit.play import Walk
    from engines.princes.state import PrincesOptions

    *_, last = Walk(ENGINE, 3, PrincesOptions(), "laws").positions()
    assert all(player.cash % 100 == 0 for player in last.state.players)
