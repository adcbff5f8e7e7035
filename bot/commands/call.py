"""Who asks for something, from where; what comes back; and the parts of the bot that a command works with."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from bot.documents import Status, Table, as_code
from bot.people import Person
from bot.posts import Post
from bot.scribe import Scribe
from bot.tables import TableService, User
from engines.kit.errors import Refusal
from engines.kit.text import Fact

Arguments = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Caller:
    """A person on a platform, the room they are in, and the request's own id: the same request acts once."""

    user: User
    room: str
    request: str
    private: bool = False
    """Whether the room is the private chat with the bot."""

    @property
    def ref(self) -> str:
        return self.user.ref

    @property
    def language(self) -> str:
        return self.user.language


@dataclass(frozen=True, slots=True)
class Reply:
    """What is answered. `instead`: takes the place of the message whose control was used, where that is private."""

    post: Post
    instead: bool = False
    refused: bool = False
    """Nothing was done."""


@dataclass(frozen=True, slots=True)
class Office:
    """What every command works with."""

    service: TableService
    scribe: Scribe

    def say(self, caller: Caller, key: str, /, **facts: Fact) -> str:
        return self.scribe.say(caller.language, key, **facts)

    def text(self, caller: Caller, key: str, /, **facts: Fact) -> Reply:
        """A sentence and nothing else."""
        return Reply(Post(self.say(caller, key, **facts)))

    async def person(self, caller: Caller) -> Person:
        """What the caller has chosen; who has chosen nothing yet keeps the language we speak."""
        person = await self.service.person(caller.ref)
        return person.model_copy(update={"language": caller.language})

    async def table(
        self, caller: Caller, arguments: Arguments, fits: Callable[[Table], bool] = lambda table: True
    ) -> Table:
        """The table meant: the one named, else this room's, else the one that has waited longest for me."""
        if named := arguments.get("table"):
            table = await self.service.table(as_code(str(named)))
            self.require_sight(caller, table)
            return table
        here = [table for table in await self.service.games_in(caller.room) if fits(table)]
        mine = [line.table for line in await self.service.games_of(caller.ref) if fits(line.table)]
        codes = {table.code for table in here}
        both = [table for table in mine if table.code in codes]
        found = both or here or mine
        if not found:
            raise Refusal("chat.refusal.no_table")
        return found[0]

    def require_sight(self, caller: Caller, table: Table) -> None:
        """A table is open to those who sit at it and to the room it is played in; elsewhere it does not exist."""
        if table.seat_of(caller.ref) is None and table.host != caller.ref and caller.room not in table.rooms:
            raise Refusal("table.refusal.no_table", table=table.code)


def is_lobby(table: Table) -> bool:
    return table.status is Status.LOBBY


def is_running(table: Table) -> bool:
    return table.status in (Status.RUNNING, Status.FROZEN)


def number_in(arguments: Arguments) -> int:
    """The number in a button's id; a forged one is refused."""
    text = str(arguments.get("argument") or "0")
    if not text.isdecimal() or len(text) > 4:
        raise Refusal("chat.refusal.unknown_button")
    return int(text)
