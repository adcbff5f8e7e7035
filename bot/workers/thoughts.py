"""Thoughts of computer seats that are under way: a table is let go while one lasts, and moves when it is done."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any, Protocol

from bot.ops.cancellation import end
from bot.store import StoreAway
from engines.kit import Engine, EngineBug, Refusal, Value

log = logging.getLogger(__name__)

AT_ONCE = 0.25
"""Seconds that a table is held for an answer; what takes longer is thought out while nobody holds the table."""
AGAIN = 2.0
"""Seconds after which a table looks again for which nobody could think."""
ATTEMPTS = 2
OVERDUE = 120.0
"""Seconds after which a table looks again, should the process that thinks for it be gone."""

Given = tuple[str, Value]


class Computers(Protocol):
    """Who plays for computer seats: out of all that a seat is asked, which ask and what; None: not now, try again."""

    async def answer(
        self, engine: Engine[Any], state: Any, seat: int, level: str, seed: str, sides: int = 0
    ) -> Given | None: ...


@dataclass(slots=True)
class Question:
    """What a computer seat is to answer, at which version of its table."""

    code: str
    version: int
    engine: Engine[Any]
    state: Any
    seat: int
    level: str
    seed: str
    wait: float = 0.0
    """Seconds for which the answer is held back, so that a person can still undo."""


@dataclass(slots=True)
class _Thought:
    question: Question
    task: asyncio.Task[Given | None]
    player: asyncio.Task[None] | None = None


class Thoughts:
    """One thought a table. `play` carries out an answer that came when nobody held the table."""

    def __init__(self, computers: Computers, play: Callable[[Question, Given], Awaitable[None]]) -> None:
        self._computers = computers
        self._play = play
        self._under_way: dict[str, _Thought] = {}
        self._sides: dict[str, tuple[int, int]] = {}
        self._failed: set[str] = set()

    def is_under_way(self, code: str) -> bool:
        """Whether somebody thinks about this table."""
        return code in self._under_way

    def look_again(self, code: str) -> float | None:
        """In how many seconds the table wants a look, should nothing come of the thought; None: nobody thinks."""
        if code in self._failed:
            self._failed.discard(code)
            return AGAIN
        return OVERDUE if code in self._under_way else None

    async def answer(self, question: Question) -> Given | None:
        """The answer, if it comes at once; else None, and the move is made when it is there."""
        code = question.code
        thought = self._under_way.get(code)
        if thought is not None and thought.question.version != question.version:
            await self._forget(thought)
            thought = None
        if thought is not None and thought.player is not None:
            return None
        if thought is None:
            thought = _Thought(question, asyncio.create_task(self._think(question)))
            self._under_way[code] = thought
        await asyncio.wait({thought.task}, timeout=AT_ONCE)
        if thought.task.done():
            self._under_way.pop(code, None)
            given = thought.task.result()
            if given is None:
                self._failed.add(code)
            return given
        thought.player = asyncio.create_task(self._play_later(thought))
        return None

    async def _think(self, question: Question) -> Given | None:
        seat, sides = self._sides.get(question.code, (question.seat, 0))
        row = sides if seat == question.seat else 0
        began = asyncio.get_running_loop().time()
        given = None
        for _ in range(ATTEMPTS):
            given = await self._computers.answer(
                question.engine, question.state, question.seat, question.level, question.seed, row
            )
            if given is not None:
                break
        if given is not None:
            asked = question.engine.pending(question.state)
            is_side = any(each.is_side for each in asked if each.ask_id == given[0])
            if is_side:
                self._sides[question.code] = (question.seat, row + 1)
            else:
                self._sides.pop(question.code, None)
        await asyncio.sleep(max(0.0, question.wait - (asyncio.get_running_loop().time() - began)))
        return given

    async def _play_later(self, thought: _Thought) -> None:
        code = thought.question.code
        try:
            given = await thought.task
            if given is not None:
                await self._play(thought.question, given)
        except Refusal as refusal:
            log.info("table %s moved on while a computer thought: %s", code, refusal)
        except (EngineBug, StoreAway) as trouble:
            log.warning("table %s: a computer's answer could not be played: %s", code, trouble)
        except Exception:
            log.exception("table %s: a computer could not think", code)
        finally:
            if self._under_way.get(code) is thought:
                del self._under_way[code]

    async def _forget(self, thought: _Thought) -> None:
        self._under_way.pop(thought.question.code, None)
        await end([task for task in (thought.player, thought.task) if task is not None])

    async def close(self) -> None:
        """Nobody waits for an answer any more."""
        for thought in list(self._under_way.values()):
            await self._forget(thought)
