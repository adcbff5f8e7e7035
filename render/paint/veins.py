"""Veins: the faint marble of the page, made once for each size."""

import math
import random
from functools import cache

from PIL import Image, ImageDraw, ImageFilter

COUNT = 9


@cache
def veins(width: int, height: int) -> Image.Image:
    """Nine wandering veins as a mask, the same on every page of this size."""
    chance = random.Random(7)
    mask = Image.new("L", (width, height), 0)
    pen = ImageDraw.Draw(mask)
    for _ in range(COUNT):
        x, y = chance.uniform(-0.1, 1) * width, chance.uniform(-0.1, 1.1) * height
        angle, points = chance.uniform(-1.1, -0.4), [(x, y)]
        for _ in range(chance.randint(16, 40)):
            angle = max(-1.5, min(0.1, angle + chance.gauss(0, 0.22)))
            step = chance.uniform(14, 34)
            x, y = x + math.cos(angle) * step, y + math.sin(angle) * step
            points.append((x, y))
        strength, thick = chance.randint(120, 255), max(1, round(chance.uniform(1.2, 3.2)))
        pen.line(points, fill=strength, width=thick, joint="curve")
    return mask.filter(ImageFilter.GaussianBlur(1.2))
