"""A game as one JSON file: out of the store and into it again. Before the end a player's file holds that view only."""

from __future__ import annotations

import json
from typing import Any

from pydantic_core import to_jsonable_python

from bot.service.player_view import player_view, read_log
from bot.service.unit_of_work import UnitOfWork
from bot.store import Row
from bot.table.model import Entry, Table, code_for, is_code
from engines.kit import BadState, Refusal, TableError

FORMAT = "signoria-game-1"


async def whole(work: UnitOfWork, code: str) -> dict[str, Any]:
    """Everything, secrets too: for the operator, or for anyone once the game is over."""
    loaded = await work.load(code)
    row = await work.store.load(code)
    assert row is not None
    entries = await work.store.entries(code, 0, row.version)
    tables = None if loaded.state is None else loaded.engine.tables_of(loaded.state).raw
    return {
        "format": FORMAT,
        "table": json.loads(row.doc),
        "version": row.version,
        "state": json.loads(row.state) if row.state else None,
        "tables": tables,
        "log": [json.loads(entry) for entry in entries],
    }


async def for_player(work: UnitOfWork, code: str, user: str) -> dict[str, Any]:
    """What a player may take along: the whole game when it is over, before that what this player sees."""
    loaded = await work.load(code)
    seat = loaded.table.seat_of(user)
    if seat is None:
        raise Refusal("table.refusal.not_yours")
    if loaded.table.is_over:
        return _without_accounts(await whole(work, code), seat)
    look = player_view(loaded, seat)
    lines = read_log(loaded.table, await work.entries(code, to=loaded.version), seat)
    content = {
        "format": f"{FORMAT}-view",
        "table": json.loads(look.table.dump()),
        "view": None if loaded.state is None else loaded.engine.view_json(loaded.state, seat),
        "log": to_jsonable_python(lines),
    }
    return _without_traces(_without_accounts(content, seat))


def _without_traces(content: dict[str, Any]) -> dict[str, Any]:
    """Without the numbers that count what others did in silence: in mid-game a file tells what its reader saw."""
    for field in ("touched", "revision", "room", "also"):
        content["table"].pop(field, None)
    for seat in content["table"]["seats"]:
        seat.pop("acted", None)
    for line in content["log"]:
        line.pop("version")
    return content


def _without_accounts(content: dict[str, Any], own: int) -> dict[str, Any]:
    """The accounts of others stay here: their names at the table are enough."""
    table = content["table"]
    mine = table["seats"][own]["user"]
    for number, seat in enumerate(table["seats"]):
        if number != own:
            seat.pop("user", None)
    table["host"] = mine if table["host"] == mine else ""
    table.pop("request", None)
    for entry in content["log"]:
        if entry.get("user") != mine:
            entry.pop("user", None)
    return content


async def restore(work: UnitOfWork, content: Any, request: str) -> str:
    """Put a whole game back, under its own code if that is free; the code."""
    if not isinstance(content, dict) or content.get("format") != FORMAT:
        raise Refusal("table.refusal.not_a_game")
    try:
        table = Table.model_validate(content["table"])
        entries = [Entry.model_validate(entry) for entry in content["log"]]
        engine = work.engines[table.game]
        state = b"" if content["state"] is None else json.dumps(content["state"]).encode()
        if content["tables"] is not None:
            tables = engine.tables.from_raw(content["tables"])
            await work.store.keep_tables(tables.digest, json.dumps(tables.raw).encode())
        if state:
            engine.load(state)
        is_whole = [entry.version for entry in entries] == list(range(1, content["version"] + 1))
    except (KeyError, TypeError, ValueError, AttributeError, RecursionError, BadState, TableError) as error:
        raise Refusal("table.refusal.not_a_game") from error
    if not is_whole or not is_code(table.code):
        raise Refusal("table.refusal.not_a_game")
    raw = [entry.dump() for entry in entries]
    for code in (table.code, *(code_for(request, attempt) for attempt in range(100))):
        table.code = code
        if await work.store.restore(code, Row(len(raw), table.dump(), state), raw, work.clock()):
            await work.store.index(code, table.users, [table.room], table.created)
            return code
    raise Refusal("table.refusal.no_code")
