"""A typed line never means something else: whole games of every title, in every language.

The line is the label of something that the same game offers at another moment. Where it is offered now it is played,
where it is not it is refused, and it is never taken for anything else.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest

from bot.language.labels import describe
from bot.language.normalise import words
from bot.language.speaker import Speaker
from bot.lines.candidates import ENDING
from bot.lines.dry_run import Part
from bot.lines.move_parser import MoveParser
from bot.lines.names import references
from engines import ENGINES
from engines.kit import Amount, Bundle, Dice, Engine, Option, Pending, Pick, Refusal, default_of
from engines.kit.answers import PASSING, is_way_out
from engines.kit.outcome import Answer
from engines.kit.play import Walk
from tests.thorough import amount

pytestmark = pytest.mark.no_server
NAMES = ("Marta", "Joost", "Ottavia", "Bruno", "Zita")
MOMENTS = 24
LINES = amount(8, 40)
OUT = {*PASSING, *ENDING}


@cache
def moments(game: str, seed: str = "lines") -> list[tuple[Any, Pending]]:
    """Every question of a game by chance, with the state it is put in."""
    engine: Engine[Any] = ENGINES[game]
    seats = engine.info.seats[0]
    found: list[tuple[Any, Pending]] = []
    for position in Walk(engine, seats, engine.info.options(), seed).positions():
        found += [(position.state, pending) for pending in engine.pending(position.state)]
    return found


def options(pending: Pending) -> list[Option]:
    match pending.ask:
        case Pick() as ask:
            return list(ask.options)
        case Amount() as ask:
            return list(ask.instead)
        case Bundle() as ask:
            return [Option(kind, label) for kind, label in ask.labels.items()]
    return []


def said(option: Option, speaker: Speaker) -> tuple[str, ...]:
    return tuple(words(speaker.label(option.label)))


def is_meant(option: Option, part: Part, speaker: Speaker) -> bool:
    """Whether what was played is what the label names: the same words, or the same thing among its own."""
    names = said(option, speaker)
    played = words(describe(part.pending, part.value, speaker))
    is_thing = option.label.key in ("kit.option.noun", "firenze.option.thing") or not option.label.facts
    if names == tuple(played) or (not is_thing and f" {' '.join(names)} " in f" {' '.join(played)} "):
        return True
    chosen = [each for each in options(part.pending) if part.value in ([each.key], each.key, {each.key: 1})]
    if option.key in OUT and (any(each.key in OUT for each in chosen) or is_way_out(part.pending.ask, part.value)):
        return True  # who says *Pass* where it is called *Decline* declines, and *Done* where it is *Nothing* is done
    if any(each.key == option.key and each.label.key == option.label.key for each in chosen):
        return set(names) <= set(played)
    mentioned = {tuple(words(speaker.noun(ref))) for each in chosen for ref in references(each.label.facts)}
    meant = {each.partition("/")[2] for each in references(option.label.facts)}
    same = {ref.partition("/")[2] for each in chosen for ref in references(each.label.facts)}
    return names in mentioned or (is_thing and bool(meant) and meant <= same)


def trials(game: str, language: str) -> Iterator[tuple[Any, Pending, Option, Speaker]]:
    chance, every = Dice(f"{game} {language}"), moments(game)
    speaker = Speaker(language, game, NAMES[: ENGINES[game].info.seats[0]])
    labels = {said(option, speaker): option for _, pending in every for option in options(pending)}
    pool = [labels[key] for key in sorted(labels)]
    for _ in range(MOMENTS):
        state, pending = every[chance.below(len(every))]
        mine = [each for each in ENGINES[game].pending(state) if each.seat == pending.seat]
        offered = {said(option, speaker) for each in mine for option in options(each)}
        for _ in range(LINES):
            option = pool[chance.below(len(pool))]
            if said(option, speaker) not in offered:
                yield state, pending, option, speaker


@pytest.mark.parametrize("language", ["en", "nl", "de"])
@pytest.mark.parametrize("game", list(ENGINES))
def test_the_label_of_what_is_not_offered_now_is_never_played_as_something_else(game: str, language: str) -> None:
    tried, wrong, reasons = 0, [], set[str]()
    for state, pending, option, speaker in trials(game, language):
        tried += 1
        line = speaker.label(option.label)
        reader = MoveParser(ENGINES[game], state, pending.seat, speaker)
        try:
            reading = reader.read(line)
        except Refusal as refusal:
            reasons.add(speaker.refusal(refusal))
            continue
        if len(reading.parts) > 2 or not is_meant(option, reading.parts[-1], speaker):
            wrong.append((pending.step, line, [part.said for part in reading.parts]))
    assert tried > 0.3 * MOMENTS * LINES
    assert "" not in reasons
    assert not wrong, wrong[:10]


@pytest.mark.parametrize("language", ["en", "nl", "de"])
@pytest.mark.parametrize("game", list(ENGINES))
def test_the_label_of_what_is_offered_is_that_option(game: str, language: str) -> None:
    chance, every = Dice(f"offered {game} {language}"), moments(game)
    speaker = Speaker(language, game, NAMES[: ENGINES[game].info.seats[0]])
    for _ in range(60):
        state, pending = every[chance.below(len(every))]
        ask = pending.ask
        if not isinstance(ask, Pick) or (ask.least, ask.most) != (1, 1):
            continue
        option = ask.options[chance.below(len(ask.options))]
        twins = [each for each in options(pending) if said(each, speaker) == said(option, speaker)]
        if len(twins) > 1 or not said(option, speaker):
            continue
        reader = MoveParser(ENGINES[game], state, pending.seat, speaker)
        read = reader.read(speaker.label(option.label)).answers[0]
        assert read == Answer(pending.seat, pending.ask_id, [option.key]), (pending.step, speaker.label(option.label))


def at_moment(game: str, fits: Any) -> tuple[Any, Pending]:
    return next((state, pending) for state, pending in moments(game) if fits(state, pending))


def offers(pending: Pending, *keys: str) -> bool:
    return set(keys) <= {option.key for option in options(pending)}


def refused(game: str, language: str, state: Any, seat: int, line: str) -> str:
    speaker = Speaker(language, game, NAMES[: ENGINES[game].info.seats[0]])
    with pytest.raises(Refusal) as caught:
        MoveParser(ENGINES[game], state, seat, speaker).read(line)
    return speaker.refusal(caught.value)


@pytest.mark.parametrize("line", ["build villa {n}", "villa {n}"])
def test_a_villa_that_is_not_there_is_no_other_villa(line: str) -> None:
    """Also where there is one tile only: then a number behind it would be a city's."""
    tried = 0
    for state, pending in moments("carrara"):
        if pending.step != "turn.action" or not offers(pending, "build"):
            continue
        after = ENGINES["carrara"].submit(state, Answer(pending.seat, pending.ask_id, ["build"]))
        told = " ".join([str(event.facts) for event in after.events])
        asked = [each for each in ENGINES["carrara"].pending(after.state) if each.seat == pending.seat]
        there = {option.key for each in asked for option in options(each)}
        for number in range(1, 7):
            if f"villa_{number}" not in there and f"villa_{number}" not in told:
                tried += 1
                refused("carrara", "en", state, pending.seat, line.format(n=number))
    assert tried > 20


@pytest.mark.parametrize(("language", "line"), [("en", "trade"), ("nl", "ruil"), ("de", "tauschen")])
def test_where_nothing_can_be_traded_the_word_neither_ends_the_actions_nor_declines(language: str, line: str) -> None:
    tried = 0
    for state, pending in moments("rivals"):
        if pending.step in ("action", "exchange.card") and not offers(pending, "trade"):
            tried += 1
            quoted = f"„{line}“" if language == "de" else f'"{line}"'
            said = refused("rivals", language, state, pending.seat, line)
            assert "8.8" in said if pending.step == "action" else quoted in said
    assert tried > 10


@pytest.mark.parametrize("line", ["würfeln", "würfle", "wuerfeln", "Würfel werfen", "wirf die Würfel"])
def test_dice_are_rolled_in_german_too(line: str) -> None:
    state, pending = at_moment("rivals", lambda _, pending: pending.step == "turn.before")
    reader = MoveParser(ENGINES["rivals"], state, pending.seat, Speaker("de", "rivals", NAMES[:2]))
    assert [answer.value for answer in reader.read(line).answers] == [["roll"]]


def test_what_was_not_understood_is_said_back_as_it_was_typed() -> None:
    state, pending = at_moment("rivals", lambda _, pending: pending.step == "turn.before")
    assert "„Überfälle 7“" in refused("rivals", "de", state, pending.seat, "Überfälle 7")
    assert "„Gewürze“" in refused("rivals", "de", state, pending.seat, "Gewürze")


def exchange_by_earlier_rules() -> tuple[Any, Pending]:
    """A stored game still asks for the exchange by itself: *On to building* is then an answer."""
    engine = ENGINES["firenze"]
    state = engine.setup(2, seed="small words", rules=2).state
    while True:
        pending = next(each for each in engine.pending(state) if each.owed)
        if pending.step == "exchange.choose":
            return state, pending
        state = engine.submit(state, Answer(pending.seat, pending.ask_id, default_of(pending.ask))).state


@pytest.mark.parametrize("language", ["en", "nl", "de"])
def test_a_label_that_begins_with_small_words_is_read_as_itself(language: str) -> None:
    state, pending = exchange_by_earlier_rules()
    speaker = Speaker(language, "firenze", NAMES[:2])
    (option,) = [option for option in options(pending) if option.key == "none"]
    reader = MoveParser(ENGINES["firenze"], state, pending.seat, speaker)
    assert reader.read(speaker.label(option.label)).answers[0].value == ["none"]
