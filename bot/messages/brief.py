"""A brief: all that one surface (a room, or the panel of one seat) is to show, before it is composed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from bot.learn.lessons import Advice
from bot.service.player_view import LogLine, PlayerView
from bot.table.model import unreached_for
from bot.table.time_control import Stage
from bot.table.votes import is_asked


class Why(StrEnum):
    """For what kind of thing somebody is alerted."""

    QUIET = "-"
    """For nothing: a receipt, or no news."""
    WAIT = "wait"
    """The seat is owed a move."""
    NEXT = "-1"
    """Somebody else is to move, then it is this seat's turn."""
    VOTE = "v"
    UNREACHED = "u"
    """The host is told whom no notice reaches."""


class About(StrEnum):
    """What a message is about."""

    TABLE = "table"
    """The board of a room, or the panel of a seat."""
    SEAL = "seal"
    """What was sealed before the game: it stays as it is."""
    VOTE = "vote"
    """What all are asked, or what came of it: to each a message of its own, never part of a panel."""
    INVITATION = "invite"
    """The host asks somebody to sit down."""


@dataclass(frozen=True, slots=True)
class Occasion:
    """Alert key: what a panel alerts for. A message stands for one occasion; another one needs a new message."""

    why: Why
    number: int = 0
    """Which alert of a wait it is."""

    @property
    def is_quiet(self) -> bool:
        return self.why is Why.QUIET

    def __str__(self) -> str:
        """As the names of stored messages have it: the number of a wait, else the sign of its kind."""
        return str(self.number) if self.why is Why.WAIT else self.why.value


@dataclass(frozen=True, slots=True)
class Brief:
    """All that one surface shows: the room (its address is the room), or the panel of one seat (address: its user).

    It holds nothing that this surface's reader may not know.
    """

    surface: str
    """Stable name of the surface at this table: with the mark it makes an idempotency key for a post."""
    mark: str
    """Content hash: nothing is shown again while it is unchanged."""
    address: str
    look: PlayerView
    lines: Sequence[LogLine]
    """The room: the last lines. A seat: what happened since its own last move."""
    language: str
    notice: Stage | None = None
    """The seat is owed a move and must be alerted: at once, at half, at nine tenths. None: an edit is enough."""
    number: int = 0
    """Which alert of this wait it is: another number, another message."""
    is_next: bool = False
    """The notice is a warning: the seat is next, not yet asked."""
    about: About = About.TABLE
    digest: Sequence[str] = ()
    """The codes of all tables that wait for this person, oldest first, where one message a day is wished for."""
    advice: Advice | None = None
    """What the teacher says to who is taught here."""
    silent: bool = False
    """These are the person's quiet hours: no sound."""
    forecast: str = ""
    """When whoever is waited for usually answers, for a seat that waits."""
    deadlines: Mapping[int, float] | None = None
    """Until when each seat that is waited for must have moved, where a clock runs."""

    @property
    def seat(self) -> int | None:
        return self.look.seat

    @property
    def seals(self) -> bool:
        return self.about is About.SEAL

    @property
    def occasion(self) -> Occasion:
        """What the person is alerted for: which notice of the wait, a vote, somebody out of reach, or nothing."""
        if self.about is About.VOTE:
            return Occasion(Why.VOTE if is_asked(self.look.table, self.seat) else Why.QUIET)
        if self.notice is not None:
            return Occasion(Why.NEXT) if self.is_next else Occasion(Why.WAIT, self.number)
        return Occasion(Why.UNREACHED if unreached_for(self.look.table, self.seat) else Why.QUIET)
