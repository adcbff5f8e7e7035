"""The leak hunt: whole games in which, again and again, what one viewer cannot know is dealt anew.

`python -m tests.sim.leaks GAME --games 200`. Everything that the program would then give to this viewer, on every
platform, must be the same to the byte: panels, menus, ids, pictures by what they are asked to show, boards, commands,
confirmations, receipts, the page with all its addresses, exports, pushes, who is alerted and in which order. And once
in each game the real program plays on at all its peers, and all that is sent is the same to the millisecond.
"""

from __future__ import annotations

import argparse
import asyncio
import copy
import os
import sys
import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from random import Random
from typing import Any
from unittest.mock import patch

from aiohttp import ClientSession

from bot.choices.controls import DISCORD, TELEGRAM
from bot.commands.context import Caller, Context, Reply
from bot.commands.conversation import Command, Conversation, Tap
from bot.messages.composer import LONGEST_CAPTION, Composer
from bot.messages.post import Listed, Post
from bot.platforms.discord.markup import DiscordMarkup
from bot.platforms.discord.rendering import look_of as discord_look
from bot.platforms.telegram.markup import TelegramMarkup
from bot.platforms.telegram.rendering import keyboard, text_of
from bot.platforms.telegram.rendering import look_of as telegram_look
from bot.platforms.web.push_worker import DEVICE, PushWorker
from bot.platforms.web.server import LocalTable
from bot.service.table_service import TableService
from bot.table.change import Committed, Loaded
from bot.table.lobby import User
from bot.table.model import platform_of
from bot.workers.surfaces import brief_of, first_needed, surfaces
from engines import ENGINES
from engines.kit import Answer, Dice, EngineBug, Pending, Refusal, Value
from engines.kit.events import seen
from render import Picture
from tests.bot.memory_store import MemoryStore
from tests.contract.test_twins import reveals
from tests.contract.twins import Twins
from tests.sim.loop import EPOCH, VirtualLoop, virtual
from tests.sim.network import Network
from tests.sim.people import OnThePage, Shaken
from tests.sim.process import Sketches
from tests.sim.run import _in_memory
from tests.sim.transcript import DISCORD_ROOM, FRESH, TELEGRAM_ROOM, Scene, differs, record

LOOKS = 2
"""Positions of a game at which everything is looked at twice."""
MOST_TAPS = 3
PORT = 29_000
COMMANDS = ("move", "hand", "board", "log", "table", "games", "orders", "export", "verify", "history")
"""What a viewer asks for."""


class Leak(AssertionError):
    """Something that a viewer was given differs by what that viewer cannot know."""


@dataclass(eq=False)
class Hunt:
    """Games of one title."""

    game: str
    folder: Path
    loop: VirtualLoop
    compared: int = 0
    outputs: int = 0
    sent: int = 0
    """What the real program was seen to send."""
    scenes: list[tuple[Scene, Any, str]] = field(default_factory=list)
    """Positions from which it is to play on, each with other secrets besides."""
    drawn: dict[bytes, Picture] = field(default_factory=dict)

    def service(self, store: MemoryStore, seed: str = "") -> TableService:
        return TableService(store, self.folder, ENGINES, lambda: EPOCH, lambda: seed)

    # --- the game ---

    async def play(self, seed: int) -> None:
        """One game to its end; at some of its positions all that a viewer gets is compared."""
        engine, chance = ENGINES[self.game], Dice(f"leaks {self.game} {seed}")
        store, twins = MemoryStore(), Twins(engine, reveals(self.game))
        least, most = engine.info.seats
        people = [_account(number) for number in range(least + chance.below(min(most, 3) - least + 1))]
        service = self.service(store, f"leaks {self.game} {seed}")
        code = await _begun(service, self.game, people)
        number, every = 0, 3 + chance.below(20)
        while True:
            loaded = await service.work.load(code)
            if loaded.table.is_over or loaded.state is None:
                return
            pending = next(each for each in engine.pending(loaded.state) if each.owed)
            value = engine.policy(loaded.state, pending.seat, pending.step, pending.ask, chance.below)
            number += 1
            if number % every == 0:
                viewer, move = pending.seat if chance.below(2) else chance.below(len(people)), (pending, value)
                if number // every <= LOOKS:
                    await self.compare(store, loaded, twins, viewer, f"{seed}/{number}")
                    await self.compare_after(store, loaded, twins, viewer, move, f"{seed}/{number}")
                if not self.scenes:
                    self._keep(store, loaded, twins, viewer, move, f"{seed}/{number}")
            user = loaded.table.seats[pending.seat].user
            await service.moves.answer(f"answer {number}", code, user, [(pending.ask_id, value)])

    async def compare(self, store: MemoryStore, loaded: Loaded, twins: Twins, viewer: int, seed: str) -> None:
        """What a viewer gets at this position, and at those that differ only in what the viewer cannot know."""
        mine = await self.given(store, loaded.table.code, None, viewer)
        before = loaded.engine.state_hash(loaded.state)
        screened = list(twins.screened(loaded.state, viewer, Dice(seed)))[-1:]
        for twin in [twins.redealt(loaded.state, viewer, seed), *screened]:
            if loaded.engine.state_hash(twin) != before:
                with suppress(EngineBug):  # no such position: somebody has to pay what is not there
                    self._same(mine, await self.given(store, loaded.table.code, twin, viewer), viewer, seed)

    async def compare_after(
        self, store: MemoryStore, loaded: Loaded, twins: Twins, viewer: int, move: tuple[Pending, Value], seed: str
    ) -> None:
        """The same after the same answer: receipts, log, who is alerted then. What a rule shows is no leak."""
        twin = twins.redealt(loaded.state, viewer, seed)
        mine = await self._answered(store, loaded, loaded.state, move)
        theirs = await self._answered(store, loaded, twin, move)
        if mine is None or theirs is None or not _is_comparable(loaded, twins, twin, viewer, move):
            return
        told = [[("the receipt", repr(done.texts if move[0].seat == viewer else ""))] for _, done in (mine, theirs)]
        code = loaded.table.code
        told[0] += await self.given(mine[0], code, None, viewer)
        told[1] += await self.given(theirs[0], code, None, viewer)
        self._same(told[0], told[1], viewer, f"{seed}, after {move[0].step} of seat {move[0].seat}")

    def _keep(
        self, store: MemoryStore, loaded: Loaded, twins: Twins, viewer: int, move: tuple[Pending, Value], seed: str
    ) -> None:
        """A position for `play_on`, unless the answer shows something."""
        twin = twins.redealt(loaded.state, viewer, seed)
        is_other = loaded.engine.state_hash(twin) != loaded.engine.state_hash(loaded.state)
        with suppress(Refusal, EngineBug):
            if is_other and _is_comparable(loaded, twins, twin, viewer, move):
                keys = _copied(store).link._keys._values  # type: ignore[attr-defined]
                kept = replace(loaded, state=loaded.state.clone())  # type: ignore[union-attr]
                self.scenes.append((Scene(keys, kept, viewer, move), twin, seed))

    def play_on(self) -> None:
        """The real program on all platforms, twice: what the viewer can notice, in order and to the millisecond."""
        for scene, twin, seed in self.scenes:
            mine, theirs = [record(scene, state, self.folder, self.drawn) for state in (scene.loaded.state, twin)]
            self.sent += len(mine)
            if found := differs(mine, theirs):
                after = f"after {scene.move[0].step} of seat {scene.move[0].seat}"
                raise Leak(f"{self.game} {seed}: seat {scene.viewer} learns a secret {after} by {found}")
        self.scenes.clear()

    async def _answered(
        self, store: MemoryStore, loaded: Loaded, state: Any, move: tuple[Pending, Value]
    ) -> tuple[MemoryStore, Committed] | None:
        """The store after this answer, and what was told of it; None where it cannot be given."""
        own, code = _copied(store), loaded.table.code
        service, (pending, value) = await self._apart(own, code, state), move
        user = loaded.table.seats[pending.seat].user
        try:
            return own, await service.moves.answer("the same", code, user, [(pending.ask_id, value)])
        except (Refusal, EngineBug):
            return None

    def _same(self, mine: list[tuple[str, str]], theirs: list[tuple[str, str]], viewer: int, seed: str) -> None:
        self.compared += 1
        self.outputs += len(mine)
        for (what, one), (_, other) in zip(mine, theirs, strict=False):
            if one != other:
                raise Leak(f"{self.game} {seed}: {what} tells seat {viewer} a secret: {_differs(one, other)}")
        if [what for what, _ in mine] != [what for what, _ in theirs]:
            raise Leak(f"{self.game} {seed}: how much seat {viewer} gets tells a secret")

    # --- everything that a viewer gets ---

    async def given(self, store: MemoryStore, code: str, state: Any, viewer: int) -> list[tuple[str, str]]:
        """All of it, in order, by its name."""
        own = _copied(store)
        service = await self._apart(own, code, state)
        loaded = await service.work.load(code)
        found = await self._shown(service, loaded, viewer)
        found += await self._asked_for(service, own, loaded, viewer)
        found += await self._page(service, loaded, viewer)
        found += await self._pushed(service, loaded, viewer)
        return found

    async def _apart(self, store: MemoryStore, code: str, state: Any) -> TableService:
        """A process that has this state at hand as if it stood in the storage."""
        service = self.service(store)
        row = await store.load(code)
        if state is not None and row is not None:
            service.work._remember(code, row.mark, state)
        return service

    async def _shown(self, service: TableService, loaded: Loaded, viewer: int) -> list[tuple[str, str]]:
        """Boards and the own panel as the workers make them; who is alerted, and in which order."""
        table = loaded.table
        people = await service.people.at(table)
        calendars = await service.people.calendars(table, people)
        entries = await service.work.entries(table.code, first_needed(table, loaded.version), loaded.version)
        deadlines = await service.queries.deadlines(table, calendars)
        wanted = surfaces(loaded, people, calendars, EPOCH)
        alerts = [(surface.name, surface.notice.key, surface.silent, surface.is_idle) for surface in wanted]
        found = [("who is alerted, in which order", repr(alerts))]
        for surface in wanted:
            if surface.seat not in (None, viewer) or not surface.place.is_table:
                continue
            brief = brief_of(surface, loaded, entries, deadlines, people, EPOCH)
            for name, composer in self._composers().items():
                if surface.seat is None:
                    post = await composer.board(brief.look, brief.lines, brief.deadlines)
                else:
                    post = await composer.panel_for(brief)
                found.append((f"{'the board' if surface.seat is None else 'the panel'} on {name}", _told(name, post)))
            found.append(("the mark of a message", surface.mark))
        return found

    def _composers(self) -> dict[str, Composer]:
        studio = Sketches(self.drawn)
        return {
            "discord": Composer(DISCORD, DiscordMarkup(), studio),
            "telegram": Composer(TELEGRAM, TelegramMarkup(), studio, LONGEST_CAPTION),
        }

    async def _asked_for(
        self, service: TableService, store: MemoryStore, loaded: Loaded, viewer: int
    ) -> list[tuple[str, str]]:
        """Answers to commands, and to taps on the own panel: half choices, previews, confirmations."""
        found, user = list[tuple[str, str]](), loaded.table.seats[viewer].user
        for name, composer in self._composers().items():
            caller = Caller(User(user, "Viewer", "en"), loaded.table.room, "look", True)
            talk, panel = Conversation(Context(service, composer)), Post("")
            for command in COMMANDS:
                reply = await talk.handle(Command(caller, command, {"table": loaded.table.code}))
                panel = reply.post if command == "move" else panel
                found.append((f"/{command} on {name}", _replied(name, reply)))
            for number, control in enumerate(_controls(panel)[:MOST_TAPS]):
                apart = await self._apart(_copied(store), loaded.table.code, loaded.state)
                tapped = Conversation(Context(apart, composer))
                reply = await tapped.handle(Tap(Caller(caller.user, caller.room, f"tap {number}", True), [control]))
                if isinstance(reply.problem, EngineBug):
                    raise reply.problem
                said = "it is done" if reply.done is not None else _replied(name, reply)
                found.append((f"the answer to a tap on {name}", said))
        return found

    async def _page(self, service: TableService, loaded: Loaded, viewer: int) -> list[tuple[str, str]]:
        """The page, with the addresses of its pictures, where the viewer sits at the local table."""
        user = loaded.table.seats[viewer].user
        if platform_of(user) != "local":
            return []
        guest = OnThePage(viewer, list, Shaken(Random(0)))
        async with _served(service, Sketches(self.drawn)) as base, guest.session() as session:
            text, _, _ = await guest.page(session, base, loaded.table.code)
        return [("the page", FRESH.sub("", text.replace(base, "")))]

    async def _pushed(self, service: TableService, loaded: Loaded, viewer: int) -> list[tuple[str, str]]:
        """What is pushed to everybody's phone, in order; of the viewer's own the words too."""
        sent = list[tuple[str, str]]()

        async def send(self: Any, session: Any, user: str, devices: Any, message: dict[str, str]) -> None:
            mine = user == loaded.table.seats[viewer].user
            sent.append(("a push", f"{user} {message if mine else ''}"))

        for seat in loaded.table.people:
            device = '["https://push.example.org/x", "key", "auth"]'
            await service.work.store.set_user(loaded.table.seats[seat].user, {f"{DEVICE}x": device})
        async with ClientSession() as session:
            with patch.object(PushWorker, "_send", send):
                await PushWorker(service, "https://games.example.org").attend(session, loaded.table.code)
        return sent


def _is_comparable(loaded: Loaded, twins: Twins, twin: Any, viewer: int, move: tuple[Pending, Value]) -> bool:
    """Whether nothing was shown by the answer: neither something that a rule opens, nor a hidden card."""
    pending, value = move
    answer = Answer(pending.seat, pending.ask_id, value)
    outcomes = [loaded.engine.submit(state, answer) for state in (loaded.state, twin)]
    opened = [{text.key for text in seen(each.events, viewer)} & twins.reveals for each in outcomes]
    return not any(opened) and not any(each.barrier or each.state.ending for each in outcomes)


def _account(number: int) -> User:
    """People on all platforms by turns; the keys of browsers are known."""
    match number % 3:
        case 0:
            return OnThePage(number, list, Shaken(Random(0))).account
        case 1:
            return User(f"telegram:{1000 + number}", f"T{number}", "en")
        case _:
            return User(f"discord:{1000 + number}", f"D{number}", "en")


async def _begun(service: TableService, game: str, people: list[User]) -> str:
    host = people[0]
    room = f"local:{host.ref.partition(':')[2]}"
    code = (await service.lobby.create("open", game, host, room, seats=len(people))).table.code
    for person in people[1:]:
        await service.lobby.join(f"join {person.ref}", code, person)
    await service.lobby.show_also("also", code, f"discord:{DISCORD_ROOM}")
    await service.lobby.show_also("and", code, f"telegram:{TELEGRAM_ROOM}")
    await service.lobby.start("start", code, host.ref)
    return code


def _copied(store: MemoryStore) -> MemoryStore:
    made = MemoryStore()
    keys = made.link._keys  # type: ignore[attr-defined]
    keys._values = copy.deepcopy(store.link._keys._values)  # type: ignore[attr-defined]
    return made


@asynccontextmanager
async def _served(service: TableService, studio: Sketches) -> AsyncIterator[str]:
    table = LocalTable(service, studio, "127.0.0.1", PORT, posts=100_000)
    table.site.salt = b"the same in both"
    await table.start()
    try:
        yield f"http://127.0.0.1:{table.port}"
    finally:
        await table.stop()


def _controls(post: Post) -> list[str]:
    rows = [row.entries if isinstance(row, Listed) else row for row in post.rows]
    return [control.id for row in rows for control in row if control.id and not control.id.startswith("c:")]


def _told(platform: str, post: Post) -> str:
    """A post as a platform sends it: words, buttons with their ids, and what its picture is asked to show."""
    picture = "" if post.picture is None else post.picture.png.hex()
    if platform == "telegram":
        return f"{text_of(post)}\n{keyboard(post, 'bot', False)}\n{telegram_look(post)}\n{picture}\n{post.shows}"
    return f"{post.text}\n{post.rows}\n{post.panel}\n{discord_look(post)}\n{picture}\n{post.shows}"


def _replied(platform: str, reply: Reply) -> str:
    file = "" if reply.post.file is None else repr(reply.post.file)
    return f"{_told(platform, reply.post)}\n{reply.refused} {reply.said} {reply.draft} {reply.problem!r} {file}"


def _differs(one: str, other: str) -> str:
    at = next((n for n, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))
    return f"…{one[max(0, at - 60) : at + 60]!r} / …{other[max(0, at - 60) : at + 60]!r}"


def hunt(game: str, first: int, games: int, report: Any = None) -> Hunt:
    """So many games of a title; raises `Leak` at the first difference."""
    network = Network(Random(f"leaks {game}"))
    loop = VirtualLoop(network)
    try:
        with tempfile.TemporaryDirectory() as folder:
            found = Hunt(game, Path(folder), loop)
            for seed in range(first, first + games):
                with virtual(loop, f"leaks {game} {seed}"), _in_memory(network):
                    asyncio.set_event_loop(loop)
                    loop.run_until_complete(found.play(seed))
                found.play_on()
                if report is not None:
                    report(seed, found)
            return found
    finally:
        asyncio.set_event_loop(None)
        loop.close()
        network.close()


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.sim.leaks", description=__doc__)
    parser.add_argument("game", choices=[*sorted(ENGINES), "all"])
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--first", type=int, default=0)
    given = parser.parse_args()
    if os.environ.get("PYTHONHASHSEED") != "0":
        command = [sys.executable, "-m", "tests.sim.leaks", *sys.argv[1:]]
        os.execve(sys.executable, command, {**os.environ, "PYTHONHASHSEED": "0"})
    leaks = 0
    for game in sorted(ENGINES) if given.game == "all" else [given.game]:
        try:
            found = hunt(game, given.first, given.games, _progress)
            told = f"positions {found.compared} outputs {found.outputs} sent {found.sent}"
            print(f"{game}: games {given.games} {told} differences 0")
        except Leak as leak:
            leaks += 1
            print(f"LEAK {leak}")
    return int(leaks > 0)


def _progress(seed: int, found: Hunt) -> None:
    if (seed + 1) % 10 == 0:
        print(
            f"  {found.game}: seed {seed}, {found.compared} positions, {found.outputs} outputs, {found.sent} sent",
            flush=True,
        )


if __name__ == "__main__":
    sys.exit(main())
