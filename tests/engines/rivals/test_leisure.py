"""7.9 10.4: what the player who is not on turn gives up at leisure, and what waits for it."""

from engines.kit import Answer
from engines.rivals import ENGINE
from tests.engines.rivals.table import Table


def attacked(*hand: str) -> Table:
    """Seat 1 has two units of which Archer takes one; these cards stay in the attacker's hand."""
    table = Table("turmoil").city(0, 1).built(0, "hedge_tavern", 1).built(1, "austin").built(1, "harald", 1)
    return table.hand(0, "archer", *hand).answer("play:archer.turmoil")


def let_decide(table: Table) -> Table:
    """The player on turn taps *Let them decide first*."""
    side = next(each for each in ENGINE.pending(table.state) if each.step == "loss.wait")
    table.state = ENGINE.submit(table.state, Answer(side.seat, side.ask_id, ["wait"])).state
    return table


def test_the_turn_goes_on_while_the_other_player_decides() -> None:
    """15.19 7.9."""
    assert attacked().owe() == {0: "action", 1: "archer.unit"}


def test_in_a_game_begun_before_the_turn_waits() -> None:
    """15.19 By the rules it began with."""
    table = Table("turmoil").city(0, 1).built(0, "hedge_tavern", 1).built(1, "austin").built(1, "harald", 1)
    table.hand(0, "archer").state.rules = 4
    assert table.answer("play:archer.turmoil").waits_for() == {1: "archer.unit"}


def test_what_looks_at_the_others_cards_waits() -> None:
    """15.20 15.21 Cards that need to know what is left are offered once it is decided."""
    table = attacked("arsonist", "traitor").built(1, "abbey", 1, "below").hand(1, "scout")
    assert not {"play:arsonist.turmoil", "play:traitor.turmoil"} & set(table.offers())
    let_decide(table)
    assert table.waits_for() == {1: "archer.unit"}
    table.answer("austin@-1:above", seat=1).answer("1", seat=1)
    assert {"play:arsonist.turmoil", "play:traitor.turmoil"} <= set(table.offers())


def test_a_lost_card_lies_above_what_was_put_under_since() -> None:
    """10.1 As if the stack had been named at once."""
    table = attacked("abbey").answer("end")
    while table.waits_for() == {0: "hand.refill"}:
        table.answer("1")
    table.answer("abbey").answer("2")
    table.answer("austin@-1:above", seat=1).answer("2", seat=1)
    assert [card.kind for card in table.state.stacks[1].cards[-2:]] == ["austin", "abbey"]


def test_what_was_put_under_since_is_not_drawn_before_the_lost_card() -> None:
    """9.4 10.2 An emptied stack is not offered until it is known what lies on top."""
    table = attacked("abbey")
    rest, table.state.stacks[1].cards = table.state.stacks[1].cards, []
    table.state.stacks[2].cards += rest
    table.answer("end")
    while table.waits_for() == {0: "hand.refill"}:
        table.answer("1")
    table.answer("abbey").answer("2")
    assert "draw:2" not in table.offers()
    let_decide(table).answer("austin@-1:above", seat=1).answer("2", seat=1)
    assert "draw:2" in table.offers()
    table.answer("draw:2")
    assert "austin" in table.in_hand()


def test_a_search_waits_for_the_lost_card() -> None:
    """9.4 The whole stack is looked through."""
    table = attacked("abbey").rich(0).answer("end")
    while table.waits_for() == {0: "hand.refill"}:
        table.answer("1")
    table.answer("abbey").answer("2").answer("search:2", alone=True)
    assert table.waits_for() == {1: "archer.unit"}


def test_the_turn_ends_when_it_is_decided() -> None:
    """6.5 What counts for the end of a turn is known then."""
    table = attacked().answer("end")
    while table.waits_for() == {0: "hand.refill"}:
        table.answer("1")
    table.answer("none")
    assert table.waits_for() == {1: "archer.unit"}
    table.answer("austin@-1:above", seat=1).answer("1", seat=1)
    assert table.waits_for() == {1: "turn.before"}


def test_a_win_that_depends_on_the_loss_waits_for_it() -> None:
    """4.3 6.5 With one unit fewer the other one loses the advantage, and whoever is on turn has the points."""
    table = Table("turmoil", target=5).city(0, 1).built(0, "hedge_tavern", 1).built(0, "candamir")
    table.built(1, "osmund").built(1, "siglind", 1).hand(0, "archer")
    assert table.points(0) == 4
    table.answer("play:archer.turmoil")
    assert table.waits_for() == {1: "archer.unit"}
    table.answer("osmund@-1:above", seat=1).answer("1", seat=1)
    assert table.state.ending == "target"


def test_a_ship_is_sunk_below_what_was_discarded_since() -> None:
    """15.14 10.3 The top of the pile is what was laid there last."""
    table = Table("gold").built(1, "ore_ship").built(1, "wool_ship", 1).hand(0, "pirate_ship", "goldsmith")
    table.stores(0, lumber=1, wool=1, gold=3).play("build:pirate_ship.gold", "-1:above")
    table.answer("play:goldsmith")
    while "swap.gain" in table.waits_for().values():
        table.answer({table.offers()[0]: 2})
    assert table.state.discard[-1].kind == "goldsmith"
    table.answer("wool_ship@1:above", seat=1)
    assert [card.kind for card in table.state.discard[-2:]] == ["wool_ship", "goldsmith"]


def test_what_a_card_counts_when_it_is_built_waits_for_the_loss() -> None:
    """15.14 A second pirate ship: first it is known which ship is left."""
    table = Table("gold").built(1, "ore_ship").built(1, "wool_ship", 1).hand(0, "pirate_ship", "pirate_ship")
    table.stores(0, lumber=2, wool=2).play("build:pirate_ship.gold", "-1:above")
    table.play("build:pirate_ship.gold", "1:above")
    assert table.waits_for() == {1: "pirate.ship"}
    table.answer("wool_ship@1:above", seat=1)
    assert (table.cards(1), table.waits_for()) == ([], {0: "action"})
