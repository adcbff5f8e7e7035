"""Standing orders: limits given ahead in three languages, ends, and an auction that resolves at once."""

from __future__ import annotations

import pytest

from bot.orders import Limit, Pass, Prefer, ahead, answer_from
from bot.texts import Speaker
from engines import ENGINES
from engines.kit import Amount, Answer, Bundle, Event, Option, Pending, Pick, Text

PRINCES = ENGINES["princes"]
PASS = Option("pass", Text("princes.option.pass"))


def bid(price: int, lot: str = "jester") -> Pending:
    ask = Amount(Text("princes.ask.auction.bid", {"lot": f"lot/{lot}", "price": price}), price, price, 100, (PASS,))
    return Pending(0, "AAAAAAAA", "auction.bid", ask, True)


@pytest.mark.parametrize(
    ("language", "line"),
    [
        ("en", "jester to 1000, builder 500"),
        ("nl", "nar tot 1.000, bouwmeester 500"),
        ("de", "Gaukler bis 1000; Baumeister 500"),
    ],
)
def test_limits_are_given_ahead_in_every_language(language: str, line: str) -> None:
    orders = ahead(PRINCES.info, line, Speaker(language, "princes"))
    assert [(order.facts["lot"], order.limit) for order in orders] == [("lot/jester", 1000), ("lot/builder", 500)]


def test_a_line_that_names_nothing_gives_no_order() -> None:
    assert ahead(PRINCES.info, "whatever 700", Speaker("en", "princes")) == []
    assert ahead(ENGINES["carrara"].info, "red 3", Speaker("en", "carrara")) == []


def test_a_limit_bids_up_to_itself_then_passes_and_holds_for_its_lot_alone() -> None:
    orders = ahead(PRINCES.info, "jester 700", Speaker("en", "princes"))
    assert [answer_from(list(orders), bid(price), 0) for price in (300, 700, 800)] == [300, 700, "pass"]
    assert answer_from(list(orders), bid(300, "lake"), 0) is None


def test_an_order_ends_with_its_event_or_its_day() -> None:
    order = Limit(step="auction.bid", limit=700, stop="princes.event.round", until=100.0)
    assert order.is_stopped_by([Event("princes.event.round", {})])
    assert not order.is_stopped_by([Event("princes.event.auction.bid", {})])
    assert order.applies(bid(300), now=99.0)
    assert not order.applies(bid(300), now=100.0)


def test_a_preference_takes_the_first_that_is_offered() -> None:
    ask = Pick(Text("x"), (Option("wool", Text("x")), Option("ore", Text("x"))))
    pending = Pending(0, "AAAAAAAA", "harvest", ask, True)
    assert answer_from([Prefer(step="harvest", keys=("gold", "ore", "wool"))], pending, 0) == ["ore"]


def test_pieces_are_given_in_the_order_of_preference_and_only_if_all_can_be_found() -> None:
    ask = Bundle(Text("x"), {"red": 2, "blue": 1}, {"red": Text("x"), "blue": Text("x")}, 3, 3)
    pending = Pending(0, "AAAAAAAA", "loss.bricks", ask, True)
    assert answer_from([Prefer(step="loss.bricks", keys=("blue", "red"))], pending, 0) == {"red": 2, "blue": 1}
    assert answer_from([Prefer(step="loss.bricks", keys=("red",))], pending, 0) is None


def test_an_order_whose_answer_is_not_offered_now_gives_none() -> None:
    ask = Bundle(Text("x"), {"red": 3}, {"red": Text("x")}, 1, 3, prices={"red": 5}, budget=4)
    pending = Pending(0, "AAAAAAAA", "buy", ask, True)
    assert answer_from([Prefer(step="buy", keys=("red",))], pending, 0) is None


def test_passing_takes_the_way_out_where_there_is_one_and_a_limit_goes_before_it() -> None:
    everything = Pass(step="", passing=True)
    assert answer_from([everything], bid(300), 0) == "pass"
    assert answer_from([everything, Limit(step="auction.bid", limit=400)], bid(300), 0) == 300
    stay = Pick(Text("x"), (Option("wool", Text("x")), Option("ore", Text("x"))))
    assert answer_from([everything], Pending(0, "AAAAAAAA", "harvest", stay, True), 0) is None
    free = Pick(Text("x"), (Option("wool", Text("x")),), 0, 1)
    assert answer_from([everything], Pending(0, "AAAAAAAA", "harvest", free, True), 0) == []


def test_what_an_order_answers_is_always_offered() -> None:
    orders = [*[Limit(step="auction.bid", limit=limit) for limit in (0, 500, 99_999)], Pass(step="", passing=True)]
    state = PRINCES.setup(3, None, "orders").state
    for _ in range(300):
        owed = [each for each in PRINCES.pending(state) if each.owed]
        if not owed:
            break
        for order in orders:
            value = answer_from([order], owed[0], 0)
            if value is not None:
                PRINCES.submit(state, Answer(owed[0].seat, owed[0].ask_id, value))
        assert owed[0].ask.default is not None
        state = PRINCES.submit(state, Answer(owed[0].seat, owed[0].ask_id, owed[0].ask.default)).state
