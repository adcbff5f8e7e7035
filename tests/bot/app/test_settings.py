"""What an operator may write into .env or the environment, and what is said of it where it cannot be used."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from bot.__main__ import main
from bot.app.diagnostics import examine
from bot.app.findings import Grade
from config.settings import ConfigError, load_settings


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    for name in [name for name in os.environ if name.startswith("SIGNORIA_") or name.endswith("_TOKEN")]:
        monkeypatch.delenv(name)
    monkeypatch.delenv("REDIS_URL", raising=False)
    monkeypatch.setenv("SIGNORIA_LANGUAGE", "")  # put back at the end, whatever a file sets
    return tmp_path


@pytest.mark.parametrize(
    ("name", "written", "said"),
    [
        ("SIGNORIA_PORT", "99999", "give a whole number from 0 to 65535, not 99999"),
        ("SIGNORIA_WORKERS", "none", "give a whole number from 1 to 64, not none"),
        ("SIGNORIA_KEEP_DAYS", "-1", "give a whole number from 0 on, not -1"),
        ("SIGNORIA_TELEGRAM_PATIENCE", "0", "give a number from 1 to 120, not 0"),
        ("SIGNORIA_WEB", "maybe", "give 1 or 0, not maybe"),
        ("SIGNORIA_LOG_FORMAT", "xml", "give 'text' or 'json', not xml"),
        ("SIGNORIA_DISCORD_ACTIVITY", "mine", "give digits alone"),
        ("SIGNORIA_PUBLIC_URL", "https://games.example:99999", "give an https address"),
        ("SIGNORIA_PUBLIC_URL", "https://[games", "give an https address"),
        ("SIGNORIA_TELEGRAM_BASE_URL", "localhost:8081", "begins with http:// or https://"),
        ("SIGNORIA_TELEGRAM_WEBHOOK", "http://games.example.org/telegram", "Telegram calls https alone"),
        ("SIGNORIA_DISCORD_SHARDS", "all", "how many there are: 0,1/4"),
        ("SIGNORIA_DISCORD_SHARDS", "4/4", "how many there are: 0,1/4"),
        ("SIGNORIA_DISCORD_SHARDS", "0", "how many there are: 0,1/4"),
        ("SIGNORIA_DISCORD_SHARDS", "0,/2", "how many there are: 0,1/4"),
        ("SIGNORIA_TELEGRAM_SECRET", "a secret!", "letters, digits, _ and - alone"),
    ],
)
def test_what_cannot_be_used_is_told_with_what_to_write_instead(
    name: str, written: str, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(name, written)
    with pytest.raises(ConfigError) as refused:
        load_settings()
    assert f"{name}: " in str(refused.value)
    assert said in str(refused.value)
    assert "a secret!" not in str(refused.value)


def test_a_webhook_without_its_secret_is_told_before_anything_is_opened(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SIGNORIA_TELEGRAM_WEBHOOK", "https://games.example.org/telegram")
    with pytest.raises(ConfigError, match="SIGNORIA_TELEGRAM_SECRET: the webhook wants it"):
        load_settings()
    monkeypatch.setenv("SIGNORIA_TELEGRAM_SECRET", "long-and-random")
    assert load_settings().telegram_webhook


def test_what_the_command_gives_is_called_as_it_stands_there(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["play", "--port", "70000"]) == 1
    assert "--port: give a whole number from 0 to 65535, not 70000" in capsys.readouterr().err


def test_blanks_and_quotation_marks_around_a_value_are_none_of_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """A container's file of settings keeps the quotation marks, a paste brings blanks along."""
    monkeypatch.setenv("TELEGRAM_TOKEN", ' "1:a" ')
    monkeypatch.setenv("REDIS_URL", " redis://here ")
    monkeypatch.setenv("DISCORD_TOKEN", "  ")
    settings = load_settings()
    assert settings.telegram_token is not None
    assert settings.telegram_token.get_secret_value() == "1:a"
    assert (settings.redis_url, settings.discord_token) == ("redis://here", None)


@pytest.mark.parametrize(
    ("written", "said"),
    [
        (b"# mine\nTELEGRAM_TOKEN 1:secret\n", "is not understood at line 2"),
        (b'TELEGRAM_TOKEN="1:secret\nSIGNORIA_PORT=1\n', "is not understood at line 1"),
        ("TELEGRAM_TOKEN=1:secret\n".encode("utf-16"), "is not text"),
    ],
)
@pytest.mark.parametrize("command", [["doctor"], ["rules", "carrara", "1.1"], ["setup"], ["play"]])
def test_a_file_of_settings_that_cannot_be_read_is_told_and_nothing_done(
    written: bytes, said: str, command: list[str], folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / ".env").write_bytes(written)
    assert main(command) == 1
    told = capsys.readouterr()
    assert said in told.err
    assert "secret" not in told.err + told.out
    assert told.out == ""


def test_a_folder_in_the_place_of_the_settings_is_told(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Docker makes one where a file that it should mount is not there."""
    (folder / ".env").mkdir()
    assert main(["setup"]) == 1
    assert ".env is not a file" in capsys.readouterr().err


@pytest.mark.parametrize(
    "written",
    [
        b"\xef\xbb\xbfTELEGRAM_TOKEN=1:a\r\nSIGNORIA_PORT=8200\r\n",
        b"export TELEGRAM_TOKEN='1:a'\n\nSIGNORIA_PORT = 8200 # mine\n",
    ],
)
def test_a_file_from_elsewhere_is_read_all_the_same(written: bytes, folder: Path) -> None:
    (folder / ".env").write_bytes(written)
    settings = load_settings()
    assert settings.telegram_token is not None
    assert (settings.telegram_token.get_secret_value(), settings.port) == ("1:a", 8200)


def test_the_language_of_the_file_is_that_of_every_command(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / ".env").write_text("SIGNORIA_LANGUAGE=nl\n")
    assert main(["rules", "carrara", "1.1"]) == 0
    assert "stenen" in capsys.readouterr().out


def test_a_language_that_is_not_there_is_told_by_every_command(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / ".env").write_text("SIGNORIA_LANGUAGE=xx\n")
    assert main(["rules", "carrara", "1.1"]) == 1
    assert "SIGNORIA_LANGUAGE: xx is none of de, en, nl" in capsys.readouterr().err


async def test_the_doctor_names_settings_that_are_none(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (folder / ".env").write_text("TELEGRAM_TOKN=1:a\nCOMPOSE_PROJECT_NAME=mine\nSIGNORIA_WORKERS=4\n")
    monkeypatch.setenv("SIGNORIA_PROT", "8200")
    found = [finding async for finding in examine(load_settings()) if finding.what == "settings"]
    assert [finding.text.split()[0] for finding in found] == ["SIGNORIA_PROT", "TELEGRAM_TOKN"]
    assert {finding.grade for finding in found} == {Grade.WARNING}
