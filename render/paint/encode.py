"""Encode: a painted canvas to PNG bytes, true colour, so that pigments stay exact."""

import io

from PIL import Image

from render.paint.canvas import Canvas

LEVEL, HARD = 6, 9
MOST = 290 * 1024


def png(canvas: Canvas, height: int | None = None) -> bytes:
    """The upper part of the canvas; a heavy picture is rounded by what no eye sees, then packed harder."""
    image = canvas.image if height in (None, canvas.height) else canvas.image.crop((0, 0, canvas.width, height or 0))
    packed = _packed(image, LEVEL)
    if len(packed) > MOST:
        image = image.point([value & 0xFE for value in range(256)] * 3)
        packed = _packed(image, LEVEL)
    return packed if len(packed) <= MOST else _packed(image, HARD)


def _packed(image: Image.Image, level: int) -> bytes:
    out = io.BytesIO()
    image.save(out, "PNG", compress_level=level)
    return out.getvalue()
