"""`signoria soak --route sentinel|cluster|single --faults N [--json]`: play on servers that are harmed meanwhile.

They are killed, frozen, deposed and driven into errors. Nothing acknowledged may be lost or there twice, nobody may see
an error page or stand still for long. Only this machine's loopback is used.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
import tempfile
import threading
import time
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from bot.app.app import App, at_work
from bot.choices import partial_choice
from bot.choices.control_id import ControlId
from bot.choices.controls import DISCORD
from bot.cli.bench_outage import Blank, Screen
from bot.cli.typed import whole
from bot.commands.context import Caller, Context
from bot.commands.conversation import Conversation, Tap
from bot.messages.composer import Composer
from bot.ops import supervision
from bot.platforms.discord.markup import DiscordMarkup
from bot.service.table_service import TableService
from bot.store import Store, StoreAway
from bot.store.faults import kinds, rig_for
from bot.table.change import Loaded
from bot.table.lobby import User
from bot.table.model import standing
from config.settings import Settings
from engines import ENGINES
from engines.kit import Dice, Engine, Pending, Refusal, Value

GAME = next(iter(ENGINES))
ROUTES = ("sentinel", "cluster", "single")
TABLES = 6
"""Every other one with a computer seat."""
PROCESSES = 2
THINKS = 0.1
"""Seconds between an answer and the next, and before somebody who was told to taps again."""
STILL = 15.0
"""So many seconds nobody may stand still."""
BETWEEN = 20
"""Answers acknowledged between two faults."""
GIVE_UP = 90.0


def add(commands: Any) -> None:
    parser = commands.add_parser("soak", help="play while servers are killed, frozen and deposed")
    parser.add_argument("--route", choices=ROUTES, default="sentinel", help="what the servers are (default sentinel)")
    parser.add_argument("--faults", type=whole(0), default=60, help="how often (default 60)")
    parser.add_argument("--json", action="store_true", help="print JSON alone")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    found = measure(arguments.route, arguments.faults, quiet=arguments.json)
    print(json.dumps(found, indent=1) if arguments.json else "\n".join(f"{key:22} {found[key]}" for key in found))
    return int(found["failed"])


@dataclass
class Book:
    """What people were told, and when each table last moved."""

    acknowledged: set[tuple[str, str]] = field(default_factory=set)
    codes: set[str] = field(default_factory=set)
    error_pages: int = 0
    moved: dict[int, float] = field(default_factory=dict)
    longest: float = 0.0
    faults: list[str] = field(default_factory=list)
    """The first few errors, in words."""

    def move(self, slot: int) -> None:
        now = time.monotonic()
        self.longest = max(self.longest, now - self.moved.get(slot, now))
        self.moved[slot] = now

    def error(self, problem: object) -> None:
        self.error_pages += 1
        self.faults += [repr(problem)] if len(self.faults) < 5 else []

    def all_moved_since(self, moment: float) -> bool:
        return len(self.moved) == TABLES and min(self.moved.values()) > moment


class Plain:
    """Computer seats by the game's plain player."""

    async def answer(
        self, engine: Engine[Any], state: Any, seat: int, level: str, seed: str, sides: int = 0
    ) -> tuple[str, Value] | None:
        pending = next((each for each in engine.pending(state) if each.seat == seat and each.owed), None)
        if pending is None:
            return None
        known = engine.resample(state, seat, seed)
        return pending.ask_id, engine.policy(known, seat, pending.step, pending.ask, Dice(seed).below)


def measure(route: str, faults: int, quiet: bool = True) -> dict[str, Any]:
    """Faults in this thread, play in another: whatever is done to the servers, the players' loop runs on."""
    rig = rig_for(route)
    book, ending = Book(), threading.Event()
    outcome: dict[str, Any] = {}
    playing = threading.Thread(target=lambda: outcome.update(asyncio.run(_house(rig.url, book, ending))))
    done, dead = 0, 0
    try:
        playing.start()
        _await(book, time.monotonic())
        for what, fault in kinds(rig):
            if done == faults or not playing.is_alive():
                break
            _load(book)
            fault(rig)
            done += 1
            alive = _await(book, time.monotonic())
            dead += not alive
            if not quiet:
                print(
                    f"{done:3} {what}: {len(book.acknowledged)} acknowledged, longest {book.longest:.1f} s",
                    file=sys.stderr,
                )
            rig.heal()
            if not alive:
                break
    finally:
        ending.set()
        playing.join()
        rig.close()
    found = {
        "route": route,
        "faults": done,
        "acknowledged": len(book.acknowledged),
        "lost": outcome.get("lost", -1),
        "doubled": outcome.get("doubled", -1),
        "error_pages": book.error_pages,
        "longest_standstill_s": round(book.longest, 1),
        "repeated": outcome.get("repeated", -1),
        "gone_on_without": outcome.get("gone_on_without", -1),
        "workers_dead": dead,
        "restarts": outcome.get("restarts", []),
        "errors": book.faults,
    }
    ill = found["lost"] or found["doubled"] or found["error_pages"] or dead or book.longest > STILL or done < faults
    return found | {"failed": int(bool(ill))}


def _load(book: Book) -> None:
    """Some play between two faults."""
    wanted, started = len(book.acknowledged) + BETWEEN, time.monotonic()
    while len(book.acknowledged) < wanted and time.monotonic() - started < STILL:
        time.sleep(0.02)


def _await(book: Book, since: float) -> bool:
    """Until every table has moved again, those with computers too: so workers live and people are served."""
    while time.monotonic() - since < GIVE_UP:
        if book.all_moved_since(since):
            return True
        time.sleep(0.02)
    book.longest = max(book.longest, time.monotonic() - min(book.moved.values(), default=since))
    return False


async def _house(url: str, book: Book, ending: threading.Event) -> dict[str, Any]:
    """Two processes' worth of bot, and the people."""
    with tempfile.TemporaryDirectory(prefix="signoria-soak-") as folder:
        async with AsyncExitStack() as stack:
            desks, talks, links = [], [], []
            for _ in range(PROCESSES):
                store = await Store.open(url)
                links.append(store.link)
                stack.push_async_callback(store.close)
                service, studio = TableService(store, Path(folder)), Blank()
                stack.callback(studio.close)
                settings = Settings(folder=Path(folder), redis_url=url, health_port=0)
                await stack.enter_async_context(at_work(App(settings, store, service), {"discord": Screen()}, Plain()))
                desks.append(service)
                talks.append(Conversation(Context(service, Composer(DISCORD, DiscordMarkup(), studio))))
            people = [
                asyncio.create_task(_play_on(desks[slot % PROCESSES], talks[slot % PROCESSES], slot, book, ending))
                for slot in range(TABLES)
            ]
            await asyncio.gather(*people)
            lost, doubled = await _compared(desks[0], book)
            return {
                "lost": lost,
                "doubled": doubled,
                "repeated": sum(link.repeated for link in links),
                "gone_on_without": sum(link.lost for link in links),
                "restarts": supervision.problems(),
            }


async def _play_on(desk: TableService, talk: Conversation, slot: int, book: Book, ending: threading.Event) -> None:
    """One table after another in this place, until the end."""
    number = 0
    while not ending.is_set():
        try:
            code = await _begun(desk, slot, number)
            book.codes.add(code)
            book.move(slot)
            await _play(desk, talk, code, slot, book, ending)
        except Exception as fault:
            book.error(fault)
            await asyncio.sleep(THINKS)
        number += 1


async def _begun(desk: TableService, slot: int, number: int) -> str:
    """Each request as often as it takes: the same id, the same effect."""
    host, other = (User(f"discord:{1000 + 10 * slot + seat}", f"Player {seat + 1}") for seat in range(2))
    name = f"{slot} {number}"
    done = await _again(lambda: desk.lobby.create(f"new {name}", GAME, host, f"discord:{slot}", seats=2))
    code: str = done.table.code
    if slot % 2:
        await _again(lambda: desk.lobby.add_computer(f"computer {name}", code, host.ref))
    else:
        await _again(lambda: desk.lobby.join(f"join {name}", code, other))
    await _again(lambda: desk.lobby.start(f"start {name}", code, host.ref, "joined"))
    return code


async def _again(ask: Any) -> Any:
    while True:
        try:
            return await ask()
        except StoreAway:
            await asyncio.sleep(THINKS)


async def _play(
    desk: TableService, talk: Conversation, code: str, slot: int, book: Book, ending: threading.Event
) -> None:
    """Tap whenever a person is asked; wait while a computer is."""
    chance, tapped, version = Dice(code), 0, 0
    while not ending.is_set():
        loaded: Loaded = await _again(lambda: desk.work.load(code))
        if loaded.version != version:
            version = loaded.version
            book.move(slot)
        if loaded.table.is_over:
            return
        asked = [
            each for each in loaded.engine.pending(loaded.running()) if each.owed and loaded.table.seats[each.seat].user
        ]
        if asked:
            tapped += 1
            await _tap(talk, loaded, asked[0], chance, f"{code} {tapped}", book)
        await asyncio.sleep(THINKS)


async def _tap(talk: Conversation, loaded: Loaded, pending: Pending, chance: Dice, request: str, book: Book) -> None:
    """Until it is answered: by turns the platform delivers the tap again, or the person taps anew."""
    code, seat = loaded.table.code, loaded.table.seats[pending.seat]
    value = loaded.engine.policy(loaded.running(), pending.seat, pending.step, pending.ask, chance.below)
    control = str(ControlId.ask(code, pending.ask_id, str(partial_choice.write(pending.ask, value, "!"))))
    for attempt in range(10_000):
        caller = Caller(User(seat.user, seat.name), seat.user, f"{request} {attempt // 2}", private=True)
        reply = await talk.handle(Tap(caller, [control]))
        if isinstance(reply.problem, StoreAway):
            await asyncio.sleep(THINKS)
            continue
        if not reply.refused:
            book.acknowledged.add((code, pending.ask_id))
        elif not isinstance(reply.problem, Refusal):
            book.error(reply.problem)
        return


async def _compared(desk: TableService, book: Book) -> tuple[int, int]:
    """How many acknowledged answers are missing from the logs, and how many are there more than once.

    A table that is gone, or cannot be played again, is one more that is missing.
    """
    logged: list[tuple[str, str]] = []
    broken = 0
    for code in sorted(book.codes):
        try:
            entries = standing(await _again(lambda code=code: desk.work.entries(code)))
            proof = await _again(lambda code=code: desk.queries.check(code))
        except Exception as fault:
            book.faults.append(f"{code}: {fault!r}")
            broken += 1
            continue
        logged += [(code, move.ask_id) for entry in entries for move in entry.moves]
        if not proof.holds:
            book.faults.append(f"{code}: its log and its state tell different stories")
            broken += 1
    return len(book.acknowledged - set(logged)) + broken, len(logged) - len(set(logged))
