"""Themes: stones that differ from theme to theme, pigments that do not, both from config/theme."""

import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from render.colour import mix

FOLDER = Path(__file__).resolve().parent.parent / "config" / "theme"
THEMES = ("light", "dark", "contrast", "large", "large-dark")


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


@dataclass(frozen=True, slots=True)
class Theme:
    name: str
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
    accents: dict[str, str]
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

    def pigment(self, group: str, key: str) -> Pigment:
        return self.pigments.sets[group][key]

    def seat_line(self, seat: int) -> str:
        """A seat's colour as a bare line on slab."""
        pigment = self.pigments.seats[seat]
        return pigment.line_on_dark if self.dark and pigment.line_on_dark else pigment.colour


@cache
def pigments() -> Pigments:
    raw = tomllib.loads((FOLDER / "pigments.toml").read_text("utf-8"))
    sets = {
        group: {key: Pigment(**value) for key, value in table.items()}
        for group, table in raw.items()
        if isinstance(table, dict)
    }
    plain = {key: value for key, value in raw.items() if isinstance(value, str)}
    return Pigments(**plain, seats=tuple(SeatPigment(**seat) for seat in raw["seat"]), sets=sets)


def _read(name: str) -> dict[str, Any]:
    raw = tomllib.loads((FOLDER / f"{name}.toml").read_text("utf-8"))
    return _read(raw.pop("base")) | raw if "base" in raw else raw


@cache
def theme(name: str) -> Theme:
    """The theme of that name; an unknown name is refused."""
    if name not in THEMES:
        raise ValueError(f"no such theme: {name}")
    raw = _read(name)
    return Theme(
        name=name,
        dark=raw["dark"],
        scale=raw["scale"],
        veins=raw["veins"],
        tint_part=raw["tint"],
        accents=raw["accents"],
        pigments=pigments(),
        **raw["stones"],
    )
