"""The application: it opens on its own store, its doctor, its health, its logs, the operator's commands."""

import asyncio
import json
import logging
import time
from pathlib import Path
from typing import Any

import aiohttp
import pytest
from prometheus_client.parser import text_string_to_metric_families

from bot.__main__ import main
from bot.app.app import at_work, open_app
from bot.app.diagnostics import examine
from bot.app.findings import Grade
from bot.app.health import served
from bot.cli import check_games
from bot.ops.logs import JsonLines
from bot.store import Store
from bot.table.model import Status
from config.settings import Settings
from tests.bot.crew import Plain, Wall
from tests.bot.store.servers import Single, eventually, free_ports
from tests.bot.toy_service import ANNA, ROOM, owed
from tests.peers import discord_server, telegram_server
from tests.peers.discord_server import Server
from tests.peers.discord_world import World
from tests.peers.telegram_server import BotApi


async def test_a_house_opens_on_its_own_store_and_workers_play(tmp_path: Path) -> None:
    (port,) = free_ports(1)
    settings = Settings(folder=tmp_path, redis_url=None, health_port=port)
    wall = Wall("local")
    async with open_app(settings) as app, at_work(app, {"local": wall}, Plain()):
        async with aiohttp.ClientSession() as client, client.get(f"http://127.0.0.1:{port}/healthz") as answer:
            assert answer.status == 200
        done = await app.service.lobby.create("r", "carrara", ANNA, "local:room", seats=2)
        await app.service.lobby.add_computer("c", done.table.code, ANNA.ref)
        await app.service.lobby.start("s", done.table.code, ANNA.ref)
        await eventually(lambda: wall.notices(ANNA.ref))
        assert {each.seat for each in await owed(app.service, done.table.code)} == {
            (await app.service.queries.table(done.table.code)).seat_of(ANNA.ref)
        }
    async with open_app(settings) as app:
        assert (await app.service.queries.table(done.table.code)).status is Status.RUNNING
        assert await check_games.check(app, done.table.code) == ""
        async with open_app(settings, share=True) as guest:
            assert await guest.store.live() == [done.table.code]


async def test_the_doctor_finds_what_is_ill(tmp_path: Path) -> None:
    well = [finding async for finding in examine(Settings(folder=tmp_path, redis_url=None))]
    assert {finding.grade for finding in well} == {Grade.WELL}
    careless = Single("--appendonly", "no")
    sick = Settings(folder=tmp_path, redis_url=careless.url, discord_token="abc", telegram_token="1:a/b")  # type: ignore[arg-type]
    found = {(finding.what, finding.grade): finding.text async for finding in examine(sick)}
    assert "no append-only file" in found["storage", Grade.WARNING]
    assert "does not look like a token" in found["Discord", Grade.ILL]
    assert "does not look like a token" in found["Telegram", Grade.ILL]
    careless.node.client.config_set("maxmemory", "100kb")
    full = {(finding.what, finding.grade): finding.text async for finding in examine(sick)}
    assert "its memory is full" in full["storage", Grade.ILL], "it answers, but nobody can play on it"
    careless.close()
    gone = [finding async for finding in examine(Settings(folder=tmp_path, redis_url="ftp://x"))]
    assert gone[0].grade is Grade.ILL
    assert not any("abc" in finding.text for finding in gone)


async def test_the_doctor_asks_the_platforms_whether_they_know_their_tokens(tmp_path: Path) -> None:
    async with Server(World()).serve(), BotApi(time.time) as telegram:
        known: dict[str, Any] = {
            "folder": tmp_path,
            "redis_url": None,
            "discord_token": discord_server.TOKEN,
            "telegram_token": telegram_server.TOKEN,
            "telegram_base_url": telegram.base_url.removesuffix("/bot"),
        }
        well = [finding async for finding in examine(Settings(**known))]
        assert "Discord knows this token: the bot is signoria" in [finding.text for finding in well]
        assert "the bot is written to at https://t.me/signoria_test_bot" in [finding.text for finding in well]
        stale = known | {"discord_token": "no.such.token", "telegram_token": "1:stale"}
        found = [(finding.what, finding.grade) async for finding in examine(Settings(**stale))]
        assert ("Discord", Grade.ILL) in found
        assert ("Telegram", Grade.ILL) in found
        unasked = [finding.what async for finding in examine(Settings(**stale), asks=False)]
        assert "Discord" not in unasked


async def test_health_and_metrics_are_served_and_say_when_the_store_is_away() -> None:
    server = Single()
    store = await Store.open(server.url, patience=0.2)
    async with served(store, "127.0.0.1", 0) as port, aiohttp.ClientSession() as client:
        root = f"http://127.0.0.1:{port}"
        async with client.get(f"{root}/metrics") as answer:
            names = {family.name for family in text_string_to_metric_families(await answer.text())}
        assert {"signoria_steps", "signoria_conflicts", "signoria_attend_seconds"} <= names
        async with client.get(f"{root}/healthz") as answer:
            healthy = (answer.status, (await answer.json())["problems"])
        server.node.kill()
        async with client.get(f"{root}/healthz") as answer:
            assert answer.status == 503
            assert "cannot be reached" in (await answer.json())["problems"][0]
        assert healthy[0] == 200 or healthy[1] == ["the workers stand still"]
    await store.close()
    server.close()


def test_logs_are_json_with_their_extra_fields() -> None:
    record = logging.makeLogRecord(
        {"name": "bot.service.unit_of_work", "levelname": "INFO", "msg": "table %s", "args": ("K7QF",), "code": 7}
    )
    line = json.loads(JsonLines().format(record))
    assert (line["text"], line["level"], line["where"], line["code"]) == (
        "table K7QF",
        "info",
        "bot.service.unit_of_work",
        7,
    )


def test_the_operator_carries_a_game_from_one_folder_to_another(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    async def open_table() -> str:
        async with open_app(Settings(folder=tmp_path / "one", redis_url=None)) as app:
            return (await app.service.lobby.create("r", "carrara", ANNA, ROOM)).table.code

    code = asyncio.run(open_table())
    file = tmp_path / "game.json"
    assert main(["export", code.lower(), str(file), "--data", str(tmp_path / "one")]) == 0
    assert main(["import", str(file), "--data", str(tmp_path / "two")]) == 0
    assert f"#{code}" in capsys.readouterr().out
    assert main(["check-games", "--data", str(tmp_path / "two")]) == 0
    assert "1 live games, 0 with a difference" in capsys.readouterr().out


def test_a_command_that_cannot_reach_its_storage_says_so(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("REDIS_URL", "ftp://nowhere")
    assert main(["check-games"]) == 1
    assert "REDIS_URL begins with 'ftp'" in capsys.readouterr().err
