"""A run goes by the virtual clock alone: whether the machine is quick, busy or stands still makes no difference."""

from __future__ import annotations

import itertools
import sys
import time
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from inspect import isclass, isfunction
from random import Random
from types import ModuleType
from typing import Any
from unittest.mock import patch

import pytest
from aiohttp import connector

from tests.sim.leaks import Hunt, hunt
from tests.sim.loop import VirtualLoop, virtual
from tests.sim.network import Network
from tests.sim.test_leaks import unlooked
from tests.sim.transcript import differs, record

REAL = (time.time, time.monotonic)
"""`time.perf_counter` measures, and nothing is decided by it."""
PACKAGES = {
    "bot",
    "engines",
    "render",
    "aiohttp",
    "aiohappyeyeballs",
    "discord",
    "telegram",
    "httpx",
    "httpcore",
    "anyio",
}
LEAP = 20.0
"""Seconds after which the libraries throw a connection away."""


def held(module: ModuleType) -> Iterator[tuple[str, Any]]:
    """What a module has got hold of for good: its names, defaults of its functions, fields of its classes."""
    for name, value in vars(module).items():
        yield name, value
        inside = vars(value).items() if isclass(value) and value.__module__ == module.__name__ else ()
        for part, made in [(name, value), *[(f"{name}.{part}", each) for part, each in inside]]:
            if isfunction(made):
                given = [*(made.__defaults__ or ()), *(made.__kwdefaults__ or {}).values()]
                yield from ((part, each) for each in given)
        if inside and is_dataclass(value):
            yield from ((f"{name}.{each.name}", each.default_factory) for each in fields(value))


def holders() -> list[str]:
    """Who holds on to a real clock."""
    modules = [each for name, each in sys.modules.items() if name.partition(".")[0] in PACKAGES]
    return sorted(
        {f"{each.__name__}.{name}" for each in modules for name, what in held(each) if any(what is r for r in REAL)}
    )


def test_nobody_holds_on_to_a_real_clock() -> None:
    network = Network(Random(0))
    loop = VirtualLoop(network)
    try:
        with virtual(loop, "clocks"):
            assert holders() == []
        assert holders() == ["aiohttp.connector.monotonic"], "or nothing would be found at all"
    finally:
        loop.close()
        network.close()


def test_a_machine_that_stands_still_for_a_while_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    looks, told = itertools.count(), list[str]()

    def compared(self: Hunt) -> None:
        for scene, _, _ in self.scenes:
            state = scene.loaded.state
            calm = record(scene, state, self.folder, self.drawn)
            with patch.object(connector, "monotonic", lambda: LEAP * next(looks)):
                told.append(differs(calm, record(scene, state, self.folder, self.drawn)))
        self.scenes.clear()

    for name in ("compare", "compare_after"):
        monkeypatch.setattr(Hunt, name, unlooked)
    monkeypatch.setattr(Hunt, "play_on", compared)
    hunt("princes", 0, 1)
    assert told == [""]
