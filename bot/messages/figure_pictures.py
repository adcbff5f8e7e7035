"""Where an entry of the tables stands: the pictures of a fresh table in which it is drawn, and its box there."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from bot.language.figure_words import scene_options
from bot.language.speaker import Speaker
from bot.messages.picture_request import Namer, Sayer
from engines import ENGINES
from render import Box, Picture, drawn_regions

PARTS = ("all", "mine", "market", "hand")
SEEDS = 4
NAMES = ("Marta", "Joost", "Lena", "Piet", "Sofia")


@dataclass(frozen=True, slots=True)
class Spot:
    """A thing in a scene."""

    scene: tuple[str, int]
    box: Box


def scene(game: str, part: str, seed: int, theme: str = "light", language: str = "") -> Picture:
    """A table that has just been set up, in one of its parts."""
    engine = ENGINES[game]
    seats = engine.info.seats[1]
    state = engine.setup(seats, engine.info.options(**scene_options(game)), f"own box {seed}").state
    names = NAMES[:seats]
    speaker = Speaker(language, game, names) if language else Speaker(game=game, names=names)
    return Picture(
        game=game,
        view=engine.view(state, 0),
        say=Sayer(speaker),
        named=Namer(speaker),
        names=names,
        part=part,
        viewer=0,
        theme=theme,
        language=speaker.language,
        bare=True,
    )


@lru_cache(8)
def _found(game: str, digest: str, wanted: frozenset[str]) -> dict[str, Spot]:
    """Where these references are drawn; once for each state of the tables."""
    found: dict[str, Spot] = {}
    for seed in range(SEEDS):
        for part in PARTS:
            if wanted <= found.keys():
                return found
            for region in drawn_regions(scene(game, part, seed)):
                for reference in region.refs:
                    if reference in wanted:
                        found.setdefault(reference, Spot((part, seed), region.box))
    return found


def spots(game: str, wanted: Iterable[str]) -> dict[str, Spot]:
    """The references that some picture of this game shows."""
    return _found(game, ENGINES[game].tables.current().digest, frozenset(wanted))
