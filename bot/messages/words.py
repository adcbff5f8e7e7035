"""The words that every message about a table shares: how a platform's composer speaks, names and draws."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from bot.choices.controls import Limits
from bot.language.speaker import Speaker, catalogue
from bot.messages import picture_request
from bot.messages.picture_request import most_news, news, told
from bot.messages.post import Button, Markup, PageLinks, Post, command_id
from bot.service.player_view import LogLine, PlayerView
from bot.table.clocks import time_given
from bot.table.model import Status, Table
from bot.table.time_control import MINUTE
from config import rooms
from engines.kit import Refusal, Text
from engines.kit.text import Fact, seat_ref
from render import Picture, Studio

SEAL_LETTERS = 6
LONGEST_TEXT = 1900
LONGEST_CAPTION = 1000


@dataclass(frozen=True, slots=True)
class Words:
    """Writes for one platform: its limits, its way to write bold and times, the studio that draws."""

    limits: Limits
    markup: Markup
    studio: Studio
    longest: int = LONGEST_TEXT
    page: PageLinks | None = None
    """Where the page of a table opens inside this chat; None: nowhere."""

    def speaker(self, table: Table, language: str, own: int | None = None) -> Speaker:
        """Speaks with names that cannot be taken for markup; `own`: to the one who sits there, who is called *you*."""
        return Speaker(language, table.game, tuple([self.markup.plain(name) for name in table.names]), own)

    def refused(self, language: str, refusal: Refusal, table: Table | None = None) -> str:
        """Why something cannot be; what somebody wrote is quoted as it was written, and is no markup."""
        at_table = (table.game, tuple(table.names)) if table else ()
        return self.markup.plain(Speaker(language, *at_table).refusal(refusal))

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
        """The post with its picture, in few bytes: it is sent again whenever the board changes."""
        if picture is None:
            return post
        return replace(post, picture=await self.studio.draw(replace(picture, lean=True)))

    def fitted(self, lines: Sequence[str]) -> str:
        """Lines as one text that fits: the oldest in the middle go first."""
        kept = [line for line in lines if line]
        while len("\n".join(kept)) > self.longest and len(kept) > 2:
            kept.pop(1)
        return "\n".join(kept)[: self.longest]

    def recap(self, look: PlayerView, lines: Sequence[LogLine], language: str) -> tuple[str, ...]:
        """What is ringed in the picture, sentence by sentence with the same numbers."""
        speaker, happened = self.speaker(look.table, language, look.seat), told(lines)
        ringed = news(look.table.game, happened, look.seat, most_news(look.table))
        shown = [speaker.say(happened[at][0]) for at in ringed]
        return tuple([f"{self.markup.bold(str(number))} {line}" for number, line in enumerate(shown, 1)])

    def accent(self, table: Table) -> int:
        """The colour of the game."""
        return int(str(rooms.about(table.game).get("accent", "0")), 16)

    def sealed(self, table: Table, language: str) -> list[str]:
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

    def who(self, look: PlayerView, deadlines: Mapping[int, float] | None, language: str) -> str:
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
        return f"{said} ({self.allowed(look.table, people[0], language)})" if len(people) == 1 else said

    def allowed(self, table: Table, seat: int, language: str) -> str:
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
