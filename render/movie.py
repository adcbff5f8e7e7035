"""A film as H.264 in an MP4, where the optional extra `film` is installed: sharper than a GIF, and a fraction of it."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

from render.film import FRAME, LAST, MOST_BYTES, frames

if TYPE_CHECKING:
    from PIL import Image

WIDTH = 720
RATE = 5
"""Pictures a second: each position is written again until its time is over, which costs next to nothing."""
QUALITIES = (23, 28, 33, 40)
"""From good to bad, until it fits."""


def is_here() -> bool:
    """Whether films can be made this way."""
    return find_spec("av") is not None


def movie(pictures: Sequence[bytes], most_bytes: int = MOST_BYTES) -> bytes:
    """An MP4 of these PNGs, every chat and browser plays it."""
    shown = frames(pictures, WIDTH)
    made = b""
    for quality in QUALITIES:
        made = _written(shown, quality)
        if len(made) <= most_bytes:
            break
    return made


def _written(shown: Sequence[Image.Image], quality: int) -> bytes:
    """By way of a file: what is needed first is put first, when all is known."""
    av: Any = import_module("av")
    with TemporaryDirectory() as folder:
        file = Path(folder) / "film.mp4"
        with av.open(str(file), "w", options={"movflags": "faststart"}) as container:
            stream = container.add_stream("libx264", rate=RATE, options={"crf": str(quality), "preset": "veryfast"})
            stream.width, stream.height, stream.pix_fmt = shown[0].width // 2 * 2, shown[0].height // 2 * 2, "yuv420p"
            for number, image in enumerate(shown):
                frame = av.VideoFrame.from_image(image.crop((0, 0, stream.width, stream.height)))
                for _ in range((LAST if number == len(shown) - 1 else FRAME) * RATE // 1000):
                    container.mux(stream.encode(frame))
            container.mux(stream.encode())
        return file.read_bytes()
