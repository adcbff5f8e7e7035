"""Lines as people type them: a verb before or behind, small talk, numbers in words, another word for the way out."""

from __future__ import annotations

from typing import Any

import pytest

from bot.language.speaker import Speaker
from bot.lines.move_parser import MoveParser
from engines import ENGINES
from engines.kit import Bundle, Pending, Pick, Refusal
from tests.bot.lines.test_nothing_else import NAMES, moments, offers

pytestmark = pytest.mark.no_server


SEEDS = ("lines", "typed", "b")


def at_moment(game: str, fits: Any) -> tuple[Any, Pending]:
    """The first question of some games that fits."""
    return next(each for seed in SEEDS for each in moments(game, seed) if fits(*each))


def asked(step: str, *keys: str) -> Any:
    def fits(_: Any, pending: Pending) -> bool:
        return pending.step == step and pending.owed and (not keys or offers(pending, *keys))

    return fits


def reader(game: str, language: str, step: str, *keys: str) -> tuple[MoveParser, Pending]:
    state, pending = at_moment(game, asked(step, *keys))
    speaker = Speaker(language, game, NAMES[: ENGINES[game].info.seats[0]])
    return MoveParser(ENGINES[game], state, pending.seat, speaker), pending


def first(game: str, language: str, step: str, line: str, *keys: str) -> Any:
    found, _ = reader(game, language, step, *keys)
    return found.read(line).answers[0].value


def refused(game: str, language: str, step: str, line: str, *keys: str) -> str:
    found, _ = reader(game, language, step, *keys)
    with pytest.raises(Refusal) as caught:
        found.read(line)
    return found.speaker.refusal(caught.value)


@pytest.mark.parametrize(
    ("language", "line"),
    [
        ("en", "keep {0} {1} {2}"),
        ("en", "I'd like to keep the {0}, the {1} and the {2}"),
        ("nl", "houd {0} {1} {2}"),
        ("de", "ich behalte {0}, {1} und {2}"),
        ("en", "1 2 3"),
        ("de", "1, 2 und 3"),
    ],
)
def test_the_verb_of_the_question_may_be_said_and_several_by_their_numbers(language: str, line: str) -> None:
    found, pending = reader("princes", language, "setup.keep")
    assert isinstance(pending.ask, Pick)
    options = pending.ask.options[:3]
    said = line.format(*[found.speaker.label(option.label) for option in options])
    assert found.read(said).answers[0].value == [option.key for option in options]


@pytest.mark.parametrize(("language", "line"), [("en", "take card 1"), ("nl", "neem kaart 1"), ("de", "nimm Karte 1")])
def test_a_verb_before_a_numbered_card_is_heard(language: str, line: str) -> None:
    _, pending = reader("firenze", language, "card.choose")
    assert isinstance(pending.ask, Pick)
    assert first("firenze", language, "card.choose", line) == [pending.ask.options[0].key]


@pytest.mark.parametrize(
    ("language", "line"), [("de", "Gaukler eröffnen"), ("nl", "jongleur openen"), ("en", "I open the jester")]
)
def test_a_verb_may_stand_behind(language: str, line: str) -> None:
    assert first("princes", language, "auction.open", line, "jester") == ["jester"]


@pytest.mark.parametrize(
    ("game", "step", "language", "line", "key"),
    [
        ("princes", "turn.action", "en", "done", "end"),
        ("princes", "turn.action", "nl", "einde beurt", "end"),
        ("princes", "turn.action", "de", "fertig", "end"),
        ("rivals", "action", "de", "Zug beenden", "end"),
        ("princes", "auction.open", "en", "pass", "decline"),
        ("princes", "auction.bid", "en", "no", "pass"),
        ("rivals", "exchange.card", "nl", "nee", "none"),
    ],
)
def test_a_way_out_may_be_called_otherwise(game: str, step: str, language: str, line: str, key: str) -> None:
    assert first(game, language, step, line, key) in ([key], key)


@pytest.mark.parametrize(("language", "line"), [("en", "done"), ("nl", "klaar"), ("de", "fertig")])
def test_who_is_done_builds_nothing_more(language: str, line: str) -> None:
    assert first("firenze", language, "build.bricks", line, "new:blue") == {}


def test_who_passes_ends_no_turn_but_is_told_what_does() -> None:
    assert 'but "End turn" is' in refused("princes", "en", "turn.action", "pass", "end")


@pytest.mark.parametrize(("language", "line"), [("en", "build blue"), ("nl", "bouw blauw"), ("de", "baue blau")])
def test_a_verb_is_not_taken_for_a_side_question_that_has_it_amid(language: str, line: str) -> None:
    """`Stay on after building` was played besides."""
    found, pending = reader("firenze", language, "build.bricks", "new:blue")
    reading = found.read(line)
    assert [part.pending.ask_id for part in reading.parts] == [pending.ask_id]


def test_a_kind_that_lies_in_two_stores_is_asked_for() -> None:
    def has_two(_: Any, pending: Pending) -> bool:
        ask = pending.ask
        return pending.owed and isinstance(ask, Bundle) and pending.step == "gain" and len(ask.labels) > 6

    state, pending = at_moment("rivals", has_two)
    speaker = Speaker("en", "rivals", NAMES[:2])
    assert isinstance(pending.ask, Bundle)
    labels = [speaker.label(text) for text in pending.ask.labels.values()]
    heads = [label.partition(" (")[0] for label in labels]
    twice = next(head for head in heads if heads.count(head) > 1)
    with pytest.raises(Refusal) as caught:
        MoveParser(ENGINES["rivals"], state, pending.seat, speaker).read(twice.lower())
    assert f'"{twice.lower()}" could be {twice} (' in speaker.refusal(caught.value)


def test_what_was_mistyped_is_told_with_what_looks_like_it() -> None:
    assert '"jestre" is not offered here, but "Open: jester" is' in refused(
        "princes", "en", "auction.open", "open jestre", "jester"
    )
    assert "„Eröffnen: Gaukler“ schon" in refused("princes", "de", "auction.open", "Gauckler", "jester")


def test_a_number_with_its_sign_says_how_much_not_which() -> None:
    assert "not offered" in refused("princes", "en", "work.bonus", "+2")


@pytest.mark.parametrize(("language", "line"), [("nl", "draai het rad"), ("de", "drehe das Rad")])
def test_a_verb_that_is_its_labels_middle_may_come_first(language: str, line: str) -> None:
    assert first("carrara", language, "turn.action", line, "buy") == ["buy"]


def test_a_price_belongs_to_no_name() -> None:
    """`Bonus card` is a thing's name as a whole, and what is offered is `Bonus card 300: look at 5`."""
    assert first("princes", "en", "turn.action", "bonus card", "bonus") == ["bonus"]


def test_numbers_may_be_written_out() -> None:
    found, pending = reader("carrara", "en", "buy.bricks")
    assert isinstance(pending.ask, Bundle)
    kind = next(kind for kind in pending.ask.available if pending.ask.has_room({kind: 1}))
    name = found.speaker.label(pending.ask.labels[kind])
    assert found.read(f"one {name}").answers[0].value == {kind: 1}
    assert found.read(f"1x {name}").answers[0].value == {kind: 1}


def test_a_number_that_belongs_to_a_name_stays_a_word() -> None:
    """*Three-Field System* was refused as `3 field system`."""
    found, _ = reader("rivals", "en", "action")
    line = ["build", "three", "field", "system", "for", "three", "gold"]
    assert found.matcher.counted(line) == ["build", "three", "field", "system", "for", "3", "gold"]


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("2 roood 1 groen", '"roood" kun je hier niet kiezen, "Rood" wel.'),
        ("2 rood 1 groeen", '"groeen" kun je hier niet kiezen, "Groen" wel.'),
        ("1 rood 2 paars", '"2 paars" kun je hier niet kiezen.'),
    ],
)
def test_of_what_is_counted_the_mistyped_name_is_told_and_not_the_number(line: str, said: str) -> None:
    assert refused("carrara", "nl", "buy.bricks", line, "red", "green") == f"Kan niet: {said}"


def test_of_several_the_mistyped_one_is_told_and_not_how_many_were_understood() -> None:
    found, pending = reader("princes", "de", "setup.keep")
    assert isinstance(pending.ask, Pick)
    first_, second, third = [found.speaker.label(option.label) for option in pending.ask.options[:3]]
    mistyped = second[:3] + second[4:]
    with pytest.raises(Refusal) as caught:
        found.read(f"behalte {first_}, {mistyped}, {third}")
    assert f"„{mistyped}“ steht hier nicht zur Wahl, „{second}“ schon" in found.speaker.refusal(caught.value)
