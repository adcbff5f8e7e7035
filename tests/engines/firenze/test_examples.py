"""The worked examples of the rulebook and those derived from its words: the situation, and what must come out."""

from __future__ import annotations

import pytest

from engines.firenze import ENGINE
from engines.firenze.board import majority_leader
from engines.firenze.cost import building_cost
from engines.firenze.limits import brick_limit, card_excess
from engines.firenze.losses import flood_loss, loss_of
from engines.firenze.state import NEUTRAL
from engines.kit import Refusal
from tests.engines.firenze.builder import Table, table, totals

HOLGER = {"white": 3, "green": 2, "yellow": 2, "blue": 1}


@pytest.mark.parametrize(("seats", "after_deal", "after_row"), [(2, 83, 59), (3, 79, 55), (4, 74, 50)])
def test_start_bricks(seats: int, after_deal: int, after_row: int) -> None:
    """2.7 2.9 Two, three, four and five white bricks; 24 bricks on the row."""
    s = ENGINE.setup(seats, ENGINE.info.options(start_player="first"), "examples").state
    dealt = [player.warehouse["white"] for player in s.players]
    assert dealt == [2, 3, 4, 5][:seats]
    assert 88 - sum(dealt) == after_deal
    assert [totals(card.bricks) for card in s.row] == [4] * 6
    assert totals(s.bag) == after_row


def test_commission_green_five() -> None:
    """1.7 8.1 Exactly five bricks, four points."""
    t = table().player(0, towers=[("green", 4), ("green", 5), ("green", 7)]).tokens().at("fulfil.choose")
    t.answer("fulfil.choose", "green-5")
    assert t[0].score == 4


def test_thomas_takes_the_princess() -> None:
    """4.2 4.3 4.7 Third card: two bricks paid, four gained, the cards right of it move left."""
    bricks = {"white": 2, "red": 1, "blue": 1}
    t = table().player(0, warehouse={"white": 3}).row("mason", "bridge", ("princess", bricks), "fame", "botch", "flood")
    t.draw_pile("smuggler", "tribute").at("card.choose").answer("card.choose", "slot:2")
    assert t.cards_in_row() == ["mason", "bridge", "fame", "botch", "flood", "smuggler"]
    assert [totals(card.bricks) for card in t.state.row] == [1, 1, 0, 0, 0, 4]
    assert totals(t[0].warehouse) == 3 - 2 + 4
    assert t[0].hand == ["princess"]


def test_daniela_exchanges() -> None:
    """5.1 Three bricks on the Wholesaler for its blue one."""
    t = table().row("fame", ("wholesaler", {"blue": 1, "white": 2})).player(0, warehouse={"yellow": 4, "red": 1})
    t.at("exchange.choose").answer("exchange.choose", "1:blue").answer("exchange.give", {"yellow": 3})
    assert totals(t.state.row[1].bricks) == 3 + 3 - 1
    assert t[0].warehouse == {"yellow": 1, "red": 1, "blue": 1}


def holger(white: int = 4, **board: int) -> Table:
    """Holger's site before his phase 3; yellow 3 is already sealed."""
    towers = [("white", white), ("green", 5), ("yellow", 2), ("red", 3)]
    return table().player(0, warehouse=HOLGER, towers=towers).sealed(yellow_3=NEUTRAL, **board).at("build.bricks")


def holger_builds(t: Table) -> Table:
    t.build(("raise:white-4", 2), ("raise:green-5", 1), ("raise:yellow-2", 1))
    return t.answer("build.pay", {"white": 1, "green": 1, "blue": 1})


def test_holger_builds_four_bricks_for_three() -> None:
    """6.3 6.4 The fifth would cost six in all, and only three bricks are left."""
    t = holger()
    assert building_cost(t.state, 0, 5) == 6
    assert t.ask("build.bricks").most == 4
    t.answer("build.bricks", {"raise:white-4": 2, "raise:green-5": 1, "raise:yellow-2": 1})
    assert t.steps() == ["build.pay"]
    assert t.ask("build.pay").least == 3
    before = dict(t.state.bag)
    t.answer("build.pay", {"white": 1, "green": 1, "blue": 1})
    gained = {colour: t.state.bag[colour] - before[colour] for colour in ("white", "green", "blue", "yellow")}
    assert gained == {"white": 1, "green": 1, "blue": 1, "yellow": 0}
    assert t[0].warehouse == {"yellow": 1, "red": 1}
    assert t.towers(0) == [("white", 6), ("green", 6), ("yellow", 3)]


def test_holger_loses_the_red_tower() -> None:
    """7.1 Two red bricks into the bag, one into the warehouse."""
    t = holger()
    before = t.state.bag["red"]
    holger_builds(t)
    assert t.state.bag["red"] == before + 2
    assert t[0].warehouse["red"] == 1


def test_holger_fulfils_green_six_and_the_white_balcony() -> None:
    """8.2 8.3 8.4 Five and two for the token, seven for the balcony: fourteen; the red balcony is next."""
    t = holger_builds(holger())
    t.answer("fulfil.choose", "green-6")
    assert t[0].points == {"commission": 5, "storey": 2}
    assert 6 not in t.state.storey_tokens
    t.answer("fulfil.choose", "white-6")
    assert t[0].points == {"commission": 5, "storey": 2, "balcony": 7}
    assert t[0].score == 14
    assert t[0].seals == 7
    following = t.state.tables.balconies[t.state.balconies[t.state.balconies_done]]
    assert (following.numeral, following.colour) == (2, "red")


def test_holger_cannot_fulfil_yellow_three() -> None:
    """8.1 It is already sealed."""
    t = holger_builds(holger())
    assert t.offers("fulfil.choose") == ["white-6", "green-6", "done"]
    with pytest.raises(Refusal):
        t.answer("fulfil.choose", "yellow-3")


def test_dani_wins_the_yellow_tower() -> None:
    """12.1 As many seals as Thomas, but the sixth storey is higher than the fifth."""
    thomas, dani = 0, 1
    t = table(3).sealed(yellow_4=thomas, yellow_5=thomas, yellow_3=dani, yellow_6=dani, yellow_7=2)
    assert majority_leader(t.state, "yellow") == dani


@pytest.mark.parametrize(
    ("bricks", "lost"),
    [(0, 0), (1, 1), (2, 1), (3, 1), (4, 2), (5, 2), (6, 2), (7, 3), (9, 3), (10, 4), (15, 5)],
)
def test_flood(bricks: int, lost: int) -> None:
    """9.3 Four bricks: two are lost."""
    assert flood_loss(table().state, bricks) == lost


@pytest.mark.parametrize(("bricks", "lost"), [(0, 0), (2, 2), (3, 3), (7, 3)])
def test_warehouse_fire(bricks: int, lost: int) -> None:
    """9.3 Three bricks, or all if there are fewer."""
    t = table().player(1, warehouse={"red": bricks} if bricks else {})
    t.state.turn.event = "warehouse_fire"
    assert totals(loss_of(t.state, 1).bricks) == lost


@pytest.mark.parametrize(
    ("built", "workshop", "mason", "cost"),
    [(4, 0, 1, 0), (6, 0, 1, 7), (6, 1, 1, 6), (5, 1, 1, 2), (3, 1, 0, 0), (4, 1, 0, 2), (2, 1, 0, 0)],
)
def test_mason_and_workshop(built: int, workshop: int, mason: int, cost: int) -> None:
    """6.3 9.1 9.2 Three less, one less, together four less."""
    t = table().player(0, buildings=["workshop"] * workshop)
    t.state.turn.played = ["mason"] * mason
    assert building_cost(t.state, 0, built) == cost


def test_building_costs() -> None:
    """6.2 6.3 Seven bricks are not allowed."""
    t = table().player(0, warehouse={"white": 20}).at("build.bricks")
    assert [building_cost(t.state, 0, number) for number in range(7)] == [0, 0, 0, 1, 3, 6, 10]
    with pytest.raises(Refusal):
        t.answer("build.bricks", {"new:white": 7})


def test_bridge() -> None:
    """5.1 5.2 Two for one, once a turn."""
    t = table().row(("fame", {"blue": 2}), "botch").player(0, warehouse={"red": 3, "white": 3}, buildings=["bridge"])
    t.at("exchange.choose").answer("exchange.choose", "0:blue").answer("exchange.give", {"red": 2})
    assert totals(t[0].warehouse) == 5
    assert "exchange.choose" not in t.steps()


def test_warehouse() -> None:
    """8.7 8.8 Fifteen bricks, no card limit."""
    t = table().player(0, hand=["mason"] * 9, buildings=["warehouse"])
    assert brick_limit(t.state, 0) == 15
    assert card_excess(t.state, 0) == 0


@pytest.mark.parametrize(
    ("card", "height", "points"), [("small_privilege", 5, 2), ("medium_privilege", 6, 3), ("great_privilege", 7, 4)]
)
def test_privileges(card: str, height: int, points: int) -> None:
    """9.1 Two, three and four points."""
    t = table().player(0, towers=[("yellow", height)]).tokens().church(card).at("fulfil.choose")
    t.answer("fulfil.choose", f"yellow-{height}")
    assert t[0].points["privilege"] == points


@pytest.mark.parametrize(
    ("height", "bricks", "paid", "stands", "returned"), [(5, 2, 2, True, 0), (4, 9, 0, True, 0), (6, 1, 0, False, 3)]
)
def test_luxury_tax(height: int, bricks: int, paid: int, stands: bool, returned: int) -> None:
    """9.3 9.4 Two bricks for a tower of five; four storeys are free; one brick saves nothing."""
    t = table().player(0, warehouse={"white": 1}).player(1, warehouse={"red": bricks}, towers=[("blue", height)])
    t.row("luxury_tax", "fame").at("card.choose")
    t.answer("card.choose", "slot:0")
    assert bool(t.towers(1)) == stands
    assert totals(t[1].warehouse) == bricks - paid + returned


def test_a_second_workshop() -> None:
    """4.6 A legal choice: the bricks are received, the card goes to the discard pile."""
    t = table().row(("workshop", {"red": 4}), "fame").player(0, warehouse={"white": 1}, buildings=["workshop"])
    t.at("card.choose").answer("card.choose", "slot:0")
    assert t[0].warehouse == {"white": 1, "red": 4}
    assert t.state.discard_pile == ["workshop"]


def test_six_feasts() -> None:
    """8.8 All persons and buildings go, six feasts are kept."""
    feasts = ["fame", "fame", "disgrace", "disgrace", "scandal", "scandal"]
    t = table().player(0, hand=[*feasts, "mason"], buildings=["bridge"]).at("limits.check")
    assert (sorted(t[0].hand), t[0].buildings) == (sorted(feasts), [])


def test_three_bricks_in_the_bag() -> None:
    """4.7 Three bricks on the new card, not topped up later."""
    t = table().player(0, warehouse={"white": 2}).row("fame", "bridge").bag(red=3).draw_pile("mason", "botch", "flood")
    t.at("card.choose").answer("card.choose", "slot:0")
    assert t.state.row[1].bricks == {"red": 3}
    assert [totals(card.bricks) for card in t.state.row] == [0, 3, 0, 0]


TRIBUTE_TOWERS = [("white", 2), ("white", 4), ("red", 3)]


@pytest.mark.parametrize(
    ("stands", "bag", "after"),
    [
        ("white-4", {"white": 2, "red": 2}, {"white": 1, "red": 1, "blue": 2}),
        ("white-2", {"white": 3, "red": 2}, {"white": 2, "red": 1, "blue": 2}),
    ],
)
def test_tribute_with_too_few_bricks(stands: str, bag: dict[str, int], after: dict[str, int]) -> None:
    """9.4 One white brick must be paid, the red tower falls always, the owner chooses between the white ones."""
    t = table().row("tribute", "fame", "botch", "flood", "mason", "bridge").player(0, warehouse={"yellow": 1})
    t.player(1, warehouse={"white": 1, "blue": 2}, towers=TRIBUTE_TOWERS).draw_pile("fame", "scandal")
    t.at("card.choose").answer("card.choose", "slot:0")
    assert t.offers("loss.towers", 1) == ["white-4", "white-2"]
    assert t.ask("loss.towers", 1).default == ["white-4"]
    before = dict(t.state.bag)
    t.answer("loss.towers", stands, seat=1)
    drawn = t.state.row[5].bricks
    gained = {c: t.state.bag[c] + drawn.get(c, 0) - before[c] for c in before}
    assert {c: n for c, n in gained.items() if n} == bag
    assert t[1].warehouse == after


@pytest.mark.parametrize(("stands", "left", "total"), [("white-7", [("white", 7)], 3), ("green-5", [("green", 5)], 4)])
def test_luxury_tax_for_two_towers(stands: str, left: list[tuple[str, int]], total: int) -> None:
    """9.4 Three bricks pay for one tower of two."""
    t = table().row("luxury_tax", "fame").player(0, warehouse={"yellow": 1})
    t.player(1, warehouse={"red": 3}, towers=[("green", 5), ("white", 7)]).at("card.choose")
    t.answer("card.choose", "slot:0").answer("loss.towers", stands, seat=1)
    assert t.towers(1) == left
    assert totals(t[1].warehouse) == total


def test_token_and_privilege() -> None:
    """8.3 9.1 A19 Five, two and three: ten points."""
    t = table().player(0, towers=[("green", 6)]).church("medium_privilege").at("fulfil.choose")
    t.answer("fulfil.choose", "green-6")
    assert t[0].points == {"commission": 5, "storey": 2, "privilege": 3}
    assert t.state.discard_pile == ["medium_privilege"]


def test_five_feasts_and_a_patrician() -> None:
    """8.9 Give up the Patrician (five feasts stay) or play it on a feast (four stay)."""
    feasts = ["fame", "fame", "recognition", "disgrace", "scandal"]
    t = table().player(0, hand=[*feasts, "patrician"]).at("limits.check").answer("limits.cards", "patrician")
    assert len(t[0].hand) == 5
    t = table().player(0, hand=[*feasts, "patrician"]).at("limits.check").play("patrician")
    assert len(t.answer("patrician.card", "fame")[0].hand) == 4


def test_the_last_card_of_the_draw_pile() -> None:
    """4.8 It is laid, the three discarded cards are shuffled, then four bricks are drawn."""
    t = table().player(0, warehouse={"white": 2}).draw_pile("fame").discard_pile("botch", "flood", "scandal")
    t.bag(red=9).at("card.choose").answer("card.choose", "slot:0")
    assert len(t.state.row) == 6
    assert t.state.row[5].bricks == {"red": 4}
    assert (len(t.state.draw_pile), len(t.state.discard_pile)) == (3, 0)


def test_blocked_by_the_campanile() -> None:
    """9.1 Blue 4 only after the bell tower, in the same phase; the card stays for the third player."""
    t = table(3, campanile=True).player(0, towers=[("white", 3), ("blue", 4)]).church("campanile", small_seals=[1])
    t.at("fulfil.choose")
    with pytest.raises(Refusal):
        t.answer("fulfil.choose", "blue-4")
    before = t.state.bag["white"]
    t.answer("fulfil.choose", "bell")
    assert t.state.bag["white"] == before + 3
    assert (t[0].score, t[0].seals, len(t.state.small_seals)) == (0, 7, 2)
    assert t.state.church == ["campanile"]
    assert t.offers("fulfil.choose") == ["blue-4", "done"]


def test_a_patrician_wards_off_a_warehouse_fire() -> None:
    """A2 The chooser keeps six and gains four, the other player loses three of seven."""
    t = table().row(("warehouse_fire", {"blue": 4}), "fame").player(0, warehouse={"red": 6}, hand=["patrician"])
    t.player(1, warehouse={"green": 7}).at("card.choose").answer("card.choose", "slot:0").answer("event.ward", "ward")
    assert totals(t[0].warehouse) == 10
    assert totals(t[1].warehouse) == 4
    assert sorted(t.state.discard_pile) == ["patrician", "warehouse_fire"]
