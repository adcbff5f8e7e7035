"""While the storage is away the bot goes on listening, to tell people so."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from bot.platforms import leases
from bot.store import Store, StoreAway
from tests.platforms.telegram.stage import stage
from tests.store.servers import Single, eventually, patiently


async def test_while_the_storage_is_away_people_are_told_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(leases, "SECONDS", 0.3)
    server = Single("--appendonly", "no", "--save", "")
    store = await Store.open(server.url, patience=0.1)
    tried = 0

    async def lease(*given: Any) -> bool:
        nonlocal tried
        try:
            return await Store.lease(store, *given)
        except StoreAway:
            tried += 1
            raise

    monkeypatch.setattr(store, "lease", lease)
    async with stage(store, tmp_path) as s:
        lena = s.users[0]
        server.node.kill()
        await eventually(lambda: tried > 2)
        await lena.write("/games")
        await lena.wait_for("I cannot reach my storage")
        server.node.start()
        await patiently(lambda: store.ping())
        await lena.write("/games")
        await lena.wait_for("No games yet.")
    await store.close()
    server.close()
