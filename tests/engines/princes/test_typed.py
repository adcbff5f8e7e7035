"""What is offered reads back as a typed line in every language, and standing orders find it."""

import pytest

from bot.language.labels import describe
from bot.language.speaker import Speaker
from bot.lines.move_parser import MoveParser
from bot.table.standing_orders import Limit, answer_from
from config.languages import languages
from engines.kit import Dice, Pending, Pick, Refusal
from engines.kit.play import Walk
from engines.princes import ENGINE
from engines.princes.options import PrincesOptions
from tests.engines.princes.builder import Table, all_but, princes

NAMES = ("Marta", "Joost", "Lena", "Piet", "Sofia")


@pytest.mark.parametrize("language", languages())
def test_every_answer_reads_back(language: str) -> None:
    chance = Dice("read back")
    speaker = Speaker(language, "princes", NAMES)
    for position in Walk(ENGINE, 5, PrincesOptions(preset="nl", muse=True, coop=True), "read back").positions():
        if position.number % 4 or position.state.ending:
            continue
        for pending in ENGINE.pending(position.state):
            if isinstance(pending.ask, Pick):
                labels = [speaker.label(option.label) for option in pending.ask.options]
                assert len(set(labels)) == len(labels), pending.step
            value = pending.ask.sample(chance.below)
            line = describe(pending, value, speaker)
            read = MoveParser(ENGINE, position.state, pending.seat, speaker).read(line)
            assert read.answers[0].value == value, (pending.step, line)


def _typed(table: Table, seat: int, language: str, line: str) -> list[object]:
    reader = MoveParser(ENGINE, table.state, seat, Speaker(language, "princes", NAMES[: table.state.seats]))
    return [answer.value for answer in reader.read(line).answers]


@pytest.mark.parametrize(
    ("language", "line"), [("en", "open jester"), ("nl", "open nar"), ("de", "eröffne Gaukler"), ("en", "jester")]
)
def test_an_auction_is_opened_by_a_word(language: str, line: str) -> None:
    assert _typed(princes().at_auction(0), 0, language, line) == [["jester"]]


@pytest.mark.parametrize(("language", "line"), [("en", "bid"), ("nl", "bied"), ("de", "biete"), ("de", "300")])
def test_a_bid_is_a_word_or_a_number(language: str, line: str) -> None:
    assert _typed(princes().at_auction(0).answer(0, "jester"), 1, language, line) == [300]


@pytest.mark.parametrize(
    ("language", "line"),
    [
        ("en", "work physician landscapes"),
        ("nl", "werk medicus landschappen"),
        ("de", "Werk Mediziner Landschaften"),
    ],
)
def test_a_work_is_one_line(language: str, line: str) -> None:
    table = princes().with_player(0, hand=["physician", "poet", "lawyer"], jesters=2, bonus=["b06_landscapes"])
    assert _typed(table.at_turn(0), 0, language, line) == [["work:physician"], ["b06_landscapes"]]


def test_a_building_and_its_spot_are_one_line() -> None:
    assert _typed(princes().at_turn(0), 0, "en", "build tower turn 2 G2") == [["build:tower"], "G2 r90"]


def test_a_standing_order_bids_up_to_its_limit_and_then_passes() -> None:
    """4.4.5 Also where the purse allows nothing but a pass."""
    table = princes().with_player(1, cash=300).at_auction(0).answer(0, "jester")
    order = Limit(step="auction.bid", facts={"lot": "lot/jester", "round": "round/1"}, limit=1000)
    assert answer_from([order], _pending(table, 1), 0.0) == 300
    table.answer(1, 300).answer(2, 400).answer(0, "pass")
    assert answer_from([order], _pending(table, 1), 0.0) == ["pass"]


def _pending(table: Table, seat: int) -> Pending:
    return next(each for each in ENGINE.pending(table.state) if each.seat == seat and each.owed)


def _refused(table: Table, seat: int, line: str, language: str = "en") -> str:
    speaker = Speaker(language, "princes", NAMES[: table.state.seats])
    with pytest.raises(Refusal) as caught:
        MoveParser(ENGINE, table.state, seat, speaker).read(line)
    return speaker.refusal(caught.value)


def test_a_work_below_the_minimum_is_refused_with_its_rule() -> None:
    """7.2 What it would be worth, and what it needs."""
    table = princes().with_player(0, hand=["poet", "painter", "lawyer"]).at_turn(0)
    assert _refused(table, 0, "work poet") == "Not possible: the work would be worth 3, it needs 7 (rule 7.2)."
    assert _refused(table, 0, "Werk Dichter", "de") == "Geht nicht: die Werkzahl wäre 3, nötig sind 7 (Regel 7.2)."


def test_a_building_is_refused_with_its_rule() -> None:
    """8.1 8.2 8.5 Owned, sold out, without a place, too dear."""
    table = princes().with_player(0, buildings=[("tower", "A1")], cash=600).at_turn(0)
    assert "you have it already (rule 8.2)" in _refused(table, 0, "build tower")
    assert "it costs 700, you can pay 600 (rule 8.1)" in _refused(table, 0, "build chapel")
    table = princes().with_player(0, buildings=[("university", all_but("G6", "F7", "G7"))]).at_turn(0)
    assert "with two builders walls may touch (rule 8.5)" in _refused(table, 0, "build chapel")


def test_purchases_are_refused_with_their_rules() -> None:
    """9.1 10.1 11.1 6.2 Empty, owned, once a turn."""
    table = princes().with_player(0, freedoms=["opinion"]).without_cards("bonus").at_turn(0)
    table.answer(0, "freedom:travel")
    assert "you have it already (rule 10.1)" in _refused(table, 0, "freedom of opinion")
    assert "once a turn (rule 6.2)" in _refused(table, 0, "freedom of religion")
    assert "the deck is empty (rule 3.3)" in _refused(table, 0, "bonus card")


def test_a_pile_is_refused_with_its_rule() -> None:
    """4.2 4.5 4.6 4.7 Sold, too dear, too many builders, no room."""
    table = princes().with_player(0, builders=3, buildings=[("university", all_but("G6", "F7", "G7"))])
    table.at_auction(0, blocked=["jester"])
    assert "sold this round already (rule 4.2)" in _refused(table, 0, "open jester")
    assert "3 builders are the most (rule 4.6)" in _refused(table, 0, "open builder")
    assert "fits nowhere in your principality (rule 4.7)" in _refused(table, 0, "open forest")
    poor = princes().with_player(1, cash=200).at_auction(0).answer(0, "jester")
    assert "it costs 300, you can pay 200 (rule 4.5)" in _refused(poor, 1, "bid")


def test_a_character_is_refused_with_its_rule() -> None:
    """17.1.4 17.1.5 Too dear, or under a safe marker."""
    table = princes(muse=True).with_player(1, cash=200).at_characters().answer(0, "muse").answer(0, 1500)
    assert "cannot be displaced (rule 17.1.4)" in _refused(table, 1, "muse")
    assert "it costs 300, you can pay 200 (rule 17.1.5)" in _refused(table, 1, "cardinal")
