"""Practice: play on alone from any position of a finished game, with all that one did not know dealt anew."""

from __future__ import annotations

import json
from collections.abc import Callable

from bot.service.history import History
from bot.service.lobby_service import LobbyService
from bot.service.unit_of_work import UnitOfWork
from bot.table import lobby, moves
from bot.table.change import Change, Committed, Loaded, Undo
from bot.table.lobby import User
from bot.table.model import Seat, Status, Table
from bot.table.time_control import Pace
from engines.kit import Event, Refusal, commitment, seat_ref

LEVEL = "steady"
"""How well those play who take the seats of people."""


class Practice:
    """Tables that begin in the middle of a game. They count for nobody's record."""

    def __init__(
        self, work: UnitOfWork, history: History, lobby_service: LobbyService, seeds: Callable[[], str]
    ) -> None:
        self.work = work
        self.history = history
        self.lobby = lobby_service
        self.seeds = seeds

    async def begin(self, request: str, code: str, person: User, number: int) -> Committed:
        """Play on from the position after a move that this person could see; the others are computers."""
        then, state, seat = await self.history.position(code, person.ref, number)
        engine, old, seed = then.engine, then.table, self.seeds()
        if seat is None:
            raise Refusal("table.refusal.not_in")
        if state.ending:
            raise Refusal("table.refusal.over")
        dealt = engine.resample(state, seat, seed)
        tables = engine.tables_of(dealt)
        await self.work.store.keep_tables(tables.digest, json.dumps(tables.raw).encode())
        table = Table(code="", game=old.game, room="", host=person.ref, language=person.language, pace=Pace.NONE)
        table.options, table.origin, table.request = old.options, old.code, request
        table.rules_version, table.tables = old.rules_version, tables.digest
        table.figures, table.commitment = old.figures, commitment(seed)
        table.created = table.started = self.work.clock()
        table.status = Status.RUNNING
        table.seats = [_seat(each, lobby.clean(each.name)) for each in old.seats]
        table.seats[seat] = Seat(kind="person", user=person.ref, name=old.seats[seat].name, language=person.language)
        loaded = Loaded(0, table, engine, None)
        moves.wait(loaded, dealt, {seat}, self.work.clock())
        facts = {"seats": len(table.seats), "options": table.options, "seed": seed}
        facts["state"] = json.loads(engine.dump(dealt))
        begun = Event("table.event.practised", {"code": old.code, "number": number + 1, "seat": seat_ref(seat)})
        step = Change("started", (begun,), person.ref, state=dealt, undo=Undo.CLEAR, facts=facts)
        return await self.lobby.written(loaded, request, step)


def _seat(seat: Seat, name: str) -> Seat:
    """A computer in somebody's place, under that name."""
    return Seat(kind="computer", name=name, level=seat.level if seat.kind == "computer" else LEVEL)
