"""Runs commands on the right server, repeats them while the storage is briefly away, waits for the replicas."""

import asyncio
import logging
import random
import time
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from redis.asyncio import Redis
from redis.exceptions import AskError, MovedError, NoScriptError, RedisClusterException, RedisError, ResponseError

from bot.store.confirming import QUESTIONS, Due, confirmation
from bot.store.errors import (
    CA_HINT,
    TRANSIENT,
    StoreAway,
    StoreFault,
    Unconfirmed,
    explained,
    is_login,
    is_passing,
    is_untrusted,
    told,
)
from bot.store.journal import Again, Command, Doubt, Journal
from bot.store.meeting import Meeting
from bot.store.pools import piped, sound
from bot.store.route import Route, open_route
from bot.store.scripts import Script, under
from bot.store.trips import note
from config.settings import ConfigError

log = logging.getLogger(__name__)
T = TypeVar("T")

_LIMIT: ContextVar[float | None] = ContextVar("limit", default=None)

PATIENCE = 10.0
"""Seconds of trying again before a person is told."""
FIRST_PAUSE = 0.02
"""Seconds before the first of these tries; each further one waits longer."""
SCANNED = 500
"""Keys that a server looks at in one go."""
LOOK_EVERY = 2.0
"""Seconds between looks at who is master and who follows."""


@dataclass(frozen=True, slots=True)
class Done:
    """A command that was carried out."""

    answer: Any
    place: str
    """The server on which it was."""
    reign: int = 0


class Link:
    """Every command goes through here; all of them may be repeated without harm."""

    def __init__(self, route: Route, patience: float = PATIENCE) -> None:
        self._route = route
        self._patience = patience
        self._looked = -LOOK_EVERY
        self._layout = 0
        self._learning = asyncio.Lock()
        self.journal = Journal()
        self.meeting = Meeting(route, self.journal)
        self.unreplicated = 0
        """Commits that were repeated because a replica had not confirmed them in time."""
        self.retries = 0

    @property
    def repeated(self) -> int:
        """Moves that were made again on a server that had taken over without them."""
        return self.meeting.repeated

    @property
    def lost(self) -> int:
        """Acknowledged moves that are lost: somebody had gone on without them before they could be made again."""
        return self.meeting.lost

    @classmethod
    async def open(cls, url: str, patience: float = PATIENCE) -> "Link":
        link = cls(open_route(url), patience)
        try:
            await link._patiently(link._route.refresh)
            await link.each("PING")
        except (StoreAway, ConfigError):
            await link.close()
            raise
        return link

    async def run(self, key: str, *command: Any, durable: bool = False, kept: bool = False) -> Any:
        """One command on the server of this key; if durable, what it wrote or saw stands on every replica too.

        If kept, a server that takes over without it is given it again.
        """
        note(command[0])
        await self._look()
        done = await self._patiently(lambda: self._at(key, command, durable))
        if kept:
            self._keep(key, Again(command), done)
        return done.answer

    async def script(
        self,
        script: Script,
        keys: Sequence[str],
        args: Sequence[Any],
        durable: bool = False,
        again: Callable[[Any], Again | None] | None = None,
        doubt: Doubt | None = None,
    ) -> Any:
        """A script; if durable, it counts as done when the master is one still and every replica has it too.

        `again`: by its answer, what a server is given that takes over without it; `doubt`: while there is no answer.
        """
        command = script.command(keys, args)
        note(command[0])
        await self._look()
        with self.journal.sending(doubt):
            done = await self._patiently(lambda: self._at(keys[0], command, durable, script))
        if again is not None and (kept := again(done.answer)) is not None:
            self._keep(keys[0], kept, done)
        return done.answer

    async def many(
        self, commands: Sequence[tuple[str, Command]], durable: bool = False, kept: bool = False
    ) -> list[Any]:
        """Many commands, each with its key, in one go per server; the answers come in the same order."""

        async def attempt() -> list[Any]:
            groups: dict[Redis, list[int]] = {}
            for index, (key, _) in enumerate(commands):
                groups.setdefault(self._route.client(key), []).append(index)
            answers: list[Any] = [None] * len(commands)

            async def ask(client: Redis, indexes: list[int]) -> None:
                await self.meeting.meet(client)
                due = self._due(client, durable)
                after = [] if due is None else due.questions(client, commands[indexes[0]][0])
                results = await piped(client, [*[commands[index][1] for index in indexes], *after])
                for index, result in zip(indexes, results, strict=False):
                    is_moving = isinstance(result, AskError) and not isinstance(result, MovedError)
                    answers[index] = (await self._at(*commands[index], durable)).answer if is_moving else sound(result)
                if due is not None:
                    await self._confirm(client, due, results[-QUESTIONS:])
                if kept:
                    for index in indexes:
                        done = Done(answers[index], self.meeting.place(client))
                        self._keep(commands[index][0], Again(commands[index][1]), done)

            await asyncio.gather(*[ask(client, indexes) for client, indexes in groups.items()])
            return answers

        if not commands:
            return []
        note(*[command[0] for _, command in commands])
        await self._look()
        return await self._patiently(attempt)

    async def each(self, *command: Any) -> list[Any]:
        """The same command on every server that takes writes."""

        async def attempt() -> list[Any]:
            for client in self._route.clients():
                await self.meeting.meet(client)
            return [await client.execute_command(*command) for client in self._route.clients()]

        note(command[0])
        return await self._patiently(attempt)

    async def scan(self, pattern: str) -> list[bytes]:
        """The names of all keys that fit, from every server that takes writes; a name may come twice."""

        async def attempt() -> list[bytes]:
            found: list[bytes] = []
            for client in self._route.clients():
                await self.meeting.meet(client)
                found += [name async for name in client.scan_iter(pattern, count=SCANNED)]
            return found

        note("SCAN")
        return await self._patiently(attempt)

    @contextmanager
    def one_patience(self, seconds: float | None = None) -> Iterator[float]:
        """All that is done in this block shares one patience; gives the moment (monotonic) at which it ends."""
        limit = time.monotonic() + (self._patience if seconds is None else min(seconds, self._patience))
        token = _LIMIT.set(limit)
        try:
            yield limit
        finally:
            _LIMIT.reset(token)

    def advice(self) -> list[str]:
        """What the operator should change about those who watch the servers, a sentence each."""
        return self._route.advice()

    async def close(self) -> None:
        await self.meeting.leave()
        await self._route.close()

    async def _at(self, key: str, command: Command, durable: bool = False, script: Script | None = None) -> Done:
        """One command on its server; follows a slot that is being moved to another one now."""
        client = self._route.client(key)
        await self.meeting.meet(client)
        done = Done(None, self.meeting.place(client), self._route.reign(client))
        command = under(done.reign, command)
        try:
            return replace(done, answer=await self._with_script(client, key, command, durable, script))
        except MovedError:
            raise
        except AskError as ask:
            other = self._route.other(ask.host, ask.port)
            answer = await self._with_script(other, key, command, durable, script, True)
            return Done(answer, self.meeting.place(other), done.reign)

    def _keep(self, key: str, again: Again, done: Done) -> None:
        """It was done there. If another has taken the place meanwhile, it may lack it."""
        self.journal.add(key, replace(again, command=under(done.reign, again.command)), done.place)
        if not self.meeting.is_in_power(done.place):
            self.meeting.forget(is_stray=True)

    async def _with_script(
        self, client: Redis, key: str, command: Command, durable: bool, script: Script | None, asking: bool = False
    ) -> Any:
        try:
            return await self._once(client, key, command, durable, asking)
        except NoScriptError:
            if script is None:
                raise
            await client.execute_command("SCRIPT LOAD", script.text)
            return await self._once(client, key, command, durable, asking)

    async def _once(self, client: Redis, key: str, command: Command, durable: bool, asking: bool) -> Any:
        """One command; if it must outlive a fail-over, its confirmation travels with it on the same connection."""
        due = self._due(client, durable)
        if due is None and not asking:
            return await client.execute_command(*command)
        before: list[Command] = [("ASKING",)] if asking else []
        after = [] if due is None else [*before, *due.questions(client, key)]
        results = await piped(client, [*before, command, *after])
        answer = sound(results[len(before)])
        if due is not None:
            await self._confirm(client, due, results[-QUESTIONS:], asking)
        return answer

    def _due(self, client: Redis, durable: bool) -> Due | None:
        """What must be confirmed; None: there is nobody who could take this server's place."""
        if not durable:
            return None
        place, kept, copies = self.meeting.place(client), self.journal.count, self._route.copies(client)
        if copies or self._route.has_heirs(client):
            return Due(copies, place, kept)
        self.journal.safe(place, kept)
        return None

    async def _confirm(self, client: Redis, due: Due, answers: Sequence[Any], asking: bool = False) -> None:
        """Raises what counts as a lost connection unless what was done or seen would outlive this server.

        Every replica that may be the next master has to have it, by name; and this server must be in power still, by
        what we know now: others who went on elsewhere have not seen it.
        """
        found = confirmation(answers)
        if found.is_told:
            self._route.feeds(client, found.offset, found.has)
        lacking = self._route.lacking(client, found.by) if found.is_told else 0
        if found.count < due.copies or lacking:
            self.unreplicated += 1
            raise Unconfirmed(f"{found.count} of {due.copies} replicas have confirmed a move, {lacking} must yet")
        if due.copies == 0 and not await self._route.vouches(client):
            self.unreplicated += 1
            raise Unconfirmed("no replica is there to confirm a move, and nobody says that this is still the master")
        if not (asking or self.meeting.is_in_power(due.place)):
            raise Unconfirmed("another server is the master by now")
        if found.count >= self._route.followers(client):
            self.journal.safe(due.place, due.kept)

    async def _look(self) -> None:
        """Every so often: who is master, who follows?"""
        if time.monotonic() - self._looked > LOOK_EVERY:
            self._looked = time.monotonic()
            with suppress(*TRANSIENT, ResponseError):
                await self._route.look()
            self.meeting.forget()
            await self.meeting.sign()
            await self._settle()

    async def _settle(self) -> None:
        """What was sent and never answered may stand, be seen and built on: then it is kept as if we had been told."""
        with suppress(RedisError, OSError, StoreAway):
            for doubt in self.journal.left():
                done = await self._at(doubt.key, doubt.proof.question, durable=True)
                self.journal.settled(doubt)
                if doubt.proof.holds(done.answer):
                    self._keep(doubt.key, doubt.told, done)

    async def _patiently(self, attempt: Callable[[], Awaitable[T]]) -> T:
        limit = _LIMIT.get() or time.monotonic() + self._patience
        pause = FIRST_PAUSE
        while True:
            layout = self._layout
            try:
                return await attempt()
            except (RedisError, RedisClusterException, OSError) as error:
                _unless_passing(error)
                self.retries += 1
                if time.monotonic() + pause > limit:
                    raise StoreAway(told(error)) from error
                level = logging.INFO if pause == FIRST_PAUSE else logging.DEBUG  # one line of each is enough
                log.log(level, "storage away (%s), trying again", explained(error))
            await asyncio.sleep(pause * random.uniform(0.5, 1.0))
            pause = min(pause * 2, 0.5)
            await self._learn(layout)

    async def _learn(self, layout: int) -> None:
        """Learn the layout of the servers anew, unless somebody else has since this one failed us."""
        async with self._learning:
            if self._layout == layout:
                self._layout += 1
                self._looked = time.monotonic()
                with suppress(*TRANSIENT, ResponseError):
                    await self._route.refresh()
                self.meeting.forget()


def _unless_passing(error: Exception) -> None:
    """Tell at once what does not pass by itself: a fault if it is about this command, else nobody can do anything."""
    if is_login(error):
        raise StoreAway(f"Redis refuses the login ({error}): see user and password in REDIS_URL.") from error
    if is_untrusted(error):
        raise StoreAway(f"Redis shows a certificate that is not trusted here: {error}. {CA_HINT}") from error
    if not is_passing(error):
        log.error("Redis answers with an error that does not pass: %s", error)
        raise StoreFault(f"Redis answers with an error: {error}") from error
