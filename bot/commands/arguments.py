"""What each command may be told: one pydantic model a command. A name that is none of a model's is an error.

`BUTTON` names the field that the argument in a button's id fills.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, ClassVar, Literal, Self

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, ValidationError, model_validator

from bot.choices.control_id import ControlId
from bot.language.speaker import catalogue
from bot.table.model import Absence, Level
from bot.table.time_control import Pace
from config.languages import languages
from engines.kit.errors import Refusal

LONGEST_NUMBER = 9999


def _spoken(language: str) -> str:
    if language not in languages():
        raise ValueError(language)
    return language


class Arguments(BaseModel):
    """Nothing more to say."""

    model_config = ConfigDict(frozen=True, extra="forbid")
    BUTTON: ClassVar[str] = ""
    SEVERAL: ClassVar[bool] = False
    """Whether that field takes all entries of a list that were chosen together."""
    WORDS: ClassVar[Mapping[str, str]] = {}
    """Fields that are called otherwise in the texts."""

    @classmethod
    def typed(cls, given: Mapping[str, Any], language: str) -> Self:
        """From what was written or chosen; what cannot be is refused in words."""
        try:
            return cls.model_validate(dict(given))
        except ValidationError as error:
            first = error.errors()[0]
            name = str(first["loc"][0]) if first["loc"] else ""
            called = catalogue(language).get(f"commands.option.{cls.WORDS.get(name, name)}", name)
            if first["type"] == "missing":
                raise Refusal("chat.refusal.argument_missing", name=called) from None
            said = str(given.get(name, ""))[:60].replace("/", "⁄")
            raise Refusal("chat.refusal.argument", name=called, words=said) from None

    @classmethod
    def tapped_on(cls, control: ControlId, *others: ControlId) -> Self:
        """From a button, or entries of a list; a forged one is refused."""
        given: dict[str, Any] = {"table": control.table, "tapped": True} if control.table else {}
        if cls.SEVERAL:
            given[cls.BUTTON] = [each.body for each in (control, *others)]
        elif cls.BUTTON and control.body:
            given[cls.BUTTON] = control.body
        try:
            return cls.model_validate(given)
        except ValidationError:
            raise Refusal("chat.refusal.unknown_button") from None


class AtTable(Arguments):
    """At the table that is named, else the one that is meant."""

    table: str = ""
    tapped: bool = False
    """By a button that names its table."""


class Entrance(AtTable):
    """Who may come in: by the `code`, or by `link` alone."""

    entry: Literal["code", "link"]


class Word(AtTable):
    """What somebody adds to the shuffle."""

    word: str = ""


class Voted(AtTable):
    """For or against what the table is asked. `question`: the key of the question under which a button stood."""

    BUTTON = "question"
    question: str = ""


class GameWithMore(Arguments):
    """From a button `<game>`, or `<game>.<...>`. `BEHIND`: the field that is filled by what stands behind the dot."""

    BUTTON = "game"
    BEHIND: ClassVar[str] = "pace"
    game: str = ""

    @model_validator(mode="before")
    @classmethod
    def _from_button(cls, given: Any) -> Any:
        game, dot, behind = str(given.get("game", "")).partition(".")
        return {**given, "game": game, cls.BEHIND: behind} if dot else given


# --- the lobby ---


class New(GameWithMore):
    """What to play, and how."""

    seats: int | None = None
    pace: Pace = Pace.DAY
    computer: int = Field(0, ge=0, le=4)
    level: Level = Level.STEADY
    modules: str = ""
    teach: bool = False
    """A practice game with a teacher, at once."""


class Alone(Arguments):
    BUTTON = "game"
    game: str = ""


class Options(AtTable):
    BUTTON = "page"
    page: int = Field(0, ge=0, le=LONGEST_NUMBER)


class SetOption(AtTable):
    """`<page>.<option>.<value>`, each a number; `pace` for an option is the pace."""

    BUTTON = "choice"
    choice: str


class Configure(AtTable):
    """A form with all options, each as it was written."""

    chosen: Mapping[str, str] = {}
    pace: Pace | None = None


class InLanguage(AtTable):
    BUTTON = "language"
    language: Annotated[str, AfterValidator(_spoken)]


# --- beside a running game ---


class Settings(AtTable):
    """A table and what of it is to be changed; empty: all of it is shown."""

    BUTTON = "setting"
    setting: Literal["pace", "absence", "hints", ""] = ""


class ToPace(AtTable):
    BUTTON = "pace"
    pace: Pace


class More(AtTable):
    seat: str = ""
    hours: int = Field(24, ge=1, le=168)


class Rule(AtTable):
    BUTTON = "rule"
    WORDS = {"rule": "absence"}
    rule: Absence


class Hints(AtTable):
    BUTTON = "hints"
    hints: Literal["on", "off"]


class OfSeat(AtTable):
    """A seat by its number or name, or by the account of who sits there."""

    BUTTON = "seat"
    WORDS = {"person": "guest"}
    seat: str = ""
    person: str = ""


class Replaced(OfSeat):
    """`by`: who is asked to take the seat."""

    by: str = ""


class Guests(AtTable):
    """Whom the host asks to sit down; a form names several."""

    WORDS = {"person": "guest"}
    person: str = ""


# --- playing ---


class Move(AtTable):
    BUTTON = "hint"
    text: str = ""
    hint: str = ""
    """`closed`: the person takes no private messages, and is told how that is changed."""


class Why(AtTable):
    """Where lines are typed the command comes alone as well: it is chosen from a list."""

    move: str = ""


class Written(AtTable):
    """A line that was written into a dialogue."""

    text: str


class Orders(AtTable):
    instruction: str = ""
    remove: int = Field(0, ge=0, le=99)


class PlanLine(AtTable):
    """A plan for the next turn in words, or *off*."""

    WORDS = {"text": "plan"}
    text: str = ""


class Unorder(AtTable):
    BUTTON = "number"
    number: int = Field(ge=1, le=LONGEST_NUMBER)


class Preferred(AtTable):
    """Entries of a list, in their order."""

    BUTTON = "numbers"
    SEVERAL = True
    numbers: tuple[int, ...]


# --- looking ---


class Board(AtTable):
    BUTTON = "way"
    part: str = ""
    plain: bool = False
    file: bool = False
    way: str = ""
    """From a button: `text.mine`."""


class Log(AtTable):
    BUTTON = "range"
    range: Literal["mine", "all"] = "mine"


class History(AtTable):
    """`way` is a button's: `first`, `last`, `mine`, `now`, or `at.12` with the number of a move."""

    BUTTON = "way"
    number: int | None = Field(None, ge=1, le=LONGEST_NUMBER)
    way: str = ""


class Film(AtTable):
    """Of the whole game, or of one round."""

    BUTTON = "round"
    round: int | None = Field(None, ge=0, le=LONGEST_NUMBER)


class Practise(AtTable):
    """From which move on."""

    BUTTON = "number"
    number: int | None = Field(None, ge=1, le=LONGEST_NUMBER)


class Rules(AtTable):
    """`<game>` from a button, or `<game>.<section>`."""

    BUTTON = "game"
    game: str = ""
    words: str = ""


class What(AtTable):
    """A thing by its name; from a button `<game>.<kind>/<id>`, or `<game>.<kind>` for all of a kind."""

    BUTTON = "thing"
    thing: str = ""
    game: str = ""


class Teach(AtTable):
    """`here`: at this table; `off`: no more lessons, ever; `on`: again."""

    BUTTON = "lessons"
    lessons: Literal["here", "on", "off"] = "here"


class GoOn(AtTable):
    """`once`: the next computer may begin its turn; `always`: none waits at this table any more."""

    BUTTON = "often"
    often: Literal["once", "always"] = "once"


class Help(Arguments):
    BUTTON = "topic"
    topic: Literal["play", "look", "ahead", "table", ""] = ""


class Stats(Arguments):
    game: str = ""
    person: str = ""


class OfGame(Arguments):
    game: str = ""


# --- a room that stays together ---


class InSeason(Arguments):
    action: Literal["", "start", "end"] = ""
    name: str = ""
    game: str = ""


class InLeague(GameWithMore):
    """What to do about the league of a game."""

    BEHIND = "action"
    action: Literal["", "join", "leave", "start", "end"] = ""


class Lfg(GameWithMore):
    """What somebody wants to play, and how fast."""

    WORDS = {"off": "lfg_off"}
    pace: Pace = Pace.DAY
    off: bool = False


# --- about me ---


class Language(Arguments):
    BUTTON = "language"
    language: str = ""


class Privacy(Arguments):
    BUTTON = "what"
    what: Literal["export", "delete"]


class Remind(Arguments):
    quiet: str | None = None
    zone: str = ""
    interval: int | None = Field(None, ge=0, le=168)
    digest: str | None = None
    where: Literal["private", "room"] | None = None
    ahead: bool | None = None
    forecast: bool | None = None
    confirm: bool | None = None


class Away(Arguments):
    since: str = ""
    until: str | None = None
    off: bool = False
