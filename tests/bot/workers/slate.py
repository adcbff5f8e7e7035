"""A third chat platform that is kept in memory: the smallest courier there can be, and people who tap on it."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from typing import Any

from bot.choices.control_id import ControlId
from bot.choices.controls import Limits
from bot.messages.brief import Brief
from bot.messages.composer import Composer
from bot.messages.post import Listed, Post
from bot.service.player_view import panel_fingerprint
from bot.table.model import Table, platform_of
from bot.table.preferences import Person
from bot.workers.courier import (
    NO_DRAFT,
    Aged,
    Letter,
    MessageGone,
    PrivateClosed,
    RoomClosed,
    RoomGone,
    Standing,
    Unfit,
)
from bot.workers.message_policy import is_mention
from bot.workers.platform import NotNow, PlatformTrouble
from render import Picture

NAME = "slate"
ONCE = 300.0
"""Seconds for which the platform knows an idempotency key."""
LIMITS = Limits(NAME, rows=6, across=((80, 4),), label=80)


class SlateMarkup:
    def plain(self, text: str) -> str:
        return text

    def bold(self, text: str) -> str:
        return text

    def time(self, moment: float, language: str) -> str:
        return f"{moment:.0f}"

    def mention(self, user: str, name: str) -> str:
        return f"@{name}"

    def to(self, person: Person) -> SlateMarkup:
        return self


class Wordy(Composer):
    """Leaves the pictures out."""

    async def drawn(self, post: Post, picture: Picture | None) -> Post:
        return post


@dataclass(frozen=True, slots=True)
class SlateRef:
    """Message reference: `<number>|<when>|<what for>`."""

    number: int
    posted: float
    what: str = ""

    @classmethod
    def parse(cls, stored: str) -> SlateRef | None:
        parts = stored.split("|")
        return cls(int(parts[0]), float(parts[1]), parts[2]) if len(parts) == 3 else None

    def __str__(self) -> str:
        return f"{self.number}|{self.posted}|{self.what}"

    @property
    def is_pinned(self) -> bool:
        return False

    def posted_for(self, what: str) -> SlateRef:
        return replace(self, what=what)


@dataclass
class Message:
    """What hangs on the slate."""

    number: int
    address: str
    post: Post
    once: str
    silent: bool
    when: float
    touched: float | None = None
    edits: int = 0

    def ids(self) -> list[str]:
        rows = [row.entries if isinstance(row, Listed) else row for row in self.post.rows]
        return [control.id for row in rows for control in row]


@dataclass
class Slate:
    """The platform itself: messages by their number, and what may go wrong with it."""

    clock: Callable[[], float]
    messages: dict[int, Message] = field(default_factory=dict)
    closed: set[str] = field(default_factory=set)
    """Rooms and people to whom nobody may write."""
    gone: set[str] = field(default_factory=set)
    busy: set[str] = field(default_factory=set)
    """People whose tap is being answered."""
    loses: set[str] = field(default_factory=set)
    """Addresses: the next post or edit there is done, but its answer is lost."""
    fixed: set[int] = field(default_factory=set)
    """Messages that cannot show anything else."""
    aged: set[int] = field(default_factory=set)
    """Messages that are too old to be edited."""
    meanwhile: dict[str, Callable[[Message], None]] = field(default_factory=dict)
    """By address: what happens once, right after an edit there."""
    _numbers: Iterator[int] = field(default_factory=itertools.count)

    def at(self, address: str) -> list[Message]:
        """What hangs there, but for the seals."""
        return [message for message in self.all_at(address) if "is sealed" not in message.post.text]

    def all_at(self, address: str) -> list[Message]:
        return [message for message in self.messages.values() if message.address == address]

    def send(self, address: str, post: Post, once: str, silent: bool) -> Message:
        if address in self.gone or address in self.closed:
            raise (RoomGone if address in self.gone else RoomClosed)(address)
        for message in self.all_at(address):
            if once and message.once == once and self.clock() - message.when < ONCE:
                return message
        message = Message(next(self._numbers), address, post, once, silent, self.clock())
        self.messages[message.number] = message
        self._lose(address)
        return message

    def change(self, number: int, post: Post) -> None:
        message = self.messages.get(number)
        if message is None:
            raise MessageGone(str(number))
        if message.number in self.fixed:
            raise Unfit(str(number))
        if message.number in self.aged:
            raise Aged(str(number))
        if message.address in self.closed:
            raise RoomClosed(message.address)
        message.post, message.edits = post, message.edits + 1
        if act := self.meanwhile.pop(message.address, None):
            act(message)
        self._lose(message.address)

    def _lose(self, address: str) -> None:
        if address in self.loses:
            self.loses.remove(address)
            raise PlatformTrouble("the answer was lost", 10.0)


class SlateCourier:
    """What stands on a message can be read there, the choice made so far too."""

    name = NAME
    closed_room = "room_closed"
    ages_after = 6 * 3600.0

    def __init__(self, slate: Slate, composer: Composer) -> None:
        self.slate = slate
        self.composer = composer

    def parse(self, stored: str) -> SlateRef | None:
        return SlateRef.parse(stored)

    def room_of(self, table: Table) -> str:
        return next((room for room in table.rooms if platform_of(room) == NAME), "")

    def is_at(self, ref: SlateRef, address: str) -> bool:
        return ref.number not in self.slate.messages or self.slate.messages[ref.number].address == address

    async def is_buried(self, ref: SlateRef, address: str) -> bool:
        return any(message.number > ref.number for message in self.slate.at(address))

    async def composer_for(self, brief: Brief) -> Composer:
        return self.composer

    async def post(self, letter: Letter[SlateRef]) -> SlateRef:
        try:
            message = self.slate.send(letter.address, letter.post, letter.once, letter.silent)
        except RoomClosed as closed:
            raise (RoomClosed if letter.is_room else PrivateClosed)(letter.address) from closed
        return SlateRef(message.number, self.slate.clock(), letter.what)

    async def edit(self, ref: SlateRef, post: Post, is_room: bool) -> SlateRef:
        self.slate.change(ref.number, post)
        return ref

    async def delete(self, ref: SlateRef) -> None:
        self.slate.messages.pop(ref.number, None)

    async def standing(self, brief: Brief, posted: SlateRef | None) -> Standing[SlateRef] | None:
        if brief.address in self.slate.busy:
            raise NotNow("a tap is being answered there", 1.0)
        there = None if posted is None else self.slate.messages.get(posted.number)
        if posted is None or there is None:
            return None
        if is_mention(posted):
            return Standing(posted)
        return self._standing(brief, posted, there)

    def _standing(self, brief: Brief, ref: SlateRef, there: Message) -> Standing[SlateRef]:
        shows = there.post.shows
        tells = shows is not None and shows.standing == panel_fingerprint(brief.look)
        begun = ControlId.parse_ask(shows.draft) if shows is not None else None
        is_open = begun is not None and begun.name in [pending.ask_id for pending in brief.look.pending]
        draft = (begun.name, begun.body) if begun is not None and is_open else NO_DRAFT
        return Standing(ref, tells, draft, there.touched, evidence=there.edits)

    async def overtaken(self, brief: Brief, before: Standing[SlateRef], ref: SlateRef) -> Standing[SlateRef] | None:
        there = self.slate.messages[ref.number]
        ours: Any = before.evidence
        return None if there.edits == ours + 1 else self._standing(brief, ref, there)

    async def note(self, brief: Brief, before: Standing[SlateRef], ref: SlateRef, post: Post) -> None:
        """Nothing need be kept: the slate can be read."""
        self.slate.messages[ref.number].touched = before.touched
