"""One table, three places: a seat on Discord, one on Telegram and one at the local table, played to the end."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from bot.store import Store
from bot.table.model import platform_of
from tests.bot.conftest import one, single
from tests.bot.known_questions import KnownQuestions
from tests.bot.platforms.places import Places, places
from tests.bot.platforms.web.visitor import Visitor, code_of

__all__ = ["one", "single"]


@pytest.mark.timeout(1800)
async def test_one_game_is_played_on_discord_on_telegram_and_at_the_local_table(one: Store, tmp_path: Path) -> None:
    async with places(one, tmp_path, "three places") as p, Visitor(p.page.site.base) as visitor:
        daria, tomas = p.discord.users[0], p.telegram.users[0]
        await visitor.get("/")
        assert await visitor.post("/new", game="carrara") == 200
        code = code_of(visitor)
        await daria.slash(p.discord.room, "join", table=code)
        await tomas.write(f"/join {code}", p.telegram.room)
        await tomas.wait_for("You sit at")
        assert await visitor.post(f"/t/{code}/start") == 200
        table = await p.service.queries.table(code)
        assert [platform_of(room) for room in table.rooms] == ["local", "discord", "telegram"]
        assert {platform_of(user) for user in table.users} == {"local", "discord", "telegram"}

        counts = await play(p, visitor, code)
        assert set(counts) == {"discord", "telegram", "local"}
        assert min(counts.values()) > 3

        board = await p.discord.shown(
            lambda: (found := p.discord.board(code)) and f"#{code} is over" in found.text and found
        )
        photo = await tomas.until(
            lambda: (found := p.telegram.board(code)) and f"#{code} is over" in found.plain and found
        )
        await visitor.get(f"/t/{code}")
        over = (await p.service.work.load(code)).table
        assert over.is_over
        wins = re.search(r"(\w+) wins? with (\d+) points", photo.plain)
        assert wins, photo.plain
        for said in (board.text, visitor.text):
            assert wins.group(2) in said, "each place tells of the same end"


async def play(p: Places, visitor: Visitor, code: str) -> dict[str, int]:
    """Play to the end; how many answers came from where."""
    counts, known = dict[str, int](), KnownQuestions(p.service)
    while (turn := await p.turn(code)) is not None:
        if known.is_known(turn.pending.step, turn.place):
            await known.give(code, turn.user, turn.version, turn.pending, turn.value)
        elif turn.place == "local":
            assert await visitor.post(f"/t/{code}/line", seat=turn.pending.seat, text=turn.line) == 200
        else:
            await p.answer(code, turn)
        await p.telegram.until_version(code, turn.version)
        counts[turn.place] = counts.get(turn.place, 0) + 1
    return counts
