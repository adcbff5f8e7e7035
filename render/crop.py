"""A piece cut out of a finished picture: one thing with a little of what lies round it."""

import io

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
