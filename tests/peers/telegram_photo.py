"""What Telegram makes of a photo: not over 1280 pixels on the longer side, as JPEG with halved colours."""

from __future__ import annotations

import io

from PIL import Image

LONGEST = 1280
QUALITY = 80
"""Telegram names no quality; this is meant to be harsher than what people get."""


def recompressed(raw: bytes, longest: int = LONGEST, quality: int = QUALITY) -> bytes:
    """A photo as people get it."""
    with Image.open(io.BytesIO(raw)) as opened:
        photo = opened.convert("RGB")
    photo.thumbnail((longest, longest), Image.Resampling.BILINEAR)
    out = io.BytesIO()
    photo.save(out, "JPEG", quality=quality, subsampling="4:2:0")
    return out.getvalue()
