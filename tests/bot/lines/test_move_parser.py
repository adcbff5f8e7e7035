"""Typed lines: what they may leave out, when they are refused, and that nothing behind a barrier shows."""

from __future__ import annotations

from typing import Any

import pytest

from bot.language.normalise import words
from bot.language.speaker import Speaker
from bot.lines.move_parser import MoveParser
from engines.kit import Refusal
from engines.kit.outcome import Answer
from engines.kit.play import Walk
from tests.toy import FACES, ToyOptions, toy

ENGINE = toy()


def at_step(step: str, seed: str = "phrases") -> Any:
    """The first position of a toy game in which a step is owed, and the seat."""
    for position in Walk(ENGINE, 2, ToyOptions(), seed).positions():
        for pending in ENGINE.pending(position.state):
            if pending.step == step:
                return position.state, pending.seat
    raise AssertionError(step)


def reader(step: str, language: str = "en", seed: str = "phrases") -> MoveParser:
    state, seat = at_step(step, seed)
    return MoveParser(ENGINE, state, seat, Speaker(language, "toy", ("Marta", "Joost")))


def values(reader: MoveParser, line: str) -> list[Any]:
    return [answer.value for answer in reader.read(line).answers]


def refusal(reader: MoveParser, line: str) -> str:
    with pytest.raises(Refusal) as caught:
        reader.read(line)
    return reader.speaker.refusal(caught.value)


def test_case_accents_and_small_words_do_not_count() -> None:
    assert words("Grün, wÉiß und 1.700 Florin") == ["grun", "weiss", "und", "1700", "florin"]
    harvest = reader("harvest.take", "de")
    assert values(harvest, "2 WEIZEN und 1 Wolle") == [{"wheat": 2, "wool": 1}]


def test_three_letters_stand_for_a_word_but_two_do_not() -> None:
    harvest = reader("harvest.take")
    assert values(harvest, "2 whe 1 woo") == [{"wheat": 2, "wool": 1}]
    assert "not offered" in refusal(harvest, "2 wh")


def test_one_of_a_kind_needs_no_number() -> None:
    assert values(reader("harvest.take"), "wheat wool") == [{"wheat": 1, "wool": 1}]


def test_a_refused_count_says_why() -> None:
    assert refusal(reader("harvest.take"), "2 wheat 2 wool") == "Not possible: you chose 4, it must be 0 to 3."


def test_nothing_and_everything_are_words() -> None:
    assert values(reader("harvest.take", "nl"), "niets") == [{}]


def test_a_number_is_a_bid_and_a_word_passes() -> None:
    bid = reader("round.bid")
    assert values(bid, "3") == [3]
    assert values(bid, "pass") == ["pass"]
    assert "between" in refusal(bid, "900")


def test_a_line_answers_side_and_main_ask_in_a_row() -> None:
    assert values(reader("round.bid"), "trade wool 4") == [["wool"], 4]


def test_an_option_may_be_typed_by_its_shown_number() -> None:
    assert values(reader("round.peek"), "2") == [["leave"]]


def test_two_readings_are_refused_and_both_shown() -> None:
    peek = reader("round.peek", "de")
    assert values(peek, "lie") == [["leave"]]
    assert refusal(reader("round.peek"), "it") == 'Not possible: "it" could be Keep it or Leave it.'


def test_several_options_are_named_in_any_order() -> None:
    keep = reader("setup.keep")
    hand = [option.key for option in ENGINE.pending(keep.state)[keep.seat].ask.options]  # type: ignore[union-attr]
    assert values(keep, f"{hand[2]} {hand[0]}") == [[hand[0], hand[2]]]


def test_what_lies_behind_a_barrier_is_neither_read_nor_completed() -> None:
    peek = reader("round.peek")
    reading = peek.read("show it")
    assert reading.final
    assert reading.next is None
    assert reading.effects == ()
    assert "nobody can know yet" in refusal(peek, "show it A1")
    assert [completion.line for completion in peek.complete("show it ")] == ["Show it"]


def test_without_a_barrier_the_line_goes_on_and_completes() -> None:
    peek = reader("round.peek")
    reading = peek.read("leave it B2")
    assert [part.said for part in reading.parts] == ["Leave it", "B2"]
    offers = [completion.line for completion in peek.complete("leave it b")]
    assert offers == ["Leave it B1", "Leave it B2", "Leave it B3"]


def test_a_cell_of_a_grid_may_be_typed_by_its_number_on_the_picture() -> None:
    build = reader("round.build")
    pending = next(each for each in ENGINE.pending(build.state) if each.step == "round.build")
    assert values(build, "2") == [pending.ask.spots[1].key]  # type: ignore[union-attr]
    assert "not offered" in refusal(build, "99")


def test_a_preview_names_what_is_asked_next() -> None:
    reading = reader("round.peek").read("leave")
    assert reading.next is not None
    assert reading.next.step == "round.build"


def test_what_leads_to_the_same_question_as_something_else_is_not_filled_in() -> None:
    peek = reader("round.peek")
    assert "not offered" in refusal(peek, "B2"), "keeping and leaving both lead to the hut"


def test_a_line_of_another_seat_is_refused() -> None:
    state, seat = at_step("round.peek")
    other = MoveParser(ENGINE, state, 1 - seat, Speaker("en", "toy", ("Marta", "Joost")))
    with pytest.raises(Refusal) as caught:
        other.read("keep it")
    assert caught.value.code == "menu.refusal.not_your_turn"
    assert other.complete("") == []


def test_the_completion_of_a_secret_hand_names_only_the_own_cards() -> None:
    keep = reader("setup.keep")
    mine = {option.key for option in ENGINE.pending(keep.state)[keep.seat].ask.options}  # type: ignore[union-attr]
    offered = {completion.label.lower() for completion in keep.complete("")}
    assert offered == mine
    assert offered < set(FACES)


def test_a_line_that_was_read_is_accepted_by_the_engine() -> None:
    bid = reader("round.bid")
    state = bid.state
    for answer in bid.read("trade 2").answers:
        state = ENGINE.submit(state, Answer(answer.seat, answer.ask_id, answer.value)).state
    assert state.bids == {bid.seat: 2}
