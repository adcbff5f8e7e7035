"""The guided first game: who follows the teacher ends it and meets its lessons; it tells nothing hidden."""

from __future__ import annotations

import random
import re
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from bot.cli.learn import LEAST_EARLY, FirstGame, base, early, first_game, report
from bot.cli.transcript import read
from bot.language.speaker import catalogue, gaps, template
from bot.learn import teacher
from bot.learn.expression import Scope, evaluate
from bot.learn.lessons import is_quick
from bot.learn.sheet import summary
from bot.learn.teacher import Course, Moment, course
from bot.table.model import Entry
from config.languages import languages
from engines import ENGINES
from engines.kit import Pick, Place, Text
from engines.kit.events import seen
from engines.kit.play import Walk, replay
from engines.kit.rulebook import sections
from engines.kit.text import Explained
from engines.rivals.labels import event_note
from tests.test_words import assert_is_sentence

GAMES = sorted(ENGINES)
GOLDEN = Path(__file__).parents[2] / "golden"
NAMES = ("Ann", "Bob", "Cas", "Dan", "Eva")
MOST_WORDS, MOST_SENTENCES = 20, 2
MOST_CAUTIONS = {"carrara": 4}
"""Of a plain player, a game; more would be too wide a condition. Carrara's buys dear where it must."""
PLAYED = 8
"""Guided games a title that are played in every run of the tests; `signoria learn GAME --check` plays forty."""


def taught(game: str) -> Course:
    found = course(game)
    assert found is not None
    return found


@cache
def played(game: str) -> list[FirstGame]:
    return [first_game(taught(game), f"tests/{number}") for number in range(PLAYED)]


@pytest.mark.parametrize("game", GAMES)
def test_who_follows_the_teacher_ends_the_game_and_meets_the_lessons(
    game: str, capsys: pytest.CaptureFixture[str]
) -> None:
    games = played(game)
    with capsys.disabled():
        print(f"\n{game}: " + "; ".join(report(taught(game), games)[-3:]))
    met = {lesson for each in games for lesson in each.lessons}
    assert {lesson.id for lesson in base(taught(game))} - met == set()
    assert early(games) >= LEAST_EARLY
    assert 2 * sum(each.is_won for each in games) >= len(games)
    warned = [sum(each.cautions.values()) for each in games]
    assert sum(warned) <= MOST_CAUTIONS.get(game, 2) * len(games), warned


@pytest.mark.parametrize("game", GAMES)
def test_a_course_keeps_within_its_measure(game: str) -> None:
    found = taught(game)
    assert 10 <= sum([not lesson.module for lesson in found.lessons]) <= 14
    assert 1 <= sum([lesson.module for lesson in found.lessons]) <= 11
    assert len(found.cautions) <= 9
    ENGINES[game].info.options.model_validate(dict(found.options))
    ids = [lesson.id for lesson in found.lessons]
    assert len(set(ids)) == len(ids)
    for lesson in found.lessons:
        assert set(lesson.after) <= set(ids), lesson.id
        assert lesson.section in sections(game), f"{lesson.id}: {lesson.section}"
    steps = set(ENGINES[game].steps)
    for each in [*found.lessons, *found.cautions]:
        assert set(each.ask) <= steps, each


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("game", GAMES)
def test_every_lesson_is_short_in_every_language(game: str, language: str) -> None:
    words, found = catalogue(language), taught(game)
    keys = [f"{game}.lesson.{each.id}" for each in found.lessons]
    keys += [f"{game}.caution.{each.id}" for each in found.cautions]
    reasons = [key for key in words if key.startswith(f"{game}.reason.")]
    assert {key.rpartition(".")[2] for key in reasons} <= {each.id for each in found.lessons}
    there = {key for key in words if key.startswith((f"{game}.lesson.", f"{game}.caution."))}
    assert there == set(keys)
    for key in [*keys, *reasons]:
        bare = re.sub(r"\{\w+[:?][^}]*\}|\{\w+\}", "x", words[key])
        sentences = [each for each in re.split(r"(?<=[.?!])\s+", bare) if each.strip()]
        assert len(sentences) <= MOST_SENTENCES, key
        assert all(len(each.split()) <= MOST_WORDS for each in sentences), f"{language} {key}: {words[key]}"
        assert not re.search(r"\d", re.sub(r"\{[^}]*\}", "", words[key])), f"{key}: a bare number"
        assert set(gaps(template(language, key))) == set(gaps(template("en", key))), key


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("game", GAMES)
def test_every_sentence_of_a_summary_is_short(game: str, language: str) -> None:
    found = summary(game, ENGINES[game].tables.current(), language)
    assert found is not None
    assert len(found.turn) == 7
    for text in (found.what, *found.turn):
        sentences = re.split(r"(?<=[.;:])\s+", text)
        assert all(len(each.split()) <= MOST_WORDS for each in sentences), f"{language}: {text}"


@cache
def moments(game: str) -> list[Any]:
    file = sorted(GOLDEN.glob(f"{game}-*.txt"))[0]
    return [position.state for position in replay(ENGINES[game], read(file.read_text("utf-8")))]


def asked(game: str, number: int) -> list[tuple[Any, Any]]:
    """Questions of a golden game, each with its state."""
    engine = ENGINES[game]
    found = [(state, pending) for state in moments(game) for pending in engine.pending(state) if pending.owed]
    return random.Random(game).sample(found, min(number, len(found)))


def moment_of(game: str, state: Any, pending: Any, **more: Any) -> Moment:
    view = ENGINES[game].view_json(state, pending.seat)
    return Moment(state.tables, view, pending, names=NAMES[: state.seats], **more)


def test_that_the_dice_come_first_is_said_of_rolling_alone() -> None:
    found = taught("rivals")
    lesson = next(each for each in found.lessons if each.id == "roll")
    state, pending = next(each for each in asked("rivals", 100) if each[1].step in lesson.ask)
    for answer, said in (["build:abbey"], ""), (["roll"], "Nothing else can be done before it."):
        assert teacher.reason(found, lesson, moment_of("rivals", state, pending), answer, "en") == said


@pytest.mark.parametrize("game", GAMES)
def test_every_condition_can_be_read_at_every_question(game: str) -> None:
    """With whatever is missing in a view nothing breaks: there is simply no lesson."""
    found = taught(game)
    for state, pending in asked(game, 60):
        moment = moment_of(game, state, pending)
        for lesson in teacher.due(found, moment):
            for language in languages():
                assert_is_sentence(teacher.lesson_said(found, lesson, moment, language), lesson.id)
        value = pending.ask.sample(random.Random(1).randrange)
        for language in languages():
            if warned := teacher.warned(found, moment, value, language):
                assert_is_sentence(warned[1], warned[0])


@pytest.mark.parametrize("game", GAMES)
def test_lessons_suggestions_and_cautions_tell_nothing_hidden(game: str) -> None:
    """With every secret dealt anew, the same seat is taught the same."""
    engine, found = ENGINES[game], taught(game)
    for state, pending in asked(game, 25):
        other = engine.resample(state, pending.seat, "anew")
        same = [each for each in engine.pending(other) if (each.seat, each.step) == (pending.seat, pending.step)]
        assert same
        told = []
        for known, question in ((state, pending), (other, same[0])):
            moment = moment_of(game, known, question)
            good = teacher.suggested(engine, known, question.seat, question)
            plain = teacher.suggested(engine, known, question.seat, question, beside=False)
            lessons = teacher.due(found, moment)
            said = [teacher.lesson_said(found, lesson, moment, "en") for lesson in lessons]
            warned = None if plain is None else teacher.warned(found, moment, plain[1], "en")
            answers = [None if each is None else (each[0].step, each[1]) for each in (good, plain)]
            told.append((said, [teacher.points(found, lesson, moment) for lesson in lessons], answers, warned))
        assert told[0] == told[1]


def test_one_lesson_a_question_and_two_at_the_first() -> None:
    state = moments("carrara")[0]
    (pending,) = [each for each in ENGINES["carrara"].pending(state) if each.owed]
    found = taught("carrara")
    assert [each.id for each in teacher.due(found, moment_of("carrara", state, pending))] == ["goal", "action"]
    later = moment_of("carrara", state, pending, told=("goal",))
    assert [each.id for each in teacher.due(found, later)] == ["action"]
    assert teacher.due(found, moment_of("carrara", state, pending, told=("goal", "action"))) == []


def test_a_condition_may_say_very_little() -> None:
    scope = Scope({"view": {"own": {"coins": 3}}})
    assert evaluate("view.own.coins < 8 and not view.own.bricks", scope)
    with pytest.raises(ValueError, match="more than an expression may say"):
        evaluate("view.__class__.__mro__[0]()", scope)
    with pytest.raises(ValueError, match="more than an expression may say"):
        evaluate("open('x')", scope)


MODULES: dict[str, list[dict[str, Any]]] = {
    "carrara": [{"expansion": True}],
    "princes": [{"muse": True, "coop": True}],
    "firenze": [{"campanile": True, "neutral_seals": 7, "dead_colour": "white"}],
    "rivals": [{"mode": "gold"}, {"mode": "turmoil"}, {"mode": "progress"}, {"mode": "duel"}],
}


@pytest.mark.parametrize("game", GAMES)
def test_lessons_of_modules_come_when_such_a_game_is_played(game: str) -> None:
    engine, found = ENGINES[game], taught(game)
    left = {lesson.id: lesson for lesson in found.lessons if lesson.module}
    told = [lesson.id for lesson in found.lessons if not lesson.module]
    for number, options in enumerate(MODULES[game] * 3):
        seats = min(3, engine.info.seats[1])
        walk = Walk(engine, seats, engine.info.options.model_validate(options), f"modules {number}", wild=30)
        since: dict[int, list[Text]] = {seat: [] for seat in range(seats)}
        for position in walk.positions():
            for seat, heard in since.items():
                heard += seen(position.outcome.events, seat)
            for pending in engine.pending(position.state):
                if not pending.owed:
                    continue
                events, since[pending.seat] = tuple(since[pending.seat]), []
                if not [lesson for lesson in left.values() if pending.step in lesson.ask]:
                    continue
                view = engine.view_json(position.state, pending.seat)
                moment = Moment(engine.tables_of(position.state), view, pending, events, NAMES[:seats], tuple(told))
                for lesson in teacher.due(found, moment):
                    for language in languages():
                        assert_is_sentence(teacher.lesson_said(found, lesson, moment, language), lesson.id)
                    left.pop(lesson.id, None)
                    told.append(lesson.id)
        if not left:
            break
    assert sorted(left) == []


def answers(ask: Any, chance: random.Random) -> list[Any]:
    """Every single option or spot of a question; of any other some that are drawn."""
    if isinstance(ask, Place):
        return [spot.key for spot in ask.spots]
    if isinstance(ask, Pick) and ask.most == 1:
        return [[option.key] for option in ask.options]
    return [ask.sample(chance.randrange) for _ in range(3)]


@pytest.mark.parametrize("game", GAMES)
def test_every_warning_is_given_before_some_answer(game: str) -> None:
    engine, found, chance = ENGINES[game], taught(game), random.Random(game)
    left = {caution.id for caution in found.cautions}
    for number, options in enumerate([dict(found.options)] * 20 + MODULES[game] * 3):
        walk = Walk(engine, found.seats, engine.info.options.model_validate(options), f"warned {number}", wild=60)
        for position in walk.positions():
            for pending in engine.pending(position.state):
                if not any(pending.step in caution.ask for caution in found.cautions if caution.id in left):
                    continue
                view = engine.view_json(position.state, pending.seat)
                moment = Moment(engine.tables_of(position.state), view, pending, (), NAMES[: found.seats])
                for value in answers(pending.ask, chance):
                    for language in languages() if (said := teacher.warned(found, moment, value, "en")) else ():
                        warned = teacher.warned(found, moment, value, language)
                        assert warned is not None
                        assert_is_sentence(warned[1], warned[0])
                    left -= {said[0]} if said else set()
        if not left:
            break
    assert sorted(left) == []


def test_a_lesson_takes_the_event_for_which_it_holds() -> None:
    """Of two events the later one is another's: the lesson of the earlier one is told all the same."""
    engine, found = ENGINES["rivals"], taught("rivals")
    walk = Walk(engine, 2, engine.info.options.model_validate({"mode": "turmoil"}), "events")
    state, pending = next(
        (position.state, each)
        for position in walk.positions()
        for each in engine.pending(position.state)
        if each.step == "action" and each.owed
    )
    events = [Text("rivals.event.event", {"card": f"card/{card}"}) for card in ("riots", "yule")]
    told = [lesson.id for lesson in found.lessons if lesson.id != "t_riots"]
    moment = moment_of("rivals", state, pending, events=events, told=told)
    assert [lesson.id for lesson in teacher.due(found, moment)] == ["t_riots"]
    assert teacher.due(found, moment_of("rivals", state, pending, events=events[1:], told=told)) == []


@pytest.mark.parametrize(("language", "said"), [("en", "1 gold each."), ("nl", "geen goud."), ("de", "je 1 Gold.")])
def test_a_lesson_about_an_event_says_what_the_card_does(language: str, said: str) -> None:
    """As the log tells it, with the figures of the tables."""
    engine, found = ENGINES["rivals"], taught("rivals")
    state, pending = next((s, p) for s in moments("rivals") for p in engine.pending(s) if p.step == "action")
    card = Explained("rivals.event.event", {"card": "card/traveling_merchant"}, event_note(state, "traveling_merchant"))
    lesson = next(each for each in found.lessons if each.id == "event")
    told = teacher.lesson_said(found, lesson, moment_of("rivals", state, pending, events=[card]), language)
    assert told.endswith(said), told


@pytest.mark.parametrize(("mode", "said", "unseen"), [("basic", "at the end of", True), ("gold", "at once in", False)])
def test_the_first_lessons_are_true_of_the_game_that_is_played(mode: str, said: str, unseen: bool) -> None:
    """In the eras one wins at once, and looks through a stack for the first cards."""
    engine, found = ENGINES["rivals"], taught("rivals")
    state = engine.setup(2, engine.info.options.model_validate({"mode": mode}), "first").state
    pending = next(each for each in engine.pending(state) if each.owed)
    moment = moment_of("rivals", state, pending)
    told = {lesson.id: teacher.lesson_said(found, lesson, moment, "en") for lesson in teacher.due(found, moment)}
    assert said in told["goal"]
    assert ("hand" in told) is unseen


@pytest.mark.parametrize(
    ("gaps_", "quick"),
    [([1.0, 2.0, 4.0], True), ([1.0, 2.0], False), ([1.0, 9.0, 1.0], False), ([90.0, 1.0, 1.0, 1.0], True)],
)
def test_who_answers_three_questions_within_seconds_is_told_nothing(gaps_: list[float], quick: bool) -> None:
    entries, now = [Entry(version=1, time=0.0, kind="start")], 0.0
    for gap in gaps_:
        entries.append(Entry(version=len(entries) + 1, time=now + 30, kind="answer", seat=1, by="computer"))
        now += 30 + gap
        entries.append(Entry(version=len(entries) + 1, time=now, kind="answer", seat=0))
    assert is_quick(entries, 0) is quick
    assert not is_quick(entries, 1)


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("game", GAMES)
def test_a_lesson_that_never_came_can_be_read_by_itself(game: str, language: str) -> None:
    for lesson in taught(game).lessons:
        said = teacher.to_read(taught(game), lesson, ENGINES[game].tables.current(), language)
        assert said.endswith("."), lesson.id
        assert not set("\n{}") & set(said), lesson.id
        assert 4 < len(said.split()) < 60, said
