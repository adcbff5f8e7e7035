"""Message policy: what is done about a message, from its brief and what stands there. Pure: time is an argument."""

from __future__ import annotations

from enum import Enum, auto

from bot.messages.brief import Brief
from bot.table.model import Status
from bot.table.time_control import Stage
from bot.workers.courier import R, Standing

MENTION = "!"
"""What a mention in the room was posted for begins with this."""
REPOST_EVERY = 600.0
"""Seconds for which a board stays where it is, whatever is written below it."""
BREATH = 4.0
"""Seconds without a step after which a board shows a turn in the middle; the end of the turn is shown at once."""
JUST_NOW = 60.0
"""Who did something so many seconds before a question came is still looking: it comes as an edit, without a sound."""
MISSED = 300.0
"""So long after that, whoever has not answered is alerted after all."""


class Action(Enum):
    """What is done about a panel."""

    NOTHING = auto()
    """There is none, and none is wanted."""
    LEAVE = auto()
    EDIT = auto()
    POST = auto()
    """A first message, which alerts."""
    REPLACE = auto()
    """A new message, which alerts; then the old one goes."""
    WITHDRAW = auto()


def panel_action(brief: Brief, standing: Standing[R] | None, now: float) -> Action:
    """A new message alerts; further steps and the receipt are edits of it. A half-made choice goes on."""
    occasion = brief.occasion
    if standing is None:
        return Action.NOTHING if occasion.is_quiet else Action.POST
    what = standing.ref.what
    if is_mention(standing.ref):
        if occasion.is_quiet:
            return Action.WITHDRAW
        return Action.LEAVE if what == f"{MENTION}{occasion}" else Action.REPLACE
    if occasion.is_quiet or what == str(occasion) or is_looking(brief, standing, now):
        return Action.LEAVE if standing.tells else Action.EDIT
    return Action.REPLACE


def is_looking(brief: Brief, standing: Standing[R], now: float) -> bool:
    """Whether the person has the message before the eyes: did something since the question came, or just before.

    Or the page of the tables: what stands there needs no sound here.
    """
    if brief.notice is Stage.FIRST and has_page_open(standing.looked, now):
        return True
    since = _waits_since(brief)
    if standing.touched is None or since is None or brief.notice is not Stage.FIRST:
        return False
    return standing.touched >= since or (since - standing.touched < JUST_NOW and now < standing.touched + MISSED)


def has_page_open(looked: float, now: float) -> bool:
    """Whether somebody has the page of the tables before the eyes; a page that died without a word counts a while."""
    return looked > 0 and now < looked + MISSED


def alert_later(brief: Brief, standing: Standing[R], now: float) -> float | None:
    """Whoever got a question without a sound is alerted if nothing comes of it: after so many seconds."""
    since = _waits_since(brief)
    if brief.occasion.is_quiet or standing.ref.what == str(brief.occasion):
        return None
    if has_page_open(standing.looked, now):
        return standing.looked + MISSED - now
    if standing.touched is None or since is None or standing.touched >= since:
        return None
    return standing.touched + MISSED - now


def board_stays(brief: Brief, ref: R, now: float, ages_after: float) -> bool | None:
    """Whether the board is edited where it stands; None: unless newer messages have buried it. A game that begins gets
    a board below its seal."""
    if ref.is_pinned:
        return True
    if begins(brief, ref):
        return False
    age = now - ref.posted
    if ref.what == owed_by(brief) or age < REPOST_EVERY:
        return True
    return False if age > ages_after else None


def begins(brief: Brief, ref: R) -> bool:
    """Whether a lobby stands where the board of a game is wanted, above what was just sealed."""
    table = brief.look.table
    return bool(table.seal) and table.status is Status.RUNNING and bool(owed_by(brief)) and not ref.what


def mid_turn(brief: Brief, ref: R, now: float, breath: float = BREATH) -> float:
    """Seconds that a board may wait: whoever was to move still is, and goes on. One edit then shows several steps."""
    table = brief.look.table
    if ref.what != owed_by(brief) or table.status is not Status.RUNNING or not brief.look.owed:
        return 0.0
    return max(0.0, table.touched + breath - now)


def owed_by(brief: Brief) -> str:
    """Who is to move, as the name of a board keeps it."""
    return ".".join(map(str, brief.look.owed))


def is_mention(ref: R) -> bool:
    """Whether a message is no panel but a mention in the room."""
    return ref.what.startswith(MENTION)


def _waits_since(brief: Brief) -> float | None:
    waiting = None if brief.seat is None else brief.look.table.waiting.get(brief.seat)
    return None if waiting is None else waiting.since
