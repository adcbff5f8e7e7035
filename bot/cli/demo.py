"""Demonstration tables: real games by the plain computer players, stopped anywhere, and requests for their pictures."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from bot.language.speaker import Speaker
from bot.messages.picture_request import Namer, Sayer
from bot.table.score_curve import Curve, note, over_time
from config.languages import fallback
from engines import ENGINES
from engines.kit import Answer, Engine, Place, Text
from engines.kit.events import Event, seen
from render import Final, Line, Picture, references

NAMES = ("Marta", "Joost", "Lena", "Piet", "Sofia")
LONG_NAMES = (
    "Maximiliana von Hohenstaufenberg",
    "Joost van den Vondel-Amstelredam",
    "Wolfgang Amadeus Theophilus Moza",
    "Żółć Ğüşö Ελληνικά Кириллица 123",
    "Sofia",
)
MOST_ANSWERS = 5000


@dataclass(slots=True)
class Demo:
    """A game in progress: state, what was told, everybody's points at the end of each round."""

    game: str
    seats: int
    state: Any
    told: list[Event] = field(default_factory=list)
    curve: Curve = field(default_factory=dict)

    @property
    def engine(self) -> Engine[Any]:
        return ENGINES[self.game]


def play(game: str, seats: int, options: dict[str, Any] | None = None, seed: str = "demo") -> Iterator[Demo]:
    """The table after its set-up and after every answer, to the end."""
    engine = ENGINES[game]
    chance = random.Random(seed)
    outcome = engine.setup(seats, engine.info.options(**(options or {})), seed)
    demo = Demo(game, seats, outcome.state, list(outcome.events))
    yield demo
    for _ in range(MOST_ANSWERS):
        owed = [pending for pending in engine.pending(demo.state) if pending.owed]
        if not owed:
            return
        pending = owed[0]
        value = engine.policy(demo.state, pending.seat, pending.step, pending.ask, chance.randrange)
        outcome = engine.submit(demo.state, Answer(pending.seat, pending.ask_id, value))
        before, demo.state = demo.state, outcome.state
        demo.told = [*demo.told[-12:], *outcome.events]
        if not demo.state.ending:
            note(demo.curve, engine, before, demo.state)
        yield demo


def stop(game: str, seats: int, options: dict[str, Any] | None = None, seed: str = "demo", answers: int = 60) -> Demo:
    """The table after so many answers, or at its end."""
    last = None
    for number, demo in enumerate(play(game, seats, options, seed)):
        last = demo
        if number == answers:
            break
    assert last is not None
    return last


def picture(demo: Demo, part: str = "all", viewer: int | None = None, **more: Any) -> Picture:
    """The request for a picture of this table, as the chats would make it."""
    language = more.get("language") or fallback()
    names = tuple(more.pop("names", NAMES)[: demo.seats])
    speaker = Speaker(language, demo.game, names)
    engine = demo.engine
    owed = tuple(sorted(engine.owed(demo.state))) if not demo.state.ending else ()
    lines = more.pop("lines", None)
    if lines is None:
        lines = chronicle(demo, speaker, viewer) if part not in ("hand", "place") else ()
    if part == "place":
        place = placing(demo, viewer)
        more.setdefault("place", place)
    return Picture(
        game=demo.game,
        view=engine.view(demo.state, viewer),
        say=Sayer(speaker),
        named=Namer(speaker),
        names=names,
        part=part,
        code=more.pop("code", "K7QF"),
        owed=owed,
        viewer=viewer,
        lines=lines,
        **more,
    )


def placing(demo: Demo, seat: int | None) -> Place | None:
    """The seat's own Place ask, if it has one."""
    for pending in demo.engine.pending(demo.state):
        if pending.seat == seat and isinstance(pending.ask, Place):
            return pending.ask
    return None


def placed(game: str, seats: int, options: dict[str, Any] | None = None, seed: str = "placing") -> tuple[Demo, int]:
    """A table in mid-game at which somebody places a piece, and who."""
    for number, demo in enumerate(play(game, seats, options, seed)):
        owed = demo.engine.owed(demo.state)
        if number > 100 and owed and placing(demo, owed[0]) is not None:
            return demo, owed[0]
    raise LookupError(f"nobody places anything in this game of {game}")


def chronicle(demo: Demo, speaker: Speaker, viewer: int | None, most: int = 3) -> tuple[Line, ...]:
    """The last events as numbered lines with the references of what they changed."""
    texts = [text for text in seen(demo.told, viewer) if not text.key.endswith(".forced")]
    return tuple(line(speaker, text) for text in texts[-most:])


def line(speaker: Speaker, text: Text) -> Line:
    """A sentence of the chronicle."""
    seat = text.facts.get("seat")
    who = int(seat[5:]) if isinstance(seat, str) and seat.startswith("seat/") else None
    return Line(speaker.say(text), who, references(text.key, text.facts))


def final(demo: Demo, language: str, names: tuple[str, ...] = NAMES) -> Picture:
    """The final scoring of a finished table."""
    result = demo.engine.result(demo.state)
    assert result is not None
    names = tuple(names[: demo.seats])
    speaker = Speaker(language, demo.game, names)
    sources = list(dict.fromkeys(source for row in result.breakdown for source in row))
    shown = Final(
        totals=result.scores,
        order=result.ranking,
        winners=result.winners,
        sources=tuple(
            (speaker.say(Text(f"{demo.game}.source.{source}")), tuple(row.get(source, 0) for row in result.breakdown))
            for source in sources
        ),
        curve=over_time(demo.curve, result.scores),
        axis=speaker.say(Text("picture.caption.round_axis")),
    )
    return Picture(demo.game, shown, Sayer(speaker), names, "final", language=language, code="K7QF")
