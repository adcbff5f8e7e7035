"""Encode: a painted canvas to PNG bytes, true colour, so that pigments stay exact."""

import io

from render.paint.canvas import Canvas

LEVEL = 6


def png(canvas: Canvas, height: int | None = None) -> bytes:
    image = canvas.image if height in (None, canvas.height) else canvas.image.crop((0, 0, canvas.width, height or 0))
    out = io.BytesIO()
    image.save(out, "PNG", compress_level=LEVEL)
    return out.getvalue()
