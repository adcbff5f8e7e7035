"""Composes the messages of a table: board message, panel, receipt, lobby, end. No platform is known here."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from bot.choices import menus
from bot.choices.control_id import ControlId
from bot.choices.controls import Choice, Limits, Menu, labelled
from bot.language.figure_words import figures_said
from bot.language.option_labels import options_said
from bot.language.speaker import Speaker, catalogue
from bot.learn.lessons import Advice
from bot.messages import picture_request
from bot.messages.brief import Brief, Why
from bot.messages.picture_request import told
from bot.messages.post import (
    DMS_CLOSED,
    Button,
    Entry,
    Listed,
    Markup,
    PageLinks,
    Post,
    Row,
    Shows,
    Style,
    command_id,
    rows_of_menu,
)
from bot.service import own_box
from bot.service.player_view import LogLine, PlayerView, panel_fingerprint
from bot.table.clocks import time_given
from bot.table.hints import may_ask
from bot.table.model import Status, Table, unreached_for
from bot.table.standing_orders import can_stand
from bot.table.time_control import MINUTE, Stage
from bot.table.votes import is_asked, vote_key
from config import languages
from engines.kit import Amount, Pending, Pick, Place, Text
from engines.kit.errors import Refusal
from engines.kit.text import Fact, seat_ref
from render import Picture, Studio

BOARD_LINES = 3
SINCE_LINES = 8
SIDE_BUTTONS = 5
SEAL_LETTERS = 6
LONGEST_TEXT = 1900
LONGEST_CAPTION = 1000


@dataclass(frozen=True, slots=True)
class Composer:
    """Writes for one platform: its limits, its way to write bold and times, the studio that draws."""

    limits: Limits
    markup: Markup
    studio: Studio
    longest: int = LONGEST_TEXT
    page: PageLinks | None = None
    """Where the page of a table opens inside this chat; None: nowhere."""

    # --- words ---

    def speaker(self, table: Table, language: str, own: int | None = None) -> Speaker:
        """Speaks with names that cannot be taken for markup; `own`: to the one who sits there, who is called *you*."""
        return Speaker(language, table.game, tuple([self.markup.plain(name) for name in table.names]), own)

    def say(self, language: str, key: str, /, **facts: Fact) -> str:
        return Speaker(language).say(Text(f"chat.{key}", facts))

    def titled(self, table: Table, language: str) -> dict[str, Fact]:
        """The facts by which a sentence names a table."""
        return {"game": picture_request.short_title(table.game, language), "code": table.code}

    def button(self, language: str, key: str, verb: str, code: str = "", argument: str = "") -> Button:
        """A button that does what a command does."""
        return Button(command_id(verb, code, argument), self.say(language, f"button.{key}"))

    def names(self, table: Table, seats: Sequence[int], language: str) -> str:
        speaker = self.speaker(table, language)
        return speaker.join([speaker.noun(seat_ref(seat)) for seat in seats])

    def step_name(self, game: str, step: str, language: str) -> str:
        """What a step is called, for lists of standing orders."""
        return catalogue(language).get(f"{game}.step.{step}", step.replace(".", " "))

    async def drawn(self, post: Post, picture: Picture | None) -> Post:
        """The post with its picture."""
        if picture is None:
            return post
        return replace(post, picture=await self.studio.draw(picture))

    def fitted(self, lines: Sequence[str]) -> str:
        """Lines as one text that fits: the oldest in the middle go first."""
        kept = [line for line in lines if line]
        while len("\n".join(kept)) > self.longest and len(kept) > 2:
            kept.pop(1)
        return "\n".join(kept)[: self.longest]

    # --- the room ---

    async def board(
        self, look: PlayerView, lines: Sequence[LogLine], deadlines: Mapping[int, float] | None = None
    ) -> Post:
        """The board message: public facts, the room's language."""
        table, language = look.table, look.table.language
        match table.status:
            case Status.LOBBY:
                return await self.lobby(table)
            case Status.FINISHED | Status.CANCELLED:
                return await self.end(look)
        speaker = self.speaker(table, language)
        title = self.markup.bold(speaker.say(Text("chat.title", self.titled(table, language))))
        recent = [speaker.say(text) for text, _ in told(lines)[-BOARD_LINES:]]
        numbered = [f"{number} {line}" for number, line in enumerate(recent, 1)]
        who = self._who(look, deadlines, language)
        text = self.fitted([title, *numbered, who, *self._sealed(table, language)])
        post = Post(text, (self._board_buttons(table, language),))
        return await self.drawn(post, picture_request.board(look, language, lines))

    def _sealed(self, table: Table, language: str) -> list[str]:
        """The hash of the seed stands under the board from the first post to the last; `verify` tells all of it."""
        seal = table.commitment
        if not seal:
            return []
        return [self.say(language, "sealed", hash=f"{seal[:SEAL_LETTERS]}…{seal[-SEAL_LETTERS:]}")]

    def seal(self, table: Table) -> Post:
        """What a game is dealt from and played by, as a message of its own that stays."""
        language = table.language
        words = ", ".join([self.markup.plain(seat.word) for seat in table.seats if seat.word])
        facts = self.titled(table, language) | {"hash": table.commitment, "words": words, "seal": table.seal}
        return Post(self.say(language, "sealed_start", **facts, rules=table.rules_version, tables=table.tables))

    def _who(self, look: PlayerView, deadlines: Mapping[int, float] | None, language: str) -> str:
        """Who is to move, until when."""
        if look.table.status is Status.FROZEN:
            return self.say(language, "frozen", n=look.table.moves)
        people = [seat for seat in look.owed if look.table.seats[seat].kind == "person"]
        if not people:
            return self.say(language, "computer_moves") if look.owed else ""
        names = self.markup.bold(self.names(look.table, people, language))
        if look.table.paused is not None:
            return self.say(language, "to_move_paused", names=names)
        until = [deadlines[seat] for seat in people if deadlines and seat in deadlines]
        if not until:
            return self.say(language, "to_move", names=names)
        said = self.say(language, "to_move_until", names=names, time=self.markup.time(min(until), language))
        return f"{said} ({self._allowed(look.table, people[0], language)})" if len(people) == 1 else said

    def _allowed(self, table: Table, seat: int, language: str) -> str:
        """Why a deadline is when it is: `24 h + 48 h bank`."""
        grace, bank, extended = time_given(table, seat)
        parts = [self._span(grace, language)]
        parts += [self.say(language, "time_bank", time=self._span(bank, language))] if bank else []
        parts += [self.say(language, "time_host", time=self._span(extended, language))] if extended else []
        return " + ".join(parts)

    def _span(self, seconds: float, language: str) -> str:
        """`48 h`, `5 min`, `1 h 30 min`."""
        hours, minutes = divmod(round(seconds / MINUTE), 60)
        said = [self.say(language, "hours", n=hours)] if hours else []
        return " ".join([*said, *([self.say(language, "minutes", n=minutes)] if minutes or not hours else [])])

    def _board_buttons(self, table: Table, language: str) -> tuple[Button, ...]:
        first = replace(self.button(language, "my_move", "move", table.code), style=Style.SUGGESTED)
        verbs = ("board", "log", "rules", "table")
        found = (first, *[self.button(language, verb, verb, table.code) for verb in verbs])
        if self.page is None or not (url := self.page.room(table.code)):
            return found
        return (*found, Button("", self.say(language, "button.open_page"), url=url))

    def about(self, table: Table, language: str) -> str:
        """Who opened the table, who sits there, what was chosen."""
        speaker = self.speaker(table, language)
        host = next((seat.name for seat in table.seats if seat.user == table.host), "?")
        facts: dict[str, Fact] = {"game": picture_request.title(table.game, language), "code": table.code}
        title = speaker.say(Text("chat.opened_by", {**facts, "name": self.markup.plain(host)}))
        names = [self._sitting(table, number, language) for number in range(len(table.seats))]
        least = picture_request.seats_of(table.game)[0]
        key = "seats" if least < len(table.seats) else "seats_all"
        seats = self.say(language, key, names=", ".join(names), least=least, most=len(table.seats))
        chosen = " · ".join(self._chosen(table, language))
        figures = [self.markup.plain(figures_said(own_box.set_of(table), language))] if own_box.is_told(table) else []
        return self.fitted([self.markup.bold(title), seats, chosen, *figures, *self._sealed(table, language)])

    async def lobby(self, table: Table) -> Post:
        """A table that has not begun."""
        text, language = self.about(table, table.language), table.language
        buttons = [self.button(language, verb, verb, table.code) for verb in ("join", "leave")]
        buttons.append(self.button(language, "add_computer", "computer", table.code))
        buttons += [self.button(language, verb, verb, table.code) for verb in ("options", "start")]
        teach = (self.button(language, "teach_me", "teach", table.code, "here"),)
        return await self.drawn(Post(text, (tuple(buttons), teach)), picture_request.lobby(table, language))

    def _sitting(self, table: Table, number: int, language: str) -> str:
        seat = table.seats[number]
        if seat.kind == "free":
            return self.say(language, "free").lower()
        name = self.markup.plain(seat.name)
        return f"{name} ({self.say(language, 'computer')})" if seat.kind == "computer" else name

    def _chosen(self, table: Table, language: str) -> list[str]:
        """The options that differ from the plain game, the pace and the language."""
        words = catalogue(language)
        said = options_said(table.game, table.options, language)
        tongue = self.say(language, "table_language", language=languages.language(language).name)
        return [*said, words[f"commands.choice.pace.{table.pace}"], tongue]

    async def end(self, look: PlayerView) -> Post:
        """A finished game: who won, the ranking, the seed; or that it was called off."""
        table, language = look.table, look.table.language
        facts = self.titled(table, language)
        if table.status is Status.CANCELLED or look.result is None:
            return Post(self.markup.bold(self.say(language, "cancelled", **facts)))
        result = look.result
        facts |= {"names": self.names(table, result.winners, language), "n": len(result.winners)}
        points = result.scores[result.winners[0]] if result.winners else 0
        title = self.markup.bold(self.say(language, "over", **facts, points=points))
        speaker = self.speaker(table, language)
        ranking = [
            self.say(language, "rank", rank=rank, name=speaker.noun(seat_ref(seat)), points=result.scores[seat])
            for rank, seat in enumerate(result.ranking, 1)
        ]
        moves = self.say(language, "moves", n=table.moves, seed=table.seed)
        rows = (("rematch", "story", "film", "history"), ("log", "export", "verify"))
        buttons = [tuple([self.button(language, verb, verb, table.code) for verb in row]) for row in rows]
        text = self.fitted([title, " · ".join(ranking), moves, *self._sealed(table, language)])
        post = Post(text, tuple(buttons))
        return await self.drawn(post, picture_request.final(look, language))

    # --- the panel ---

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
        )

    def _next_said(self, brief: Brief) -> str:
        return self.say(brief.language, "you_are_next", **self.titled(brief.look.table, brief.language))

    async def _warned(self, brief: Brief) -> Post:
        """Somebody else is to move, then it is my turn."""
        look, language = brief.look, brief.language
        who = self._who(look, brief.deadlines, language)
        text = self.fitted([self._next_said(brief), who, self._since(look, brief.lines, language)])
        return await self.drawn(
            Post(text, (self._tools(look, None, language),)), picture_request.board(look, language, brief.lines)
        )

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
    ) -> Post:
        """One seat's own message: notice, question and receipt in one. `draft`: an ask's id and the choice so far."""
        post = await self._panel(look, lines, language, deadlines, notice, digest, draft, first, advice)
        post = post.above(lost) if (lost := self.unreached(look, language)) else post
        if len(digest) < 2:
            begun = str(ControlId.ask(look.table.code, *draft)) if draft[1] else ""
            post = replace(post, shows=Shows(look.table.code, panel_fingerprint(look), begun))
        if (asked := self.vote_asked(look, language)) is None:
            return self._with_page(post, look, language)
        key = "" if look.table.vote is None else vote_key(look.table.vote)
        buttons = [self.button(language, verb, verb, look.table.code, key) for verb in ("agree", "refuse")]
        post = replace(
            post, text=self.fitted([asked, post.text]), rows=(tuple(buttons), *post.rows[: self.limits.rows + 1])
        )
        return self._with_page(post, look, language)

    def _with_page(self, post: Post, look: PlayerView, language: str) -> Post:
        """Beside a question: the whole table inside the chat, where it has a public address."""
        if self.page is None or post.shows is None or look.view is None:
            return post
        label, url = self.say(language, "button.open_page"), self.page.private(look.table.code)
        return replace(post, rows=(*post.rows, (Button("", label, url=url, is_app=True),)))

    def vote_asked(self, look: PlayerView, language: str) -> str | None:
        """What this seat is asked to agree to; None if nothing."""
        return vote_asked(look, self.speaker(look.table, language))

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
    ) -> Post:
        table = look.table
        if look.result is not None or table.is_over:
            return (await self.end(look)).above(first) if first else await self.end(look)
        if len(digest) > 1:
            return self._digest(digest, language)
        if look.seat is not None and table.seats[look.seat].absent is not None:
            return await self._stood_in(look, lines, language)
        pending = main_ask(look, draft[0])
        if pending is None:
            return await self._idle(look, lines, language, first)
        menu = self._menu(look, pending, language, draft)
        until = (deadlines or {}).get(look.seat if look.seat is not None else -1)
        head = self._head(look, pending, menu.prompt, language, notice, until)
        since = self._since(look, lines, language)
        taught = [] if draft[1] else self._taught(look, advice, language)
        text = self.fitted([first, *taught, *head, menu.said, since])
        rows = [*rows_of_menu(menu, self.limits, table.code), *self._sides(look, pending, language)]
        if taught and advice is not None and len(rows) < self.limits.rows + 1:
            rows.append(self._teacher_buttons(look, advice, language))
        rows.append((*self._tools(look, pending, language), *self._away(look, notice, language)))
        post = Post(text, tuple([row for row in rows if row]))
        return await self.drawn(post, self._panel_picture(look, pending, lines, language, draft[1]))

    def _taught(self, look: PlayerView, advice: Advice | None, language: str) -> list[str]:
        """What the teacher says, above the question; on a lock screen it tells no secret that the question does not."""
        if advice is None:
            return []
        game = picture_request.short_title(look.table.game, language)
        words = Speaker(language)
        if advice.is_offer:
            return [words.say(Text("learn.teacher.offer", {"game": game}))]
        said = " ".join([*advice.lessons, advice.suggestion]).strip()
        name = self.markup.bold(f"{catalogue(language)['learn.teacher.name']}:")
        return [f"{name} {self.markup.plain(said)}"] if said else []

    def _teacher_buttons(self, look: PlayerView, advice: Advice, language: str) -> tuple[Button, ...]:
        code, game = look.table.code, look.table.game
        if advice.is_offer:
            return (self.button(language, "teach_me", "teach", code, "here"),)
        rules = [
            Button(command_id("rules", "", f"{game}.{number}"), self.say(language, "button.rule", section=number))
            for number in advice.sections[:1]
        ]
        return (*rules, self.button(language, "no_lessons", "teach", code, "off"))

    def _menu(self, look: PlayerView, pending: Pending, language: str, draft: tuple[str, str]) -> Menu:
        speaker = self.speaker(look.table, language)
        try:
            return menus.build(look.table.code, pending, self.limits, speaker, draft[1])
        except Refusal:
            return menus.build(look.table.code, pending, self.limits, speaker)

    def _head(
        self, look: PlayerView, pending: Pending, prompt: str, language: str, notice: Stage | None, until: float | None
    ) -> list[str]:
        """The line for the lock screen tells no secret: of a private question its first words, the whole below it."""
        facts = self.titled(look.table, language)
        time = "" if until is None else self.markup.time(until, language)
        if notice in (Stage.HALF, Stage.LAST) and time:
            if notice is Stage.HALF:
                return [self.say(language, "half", **facts, time=time), prompt]
            rule = catalogue(language)[f"chat.lapse.{look.table.absence.value}"]
            return [self.say(language, "last", **facts, time=time, rule=rule), prompt]
        ends = [self.say(language, "paused")] if look.table.paused is not None else []
        if time and look.seat is not None:
            ends = [self.say(language, "until", time=time, why=self._allowed(look.table, look.seat, language))]
        if not pending.owed:
            people = [seat for seat in look.owed if seat != look.seat]
            return [self._waiting_line(look, people, language), prompt]
        if pending.ask.private:
            opening = self.speaker(look.table, language).opening(pending.ask.prompt)
            key = "your_move_ask" if opening else "your_move"
            return [self.say(language, key, **facts, question=opening), prompt, *ends]
        return [self.say(language, "your_move_ask", **facts, question=prompt), *ends]

    def _waiting_line(self, look: PlayerView, seats: Sequence[int], language: str) -> str:
        return self.say(language, "not_owed", names=self.names(look.table, seats, language)) if seats else ""

    def _since(self, look: PlayerView, lines: Sequence[LogLine], language: str) -> str:
        speaker = self.speaker(look.table, language, look.seat)
        said = [speaker.say(text) for text, _ in told(lines)][-SINCE_LINES:]
        if not said:
            return ""
        numbered = " ".join([f"{number} {line}" for number, line in enumerate(said, 1)])
        return self.say(language, "since", lines=numbered)

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
        told_so = self.say(language, "stood_in", **self.titled(look.table, language))
        back = replace(self.button(language, "comeback", "comeback", look.table.code), style=Style.SUGGESTED)
        post = Post(self.fitted([told_so, self._since(look, lines, language)]), ((back,),))
        return await self.drawn(post, picture_request.board(look, language, lines))

    async def _idle(self, look: PlayerView, lines: Sequence[LogLine], language: str, first: str) -> Post:
        """Nothing to answer: what happened, who is next."""
        table = look.table
        facts = self.titled(table, language)
        title = Speaker(language).say(Text("chat.title", facts))
        if table.status is Status.LOBBY:
            return Post(self.fitted([first, self.say(language, "joined", **facts)]))
        who = self._who(look, None, language)
        others = [seat for seat in look.owed if seat != look.seat and table.seats[seat].kind == "person"]
        names = self.names(table, others, language)
        after = self.say(language, "next" if first else "not_owed", names=names) if others else who
        paused = self.say(language, "paused") if table.paused is not None and others else ""
        text = self.fitted([first or title, after, paused])
        rows = (self._tools(look, None, language),)
        return await self.drawn(Post(text, rows), picture_request.board(look, language, lines))

    def _sides(self, look: PlayerView, main: Pending, language: str) -> list[Row]:
        """What may be done besides, in a row of its own."""
        speaker, code = self.speaker(look.table, language), look.table.code
        others = [pending for pending in look.pending if pending.ask_id != main.ask_id]
        choices = [menus.side(code, pending, self.limits, speaker) for pending in others]
        if not choices:
            return []
        if len(choices) > SIDE_BUTTONS and self.limits.select:
            return [Listed(str(ControlId.list(code, "sides")), "…", tuple([_entry(choice) for choice in choices[:25]]))]
        return [tuple([Button(choice.id, labelled(choice, self.limits)) for choice in choices[:SIDE_BUTTONS]])]

    def _tools(self, look: PlayerView, pending: Pending | None, language: str) -> tuple[Button, ...]:
        """Undo, hand, board, instruction, type; what is impossible is left out.

        Beside what comes again and again *Always like this* stands in the place of the instruction.
        """
        code, tools = look.table.code, list[Button]()
        if look.can_undo:
            tools.append(self.button(language, "undo", "undo", code))
        tools.append(self.button(language, "hand", "hand", code))
        tools.append(self.button(language, "board", "board", code))
        has_orders = look.seat is not None and bool(look.table.seats[look.seat].orders)
        if pending is None:
            tools += [self.button(language, "instructions", "orders", code)] if has_orders else []
            tools.append(self.button(language, "next", "next"))
            return tuple(tools)
        if pending.owed and can_stand(pending) and pending.step in look.recurring:
            tools.append(self.button(language, "always", "always", code))
        elif has_orders or (pending.owed and isinstance(pending.ask, Amount | Pick)):
            tools.append(self.button(language, "instructions" if has_orders else "instruction", "orders", code))
        typed = Button(str(ControlId.command("type", code).dialogue()), self.say(language, "button.type"))
        if pending.owed and may_ask(look.table, look.seat) and len(tools) < SIDE_BUTTONS - 1:
            tools.append(self.button(language, "hint", "hint", code))
        return (*tools, typed)

    def _away(self, look: PlayerView, notice: Stage | None, language: str) -> tuple[Button, ...]:
        """With the last reminder: say until when no clock shall run, where there is room for it."""
        if notice is not Stage.LAST or look.can_undo:
            return ()
        return (Button(str(ControlId.command("away").dialogue()), self.say(language, "button.away")),)

    def _panel_picture(
        self, look: PlayerView, pending: Pending, lines: Sequence[LogLine], language: str, draft: str
    ) -> Picture:
        if isinstance(pending.ask, Place):
            return picture_request.board(
                look, language, lines, "place", turn=picture_request.turn_shown(pending.ask, draft)
            )
        return picture_request.board(look, language, lines)


def called(brief: Brief, is_closed: bool) -> str:
    """Which sentence calls somebody in the room. `is_closed`: private messages do not get through."""
    match brief.occasion.why:
        case Why.VOTE | Why.UNREACHED:
            return "room_note"
        case Why.NEXT | Why.QUIET:
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


def _entry(choice: Choice) -> Entry:
    return Entry(choice.id, choice.label, choice.note)
