"""Telegram's courier: a bot cannot read its messages there, so what a person sees is noted in the store."""

from __future__ import annotations

from dataclasses import replace

from bot.choices.control_id import ControlId
from bot.messages.brief import Brief
from bot.messages.composer import Composer
from bot.messages.post import Post
from bot.platforms.telegram.markup import NAME, TelegramMarkup, number_of
from bot.platforms.telegram.message_ref import UNSURE, MessageRef
from bot.platforms.telegram.outgoing import Outgoing
from bot.platforms.telegram.panel_store import PanelStore, Seen
from bot.platforms.telegram.scroll import Scroll
from bot.service.player_view import panel_fingerprint
from bot.table.model import Table, platform_of
from bot.workers.courier import NO_DRAFT, Draft, Drawing, Letter, Standing
from bot.workers.message_lifecycle import MENTION, People, is_mention
from bot.workers.platform import SOON, NotNow

FAR = 8
"""A board has scrolled away when so many messages stand below it."""


class TelegramCourier:
    """Posts and edits messages, and keeps in the store what each person sees."""

    name = NAME
    closed_room = "room_closed"

    def __init__(
        self, messages: Outgoing, composer: Composer, panels: PanelStore, scroll: Scroll, people: People
    ) -> None:
        self.composer = composer
        self._messages = messages
        self._panels = panels
        self._scroll = scroll
        self._people = people

    def parse(self, stored: str) -> MessageRef | None:
        return MessageRef.parse(stored)

    def room_of(self, table: Table) -> str:
        """The room of a table that is a group here."""
        return next((room for room in table.rooms if platform_of(room) == NAME and number_of(room) < 0), "")

    def is_at(self, ref: MessageRef, address: str) -> bool:
        return ref.chat == number_of(address)

    async def is_buried(self, ref: MessageRef, address: str) -> bool:
        """By what was written since, as far as that is known."""
        return ref.place > 0 and await self._scroll.last(address) - ref.place >= FAR

    async def composer_for(self, brief: Brief) -> Composer:
        """Times stand in the reader's zone; in a room, in the host's, by its name."""
        table = brief.look.table
        person = await self._people(table.host if brief.seat is None else brief.address)
        markup = TelegramMarkup(person.zone_info, is_room=True) if brief.seat is None else TelegramMarkup.of(person)
        return replace(self.composer, markup=markup)

    # --- messages ---

    async def post(self, letter: Letter) -> MessageRef:
        """Telegram knows no idempotency key: what comes twice after a lost delivery is taken away by `Sending`."""
        return await self._messages.post(
            letter.address, letter.post, letter.what, is_room=letter.is_room, silent=letter.silent
        )

    async def edit(self, ref: MessageRef, post: Post, is_room: bool) -> MessageRef:
        return await self._messages.edit(ref, post, is_room=is_room)

    async def delete(self, ref: MessageRef) -> None:
        await self._messages.delete(ref)

    # --- what stands on a panel ---

    async def standing(self, brief: Brief, posted: MessageRef | None, fresh: Drawing) -> Standing[MessageRef] | None:
        """As the store has it; the draft of a begun choice is known, so the panel can be drawn anew with it."""
        seen, is_busy = await self._panels.of(brief.address, brief.look.table.code)
        if is_busy:
            raise NotNow("a tap is being answered there", SOON)
        return _standing(brief, posted, seen)

    async def overtaken(
        self, brief: Brief, before: Standing[MessageRef], ref: MessageRef
    ) -> Standing[MessageRef] | None:
        """Two edits at the same moment, and nobody can read which came last: it is drawn again."""
        seen, is_busy = await self._panels.of(brief.address, brief.look.table.code)
        unsure = replace(ref, look=UNSURE)
        if is_busy:
            raise NotNow("a tap is being answered there", SOON, str(unsure))
        if seen == before.evidence:
            return None
        if seen is not None and seen.name.message > ref.message:
            raise NotNow("there is a newer message", SOON, str(unsure))
        return _standing(brief, unsure, seen)

    async def note(self, brief: Brief, before: Standing[MessageRef], ref: MessageRef, post: Post) -> None:
        if isinstance(before.evidence, Seen) and post.shows is not None:
            await self._panels.note(brief.address, ref, post.shows, before.evidence.touched)


def _standing(brief: Brief, posted: MessageRef | None, seen: Seen | None) -> Standing[MessageRef] | None:
    ref = _newest(posted, seen)
    if ref is None or seen is None:
        return None if ref is None else Standing(ref)
    is_mine = seen.name.message == ref.message
    tells = is_mine and seen.shows.standing == panel_fingerprint(brief.look) and ref.look != UNSURE
    mention = posted if posted is not None and is_mention(posted) and not is_mention(ref) else None
    return Standing(ref, tells, draft=_draft(brief, seen), touched=seen.touched, mention=mention, evidence=seen)


def _newest(posted: MessageRef | None, seen: Seen | None) -> MessageRef | None:
    """The panel: what the workers posted, or what the person has fetched since."""
    if seen is None:
        return posted
    if posted is not None and is_mention(posted):
        if seen.touched <= posted.posted:
            return posted
        return replace(seen.name, what=posted.what.removeprefix(MENTION))
    if posted is None or seen.name.message > posted.message:
        return replace(seen.name, what=posted.what if posted else "")
    if seen.name.message == posted.message and posted.look != UNSURE:
        return replace(posted, look=seen.name.look)
    return posted


def _draft(brief: Brief, seen: Seen) -> Draft:
    """The choice that was begun, while its question is open."""
    begun = ControlId.parse_ask(seen.shows.draft)
    if begun is None or begun.name not in [pending.ask_id for pending in brief.look.pending]:
        return NO_DRAFT
    return begun.name, begun.body
