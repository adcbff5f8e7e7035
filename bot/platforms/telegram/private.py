"""The panel in a player's private chat: a new message alerts; further steps and the receipt are edits of it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import replace

from bot.clock import Stage
from bot.documents import Table
from bot.menus import Tap
from bot.people import Person, Where
from bot.platforms.base import Brief, NotNow, PlatformTrouble, platform_of
from bot.platforms.telegram.dress import NAME, TelegramDress, number_of
from bot.platforms.telegram.messages import Messages
from bot.platforms.telegram.names import UNSURE, Name
from bot.platforms.telegram.panels import Panels, Seen
from bot.platforms.telegram.trouble import MessageGone, PrivateClosed
from bot.posts import Post
from bot.scribe import QUIET, Scribe
from bot.sight import standing_of

SOON = 0.3
JUST_NOW = 60.0
"""Who did something so many seconds before a question came is still looking: it comes as an edit, without a sound."""
MISSED = 300.0
"""So long after that, whoever has not answered is alerted after all."""
TRIES = 3
PING = "!"
"""What a mention in the room was posted for begins with this."""


class Private:
    """Shows each person the own panel, and takes nothing away that the person is busy with."""

    def __init__(
        self,
        messages: Messages,
        scribe: Scribe,
        panels: Panels,
        people: Callable[[str], Awaitable[Person]],
        clock: Callable[[], float],
    ) -> None:
        self._messages = messages
        self._scribe = scribe
        self._panels = panels
        self._people = people
        self._clock = clock

    async def show(self, brief: Brief, before: Name | None) -> str | None:
        """Edit the message or post a new one; its name, or None where nothing is shown."""
        stage = self._scribe.occasion(brief)
        seen, is_busy = await self._panels.of(brief.address, brief.look.table.code)
        if is_busy:
            raise NotNow("a tap is being answered there", SOON)
        old = await self._newest(before, seen)
        is_ping = old is not None and old.what.startswith(PING)
        if old is not None and not is_ping and (stage in (QUIET, old.what) or self._is_looking(brief, seen)):
            try:
                changed = await self._change(brief, old, seen)
            except (MessageGone, PrivateClosed):
                await self._require_same(brief, seen)
                old = None
            else:
                self._come_back(brief, changed, seen, stage)
                return str(replace(changed, what=stage))
        if stage == QUIET:
            if old is not None:
                await self._messages.delete(old)
            return None
        if is_ping and old is not None and old.what == PING + stage:
            return str(old)
        new = await self._alert(brief, stage, seen)
        if old is not None:
            await self._messages.delete(old)
        return str(new)

    async def _newest(self, old: Name | None, seen: Seen | None) -> Name | None:
        """The panel: what the workers posted, or what the person has fetched since."""
        if seen is None:
            return old
        if old is not None and old.what.startswith(PING):
            if seen.touched <= old.posted:
                return old
            await self._messages.delete(old)
            return replace(seen.name, what=old.what.removeprefix(PING))
        if old is None or seen.name.message > old.message:
            return replace(seen.name, what=old.what if old else "")
        if seen.name.message == old.message and old.look != UNSURE:
            return replace(old, look=seen.name.look)
        return old

    def _is_looking(self, brief: Brief, seen: Seen | None) -> bool:
        """Whether the person has the message before the eyes: did something since the question came, or just before."""
        waiting = brief.look.table.waiting.get(-1 if brief.seat is None else brief.seat)
        if seen is None or waiting is None or brief.notice is not Stage.FIRST:
            return False
        if seen.touched >= waiting.since:
            return True
        return waiting.since - seen.touched < JUST_NOW and self._clock() < seen.touched + MISSED

    def _come_back(self, brief: Brief, old: Name, seen: Seen | None, stage: str) -> None:
        """Whoever got a question without a sound is alerted if nothing comes of it."""
        waiting = brief.look.table.waiting.get(-1 if brief.seat is None else brief.seat)
        if stage not in (QUIET, old.what) and seen is not None and waiting and seen.touched < waiting.since:
            raise NotNow("the person is looking", seen.touched + MISSED - self._clock(), str(old))

    # --- drawing ---

    async def _change(self, brief: Brief, old: Name, seen: Seen | None) -> Name:
        """Edit, unless the person sees it already. A choice that was begun goes on; a tap meanwhile comes first."""
        mine = seen if seen is not None and seen.name.message == old.message else None
        for _ in range(TRIES):
            is_shown = mine is not None and mine.shows.standing == standing_of(brief.look)
            if is_shown and old.look != UNSURE:
                break
            post = await self._panel(brief, mine)
            old = await self._messages.edit(old, post)
            again, is_busy = await self._panels.of(brief.address, brief.look.table.code)
            if is_busy:
                raise NotNow("a tap is being answered there", SOON, str(replace(old, look=UNSURE)))
            if again == seen:
                if mine is not None and post.shows is not None:
                    await self._panels.note(brief.address, old, post.shows, mine.touched)
                break
            mine = seen = again
            old = replace(old, look=UNSURE)
        if brief.look.table.is_over:
            await self._panels.forget(brief.address, brief.look.table.code)
        return old

    async def _require_same(self, brief: Brief, seen: Seen | None) -> None:
        """A message that is gone may have been replaced a moment ago, by something that the person did."""
        if (await self._panels.of(brief.address, brief.look.table.code))[0] != seen:
            raise NotNow("there is a newer message", SOON)

    async def _panel(self, brief: Brief, seen: Seen | None) -> Post:
        person = await self._people(brief.address)
        scribe = replace(self._scribe, dress=TelegramDress.of(person))
        begun = Tap.parse(seen.shows.draft) if seen is not None else None
        if begun is None or begun.ask_id not in [pending.ask_id for pending in brief.look.pending]:
            return await scribe.panel_for(brief)
        return await scribe.panel_for(brief, (begun.ask_id, begun.draft))

    # --- alerting ---

    async def _alert(self, brief: Brief, stage: str, seen: Seen | None) -> Name:
        """In the private chat; where that is closed or not wished for, by a mention in the room."""
        in_room = bool(group_of(brief.look.table))
        if in_room and (await self._people(brief.address)).where is Where.ROOM:
            return await self._ping(brief, stage, is_closed=False)
        post = await self._panel(brief, seen)
        try:
            new = await self._messages.post(brief.address, post, stage, silent=brief.silent)
        except PrivateClosed as closed:
            if not in_room:
                raise PlatformTrouble("the private chat is closed and the room is elsewhere", None) from closed
            return await self._ping(brief, stage, is_closed=True)
        if seen is not None and post.shows is not None:
            await self._panels.note(brief.address, new, post.shows, seen.touched)
        return new

    async def _ping(self, brief: Brief, stage: str, is_closed: bool) -> Name:
        """A mention in the room that leads to the panel; it goes with the move."""
        table, language = brief.look.table, brief.look.table.language
        assert brief.seat is not None
        who = self._scribe.dress.mention(brief.address, table.names[brief.seat])
        key = self._scribe.called(brief, is_closed)
        text = self._scribe.say(language, key, names=who, **self._scribe.titled(table, language))
        post = Post(text, ((self._scribe.button(language, "my_move", "move", table.code),),))
        return await self._messages.post(group_of(table), post, PING + stage, is_room=True)


def group_of(table: Table) -> str:
    """The room of a table that is a group here; empty where it has none."""
    return next((room for room in table.rooms if platform_of(room) == NAME and number_of(room) < 0), "")
