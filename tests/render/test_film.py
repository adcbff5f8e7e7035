"""Films: a whole game as one moving picture that fits both chats."""

from __future__ import annotations

from io import BytesIO

from PIL import Image

from render.film import FRAME, LAST, MOST_FRAMES, WIDTH, film, thinned


def png(number: int, height: int = 90) -> bytes:
    out = BytesIO()
    noise = Image.effect_noise((108, height), 80 + number % 7).convert("RGB")
    noise.paste((number % 256, 40, 90), (0, 0, 40, 40))
    noise.save(out, "PNG")
    return out.getvalue()


def opened(made: bytes) -> Image.Image:
    image = Image.open(BytesIO(made))
    assert image.format == "GIF"
    return image


def test_a_film_has_a_picture_for_every_move_in_one_size_and_rests_on_the_last() -> None:
    image = opened(film([png(number, 80 + number) for number in range(5)]))
    assert image.n_frames == 5  # type: ignore[attr-defined]
    assert image.size == (WIDTH, round(84 * WIDTH / 108))
    times = []
    for number in range(5):
        image.seek(number)
        times.append(image.info["duration"])
    assert times == [FRAME] * 4 + [LAST]


def test_of_a_long_game_pictures_are_left_out_evenly_but_never_the_first_or_the_last() -> None:
    pictures = [bytes([number % 256, number // 256]) for number in range(700)]
    kept = thinned(pictures)
    assert len(kept) == MOST_FRAMES
    assert (kept[0], kept[-1]) == (pictures[0], pictures[-1])


def test_a_film_that_is_too_large_leaves_out_every_second_picture_until_it_fits() -> None:
    pictures = [png(number) for number in range(16)]
    whole = len(film(pictures))
    made = film(pictures, most_bytes=whole // 2)
    assert len(made) <= whole // 2
    assert 2 <= opened(made).n_frames < 16  # type: ignore[attr-defined]
