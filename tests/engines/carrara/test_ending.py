"""Chapter 7: announcing, the last tile and the last round."""

import pytest

from .table import Game, Table, table

SCORED = ["villa", "castle", "gate", "palace"]
OBJECTS = {"book": 2, "cup": 2, "crown": 2, "gate": 2, "flag": 1}
COSTS = [
    "villa 5 pisa",
    "villa 4 pisa",
    "castle 5 pisa",
    "castle 4 pisa",
    "gate 5 pisa",
    "gate 4 pisa",
    "palace 3 pisa",
]


def ready(seats: int = 2, seat: int = 0) -> Table:
    """A seat that fulfils all three conditions for any number of players: 4 scorings, 9 objects, cost 30."""
    return (
        table(seats)
        .player(seat, coins=0, objects=dict(OBJECTS), buildings=COSTS, types_scored=list(SCORED))
        .set(turn=seat)
    )


def acted(position: Table) -> Game:
    """After an action that brings nothing: no money, nothing to pay."""
    return position.wheel({1: "white"}).empty_bag().at().answer("buy")


def test_who_fulfils_all_three_conditions_may_announce_at_the_end_of_the_turn() -> None:
    """7.2, 7.3"""
    game = acted(ready())
    assert (game.step, game.seat, game.keys) == ("turn.object", 0, ["none", "announce"])
    game = acted(ready().set(object_field=[]))
    assert (game.step, game.seat, game.keys) == ("turn.announce", 0, ["play_on", "announce"])


@pytest.mark.parametrize(("seats", "objects", "cost"), [(2, 9, 30), (3, 8, 25), (4, 7, 20)])
def test_each_condition_is_a_minimum(seats: int, objects: int, cost: int) -> None:
    """7.2"""
    from engines.carrara.state import CarraraState
    from engines.carrara.turn import may_announce

    def position(scorings: int, objects: int, cost: int) -> CarraraState:
        kinds = ("book", "cup", "crown", "gate", "flag")
        have = {kind: objects // 5 + (place < objects % 5) for place, kind in enumerate(kinds)}
        built = [f"{kind} 5 pisa" for kind in ("villa", "gate", "castle", "palace", "library", "cathedral")][
            : cost // 5
        ]
        built += [f"villa {cost % 5} pisa"] if cost % 5 else []
        return table(seats).player(0, objects=have, buildings=built, types_scored=SCORED[:scorings]).at().state

    assert may_announce(position(4, objects, cost), 0)
    assert not may_announce(position(3, objects, cost), 0)
    assert not may_announce(position(4, objects - 1, cost), 0)
    assert not may_announce(position(4, objects, cost - 1), 0)


def test_announcing_is_never_compulsory_and_may_be_done_later() -> None:
    """7.3"""
    for position, play_on in ((ready(), "none"), (ready().set(object_field=[]), "play_on")):
        game = acted(position).answer(play_on)
        assert (game.state.announcer, game.me.points, game.seat) == (-1, {}, 1)


def test_announcing_brings_five_points_and_opens_the_screen() -> None:
    """7.4, 9.4"""
    game = acted(ready()).answer("announce")
    assert game.me.points == {"announcement": 5}
    assert game.told("announced").facts["objects"] == {f"object/{kind}": count for kind, count in OBJECTS.items()}
    assert game.barrier


def test_after_the_announcement_the_round_runs_on_to_the_last_seat() -> None:
    """7.4, 7.5"""
    game = acted(ready(4, seat=1)).answer("announce")
    for seat in (2, 3):
        assert (game.seat, game.keys[-1], game.state.ending) == (seat, "decline", "")
        game = game.answer("decline")
    assert game.state.ending == "announced"


def test_if_the_last_seat_announces_the_final_scoring_follows_at_once() -> None:
    """7.4"""
    assert acted(ready(3, seat=2)).answer("announce").state.ending == "announced"


def test_nobody_else_may_announce() -> None:
    """7.5"""
    position = ready(2, seat=1).set(announcer=0)
    assert acted(position).state.ending == "announced"


def test_who_declines_buys_no_object() -> None:
    """7.5, A5"""
    game = table(3).player(1, coins=30).set(turn=1, announcer=0).at().answer("decline")
    assert (game.seat, game.step, game.state.players[1].coins) == (2, "turn.action", 30)


def test_who_acts_after_the_announcement_may_buy_an_object() -> None:
    """7.5"""
    game = table(3).player(1, coins=30, buildings=["villa 1 pisa"]).set(turn=1, announcer=0).at().answer("score")
    assert (game.seat, game.step) == (1, "turn.object")


def test_an_announcement_that_would_be_wrong_is_not_offered() -> None:
    """7.6, A6"""
    position = ready()
    position.state.players[0].types_scored.pop()
    assert acted(position).state.turn == 1


def test_an_object_bought_this_turn_counts_for_the_announcement() -> None:
    """A3, 3.3"""
    position = ready().player(0, coins=10, objects={"flag": 0})
    game = position.at("turn.object")
    assert game.answer("none").state.turn == 1
    assert game.answer("flag").step == "turn.announce"


def test_with_coins_as_a_condition_what_was_spent_does_not_count_any_more() -> None:
    """A30, 11.1"""
    position = table(2, cards=(6, 1, 1, 2)).player(0, coins=25, objects=dict(OBJECTS), buildings=COSTS)
    game = position.at("turn.object")
    assert "announce" in game.keys
    assert game.answer("book", alone=True).keys == ["play_on"]


def test_the_round_of_the_thirtieth_tile_is_the_last_one() -> None:
    """7.1"""
    game = table(3).player(0, coins=0, bricks={"black": 1}).display("", "gate 1", "").at().answer("build")
    assert game.was_told("exhausted")
    assert (game.seat, game.state.ending) == (1, "")


def test_after_exhaustion_an_action_is_still_compulsory() -> None:
    """7.1, A5"""
    game = table(3).player(0, coins=0, bricks={"black": 1}).display("gate 1").at().answer("build")
    assert "decline" not in game.keys


def test_exhaustion_ends_the_game_after_the_last_seats_turn() -> None:
    """7.1"""
    game = table(2).player(1, coins=0, bricks={"black": 1}).display("gate 1").set(turn=1).at().answer("build")
    assert game.state.ending == "exhausted"


def test_after_the_thirtieth_tile_its_builder_may_announce() -> None:
    """A4"""
    position = ready().player(0, bricks={"black": 1}).display("library 1")
    game = position.at().answer("build")
    assert (game.seat, game.keys) == (0, ["none", "announce"])


def test_after_the_thirtieth_tile_a_later_seat_may_announce() -> None:
    """A4"""
    game = acted(ready(3, seat=1).display(""))
    assert (game.seat, game.keys) == (1, ["none", "announce"])
    assert game.answer("announce").keys[-1] == "decline"


def test_tiles_left_in_the_display_keep_the_game_going() -> None:
    """7.1"""
    game = table(2).player(1, coins=0, bricks={"black": 1}).display("gate 1", "gate 5").set(turn=1).at().answer("build")
    assert (game.state.ending, game.seat, game.state.round) == ("", 0, 2)


def test_a_player_who_can_do_nothing_after_an_announcement_may_take_the_coins_or_decline() -> None:
    """7.5, 4.7"""
    game = table(3).set(turn=1, announcer=0).wheel({}).empty_bag().at()
    assert game.keys == ["stuck", "decline"]
