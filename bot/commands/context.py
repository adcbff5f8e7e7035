"""Who asks for something, from where; what comes back; and the parts of the bot that a command works with."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace

from bot.commands.arguments import AtTable
from bot.messages.composer import Composer
from bot.messages.film import Films
from bot.messages.post import Post
from bot.messages.story import Stories
from bot.service.limits import Limits
from bot.service.people_service import person_of
from bot.service.player_view import PlayerView
from bot.service.table_service import TableService
from bot.store import reads
from bot.table.change import Committed
from bot.table.lobby import User, seats_open
from bot.table.model import Status, Table, as_code
from bot.table.preferences import Person
from config.languages import fallback
from engines.kit.errors import Refusal
from engines.kit.text import Fact

ACCOUNT = re.compile(r"[a-z]+:\d+")


@dataclass(frozen=True, slots=True)
class Caller:
    """A person on a platform, the room they are in, and the request's own id: the same request acts once."""

    user: User
    """In the language of their app, until what they have chosen is known; empty where the app does not tell."""
    room: str
    request: str
    private: bool = False
    """Whether the room is the private chat with the bot."""
    person: Person | None = None
    """What they have chosen; None: not looked up yet."""
    kept: Mapping[str, str] = field(default_factory=dict)
    """Everything that is kept about them, where it was looked up."""

    @property
    def ref(self) -> str:
        return self.user.ref

    @property
    def language(self) -> str:
        return self.user.language or fallback()

    def known(self, kept: Mapping[str, str]) -> Caller:
        """With what is kept about them: who has chosen nothing keeps the language of their app."""
        person = person_of(kept)
        if "person" not in kept:
            person = person.model_copy(update={"language": self.language})
        return replace(self, user=replace(self.user, language=person.language), person=person, kept=kept)


@dataclass(frozen=True, slots=True)
class Reply:
    """What is answered: a message for a chat, and what a page needs that shows tables by itself.

    `instead`: takes the place of the message whose control was used, where that is private.
    """

    post: Post
    instead: bool = False
    refused: bool = False
    """Nothing was done."""
    problem: Exception | None = None
    """Why not: a refusal with the rule that withholds it, the storage out of reach, or a fault of ours."""
    done: Committed | None = None
    """What was committed."""
    look: PlayerView | None = None
    """How the table stands for the caller, where the answer is their panel."""
    draft: tuple[str, str] = ("", "")
    """The choice that is half made: an ask's id, and the choice so far."""
    said: str = ""
    """What is said above the panel."""
    is_unknown: bool = False
    """A command was meant that there is not."""
    is_repeated: bool = False
    """A double tap: what is said is the receipt of the first."""

    @property
    def refusal(self) -> Refusal | None:
        return self.problem if isinstance(self.problem, Refusal) else None


@dataclass(frozen=True, slots=True)
class Context:
    """What every command works with."""

    service: TableService
    composer: Composer
    has_panels: bool = True
    """Whether panels are messages; a page shows the table itself."""
    limits: Limits = field(default=None)  # type: ignore[assignment]
    films: Films = field(default=None)  # type: ignore[assignment]
    stories: Stories = field(default=None)  # type: ignore[assignment]

    def __post_init__(self) -> None:
        if self.limits is None:
            object.__setattr__(self, "limits", Limits(self.service.work.store, self.service.work.clock))
        if self.films is None:
            object.__setattr__(self, "films", Films(self.service, self.composer.studio))
        if self.stories is None:
            object.__setattr__(self, "stories", Stories(self.service))

    def say(self, caller: Caller, key: str, /, **facts: Fact) -> str:
        return self.composer.say(caller.language, key, **facts)

    def text(self, caller: Caller, key: str, /, **facts: Fact) -> Reply:
        """A sentence and nothing else."""
        return Reply(Post(self.say(caller, key, **facts)))

    async def met(self, caller: Caller) -> Caller:
        """The caller with what they have chosen; where the app tells no language, in that of their own table."""
        if caller.person is not None:
            return caller
        kept = await self.service.work.read(reads.user(caller.ref))
        if not caller.user.language:
            mine = await self.service.queries.games_of(caller.ref)
            spoken = [line.table.seats[line.seat].language for line in mine]
            caller = replace(caller, user=replace(caller.user, language=next(iter(spoken), fallback())))
        return caller.known(kept)

    async def person(self, caller: Caller) -> Person:
        """What the caller has chosen; who has chosen nothing yet keeps the language we speak."""
        if caller.person is not None:
            return caller.person.model_copy(update={"language": caller.language})
        person = await self.service.people.preferences(caller.ref)
        return person.model_copy(update={"language": caller.language})

    async def table(
        self, caller: Caller, arguments: AtTable, fits: Callable[[Table], bool] = lambda table: True
    ) -> Table:
        """The table meant: the one named, else this room's, else the one that has waited longest for me."""
        if arguments.table:
            table = await self.named(caller, arguments.table)
            if not await self.may_see(caller, table):
                self.require_sight(caller, table)
            return table
        queries = self.service.queries
        await queries.prepare_games(caller.ref, caller.room)
        here = [table for table in await queries.games_in(caller.room) if fits(table)]
        mine = [line.table for line in await queries.games_of(caller.ref) if fits(line.table)]
        codes = {table.code for table in here}
        both = [table for table in mine if table.code in codes]
        found = both or here or mine
        if not found:
            raise Refusal("chat.refusal.no_table")
        return found[0]

    async def named(self, caller: Caller, code: str) -> Table:
        """The table of a code. Whoever has named too many that are not there has to wait before a right one works."""
        try:
            table = await self.service.queries.table(as_code(code))
        except Refusal:
            await self.limits.require_guess(caller.ref)
            raise
        if not await self.may_see(caller, table):
            await self.limits.require_guess(caller.ref)
        return table

    async def may_see(self, caller: Caller, table: Table) -> bool:
        """Whether somebody knows a table, or is in the room for which it counts, now that it is over: that may have had
        another address when it was played."""
        if is_known(caller, table) or not table.is_over:
            return is_known(caller, table)
        return any(each.code == table.code for each in await self.service.queries.outcomes(caller.room))

    def account(self, words: str) -> User | None:
        """Somebody whom the platform has named by account (`discord:5 Piet`); None: it is only a name."""
        ref, _, name = words.partition(" ")
        return User(ref, name or ref) if ACCOUNT.fullmatch(ref) else None

    def require_sight(self, caller: Caller, table: Table) -> None:
        """A table is open to those who sit at it or were asked to, and to the room it is played in; elsewhere it does
        not exist."""
        if not is_known(caller, table):
            raise Refusal("table.refusal.no_table", table=table.code)


def is_known(caller: Caller, table: Table) -> bool:
    """Whether somebody sits at a table, was asked to, or is in the room where it is played."""
    is_guest = bool(table.invited.get(caller.ref)) and seats_open(table)
    is_mine = table.seat_of(caller.ref) is not None or caller.ref == table.host or is_guest
    return is_mine or caller.room in table.rooms


def is_lobby(table: Table) -> bool:
    return table.status is Status.LOBBY


def is_running(table: Table) -> bool:
    return table.status in (Status.RUNNING, Status.FROZEN)
