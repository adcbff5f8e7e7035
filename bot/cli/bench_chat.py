"""Bench `chat`: requests and bytes that a tap costs on each chat, over a whole game of two people.

The real clients talk to the Discord and the Telegram of the tests on loopback, so it wants the source checkout. What is
counted is all that leaves the bot from the first question to the end: answers, the other's notice, the board. Neither
chat counts acknowledgements and answers to interactions among the requests that it limits: they are told apart.
"""

from __future__ import annotations

import asyncio
import re
import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from bot.cli.checkout import from_tests
from bot.store import Store
from bot.store.embedded import EmbeddedServer
from engines import suggested
from engines.kit import Dice

HOW = "What leaves the bot over a whole game, per tap. requests: those that the chat limits; with_answers: all."
MOST_MOVES = 2000
_INTERACTION = re.compile(r"/(interactions|webhooks)/")


def measure() -> dict[str, Any]:
    """The figures of both chats."""
    return asyncio.run(_measure())


async def _measure() -> dict[str, Any]:
    found = {}
    for name, counts in (("discord", _discord), ("telegram", _telegram)):
        with tempfile.TemporaryDirectory() as folder:
            async with _store(Path(folder) / "store") as store:
                found[name] = await counts(store, Path(folder))
    return found


@asynccontextmanager
async def _store(folder: Path) -> AsyncIterator[Store]:
    server = EmbeddedServer(folder)
    await server.start()
    store = await Store.open(server.url)
    try:
        yield store
    finally:
        await store.close()
        await server.stop()


def _tests(module: str) -> Any:
    return from_tests(f"bot.platforms.{module}", "bench chat")


async def _discord(store: Store, folder: Path) -> dict[str, Any]:
    """A game by taps on the panels in private."""
    module, hand, games = _tests("discord.stage"), _tests("discord.hand"), _tests("discord.test_games")
    async with module.stage(store, folder, "Lena", "Piet", is_frugal=False) as stage:
        code = await stage.open_table(suggested(), *stage.users)
        await stage.begun(code)
        await stage.at_rest()
        first, begun = len(stage.world.sent), len(stage.world.interactions)
        chance = Dice("people")
        for _ in range(MOST_MOVES):
            loaded = await stage.loaded(code)
            if loaded.table.is_over:
                break
            pending = next(each for each in loaded.engine.pending(loaded.state) if each.owed)
            value = loaded.engine.policy(loaded.state, pending.seat, pending.step, pending.ask, chance.below)
            user = stage.user_of(loaded, pending.seat)
            panel = await stage.shown(lambda asked=pending, of=user: games.standing_panel(of, asked))
            await hand.answer(user, panel, pending, value)
            await stage.at_rest()
        sent = [each for each in stage.world.sent[first:] if each.status < 400]
        answers = [each for each in sent if _INTERACTION.search(each.path)]
        taps = len(stage.world.interactions) - begun
        return _figures(taps, len(sent), len(answers), [each.size for each in sent])


async def _telegram(store: Store, folder: Path) -> dict[str, Any]:
    """The same game by thumbs on the private messages."""
    module, games = _tests("telegram.stage"), _tests("telegram.test_games")
    async with module.stage(store, folder, "Lena", "Piet", is_frugal=False) as stage:
        code = await stage.open_table(suggested(), *stage.users)
        await stage.until_shown(code)
        first, begun = len(stage.api.world.record), len(stage.api.queries)
        await games.play(stage, code, is_typed=False)
        await stage.until_shown(code)
        sent = [each for each in stage.api.world.record[first:] if each.ok]
        taps = len(stage.api.queries) - begun
        answers = [each for each in sent if each.method == "answerCallbackQuery"]
        return _figures(taps, len(sent), len(answers), [each.size for each in sent])


def _figures(taps: int, requests: int, answers: int, sizes: list[int]) -> dict[str, Any]:
    return {
        "requests_per_tap": round((requests - answers) / taps, 2),
        "with_answers_per_tap": round(requests / taps, 2),
        "kilobytes_per_tap": round(sum(sizes) / taps / 1024, 1),
        "taps": taps,
    }
