"""How far apart two colours look: CIEDE2000, also under simulated colour-vision deficiency (Machado et al. 2009)."""

import math

from render.colour import rgb

Triple = tuple[float, float, float]
Matrix = tuple[Triple, Triple, Triple]

SIGHT: dict[str, Matrix] = {
    "normal": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protan": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deutan": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritan": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}
TO_XYZ: Matrix = (
    (0.4124564, 0.3575761, 0.1804375),
    (0.2126729, 0.7151522, 0.0721750),
    (0.0193339, 0.1191920, 0.9503041),
)


def _times(matrix: Matrix, v: Triple) -> Triple:
    a, b, c = (sum(m * x for m, x in zip(row, v, strict=True)) for row in matrix)
    return a, b, c


def lab(colour: str, sight: str) -> Triple:
    r, g, b = (linear(v / 255) for v in rgb(colour))
    seen = _times(SIGHT[sight], (r, g, b))
    clipped = tuple(min(1.0, max(0.0, v)) for v in seen)
    x, y, z = _times(TO_XYZ, clipped)  # type: ignore[arg-type]
    fx, fy, fz = (_f(v) for v in (x / 0.95047, y, z / 1.08883))
    return 116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)


def _f(v: float) -> float:
    return v ** (1 / 3) if v > 0.008856 else 7.787 * v + 16 / 116


def distance(first: Triple, second: Triple) -> float:
    """CIEDE2000."""
    (l1, a1, b1), (l2, a2, b2) = first, second
    mean = (math.hypot(a1, b1) + math.hypot(a2, b2)) / 2
    g = 0.5 * (1 - math.sqrt(mean**7 / (mean**7 + 25**7)))
    a1, a2 = a1 * (1 + g), a2 * (1 + g)
    c1, c2 = math.hypot(a1, b1), math.hypot(a2, b2)
    h1, h2 = math.degrees(math.atan2(b1, a1)) % 360, math.degrees(math.atan2(b2, a2)) % 360
    grey = c1 * c2 == 0
    dh = 0.0 if grey else (h2 - h1 + 180) % 360 - 180
    big_h = 2 * math.sqrt(c1 * c2) * math.sin(math.radians(dh / 2))
    lm, cm = (l1 + l2) / 2, (c1 + c2) / 2
    if grey:
        hm = h1 + h2
    elif abs(h1 - h2) <= 180:
        hm = (h1 + h2) / 2
    else:
        hm = (h1 + h2 + 360) / 2 if h1 + h2 < 360 else (h1 + h2 - 360) / 2
    t = 1 - 0.17 * _cos(hm - 30) + 0.24 * _cos(2 * hm) + 0.32 * _cos(3 * hm + 6) - 0.2 * _cos(4 * hm - 63)
    sl = 1 + 0.015 * (lm - 50) ** 2 / math.sqrt(20 + (lm - 50) ** 2)
    sc, sh = 1 + 0.045 * cm, 1 + 0.015 * cm * t
    turn = math.sin(math.radians(60 * math.exp(-(((hm - 275) / 25) ** 2))))
    rt = -2 * math.sqrt(cm**7 / (cm**7 + 25**7)) * turn
    dl, dc, dhh = (l2 - l1) / sl, (c2 - c1) / sc, big_h / sh
    return math.sqrt(dl**2 + dc**2 + dhh**2 + rt * dc * dhh)


def _cos(degrees: float) -> float:
    return math.cos(math.radians(degrees))


def closest(colours: list[str], sight: str) -> float:
    """The smallest distance in a set of colours."""
    seen = [lab(colour, sight) for colour in colours]
    return min(distance(a, b) for i, a in enumerate(seen) for b in seen[i + 1 :])


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
