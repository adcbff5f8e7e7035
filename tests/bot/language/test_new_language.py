"""A language is a folder: with one more folder it is spoken, typed and chosen, and no line of code knows its name."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import discord
import pytest
from discord import app_commands

from bot.choices.controls import DISCORD
from bot.commands.context import Caller, Context
from bot.commands.conversation import Command, Conversation
from bot.commands.reminder_commands import quiet_hours
from bot.language.dates import absolute, span
from bot.language.normalise import spellings, words
from bot.language.speaker import Speaker, catalogue
from bot.lines.command_parser import arguments_in, command_in
from bot.lines.until_parser import read_ending
from bot.messages.composer import Composer
from bot.platforms.discord.command_tree import Words, language_of, plant
from bot.platforms.web.context import Plain
from bot.platforms.web.pages.settings import settings_page
from bot.service.table_service import TableService
from bot.store import Store
from bot.table.lobby import User
from bot.table.preferences import Person
from config import languages, rooms
from config.settings import ConfigError, load_settings
from engines import ENGINES
from engines.kit import Text
from engines.kit.rulebook import sections
from render import Studio
from tests.bot.language.polish import folders, forget, write_polish
from tests.bot.platforms.discord.test_tree import NoDesk
from tests.bot.platforms.web.test_page import BROWSER

WARSAW = ZoneInfo("Europe/Warsaw")
OURS = languages.languages()
NOW = datetime(2026, 11, 17, 12, tzinfo=WARSAW).timestamp()
"""A Tuesday."""


@pytest.fixture(autouse=True)
def polish(tmp_path: Path) -> Iterator[Path]:
    with folders(tmp_path) as folder:
        write_polish(folder)
        yield folder


def test_a_folder_makes_a_language() -> None:
    assert languages.languages() == ("en", *sorted([*OURS[1:], "pl"]))
    assert languages.language("pl").plural_categories == ("one", "few", "many")


@pytest.mark.parametrize(
    ("number", "said"),
    [
        (0, "0 wolnych miejsc"),
        (1, "1 wolne miejsce"),
        (2, "2 wolne miejsca"),
        (5, "5 wolnych miejsc"),
        (12, "12 wolnych miejsc"),
        (22, "22 wolne miejsca"),
    ],
)
def test_a_sentence_has_the_form_for_its_number(number: int, said: str) -> None:
    assert Speaker("pl").say(Text("web.seats_free", {"n": number})) == said


def test_things_are_counted_in_their_own_forms() -> None:
    speaker = Speaker("pl", "carrara")
    counted = [speaker.fact({"gain/coin": number}) for number in (1, 2, 5)]
    assert counted == ["1 moneta", "2 monety", "5 monet"]


def test_lists_and_numbers_are_said_as_the_language_does() -> None:
    speaker = Speaker("pl")
    assert speaker.join(["Anna", "Jan", "Ewa"]) == "Anna, Jan i Ewa"
    assert speaker.number(-12345) == "−12\u00a0345"
    assert words(f"licytuj {speaker.number(1700)}") == ["licytuj", "1700"], "a number reads as it is said"


def test_dates_and_spans_are_said_as_the_language_does() -> None:
    assert absolute(NOW, "pl", WARSAW) == "wt 17 lis, 12:00"
    assert [span(hours * 3600, "pl") for hours in (2, 5)] == ["2 godziny", "5 godzin"]


def test_a_text_that_nobody_translated_stands_in_the_fallback_with_its_own_forms() -> None:
    said = [Speaker("pl").say(Text("past.through", {"n": number})) for number in (1, 2, 5)]
    assert said == ["1 move", "2 moves", "5 moves"]
    assert sections("carrara", "pl") == sections("carrara", "en")


@pytest.mark.parametrize(
    ("line", "rest", "end"),
    [
        ("pasuję do jutra o 18:00", "pasuję", "18 Nov 18:00"),
        ("pasuję do piątku", "pasuję", "21 Nov 00:00"),
        ("700 przez 2 dni", "700", "19 Nov 12:00"),
        ("700 przez jedną godzinę", "700", "17 Nov 13:00"),
        ("pasuję do mojego ruchu", "pasuję", "turn"),
        ("pass until tomorrow", "pass", "19 Nov 00:00"),
    ],
)
def test_its_words_for_an_end_are_understood(line: str, rest: str, end: str) -> None:
    kept, ending = read_ending(line, ENGINES["princes"].info, Speaker("pl", "princes"), WARSAW, NOW)
    stop = ending.stop.name if ending.stop else ""
    moment = "" if ending.until is None else datetime.fromtimestamp(ending.until, WARSAW).strftime("%d %b %H:%M")
    assert (kept, moment or stop) == (rest, end)


def test_its_commands_are_understood() -> None:
    found = command_in("/jezyk polski", "bot")
    assert found is not None
    command, rest = found
    assert (command.name, arguments_in(command, rest)) == ("language", {"language": "pl"})
    assert quiet_hours("nie") == ""
    assert spellings("Łucja") == ("łucja", "lucja")


async def test_whoever_chooses_it_is_answered_in_it(store: Store, tmp_path: Path) -> None:
    service = TableService(store, tmp_path, ENGINES)
    conversation = Conversation(Context(service, Composer(DISCORD, Plain(), Studio())))
    anna = Caller(User("discord:1", "Anna"), "discord:9", "first")
    offered = (await conversation.handle(Command(anna, "language"))).post
    names = [languages.language(code).name for code in languages.languages()]
    assert "polski" in names
    assert [button.label for row in offered.rows for button in row] == names  # type: ignore[union-attr]
    chosen = await conversation.handle(Command(anna, "language", {"language": "pl"}))
    assert chosen.post.text == "Od teraz mówię do ciebie po polsku."
    assert (await service.people.preferences("discord:1")).language == "pl"


async def test_discord_and_browsers_offer_it() -> None:
    tree: app_commands.CommandTree[Any] = app_commands.CommandTree(discord.Client(intents=discord.Intents.none()))
    plant(tree, NoDesk())
    undo = tree.get_command("undo")
    assert undo is not None
    payload = await undo.get_translated_payload(tree, Words())
    assert payload["name_localizations"]["pl"] == "cofnij"
    assert language_of(discord.Locale.polish) == "pl"
    assert "polski" in str(settings_page(BROWSER, ""))


def test_a_client_may_name_a_language_otherwise(polish: Path) -> None:
    assert [languages.spoken(tag) for tag in ("pl", "pl-PL", "pl_pl", "PL", "szl", "")] == [*["pl"] * 4, None, None]
    file = polish / "text" / "pl" / "language.toml"
    file.write_text('tags = ["szl"]\n' + file.read_text("utf-8"), "utf-8")
    forget()
    assert languages.spoken("szl") == "pl"


def test_a_language_that_was_taken_away_leaves_everything_else_standing(polish: Path) -> None:
    kept = Person(language="pl", quiet="22:00-07:00").model_dump_json(exclude_defaults=True)
    (polish / "text" / "pl" / "language.toml").unlink()
    forget()
    assert Person.stored(kept) == Person(quiet="22:00-07:00")
    assert Speaker("pl").number(1700) == "1,700"
    with pytest.raises(ValueError, match="no language"):
        Person(language="pl")


def test_the_operator_names_the_fallback(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SIGNORIA_LANGUAGE", "nl")
    assert load_settings().language == "nl"
    assert languages.languages()[0] == "nl"
    assert Speaker().say(Text("kit.word.yes")) == catalogue("nl")["kit.word.yes"].capitalize()
    assert Speaker("pl").say(Text("past.through", {"n": 2})) == Speaker("nl").say(Text("past.through", {"n": 2}))
    assert language_of(discord.Locale.japanese) == "nl"
    monkeypatch.setenv("SIGNORIA_LANGUAGE", "la")
    with pytest.raises(ConfigError, match=f"SIGNORIA_LANGUAGE: la is none of {', '.join(sorted([*OURS, 'pl']))}"):
        load_settings()


def test_a_games_words_come_from_its_room() -> None:
    room = rooms.folders()["carrara"]
    assert catalogue("pl")["carrara.noun.gain.coin"] in (room / "text" / "pl.toml").read_text("utf-8")
