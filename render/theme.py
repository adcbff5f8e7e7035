"""Themes: stones that differ from theme to theme, pigments that do not, both from config/theme; what belongs to one
game, its accents, pigments and ornament, from the `theme.toml` in its own folder."""

import logging
import tomllib
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from config import rooms
from render.colour import mix, rgb

FOLDER = Path(__file__).resolve().parent.parent / "config" / "theme"
THEMES = ("light", "dark", "contrast", "large", "large-dark")
log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Pigment:
    """A colour with the ink that is read on it and, for marbles and land, its engraver's hatching."""

    colour: str
    ink: str
    hatch: str = "plain"


@dataclass(frozen=True, slots=True)
class SeatPigment:
    colour: str
    ink: str
    shape: str
    line_on_dark: str = ""


@dataclass(frozen=True, slots=True)
class Pigments:
    ivory: str
    ink: str
    band: str
    gold: str
    goldink: str
    seats: tuple[SeatPigment, ...]
    sets: dict[str, dict[str, Pigment]]

    def seat(self, number: int) -> SeatPigment:
        """A seat's colour and shape; where more sit down than there are, they come again, and the letter tells."""
        return self.seats[number % len(self.seats)]


@dataclass(frozen=True, slots=True)
class GameTheme:
    """A game's own colours and ornament; without any of them it looks like the house."""

    accents: dict[str, str] = field(default_factory=dict)
    pigments: dict[str, dict[str, Pigment]] = field(default_factory=dict)
    inlay: str = ""
    frieze: str = ""


@dataclass(frozen=True, slots=True)
class Theme:
    name: str
    base: str
    """The theme whose stones these are."""
    dark: bool
    scale: float
    veins: float
    tint_part: float
    page: str
    slab: str
    slab2: str
    line: str
    faint: str
    empty: str
    ink: str
    mute: str
    leaf: str
    leafink: str
    good: str
    bad: str
    sky: str
    key: str
    edge: str
    house: str
    """The accent of what belongs to no game, and of games without one."""
    pigments: Pigments

    def __hash__(self) -> int:
        return hash(self.name)

    def tint(self, strength: float = 1.0) -> str:
        """The stone of the active seat: slab with a breath of gold leaf."""
        return mix(self.slab, self.leaf, min(1.0, self.tint_part * strength))

    @property
    def strip(self) -> str:
        """The ground of the chronicle."""
        return mix(self.page, self.leaf, 0.14 if not self.dark else 0.09)

    @property
    def zebra(self) -> str:
        return mix(self.slab, self.faint, 0.5)

    def accent(self, game: str) -> str:
        """The colour of a game's bands."""
        return of_game(game).accents.get(self.base, self.house)

    def pigment(self, group: str, key: str) -> Pigment:
        return self.pigments.sets[group][key]

    def seat_line(self, seat: int) -> str:
        """A seat's colour as a bare line on slab."""
        pigment = self.pigments.seat(seat)
        return pigment.line_on_dark if self.dark and pigment.line_on_dark else pigment.colour


@cache
def of_game(key: str) -> GameTheme:
    """A game's theme. One of another package that cannot be read is reported, and its game looks like the house."""
    try:
        raw = rooms.read(key, rooms.THEME)
        accents = {name: colour for name, colour in raw.get("accents", {}).items() if rgb(colour)}
        found = {group: _painted(table) for group, table in raw.get("pigments", {}).items()}
        return GameTheme(accents, found, **raw.get("ornament", {}))
    except (AttributeError, TypeError, ValueError) as error:
        if key not in rooms.plugins():
            raise
        log.error("the colours of the game %r are left out: %s", key, error)
        return GameTheme()


def _painted(table: dict[str, Any]) -> dict[str, Pigment]:
    return {key: Pigment(**value) for key, value in table.items()}


@cache
def pigments() -> Pigments:
    """The pigments of all games; a group that two games name belongs to the first of them."""
    raw = tomllib.loads((FOLDER / "pigments.toml").read_text("utf-8"))
    sets = {group: _painted(table) for group, table in raw.items() if isinstance(table, dict)}
    for key in rooms.folders():
        sets = of_game(key).pigments | sets
    plain = {key: value for key, value in raw.items() if isinstance(value, str)}
    return Pigments(**plain, seats=tuple(SeatPigment(**seat) for seat in raw["seat"]), sets=sets)


def _read(name: str) -> dict[str, Any]:
    raw = tomllib.loads((FOLDER / f"{name}.toml").read_text("utf-8"))
    return _read(raw["base"]) | raw if "base" in raw else raw


@cache
def theme(name: str) -> Theme:
    """The theme of that name; an unknown name is refused."""
    if name not in THEMES:
        raise ValueError(f"no such theme: {name}")
    raw = _read(name)
    return Theme(
        name=name,
        base=raw.get("base", name),
        dark=raw["dark"],
        scale=raw["scale"],
        veins=raw["veins"],
        tint_part=raw["tint"],
        house=raw["accent"],
        pigments=pigments(),
        **raw["stones"],
    )
