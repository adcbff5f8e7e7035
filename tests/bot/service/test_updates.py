"""An update never breaks a running game: older states are migrated, and a game keeps the numbers it began with."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from bot.service.table_service import TableService
from bot.store import Store
from bot.table.model import Status
from engines import ENGINES
from engines.carrara.tables import CarraraTables
from engines.kit import EngineBug
from engines.kit import tables as kit_tables
from tests.bot.toy_service import ANNA, BRAM, ROOM, begin, play_on, service
from tests.toy import toy


async def test_a_game_begun_under_older_rules_goes_on_under_the_new_ones(kept: Store, tmp_path: Path) -> None:
    old = service(kept, tmp_path)
    code = await begin(old)
    await play_on(old, code, 4)
    migrated: list[Any] = []

    def migrate(raw: dict[str, Any]) -> dict[str, Any]:
        migrated.append(raw["round"])
        return raw

    engine = toy()
    newer = replace(engine, info=replace(engine.info, rules_version=2), migrations={1: migrate})
    new = service(kept, tmp_path, engine=newer)
    await play_on(new, code, seed="new")
    assert migrated == [1]
    assert (await new.queries.table(code)).status is Status.FINISHED
    assert (await new.queries.verify(code)).holds


async def test_a_build_that_cannot_read_a_game_freezes_it_and_the_old_build_thaws_it(
    kept: Store, tmp_path: Path
) -> None:
    old = service(kept, tmp_path)
    code = await begin(old)
    await play_on(old, code, 3)
    before = (await old.work.load(code)).state

    def broken(raw: dict[str, Any]) -> dict[str, Any]:
        return raw | {"round": "three"}

    engine = toy()
    newer = replace(engine, info=replace(engine.info, rules_version=2), migrations={1: broken})
    new = service(kept, tmp_path, engine=newer)
    with pytest.raises(EngineBug, match="cannot be read"):
        await new.queries.look(code, ANNA.ref)
    assert (await old.queries.table(code)).status is Status.FROZEN
    await old.moves.thaw("roll back", code)
    assert (await old.work.load(code)).state == before
    await play_on(old, code, seed="on")
    assert (await old.queries.verify(code)).holds


async def test_a_game_keeps_the_printed_numbers_it_began_with(
    kept: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = TableService(kept, tmp_path, ENGINES)
    code = (await first.lobby.create("n", "carrara", ANNA, ROOM)).table.code
    await first.lobby.join("j", code, BRAM)
    digest = (await first.lobby.start("s", code, ANNA.ref)).table.tables
    assert digest == CarraraTables.current().digest
    monkeypatch.setattr(kit_tables, "_KNOWN", {})
    elsewhere = TableService(kept, tmp_path, ENGINES)
    loaded = await elsewhere.work.load(code)
    assert loaded.engine.tables_of(loaded.running()).digest == digest
    assert (await elsewhere.queries.check(code)).holds
