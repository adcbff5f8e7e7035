"""The panel of a seat: one private message, redrawn there; a new one alerts, or a mention in the room."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Generic

from bot.messages.brief import Brief
from bot.messages.composer import Composer
from bot.messages.post import Post
from bot.table.preferences import Where
from bot.workers.courier import (
    NO_DRAFT,
    Aged,
    Courier,
    Draft,
    Letter,
    MessageGone,
    People,
    PrivateClosed,
    R,
    RoomClosed,
    RoomGone,
    Standing,
    Unfit,
    delete_replaced,
)
from bot.workers.message_policy import MENTION, Action, alert_later, is_mention, panel_action
from bot.workers.platform import REFUSED, SOON, NotNow, PlatformTrouble

TRIES = 3
"""How often a panel is drawn again when a tap draws on it at the same moment."""


class _Drawing:
    """A brief's panel, composed once for each draft."""

    def __init__(self, composer: Composer, brief: Brief) -> None:
        self._composer, self._brief = composer, brief
        self._drawn: dict[Draft, Post] = {}

    async def __call__(self, draft: Draft = NO_DRAFT) -> Post:
        if draft not in self._drawn:
            self._drawn[draft] = await self._composer.panel_for(self._brief, draft)
        return self._drawn[draft]


class PanelMessages(Generic[R]):
    """Shows the panels of seats."""

    def __init__(self, courier: Courier[R], people: People, clock: Callable[[], float]) -> None:
        self._courier, self._people, self._clock = courier, people, clock

    async def show(self, brief: Brief, posted: R | None) -> str | None:
        draw = _Drawing(await self._courier.composer_for(brief), brief)
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
                    await delete_replaced(self._courier, old, begun)
                raise
            await delete_replaced(self._courier, old, new)
            return str(new)
        if old is not None:
            await self._courier.delete(old)
        return None

    async def _redraw(self, brief: Brief, standing: Standing[R], draw: _Drawing) -> str:
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

    async def _alert(self, brief: Brief, standing: Standing[R] | None, draw: _Drawing) -> R:
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
        post = self._courier.composer.mention(brief, is_closed)
        once = f"{brief.surface}\np{brief.mark}"
        try:
            return await self._courier.post(Letter(room, post, f"{MENTION}{brief.occasion}", once, is_room=True))
        except (RoomGone, RoomClosed) as closed:
            raise PlatformTrouble(f"{brief.look.table.code}: {closed}", REFUSED) from closed
