"""A platform that cannot be reached at the start is told in a sentence."""

from pathlib import Path

import discord
import pytest

from bot.platforms.discord import run as discord_run
from bot.platforms.telegram import run as telegram_run
from config.settings import ConfigError
from render import Studio
from tests.bot.memory_store import MemoryStore
from tests.bot.toy_service import service

NOWHERE = "http://127.0.0.1:1"


async def test_discord_out_of_reach_is_a_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(discord.http.Route, "BASE", NOWHERE)
    with pytest.raises(ConfigError, match=r"Discord cannot be reached: .* Is there a network"):
        async with discord_run.serving(service(MemoryStore(), tmp_path), Studio(), "a.b.c"):
            pass


async def test_telegram_out_of_reach_is_a_sentence(tmp_path: Path) -> None:
    door = telegram_run.Door(base_url=f"{NOWHERE}/bot", base_file_url=f"{NOWHERE}/file/bot")
    with pytest.raises(ConfigError, match=r"Telegram cannot be reached: .* Is there a network"):
        async with telegram_run.serving(service(MemoryStore(), tmp_path), Studio(), "1:a", door):
            pass
