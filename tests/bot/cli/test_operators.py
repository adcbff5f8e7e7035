"""What operators do wrong is told in a sentence, never by a traceback."""

from __future__ import annotations

import asyncio
import json
import logging
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from bot.__main__ import main
from bot.app.app import open_app
from bot.app.corrections import faults
from bot.cli import check_games, licences
from bot.cli.run import _serve as serve
from bot.service import game_file
from bot.service.page_access import PageAccess
from bot.store import Store
from bot.store.keys import GameKeys
from config.settings import ConfigError, Settings, load_settings
from engines.kit import use_data
from tests.bot.store.servers import Single, eventually
from tests.bot.toy_service import ANNA, ROOM
from tests.peers import telegram_server
from tests.peers.telegram_server import BotApi

ROOT = Path(__file__).parents[3]


@pytest.fixture(autouse=True)
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.chdir(tmp_path)
    for name in ("SIGNORIA_DATA", "SIGNORIA_FOLDER", "REDIS_URL"):
        monkeypatch.delenv(name, raising=False)
    yield
    use_data(None)


def test_the_folder_of_corrected_tables_does_not_move_the_store(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SIGNORIA_DATA", str(tmp_path / "corrected"))
    settings = load_settings()
    assert (settings.folder, settings.corrections) == (Path("data"), tmp_path / "corrected")
    monkeypatch.setenv("SIGNORIA_FOLDER", str(tmp_path / "own"))
    monkeypatch.setenv("DATA", "elsewhere")
    monkeypatch.setenv("FOLDER", "elsewhere")
    assert load_settings().folder == tmp_path / "own"


def test_a_table_that_is_not_there_cannot_be_exported(single: Single, capsys: pytest.CaptureFixture[str]) -> None:
    single.flush()
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("REDIS_URL", single.url)
        assert main(["export", "zzzz"]) == 1
    assert "ZZZZ" in capsys.readouterr().err


def test_whoever_runs_the_bot_ends_every_session_of_the_page(
    single: Single, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("REDIS_URL", single.url)

    async def key() -> bytes:
        async with open_app(load_settings()) as app:
            return await PageAccess(app.service.work.store, "https://play.example").key()

    before = asyncio.run(key())
    assert asyncio.run(key()) == before, "it is kept"
    assert main(["sign-out"]) == 0
    assert "signed out" in capsys.readouterr().out
    assert asyncio.run(key()) != before, "what was signed with it is void"


def whole_game(url: str, folder: Path) -> dict[str, Any]:
    async def made() -> dict[str, Any]:
        async with open_app(Settings(folder=folder, redis_url=url)) as app:
            code = (await app.service.lobby.create("r", "carrara", ANNA, ROOM)).table.code
            return json.loads(json.dumps(await game_file.whole(app.service.work, code)))

    return asyncio.run(made())


def test_whatever_is_imported_is_a_game_or_refused_in_a_sentence(
    single: Single, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    single.flush()
    monkeypatch.setenv("REDIS_URL", single.url)
    good = whole_game(single.url, tmp_path)
    count = single.node.client.dbsize()

    def without(key: str) -> dict[str, Any]:
        return {name: value for name, value in good.items() if name != key}

    bad: list[Any] = [[], {}, 7, None, "text", *[without(key) for key in good]]
    bad += [{**good, key: value} for key in ("table", "log", "tables", "version") for value in (7, "x", [[]], {"a": 1})]
    bad += [{**good, "table": {**good["table"], "code": code}} for code in ("A:../B", "", "TOOLONG", "k7qf")]
    bad += [{**good, "table": {**good["table"], "game": "chess"}}, {**good, "state": [7]}]
    files = [json.dumps(each).encode() for each in bad]
    files += [b"", b"\xff\xfe\x00", b"{", b"[" * 100_000, b"NaN"]
    for content in files:
        (tmp_path / "bad.json").write_bytes(content)
        assert main(["import", "bad.json"]) == 1, content[:80]
        assert len(capsys.readouterr().err.splitlines()) == 1, content[:80]
    assert main(["import", "missing.json"]) == 1
    assert "missing.json: No such file" in capsys.readouterr().err
    assert single.node.client.dbsize() == count, "nothing was put in place"


def test_a_settings_file_that_is_no_text_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / ".env").write_bytes(b"\x7fELF\x02\xff\xfe")
    assert main(["rules", "carrara"]) == 1
    assert ".env is not text" in capsys.readouterr().err
    with pytest.raises(ConfigError, match="not text"):
        load_settings()


def test_the_doctor_tells_of_a_folder_that_cannot_be_used(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "file").write_text("not a folder")
    assert main(["doctor", "--data", str(tmp_path / "file" / "data")]) == 1
    told = capsys.readouterr().out
    assert "error    storage" in told
    assert "A file stands where a folder should: name another place." in told
    assert "Errno" not in told


@pytest.mark.parametrize(
    ("file", "content", "words"),
    [
        ("firenze/wrong.toml", "[nothing]\nx = 1\n", "wrong.toml:1: there is no table [nothing] to replace"),
        ("firenze/broken.toml", "[costs\n", "broken.toml"),
        ("firenzee/costs.toml", "[costs]\n", "belongs to no game"),
        ("firenze.toml", "[costs]\n", "belongs to no game"),
    ],
)
def test_corrected_tables_that_cannot_be_used_are_told_with_file_and_line(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    file: str,
    content: str,
    words: str,
) -> None:
    folder = tmp_path / "corrected"
    (folder / file).parent.mkdir(parents=True)
    (folder / file).write_text(content)
    monkeypatch.setenv("SIGNORIA_DATA", str(folder))
    for command in ("play", "run"):
        assert main([command, "--data", str(tmp_path / "data")]) == 1
        assert words in capsys.readouterr().err
    assert main(["doctor", "--data", str(tmp_path / "data")]) == 1
    assert words in capsys.readouterr().out


def test_a_folder_of_corrected_tables_that_is_not_there_is_told(tmp_path: Path) -> None:
    assert "which is no folder" in faults(tmp_path / "nowhere")[0]
    assert faults(None) == []


async def test_a_table_of_a_later_build_hinders_no_other(one: Store, single: Single, tmp_path: Path) -> None:
    async with open_app(Settings(folder=tmp_path, redis_url=single.url)) as app:
        codes = [(await app.service.lobby.create(f"r{n}", "carrara", ANNA, ROOM)).table.code for n in range(2)]
        key = GameKeys.of(codes[0]).game
        raw = single.node.client.hget(key, "doc")
        assert isinstance(raw, bytes)
        single.node.client.hset(key, "doc", json.dumps({**json.loads(raw), "later": 1}))
        assert [line.table.code for line in await app.service.queries.games_of(ANNA.ref)] == codes[1:]
        problems = [await check_games.check(app, code) for code in codes]
    assert "later: Extra inputs are not permitted" in problems[0]
    assert problems[1] == ""


@pytest.mark.parametrize(
    ("command", "words"),
    [
        (["import", "nowhere.json"], "Look at the name"),
        (["replay", "nowhere.json"], "Look at the name"),
        (["verify", "nowhere.json"], "Look at the name"),
        (["import", "."], "It is a folder: name a file in it"),
        (["check-games", "--data", "file"], "A file stands where a folder should"),
        (["gallery", "file/page"], "A file stands where a folder should"),
        (["gallery", "file"], "A file stands where a folder should"),
        (["gallery", "/proc/nowhere"], "Look at the name"),
    ],
)
def test_what_the_system_refuses_is_told_with_what_to_do(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], command: list[str], words: str
) -> None:
    (tmp_path / "file").write_text("not a folder")
    assert main(command) == 1
    told = capsys.readouterr().err
    assert words in told
    assert "Traceback" not in told


@pytest.mark.parametrize("command", [["export", "K7QF"], ["check-games"], ["check-games", "--thaw"], ["sign-out"]])
def test_a_folder_whose_name_was_mistyped_is_told_and_not_made(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], command: list[str]
) -> None:
    """Before an update `0 live games, 0 with a difference` would be taken for good news."""
    assert main([*command, "--data", "dtaa"]) == 1
    assert f"No games are kept in {tmp_path / 'dtaa'}" in capsys.readouterr().err
    assert not (tmp_path / "dtaa").exists()


def test_a_file_that_is_no_game_cannot_be_put_in_place(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "file").write_text("not JSON")
    assert main(["import", "file"]) == 1
    assert "it is no game that /export or `signoria export` wrote" in capsys.readouterr().err
    assert not (tmp_path / "data").exists()


@pytest.mark.parametrize("host", ["nowhere.invalid", "192.0.2.1"])
def test_an_address_that_this_machine_has_not_is_told_with_what_to_do(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], host: str
) -> None:
    assert main(["play", "--no-browser", "--data", str(tmp_path), "--host", host, "--port", "0"]) == 1
    assert "Name an address of this machine with --host" in capsys.readouterr().err


async def test_the_bot_says_that_it_is_at_work_and_where_games_are_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for logger in (logging.getLogger(), logging.getLogger("bot")):
        monkeypatch.setattr(logger, "handlers", list(logger.handlers))
        monkeypatch.setattr(logger, "level", logger.level)
    async with BotApi(time.time) as telegram:
        base = telegram.base_url.removesuffix("/bot")
        settings = Settings(
            folder=tmp_path / "data",
            telegram_token=telegram_server.TOKEN,  # type: ignore[arg-type]
            telegram_base_url=base,
        )
        running = asyncio.create_task(serve(settings))
        await eventually(lambda: telegram.is_polled)
        signal.raise_signal(signal.SIGTERM)
        await asyncio.wait_for(running, 30)
    assert f"at work on telegram; Ctrl-C stops it, games are kept in {tmp_path / 'data'}" in capsys.readouterr().err


def test_a_bot_without_a_token_says_who_asks_for_one_and_what_needs_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in ("DISCORD_TOKEN", "TELEGRAM_TOKEN"):
        monkeypatch.delenv(name, raising=False)
    assert main(["run", "--data", str(tmp_path / "data")]) == 1
    told = capsys.readouterr().err
    assert "`signoria setup` asks for them" in told
    assert "`signoria play`" in told


@pytest.mark.parametrize("command", ["play", "run"])
def test_a_data_folder_that_is_none_is_told_with_what_to_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], command: str
) -> None:
    monkeypatch.setenv("TELEGRAM_TOKEN", "1:a")
    (tmp_path / "file").write_text("not a folder")
    assert main([command, "--data", str(tmp_path / "file")]) == 1
    told = capsys.readouterr().err
    assert "A file stands where a folder should: name another place." in told
    assert "Errno" not in told


def test_a_port_that_is_taken_is_told_with_what_to_do(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        assert main(["play", "--no-browser", "--data", str(tmp_path), "--host", "127.0.0.1", "--port", port]) == 1
    told = capsys.readouterr().err
    assert "Another program has that port" in told
    assert "Errno" not in told


def test_what_took_too_long_is_told_though_the_error_says_nothing(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def late(given: object) -> int:
        raise TimeoutError

    monkeypatch.setattr(licences, "run", late)
    assert main(["licences"]) == 1
    assert "Something took too long to answer." in capsys.readouterr().err


def test_a_file_that_is_no_recorded_game_is_told_in_a_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "file"
    for content in ("not JSON", "[]", '{"game": "chess"}'):
        file.write_text(content)
        assert main(["replay", str(file)]) == 2
        assert capsys.readouterr().out == (
            f"{file} is not a recorded game. Give a file that `signoria fuzz`, a table or `/export` left.\n"
        )


def test_a_full_disk_is_told_with_what_to_do(
    single: Single, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    if not Path("/dev/full").exists():
        pytest.skip("there is no full disk here")
    single.flush()
    code = whole_game(single.url, tmp_path)["table"]["code"]
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("REDIS_URL", single.url)
        assert main(["export", code, "/dev/full"]) == 1
    assert "Make room on the disk" in capsys.readouterr().err


@pytest.mark.parametrize("bound", ["--tables", "--seconds", "--positions"])
def test_a_bench_that_cannot_be_bounded_says_so(capsys: pytest.CaptureFixture[str], bound: str) -> None:
    assert main(["bench", "engines", bound, "2"]) == 2
    assert f"bench engines knows no {bound}" in capsys.readouterr().err


@pytest.mark.parametrize("said", ["x", "100,", "0", "-5", "1e3"])
def test_numbers_of_tables_that_are_none_are_refused_in_words(capsys: pytest.CaptureFixture[str], said: str) -> None:
    with pytest.raises(SystemExit):
        main(["bench", "load", f"--tables={said}"])
    assert f"{said!r} is no list of numbers such as 100,1000" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("command", "words"),
    [
        ("fuzz carrara --games 0", "--games: give a whole number from 1 on, not 0"),
        ("fuzz carrara --jobs=-2", "--jobs: give a whole number from 1 on, not -2"),
        ("fuzz carrara --wild 1000", "--wild: give a whole number from 0 to 100, not 1000"),
        ("fuzz carrara --options {", '--options: give the options as JSON, such as {"name": true}, not {'),
        ("fuzz carrara --options []", '--options: give the options as JSON, such as {"name": true}, not []'),
        ("golden --new x --game carrara --seats two", "--seats: give a whole number from 1 on, not two"),
        ("learn carrara --check --games 0", "--games: give a whole number from 1 on, not 0"),
        ("bench memory --seconds=-1", "--seconds: give seconds, such as 10 or 0.5, not -1"),
        ("bench hints --positions 2,3", "--positions: give a whole number from 1 on, not 2,3"),
        ("soak --faults=-5", "--faults: give a whole number from 0 on, not -5"),
        ("arena carrara --playouts=-1", "--playouts: give a whole number from 1 on, not -1"),
    ],
)
def test_what_no_option_can_mean_is_refused_with_what_to_give(
    capsys: pytest.CaptureFixture[str], command: str, words: str
) -> None:
    with pytest.raises(SystemExit):
        main(command.split())
    assert capsys.readouterr().err.endswith(f"error: argument {words}\n")


@pytest.mark.parametrize(
    ("command", "words"),
    [
        ("fuzz carrara --games 1 --seats 9", "9 seats do not fit: the game is for 2 to 4."),
        ('fuzz carrara --games 1 --options {"x":1}', "x: Extra inputs are not permitted. Its options: expansion,"),
        ('golden --new x --game carrara --seats 2 --options {"x":1}', "x: Extra inputs are not permitted."),
        ("arena carrara --seats 9", "carrara cannot be played as plain 9: it has 2 to 4 seats"),
        ("arena carrara --variant chess", "and the variants plain, expansion."),
        ("tune carrara --also chess", "carrara cannot be played as chess"),
        ("tune carrara --begin chess", "There are no weights for 'chess'; there are: expansion 2,"),
        ("bench load --tables 1", "--tables: give 4 or more, so that each process has one."),
    ],
)
def test_what_a_game_or_a_bench_cannot_do_is_told_in_a_sentence(
    capsys: pytest.CaptureFixture[str], command: str, words: str
) -> None:
    assert main(command.split()) == 1
    told = capsys.readouterr().err
    assert words in told
    assert len(told.splitlines()) == 1


def test_a_doctor_to_whom_nobody_listens_any_more_stops_without_a_word(tmp_path: Path) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    told = subprocess.run(
        [sys.executable, "-m", "bot", "doctor", "--data", tmp_path / "data"],
        cwd=ROOT, stdout=writer, stderr=subprocess.PIPE, text=True, check=False,
    )  # fmt: skip
    os.close(writer)
    assert told.stderr == ""


def test_the_doctor_tells_of_a_folder_that_held_no_games(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Its name may be mistyped, or the program was started elsewhere."""
    new = "no games were kept there before"
    assert main(["doctor", "--data", str(tmp_path / "data")]) == 0
    assert new in capsys.readouterr().out
    assert main(["doctor", "--data", str(tmp_path / "data")]) == 0
    assert new not in capsys.readouterr().out
