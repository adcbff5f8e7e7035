"""Encode: a painted canvas to PNG bytes, in true colour so that pigments stay exact, or lean for a chat."""

import io

from PIL import Image

from render.paint.canvas import Canvas

LEVEL, HARD = 6, 9
MOST = 290 * 1024
COLOURS = 256


def png(canvas: Canvas, height: int | None = None, width: int | None = None, lean: bool = False) -> bytes:
    """The upper part of the canvas, reduced to a width if one is asked for; a heavy picture is rounded by what no eye
    sees, then packed harder. `lean`: with a palette, which is quicker and takes a third of the bytes."""
    whole, zoom = canvas.image, canvas.zoom
    image = whole if height in (None, canvas.height) else whole.crop((0, 0, whole.width, (height or 0) * zoom))
    if width is not None and width != image.width:
        image = image.resize((width, round(image.height * width / image.width)), Image.Resampling.LANCZOS)
    if lean:
        palette = image.quantize(COLOURS, Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)
        return _packed(palette, LEVEL)
    packed = _packed(image, LEVEL)
    if len(packed) > MOST:
        image = image.point([value & 0xFE for value in range(256)] * 3)
        packed = _packed(image, LEVEL)
    return packed if len(packed) <= MOST else _packed(image, HARD)


def _packed(image: Image.Image, level: int) -> bytes:
    out = io.BytesIO()
    image.save(out, "PNG", compress_level=level)
    return out.getvalue()
