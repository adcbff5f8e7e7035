"""Private messages beside the panel: what all are asked and what came of it, and the invitation to sit down."""

from __future__ import annotations

from dataclasses import dataclass, replace

from bot.messages.brief import About, Brief
from bot.messages.panel import Panel, post_of
from bot.messages.post import Button, Post, Style
from bot.messages.room_messages import RoomMessages
from bot.service.player_view import PlayerView
from bot.table import votes
from bot.table.model import Table, Vote
from engines.kit import Text
from engines.kit.text import Fact, seat_ref

GRAVE = ("kick", "cancel")
"""Votes that end something for good."""


@dataclass(frozen=True, slots=True)
class Asides(RoomMessages):
    """Composes what stands beside a panel, never in it."""

    def aside(self, brief: Brief, language: str) -> Post:
        """A message beside the panel, as a brief wants it."""
        if brief.about is About.INVITATION:
            return self.invitation(brief.look.table, language)
        return self.vote(brief.look, language)

    def called_aside(self, brief: Brief) -> Post:
        """The same in the room, for somebody whom no private message reaches; what is asked there is no secret."""
        table = brief.look.table
        name = table.invited.get(brief.address, "") if brief.seat is None else table.names[brief.seat]
        who, post = self.markup.mention(brief.address, name), self.aside(brief, table.language)
        return replace(post, text=f"{who}: {post.text}", panel=None, mentions=(brief.address,))

    # --- votes ---

    def vote(self, look: PlayerView, language: str, vote: Vote | None = None) -> Post:
        """What all are asked, how it stands and until when; or what came of it. `vote`: an earlier one."""
        table, is_open = look.table, vote is None and look.table.vote is not None
        vote = vote or table.vote or table.last_vote
        if vote is None:
            return Post(self.say(language, "stale"))
        asked, facts = self._wish(table, vote, language), self.titled(table, language)
        said = self.say(language, "vote_head", **facts, asked=asked)
        own = self._own_vote(vote, look.seat, language)
        panel = Panel(
            alert=said,
            headline=self.markup.bold(said),
            first=own,
            question="" if is_open else self._outcome(vote, language),
            parts=(self._vote_buttons(table, vote, language),) if is_open and not own else (),
            footer=(self._tally(table, vote, language, is_open),),
            accent=self.accent(table),
        )
        return post_of(panel)

    def _wish(self, table: Table, vote: Vote, language: str) -> str:
        speaker, facts = self.speaker(table, language), self._vote_facts(table, vote, language)
        return speaker.say(Text("chat.vote" if vote.kind == "back" else f"chat.vote_{vote.kind}", facts))

    def _vote_facts(self, table: Table, vote: Vote, language: str) -> dict[str, Fact]:
        speaker = self.speaker(table, language)
        return {
            "name": "" if vote.by is None else speaker.noun(seat_ref(vote.by)),
            "about": "" if vote.seat is None else speaker.noun(seat_ref(vote.seat)),
            "value": speaker.fact(f"pace/{vote.value}") if vote.value else "",
        }

    def _vote_buttons(self, table: Table, vote: Vote, language: str) -> tuple[Button, ...]:
        """Each says what it does; its id holds for this question alone."""
        key, facts = votes.vote_key(vote), self._vote_facts(table, vote, language)
        yes = self.button(language, "agree", "agree", table.code, key)
        label = self.say(language, f"button.agree_{vote.kind}", **facts)
        style = Style.DANGER if vote.kind in GRAVE else Style.LEAD
        return (replace(yes, label=label, style=style), self.button(language, "refuse", "refuse", table.code, key))

    def _own_vote(self, vote: Vote, seat: int | None, language: str) -> str:
        if seat in vote.agreed:
            return self.say(language, "you_agreed")
        return self.say(language, "you_refused") if seat in vote.refused else ""

    def _tally(self, table: Table, vote: Vote, language: str, is_open: bool) -> str:
        """`2 of 3 agree; Dee is missing. Open until Wednesday, or until the next move.`"""
        entitled = {*votes.voters(table, vote), *([] if vote.by is None else [vote.by])}
        said = self.say(language, "vote_tally", n=len(entitled & set(vote.agreed)), most=len(entitled))
        if not is_open:
            return said
        missing = sorted(entitled - {*vote.agreed, *vote.refused})
        until = self.markup.time(vote.asked + votes.LASTS, language)
        key = "vote_until" if vote.seat is None else "vote_until_day"
        return " ".join(
            [
                said,
                *([self.say(language, "vote_missing", names=self.names(table, missing, language))] if missing else []),
                self.say(language, key, time=until),
            ]
        )

    def _outcome(self, vote: Vote, language: str) -> str:
        key = {True: "vote_won", False: "vote_lost", None: "vote_lapsed"}[vote.won]
        return self.say(language, key)

    # --- invitations ---

    def invitation(self, table: Table, language: str) -> Post:
        """The host asks somebody to sit down: which game, who sits there, how fast it is played."""
        name = next((seat.name for seat in table.seats if seat.user == table.host), "?")
        facts = self.titled(table, language)
        said = self.say(language, "invited", **facts, name=self.markup.plain(name))
        join = replace(self.button(language, "join", "join", table.code), style=Style.LEAD)
        panel = Panel(
            alert=said,
            headline=self.markup.bold(said),
            holding="\n".join([self.sitting(table, language), " · ".join(self.chosen(table, language))]),
            parts=((join, self.button(language, "decline", "decline", table.code)),),
            accent=self.accent(table),
        )
        return post_of(panel)
