"""A piece cut out of a finished picture: one thing with a little of what lies round it."""

import io
from dataclasses import dataclass

from PIL import Image

from render.boxes import Box
from render.picture import Drawn

MARGIN, LEAST = 14, 120
"""Round the thing, and how large the piece is at least, in the board's measure."""


def cut(drawn: Drawn, box: Box) -> bytes:
    """The part of the picture at this box as a PNG."""
    wide, high = drawn.measure
    around = box.inset(-max(MARGIN, (LEAST - box.w) / 2), -max(MARGIN, (LEAST - box.h) / 2))
    inside = around.within(Box(0, 0, wide, high))
    scale = drawn.width / wide
    with Image.open(io.BytesIO(drawn.png)) as whole:
        corners = [round(edge * scale) for edge in (inside.x, inside.y, inside.right, inside.bottom)]
        piece = whole.crop((corners[0], corners[1], corners[2], corners[3]))
        raw = io.BytesIO()
        piece.save(raw, "PNG")
    return raw.getvalue()


@dataclass(frozen=True, slots=True)
class Square:
    """A square of a board that stands for the whole: in a panel, at these parts of its width, so wide."""

    panel: str = ""
    x: float = 0.0
    y: float = 0.0
    side: float = 1.0


def square(drawn: Drawn, wanted: Square, size: int) -> bytes:
    """This square of the picture, so many pixels wide, as a PNG; where the panel is not drawn, the upper middle."""
    wide, high = drawn.measure
    page = Box(0, 0, wide, high)
    found = next((region.box for region in drawn.regions if region.refs[:1] == (f"panel/{wanted.panel}",)), None)
    panel, part = (page, Square(side=min(1.0, high / wide))) if found is None else (found, wanted)
    side = part.side * panel.w
    inside = Box(panel.x + part.x * panel.w, panel.y + part.y * panel.w, side, side).within(page)
    scale = drawn.width / wide
    with Image.open(io.BytesIO(drawn.png)) as whole:
        edges = (inside.x * scale, inside.y * scale, inside.right * scale, inside.bottom * scale)
        piece = whole.convert("RGB").resize((size, size), Image.Resampling.LANCZOS, edges)
        raw = io.BytesIO()
        piece.quantize(64, dither=Image.Dither.NONE).save(raw, "PNG", optimize=True)
    return raw.getvalue()
