"""Messages beside the panel: a vote or an invitation, posted once where it alerts, then edited to its last word."""

from __future__ import annotations

from contextlib import suppress
from typing import Generic

from bot.messages.brief import About, Brief
from bot.messages.composer import Composer
from bot.table.preferences import Where
from bot.table.votes import is_asked, vote_key
from bot.workers.courier import Courier, Letter, MessageGone, People, PrivateClosed, R, RoomClosed, RoomGone
from bot.workers.message_policy import MENTION, is_mention
from bot.workers.platform import REFUSED, PlatformTrouble


class AsideMessages(Generic[R]):
    """Shows what somebody is asked beside the game."""

    def __init__(self, courier: Courier[R], people: People) -> None:
        self._courier, self._people = courier, people

    async def show(self, brief: Brief, posted: R | None) -> str | None:
        """A vote or an invitation: posted once, where it alerts; then edited as it goes on, to the last word."""
        composer = await self._courier.composer_for(brief)
        person = await self._people(brief.address)
        language = brief.language
        what, is_open = _asked_there(brief)
        if posted is not None and posted.what.removeprefix(MENTION) != what:
            await self._close(brief, posted, composer, language)
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

    async def _close(self, brief: Brief, posted: R, composer: Composer, language: str) -> None:
        """The message of an earlier question gets its last word before another one is asked."""
        last = brief.look.table.last_vote
        with suppress(MessageGone, PrivateClosed, RoomGone, RoomClosed):
            if is_mention(posted) or last is None or vote_key(last) != posted.what:
                await self._courier.delete(posted)
            else:
                await self._courier.edit(posted, composer.vote(brief.look, language, last), is_room=False)


def _asked_there(brief: Brief) -> tuple[str, bool]:
    """What a message beside the panel was posted for; and whether it still waits for an answer."""
    if brief.about is About.INVITATION:
        return "invite", True
    table = brief.look.table
    vote = table.vote or table.last_vote
    return vote_key(vote) if vote else "", is_asked(table, brief.seat)
