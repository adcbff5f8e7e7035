"""Message lifecycle: post, edit, alert, post anew, withdraw. One policy for every chat platform.

The decisions are pure functions; `MessageLifecycle` carries them out through a platform's `Courier`.
Everything may be done twice: after a crash or a lost delivery the same brief comes again.
"""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from enum import Enum, auto
from typing import Generic

from bot.messages.brief import About, Brief
from bot.messages.composer import Composer
from bot.messages.post import Post
from bot.table.model import Status, Table, platform_of
from bot.table.preferences import Person, Where
from bot.table.time_control import Stage
from bot.table.votes import is_asked, vote_key
from bot.workers.courier import (
    NO_DRAFT,
    Aged,
    Courier,
    Draft,
    Letter,
    MessageGone,
    PrivateClosed,
    R,
    RoomClosed,
    RoomGone,
    Standing,
    Unfit,
)
from bot.workers.platform import REFUSED, SOON, NotNow, PlatformTrouble

log = logging.getLogger(__name__)
People = Callable[[str], Awaitable[Person]]
"""What a user has chosen."""
GONE, CLOSED = "gone", "closed"
"""Instead of a message's name: the room is gone. Before the name of the old board: the bot may not write there. Told
once."""
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
TRIES = 3
"""How often a panel is drawn again when a tap draws on it at the same moment."""


# --- decisions ---


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
    """Whether the board is edited where it stands; None: unless newer messages have buried it."""
    age = now - ref.posted
    if ref.is_pinned or ref.what == owed_by(brief) or age < REPOST_EVERY:
        return True
    return False if age > ages_after else None


def mid_turn(brief: Brief, ref: R, now: float, breath: float = BREATH) -> float:
    """Seconds that a board may wait: whoever was to move still is, and goes on. One edit then shows several steps."""
    table = brief.look.table
    if ref.what != owed_by(brief) or table.status is not Status.RUNNING or not brief.look.owed:
        return 0.0
    return max(0.0, table.touched + breath - now)


def owed_by(brief: Brief) -> str:
    """Who is to move, as the name of a board keeps it."""
    return ".".join(map(str, brief.look.owed))


def closed_before(stored: str) -> tuple[bool, str]:
    """Whether the room was closed when last tried; and the name of the board that stood there before."""
    was_closed = stored.split(" ")[0] == CLOSED
    return was_closed, stored.removeprefix(CLOSED).lstrip() if was_closed else stored


def is_mention(ref: R) -> bool:
    """Whether a message is no panel but a mention in the room."""
    return ref.what.startswith(MENTION)


def _asked_there(brief: Brief) -> tuple[str, bool]:
    """What a message beside the panel was posted for; and whether it still waits for an answer."""
    if brief.about is About.INVITATION:
        return "invite", True
    table = brief.look.table
    vote = table.vote or table.last_vote
    return vote_key(vote) if vote else "", is_asked(table, brief.seat)


def _waits_since(brief: Brief) -> float | None:
    waiting = None if brief.seat is None else brief.look.table.waiting.get(brief.seat)
    return None if waiting is None else waiting.since


# --- carrying them out ---


class _Panel:
    """A brief's panel, composed once for each draft."""

    def __init__(self, composer: Composer, brief: Brief) -> None:
        self._composer, self._brief = composer, brief
        self._drawn: dict[Draft, Post] = {}

    async def __call__(self, draft: Draft = NO_DRAFT) -> Post:
        if draft not in self._drawn:
            self._drawn[draft] = await self._composer.panel_for(self._brief, draft)
        return self._drawn[draft]


class MessageLifecycle(Generic[R]):
    """A `Platform` over a `Courier`: shows briefs."""

    def __init__(self, courier: Courier[R], people: People, clock: Callable[[], float]) -> None:
        self._courier = courier
        self._people = people
        self._clock = clock
        self.breath = BREATH

    @property
    def name(self) -> str:
        return self._courier.name

    @property
    def composer(self) -> Composer:
        return self._courier.composer

    async def show(self, brief: Brief, before: str | None) -> str | None:
        """Post or edit; a room that is closed is told to the host once, one that is gone to everybody once."""
        if brief.seals:
            return before or await self._post_seal(brief)
        was_closed, name = closed_before(before or "")
        posted = self._courier.parse(name)
        if brief.about is not About.TABLE:
            return await self._show_aside(brief, posted)
        if brief.seat is not None:
            return await self._show_panel(brief, posted)
        if before == GONE:
            return GONE
        table = brief.look.table
        try:
            return str(await self._show_board(brief, posted))
        except RoomGone:
            await self._tell(table, "room_gone", table.users)
            return GONE
        except (RoomClosed, PrivateClosed) as closed:
            if not was_closed:
                await self._tell(table, self._courier.closed_room, [table.host])
            raise PlatformTrouble(str(closed), REFUSED, keep=f"{CLOSED} {name}".rstrip()) from closed

    async def withdraw(self, address: str, message: str) -> None:
        """Delete a message that nobody needs any more."""
        if ref := self._courier.parse(closed_before(message)[1]):
            await self._courier.delete(ref)

    async def _post_seal(self, brief: Brief) -> str | None:
        """What was sealed stays as it was posted; whoever cannot be reached finds it with `verify`."""
        table, is_room = brief.look.table, brief.address in brief.look.table.rooms
        post, once = self.composer.seal(table), f"{brief.surface}\n{brief.mark}"
        try:
            return str(await self._courier.post(Letter(brief.address, post, once=once, silent=True, is_room=is_room)))
        except RoomGone:
            return GONE
        except (RoomClosed, PrivateClosed) as closed:
            raise PlatformTrouble(str(closed), REFUSED if is_room else None) from closed

    # --- beside the panel ---

    async def _show_aside(self, brief: Brief, posted: R | None) -> str | None:
        """A vote or an invitation: posted once, where it alerts; then edited as it goes on, to the last word."""
        composer = await self._courier.composer_for(brief)
        person = await self._people(brief.address)
        language = brief.language
        what, is_open = _asked_there(brief)
        if posted is not None and posted.what.removeprefix(MENTION) != what:
            await self._close_aside(brief, posted, composer, language)
            posted = None
        if posted is not None and is_mention(posted):
            if not is_open:
                await self._courier.delete(posted)
            return str(posted) if is_open else None
        post = composer.aside(brief, language)
        if posted is not None:
            try:
                return str(await self._courier.edit(posted, post, is_room=False))
            except (MessageGone, PrivateClosed):
                return None
        if not is_open:
            return None
        once, room = f"{brief.surface}\n{what}", self._courier.room_of(brief.look.table)
        if not room or person.where is not Where.ROOM:
            try:
                letter: Letter[R] = Letter(brief.address, post, what, once, silent=brief.silent)
                return str(await self._courier.post(letter))
            except PrivateClosed as closed:
                if not room:
                    raise PlatformTrouble("the private chat is closed and the room is elsewhere", None) from closed
        try:
            called = composer.called_aside(brief)
            return str(await self._courier.post(Letter(room, called, f"{MENTION}{what}", f"{once}p", is_room=True)))
        except (RoomGone, RoomClosed) as closed:
            raise PlatformTrouble(f"{brief.look.table.code}: {closed}", REFUSED) from closed

    async def _close_aside(self, brief: Brief, posted: R, composer: Composer, language: str) -> None:
        """The message of an earlier question gets its last word before another one is asked."""
        last = brief.look.table.last_vote
        with suppress(MessageGone, PrivateClosed, RoomGone, RoomClosed):
            if is_mention(posted) or last is None or vote_key(last) != posted.what:
                await self._courier.delete(posted)
            else:
                await self._courier.edit(posted, composer.vote(brief.look, language, last), is_room=False)

    # --- the room ---

    async def _show_board(self, brief: Brief, old: R | None) -> R:
        """Edited where it stands; posted anew below when it has scrolled away and somebody else is to move."""
        if old is not None and (wait := mid_turn(brief, old, self._clock(), self.breath)) > 0:
            raise NotNow("the turn goes on", wait)
        composer = await self._courier.composer_for(brief)
        post = await composer.board(brief.look, brief.lines, brief.deadlines)
        if old is not None and await self._stays(brief, old):
            try:
                return (await self._courier.edit(old, post, is_room=True)).posted_for(owed_by(brief))
            except Unfit as unfit:
                log.info("board %s is replaced: %s", old, unfit)
            except MessageGone:
                old = None
        once = f"{brief.surface}\n{brief.mark}"
        new = await self._courier.post(Letter(brief.address, post, owed_by(brief), once, is_room=True))
        await self._delete_old(old, new)
        return new

    async def _stays(self, brief: Brief, ref: R) -> bool:
        if not self._courier.is_at(ref, brief.address):
            return False
        stays = board_stays(brief, ref, self._clock(), self._courier.ages_after)
        return not await self._courier.is_buried(ref, brief.address) if stays is None else stays

    # --- the panel ---

    async def _show_panel(self, brief: Brief, posted: R | None) -> str | None:
        draw = _Panel(await self._courier.composer_for(brief), brief)
        standing = await self._courier.standing(brief, posted)
        if standing is not None and standing.mention is not None:
            await self._courier.delete(standing.mention)
        action = panel_action(brief, standing, self._clock())
        old = None if standing is None else standing.ref
        if standing is not None and action is Action.LEAVE and is_mention(standing.ref):
            return str(standing.ref)
        if standing is not None and action in (Action.LEAVE, Action.EDIT):
            try:
                return await self._redraw(brief, standing, draw)
            except (MessageGone, PrivateClosed) as gone:
                await self._require_same(brief, posted, standing)
                old = old if isinstance(gone, Unfit) else None
                action = Action.REPLACE if isinstance(gone, Aged) else panel_action(brief, None, self._clock())
        if action in (Action.POST, Action.REPLACE):
            try:
                new = await self._alert(brief, standing, draw)
            except PlatformTrouble as trouble:
                if trouble.keep is not None and (begun := self._courier.parse(trouble.keep)) is not None:
                    await self._delete_old(old, begun)
                raise
            await self._delete_old(old, new)
            return str(new)
        if old is not None:
            await self._courier.delete(old)
        return None

    async def _redraw(self, brief: Brief, standing: Standing[R], draw: _Panel) -> str:
        """Edit, unless the person sees it already. A choice that was begun goes on; a tap meanwhile comes first."""
        for _ in range(TRIES):
            if standing.tells:
                break
            post = await draw(standing.draft)
            ref = await self._courier.edit(standing.ref, post, is_room=False)
            newer = await self._courier.overtaken(brief, standing, ref)
            if newer is None:
                await self._courier.note(brief, standing, ref, post)
                standing = replace(standing, ref=ref)
                break
            standing = newer
        wait = alert_later(brief, standing, self._clock())
        if wait is not None:
            raise NotNow("the person is looking", wait, str(standing.ref))
        return str(standing.ref.posted_for(str(brief.occasion)))

    async def _require_same(self, brief: Brief, posted: R | None, before: Standing[R]) -> None:
        """A message that is gone may have been replaced a moment ago, by something that the person did."""
        again = await self._courier.standing(brief, posted)
        if again is not None and again.evidence != before.evidence:
            raise NotNow("there is a newer message", SOON)

    # --- alerting ---

    async def _alert(self, brief: Brief, standing: Standing[R] | None, draw: _Panel) -> R:
        """By private message; where those are closed or not wished for, by a mention in the room."""
        room = self._courier.room_of(brief.look.table)
        is_quiet = brief.occasion.is_quiet
        if room and not is_quiet and (await self._people(brief.address)).where is Where.ROOM:
            return await self._mention(brief, room, is_closed=False)
        post = await draw(NO_DRAFT if standing is None else standing.draft)
        once = f"{brief.surface}\n{brief.mark}"
        try:
            near = None if standing is None else standing.ref
            letter = Letter(brief.address, post, str(brief.occasion), once, silent=brief.silent or is_quiet, near=near)
            new = await self._courier.post(letter)
        except PrivateClosed as closed:
            if not room or is_quiet:
                raise PlatformTrouble("the private chat is closed and the room is elsewhere", None) from closed
            return await self._mention(brief, room, is_closed=True)
        if standing is not None:
            await self._courier.note(brief, standing, new, post)
        return new

    async def _mention(self, brief: Brief, room: str, is_closed: bool) -> R:
        """A mention in the room that leads to the panel; it goes with the move."""
        post = self.composer.mention(brief, is_closed)
        once = f"{brief.surface}\np{brief.mark}"
        try:
            return await self._courier.post(Letter(room, post, f"{MENTION}{brief.occasion}", once, is_room=True))
        except (RoomGone, RoomClosed) as closed:
            raise PlatformTrouble(f"{brief.look.table.code}: {closed}", REFUSED) from closed

    async def announce(self, room: str, text: str, once: str) -> None:
        """Say something in a room of our own accord, without a sound."""
        try:
            plain = self.composer.markup.plain(text)
            await self._courier.post(Letter(room, Post(plain), once=once, is_room=True, silent=True))
        except (RoomGone, RoomClosed) as closed:
            raise PlatformTrouble("the room is closed to us", None) from closed

    async def _tell(self, table: Table, key: str, users: Sequence[str]) -> None:
        """A sentence to some people in private; whoever cannot be reached is left out."""
        for user in users:
            if platform_of(user) != self.name:
                continue
            seat = table.seat_of(user)
            language = table.language if seat is None else table.seats[seat].language
            post = Post(self.composer.say(language, key, **self.composer.titled(table, language)))
            try:
                await self._courier.post(Letter(user, post, once=f"{table.code}:{key}\n{user}"))
            except PrivateClosed:
                log.info("%s takes no private messages", user)

    async def _delete_old(self, old: R | None, new: R) -> None:
        """The message that a new one replaces; a repeated post may turn out to be the same."""
        if old is not None and old.posted_for("") != new.posted_for(""):
            await self._courier.delete(old)
