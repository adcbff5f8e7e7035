"""Chapter 15: the cards of the Era of Turmoil."""

import pytest

from engines.rivals.cards_turmoil import defence_of
from tests.engines.rivals.table import Table


def tavern() -> Table:
    """A Hedge Tavern at seat 0."""
    return Table("turmoil").city(0, 1).built(0, "hedge_tavern", 1)


@pytest.mark.parametrize(("cards", "rolls"), [
    ((), set()),
    (("lookout_tower",), {1, 2}),
    (("heinrich",), {3, 4, 5}),
    (("lookout_tower", "heinrich"), {1, 2, 3, 4, 5}),
])  # fmt: skip
def test_the_defence_roll(cards: tuple[str, ...], rolls: set[int]) -> None:
    """15.18 E43 Tower 1 and 2, Heinrich 3 to 5, both 1 to 5 with one roll."""
    table = Table("turmoil")
    for kind, x in zip(cards, (-1, 1), strict=False):
        table.built(1, kind, x)
    assert defence_of(table.state, table.player(1)) == rolls


def test_a_repelled_attack_is_discarded_without_effect() -> None:
    """15.18 A27 A28 A47 The hand is not shown; the number of the turn stays."""
    table = tavern().built(1, "lookout_tower").hand(1, "abbey").hand(0, "traitor").next_roll(2)
    table.answer("play:traitor.turmoil")
    assert (table.waits_for(), table.state.production) == ({0: "action"}, 1)
    assert not table.player(1).hand[0].known_to(0)
    assert table.state.discard[-1].kind == "traitor"
    assert table.told("repelled")


def test_a_failed_defence_lets_the_attack_go_on() -> None:
    """15.18 E49 The target is named after the roll, then the owner picks the stack."""
    table = tavern().built(1, "lookout_tower").built(1, "abbey", 1).hand(0, "arsonist").next_roll(6)
    table.answer("play:arsonist.turmoil")
    assert table.told("undefended")
    assert table.waits_for() == {0: "arsonist.building"}
    table.answer("abbey@1:above")
    assert table.told("marked")
    assert table.owe() == {0: "action", 1: "loss.stack"}
    table.answer("2", seat=1)
    assert table.cards(1) == ["lookout_tower"]


def test_archer_needs_a_unit_with_strength() -> None:
    """15.19 8.1 E17 A ship is no target, a building neither."""
    table = tavern().hand(0, "archer").built(1, "ore_ship").built(1, "lookout_tower", 1)
    assert "play:archer.turmoil" not in table.offers()
    assert "play:archer.turmoil" in table.built(1, "austin", 1, "below").offers()


def test_attacks_need_a_hedge_tavern() -> None:
    """15.19 15.20 15.21 15.29 The card's condition."""
    table = Table("turmoil").hand(0, "archer", "arsonist", "traitor").built(1, "austin").built(1, "abbey", 1)
    table.hand(1, "scout")
    assert table.offers() == ["end"]


def test_archer_lets_the_opponent_choose_unit_and_stack() -> None:
    """15.19 16.18 10.4 Then Irmgard pays."""
    table = tavern().hand(0, "archer").built(1, "austin").built(1, "harald", 1).built(1, "irmgard", 1, "below")
    table.answer("play:archer.turmoil")
    assert table.owe() == {0: "action", 1: "archer.unit"}
    assert table.offers(1) == ["austin@-1:above", "harald@1:above"]
    table.answer("austin@-1:above", seat=1).answer("1", seat=1)
    assert table.owe() == {0: "action", 1: "gain"}
    assert table.state.stacks[0].cards[-1].kind == "austin"


def test_a_fire_brigade_covers_all_buildings_of_its_city() -> None:
    """15.20 15.26 Itself included; buildings of other towns are open."""
    table = tavern().hand(0, "arsonist").city(1, -1).built(1, "fire_brigade").built(1, "abbey", -1, "below")
    assert "play:arsonist.turmoil" not in table.offers()
    table.built(1, "storehouse", 1).built(1, "parish_hall", 1, "below").answer("play:arsonist.turmoil")
    assert table.offers() == ["storehouse@1:above", "parish_hall@1:below"]


def test_a_fire_brigade_does_not_help_against_feud() -> None:
    """11.1 15.26 Feud is not the Arsonist."""
    table = Table("turmoil").built(0, "candamir").city(1, -1).built(1, "fire_brigade").event("feud")
    assert table.owe() == {0: "action", 1: "loss.stack"}


def test_traitor_shows_the_hand_and_takes_a_card_or_none() -> None:
    """15.21 17.4 9.5 No replacement for the victim; the card may be used at once."""
    table = tavern().hand(0, "traitor").hand(1, "abbey", "scout").rich(0)
    table.answer("play:traitor.turmoil")
    assert all(card.known_to(0) for card in table.player(1).hand)
    table.answer("abbey")
    assert (table.in_hand(0), table.in_hand(1)) == (["abbey"], ["scout"])
    assert "build:abbey" in table.offers()
    table = tavern().hand(0, "traitor").hand(1, "abbey").answer("play:traitor.turmoil").answer([])
    assert table.in_hand(1) == ["abbey"]


def test_traitor_needs_a_hand_to_look_at() -> None:
    """15.21 8.1 The opponent holds no card."""
    assert "play:traitor.turmoil" not in tavern().hand(0, "traitor").offers()


def test_voyage_of_plunder_takes_one_and_two_from_a_leader() -> None:
    """15.22 A32 Compulsory; the strength advantage is needed."""
    table = Table("turmoil").built(0, "candamir").hand(0, "voyage_of_plunder").stores(1, ore=2)
    table.answer("play:voyage_of_plunder.turmoil")
    assert table.held(0) == {"ore": 1}
    table = Table("turmoil").built(0, "candamir").city(1, 1).city(1, -1).hand(0, "voyage_of_plunder").stores(1, ore=2)
    table.answer("play:voyage_of_plunder.turmoil")
    assert table.held(0) == {"ore": 2}
    assert "play:voyage_of_plunder.turmoil" not in (
        Table("turmoil").hand(0, "voyage_of_plunder").stores(1, ore=2).offers()
    )


def test_a_drill_ground_makes_heroes_cheaper() -> None:
    """15.25 A16 The payer chooses which resource is dropped; other units pay in full."""
    table = Table("turmoil").built(0, "drill_ground").hand(0, "candamir", "ore_ship").stores(0, wool=2, grain=1, ore=1)
    table.play("build:candamir", "1:above")
    assert (table.asked(0).step, table.offers()) == ("build.discount", ["wool", "grain", "ore"])
    table.answer("wool")
    assert table.held() == {"wool": 1}
    table.stores(0, lumber=1, wool=0)
    assert "build:ore_ship" not in table.offers()


def test_a_discount_offers_only_what_makes_the_rest_payable() -> None:
    """A16 Without any grain, grain is what is dropped."""
    table = Table("turmoil").built(0, "drill_ground").hand(0, "austin").stores(0, ore=1)
    table.play("build:austin", "1:above")
    assert (table.cards(), table.held()) == (["austin", "drill_ground"], {})


def test_fairgrounds_pay_for_more_skill() -> None:
    """15.27 They may be built without it."""
    table = Table("turmoil").city(0, 1).built(0, "inga").hand(0, "fairgrounds").stores(0, lumber=2, grain=1, wool=1)
    table.play("build:fairgrounds.turmoil", "1:above")
    assert table.asked(0).step == "gain"
    table = Table("turmoil").city(0, 1).hand(0, "fairgrounds").stores(0, lumber=2, grain=1, wool=1)
    table.play("build:fairgrounds.turmoil", "1:above")
    assert table.waits_for() == {0: "action"}


def test_a_tithe_barn_pays_grain_or_wool_for_every_hero() -> None:
    """15.28 E47 Three heroes, three wool, after the cost; Irmgard counts."""
    table = Table("turmoil").city(0, 1).built(0, "irmgard").built(0, "austin", -1, "below").built(0, "harald", 1)
    table.hand(0, "tithe_barn").stores(0, lumber=2, brick=1, ore=1).play("build:tithe_barn.turmoil", "1:below", "wool")
    assert table.held() == {"wool": 3}


def test_a_tithe_barn_without_heroes_brings_nothing() -> None:
    """15.28 It can be built all the same."""
    table = Table("turmoil").city(0, 1).hand(0, "tithe_barn").stores(0, lumber=2, brick=1, ore=1)
    table.play("build:tithe_barn.turmoil", "1:above")
    assert (table.waits_for(), table.cards()) == ({0: "action"}, ["tithe_barn"])


def test_attacks_on_face_up_cards_send_them_back() -> None:
    """A13 10.4 A burnt Hedge Tavern is on the face-up stack again."""
    table = tavern().hand(0, "arsonist").city(1, 1).built(1, "hedge_tavern", 1)
    assert not table.state.face_up
    table.answer("play:arsonist.turmoil")
    assert (table.cards(1), [card.kind for card in table.state.face_up]) == ([], ["hedge_tavern"])
