"""Asta on the page, on Discord and on Telegram; run by `tests/test_tutorial.py` where the game is installed."""

from __future__ import annotations

import re
from pathlib import Path

from bot.choices import partial_choice
from bot.choices.plan import join
from bot.cli.play import local_table
from bot.platforms.web.server import LocalTable
from bot.store import Store
from config.settings import Settings
from engines.kit import Dice
from render.boards import plain
from render.dispatch import board
from tests.bot.platforms.discord import stage as discord
from tests.bot.platforms.discord import test_games as discord_games
from tests.bot.platforms.discord.conftest import single, store
from tests.bot.platforms.discord.watch import Watch
from tests.bot.platforms.telegram import stage as telegram
from tests.bot.platforms.telegram import test_games as telegram_games
from tests.bot.platforms.web.visitor import Visitor, code_of

__all__ = ["single", "store"]
PICTURES = 2


async def test_it_is_played_to_the_end_on_the_page(tmp_path: Path) -> None:
    async with local_table(Settings(folder=tmp_path, port=0, redis_url=None), pause=0.0, posts=10_000) as table:
        await played_on_the_page(table)


async def played_on_the_page(table: LocalTable) -> None:
    """By a visitor without a script, against a gentle computer."""
    service, chance = table.site.service, Dice("people")
    visitor = Visitor(table.site.base)
    assert await visitor.get("/") == 200
    assert "Asta" in visitor.text
    assert await visitor.post("/new", game="asta") == 200
    code = code_of(visitor)
    assert await visitor.post(f"/t/{code}/seat", who="gentle", number=1) == 200
    assert await visitor.post(f"/t/{code}/start") == 200
    prompts, pictures = set[str](), 0
    for _ in range(2000):
        loaded = await service.work.load(code)
        if loaded.table.is_over:
            break
        assert loaded.state is not None
        own = loaded.table.people[0]
        mine = [each for each in loaded.engine.pending(loaded.state) if each.seat == own and each.owed]
        assert await visitor.get(f"/t/{code}") == 200
        if not mine or mine[0].ask_id not in visitor.text:
            continue
        prompts |= set(re.findall(r"What do you bid for the|is yours\. Keep it", visitor.text))
        if pictures < PICTURES:
            source = re.findall(r'(?:src|srcset)="(/t/[^" ]+board\.png[^" ]*)', visitor.text)[0]
            async with visitor.session.get(visitor.base + source.replace("&amp;", "&")) as picture:
                assert (picture.status, picture.content_type) == (200, "image/png")
                pictures += 1
        value = loaded.engine.policy(loaded.state, own, mine[0].step, mine[0].ask, chance.below)
        plan = join([(mine[0].ask_id, partial_choice.write(mine[0].ask, value))])
        assert await visitor.post(f"/t/{code}/answer", seat=own, plan=plan) == 200
    await visitor.get(f"/t/{code}")
    await visitor.session.close()
    assert prompts == {"What do you bid for the", "is yours. Keep it"}
    assert pictures == PICTURES
    result = loaded.engine.result(loaded.state)
    assert result is not None
    assert f"with {max(result.scores)}" in visitor.text
    assert "Rematch" in visitor.text


async def test_it_is_played_to_the_end_on_discord(store: Store, tmp_path: Path) -> None:
    """With a lost connection, a fault and a restart on the way, and a watch for secrets."""
    async with discord.stage(store, tmp_path) as s:
        lena, piet, onno = s.users
        code = await s.open_table("asta", lena, piet, onno)
        shown = await s.begun(code)
        watch = Watch(s, code, "asta")
        assert await discord_games.play(s, code, watch) > discord_games.RESTART_AT
        await s.shown(lambda: "c:rematch:" in str(shown.parts()))
        assert " is over: " in shown.text
        await watch.search_ids()
        await watch.search_pictures()
        assert watch.looked


async def test_it_is_played_to_the_end_on_telegram(store: Store, tmp_path: Path) -> None:
    async with telegram.stage(store, tmp_path) as s:
        lena, piet, onno = s.users
        code = await s.open_table("asta", lena, piet)
        assert await telegram_games.play(s, code) >= 16
        over = await onno.until(lambda: (found := s.board(code)) and f"#{code} is over" in found.plain and found)
        assert over.photo


def test_it_is_drawn_on_the_plain_board() -> None:
    assert board("asta") is plain
