"""Messages that a whole room reads: the board, the lobby, the end."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from bot.choices.control_id import ControlId
from bot.language.figure_words import figures_said
from bot.language.option_labels import options_said
from bot.language.speaker import catalogue
from bot.messages import picture_request
from bot.messages.level_words import is_unproven
from bot.messages.panel import Panel, post_of
from bot.messages.post import Button, Post, Style
from bot.messages.words import Words
from bot.service import own_box
from bot.service.player_view import LogLine, PlayerView
from bot.table.model import Level, Status, Table
from bot.table.time_control import DAY
from config import languages
from engines.kit import Text
from engines.kit.text import Fact, seat_ref


@dataclass(frozen=True, slots=True)
class RoomMessages(Words):
    """Composes what stands in a room: public facts, in the room's language."""

    async def board(
        self, look: PlayerView, lines: Sequence[LogLine], deadlines: Mapping[int, float] | None = None
    ) -> Post:
        """The board message."""
        table, language = look.table, look.table.language
        match table.status:
            case Status.LOBBY:
                return await self.lobby(table)
            case Status.FINISHED | Status.CANCELLED:
                return await self.end(look)
        title = self.say(language, "title", **self.titled(table, language))
        panel = Panel(
            alert=title,
            headline=" · ".join(
                [part for part in (self.markup.bold(title), self.who(look, deadlines, language)) if part]
            ),
            recap=self.recap(look, lines, language),
            tools=self._board_buttons(table, language),
            footer=tuple(self.sealed(table, language)),
            accent=self.accent(table),
        )
        return await self.drawn(post_of(panel), picture_request.board(look, language, lines, chronicle=False))

    def _board_buttons(self, table: Table, language: str) -> tuple[Button, ...]:
        first = replace(self.button(language, "my_move", "move", table.code), style=Style.SUGGESTED)
        page = None if self.page is None else self.page.room(table.code, self.say(language, "button.open_page"))
        others = [self.button(language, verb, verb, table.code) for verb in ("log", "more")]
        return (first, *([] if page is None else [page]), *others)

    def about(self, table: Table, language: str) -> str:
        """Who opened the table, who sits there, what was chosen."""
        speaker = self.speaker(table, language)
        host = next((seat.name for seat in table.seats if seat.user == table.host), "?")
        facts: dict[str, Fact] = {"game": picture_request.title(table.game, language), "code": table.code}
        title = speaker.say(Text("chat.opened_by", {**facts, "name": self.markup.plain(host)}))
        seats = self.sitting(table, language)
        chosen = " · ".join(self.chosen(table, language))
        figures = [self.markup.plain(figures_said(own_box.set_of(table), language))] if own_box.is_told(table) else []
        asked = [
            self.markup.plain(name) for user, name in table.invited.items() if name and table.seat_of(user) is None
        ]
        is_open = table.status is Status.LOBBY
        invited = [self.say(language, "invited_names", names=", ".join(asked))] if asked and is_open else []
        lines = [seats, *invited, chosen, *figures, *self.sealed(table, language)]
        return self.fitted([self.markup.bold(title), *lines])

    def sitting(self, table: Table, language: str) -> str:
        """Who sits at the table, and how many may."""
        names = [self._sits(table, number, language) for number in range(len(table.seats))]
        least = picture_request.seats_of(table.game)[0]
        key = "seats" if least < len(table.seats) else "seats_all"
        return self.say(language, key, names=", ".join(names), least=least, most=len(table.seats))

    async def lobby(self, table: Table) -> Post:
        """A table that has not begun."""
        _, *rest = self.about(table, table.language).split("\n")
        free = sum([seat.kind == "free" for seat in table.seats])
        facts = self.titled(table, table.language)
        said = self.say(table.language, "lobby" if free else "lobby_full", **facts, n=free)
        title = self.markup.bold(said)
        buttons = self._lobby_buttons(table, table.language)
        teach = [self.button(table.language, "teach_me", "teach", table.code, "here")]
        panel = Panel(said, title, holding="\n".join(rest), tools=(*buttons, *teach), accent=self.accent(table))
        return await self.drawn(post_of(panel), picture_request.lobby(table, table.language))

    def _lobby_buttons(self, table: Table, language: str) -> tuple[Button, ...]:
        join, leave = [self.button(language, verb, verb, table.code) for verb in ("join", "leave")]
        computer = self.button(language, "add_computer", "computer", table.code)
        options, start = [self.button(language, verb, verb, table.code) for verb in ("options", "start")]
        if self.limits.sheets:
            options = replace(options, id=str(ControlId.command("options", table.code).dialogue()))
        taken = sum([seat.kind != "free" for seat in table.seats])
        if taken >= picture_request.seats_of(table.game)[0]:
            start = replace(start, label=self.say(language, "button.start_with", n=taken), style=Style.LEAD)
        return (replace(join, style=Style.SUGGESTED), leave, computer, options, start)

    def _sits(self, table: Table, number: int, language: str) -> str:
        seat = table.seats[number]
        if seat.kind == "free":
            return self.say(language, "free").lower()
        name = self.markup.plain(seat.name)
        if seat.kind == "computer":
            return f"{name} ({self._computer(table.game, seat.level, language)})"
        return f"{name} ({self.say(language, 'host')})" if seat.user == table.host else name

    def _computer(self, game: str, level: str, language: str) -> str:
        """A computer, with its level where that is not the usual one; and whether it helps."""
        if level not in list(Level) or level == Level.STEADY:
            return self.say(language, "computer")
        own, steady = [catalogue(language)[f"commands.choice.level.{each}"].lower() for each in (level, Level.STEADY)]
        key = "computer_alike" if is_unproven(game, level) else "computer_level"
        return self.say(language, key, level=own, other=steady)

    def chosen(self, table: Table, language: str) -> list[str]:
        """The options that differ from the plain game, the pace and the language."""
        words = catalogue(language)
        said = options_said(table.game, table.options, language)
        tongue = self.say(language, "table_language", language=languages.language(language).name)
        return [*said, words[f"commands.choice.pace.{table.pace}"], tongue]

    async def end(self, look: PlayerView) -> Post:
        """A finished game: who won, the ranking, how long it took; or that it was called off."""
        table, language = look.table, look.table.language
        facts = self.titled(table, language)
        if table.status is Status.CANCELLED or look.result is None:
            said = self.say(language, "cancelled", **facts)
            return post_of(Panel(said, self.markup.bold(said), accent=self.accent(table)))
        result = look.result
        facts |= {"names": self.names(table, result.winners, language), "n": len(result.winners)}
        points = result.scores[result.winners[0]] if result.winners else 0
        title = self.say(language, "over", **facts, points=points)
        speaker = self.speaker(table, language)
        ranking = [
            self.say(language, "rank", rank=rank, name=speaker.noun(seat_ref(seat)), points=result.scores[seat])
            for rank, seat in enumerate(result.ranking, 1)
        ]
        verbs = ("story", "film", "history", "more")
        again = replace(self.button(language, "rematch", "rematch", table.code), style=Style.LEAD)
        buttons = (again, *[self.button(language, verb, verb, table.code) for verb in verbs])
        panel = Panel(
            alert=title,
            headline=self.markup.bold(title),
            holding=" · ".join(ranking),
            tools=buttons,
            footer=(self._length(table, language), *self.sealed(table, language)),
            accent=self.accent(table),
        )
        return await self.drawn(post_of(panel), picture_request.final(look, language))

    def _length(self, table: Table, language: str) -> str:
        """How long a game took: `11 days, 143 moves.`"""
        days = 0 if table.started is None or table.ended is None else round((table.ended - table.started) / DAY)
        return self.say(language, "moves_days" if days else "moves", n=table.moves, days=days)
