"""A game as one file, out and in again; updates; the house, its doctor and its health."""

import asyncio
import json
from pathlib import Path
from typing import Any

import aiohttp
import pytest
from prometheus_client.parser import text_string_to_metric_families

from bot import archive
from bot.__main__ import main
from bot.cli import check_games
from bot.doctor import Grade, examine
from bot.documents import Status
from bot.health import served
from bot.house import at_work, open_house
from bot.logs import JsonLines
from bot.store import Store
from bot.tables import TableService
from config.settings import Settings
from engines.kit import Refusal
from tests.store.crew import Plain, Wall
from tests.store.desk import ANNA, BRAM, CARO, ROOM, begin, owed, play_on, service
from tests.store.servers import Single, eventually, free_ports


@pytest.fixture
def desk(one: Store, tmp_path: Path) -> TableService:
    return service(one, tmp_path)


async def test_a_game_goes_out_and_comes_in_again_as_it_was(desk: TableService) -> None:
    code = await begin(desk, 3)
    await play_on(desk, code, 5)
    content = json.loads(json.dumps(await archive.whole(desk, code)))
    before = await desk.load(code)
    log = await desk.log(code, ANNA.ref)
    await desk.store.delete(code)
    assert await archive.restore(desk, content, "import") == code
    after = await desk.load(code)
    assert after.state == before.state
    assert after.table == before.table
    assert await desk.log(code, ANNA.ref) == log
    await play_on(desk, code, seed="on")
    assert (await desk.verify(code)).holds
    other = await archive.restore(desk, content, "import again")
    assert other != code, "a code that is taken is not overwritten"
    assert (await desk.check(other)).holds


async def test_before_the_end_a_player_takes_along_only_what_that_player_sees(desk: TableService) -> None:
    code = await begin(desk, 2)
    await play_on(desk, code, 1)
    loaded = await desk.load(code)
    mine = json.dumps(await archive.for_player(desk, code, ANNA.ref))
    state: Any = loaded.running()
    assert state.seed not in mine
    assert state.salt not in mine
    hidden = [card.kind for card in state.players[1].hand + state.stack_of_cards]
    assert not [kind for kind in hidden if f'"{kind}"' in mine]
    with pytest.raises(Refusal):
        await archive.for_player(desk, code, CARO.ref)
    assert BRAM.ref not in mine, "others are named, not addressed"
    await play_on(desk, code)
    whole = await archive.for_player(desk, code, BRAM.ref)
    assert whole["format"] == archive.FORMAT
    assert ANNA.ref not in json.dumps(whole)
    assert BRAM.ref in json.dumps(whole)


@pytest.mark.parametrize(
    "spoil",
    [
        lambda content: content.pop("log"),
        lambda content: content["log"].pop(1),
        lambda content: content["state"].update(rules=99),
        lambda content: content["table"].update(game="chess"),
        lambda content: content.update(format="something"),
    ],
)
async def test_a_file_that_holds_no_game_is_refused(desk: TableService, spoil: Any) -> None:
    code = await begin(desk)
    content = json.loads(json.dumps(await archive.whole(desk, code)))
    await desk.store.delete(code)
    spoil(content)
    with pytest.raises(Refusal) as caught:
        await archive.restore(desk, content, "import")
    assert caught.value.code == "table.refusal.not_a_game"
    assert await desk.store.load(code) is None


async def test_a_house_opens_on_its_own_store_and_workers_play(tmp_path: Path) -> None:
    (port,) = free_ports(1)
    settings = Settings(data=tmp_path, redis_url=None, health_port=port)
    wall = Wall("local")
    async with open_house(settings) as house, at_work(house, {"local": wall}, Plain()):
        async with aiohttp.ClientSession() as client, client.get(f"http://127.0.0.1:{port}/healthz") as answer:
            assert answer.status == 200
        done = await house.service.create("r", "carrara", ANNA, "local:room", seats=2)
        await house.service.add_computer("c", done.table.code, ANNA.ref)
        await house.service.start("s", done.table.code, ANNA.ref)
        await eventually(lambda: wall.notices(ANNA.ref))
        assert {each.seat for each in await owed(house.service, done.table.code)} == {
            (await house.service.table(done.table.code)).seat_of(ANNA.ref)
        }
    async with open_house(settings) as house:
        assert (await house.service.table(done.table.code)).status is Status.RUNNING
        assert await check_games.check(house, done.table.code) == ""
        async with open_house(settings, share=True) as guest:
            assert await guest.store.live() == [done.table.code]


async def test_the_doctor_finds_what_is_ill(tmp_path: Path) -> None:
    well = [finding async for finding in examine(Settings(data=tmp_path, redis_url=None))]
    assert {finding.grade for finding in well} == {Grade.WELL}
    careless = Single("--appendonly", "no")
    sick = Settings(data=tmp_path, redis_url=careless.url, discord_token="abc", telegram_token="1:a")  # type: ignore[arg-type]
    found = {(finding.what, finding.grade): finding.text async for finding in examine(sick)}
    assert "no append-only file" in found["storage", Grade.WARNING]
    assert "does not look like one" in found["Discord", Grade.ILL]
    assert "a token is set" in found["Telegram", Grade.WELL]
    careless.close()
    gone = [finding async for finding in examine(Settings(data=tmp_path, redis_url="ftp://x"))]
    assert gone[0].grade is Grade.ILL
    assert not any("abc" in finding.text for finding in gone)


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
    import logging

    record = logging.makeLogRecord(
        {"name": "bot.desk", "levelname": "INFO", "msg": "table %s", "args": ("K7QF",), "code": 7}
    )
    line = json.loads(JsonLines().format(record))
    assert (line["text"], line["level"], line["where"], line["code"]) == ("table K7QF", "info", "bot.desk", 7)


def test_the_operator_carries_a_game_from_one_folder_to_another(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    async def open_table() -> str:
        async with open_house(Settings(data=tmp_path / "one", redis_url=None)) as house:
            return (await house.service.create("r", "carrara", ANNA, ROOM)).table.code

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
