"""Message lifecycle: post, edit, alert, post anew, withdraw. One way for every chat platform.

`message_policy` decides; boards are shown here, panels by `panel_messages`, votes and invitations by `aside_messages`,
all through a platform's `Courier`. Everything may be done twice: after a crash or a lost delivery the same brief comes
again.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from typing import Generic

from bot.messages.brief import About, Brief
from bot.messages.composer import Composer
from bot.messages.post import Post
from bot.table.model import Table, platform_of
from bot.workers.aside_messages import AsideMessages
from bot.workers.courier import (
    Courier,
    Letter,
    MessageGone,
    People,
    PrivateClosed,
    R,
    RoomClosed,
    RoomGone,
    Unfit,
    delete_replaced,
)
from bot.workers.message_policy import BREATH, begins, board_stays, mid_turn, owed_by
from bot.workers.panel_messages import PanelMessages
from bot.workers.platform import REFUSED, NotNow, PlatformTrouble

log = logging.getLogger(__name__)
GONE, CLOSED = "gone", "closed"
"""Instead of a message's name: the room is gone. Before the name of the old board: the bot may not write there. Told
once."""


class MessageLifecycle(Generic[R]):
    """A `Platform` over a `Courier`: shows briefs."""

    def __init__(self, courier: Courier[R], people: People, clock: Callable[[], float]) -> None:
        self._courier, self._clock = courier, clock
        self._panel_messages = PanelMessages(courier, people, clock)
        self._aside_messages = AsideMessages(courier, people)
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
            return await self._aside_messages.show(brief, posted)
        if brief.seat is not None:
            return await self._panel_messages.show(brief, posted)
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
        silent = old is not None and begins(brief, old)
        new = await self._courier.post(Letter(brief.address, post, owed_by(brief), once, silent=silent, is_room=True))
        await delete_replaced(self._courier, old, new)
        return new

    async def _stays(self, brief: Brief, ref: R) -> bool:
        if not self._courier.is_at(ref, brief.address):
            return False
        stays = board_stays(brief, ref, self._clock(), self._courier.ages_after)
        return not await self._courier.is_buried(ref, brief.address) if stays is None else stays

    # --- telling ---

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


def closed_before(stored: str) -> tuple[bool, str]:
    """Whether the room was closed when last tried; and the name of the board that stood there before."""
    was_closed = stored.split(" ")[0] == CLOSED
    return was_closed, stored.removeprefix(CLOSED).lstrip() if was_closed else stored
