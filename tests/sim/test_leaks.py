"""A slice of the leak hunt, and leaks that were planted to see whether it finds any. `make leaks N=200` plays more."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import replace
from typing import Any
from unittest.mock import patch

import pytest

from bot.platforms.web.parts import board
from bot.platforms.web.push_worker import PushWorker
from bot.service.unit_of_work import UnitOfWork
from bot.table.change import Tries
from bot.workers import surfaces, table_worker
from bot.workers.table_worker import TableWorker
from engines import ENGINES
from tests.sim import leaks
from tests.sim.leaks import Hunt, Leak, hunt

GAME = "rivals"
GAMES = 3


def hidden(state: Any) -> int:
    """Something that nobody may know: it goes by everything, hidden or not."""
    engine = next(each for each in ENGINES.values() if isinstance(state, each.state))
    return int(engine.state_hash(state)[:6], 16)


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
    wanted = vars(leaks)["surfaces"]

    def shuffled(loaded: Any, *more: Any) -> Any:
        found = wanted(loaded, *more)
        return found[::-1] if hidden(loaded.state) % 2 else found

    return patch.object(leaks, "surfaces", shuffled)


def telling_page() -> AbstractContextManager[Any]:
    """The address of a picture goes by what is hidden, as the page is really served."""
    address, load, seen = board.picture_address, UnitOfWork.load, [0]

    async def loads(self: Any, code: str) -> Any:
        loaded = await load(self, code)
        seen[0] = hidden(loaded.state) if loaded.state is not None else 0
        return loaded

    def told(*arguments: Any, **more: Any) -> str:
        return f"{address(*arguments, **more)}&s={seen[0]}"

    return _Both(patch.object(UnitOfWork, "load", loads), patch.object(board, "picture_address", told))


def order_at_work() -> AbstractContextManager[Any]:
    """The workers tell one after the other, and who comes first goes by what is hidden."""
    show, seen = TableWorker._show_all, [0]

    async def noted(self: Any, loaded: Any, *more: Any) -> Any:
        seen[0] = hidden(loaded.state)
        return await show(self, loaded, *more)

    async def one_by_one(jobs: Any) -> list[float]:
        found = [await job for job in (jobs[::-1] if seen[0] % 2 else jobs)]
        return [each for each in found if each is not None]

    return _Both(patch.object(TableWorker, "_show_all", noted), patch.object(table_worker, "_all_of", one_by_one))


def late_news() -> AbstractContextManager[Any]:
    """How soon the workers show a step goes by what is hidden."""
    show = TableWorker._show

    async def waits(self: Any, loaded: Any) -> Any:
        await asyncio.sleep(0.5 * (hidden(loaded.state) % 2))
        return await show(self, loaded)

    return patch.object(TableWorker, "_show", waits)


def telling_ring() -> AbstractContextManager[Any]:
    """Whether a question rings goes by what is hidden."""
    panel = surfaces._panel

    def quiet(loaded: Any, *more: Any) -> Any:
        found = panel(loaded, *more)
        return replace(found, silent=found.silent or hidden(loaded.state) % 2 == 0)

    return patch.object(surfaces, "_panel", quiet)


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
    assert found.sent


@pytest.mark.parametrize(
    ("plant", "told"),
    [
        (oracle_by_confirmation, "tap|page|panel|move|is told"),
        (telling_push, "push"),
        (telling_address, "the page"),
        (order_of_notices, "in which order"),
    ],
)
def test_a_planted_leak_is_found(plant: Callable[[], AbstractContextManager[Any]], told: str) -> None:
    with plant(), pytest.raises(Leak, match=told):
        hunt(GAME, 0, GAMES)


@pytest.mark.parametrize(
    ("plant", "game", "told"),
    [
        (order_at_work, "princes", "who is told what first|when .* is told"),
        (late_news, "princes", r"when .* is told"),
        (telling_ring, "princes", "rings"),
        (telling_push, "princes", "push"),
        (telling_page, "firenze", "page|fetches"),
    ],
)
def test_a_leak_in_what_the_real_program_sends_is_found(
    plant: Callable[[], AbstractContextManager[Any]], game: str, told: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In a game of which the first deal comes to where it shows."""
    for looks in ("compare", "compare_after"):
        monkeypatch.setattr(Hunt, looks, unlooked)
    with plant(), pytest.raises(Leak, match=told):
        hunt(game, 0, 2 * GAMES)


async def unlooked(*_: Any) -> None:
    """Nothing but what is sent is compared."""
