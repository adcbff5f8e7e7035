"""The first-run wizard against both platforms' peers: right, wrong, unreachable, half-answered."""

from __future__ import annotations

import asyncio
import io
import os
import pty
import signal
import stat
import sys
import time
from collections.abc import AsyncIterator
from contextlib import suppress
from pathlib import Path

import pytest

from bot.__main__ import main
from config import env_file
from tests.peers import discord_server, telegram_server
from tests.peers.discord_server import Server, pointed_at
from tests.peers.discord_world import World
from tests.peers.telegram_server import BotApi

ROOT = Path(__file__).parents[3]


@pytest.fixture(autouse=True)
async def peers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[None]:
    monkeypatch.chdir(tmp_path)
    for name in ("DISCORD_TOKEN", "TELEGRAM_TOKEN", "SIGNORIA_PUBLIC_URL", "SIGNORIA_FOLDER", "REDIS_URL"):
        monkeypatch.delenv(name, raising=False)
    async with Server(World()).serve(), BotApi(time.time) as telegram:
        base = telegram.base_url.removesuffix("/bot")
        env_file.write({"SIGNORIA_TELEGRAM_BASE_URL": base, "SIGNORIA_FOLDER": str(tmp_path / "data")})
        yield


async def wizard(monkeypatch: pytest.MonkeyPatch, *typed: str) -> int:
    monkeypatch.setattr("sys.stdin", io.StringIO("".join([f"{line}\n" for line in typed])))
    return await asyncio.to_thread(main, ["setup"])


async def test_tokens_are_asked_live_and_written_where_only_the_host_reads_them(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    (tmp_path / ".env").write_text((tmp_path / ".env").read_text() + "# my own remark\nDISCORD_TOKEN=old\n")
    code = await wizard(monkeypatch, discord_server.TOKEN, telegram_server.TOKEN, "")
    said = capsys.readouterr().out
    assert code == 0, said
    assert "the bot is signoria" in said.lower()
    assert "https://t.me/" in said
    assert "https://discord.com/oauth2/authorize?client_id=" in said
    assert "signoria run" in said
    assert discord_server.TOKEN not in said
    written = tmp_path / ".env"
    assert env_file.read(written)["DISCORD_TOKEN"] == discord_server.TOKEN
    assert env_file.read(written)["TELEGRAM_TOKEN"] == telegram_server.TOKEN
    assert "# my own remark" in written.read_text()
    assert written.read_text().count("DISCORD_TOKEN=") == 1
    assert stat.S_IMODE(written.stat().st_mode) == 0o600


async def test_a_wrong_token_is_told_and_asked_again_and_what_was_there_is_kept(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    env_file.write({"TELEGRAM_TOKEN": telegram_server.TOKEN}, tmp_path / ".env")
    code = await wizard(monkeypatch, "no.such.token", "", "1:wrong", "", "ftp://nowhere", "")
    said = capsys.readouterr().out
    assert code == 0, said
    assert "Discord does not know this token" in said
    assert "Telegram does not know this token" in said
    assert "give an https address" in said
    found = env_file.read(tmp_path / ".env")
    assert (found["DISCORD_TOKEN"], found["TELEGRAM_TOKEN"]) == ("", telegram_server.TOKEN)


async def test_a_token_is_read_as_it_was_meant(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    pasted = f'DISCORD_TOKEN="{discord_server.TOKEN}"', f" '{telegram_server.TOKEN}' "
    assert await wizard(monkeypatch, *pasted, "") == 0
    found = env_file.read(tmp_path / ".env")
    assert (found["DISCORD_TOKEN"], found["TELEGRAM_TOKEN"]) == (discord_server.TOKEN, telegram_server.TOKEN)


async def test_an_address_in_the_place_of_a_token_is_told_as_such(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    await wizard(monkeypatch, "https://discord.com", "", "https://t.me/my_bot", "")
    said = capfd.readouterr()
    assert "does not look like a token of Discord" in said.out
    assert "does not look like a token of Telegram" in said.out
    assert said.err == ""


async def test_a_platform_out_of_reach_is_told_and_the_token_kept(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    with pointed_at("http://127.0.0.1:1"):
        await wizard(monkeypatch, discord_server.TOKEN, "", "")
    said = capsys.readouterr().out
    assert "Discord could not be asked" in said
    assert "`signoria run` will say" in said
    assert "All is well" not in said
    assert env_file.read(tmp_path / ".env")["DISCORD_TOKEN"] == discord_server.TOKEN


async def test_who_stops_in_the_middle_changes_nothing(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    before = (tmp_path / ".env").read_text()
    assert await wizard(monkeypatch, discord_server.TOKEN) == 1
    assert "nothing was written" in capsys.readouterr().err
    assert (tmp_path / ".env").read_text() == before


async def test_with_no_token_the_local_table_is_named(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert await wizard(monkeypatch, "", "") == 0
    assert "signoria play" in capsys.readouterr().out


@pytest.mark.timeout(30)
def test_ctrl_c_at_a_question_stops_at_once_and_says_that_nothing_was_written(tmp_path: Path) -> None:
    """At a real terminal: a loop that ran meanwhile would keep the signal to itself until the next Enter."""
    before = (tmp_path / ".env").read_text()
    pid, terminal = pty.fork()
    if not pid:
        os.environ["PYTHONPATH"] = str(ROOT)
        os.execv(sys.executable, [sys.executable, "-m", "bot", "setup"])
    said = ""
    try:
        while "Token (" not in said:
            said += os.read(terminal, 4096).decode()
        os.write(terminal, b"\x03")
        with suppress(OSError):  # how a terminal ends on Linux
            while more := os.read(terminal, 4096):
                said += more.decode()
    finally:
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGTERM)
        _, status = os.waitpid(pid, 0)
    assert "nothing was written" in said
    assert os.waitstatus_to_exitcode(status) == 1
    assert (tmp_path / ".env").read_text() == before


async def test_a_setting_that_cannot_be_used_is_told_before_the_first_question(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    env_file.write({"SIGNORIA_PORT": "many"}, tmp_path / ".env")
    assert await wizard(monkeypatch, "", "") == 1
    said = capsys.readouterr()
    assert "SIGNORIA_PORT" in said.err
    assert "Token" not in said.out
    env_file.write({"SIGNORIA_PORT": "8137", "SIGNORIA_PUBLIC_URL": "nonsense"}, tmp_path / ".env")
    assert await wizard(monkeypatch, "", telegram_server.TOKEN, "", "-") == 0, "what it asks for it mends"
    said = capsys.readouterr()
    assert "Value error" not in said.out
    assert env_file.read(tmp_path / ".env")["SIGNORIA_PUBLIC_URL"] == ""


async def test_what_the_shell_sets_otherwise_is_told(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    base = env_file.read()["SIGNORIA_TELEGRAM_BASE_URL"]
    env_file.write({"SIGNORIA_TELEGRAM_BASE_URL": ""})
    monkeypatch.setenv("SIGNORIA_TELEGRAM_BASE_URL", base)
    monkeypatch.setenv("TELEGRAM_TOKEN", "1:of-the-shell")
    await wizard(monkeypatch, "", telegram_server.TOKEN, "")
    said = capsys.readouterr().out
    assert "Telegram knows this token" in said, "asked where the shell says"
    assert "unset TELEGRAM_TOKEN" in said
    assert "All is well" not in said, "nobody has asked about the one that counts"


async def test_what_is_ill_is_told_with_what_comes_after(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert await wizard(monkeypatch, "", telegram_server.TOKEN, "https://nowhere.invalid") == 1
    assert "Mend this, then start the bot with: signoria run" in capsys.readouterr().out


async def test_a_place_that_cannot_be_written_to_is_told_before_the_first_question(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    (tmp_path / ".env.new").mkdir()
    assert await wizard(monkeypatch, "", telegram_server.TOKEN, "") == 1
    said = capsys.readouterr()
    assert f"{tmp_path / '.env'}: Is a directory" in said.err
    assert "Token" not in said.out


async def test_a_link_to_a_file_elsewhere_stays_one(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    elsewhere = tmp_path / "elsewhere"
    (tmp_path / ".env").rename(elsewhere)
    (tmp_path / ".env").symlink_to(elsewhere)
    assert await wizard(monkeypatch, "", telegram_server.TOKEN, "") == 0
    assert (tmp_path / ".env").is_symlink()
    assert env_file.read(elsewhere)["TELEGRAM_TOKEN"] == telegram_server.TOKEN


async def test_a_setting_that_stands_twice_or_with_a_remark_is_read_as_the_program_reads_it(tmp_path: Path) -> None:
    file = tmp_path / "twice"
    file.write_text("export DISCORD_TOKEN=first # of spring\nMINE='a # b'\n\nDISCORD_TOKEN=second # of autumn\n")
    assert env_file.read(file) == {"DISCORD_TOKEN": "second", "MINE": "a # b"}
    env_file.write({"DISCORD_TOKEN": "third"}, file)
    assert file.read_text() == "DISCORD_TOKEN=third\nMINE='a # b'\n\n"


def test_without_a_command_the_help_says_where_to_begin(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([]) == 2
    assert "signoria play" in capsys.readouterr().out
