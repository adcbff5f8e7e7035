"""A language with three plural forms, put beside ours while a test runs: a folder with a handful of Polish texts."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from shutil import copytree

import pytest

from bot.language import speaker
from bot.lines import command_spec, label_match
from bot.lines.command_parser import read_command
from config import languages, rooms

LANGUAGE = """
name = "polski"
locale = "pl_PL"

[typed]
until = ["do"]
stop = ["przestań"]
stop_when = ["gdy", "kiedy"]
lasting = ["przez"]
one = ["jeden", "jedną"]
hours = ["godzinę", "godziny", "godzin"]
days = ["dzień", "dni"]
weeks = ["tydzień", "tygodnie", "tygodni"]
at = ["o"]
to = ["do"]
today = ["dzisiaj"]
tomorrow = ["jutra"]
weekdays = [["poniedziałku"], ["wtorku"], ["środy"], ["czwartku"], ["piątku"], ["soboty"], ["niedzieli"]]
off = ["nie"]
passing = ["pasuję"]
order_fillers = ["wszystko"]

[spelled]
"ł" = "l"
"""
TEXTS = {
    "web": 'seats_free = "{n} {n:wolne miejsce|wolne miejsca|wolnych miejsc}"\n',
    "chat": 'language_set = "Od teraz mówię do ciebie po polsku."\n',
    "commands": '[name]\nundo = "cofnij"\nlanguage = "język"\n\n[about]\nundo = "Cofnij mój ostatni ruch"\n',
    "kit": '[stop]\nturn = "twój ruch|mój ruch|mojego ruchu"\n',
}
CARRARA = '[noun.gain]\ncoin = "moneta|monety|monet"\n\n[noun.city]\nlucca = "Łucja"\n'


@contextmanager
def folders(tmp_path: Path) -> Iterator[Path]:
    """While this lasts the words stand in a copy of the data folder, which a test may change."""
    with pytest.MonkeyPatch.context() as patched:
        for name in ("TEXT", "GAMES"):
            ours: Path = getattr(rooms, name)
            patched.setattr(rooms, name, Path(copytree(ours, tmp_path / ours.name)))
        forget()
        yield tmp_path
    forget()


def write_polish(folder: Path) -> None:
    """The folder of the language, and its words in the room of one game."""
    home = folder / "text" / "pl"
    home.mkdir()
    (home / "language.toml").write_text(LANGUAGE, "utf-8")
    for name, texts in TEXTS.items():
        (home / f"{name}.toml").write_text(texts, "utf-8")
    (folder / "games" / "carrara" / "text" / "pl.toml").write_text(CARRARA, "utf-8")
    forget()


def forget() -> None:
    """Read everything again."""
    languages.forget()
    speaker.forget()
    for kept in (
        command_spec.commands,
        command_spec.spoken,
        command_spec.groups,
        read_command,
        label_match.label_words,
    ):
        kept.cache_clear()
