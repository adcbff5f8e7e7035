"""Panels of random games: every question that a walk meets, composed for both chats as its own seat sees it."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from typing import Any

from bot.choices.controls import DISCORD, TELEGRAM
from bot.messages.composer import LONGEST_CAPTION, Composer
from bot.messages.post import Post
from bot.platforms.discord.markup import DiscordMarkup
from bot.platforms.telegram.markup import TelegramMarkup
from bot.service.player_view import LogLine, PlayerView
from bot.table.model import Seat, Status, Table
from engines.kit import Pending, seen
from render import Drawn, Picture, Studio
from tests.contract.cases import Case

NAMES = ("Wilhelmina van Oranje", "Maximilian Joseph", "Alessandra Strozzi", "Jan-Willem", "Bartholomäus")
LINES = 12
RECEIPT = "Wilhelmina van Oranje bought 1 white, 1 yellow and 1 red from segment III, for 7 coins."


class Blank(Studio):
    """Draws nothing: only words and controls are looked at."""

    async def draw(self, picture: Picture) -> Drawn:
        return Drawn(b"\x89PNG", 1, 1, "a board")


STUDIO = Blank()
RUNNER = asyncio.Runner()
COMPOSERS = {
    "discord": Composer(DISCORD, DiscordMarkup(), STUDIO),
    "telegram": Composer(TELEGRAM, TelegramMarkup(), STUDIO, LONGEST_CAPTION),
}


def looks(case: Case, seed: str) -> Iterator[tuple[PlayerView, list[LogLine], Pending]]:
    """The questions of a game by chance, each as its seat sees it: of each step the longest ones and a few others."""
    engine, met = case.engine, dict[str, dict[str, tuple[Any, Pending, list[Any]]]]()
    events: list[Any] = []
    for position in case.walk(seed).positions():
        events = [*events, *position.outcome.events][-LINES:]
        for pending in engine.pending(position.state):
            met.setdefault(pending.step, {}).setdefault(pending.ask.offered(), (position.state, pending, events))
    for offers in met.values():
        longest = sorted(offers, key=len, reverse=True)
        for key in longest[:2] + longest[2 :: max(1, len(longest) // 2)]:
            state, pending, happened = offers[key]
            own = [each for each in engine.pending(state) if each.seat == pending.seat]
            own.sort(key=lambda each: each.ask_id != pending.ask_id)
            lines = [LogLine(1, 0.0, "move", None, None, seen(happened, pending.seat))]
            view = engine.view(state, pending.seat)
            owed = engine.owed(state)
            yield PlayerView(_table(case), 1, pending.seat, view, tuple(own), owed, True, None), lines, pending


def _table(case: Case) -> Table:
    people = [Seat(kind="person", name=name, user=f"x:{number}") for number, name in enumerate(NAMES[: case.seats])]
    return Table.model_construct(
        code="K7QFMN", game=case.game, host="x:0", room="x:1", status=Status.RUNNING, seats=people, options={}
    )


def panel(
    platform: str, look: PlayerView, lines: list[LogLine], language: str, draft: tuple[str, str] = ("", "")
) -> Post:
    """The panel of a seat, with every part that there can be: a deadline, a receipt."""
    composer = COMPOSERS[platform]
    deadlines = {} if look.seat is None else {look.seat: 1.8e9}
    return RUNNER.run(composer.panel(look, lines, language, deadlines=deadlines, draft=draft, first=RECEIPT))
