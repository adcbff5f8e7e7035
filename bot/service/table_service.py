"""The table service: everything that can be done at a table, by parts. The only caller of engines *and* store."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from bot.service.club_service import ClubService
from bot.service.coach import Coach
from bot.service.history import History
from bot.service.lobby_service import LobbyService
from bot.service.moderation_service import ModerationService
from bot.service.move_service import MoveService
from bot.service.page_access import PageAccess
from bot.service.people_service import PeopleService
from bot.service.plan_service import PlanService
from bot.service.practice import Practice
from bot.service.queries import Queries
from bot.service.unit_of_work import UnitOfWork
from bot.store import Store
from engines import ENGINES
from engines.kit import Engine


class TableService:
    """What people (and workers) do at tables. Refusal says what cannot be, StoreAway that the storage is away."""

    def __init__(
        self,
        store: Store,
        data: Path,
        engines: Mapping[str, Engine[Any]] = ENGINES,
        clock: Callable[[], float] | None = None,
        seeds: Callable[[], str] = lambda: secrets.token_hex(16),
        public_url: str = "",
    ) -> None:
        self.work = UnitOfWork(store, data, engines, clock)
        self.people = PeopleService(self.work)
        self.queries = Queries(self.work, self.people)
        self.history = History(self.work)
        self.coach = Coach(self.work)
        self.moderation = ModerationService(self.work, self.people)
        self.moves = MoveService(self.work, self.people, self.queries)
        self.plans = PlanService(self.work, self.people)
        self.lobby = LobbyService(self.work, self.moderation, self.queries, seeds)
        self.clubs = ClubService(self.work, self.lobby, self.queries)
        self.practice = Practice(self.work, self.history, self.lobby, seeds)
        self.page = PageAccess(store, public_url) if public_url else None
        """The page at a public address; None: it is served to this house alone, or not at all."""

    async def move_room(self, old: str, new: str) -> None:
        """A room has another address now (a Telegram group that grew): all that was there goes along."""
        await self.lobby.move_room(old, new)
        await self.clubs.move_room(old, new)
