"""Films as MP4, where the extra is installed: as long as a GIF, no larger than a chat takes, played everywhere."""

from __future__ import annotations

from io import BytesIO

import av
import pytest

from render import movie
from render.film import FRAME, LAST
from tests.render.test_film import png


def seconds(made: bytes) -> float:
    with av.open(BytesIO(made)) as opened:
        stream = opened.streams.video[0]
        assert (stream.codec_context.name, stream.codec_context.pix_fmt) == ("h264", "yuv420p")
        assert stream.codec_context.width == movie.WIDTH
        assert stream.codec_context.height % 2 == 0
        assert not opened.streams.audio, "a chat plays by itself what has no sound"
        return sum(1 for _ in opened.decode(stream)) / movie.RATE


def test_a_film_lasts_as_long_as_its_pictures_stay() -> None:
    assert movie.is_here()
    made = movie.movie([png(number, 80 + number) for number in range(5)])
    assert made[4:8] == b"ftyp"
    assert seconds(made) == pytest.approx((4 * FRAME + LAST) / 1000)


def test_one_that_is_too_large_is_made_less_sharp_until_it_fits() -> None:
    pictures = [png(number) for number in range(8)]
    whole = movie.movie(pictures)
    assert len(movie.movie(pictures, len(whole) // 2)) <= len(whole) // 2


def test_without_the_extra_nothing_is_missed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(movie, "find_spec", lambda name: None)
    assert not movie.is_here()
