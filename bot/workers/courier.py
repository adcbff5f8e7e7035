"""Courier: what a chat platform does with its client library. Whether and when is decided by `message_policy`."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Generic, Protocol, Self, TypeAlias, TypeVar

from bot.messages.brief import Brief
from bot.messages.composer import Composer
from bot.messages.post import Post
from bot.table.model import Table
from bot.table.preferences import Person


class RoomGone(Exception):
    """The room was deleted: it never comes back."""


class RoomClosed(Exception):
    """The bot may not write in the room (any more)."""


class PrivateClosed(Exception):
    """This person takes no private messages from the bot."""


class MessageGone(Exception):
    """The message was deleted, or cannot be edited any more: post a new one."""


class Unfit(MessageGone):
    """The message is still there but cannot show this, such as a picture where there was none: replace it."""


class Aged(Unfit):
    """The message has grown too old to be edited as often as it would have to be: a new one takes its place."""


People: TypeAlias = Callable[[str], Awaitable[Person]]
"""What a user has chosen."""
Draft: TypeAlias = tuple[str, str]
"""A half-made choice: the id of the ask, and the choice so far."""
NO_DRAFT: Draft = ("", "")


class Ref(Protocol):
    """Message reference: names a posted message. `str` is what the store keeps, `Courier.parse` reads it back."""

    @property
    def what(self) -> str:
        """What it was posted for: an occasion, or who was to move."""

    @property
    def posted(self) -> float:
        """When it was posted."""

    @property
    def is_pinned(self) -> bool:
        """It is found however much is written below it."""

    def posted_for(self, what: str) -> Self:
        """The same message, standing for something else now."""


R = TypeVar("R", bound=Ref)


@dataclass(frozen=True, slots=True)
class Letter(Generic[R]):
    """A message to post."""

    address: str
    """A room, or a user to whom it goes in private."""
    post: Post
    what: str = ""
    once: str = ""
    """Idempotency key: after a lost delivery the same letter comes again with the same key."""
    is_room: bool = False
    silent: bool = False
    near: R | None = None
    """An earlier message to the same person, whose chat is known by it."""


@dataclass(frozen=True, slots=True)
class Standing(Generic[R]):
    """What stands on a person's panel now, whoever drew it: a worker, or the answer to a tap."""

    ref: R
    """The newest message that shows the table to this person."""
    tells: bool = False
    """It shows already what the brief wants; or it is the receipt of the move that was made there."""
    draft: Draft = NO_DRAFT
    """A half-made choice that goes on when the panel is drawn anew."""
    touched: float | None = None
    """When the person last did something there, where the platform knows."""
    looked: float = 0.0
    """When the page of the tables was last before the person's eyes; 0: it is not."""
    mention: R | None = None
    """A mention in the room that this message has taken the place of."""
    evidence: object = None
    """Whatever the platform needs to see later that somebody else has drawn there meanwhile."""


class Courier(Protocol[R]):
    """The adapter of one platform. It raises the exceptions above, or `PlatformTrouble`, and nothing else."""

    name: str
    composer: Composer
    closed_room: str
    """The sentence (`chat.<key>`) that tells the host that the bot may not write in the room."""

    ages_after: float
    """Seconds after which a board is posted anew when somebody else is to move, whether or not it can still be seen."""

    def parse(self, stored: str) -> R | None:
        """A message by its name in the store; None if it names none."""

    def room_of(self, table: Table) -> str:
        """The table's room on this platform in which people can be mentioned; empty if it has none."""

    def is_at(self, ref: R, address: str) -> bool:
        """Whether a message stands in this room."""

    async def is_buried(self, ref: R, address: str) -> bool:
        """Whether a message in a room has scrolled away under newer ones."""

    async def composer_for(self, brief: Brief) -> Composer:
        """Writes for the reader of a brief, such as times in the own zone."""

    async def post(self, letter: Letter[R]) -> R:
        """Send. Raises RoomGone or RoomClosed for a room, PrivateClosed for a person."""

    async def edit(self, ref: R, post: Post, is_room: bool) -> R:
        """Make a message show this; what looks the same already is left alone. Raises MessageGone and as `post`."""

    async def delete(self, ref: R) -> None:
        """Take a message away; one that is gone already is no trouble."""

    async def standing(self, brief: Brief, posted: R | None) -> Standing[R] | None:
        """What stands on the panel; None: there is none. Raises NotNow while a tap is being answered there."""

    async def overtaken(self, brief: Brief, before: Standing[R], ref: R) -> Standing[R] | None:
        """After an edit: how it stands if somebody else drew there at the same moment; None: nobody did."""

    async def note(self, brief: Brief, before: Standing[R], ref: R, post: Post) -> None:
        """Remember what the person now sees, where the platform cannot be asked."""


async def delete_replaced(courier: Courier[R], old: R | None, new: R) -> None:
    """The message that a new one replaces goes; a repeated post may turn out to be the same."""
    if old is not None and old.posted_for("") != new.posted_for(""):
        await courier.delete(old)
