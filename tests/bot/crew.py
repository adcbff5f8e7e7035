"""Workers for the tests: a platform that keeps what it was told to show, computer seats that think in place."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from bot.messages.brief import Brief
from bot.service.table_service import TableService
from bot.table.model import Level
from bot.workers.levels import choose
from bot.workers.platform import PlatformTrouble
from bot.workers.pool import WorkerPool
from bot.workers.table_worker import TableWorker
from engines.kit import Engine, Value


@dataclass
class Wall:
    """A platform on which messages hang: posted when new, replaced when shown again."""

    name: str
    messages: dict[str, Brief] = field(default_factory=dict)
    history: list[tuple[str, Brief]] = field(default_factory=list)
    withdrawn: list[str] = field(default_factory=list)
    trouble: PlatformTrouble | None = None

    async def show(self, brief: Brief, before: str | None) -> str:
        if self.trouble is not None:
            raise self.trouble
        message = before or f"{self.name} message {len(self.messages)}"
        self.messages[message] = brief
        self.history.append((message, brief))
        return message

    async def withdraw(self, address: str, message: str) -> None:
        self.withdrawn.append(message)

    def notices(self, user: str) -> list[Any]:
        """The stages of which a person was told, in order."""
        return [brief.notice for brief in self.briefs(user)]

    def briefs(self, address: str) -> list[Brief]:
        """Everything that was shown to one person or room, in order."""
        return [brief for _, brief in self.history if brief.address == address and not brief.seals]


class Plain:
    """Computer seats by the game's script, in place."""

    async def answer(
        self, engine: Engine[Any], state: Any, seat: int, level: str, seed: str, sides: int = 0
    ) -> tuple[str, Value] | None:
        asked = [each for each in engine.pending(state) if each.seat == seat]
        found = choose(engine, state, asked, Level.STEADY, seed, sides)
        return None if found is None else (found.pending.ask_id, found.value)


@dataclass
class Crew:
    """One process: its workers and the walls it writes on."""

    workers: WorkerPool
    worker: TableWorker
    walls: dict[str, Wall]


def crew(
    service: TableService, worker: str = "worker", walls: dict[str, Wall] | None = None, patience: float = 1e9
) -> Crew:
    """Workers that do not take the leaps of a test's clock for an outage, unless told to."""
    shared = walls or {name: Wall(name) for name in ("local", "discord", "telegram")}
    worker = TableWorker(service, shared, Plain(), worker)
    return Crew(WorkerPool(worker, patience=patience), worker, shared)
