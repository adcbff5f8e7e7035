"""The teacher: which lesson is due at a question, what it says and points at, what is suggested or warned of.

`learn.toml` has the course of a game: `[first_game]`, `[[lesson]]` and `[[caution]]`; conditions see the seat's own
view, its question, what it was told and what it has been taught, and nothing else. The sentences stand in the game's
texts: `[lesson]`, `[reason]` (of a suggested answer) and `[caution]`. Nobody is made to follow.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from functools import cache
from typing import Any

from bot.language.speaker import Speaker, catalogue
from bot.learn import reference
from bot.learn.expression import Scope, evaluate
from bot.learn.reference import book, plainly
from bot.learn.telling import Kind, Telling
from config.languages import fallback
from engines.kit import Amount, Bundle, Dice, Engine, Pick, Place, Text, Value
from engines.kit.asks import Option
from engines.kit.engine import Pending
from engines.kit.rulebook import sections
from engines.kit.scripted import answer_of, shipped
from engines.kit.tables import Tables

AT_FIRST = 2
"""So many lessons the very first question has; every other has one."""
SEED = "teacher"
"""Of what the teacher supposes about hidden things; with the question, so that it does not err the same way always."""


@dataclass(frozen=True, slots=True)
class Lesson:
    """A moment at which the teacher speaks. Steps and keys may have stars."""

    id: str
    ask: tuple[str, ...]
    """The questions at which it may come."""
    event: tuple[str, ...] = ()
    """It comes after one of these events; `event` is then what happened, `event.because` its second sentence."""
    when: str = ""
    after: tuple[str, ...] = ()
    """Lessons that were told before, at another question."""
    point: tuple[str, ...] = ()
    """References on the board, with stars, several of one thing joined by +; `offer` is all that is offered, `= ...`
    an expression."""
    suggest: tuple[str, ...] = ("*",)
    """Answers for which the lesson has a reason (`[reason]`)."""
    let: Mapping[str, str] = field(default_factory=dict)
    """Names for its other expressions, each made from those before it."""
    facts: Mapping[str, str] = field(default_factory=dict)
    section: str = ""
    module: bool = False
    """It belongs to a module or an era: told when that is first played."""


@dataclass(frozen=True, slots=True)
class Caution:
    """What is said before an answer is given. `fact`: it only states one, so it may be said at any table."""

    id: str
    ask: tuple[str, ...]
    keys: tuple[str, ...] = ("*",)
    when: str = ""
    let: Mapping[str, str] = field(default_factory=dict)
    facts: Mapping[str, str] = field(default_factory=dict)
    fact: bool = False


@dataclass(frozen=True, slots=True)
class Course:
    """All that a game teaches."""

    game: str
    seats: int
    turns: tuple[str, ...]
    """Steps with which a turn begins: a computer waits there until the learner has seen the turn before."""
    options: Mapping[str, Any]
    lessons: tuple[Lesson, ...]
    cautions: tuple[Caution, ...]


@dataclass(frozen=True, slots=True)
class Moment:
    """One question of one seat, as that seat knows it."""

    tables: Tables
    view: Mapping[str, Any]
    pending: Pending
    events: Sequence[Text] = ()
    """What the seat was told since the question before this one."""
    names: Sequence[str] = ()
    told: Sequence[str] = ()
    """Lessons of this game that were told before this question."""


@cache
def course(game: str) -> Course | None:
    """What a game's room teaches; None where it teaches nothing."""
    found = book(game)
    if found is None or "first_game" not in found.raw:
        return None
    first = found.raw["first_game"]
    lessons = [Lesson(**_read(each)) for each in found.raw.get("lesson", ())]
    cautions = [Caution(**_read(each)) for each in found.raw.get("caution", ())]
    turns = tuple(first.get("turns", ()))
    return Course(game, first["seats"], turns, first.get("options", {}), tuple(lessons), tuple(cautions))


def _read(raw: Mapping[str, Any]) -> dict[str, Any]:
    return {name: tuple(value) if isinstance(value, list) else value for name, value in raw.items()}


# --- lessons ---


def due(taught: Course, moment: Moment) -> list[Lesson]:
    """The lessons that are to be told at this question, none of which was told before."""
    found = [lesson for lesson in taught.lessons if lesson.id not in moment.told and _is_due(taught, lesson, moment)]
    found.sort(key=lambda lesson: not lesson.event)
    return found[: 1 if moment.told else AT_FIRST]


def _is_due(taught: Course, lesson: Lesson, moment: Moment) -> bool:
    if not _fits(lesson.ask, moment.pending.step):
        return False
    before = set(moment.told) | ({taught.lessons[0].id} if not moment.told else set())
    if not set(lesson.after) <= before:
        return False
    more = _known(taught, lesson, moment)
    if (lesson.event and more["event"] is None) or not _holds(taught, lesson, moment, more):
        return False
    return bool(_said(taught, lesson.facts, moment, more, f"lesson.{lesson.id}", fallback()))


def lesson_said(taught: Course, lesson: Lesson, moment: Moment, language: str) -> str:
    """A lesson in words."""
    return _said(taught, lesson.facts, moment, _known(taught, lesson, moment), f"lesson.{lesson.id}", language)


def to_read(taught: Course, lesson: Lesson, tables: Tables, language: str) -> str:
    """A lesson away from its moment: its sentences where they need no facts of a game, else its rule's first two."""
    found, speaker = book(taught.game), Speaker(language, taught.game)
    assert found is not None
    telling = Telling(found, Kind("", facts={}), "", None, plainly(tables), None, speaker)
    rule = sections(taught.game, language)[lesson.section]
    return telling.say(f"{taught.game}.lesson.{lesson.id}") or _opening(rule.text)


def _opening(text: str) -> str:
    """Two sentences of a rule; of one that is a list, those of its first entry."""
    first, _, rest = text.partition("\n")
    if rest.startswith("- "):
        first = rest.removeprefix("- ").partition("\n")[0]
    sentences = first.split(". ")
    return ". ".join(sentences[:2]).rstrip(".") + "."


def points(taught: Course, lesson: Lesson, moment: Moment) -> list[str]:
    """What a lesson points at: references with stars, as regions of a picture have them."""
    found: list[str] = []
    for each in lesson.point:
        if each.startswith("="):
            scope = _scope(taught, moment, _known(taught, lesson, moment))
            value = evaluate(each.removeprefix("=").strip(), scope)
            found += [str(one) for one in value] if isinstance(value, list) else [str(value)] if value else []
        else:
            found.append(each)
    return found


def reason(taught: Course, lesson: Lesson, moment: Moment, value: Value, language: str) -> str:
    """Why an answer is suggested, as far as the lesson knows; empty if it does not."""
    key = f"reason.{lesson.id}"
    if f"{taught.game}.{key}" not in catalogue(language):
        return ""
    if not any(_fits(lesson.suggest, each) for each in keys_of(value)):
        return ""
    more = _known(taught, lesson, moment) | {"answer": _answer(moment.pending, value)}
    return _said(taught, lesson.facts, moment, more, key, language)


def suggested(
    engine: Engine[Any], state: Any, seat: int, pending: Pending, beside: bool = True
) -> tuple[Pending, Value] | None:
    """What the game's plain player would answer, knowing what the seat knows: to this question or, where that is more
    use, to one beside it first. Not `beside`: to this one in any case."""
    seed = f"{SEED}/{pending.ask_id}"
    known = engine.resample(state, seat, seed)
    asked = [each for each in engine.pending(known) if each.seat == seat]
    same = [each for each in asked if each.step == pending.step and each.ask.offered() == pending.ask.offered()]
    if not same or not same[0].owed:
        return None
    sides = [each for each in asked if each.is_side] if beside else []
    found = answer_of(engine, known, [same[0], *sides], shipped(engine, known), Dice(seed).below)
    if found is None or not found[0].is_side:
        return None if found is None else (pending, found[1])
    there = [each for each in engine.pending(state) if (each.seat, each.step) == (seat, found[0].step) and each.is_side]
    return (there[0], found[1]) if there else None


# --- cautions ---


def warned(
    taught: Course, moment: Moment, value: Value, language: str, only_facts: bool = False
) -> tuple[str, str] | None:
    """What is to be said before this answer is given, with the name of the caution; None: nothing."""
    names = _names(moment) | {"answer": _answer(moment.pending, value), "event": None}
    for each in cautions_at(taught, moment.pending, value, only_facts):
        more = _named(taught, each, moment, names)
        if not _holds(taught, each, moment, more):
            continue
        if said := _said(taught, each.facts, moment, more, f"caution.{each.id}", language):
            return each.id, said
    return None


def cautions_at(taught: Course, pending: Pending, value: Value, only_facts: bool = False) -> list[Caution]:
    """The cautions that might be said of an answer."""
    return [
        each
        for each in taught.cautions
        if _fits(each.ask, pending.step)
        and (each.fact or not only_facts)
        and any(_fits(each.keys, key) for key in keys_of(value) or [""])
    ]


# --- what expressions see ---


def keys_of(value: Value) -> list[str]:
    """An answer as keys: of options, pieces or spots; a number as it is."""
    return [str(each) for each in value] if isinstance(value, list | dict) else [str(value)]


def _known(taught: Course, lesson: Lesson, moment: Moment) -> dict[str, Any]:
    """What a lesson sees: the question, and the latest event that it waits for, rather one for which it holds."""
    events: list[dict[str, Any] | None] = [*_happened(taught, lesson, moment)]
    seen = [_named(taught, lesson, moment, _names(moment) | {"event": event}) for event in events or [None]]
    return next((more for more in seen if _holds(taught, lesson, moment, more)), seen[0])


def _named(taught: Course, each: Lesson | Caution, moment: Moment, names: Mapping[str, Any]) -> dict[str, Any]:
    """Names with those that a lesson or caution makes for itself."""
    more = dict(names)
    for name, source in each.let.items():
        more[name] = evaluate(source, _scope(taught, moment, more))
    return more


def _holds(taught: Course, each: Lesson | Caution, moment: Moment, more: Mapping[str, Any]) -> bool:
    return not each.when or bool(evaluate(each.when, _scope(taught, moment, more)))


def _names(moment: Moment) -> dict[str, Any]:
    ask = moment.pending.ask
    options = [_option(each) for each in [*getattr(ask, "options", ()), *getattr(ask, "instead", ())]]
    asked: dict[str, Any] = {"step": moment.pending.step, "facts": ask.prompt.facts, "options": options}
    asked["keys"] = [each["key"] for each in options]
    if isinstance(ask, Amount):
        asked |= {"low": ask.low, "high": ask.high}
    if isinstance(ask, Bundle):
        asked |= {"available": ask.available, "prices": ask.prices}
    if isinstance(ask, Place):
        asked["spots"] = [{"spot": spot.key} for spot in ask.spots]
    return {"ask": asked, "told": list(moment.told), "seats": len(moment.names), "answer": None}


def _option(option: Option) -> dict[str, Any]:
    note = {} if option.note is None else {"note": option.note.key.rpartition(".")[2], "told": option.note.facts}
    return {"key": option.key, "note": "", **note, "facts": option.label.facts}


def _happened(taught: Course, lesson: Lesson, moment: Moment) -> list[dict[str, Any]]:
    """The events that a lesson waits for, the latest first."""
    told = [(text.key.removeprefix(f"{taught.game}.event."), text) for text in reversed(moment.events)]
    return [{"key": key, "because": text.because, **text.facts} for key, text in told if _fits(lesson.event, key)]


def _answer(pending: Pending, value: Value) -> dict[str, Any]:
    """An answer as expressions see it: its keys, its number or counts, and the option's own facts and note."""
    ask = pending.ask
    found: dict[str, Any] = {"keys": keys_of(value), "key": keys_of(value)[0] if keys_of(value) else ""}
    found |= {"number": value if isinstance(value, int) else None, "counts": value if isinstance(value, dict) else {}}
    options = ask.options if isinstance(ask, Pick) else ask.instead if isinstance(ask, Amount) else ()
    chosen = next((_option(each) for each in options if each.key == found["key"]), {"note": "", "facts": {}})
    if isinstance(ask, Bundle) and isinstance(value, dict):
        found["cost"] = ask.cost(value)
        found["pieces"] = [
            {"kind": kind, "number": count, "named": ask.labels[kind].facts} for kind, count in value.items() if count
        ]
    return chosen | found


def _telling(
    taught: Course, facts: Mapping[str, str], moment: Moment, more: Mapping[str, Any], language: str
) -> Telling:
    found = book(taught.game)
    assert found is not None
    speaker = Speaker(language or fallback(), taught.game, tuple(moment.names))
    return Telling(found, Kind("", facts=facts), "", None, plainly(moment.tables), moment.view, speaker, more=more)


def _scope(taught: Course, moment: Moment, more: Mapping[str, Any]) -> Scope:
    return Scope(_telling(taught, {}, moment, more, "").names())


def _said(
    taught: Course, facts: Mapping[str, str], moment: Moment, more: Mapping[str, Any], key: str, language: str
) -> str:
    return _telling(taught, facts, moment, more, language).say(f"{taught.game}.{key}")


def _fits(patterns: Sequence[str], name: str) -> bool:
    return any(fnmatchcase(name, each) for each in patterns)


def forget() -> None:
    """Read the rooms again."""
    course.cache_clear()
    reference.forget()
