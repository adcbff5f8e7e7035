"""A table service whose clock is moved by hand, over the store in memory and over a server."""

from pathlib import Path

import pytest

from bot.service.table_service import TableService
from bot.store import Store
from tests.bot.toy_service import Clock, service


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def desk(kept: Store, tmp_path: Path, clock: Clock) -> TableService:
    return service(kept, tmp_path, clock)
