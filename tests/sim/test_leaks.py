"""A slice of the leak hunt, and leaks that were planted to see whether it finds any. `make leaks N=200` plays more."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import replace
from typing import Any
from unittest.mock import patch

import pytest

from bot.platforms.web.parts import board
from bot.platforms.web.push_worker import PushWorker
from bot.table.change import Tries
from engines import ENGINES
from tests.sim import leaks
from tests.sim.leaks import Leak, hunt

GAME = "rivals"
GAMES = 3


def hidden(state: Any) -> int:
    """Something that nobody may know: it goes by everything, hidden or not."""
    return int(ENGINES[GAME].state_hash(state)[:6], 16)


def oracle_by_confirmation() -> AbstractContextManager[Any]:
    """Whether one is asked to confirm goes by what is hidden."""
    submit = Tries.submit

    def foresees(self: Tries, engine: Any, state: Any, answer: Any) -> Any:
        outcome = submit(self, engine, state, answer)
        return replace(outcome, mine=hidden(state) % 2 == 0, barrier=hidden(state) % 2 == 0)

    return patch.object(Tries, "submit", foresees)


def telling_push() -> AbstractContextManager[Any]:
    """Whose phone is pushed first goes by what is hidden."""
    tell = PushWorker._tell

    async def attend(self: PushWorker, session: Any, code: str) -> bool:
        loaded = await self.service.work.load(code)
        first = hidden(loaded.state) % len(loaded.table.people)
        await self._send(session, loaded.table.seats[first].user, [], {"title": "Soon"})
        return any([await tell(self, session, loaded.table, seat) for seat in loaded.table.people])

    return patch.object(PushWorker, "attend", attend)


def telling_address() -> AbstractContextManager[Any]:
    """A picture's address goes by what is hidden."""
    address, given, seen = board.picture_address, leaks.Hunt._page, list[int]()

    async def page(self: Any, service: Any, loaded: Any, viewer: int) -> Any:
        seen.append(hidden(loaded.state))
        return await given(self, service, loaded, viewer)

    def told(*arguments: Any, **more: Any) -> str:
        return f"{address(*arguments, **more)}&s={seen[-1]}"

    both = patch.multiple(leaks.Hunt, _page=page)
    return _Both(both, patch.object(board, "picture_address", told))


def order_of_notices() -> AbstractContextManager[Any]:
    """Who is alerted first goes by what is hidden."""
    surfaces = vars(leaks)["surfaces"]

    def shuffled(loaded: Any, *more: Any) -> Any:
        found = surfaces(loaded, *more)
        return found[::-1] if hidden(loaded.state) % 2 else found

    return patch.object(leaks, "surfaces", shuffled)


class _Both:
    """Two patches as one."""

    def __init__(self, *patches: Any) -> None:
        self._patches = patches

    def __enter__(self) -> None:
        for each in self._patches:
            each.__enter__()

    def __exit__(self, *problem: Any) -> None:
        for each in self._patches:
            each.__exit__(*problem)


@pytest.mark.parametrize("game", sorted(ENGINES))
def test_nothing_that_a_viewer_is_given_goes_by_what_is_hidden(game: str) -> None:
    found = hunt(game, 0, 1)
    assert found.compared
    assert found.outputs > 20


@pytest.mark.parametrize(
    ("plant", "told"),
    [
        (oracle_by_confirmation, "tap|page|panel|move"),
        (telling_push, "push"),
        (telling_address, "the page"),
        (order_of_notices, "in which order"),
    ],
)
def test_a_planted_leak_is_found(plant: Callable[[], AbstractContextManager[Any]], told: str) -> None:
    with plant(), pytest.raises(Leak, match=told):
        hunt(GAME, 0, GAMES)
