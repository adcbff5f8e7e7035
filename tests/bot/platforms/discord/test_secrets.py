"""What a message says depends on what its reader may know, and on nothing else: every secret re-dealt, same message."""

from __future__ import annotations

from typing import Any

import pytest

from bot.choices.controls import DISCORD, TELEGRAM
from bot.messages.composer import Composer
from bot.messages.post import Post
from bot.platforms.discord.markup import DiscordMarkup
from bot.service.player_view import LogLine, player_view
from bot.table.change import Loaded
from bot.table.model import Seat, Status, Table
from engines import ENGINES
from engines.kit import seen
from engines.kit.play import Position, Walk
from render import Picture, Studio

EVERY = 12
MOST = 25


class Wordy(Composer):
    """Leaves the pictures out: they have a test of their own."""

    async def drawn(self, post: Post, picture: Picture | None) -> Post:
        return post


def table_of(game: str, seats: int) -> Table:
    people = [Seat(kind="person", user=f"discord:{n}", name=name) for n, name in enumerate(["Lena", "Piet"])]
    return Table(
        code="K7QF", game=game, room="discord:9", host="discord:0", status=Status.RUNNING, seats=people[:seats]
    )


async def posts(
    composer: Composer, table: Table, state: Any, viewer: int | None, position: Position[Any]
) -> tuple[Any, ...]:
    """Everything this viewer is sent of a position."""
    engine = ENGINES[table.game]
    look = player_view(Loaded(7, table, engine, state), viewer)
    lines = [LogLine(7, 0.0, "answer", 0, None, seen(position.outcome.events, viewer))]
    if viewer is None:
        return (await composer.board(look, lines),)
    return (await composer.panel(look, lines, "de"),)


@pytest.mark.parametrize("game", list(ENGINES))
async def test_messages_do_not_depend_on_what_their_reader_may_not_know(game: str) -> None:
    engine, studio = ENGINES[game], Studio()
    seats = 2
    walk = Walk(engine, seats, engine.info.options(), "secrets")
    table, compared = table_of(game, seats), 0
    for position in walk.positions():
        if position.number % EVERY or position.state.ending:
            continue
        for viewer in (None, 0, 1):
            other = engine.resample(position.state, viewer, f"other {position.number}")
            for limits in (DISCORD, TELEGRAM):
                composer = Wordy(limits, DiscordMarkup(), studio)
                told = await posts(composer, table, position.state, viewer, position)
                assert told == await posts(composer, table, other, viewer, position), (position.number, viewer)
                compared += 1
        if compared >= MOST * 6:
            break
    studio.close()
    assert compared


@pytest.mark.parametrize("game", ["princes", "rivals"])
async def test_the_comparison_would_notice_a_leak(game: str) -> None:
    """What one seat is sent does change when its secrets are re-dealt for another reader."""
    engine, studio = ENGINES[game], Studio()
    table, composer = table_of(game, 2), Wordy(DISCORD, DiscordMarkup(), studio)
    for position in Walk(engine, 2, engine.info.options(), "secrets").positions():
        if position.state.ending:
            break
        other = engine.resample(position.state, 1, f"other {position.number}")
        told = await posts(composer, table, position.state, 0, position)
        if told != await posts(composer, table, other, 0, position):
            studio.close()
            return
    raise AssertionError("no message of a seat ever told what only that seat knows")
