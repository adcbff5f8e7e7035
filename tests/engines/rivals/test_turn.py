"""Chapter 6 and 14: the turn, winning and the end."""

from engines.rivals.ending import is_exhausted, is_plainly_within_reach, most_points
from tests.engines.asked import asked
from tests.engines.rivals.table import Table


def end_of_turn(table: Table, seat: int = 0) -> Table:
    """End the turn of a seat as plainly as possible."""
    while not table.state.ending and table.state.active == seat:
        step = table.asked(seat).step
        table.answer({"action": "end", "exchange.card": "none"}.get(step, table.offers(seat)[0]), seat)
    return table


def winning(mode: str) -> Table:
    """Four cities and both tokens at seat 0: 10 points."""
    table = Table(mode).settlement(0, 3, "hills_5", "fields_3").settlement(0, 5, "forest_6", "mountains_4")
    for x in (-1, 1, 3, 5):
        table.city(0, x)
    return table.built(0, "candamir", -1).built(0, "marketplace", -1).built(0, "toll_bridge", 1).built(0, "ore_ship", 1)


def test_before_the_roll_everybody_is_asked_whatever_the_hand() -> None:
    """6.0 16.4 With an empty hand the only offer is to roll, and the kit does not answer it."""
    table = Table().at("turn.before")
    assert table.offers() == ["roll"]


def test_brigitta_and_reiner_may_both_be_played_once_before_the_roll() -> None:
    """6.0 15.3 15.13 One of each at most, and nothing else."""
    table = Table("gold").hand(0, "brigitta", "brigitta", "reiner", "goldsmith.basic")
    table.state.production, table.state.face = 0, ""
    table.at("turn.before")
    assert table.offers() == ["roll", *[f"brigitta:{n}" for n in range(1, 7)], "reiner"]
    table.answer("brigitta:5")
    assert table.offers() == ["roll", "reiner"]
    table.answer("reiner")
    assert table.offers() == ["roll"]
    assert [card.kind for card in table.state.discard] == ["brigitta", "reiner"]
    table.answer("roll")
    assert (table.state.production, table.state.face) == (5, "celebration")


def test_brigitta_is_not_for_after_the_roll() -> None:
    """6.0 8.1 E31 The action phase does not offer her."""
    table = Table().hand(0, "brigitta")
    assert table.offers() == ["end"]


def test_an_era_is_won_before_the_dice() -> None:
    """6.0 E56 12 points at the start of the own turn: no roll."""
    table = winning("gold").city(1, -1).built(0, "merchant_guild", 3).built(0, "mint", 3)
    table.state.active = 1
    table.at("turn.actions")
    assert table.points(0) == 12
    assert not table.state.ending
    end_of_turn(table, 1)
    assert (table.state.ending, table.state.winner) == ("target", 0)


def test_an_era_is_won_at_once_in_the_own_turn() -> None:
    """6.5 A19 A44 As soon as the build is complete."""
    table = winning("gold").built(0, "merchant_guild", 3).hand(0, "mint").rich(0)
    assert table.points() == 11
    table.play("build:mint.gold", "3:below")
    assert table.state.winner == 0


def test_the_opponent_never_wins_in_my_turn() -> None:
    """6.5 14.1 Whatever the score."""
    table = winning("gold").built(0, "merchant_guild", 3).built(0, "mint", 3)
    table.state.active = 1
    table.at("turn.actions")
    assert table.points(0) == 12
    table.state.players[1].towns[0].city = True
    assert table.waits_for() == {1: "action"}


def test_the_basic_game_is_won_only_at_the_end_of_the_turn() -> None:
    """6.5 A19 Seven points during the turn do not end it."""
    table = winning("basic")
    assert table.points() == 10
    assert table.at("turn.actions").waits_for() == {0: "action"}
    end_of_turn(table)
    assert table.state.winner == 0


def test_turns_alternate() -> None:
    """5.7 6.2 6.4 Refill and exchange come before the other player's turn."""
    table = end_of_turn(Table())
    assert (table.state.active, table.waits_for()) == (1, {1: "turn.before"})
    assert len(table.player(0).hand) == 3


def test_winning_on_the_opponents_loss() -> None:
    """4.3 A44 E70 The sunk ship brings the trade token, and with it the 12th point."""
    table = Table("gold").settlement(0, 3, "hills_5", "fields_3").settlement(0, 5, "forest_6", "mountains_4")
    for x in (-1, 1, 3, 5):
        table.city(0, x)
    table.built(0, "candamir", -1).built(0, "merchant_guild", -1).built(0, "mint", 1).built(0, "toll_bridge", 1)
    table.built(1, "marketplace", -1).built(1, "toll_bridge", -1, "below").built(1, "ore_ship", 1)
    table.hand(0, "pirate_ship").stores(0, lumber=1, wool=1)
    assert table.points() == 11
    table.play("build:pirate_ship.gold", "3:above")
    assert (table.points(), table.state.winner) == (12, 0)
    assert table.state.discard[-1].kind == "ore_ship"


def test_the_game_ends_when_nobody_can_reach_the_target() -> None:
    """14.1 R1 A reading: the supply is used up and every card that scores is discarded."""
    table = Table("gold", target=9)
    assert not is_exhausted(table.state)
    table.state.supply = {"road": 0, "settlement": 0, "city": 0}
    kinds = [card.kind for stack in table.state.stacks for card in stack.cards] + ["merchant_guild", "merchant_guild"]
    table.discard(*kinds)
    assert most_points(table.state, 0) == 2
    table.at("turn.end")
    assert table.state.ending == "exhausted"


def test_a_card_that_can_never_be_built_does_not_keep_the_game_alive() -> None:
    """R1 A Staple House needs a Merchant Guild, and both guilds are discarded."""
    table = Table("gold", target=3)
    table.state.supply = {"road": 0, "settlement": 0, "city": 0}
    kinds = [card.kind for stack in table.state.stacks for card in stack.cards] + ["merchant_guild", "merchant_guild"]
    kinds.remove("staple_house")
    table.discard(*kinds)
    assert is_exhausted(table.state)


def test_the_quick_look_never_promises_more_than_the_bound() -> None:
    """R1 What is plainly within reach is within the bound, in every position of a game."""
    looked = 0
    for s, pending in asked("rivals", 2, {"mode": "duel"}, games=1):
        if pending.step == "action" and is_plainly_within_reach(s, pending.seat):
            looked += 1
            assert most_points(s, pending.seat) >= s.target
    assert looked
