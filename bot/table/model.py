"""What the store keeps of a table, apart from the engine's state: the table document and the log entries."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import StrEnum
from hashlib import sha256
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from bot.table.kept_plan import KeptPlan
from bot.table.standing_orders import Order
from bot.table.time_control import Pace
from config.settings import LANGUAGE
from engines.kit import Event, Refusal, Text

ALPHABET = "23456789BCDFGHJKMNPQRSTVWXZ"
"""No letter looks like a digit, and no vowel makes a word."""

LETTERS, OLD_LETTERS = 6, 4
"""Of a code: 387 million, too many to be tried out."""

SeatKind = Literal["free", "person", "computer"]
By = Literal["hand", "order", "computer", "clock", "plan"]
"""A played plan is on record as its owner's own answer, `hand`."""


class Status(StrEnum):
    LOBBY = "lobby"
    RUNNING = "running"
    FINISHED = "finished"
    FROZEN = "frozen"
    CANCELLED = "cancelled"


class Document(BaseModel):
    """Stored as JSON; unknown fields of a newer release are an error, not a loss."""

    model_config = ConfigDict(extra="forbid")

    def dump(self) -> bytes:
        return self.model_dump_json(exclude_defaults=True).encode()


class Seat(Document):
    """Who sits there. A computer seat has no user; a free one nothing at all."""

    kind: SeatKind = "free"
    user: str = ""
    name: str = ""
    language: str = LANGUAGE
    level: str = "steady"
    orders: list[Order] = []
    """Standing orders: for this seat's eyes only."""
    plan: KeptPlan | None = None
    """What is to be played on its next turn: for this seat's eyes only."""
    acted: int = 0
    """The version of this seat's last own move."""
    points: tuple[int, ...] = ()
    """Everybody's points just after it, to show what was gained since; none after taking back."""
    bank: float | None = None
    """Seconds left beyond the grace of each move; None: as many as the pace gives."""
    absent: float | None = None
    """Since when a computer plays for this person, who may come back at any time."""
    is_unreached: bool = False
    """The last notice could not be delivered in any way."""
    is_new: bool = False
    """This person had never finished such a game when this one began."""
    is_open: bool = False
    """A substitute may take this seat with the table's code."""
    took: list[tuple[int, int]] = []
    """The last waits for this person at this table: asked when, and answered after how many seconds."""
    word: str = ""
    """What this person adds to the shuffle (`bot/table/fairness.py`)."""


class Waiting(Document):
    """The game waits for a seat since then, for so many seconds of its own time (None: for ever)."""

    since: float
    goes_on: bool = False
    """The seat itself acted last: its turn goes on."""
    allowed: float | None = None
    extended: float = 0
    """How much of that the host gave in addition."""
    is_waited_out: bool = False
    """The others voted that no computer plays: they wait, however long it takes."""


class Absence(StrEnum):
    """What a table does when somebody's time is up."""

    DEFAULT = "default"
    """The plainest answer is given, move by move."""
    COMPUTER = "computer"
    """A computer plays until the person is back."""
    VOTE = "vote"
    """The others decide whether a computer plays; until then the game waits."""
    WAIT = "wait"
    """The game waits."""


class Level(StrEnum):
    """How well a computer seat plays."""

    GENTLE = "gentle"
    STEADY = "steady"
    SHARP = "sharp"
    MASTER = "master"


VoteKind = Literal["back", "computer", "kick", "pause", "pace", "cancel"]


class Vote(Document):
    """A wish that others must share: all of them, or the greater part of those not concerned (`bot/table/votes.py`)."""

    by: int | None
    """Who asks; None: the table itself, since somebody's time is up."""
    to: int = 0
    """To go back: to the state of that version."""
    asked: float
    agreed: list[int] = []
    refused: list[int] = []
    kind: VoteKind = "back"
    seat: int | None = None
    """The seat that it is about; it has no vote."""
    value: str = ""
    won: bool | None = None
    """Of one that is over: whether it was carried; None: it lapsed."""


class Table(Document):
    """Everything about a table that is no secret of the rules."""

    code: str
    game: str
    room: str
    also: list[str] = []
    """Further rooms, on other platforms, in which the same table is shown."""
    host: str
    status: Status = Status.LOBBY
    options: dict[str, Any] = {}
    seats: list[Seat] = []
    pace: Pace = Pace.DAY
    absence: Absence = Absence.COMPUTER
    hints: bool | None = None
    """Whether people may ask a computer for hints, where the host has said so (`bot/table/hints.py`)."""
    paused: float | None = None
    """Since when all clocks of this table stand still."""
    pauses: list[tuple[float, float]] = []
    language: str = LANGUAGE
    by_link: bool = False
    """The code alone lets nobody sit down or watch: it takes an invitation, or the room in which the table stands."""
    created: float = 0
    touched: float = 0
    started: float | None = None
    ended: float | None = None
    rules_version: int = 0
    tables: str = ""
    """The hash of the printed numbers this game began with."""
    figures: str = ""
    """The corrected set that they are of; empty: our own."""
    commitment: str = ""
    """The hash of the seed, shown since the table was opened."""
    seal: str = ""
    """The hash over seed, words, options, printed numbers and version of the rules, posted at the start."""
    seed: str = ""
    """What the game was dealt from, once it is over: the seed, and behind it the words of the players."""
    waiting: dict[int, Waiting] = {}
    undo: tuple[int, int] | None = None
    """The seat that may take back now, and how many steps."""
    vote: Vote | None = None
    last_vote: Vote | None = None
    """The one before, which is over: whoever was asked is told what came of it."""
    invited: dict[str, str] = {}
    """Whom the host has asked to sit down, by their accounts, with their names; no name: they will not."""
    moves: int = 0
    revision: int = 0
    """How often something changed that others may see: a standing order leaves it as it is."""
    is_practice: bool = False
    """A first game with a teacher: gentle computers, no clock, no rating."""
    stops: list[str] = []
    """Steps with which a turn begins, before which computers wait for the learner; none: nobody waits."""
    curve: dict[int, tuple[int, ...]] = {}
    """Everybody's points at the end of each round so far."""
    origin: str = ""
    """The finished game from one of whose positions this one goes on, for practice: it counts for nobody's record."""
    request: str = Field("", repr=False)
    """The request that opened the table."""

    @property
    def rooms(self) -> list[str]:
        return [self.room, *self.also]

    def seat_of(self, user: str) -> int | None:
        """Where this person sits."""
        return next((n for n, seat in enumerate(self.seats) if seat.kind == "person" and seat.user == user), None)

    @property
    def people(self) -> list[int]:
        return [n for n, seat in enumerate(self.seats) if seat.kind == "person"]

    def plays(self, seat: int) -> bool:
        """Whether a person moves for this seat: not a computer, and nobody absent."""
        return self.seats[seat].kind == "person" and self.seats[seat].absent is None

    @property
    def users(self) -> list[str]:
        return [seat.user for seat in self.seats if seat.kind == "person"]

    @property
    def names(self) -> list[str]:
        return [seat.name for seat in self.seats]

    def seen_by(self, seat: int | None) -> Table:
        """The document without what only other seats may know."""
        if not any(other.orders or other.plan for number, other in enumerate(self.seats) if number != seat):
            return self
        seats = [
            other if number == seat else other.model_copy(update={"orders": [], "plan": None})
            for number, other in enumerate(self.seats)
        ]
        return self.model_copy(update={"seats": seats})

    @property
    def is_over(self) -> bool:
        return self.status in (Status.FINISHED, Status.CANCELLED)


class Move(Document):
    """One answer as it was given."""

    seat: int
    step: str
    ask_id: str
    value: Any


class Entry(Document):
    """One version of a table: who did what, and what came of it. Holds secrets: read it through `seen`."""

    version: int
    time: float
    kind: str
    user: str = ""
    seat: int | None = None
    by: By = "hand"
    moves: list[Move] = []
    events: list[dict[str, Any]] = []
    to: int | None = None
    """For a step back: the version whose state holds again."""
    facts: dict[str, Any] = {}

    def happened(self) -> list[Event]:
        return [load_event(raw) for raw in self.events]


def unreached_seats(table: Table) -> list[int]:
    """The seats of people whom the last notice did not reach in any way."""
    return [number for number in table.people if table.seats[number].is_unreached and table.plays(number)]


def unreached_for(table: Table, seat: int | None) -> list[int]:
    """Whom no notice reaches, for the host alone, while the game is on."""
    if seat is None or table.is_over or table.seats[seat].user != table.host:
        return []
    return [other for other in unreached_seats(table) if other != seat]


def standing(entries: Sequence[Entry]) -> list[Entry]:
    """The entries that were not taken back."""
    kept: list[Entry] = []
    for entry in entries:
        if entry.to is not None:
            kept = [other for other in kept if other.version <= entry.to or other.kind != "answer"]
        kept.append(entry)
    return kept


def dump_events(events: Iterable[Event]) -> list[dict[str, Any]]:
    """Events as JSON, without their empty parts."""
    found: list[dict[str, Any]] = []
    for event in events:
        raw: dict[str, Any] = {"key": event.key, "facts": event.facts}
        if event.private:
            raw["private"] = {str(seat): facts for seat, facts in event.private.items()}
        if event.only is not None:
            raw["only"] = list(event.only)
        if event.because is not None:
            raw["because"] = {"key": event.because.key, "facts": event.because.facts}
        found.append(raw)
    return found


def load_event(raw: dict[str, Any]) -> Event:
    private = {int(seat): facts for seat, facts in raw.get("private", {}).items()}
    only, why = raw.get("only"), raw.get("because")
    because = None if why is None else Text(why["key"], why["facts"])
    return Event(raw["key"], raw["facts"], private, None if only is None else tuple(only), because)


def as_code(text: str) -> str:
    """A code as somebody may have typed it: `#k7qf` is K7QF."""
    return text.strip().removeprefix("#").upper()


def is_code(text: str) -> bool:
    """Whether a table can be called so; tables of older builds have shorter codes."""
    return len(text) in (OLD_LETTERS, LETTERS) and set(text) <= set(ALPHABET)


def code_for(request: str, attempt: int) -> str:
    """The code of the table that a request opens: the same request gives the same code."""
    number = int.from_bytes(sha256(f"{request}/{attempt}".encode()).digest()[:8], "big")
    letters = ""
    for _ in range(LETTERS):
        number, digit = divmod(number, len(ALPHABET))
        letters += ALPHABET[digit]
    return letters


def require_running(table: Table) -> None:
    if table.status is not Status.RUNNING:
        raise Refusal("table.refusal.not_running")


def platform_of(ref: str) -> str:
    """`discord` of `discord:123`."""
    return ref.partition(":")[0]
