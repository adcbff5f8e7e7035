"""The story of a finished game: everybody's chance of winning over time, where it turned, and what a master had done.

Worked out bit by bit where nobody waits: first a rough curve, then the greatest jumps in it more exactly, move by move.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from pydantic import TypeAdapter

from bot.service.history import History, Played
from bot.service.mind import Mind
from bot.table.model import Entry
from engines.kit import Engine, EngineBug
from engines.kit.coaching import Advice
from engines.kit.thinking import Move

POINTS = 40
"""So many points has the curve at most."""
ROUGH, EXACT = 24, 100
"""Playouts of a point; of the two ends of a turning point."""
JUMP = 0.2
"""So much a chance must change between two points to be looked into."""
MOST_TURNS = 3
MASTER = 384
"""Playouts of a master who judges what was played."""
Progress = Callable[[int, int], None]
Chances = tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Point:
    """Everybody's chance after a move."""

    number: int
    chances: Chances


@dataclass(frozen=True, slots=True)
class Turn:
    """A move at which the game turned: who played what, the chances before and after, and what a master says to it."""

    number: int
    seat: int
    played: Move
    before: Chances
    after: Chances
    advice: Advice | None = None

    @property
    def about(self) -> int:
        """Whose chance changed most."""
        return max(range(len(self.after)), key=lambda seat: (abs(self.after[seat] - self.before[seat]), -seat))

    @property
    def size(self) -> float:
        return abs(self.after[self.about] - self.before[self.about])

    @property
    def is_agreed(self) -> bool:
        """Whether a master had played the same, or nothing better for sure."""
        advice = self.advice
        return advice is None or same(advice.move, self.played) or advice.is_equal or advice.is_mixed


@dataclass(frozen=True, slots=True)
class Story:
    """A game as its chances tell it."""

    points: tuple[Point, ...]
    turns: tuple[Turn, ...]

    def dump(self) -> bytes:
        return _ADAPTER.dump_json(self)

    @staticmethod
    def load(raw: bytes) -> Story:
        return _ADAPTER.validate_json(raw)


_ADAPTER = TypeAdapter(Story)


def same(one: Move, other: Move) -> bool:
    return (one.step, one.is_side, one.value) == (other.step, other.is_side, other.value)


@dataclass(slots=True)
class _Teller:
    """The telling of one game."""

    engine: Engine[Any]
    mind: Mind
    code: str
    moments: Sequence[Played]
    """Every move that all could see."""
    tell: Progress
    done: int = 0
    most: int = 0

    async def story(self, entries: Sequence[Entry]) -> Story:
        last = len(self.moments) - 1
        places = sorted({round(at * last / (POINTS - 1)) for at in range(POINTS)} if last > 0 else {0})
        self.most = len(places) + MOST_TURNS * 8
        rough = [await self._chances(place, ROUGH) for place in places]
        jumps = sorted(
            [(_size(rough[at], rough[at + 1]), at) for at in range(len(places) - 1)], key=lambda each: -each[0]
        )
        turns: list[Turn] = []
        for size, at in jumps[:MOST_TURNS]:
            if size >= JUMP:
                turn = await self._turn(places[at], places[at + 1], entries)
                turns += [] if turn is None or turn.size < JUMP / 2 else [turn]
        points = [Point(self.moments[place].moment.number, each) for place, each in zip(places, rough, strict=True)]
        return Story(tuple(points), tuple(sorted(turns, key=lambda turn: turn.number)))

    async def _turn(self, low: int, high: int, entries: Sequence[Entry]) -> Turn | None:
        """The one move between two places with the greatest change: the half that changes more is halved again."""
        before, after = await self._chances(low, EXACT), await self._chances(high, EXACT)
        while high - low > 1:
            middle = (low + high) // 2
            between = await self._chances(middle, EXACT)
            if _size(before, between) >= _size(between, after):
                high, after = middle, between
            else:
                low, before = middle, between
        moment, state = self.moments[high].moment, self.moments[high].before
        entry = next((each for each in entries if each.version == moment.line.version), None)
        if entry is None or not entry.moves:
            return None
        move = entry.moves[0]
        asked = next((each for each in self.engine.pending(state) if each.ask_id == move.ask_id), None)
        if asked is None:
            return None
        played = Move(move.ask_id, move.step, asked.is_side, asked.ask.check(move.value))
        seed = f"story {self.code} {moment.number}"
        advice = await self.mind.advise(self.engine, state, move.seat, seed, MASTER, played, is_idle=True)
        self._step()
        return Turn(moment.number, move.seat, played, before, after, advice)

    async def _chances(self, place: int, playouts: int) -> Chances:
        state, seed = self.moments[place].after, f"story {self.code} {place} {playouts}"
        found = await self.mind.chances(self.engine, state, playouts, seed)
        if found is None:
            raise EngineBug("the process that thought about a story is gone")
        self._step()
        return found

    def _step(self) -> None:
        self.done = min(self.done + 1, self.most)
        self.tell(self.done, self.most)


def _size(before: Chances, after: Chances) -> float:
    return max(abs(one - other) for one, other in zip(before, after, strict=True))


async def story_of(history: History, mind: Mind, code: str, tell: Progress) -> Story:
    """The story of a finished game, as far as all could follow it."""
    engine, moments, entries = await history.played(code)
    return await _Teller(engine, mind, code, moments, tell).story(entries)
