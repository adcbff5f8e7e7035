"""The commands as data: arguments, what completes them, where the answer stands. Every platform builds on it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cache

from bot.language.normalise import spellings
from bot.language.speaker import catalogue
from bot.table.model import Level
from config.languages import language as spoken_language
from config.languages import languages
from engines import ENGINES


class Kind(StrEnum):
    """What is typed into an argument."""

    TEXT = "text"
    NUMBER = "number"
    FLAG = "flag"
    USER = "user"


@dataclass(frozen=True, slots=True)
class Argument:
    """One argument. `key` names it in the texts where two commands use one name for two things."""

    name: str
    kind: Kind = Kind.TEXT
    choices: tuple[str, ...] = ()
    completed: bool = False
    required: bool = False
    key: str = ""
    low: int = 0
    high: int = 0

    @property
    def words(self) -> str:
        return self.key or self.name


@dataclass(frozen=True, slots=True)
class Command:
    """One command; `table pace` is a tool of the group `table`. `public`: the answer stands in the room."""

    name: str
    arguments: tuple[Argument, ...] = ()
    public: bool = False
    needs_page: bool = False
    """Offered only where the page has a public address."""

    @property
    def group(self) -> str:
        return self.name.partition(" ")[0] if " " in self.name else ""


TABLE = Argument("table", completed=True)
LINE = Argument("text", completed=True)
ABOUT_TABLE = Command("table", (TABLE,))
"""The name of the tools alone: who sits at the table and what was chosen. Where commands are typed it is one."""
ABSENCES = ("computer", "default", "vote", "wait")
GUEST = Argument("person", Kind.USER, key="guest")
"""Somebody at the table, or somebody to be asked to it."""
PACE = Argument("pace", choices=("blitz", "day", "relaxed", "none"))
LEVEL = Argument("level", choices=tuple(Level))


def games() -> tuple[str, ...]:
    """The games that can be played."""
    return tuple(ENGINES)


def flags(*names: str) -> tuple[Argument, ...]:
    return tuple([Argument(name, Kind.FLAG) for name in names])


def offered(has_page: bool) -> list[Command]:
    """The commands that people are shown."""
    return [command for command in commands().values() if has_page or not command.needs_page]


@cache
def commands() -> dict[str, Command]:
    """All commands by name."""
    game = Argument("game", choices=games(), required=True)
    seats = Argument("seats", Kind.NUMBER, low=2, high=5)
    language = Argument("language", choices=languages(), required=True)
    computer = Argument("computer", Kind.NUMBER, low=0, high=4)
    modules = Argument("modules", completed=True)
    found = [
        Command("new", (game, seats, PACE, computer, LEVEL, modules, *flags("teach")), public=True),
        Command("join", (TABLE,)),
        Command("leave", (TABLE,)),
        Command("word", (Argument("word"), TABLE)),
        Command("start", (TABLE,)),
        Command("cancel", (TABLE,)),
        Command("move", (LINE, TABLE)),
        Command(
            "board",
            (Argument("part", completed=True), Argument("plain", Kind.FLAG), Argument("file", Kind.FLAG), TABLE),
        ),
        Command("hand", (TABLE,)),
        Command("log", (Argument("range", choices=("mine", "all")), TABLE)),
        Command("history", (Argument("number", Kind.NUMBER, low=1, high=9999), TABLE)),
        Command("film", (Argument("round", Kind.NUMBER, low=0, high=9999), TABLE), public=True),
        Command("story", (TABLE,), public=True),
        Command("practice", (Argument("number", Kind.NUMBER, low=1, high=9999), TABLE)),
        Command("undo", (TABLE,)),
        Command("hint", (TABLE,)),
        Command("orders", (Argument("instruction"), Argument("remove", Kind.NUMBER, low=1, high=99), TABLE)),
        Command("plan", (Argument("text", completed=True, key="plan"), TABLE)),
        Command("games"),
        Command("next"),
        Command(
            "remind",
            (
                Argument("quiet"),
                Argument("zone"),
                Argument("interval", Kind.NUMBER, low=0, high=168),
                Argument("digest"),
                Argument("where", choices=("private", "room")),
                Argument("ahead", Kind.FLAG),
                Argument("forecast", Kind.FLAG),
                Argument("confirm", Kind.FLAG),
            ),
        ),
        Command("away", (Argument("since"), Argument("until"), Argument("off", Kind.FLAG))),
        Command("replace", (Argument("seat", completed=True), GUEST, Argument("by", Kind.USER), TABLE)),
        Command("invite", (replace(GUEST, required=True), TABLE)),
        Command("stats", (Argument("game", choices=games()), Argument("person", Kind.USER))),
        Command(
            "season",
            (Argument("action", choices=("start", "end")), Argument("name"), Argument("game", choices=games())),
            public=True,
        ),
        Command(
            "league",
            (game, Argument("action", choices=("join", "leave", "start", "end"))),
            public=True,
        ),
        Command(
            "lfg", (Argument("game", choices=games()), PACE, Argument("off", Kind.FLAG, key="lfg_off")), public=True
        ),
        Command("records", (Argument("game", choices=games()),), public=True),
        Command("resign", (TABLE,)),
        Command("rules", (Argument("game", choices=games()), Argument("words"))),
        Command("what", (Argument("thing", completed=True), Argument("game", choices=games()), TABLE)),
        Command("teach", (Argument("lessons", choices=("on", "off")), TABLE)),
        Command("why", (Argument("move", completed=True, required=True), TABLE)),
        Command("export", (TABLE,)),
        Command("verify", (TABLE,)),
        Command("open", (TABLE,), needs_page=True),
        Command("language", (language,)),
        Command("privacy", (Argument("what", choices=("export", "delete"), required=True),)),
        Command("help", (Argument("topic", choices=("play", "look", "ahead", "table")),)),
        Command("table pace", (Argument("pace", choices=PACE.choices, required=True), TABLE)),
        Command(
            "table clock", (Argument("seat", completed=True), Argument("hours", Kind.NUMBER, low=1, high=168), TABLE)
        ),
        Command("table absence", (Argument("rule", choices=ABSENCES, required=True, key="absence"), TABLE)),
        Command("table hints", (Argument("hints", choices=("on", "off"), required=True), TABLE)),
        Command("table pause", (TABLE,)),
        Command("table resume", (TABLE,)),
        Command("table kick", (Argument("seat", completed=True), GUEST, TABLE)),
        Command("table language", (language, TABLE)),
        Command("table entry", (Argument("entry", choices=("code", "link"), required=True), TABLE)),
        Command("table here", (TABLE,)),
    ]
    return {command.name: command for command in found}


# --- names in the languages ---


def name_of(command: str, language: str) -> str:
    """`nieuw` for `new`; of a tool the last word only."""
    return catalogue(language)[f"commands.name.{command}"]


def about(command: str, language: str) -> str:
    return catalogue(language)[f"commands.about.{command}"]


def argument_name(argument: Argument, language: str) -> str:
    return catalogue(language)[f"commands.option.{argument.words}"]


def argument_about(argument: Argument, language: str) -> str:
    return catalogue(language)[f"commands.option_about.{argument.words}"]


def choice_name(argument: Argument, value: str, language: str) -> str:
    """What a fixed choice is called."""
    if argument.name == "game":
        return catalogue(language)[f"{value}.game.title"]
    if argument.name == "language":
        return spoken_language(value).name
    return catalogue(language)[f"commands.choice.{argument.words}.{value}"]


@cache
def spoken() -> dict[str, str]:
    """Every way to write a command, in all languages without accents, to its name."""
    return {spelt: name for name, spelt in _spellings()}


@cache
def command_names(language: str) -> tuple[str, ...]:
    """Every command as it is typed in one language; of a tool its own word."""
    return tuple(dict.fromkeys([name_of(name, language) for name in commands()]))


@cache
def groups() -> frozenset[str]:
    """Every way to write the name of a group of tools."""
    names = {command.group for command in commands().values() if command.group}
    return frozenset(
        [spelt for name in names for language in languages() for spelt in spellings(name_of(name, language))]
    )


def _spellings() -> Iterator[tuple[str, str]]:
    """The tools of a group may be called in another language than the group."""
    for language in reversed(languages()):
        for name, command in commands().items():
            first = [name_of(command.group, each) for each in languages()] if command.group else [""]
            for group in first:
                yield from ((name, spelt) for spelt in spellings(f"{group} {name_of(name, language)}".strip()))
