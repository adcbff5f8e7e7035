"""Colours as hex strings, and their mixtures."""

from functools import cache

RGB = tuple[int, int, int]


@cache
def rgb(colour: str) -> RGB:
    digits = colour.lstrip("#")
    return int(digits[0:2], 16), int(digits[2:4], 16), int(digits[4:6], 16)


@cache
def mix(first: str, second: str, part: float) -> str:
    """The first colour with a part (0..1) of the second."""
    mixed = (round(a + (b - a) * part) for a, b in zip(rgb(first), rgb(second), strict=True))
    return "#" + "".join(f"{min(255, max(0, v)):02X}" for v in mixed)
