"""Background tasks do not end unseen."""

import asyncio
import logging

import pytest

from bot.ops import metrics, supervision
from bot.ops.supervision import supervised


def restarts(name: str) -> float:
    return metrics.REGISTRY.get_sample_value("signoria_restarts_total", {"task": name}) or 0.0


async def test_work_that_breaks_is_logged_counted_told_and_started_again(caplog: pytest.LogCaptureFixture) -> None:
    begun, again = [0], asyncio.Event()

    async def work() -> None:
        begun[0] += 1
        if begun[0] < 3:
            raise KeyError("a fault")
        again.set()
        await asyncio.Event().wait()

    before = restarts("the test")
    with caplog.at_level(logging.ERROR):
        async with supervised("the test", work, pause=0.001), asyncio.timeout(10):
            await again.wait()
            assert supervision.problems() == ["the test had to be started again: KeyError: 'a fault'"]
    assert restarts("the test") - before == 2
    assert "the test stopped by a fault" in caplog.text
    assert supervision.problems() == [], "what was closed is nobody's problem"


async def test_work_that_ends_by_itself_is_started_again_too() -> None:
    begun, again = [0], asyncio.Event()

    async def work() -> None:
        begun[0] += 1
        if begun[0] == 2:
            again.set()

    async with supervised("the short test", work, pause=0.001), asyncio.timeout(10):
        await again.wait()
        assert "it ended by itself" in supervision.problems()[0]


async def test_what_has_run_well_for_a_while_is_a_problem_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    watched = supervision.Watched("the long test", asyncio.Event().wait, fault="a fault")  # type: ignore[arg-type]
    assert watched.problem
    monkeypatch.setattr(supervision, "WELL_AFTER", 0.0)
    assert not watched.problem


async def test_the_end_of_the_block_ends_the_work() -> None:
    async with supervised("the ended test", asyncio.Event().wait) as task:  # type: ignore[arg-type]
        await asyncio.sleep(0)
    assert task.done()
