"""Icons: shipped one-colour SVG bodies, rasterised once and kept as masks at the sizes asked for."""

import io
from functools import cache, lru_cache
from pathlib import Path

import resvg_py
from PIL import Image

from render.paint.masks import faded

FOLDER = Path(__file__).resolve().parent.parent / "assets" / "icons"
SIZE = 256


@cache
def names() -> frozenset[str]:
    return frozenset(path.stem for path in FOLDER.glob("*.svg"))


@cache
def original(name: str) -> Image.Image:
    svg = (FOLDER / f"{name}.svg").read_text("utf-8")
    png = bytes(resvg_py.svg_to_bytes(svg_string=svg, width=SIZE, height=SIZE, skip_system_fonts=True))
    return Image.open(io.BytesIO(png)).convert("RGBA").getchannel("A")


@lru_cache(maxsize=2048)
def mask(name: str, size: int) -> Image.Image:
    return original(name).resize((size, size), Image.Resampling.LANCZOS)


@lru_cache(maxsize=512)
def faint_mask(name: str, size: int, alpha: float) -> Image.Image:
    return faded(mask(name, size), alpha)
