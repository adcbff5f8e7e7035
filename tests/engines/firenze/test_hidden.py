"""10 Open and hidden information."""

from __future__ import annotations

from engines.firenze import ENGINE
from engines.firenze.view import view
from engines.kit.play import Walk
from tests.engines.firenze.builder import table


def test_a_hand_is_shown_to_its_owner_alone() -> None:
    """10.1 10.3 Others see how many cards it holds."""
    t = table().player(0, warehouse={"red": 1}, hand=["mason", "fame"]).at("card.choose")
    assert view(t.state, 0).players[0].hand == ("fame", "mason")
    assert view(t.state, 1).players[0].hand is None
    assert view(t.state, None).players[0].hand is None
    assert view(t.state, 1).players[0].hand_size == 2


def test_by_option_hands_are_open() -> None:
    """10.3 For everybody."""
    t = table(hands="open").player(0, warehouse={"red": 1}, hand=["mason", "fame"]).at("card.choose")
    assert view(t.state, 1).players[0].hand == ("fame", "mason")
    assert view(t.state, None).players[0].hand == ("fame", "mason")


def test_the_bag_is_public_by_colour() -> None:
    """10.2 Counts, never the order of draws."""
    t = table().bag(red=3, blue=1).player(0, warehouse={"red": 1}).at("card.choose")
    assert view(t.state, None).bag == {"white": 0, "yellow": 0, "green": 0, "red": 3, "blue": 1, "purple": 0}


def test_the_draw_pile_is_a_number_and_the_discard_pile_is_open() -> None:
    """10.1 10.4 The order of the draw pile is hidden."""
    t = table().draw_pile("fame", "botch").discard_pile("flood").player(0, warehouse={"red": 1}).at("card.choose")
    assert view(t.state, 0).draw_pile == 2
    assert view(t.state, 0).discard_pile == ("flood",)


def test_the_plan_is_seen_by_its_owner_alone() -> None:
    """6.5 Until it is carried out."""
    t = table().player(0, warehouse={"red": 5, "white": 1}, towers=[("red", 2), ("blue", 3)]).at("build.bricks")
    t.answer("build.bricks", {"raise:red-2": 3})
    own = view(t.state, 0)
    assert own.plan is not None
    assert (own.plan.built, own.plan.cost, own.plan.returned) == (3, 1, {"blue": 1})
    assert [tower.falls for tower in own.players[0].towers] == [False, True]
    assert view(t.state, 1).plan is None
    assert [tower.falls for tower in view(t.state, 1).players[0].towers] == [True, True]


def test_the_view_names_who_leads_each_tower_and_what_is_open() -> None:
    """12.1 8.1 As the picture shows it."""
    t = table().sealed(white_3=1).player(0, warehouse={"red": 1}).at("card.choose")
    white = view(t.state, None).colours[0]
    assert white.leader == 1
    assert [storey.open for storey in white.commissions] == [False, True, True, True, True, True]
    assert [storey.balcony for storey in white.commissions] == [0, 0, 0, 1, 0, 0]
    red = view(t.state, None).colours[3]
    assert [storey.open for storey in red.commissions] == [True, True, False, True, True, True]


def test_the_row_shows_what_each_card_costs_now() -> None:
    """4.2 4.4 Nothing, once the Princess is played."""
    t = table().player(0, warehouse={"red": 1}, hand=["princess"]).at("card.choose")
    assert [card.price for card in view(t.state, 1).row] == [0, 1, 2, 3, 4, 5]
    assert [card.price for card in view(t.play("princess").state, 1).row] == [0] * 6


def test_who_follows_the_log_knows_every_hand() -> None:
    """10.3 Every card of a hand was named when it was taken or given."""
    walk = Walk(ENGINE, 3, ENGINE.info.options(), "log", wild=20)
    named: set[str] = set()
    for position in walk.positions():
        for event in position.outcome.events:
            named |= {str(fact) for fact in event.facts.values()} | (
                {"card/monument"} if "monument" in event.key else set()
            )
        assert {f"card/{card}" for player in position.state.players for card in player.hand} <= named


def _asked(hand: list[str], step: str, **turn: object) -> tuple[list[int], list[str]]:
    t = table().player(0, warehouse={"red": 2}, towers=[("red", 3)], hand=hand)
    t = t.player(1, warehouse={"blue": 1}, towers=[("blue", 3)]).row(("mason", {"red": 1}), "bridge")
    t.at(step, alone=True, **turn)
    return t.owed(), [each.step for each in ENGINE.pending(t.state) if each.owed]


def test_whoever_is_in_the_hand_the_same_is_asked() -> None:
    """10.3 Nobody can tell a feast from a person by a wait."""
    for step in ("card.choose", "exchange.choose", "build.bricks", "fulfil.choose", "limits.close"):
        hidden = [_asked([card], step) for card in ("fame", "wholesaler", "alchemist", "architect", "patrician")]
        assert hidden == [([0], [step])] * 5, step


def test_without_a_hand_nothing_is_asked_for_its_sake() -> None:
    """10.3 The size of a hand is seen by all."""
    assert _asked([], "limits.close")[0] == [1]
    assert _asked([], "exchange.choose")[1] == ["build.bricks"]


def test_an_event_is_accepted_by_word_whoever_is_in_the_hand() -> None:
    """9.2 10.3"""
    for hand, keys in ((["fame"], ["accept"]), (["patrician"], ["accept", "ward"])):
        t = table().player(0, warehouse={"red": 4}, hand=hand).row(("flood", {}), "bridge").at("card.choose")
        t.answer("card.choose", "slot:0", alone=True)
        assert t.offers("event.ward") == keys


def test_with_open_hands_only_who_can_is_asked() -> None:
    """10.3 By option."""
    t = table(hands="open").player(0, warehouse={"red": 2}, hand=["fame"]).at("limits.close", alone=True)
    assert t.owed() == [1]
