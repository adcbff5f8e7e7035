"""The printed numbers of Princes, read once from config/games/princes (rules 24: shapes, wishes and layouts are data)."""

import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).resolve().parents[2] / "config" / "games" / "princes"

ROUNDS = 7
PILES = ("forest", "lake", "park", "jester", "builder", "prestige_card", "recruiting_card")
LANDSCAPES = ("forest", "lake", "park")


@cache
def table(name: str) -> dict[str, Any]:
    return tomllib.loads((FOLDER / f"{name}.toml").read_text(encoding="utf-8"))


@dataclass(frozen=True, slots=True)
class Building:
    id: str
    size: str
    shape: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Profession:
    id: str
    number: int
    building: str
    landscape: str
    freedom: str


@dataclass(frozen=True, slots=True)
class Prestige:
    id: str
    kind: str
    quantity: str
    requires: dict[str, int]
    full: int
    tie: int


@dataclass(frozen=True, slots=True)
class Character:
    id: str
    lowest: int
    highest: int
    step: int


NUMBERS = table("numbers")
WORK: dict[str, Any] = NUMBERS["work"]
MONEY: dict[str, Any] = NUMBERS["money"]
POINTS: dict[str, Any] = NUMBERS["points"]
SUPPLY: dict[str, Any] = NUMBERS["supply"]
TWO_PLAYERS: dict[str, Any] = NUMBERS["two_players"]
GRID: dict[str, Any] = NUMBERS["grid"]

BUILDINGS = {b["id"]: Building(b["id"], b["size"], tuple(b["shape"])) for b in table("pieces")["building"]}
SHAPES = {p["id"]: tuple(p["shape"]) for kind in ("building", "landscape") for p in table("pieces")[kind]}
FREEDOMS = tuple(f["id"] for f in table("pieces")["freedom"])
PROFESSIONS = {
    p["id"]: Profession(p["id"], p["number"], p["building"], p["landscape"], p["freedom"])
    for p in table("professions")["profession"]
}
BONUS: dict[str, dict[str, int]] = {b["id"]: b["terms"] for b in table("cards")["bonus"]}
PRESTIGE = {
    p["id"]: Prestige(p["id"], p["kind"], p.get("quantity", ""), p.get("requires", {}), p["full"], p.get("tie", 0))
    for p in table("cards")["prestige"]
}
CHARACTERS = {c["id"]: Character(c["id"], c["lowest"], c["highest"], c["step"]) for c in table("characters")["character"]}
BANKER: dict[str, Any] = table("characters")["banker"]
PRINCESS: dict[str, int] = table("characters")["princess"]["terms"]
LAYOUTS = {row["players"]: tuple((x, y) for x, y in row["offsets"]) for row in table("coop")["layout"]}
PRESETS = {key: {k: v for k, v in row.items() if k != "confidence"} for key, row in table("presets").items()}


def minimum_work_value(round_number: int) -> int:
    """7.2 The least value of a work, by round (7, 10, 12, 14, 15, 16, 17)."""
    value: int = WORK["minimum"][round_number - 1]
    return value


def cost_of_building(builders: int) -> int:
    """5.4 Buildings cost 700, 300, 300 or 0 with none, one, two or three builders."""
    price: int = MONEY["building"][builders]
    return price


def base_price(seats: int) -> int:
    """4.4.2 An object opens at 200; with two players (16.1) at 300."""
    price: int = MONEY["base_price_two_players"] if seats == 2 else MONEY["base_price"]
    return price
