"""Boards as photos: every text of them outlives what Telegram does to photos."""

from __future__ import annotations

import io
import shutil
from collections.abc import Iterator
from dataclasses import dataclass

import pytest
from PIL import Image, ImageChops, ImageStat

from render.dispatch import paint
from render.paint.encode import png
from render.paint.layers import Written
from render.sheet import Sheet
from tests.peers.telegram_photo import recompressed
from tests.render.goldens import pictures
from tests.render.test_legible import is_found, read, strip


@dataclass(frozen=True)
class Kept:
    """What is left of a text in the photo: its height in pixels, and of its strokes against what was added to them."""

    text: str
    height: float
    clearness: float
    contrast: float


def kept(sheet: Sheet, photo: bytes) -> Iterator[Kept]:
    """Each text of a board in a photo of it, against the board made as small without loss."""
    with Image.open(io.BytesIO(photo)) as opened:
        shown = opened.convert("L")
    k = shown.width / sheet.c.width
    whole = sheet.c.image.crop((0, 0, sheet.c.width, sheet.height)).convert("RGB")
    plain = whole.resize(shown.size, Image.Resampling.BILINEAR).convert("L")
    for one in texts_of(sheet):
        area = tuple(round(side * k) for side in (one.box.x, one.box.y, one.box.right, one.box.bottom))
        before, after = plain.crop(area), shown.crop(area)
        strokes = ImageStat.Stat(before).stddev[0]
        noise = ImageStat.Stat(ImageChops.difference(before, after)).rms[0]
        yield Kept(one.text, one.size * k, strokes / noise, ImageStat.Stat(after).stddev[0] / strokes)


def texts_of(sheet: Sheet) -> list[Written]:
    return [one for one in sheet.c.written if one.kind == "text" and one.text.strip()]


BOARDS = ("princes-5", "firenze-4", "carrara-4", "rivals-2")


@pytest.mark.parametrize("stored", BOARDS)
def test_every_text_of_a_board_outlives_what_telegram_does_to_photos(stored: str) -> None:
    sheet = paint(dict(pictures(stored))[f"{stored}-all"])
    raw = png(sheet.c, sheet.height, lean=True)
    photo = recompressed(raw)
    found = list(kept(sheet, photo))
    assert len(found) > 50
    for one in found:
        assert one.height >= 20, one
        assert one.clearness >= 5, one
        assert one.contrast >= 0.9, one
    ruined = list(kept(sheet, recompressed(raw, longest=640, quality=20)))
    assert min(one.clearness for one in ruined) < 5, "the measure can tell"
    assert min(one.height for one in ruined) < 20


@pytest.mark.skipif(shutil.which("tesseract") is None, reason="tesseract-ocr is not installed")
@pytest.mark.parametrize("stored", BOARDS)
def test_what_a_machine_reads_on_a_board_it_reads_on_the_photo(stored: str) -> None:
    sheet = paint(dict(pictures(stored))[f"{stored}-all"])
    raw = png(sheet.c, sheet.height, lean=True)
    words = {one.text: one for one in texts_of(sheet) if len(one.text) > 4 and one.text.replace(" ", "").isalpha()}
    smallest = sorted(words.values(), key=lambda one: one.size)[:10]
    board, photo = machine_read(raw, smallest), machine_read(recompressed(raw), smallest)
    assert len(photo) >= 5, photo
    assert len(photo) >= len(board) - 1, f"{board - photo} can no longer be read"


def machine_read(raw: bytes, words: list[Written]) -> set[str]:
    """Those of the words that are read from a picture."""
    with Image.open(io.BytesIO(raw)) as opened:
        picture = opened.convert("L")
    lines = read([strip(picture, one.box, picture.width) for one in words])
    return {one.text for one in words if is_found(one.text, lines)}
