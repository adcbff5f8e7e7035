"""The teacher at a table: what somebody is told at a question, and what they are warned of; told lessons are kept.

Only for who asked for it (a practice table, or *Teach me*), and for nobody who wants no more lessons. Where other
people play too, nothing is suggested and only facts are warned of. All is made from the seat's own view.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any

from pydantic_core import to_jsonable_python

from bot.language.labels import BARE, describe
from bot.language.speaker import Speaker, catalogue
from bot.learn import teacher
from bot.learn.teacher import Course, Moment, course
from bot.service.player_view import LogLine, PlayerView
from bot.service.table_service import TableService
from bot.table.change import Loaded
from bot.table.model import Entry, Table
from bot.table.preferences import Person
from bot.table.score_curve import leads, turning_points
from bot.table.taught import Taught
from engines.kit import Facts, Text, Value
from engines.kit.engine import Pending

RECENT = 24
"""So many entries of the log are looked at for how fast somebody answers."""
QUICK, IN_A_ROW = 5.0, 3
"""Who answers so many questions in a row within so many seconds each is told nothing."""
ANSWER = "answer"
"""The kind of the log's entries about what a seat answered."""
TURNS = 2
"""So many turning points the last page names."""
OFFER = "?"
"""The place of a lesson: it was offered to teach this game."""


@dataclass(frozen=True, slots=True)
class Advice:
    """What the teacher says at a question, in the reader's language."""

    lessons: tuple[str, ...] = ()
    suggestion: str = ""
    """A good answer, and why, where the lesson knows it."""
    value: Value | None = None
    """The good answer, where it is one to this question."""
    sections: tuple[str, ...] = ()
    points: tuple[str, ...] = ()
    """References with stars: what the lessons point at."""
    ask_id: str = ""
    """The question that `value` answers."""
    is_offer: bool = False
    """Nothing is taught: somebody who never finished this game may say that they want it."""
    is_last: bool = False
    """The game is over: `suggestion` says where the points came from, `lessons` are those that never came."""


@dataclass(frozen=True, slots=True)
class Warner:
    """Knows what to say before an answer of one seat is given."""

    taught: Course
    kept: Taught
    table: Table
    seat: int
    language: str

    def said(self, loaded: Loaded, state: Any, pending: Pending, value: Value) -> tuple[str, str] | None:
        """The name of a caution and its sentence; never about what the teacher would answer."""
        engine, alone = loaded.engine, is_alone(self.table)
        if not teacher.cautions_at(self.taught, pending, value, not alone):
            return None
        view, names = engine.view_json(state, self.seat), self.table.names
        moment = Moment(engine.tables_of(state), view, pending, (), names)
        found = teacher.warned(self.taught, moment, value, self.language, not alone)
        if found is None or self.kept.has_enough_of(self.table.code, found[0]):
            return None
        if alone and teacher.suggested(engine, state, self.seat, pending, beside=False) == (pending, value):
            return None
        return found


def is_alone(table: Table) -> bool:
    """Whether nobody but computers plays against whoever is taught."""
    return len(table.people) == 1


def is_quick(entries: Sequence[Entry], seat: int | None) -> bool:
    """Whether the last answers of a seat each came within seconds of what was done before them."""
    taken = [
        after.time - before.time
        for before, after in pairwise(entries)
        if after.seat == seat and after.kind == ANSWER and after.by == "hand"
    ]
    return len(taken) >= IN_A_ROW and all(each < QUICK for each in taken[-IN_A_ROW:])


def recent(lines: Iterable[LogLine]) -> list[Text]:
    """What the log told, sentence by sentence."""
    return [text for line in lines for text in line.texts]


class Teacher:
    """Teaches at tables."""

    def __init__(self, service: TableService) -> None:
        self.service = service

    async def advice(
        self, look: PlayerView, person: Person, pending: Pending | None, events: Sequence[Text], language: str
    ) -> Advice | None:
        """What is said above a question; None: nothing. What is told stands there until it is answered."""
        table, taught = look.table, course(look.table.game)
        if taught is not None and look.result is not None and person.teach:
            return await self._last(look, taught, language)
        if taught is None or look.seat is None or pending is None or not pending.owed or not person.teach:
            return None
        user = table.seats[look.seat].user
        kept = await self.service.people.taught(user)
        if not is_taught(table, kept):
            return await self._offer(look, user, kept, pending)
        loaded = await self.service.work.load(table.code)
        if loaded.version != look.version:
            return None
        told = kept.of(table.game)
        before = tuple([name for name, at in told.items() if name != OFFER and at != pending.ask_id])
        view = to_jsonable_python(look.view)
        moment = Moment(loaded.engine.tables_of(loaded.running()), view, pending, events, table.names, before)
        standing = [lesson for lesson in taught.lessons if told.get(lesson.id) == pending.ask_id]
        if not standing and await self._is_quick(look):
            return None
        in_peace = kept.has_understood(table.game, pending.ask_id)
        lessons = standing or ([] if in_peace else teacher.due(taught, moment))
        if lessons and not standing:
            names = [lesson.id for lesson in lessons]
            await self.service.people.keep_taught(user, kept.telling(table.game, names, pending.ask_id))
        good = None
        if is_alone(table):
            good = await asyncio.to_thread(teacher.suggested, loaded.engine, loaded.running(), look.seat, pending)
        return _advice(taught, lessons, moment, good, table, language)

    async def onward(
        self, advice: Advice, look: PlayerView, state: Any, pending: Pending | None, language: str
    ) -> Advice:
        """The same while a move is put together: a good answer to the question that is open by now (None: no more)."""
        taught, table, seat, good = course(look.table.game), look.table, look.seat, None
        loaded = await self.service.work.load(table.code)
        if taught is None or seat is None or not advice.suggestion or loaded.version != look.version:
            return advice
        if pending is not None:
            good = await asyncio.to_thread(teacher.suggested, loaded.engine, state, seat, pending, beside=False)
        if good is None:
            return replace(advice, suggestion="", value=None)
        moment = Moment(loaded.engine.tables_of(state), {}, good[0], (), table.names)
        said = _suggestion(taught, (), moment, good, table, language)
        return replace(advice, suggestion=said, value=good[1], ask_id=good[0].ask_id)

    async def _is_quick(self, look: PlayerView) -> bool:
        """Whether somebody answered the last questions so fast that no lesson is wanted now: it comes later."""
        entries = await self.service.work.entries(look.table.code, max(0, look.version - RECENT), look.version)
        return is_quick(entries, look.seat)

    async def _last(self, look: PlayerView, taught: Course, language: str) -> Advice | None:
        """The last page: where the points came from, and the lessons that this game had no moment for."""
        if look.seat is None or look.result is None:
            return None
        kept = await self.service.people.taught(look.table.seats[look.seat].user)
        if not is_taught(look.table, kept):
            return None
        loaded = await self.service.work.load(look.table.code)
        if loaded.state is None:
            return None
        tables = loaded.engine.tables_of(loaded.state)
        parts = sorted(look.result.breakdown[look.seat].items(), key=lambda part: -part[1])
        speaker = Speaker(language, taught.game, tuple(look.table.names))
        sources = {f"source/{name}": points for name, points in parts if points}
        said = speaker.say(Text("learn.teacher.sources", {"sources": sources})) if sources else ""
        said = " ".join([part for part in (said, _turned(look, speaker)) if part])
        missed = [lesson for lesson in taught.lessons if lesson.id not in kept.of(taught.game) and not lesson.module]
        texts = [teacher.to_read(taught, lesson, tables, language) for lesson in missed]
        return Advice(tuple(texts), said, is_last=True)

    async def _offer(self, look: PlayerView, user: str, kept: Taught, pending: Pending) -> Advice | None:
        """Once a game, at the first question, to who never finished one."""
        game, stands = look.table.game, kept.of(look.table.game).get(OFFER)
        if look.answered or (stands is not None and stands != pending.ask_id):
            return None
        if any(outcome.game == game for outcome in await self.service.queries.outcomes(user)):
            return None
        if stands is None:
            await self.service.people.keep_taught(user, kept.telling(game, [OFFER], pending.ask_id))
        return Advice(is_offer=True)

    async def warner(self, look: PlayerView, person: Person, language: str) -> Warner | None:
        """Who warns this seat; None: it is not taught here."""
        taught = course(look.table.game)
        if taught is None or look.seat is None or not person.teach:
            return None
        kept = await self.service.people.taught(look.table.seats[look.seat].user)
        return Warner(taught, kept, look.table, look.seat, language) if is_taught(look.table, kept) else None

    async def ignored(self, table: Table, seat: int, caution: str) -> None:
        """Something was done despite a warning."""
        user = table.seats[seat].user
        kept = await self.service.people.taught(user)
        await self.service.people.keep_taught(user, kept.ignoring(table.code, caution))

    async def teach(self, user: str, code: str) -> None:
        """Teach this person at this table."""
        kept = await self.service.people.taught(user)
        await self.service.people.keep_taught(user, kept.at(code))

    async def understood(self, user: str, game: str) -> None:
        """Nothing that was told needs to stand any longer."""
        kept = await self.service.people.taught(user)
        await self.service.people.keep_taught(user, kept.understood(game))


def _turned(look: PlayerView, speaker: Speaker) -> str:
    """The two rounds in which the reader's lead over the best of the others changed most; empty if none is known."""
    rounds, seat = sorted(look.table.curve), look.seat
    assert seat is not None
    rows = [(0,) * len(look.table.seats), *[look.table.curve[number] for number in rounds]]
    said = []
    for place in turning_points(rows, TURNS):
        change = leads(rows[place])[seat] - leads(rows[place - 1])[seat]
        facts: Facts = {"n": rounds[place - 1], "change": f"{change:+d}".replace("-", "−")}
        said += [speaker.phrase(Text("learn.teacher.turned", facts))] if change else []
    return speaker.say(Text("learn.teacher.turning", {"rounds": said})) if said else ""


def is_taught(table: Table, kept: Taught) -> bool:
    """Whether somebody with such a past is taught at a table."""
    return table.is_practice or table.code in kept.tables


def _advice(
    taught: Course,
    lessons: Sequence[teacher.Lesson],
    moment: Moment,
    good: tuple[Pending, Value] | None,
    table: Table,
    language: str,
) -> Advice | None:
    if not lessons and good is None:
        return None
    return Advice(
        tuple([teacher.lesson_said(taught, lesson, moment, language) for lesson in lessons]),
        "" if good is None else _suggestion(taught, lessons, moment, good, table, language),
        None if good is None or good[0].ask_id != moment.pending.ask_id else good[1],
        tuple(dict.fromkeys([lesson.section for lesson in lessons if lesson.section])),
        tuple([point for lesson in lessons[-1:] for point in teacher.points(taught, lesson, moment)]),
        ask_id=moment.pending.ask_id,
    )


def _suggestion(
    taught: Course,
    lessons: Sequence[teacher.Lesson],
    moment: Moment,
    good: tuple[Pending, Value],
    table: Table,
    language: str,
) -> str:
    """A good answer in words; what may be done beside the question is said to come first."""
    speaker, (pending, value) = Speaker(language, table.game, tuple(table.names)), good
    answer: Facts = {"answer": describe(pending, value, speaker).replace("/", "⁄")}
    if pending.ask_id != moment.pending.ask_id:
        return speaker.say(Text("learn.teacher.suggests_first", answer))
    question = catalogue(language).get(f"{table.game}.short.{pending.step}", "")
    is_bare = len(str(answer["answer"])) <= BARE and bool(question)
    key, asked = ("suggests_bare", {"question": question}) if is_bare else ("suggests", {})
    said = speaker.say(Text(f"learn.teacher.{key}", {**answer, **asked}))
    why = [teacher.reason(taught, lesson, moment, value, language) for lesson in lessons]
    return " ".join([said, *[each for each in why if each]])
