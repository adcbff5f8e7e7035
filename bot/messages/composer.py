"""Composes the private messages of a table: panel, receipt, warning, mention. No platform is known here."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from bot.choices import menus
from bot.choices.control_id import ControlId
from bot.choices.controls import Menu
from bot.language.labels import describe
from bot.language.speaker import Speaker, catalogue
from bot.learn.lessons import Advice
from bot.messages import picture_request
from bot.messages.beside import SIDE_BUTTONS, Beside, advised
from bot.messages.brief import Brief, Why
from bot.messages.panel import Panel, alert_of, form_of, post_of
from bot.messages.post import DMS_CLOSED, Button, Post, Shows, Style, command_id
from bot.messages.words import LONGEST_CAPTION, LONGEST_TEXT
from bot.service.player_view import LogLine, PlayerView, panel_fingerprint
from bot.table.model import Status, unreached_for
from bot.table.time_control import Stage
from bot.table.votes import is_asked
from engines.kit import Pending, Pick, Place, Text
from engines.kit.errors import Refusal
from engines.kit.text import Fact, seat_ref
from render import Picture

__all__ = [
    "LONGEST_CAPTION",
    "LONGEST_TEXT",
    "Composer",
    "called",
    "held_said",
    "main_ask",
    "unreached",
    "vote_asked",
]
_SENTENCE = re.compile(r"(.+?[.?!…])\s+\S.*", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Composer(Beside):
    """All messages of a table, for one platform."""

    async def panel_for(self, brief: Brief, draft: tuple[str, str] = ("", "")) -> Post:
        """The panel as a brief wants it, with the choice made so far."""
        if brief.is_next and not brief.look.pending:
            return await self._warned(brief)
        first = self._next_said(brief) if brief.is_next else ""
        return await self.panel(
            brief.look,
            brief.lines,
            brief.language,
            deadlines=brief.deadlines,
            notice=brief.notice,
            digest=brief.digest,
            draft=draft,
            first=first,
            advice=brief.advice,
            forecast=brief.forecast,
        )

    def _next_said(self, brief: Brief) -> str:
        return self.say(brief.language, "you_are_next", **self.titled(brief.look.table, brief.language))

    async def _warned(self, brief: Brief) -> Post:
        """Somebody else is to move, then it is my turn."""
        look, language = brief.look, brief.language
        said = self._next_said(brief)
        panel = Panel(
            alert=said,
            headline=self.markup.bold(said),
            recap=self.recap(look, brief.lines, language),
            holding=self.who(look, brief.deadlines, language),
            tools=self._tools(look, None, language),
            accent=self.accent(look.table),
        )
        return await self._with_board(panel, look, brief.lines, language)

    async def _with_board(self, panel: Panel, look: PlayerView, lines: Sequence[LogLine], language: str) -> Post:
        picture = picture_request.board(look, language, lines, chronicle=False)
        return await self.drawn(post_of(panel), picture)

    async def panel(
        self,
        look: PlayerView,
        lines: Sequence[LogLine],
        language: str,
        *,
        deadlines: Mapping[int, float] | None = None,
        notice: Stage | None = None,
        digest: Sequence[str] = (),
        draft: tuple[str, str] = ("", ""),
        first: str = "",
        advice: Advice | None = None,
        forecast: str = "",
    ) -> Post:
        """One seat's own message: notice, question and receipt in one. `draft`: an ask's id and the choice so far."""
        post = await self._panel(look, lines, language, deadlines, notice, digest, draft, first, advice, forecast)
        post = post.above(lost) if (lost := self.unreached(look, language)) else post
        if len(digest) < 2:
            begun = str(ControlId.ask(look.table.code, *draft)) if draft[1] else ""
            post = replace(post, shows=Shows(look.table.code, panel_fingerprint(look), begun))
        return self._with_page(post, look, language)

    def _with_page(self, post: Post, look: PlayerView, language: str) -> Post:
        """Beside a question: the whole table inside the chat, where it has a public address."""
        if self.page is None or post.shows is None or post.panel is None or look.view is None:
            return post
        page = self.page.private(look.table.code, self.say(language, "button.open_page"))
        panel = replace(post.panel, links=(page,))
        return replace(post_of(panel), picture=post.picture, shows=post.shows)

    def unreached(self, look: PlayerView, language: str) -> str | None:
        """What the host is told about people whom no notice reaches; None if nothing."""
        return unreached(look, self.speaker(look.table, language))

    def mention(self, brief: Brief, is_closed: bool) -> Post:
        """A mention in the room that leads to the panel. `is_closed`: private messages do not get through."""
        table, language = brief.look.table, brief.look.table.language
        assert brief.seat is not None
        who = self.markup.mention(brief.address, table.names[brief.seat])
        text = self.say(language, called(brief, is_closed), names=who, **self.titled(table, language))
        button = self.button(language, "my_move", "move", table.code, DMS_CLOSED if is_closed else "")
        return Post(text, ((button,),), mentions=(brief.address,))

    async def _panel(
        self,
        look: PlayerView,
        lines: Sequence[LogLine],
        language: str,
        deadlines: Mapping[int, float] | None,
        notice: Stage | None,
        digest: Sequence[str],
        draft: tuple[str, str],
        first: str,
        advice: Advice | None,
        forecast: str,
    ) -> Post:
        table = look.table
        if look.result is not None or table.is_over:
            return self._ended(look, await self.end(look), first, advice, language)
        if len(digest) > 1:
            return self._digest(digest, language)
        if look.seat is not None and table.seats[look.seat].absent is not None:
            return await self._stood_in(look, lines, language)
        if look.is_held:
            return await self._held(look, lines, language, first)
        pending = main_ask(look, draft[0])
        if pending is None:
            return await self._idle(look, lines, language, first, forecast)
        menu = self._menu(look, advised(pending, advice), language, draft)
        if menu.deed:
            return await self._sure(look, pending, menu, lines, language, first)
        until = (deadlines or {}).get(look.seat if look.seat is not None else -1)
        taught = "" if draft[1] else self._taught(look, advice, language)
        form = form_of(menu, self.limits, table.code, self.speaker(table, language))
        tools = (*self._away(look, notice, language), *self._tools(look, pending, language))
        sides = self._sides(look, pending, language, form.taken)
        if (planned := self._plan_buttons(look, language)) and pending.owed:
            sides.append(planned)
        if taught and advice is not None:
            sides.append(self._teacher_buttons(look, advice, language))
        panel = replace(
            self._asked(look, pending, menu.prompt, language, notice, until),
            first="\n".join([line for line in (first, self._noted(look, pending, language), taught) if line]),
            recap=self.recap(look, lines, language),
            notes=tuple([line for line in (menu.said, self._planned(look, language)) if line]),
            parts=form.parts,
            outs=form.outs,
            sides=tuple(sides),
            tools=tools,
        )
        picture = self._panel_picture(look, pending, lines, language, draft[1])
        if taught and advice is not None:
            picture = replace(picture, points=advice.points)
        return await self.drawn(post_of(panel), picture)

    async def _sure(
        self, look: PlayerView, pending: Pending, menu: Menu, lines: Sequence[LogLine], language: str, first: str
    ) -> Post:
        """A deed once more before it is done: what comes of it, and whether it can be taken back."""
        table = look.table
        key = "sure_bare" if "?" in menu.deed else "sure"
        said = self.say(language, key, deed=menu.deed, **self.titled(table, language))
        form = form_of(menu, self.limits, table.code, self.speaker(table, language))
        panel = Panel(
            alert=said,
            headline=self.markup.bold(said),
            first=first,
            parts=form.parts,
            footer=(menu.why,) if menu.why else (),
            accent=self.accent(table),
        )
        return await self.drawn(post_of(panel), self._panel_picture(look, pending, lines, language, ""))

    def _menu(self, look: PlayerView, pending: Pending, language: str, draft: tuple[str, str]) -> Menu:
        speaker = self.speaker(look.table, language)
        try:
            return menus.build(look.table.code, pending, self.limits, speaker, draft[1], look.preview)
        except Refusal:
            return menus.build(look.table.code, pending, self.limits, speaker, preview=look.preview)

    def _asked(
        self, look: PlayerView, pending: Pending, prompt: str, language: str, notice: Stage | None, until: float | None
    ) -> Panel:
        """Headline, question and time. The line for the lock screen tells no secret: of a private question its first
        words, or a short one without any fact; the whole stands below."""
        table, facts = look.table, self.titled(look.table, language)
        speaker, time = self.speaker(table, language), "" if until is None else self.markup.time(until, language)
        footer = [self.say(language, "paused")] if table.paused is not None else []
        if time and look.seat is not None:
            footer = [self.say(language, "until", time=time, why=self.allowed(table, look.seat, language))]
        if not pending.owed:
            people = [seat for seat in look.owed if seat != look.seat]
            waiting = self._waiting_line(look, people, language) or prompt
            return Panel(waiting, self.markup.bold(waiting), question=prompt, accent=self.accent(table))
        pressing = {Stage.HALF: "half", Stage.LAST: "last"}
        key = pressing.get(notice, "your_move_ask") if notice and time else "your_move_ask"
        if key == "last":
            rule = catalogue(language)[f"chat.lapse.{table.absence.value}"]
            footer = [self.say(language, "last_rule", time=time, rule=rule)]
        found = _SENTENCE.fullmatch(prompt)
        question = found.group(1) if found else prompt
        short = catalogue(language).get(f"{table.game}.short.{pending.step}", "")
        opening = speaker.opening(pending.ask.prompt) if pending.ask.private else question
        first = (opening, short) if opening.endswith((".", "?", "!")) else (short, opening)
        said = [self.say(language, key, **facts, question=words) for words in first if words]
        alone = "your_move" if key == "your_move_ask" else f"{key}_alone"
        alert = alert_of([*said, self.say(language, alone, **facts)])
        asked = next((words for words in (prompt, opening, short) if words and alert.endswith(words)), "")
        besides = _besides(prompt, asked)
        return Panel(
            alert=alert,
            headline=self.markup.bold(alert),
            question=prompt if besides is None else "",
            holding=besides or "",
            footer=tuple(footer),
            accent=self.accent(table),
        )

    def _noted(self, look: PlayerView, pending: Pending, language: str) -> str:
        """What was answered where all choose at once: until the last has chosen it may be chosen anew."""
        if pending.given is None:
            return ""
        said = describe(pending, pending.given, self.speaker(look.table, language))
        return self.say(language, "noted_open", move=said)

    def _waiting_line(self, look: PlayerView, seats: Sequence[int], language: str) -> str:
        return self.say(language, "not_owed", names=self.names(look.table, seats, language)) if seats else ""

    def _digest(self, codes: Sequence[str], language: str) -> Post:
        """One message for all tables that wait, the oldest first."""
        text = self.say(language, "digest", n=len(codes), codes=", ".join([f"#{code}" for code in codes]))
        opening = [
            Button(command_id("move", code), self.say(language, "button.open", code=code))
            for code in codes[:SIDE_BUTTONS]
        ]
        return Post(text, (tuple(opening),))

    async def _stood_in(self, look: PlayerView, lines: Sequence[LogLine], language: str) -> Post:
        """A computer plays for this person, who may come back with one tap."""
        said = self.say(language, "stood_in", **self.titled(look.table, language))
        back = replace(self.button(language, "comeback", "comeback", look.table.code), style=Style.SUGGESTED)
        recap = self.recap(look, lines, language)
        panel = Panel(said, said, recap=recap, parts=((back,),), accent=self.accent(look.table))
        return await self._with_board(panel, look, lines, language)

    async def _held(self, look: PlayerView, lines: Sequence[LogLine], language: str, first: str) -> Post:
        """A computer waits until the learner has seen the turn before."""
        code, said = look.table.code, held_said(look, self.speaker(look.table, language))
        on = replace(self.button(language, "go_on", "goon", code), style=Style.LEAD)
        panel = Panel(
            alert=said,
            headline=self.markup.bold(said),
            first=first,
            recap=self.recap(look, lines, language),
            parts=((on, self.button(language, "wait_no_more", "goon", code, "always")),),
            tools=self._tools(look, None, language),
            accent=self.accent(look.table),
        )
        return await self._with_board(panel, look, lines, language)

    async def _idle(self, look: PlayerView, lines: Sequence[LogLine], language: str, first: str, forecast: str) -> Post:
        """Nothing to answer: what I did, who is next, and when that one usually answers."""
        table = look.table
        facts = self.titled(table, language)
        forecast = self.markup.plain(forecast)
        if table.status is Status.LOBBY:
            said = self.say(language, "joined", **facts)
            notes = (forecast,) if forecast else ()
            return post_of(Panel(said, said, first=first, notes=notes, accent=self.accent(table)))
        others = [seat for seat in look.owed if seat != look.seat and table.seats[seat].kind == "person"]
        comes = "next" if first else "not_owed"
        after = self.say(language, comes, names=self.names(table, others, language)) if others else ""
        title = self.say(language, "moved" if first else "title", **facts)
        headline = " ".join(
            [part for part in (self.markup.bold(title), after or self.who(look, None, language)) if part]
        )
        panel = Panel(
            alert=title,
            headline=headline,
            first=first,
            notes=tuple([line for line in [forecast, self._planned(look, language)] if line]),
            footer=(self.say(language, "paused"),) if table.paused is not None and others else (),
            tools=self._tools(look, None, language),
            accent=self.accent(table),
        )
        return await self._with_board(panel, look, lines, language)

    def _panel_picture(
        self, look: PlayerView, pending: Pending, lines: Sequence[LogLine], language: str, draft: str
    ) -> Picture:
        if isinstance(pending.ask, Place):
            turn = picture_request.turn_shown(pending.ask, draft)
            return picture_request.board(look, language, lines, "place", turn=turn, chronicle=False)
        if isinstance(pending.ask, Pick) and pending.ask.most > 1 and pending.ask.private:
            return picture_request.board(look, language, part="hand")
        return picture_request.board(look, language, lines, chronicle=False)


def _besides(prompt: str, asked: str) -> str | None:
    """What a prompt says besides a question that stands in the headline; None: that is no sentence of it."""
    before, found, after = prompt.partition(asked) if asked else (prompt, "", "")
    is_sentence = not before or before.rstrip()[-1] in ".:?!"
    if not found or not is_sentence or (after and asked[-1] not in ".?!" and after[0] != ":"):
        return None
    rest = after.lstrip(": ")
    rest = rest[:1].upper() + rest[1:]
    return " ".join([words for words in (before.strip(), rest) if words])


def called(brief: Brief, is_closed: bool) -> str:
    """Which sentence calls somebody in the room. `is_closed`: private messages do not get through."""
    match brief.occasion.why:
        case Why.UNREACHED:
            return "room_note"
        case Why.NEXT | Why.QUIET | Why.VOTE:
            return "room_next"
        case Why.WAIT:
            return "dms_closed" if is_closed else "room_ping"


def vote_asked(look: PlayerView, speaker: Speaker) -> str | None:
    """What this seat is asked to agree to, in words; None if nothing."""
    vote = look.table.vote
    if vote is None or not is_asked(look.table, look.seat):
        return None
    name = "" if vote.by is None else speaker.noun(seat_ref(vote.by))
    if vote.kind == "back":
        return speaker.say(Text("chat.vote", {"name": name}))
    about = "" if vote.seat is None else speaker.noun(seat_ref(vote.seat))
    value = speaker.fact(f"pace/{vote.value}") if vote.value else ""
    return speaker.say(Text(f"chat.vote_{vote.kind}", {"name": name, "about": about, "value": value}))


def held_said(look: PlayerView, speaker: Speaker) -> str:
    """Who waits for *Go on*."""
    return speaker.say(Text("learn.teacher.held", {"next": [seat_ref(seat) for seat in look.owed]}))


def unreached(look: PlayerView, speaker: Speaker) -> str | None:
    """Whom no notice reaches, for the host alone, while the game is on."""
    names = [speaker.noun(seat_ref(seat)) for seat in unreached_for(look.table, look.seat)]
    facts: dict[str, Fact] = {"names": speaker.join(names), "code": look.table.code}
    return speaker.say(Text("chat.unreached", facts)) if names else None


def main_ask(look: PlayerView, wanted: str = "") -> Pending | None:
    """The ask a panel is about: the one being answered, else what is owed, else what may be done."""
    for pending in look.pending:
        if pending.ask_id == wanted:
            return pending
    owed = [pending for pending in look.pending if pending.owed]
    return next(iter(owed or look.pending), None)
