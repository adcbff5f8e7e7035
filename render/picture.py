"""What a picture is asked for with, and what comes back."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from config.languages import fallback
from engines.kit import Place
from render.boxes import Box
from render.regions import BOARD, Region

WIDTH = BOARD
TALLEST = 1350
VERSION = 1

Say = Callable[[str, Mapping[str, Any]], str]
Named = Callable[[str], str]


def unnamed(key: str) -> str:
    """Nothing has a name."""
    return ""


@dataclass(frozen=True, slots=True)
class Line:
    """A line of the chronicle: its sentence, whose act it was, and the references of what it changed."""

    text: str
    seat: int | None = None
    refs: frozenset[str] = frozenset()


def references(key: str, facts: Mapping[str, Any]) -> frozenset[str]:
    """What an event names, so that its places can be ringed: its facts' references and cells, and its own last word."""
    found = {f"event/{key.rsplit('.', 1)[-1]}"}
    for value in facts.values():
        found |= {value} if isinstance(value, str) else set()
        found |= {str(item) for item in value} if isinstance(value, list | dict) else set()
    return frozenset(found)


@dataclass(frozen=True, slots=True)
class Picture:
    """A request: what to draw, for whom, in which theme and language.

    `view` is the game's view for this reader (part "final": a Final, part "lobby": a Lobby); `say` turns a text key and
    facts into a sentence of the reader's language, `named` a bare id (`livorno`) into the first noun of the game that
    has it, or into nothing. `place` is the reader's own Place ask when part is "place", and
    `turn` the number of the orientation to show, counted as the ask groups them; `spot` is the one chosen so far.
    `rings` and `chronicle` leave out the gold rings and the chronicle, for those who draw them themselves; `scale`
    draws everything so many times larger, `width` delivers the picture smaller. Regions and spots stay in the board's
    own measure. `points` are references with stars that a lesson points at: ringed without a number. `lean` rounds
    colours to a palette: a third of the bytes, which no eye sees on a phone.
    """

    game: str
    view: Any
    say: Say
    names: tuple[str, ...]
    part: str = "all"
    theme: str = "light"
    language: str = field(default_factory=fallback)
    code: str = ""
    owed: tuple[int, ...] = ()
    viewer: int | None = None
    headline: str = ""
    lines: tuple[Line, ...] = ()
    gains: Mapping[int, int] = field(default_factory=dict)
    bare: bool = False
    place: Place | None = None
    turn: int = 0
    spot: str = ""
    named: Named = unnamed
    rings: bool = True
    points: tuple[str, ...] = ()
    chronicle: bool = True
    scale: int = 1
    width: int = WIDTH
    lean: bool = False


@dataclass(frozen=True, slots=True)
class Drawn:
    """A finished picture: bytes, size in pixels, alt text, where the spots of the reader's own Place ask lie, and the
    regions of all that this reader sees. `measure` is the size in which spots and regions are told."""

    png: bytes
    width: int
    height: int
    alt: str
    spots: dict[str, Box] = field(default_factory=dict)
    regions: tuple[Region, ...] = ()
    measure: tuple[int, int] = (WIDTH, TALLEST)
