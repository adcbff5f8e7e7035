"""What stands on a panel, from the notes in the store: no platform is asked, and any process knows it."""

from __future__ import annotations

from dataclasses import replace
from typing import Generic

from bot.messages.brief import Brief
from bot.messages.post import Post
from bot.service.player_view import panel_fingerprint
from bot.table.time_control import Stage
from bot.workers.courier import NO_DRAFT, Draft, Standing
from bot.workers.message_policy import MENTION, MISSED, has_page_open, is_mention
from bot.workers.noted_ref import UNSURE, N
from bot.workers.panel_store import LOOKING, PanelStore, Seen
from bot.workers.platform import SOON, NotNow


class NotedPanels(Generic[N]):
    """The half of a `Courier` that knows what people see; a platform's courier adds how to post and edit."""

    def __init__(self, panels: PanelStore[N]) -> None:
        self.panels = panels

    async def standing(self, brief: Brief, posted: N | None) -> Standing[N] | None:
        """The draft of a begun choice is known, so the panel can be drawn anew with it."""
        kept = await self.panels.kept(brief.address)
        seen, is_busy = self.panels.read(kept, brief.look.table.code)
        if is_busy:
            raise NotNow("a tap is being answered there", SOON)
        looked, standing = float(kept.get(LOOKING, 0)), _standing(brief, posted, seen)
        if standing is not None:
            return replace(standing, looked=looked)
        now = self.panels.clock()
        if brief.notice is Stage.FIRST and has_page_open(looked, now):
            raise NotNow("the person looks at the page", looked + MISSED - now)
        return None

    async def overtaken(self, brief: Brief, before: Standing[N], ref: N) -> Standing[N] | None:
        """Two edits at the same moment, and nobody can say which came last: it is drawn again."""
        seen, is_busy = await self.panels.of(brief.address, brief.look.table.code)
        unsure = ref.looking(UNSURE)
        if is_busy:
            raise NotNow("a tap is being answered there", SOON, str(unsure))
        if seen == before.evidence:
            return None
        if seen is not None and seen.name.message > ref.message:
            raise NotNow("there is a newer message", SOON, str(unsure))
        return _standing(brief, unsure, seen)

    async def note(self, brief: Brief, before: Standing[N], ref: N, post: Post) -> None:
        if isinstance(before.evidence, Seen) and post.shows is not None:
            await self.panels.note(brief.address, ref, post.shows, before.evidence.touched)


def _standing(brief: Brief, posted: N | None, seen: Seen[N] | None) -> Standing[N] | None:
    ref = _newest(posted, seen)
    if ref is None or seen is None:
        return None if ref is None else Standing(ref)
    is_mine = seen.name.message == ref.message
    tells = is_mine and seen.shows.standing == panel_fingerprint(brief.look) and ref.look != UNSURE
    mention = posted if posted is not None and is_mention(posted) and not is_mention(ref) else None
    return Standing(ref, tells, draft=_draft(brief, seen), touched=seen.touched, mention=mention, evidence=seen)


def _newest(posted: N | None, seen: Seen[N] | None) -> N | None:
    """The panel: what the workers posted, or what the person has fetched since."""
    if seen is None:
        return posted
    if posted is not None and is_mention(posted):
        if seen.touched <= posted.posted:
            return posted
        return seen.name.posted_for(posted.what.removeprefix(MENTION))
    if posted is None or seen.name.message > posted.message:
        return seen.name.posted_for(posted.what if posted else "")
    if seen.name.message == posted.message and posted.look != UNSURE:
        return seen.name.posted_for(posted.what)
    return posted


def _draft(brief: Brief, seen: Seen[N]) -> Draft:
    """The choice that was begun, while its question is open."""
    begun = seen.shows.begun
    return begun if begun[0] in [pending.ask_id for pending in brief.look.pending] else NO_DRAFT
