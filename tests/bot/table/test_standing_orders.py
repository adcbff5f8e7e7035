"""Standing orders: limits given ahead in three languages, ends, and an auction that resolves at once."""

from __future__ import annotations

import pytest

from bot.language.speaker import Speaker
from bot.lines.order_parser import ahead
from bot.table.standing_orders import (
    Limit,
    Pass,
    Prefer,
    Suggested,
    answer_from,
    can_stand,
    choices_of,
    lasting,
)
from engines import ENGINES
from engines.kit import Amount, Answer, Bundle, Event, Option, Pending, Pick, Place, Spot, Text

pytestmark = pytest.mark.no_server

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


def test_a_limit_also_names_what_it_is_for_in_the_order_given() -> None:
    def naming(step: str, price: int, *piles: str) -> Pending:
        options = [Option(pile, Text("x")) for pile in (*piles, "decline")]
        return Pending(0, "AAAAAAAA", step, Pick(Text("x", {"price": price}), tuple(options)), True)

    orders = list(ahead(PRINCES.info, "jester 700, builder 300", Speaker("en", "princes")))
    assert answer_from(orders, naming("auction.open", 200, "builder", "jester"), 0) == ["jester"]
    assert answer_from(orders, naming("auction.last", 200, "builder", "lake"), 0) == ["builder"]
    assert answer_from(orders, naming("auction.open", 400, "builder"), 0) is None, "it begins above the limit"
    assert answer_from(orders, naming("auction.open", 200, "lake"), 0) is None, "its owner is asked"
    assert answer_from(orders, naming("turn.action", 200, "jester"), 0) is None


def test_limits_for_characters_name_bid_and_pass() -> None:
    """In Muse & Princess each has a price of its own; when all that was named costs more, it is passed."""
    orders = list(ahead(PRINCES.info, "muse 700, banker 300", Speaker("en", "princes")))

    def naming(**prices: int) -> Pending:
        options = [Option(each, Text("x", {"price": price})) for each, price in prices.items()]
        return Pending(0, "AAAAAAAA", "characters.bid", Pick(Text("x"), (*options, Option("pass", Text("x")))), True)

    def space(low: int) -> Pending:
        ask = Amount(Text("x", {"character": "character/muse"}), low, 1500, 100)
        return Pending(0, "AAAAAAAA", "characters.space", ask, True)

    assert answer_from(orders, naming(muse=700, banker=100), 0) == ["muse"]
    assert answer_from(orders, naming(muse=800, banker=300), 0) == ["banker"]
    assert answer_from(orders, naming(muse=800, princess=100), 0) == ["pass"]
    assert (answer_from(orders, space(700), 0), answer_from(orders, space(800), 0)) == (700, None)
    assert answer_from([], naming(muse=100), 0) is None


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


def pending(ask: object, step: str = "harvest") -> Pending:
    return Pending(0, "AAAAAAAA", step, ask, True)  # type: ignore[arg-type]


def goods(*keys: str, least: int = 1, most: int = 1) -> Pick:
    return Pick(Text("x"), tuple(Option(key, Text(f"name.{key}")) for key in keys), least, most)


def test_an_order_of_an_owner_ends_with_that_owners_event_only() -> None:
    own = Limit(step="x", limit=1, stop="princes.event.won", own=True)
    assert own.is_stopped_by([Event("princes.event.won", {"seat": "seat/1"})], 1)
    assert not own.is_stopped_by([Event("princes.event.won", {"seat": "seat/1"})], 0)
    assert not own.is_stopped_by([Event("princes.event.won", {"seat": "seat/1"})])
    assert Limit(step="x", limit=1, stop="princes.event.won").is_stopped_by([Event("princes.event.won.lot", {})], 0)


def test_an_order_ends_when_its_owner_is_asked_the_step_it_names() -> None:
    turn = Limit(step="x", limit=1, stop_step="work.choose")
    assert turn.is_stopped_by([], 0, ["work.choose"])
    assert not turn.is_stopped_by([], 0, ["auction.bid"])
    assert not Limit(step="x", limit=1).is_stopped_by([Event("anything", {})], 0, [""])


def test_an_order_without_a_day_never_expires() -> None:
    order = Limit(step="x", limit=1)
    assert (order.stop, order.stop_step, order.own, order.facts) == ("", "", False, {})
    assert not order.is_over(9e9)
    dated = Limit(step="x", limit=1, until=5.0)
    assert [dated.is_over(now) for now in (4.9, 5.0, 5.1)] == [False, True, True]


def test_an_order_holds_for_its_step_or_for_every_step() -> None:
    assert Limit(step="auction.bid", limit=1).applies(bid(300), 0)
    assert Limit(step="", limit=1).applies(bid(300), 0)
    assert not Limit(step="work", limit=1).applies(bid(300), 0)


def test_a_limit_without_a_way_out_waits_and_takes_the_only_choice_where_one_must_be_taken() -> None:
    ask = Amount(Text("x"), 5, 9)
    assert Limit(step="", limit=5).value(pending(ask)) == 5
    assert Limit(step="", limit=4).value(pending(ask)) is None
    limit = Limit(step="", limit=9)
    assert limit.value(pending(goods("ore"))) == ["ore"]
    assert limit.value(pending(goods("ore", "wool"))) is None
    assert limit.value(pending(goods("ore", least=0))) is None
    two = Amount(Text("x"), 5, 9, instead=(PASS, Option("fold", Text("x"))))
    assert Limit(step="", limit=4).value(pending(two)) == "pass", "the first way out"
    empty = Amount(Text("x"), 5, 4, instead=(PASS,))
    assert limit.value(pending(empty)) == "pass", "no number can be bid at all"


def test_a_preference_answers_numbers_by_their_ways_out_and_places_by_their_names() -> None:
    order = Prefer(step="", keys=("fold", "pass", "B2", "A1"))
    assert order.value(bid(300)) == "pass"
    assert Prefer(step="", keys=("fold",)).value(bid(300)) is None
    ask = Place(Text("x"), "hut", (Spot("A1", "A1"), Spot("B2", "B2")))
    assert order.value(pending(ask)) == "B2"
    assert Prefer(step="", keys=("C3",)).value(pending(ask)) is None


def test_a_preference_is_for_questions_that_want_one_thing() -> None:
    order = Prefer(step="", keys=("ore",))
    for least, most, value in ((0, 1, ["ore"]), (1, 1, ["ore"]), (1, 2, ["ore"]), (2, 2, None), (0, 0, None)):
        assert order.value(pending(goods("ore", "wool", least=least, most=most))) == value, (least, most)
    assert Prefer(step="", keys=("gold",)).value(pending(goods("ore", "wool"))) is None


def test_of_pieces_one_is_given_where_none_need_be_and_no_more_than_are_due() -> None:
    def pieces(least: int, **available: int) -> Bundle:
        return Bundle(Text("x"), available, {key: Text("x") for key in available}, least, 3)

    order = Prefer(step="", keys=("red", "blue"))
    assert order.value(pending(pieces(0, red=2, blue=2))) == {"red": 1}
    assert order.value(pending(pieces(1, red=2, blue=2))) == {"red": 1}
    assert order.value(pending(pieces(2, red=2, blue=2))) == {"red": 2}
    assert order.value(pending(pieces(3, red=0, blue=3))) == {"blue": 3}
    assert order.value(pending(pieces(3, red=1, blue=1))) is None
    assert order.value(pending(pieces(1, blue=1))) == {"blue": 1}, "what is not there at all is passed over"


def test_what_is_suggested_first_is_taken_where_anything_is() -> None:
    order = Suggested(step="")
    assert order.value(pending(goods("ore"))) is None
    ask = Amount(Text("x"), 1, 9, suggested=(4, 5))
    assert order.value(pending(ask)) == 4


def test_an_order_that_cannot_be_played_leaves_it_to_the_next() -> None:
    bad = Prefer(step="buy", keys=("red",))
    ask = Bundle(
        Text("x"), {"red": 3, "blue": 1}, {"red": Text("x"), "blue": Text("x")}, 1, 3, {"red": 5, "blue": 1}, 4
    )
    assert answer_from([bad, Prefer(step="buy", keys=("blue",))], pending(ask, "buy"), 0) == {"blue": 1}
    assert answer_from([Prefer(step="other", keys=("blue",))], pending(ask, "buy"), 0) is None


def test_only_questions_for_one_thing_or_for_free_pieces_can_stand() -> None:
    assert can_stand(pending(goods("ore")))
    assert can_stand(pending(goods("ore", least=0)))
    assert not can_stand(pending(goods("ore", "wool", least=2, most=2)))
    assert not can_stand(pending(goods("ore", least=0, most=0)))
    free = Bundle(Text("x"), {"red": 1}, {"red": Text("x")}, 0, 1)
    assert can_stand(pending(free))
    assert not can_stand(pending(Bundle(Text("x"), {"red": 1}, {"red": Text("x")}, 0, 1, {"red": 2}, 5)))
    assert not can_stand(bid(300))


def test_what_can_be_preferred_has_a_name() -> None:
    assert choices_of(pending(goods("ore", "wool"))) == [("ore", Text("name.ore")), ("wool", Text("name.wool"))]
    some = Bundle(Text("x"), {"red": 1, "blue": 0}, {"red": Text("r"), "blue": Text("b")}, 0, 1)
    assert choices_of(pending(some)) == [("red", Text("r"))]
    assert choices_of(bid(300)) == []


def test_an_order_holds_for_the_things_a_question_names_not_for_its_numbers_or_players() -> None:
    prompt = Text("x", {"lot": "lot/jester", "price": 300, "seat": "seat/1", "cell": "B2"})
    assert lasting(pending(Amount(prompt, 1, 2))) == {"lot": "lot/jester"}
