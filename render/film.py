"""A film: pictures in a row as one animated GIF, which every chat plays by itself."""

from __future__ import annotations

from collections.abc import Sequence
from io import BytesIO

from PIL import Image

WIDTH = 480
COLOURS = 96
MOST_FRAMES = 120
MOST_BYTES = 8_000_000
FRAME, LAST = 600, 3000
"""Milliseconds that a picture stays, and that the last one does."""
SAMPLES = 8
"""Pictures from which the colours are chosen."""


def film(pictures: Sequence[bytes], most_bytes: int = MOST_BYTES) -> bytes:
    """A GIF of these PNGs; of too many every second one is left out until it fits, never the last."""
    shown = frames(pictures, WIDTH)
    while True:
        made = _written(_coloured(shown))
        if len(made) <= most_bytes or len(shown) < 3:
            return made
        shown = _halved(shown)


def frames(pictures: Sequence[bytes], width: int) -> list[Image.Image]:
    """As many of these PNGs as a film holds, all in one size."""
    found = [_frame(each, width) for each in thinned(list(pictures))]
    height = max(frame.height for frame in found)
    return [_padded(frame, height) for frame in found]


def thinned(pictures: list[bytes]) -> list[bytes]:
    """At most as many as a film holds, the first and the last among them."""
    count = len(pictures)
    if count <= MOST_FRAMES:
        return pictures
    return [pictures[round(number * (count - 1) / (MOST_FRAMES - 1))] for number in range(MOST_FRAMES)]


def _halved(frames: list[Image.Image]) -> list[Image.Image]:
    return frames[:-1][::2] + frames[-1:]


def _frame(png: bytes, width: int) -> Image.Image:
    with Image.open(BytesIO(png)) as image:
        return image.convert("RGB").resize((width, round(image.height * width / image.width)), Image.Resampling.BOX)


def _padded(frame: Image.Image, height: int) -> Image.Image:
    """Boards grow while a game goes on; all pictures of a film have one size."""
    if frame.height == height:
        return frame
    ground = Image.new("RGB", (frame.width, height), frame.getpixel((0, frame.height - 1)))
    ground.paste(frame)
    return ground


def _coloured(frames: list[Image.Image]) -> list[Image.Image]:
    """All frames in the same few colours, so that only what changed is written."""
    samples = frames[:: max(1, len(frames) // SAMPLES)][:SAMPLES]
    sheet = Image.new("RGB", (WIDTH, sum(sample.height for sample in samples)))
    top = 0
    for sample in samples:
        sheet.paste(sample, (0, top))
        top += sample.height
    palette = sheet.quantize(COLOURS, Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE)
    return [frame.quantize(palette=palette, dither=Image.Dither.NONE) for frame in frames]


def _written(frames: list[Image.Image]) -> bytes:
    out = BytesIO()
    times = [FRAME] * (len(frames) - 1) + [LAST]
    frames[0].save(
        out, "GIF", save_all=True, append_images=frames[1:], duration=times, loop=0, optimize=False, disposal=1
    )
    return out.getvalue()
