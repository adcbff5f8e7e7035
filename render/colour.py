"""Colours as hex strings: mix them, measure their contrast."""

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


def linear(channel: float) -> float:
    """An sRGB channel (0..1) as linear light."""
    return channel / 12.92 if channel <= 0.04045 else float(((channel + 0.055) / 1.055) ** 2.4)


def luminance(colour: str) -> float:
    r, g, b = (linear(v / 255) for v in rgb(colour))
    return 0.2126 * r + 0.7152 * g + 0.0722 * b


def contrast(first: str, second: str) -> float:
    """The WCAG contrast ratio, 1 to 21."""
    a, b = luminance(first), luminance(second)
    return (max(a, b) + 0.05) / (min(a, b) + 0.05)
