"""A machine reads the downscaled board: who is to move, every name, every score."""

import io
import shutil
import subprocess
from collections.abc import Iterator
from difflib import SequenceMatcher

import pytest
from PIL import Image, ImageOps, ImageStat

from render.boxes import Box
from render.dispatch import paint
from render.paint.layers import Written
from render.sheet import Sheet
from tests.render.goldens import STOPS, pictures
from tests.thorough import amount

SHOWN = 720
"""A chat may show and recompress the picture at two thirds of its width."""
ROMAN_ONE = str.maketrans("Il|", "111")
"""The 1 of our display face has the shape of an inscription: a reader takes it for what stands there."""

pytestmark = pytest.mark.skipif(shutil.which("tesseract") is None, reason="tesseract-ocr is not installed")


def as_shown(sheet: Sheet) -> Image.Image:
    """The picture as a phone gets it: smaller, and as JPEG."""
    whole = sheet.c.image.crop((0, 0, sheet.c.width, sheet.height))
    small = whole.resize((SHOWN, round(sheet.height * SHOWN / sheet.c.width)), Image.Resampling.LANCZOS)
    out = io.BytesIO()
    small.save(out, "JPEG", quality=85)
    return Image.open(io.BytesIO(out.getvalue())).convert("L")


def strip(picture: Image.Image, box: Box, width: int = SHOWN) -> Image.Image:
    """One text cut out of a picture of some width, dark on light, enlarged for the reader."""
    k = width / 1080
    grown = Box(box.x - 6, box.y - 7, box.w + 12, box.h + 20)
    area = picture.crop((round(grown.x * k), round(grown.y * k), round(grown.right * k), round(grown.bottom * k)))
    if ImageStat.Stat(area).median[0] < 128:
        area = ImageOps.invert(area)
    area = ImageOps.autocontrast(area.resize((area.width * 4, area.height * 4), Image.Resampling.LANCZOS), cutoff=2)
    return ImageOps.expand(area, 30, area.getpixel((0, 0)))


def read(strips: list[Image.Image], *options: str, level: int = 150) -> list[str]:
    """Each strip read as one line, all in one page."""
    height = max(one.height for one in strips) + 40
    page = Image.new("L", (max(one.width for one in strips) + 80, height * len(strips)), 255)
    for n, one in enumerate(strips):
        page.paste(ImageOps.autocontrast(one, cutoff=1), (40, n * height + 20))
    raw = io.BytesIO()
    page.point([255 if v > level else 0 for v in range(256)]).save(raw, "PNG", dpi=(300, 300))
    command = ["tesseract", "-", "-", *(options or ("--psm", "6"))]
    told = subprocess.run(command, input=raw.getvalue(), capture_output=True, check=True).stdout.decode()
    return [line.strip() for line in told.splitlines() if line.strip()]


def figures_read(one: Image.Image) -> Iterator[str]:
    """What a reader takes the figure for, at a few exposures and ways to look."""
    for mode in ("6", "7", "8"):
        for level in (150, 110, 190):
            options = ("--psm", mode, "-c", "tessedit_char_whitelist=0123456789Il|")
            yield "".join(read([one], *options, level=level)).translate(ROMAN_ONE)


def first(sheet: Sheet, text: str, least: float = 0) -> Written:
    return next(one for one in sheet.c.written if one.kind == "text" and one.text == text and one.size >= least)


def is_found(wanted: str, lines: list[str]) -> bool:
    return any(SequenceMatcher(None, wanted.lower(), line.lower()).ratio() >= 0.75 for line in lines)


CASES = {name: picture for stored in STOPS for name, picture in pictures(stored) if name.endswith(("-all", "-dark"))}


@pytest.mark.parametrize("name", amount(list(CASES)[::2], list(CASES)))
def test_turn_names_and_scores_can_be_read_from_the_small_picture(name: str) -> None:
    sheet = paint(CASES[name])
    picture = as_shown(sheet)
    turn = next(one.text for one in sheet.c.written if one.kind == "text" and one.size >= 34)
    words = [first(sheet, turn), *(first(sheet, name) for name in sheet.names)]
    lines = read([strip(picture, one.box) for one in words])
    for one in words:
        assert is_found(one.text, lines), f"{one.text!r} was not read in {lines}"
    assert all(sheet.names[seat] in turn for seat in sheet.p.owed)
    scores = [one for one in sheet.c.written if one.kind == "text" and one.size in (48, 50) and one.text.isdigit()]
    assert len(scores) >= len(sheet.names)
    for one in scores[: len(sheet.names)]:
        assert one.text in figures_read(strip(picture, one.box)), f"the score {one.text} was not read"
