"""Type: the shipped faces, glyph by glyph fallback between their subsets, measured and rasterised words."""

import unicodedata
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path

from PIL import Image, ImageDraw, ImageFont

FOLDER = Path(__file__).resolve().parent.parent / "assets" / "fonts"
FEATURES = ["lnum", "tnum", "kern"]
CINZEL = ("latin", "latin-ext")
FIRA = ("latin", "latin-ext", "cyrillic", "cyrillic-ext", "greek")
DRAWN_WORDS = 2048
"""As many as several hundred pictures of all games need; each takes some 5 kB, and new ones keep coming."""
MISSING = "\uffff"

# d display, r regular, b semibold, x bold
FACES: dict[str, tuple[tuple[str, int, tuple[str, ...]], ...]] = {
    "d": (("cinzel", 700, CINZEL), ("fira-sans-condensed", 700, FIRA)),
    "r": (("fira-sans-condensed", 500, FIRA),),
    "b": (("fira-sans-condensed", 600, FIRA),),
    "x": (("fira-sans-condensed", 700, FIRA),),
}


@dataclass(frozen=True, slots=True)
class Word:
    """A rasterised run of one font: mask, its offset from pen and baseline, advance."""

    mask: Image.Image | None
    dx: int
    dy: int
    advance: float


@lru_cache(maxsize=512)
def font(file: str, size: int) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(FOLDER / file, size)


@cache
def files(face: str) -> tuple[str, ...]:
    """The font files of a face in the order in which a glyph is looked for."""
    return tuple(
        f"{name}-{subset}-{weight}-normal.woff2" for name, weight, subsets in FACES[face] for subset in subsets
    )


@cache
def _has(file: str, character: str) -> bool:
    probe = font(file, 32)
    if character.isspace():
        return True
    glyph, hole = probe.getmask(character), probe.getmask(MISSING)
    return glyph.size != hole.size or bytes(glyph) != bytes(hole)


@cache
def file_for(face: str, character: str) -> str | None:
    """The first file that has the glyph; None if no shipped font has it."""
    return next((file for file in files(face) if _has(file, character)), None)


def readable(face: str, text: str) -> str:
    """The text as the shipped fonts can draw it: a letter with a mark that they lack stands without it, what else they
    lack is left out."""
    return "".join(_drawn(face, c) for c in text).strip()


def _drawn(face: str, character: str) -> str:
    plain = unicodedata.normalize("NFD", character)[0]
    return next((each for each in (character, plain) if file_for(face, each) is not None), "")


@lru_cache(maxsize=8192)
def runs(face: str, word: str) -> tuple[tuple[str, str], ...]:
    """The word cut where the font file changes."""
    out: list[tuple[str, str]] = []
    for character in word:
        file = file_for(face, character)
        if file is None:
            continue
        if out and out[-1][0] == file:
            out[-1] = (file, out[-1][1] + character)
        else:
            out.append((file, character))
    return tuple(out)


@lru_cache(maxsize=DRAWN_WORDS)
def raster(file: str, size: int, run: str) -> Word:
    face = font(file, size)
    advance = face.getlength(run, features=FEATURES)
    left, top, right, bottom = face.getbbox(run, anchor="ls", features=FEATURES)
    x, y, w, h = int(left) - 1, int(top) - 1, int(right - left) + 3, int(bottom - top) + 3
    if run.isspace():
        return Word(None, 0, 0, advance)
    mask = Image.new("L", (w, h), 0)
    ImageDraw.Draw(mask).text((-x, -y), run, font=face, fill=255, anchor="ls", features=FEATURES)
    return Word(mask, x, y, advance)


@lru_cache(maxsize=16384)
def length(face: str, size: int, text: str) -> float:
    """How far the pen moves over the text."""
    total = 0.0
    for n, word in enumerate(text.split(" ")):
        total += space(face, size) if n else 0.0
        total += sum(raster(file, size, run).advance for file, run in runs(face, word))
    return total


@cache
def space(face: str, size: int) -> float:
    return font(files(face)[0], size).getlength(" ")


@cache
def cap_height(face: str, size: int) -> float:
    return -float(font(files(face)[0], size).getbbox("H", anchor="ls")[1])
