"""Launch data of a Mini App: what Telegram has signed for this bot just now is taken, and nothing else."""

from __future__ import annotations

import time

import pytest

from bot.platforms.web.telegram_launch import BadLaunch, Launch, check
from tests.bot.platforms.web.public_house import ANNA, launch, signed
from tests.peers.telegram_server import TOKEN

pytestmark = pytest.mark.no_server

PLAIN = (
    "query_id=AAHdF6IQAAAAAN0XohDhrOrc&user=%7B%22id%22%3A279058397%2C%22first_name%22%3A%22Vladislav%22%2C%22last_name"
    "%22%3A%22Kibenko%22%2C%22username%22%3A%22vdkfrost%22%2C%22language_code%22%3A%22ru%22%2C%22is_premium%22%3Atrue"
    "%7D&auth_date=1662771648&hash=c501b71e775f74ce10e377dea85a7ea24ecd640b223ea86dfe453e0eaed2e2b2"
)
WITH_SIGNATURE = (
    "user=%7B%22id%22%3A279058397%2C%22first_name%22%3A%22Vladislav%20%2B%20-%20%3F%20%5C%2F%22%2C%22last_name%22%3A%22"
    "Kibenko%22%2C%22username%22%3A%22vdkfrost%22%2C%22language_code%22%3A%22ru%22%2C%22is_premium%22%3Atrue%2C%22"
    "allows_write_to_pm%22%3Atrue%2C%22photo_url%22%3A%22https%3A%5C%2F%5C%2Ft.me%5C%2Fi%5C%2Fuserpic%5C%2F320%5C%2F"
    "4FPEE4tmP3ATHa57u6MqTDih13LTOiMoKoLDRG4PnSA.svg%22%7D&chat_instance=8134722200314281151&chat_type=private"
    "&auth_date=1733584787&hash=2174df5b000556d044f3f020384e879c8efcab55ddea2ced4eb752e93e7080d6"
    "&signature=zL-ucjNyREiHDE8aihFwpfR9aggP2xiAo3NSpfe-p7IbCisNlDKlo7Kb6G4D0Ao2mBrSgEk4maLSdv6MLIlADQ"
)
PUBLISHED = [
    (PLAIN, "5768337691:AAH5YkoiEuPk8-FZa32hStHTqXiLPtAEhx8", 1662771648, "Vladislav Kibenko"),
    (WITH_SIGNATURE, "7342037359:AAFZehRPBRs8Seg40oDjTMIW8uTGPuW1zfQ", 1733584787, "Vladislav + - ? / Kibenko"),
]
"""Real launches that Mini App libraries publish for checks like this one; the bots' tokens have been revoked."""


@pytest.mark.parametrize(("raw", "token", "when", "name"), PUBLISHED)
def test_published_launches_are_taken_in_their_hour(raw: str, token: str, when: int, name: str) -> None:
    assert check(raw, token, when + 1) == Launch(279058397, name, "ru")
    assert check(raw, token, when + 3600).user == 279058397
    assert check(raw, token, when - 60).user == 279058397
    for moment in (when + 3601, when - 61):
        with pytest.raises(BadLaunch, match="old"):
            check(raw, token, moment)
    with pytest.raises(BadLaunch, match="signature"):
        check(raw, token[:-1] + "x", when)


def test_a_launch_tells_who_and_whereto() -> None:
    found = check(launch(start_param="t_K7QF"), TOKEN, time.time())
    assert found == Launch(ANNA, "Anna Bianchi", "en", "t_K7QF")


@pytest.mark.parametrize("part", ["auth_date", "user", "hash", "signature"])
def test_a_launch_with_anything_changed_is_refused(part: str) -> None:
    raw = launch()
    at = raw.index(f"{part}=") + len(part) + 1
    for place in (at, at + 3):
        changed = raw[:place] + ("1" if raw[place] != "1" else "2") + raw[place + 1 :]
        with pytest.raises(BadLaunch):
            check(changed, TOKEN, time.time())


def test_a_field_that_was_added_or_stands_twice_is_refused() -> None:
    raw = launch()
    for added in ("&start_param=t_K7QF", "&user=%7B%22id%22%3A1%7D", f"&{raw.split('&')[0]}", "&", "&x"):
        with pytest.raises(BadLaunch):
            check(raw + added, TOKEN, time.time())


def test_what_is_no_launch_is_refused_and_breaks_nothing() -> None:
    for raw in ("", "hash=", "x", "a=b&hash=ü", "%ff=%ff", "user=1&hash=0", "a" * 5000, "&".join(["a=b"] * 100)):
        with pytest.raises(BadLaunch):
            check(raw, TOKEN, time.time())
    with pytest.raises(BadLaunch, match="long"):
        check(launch(start_param="x" * 4096), TOKEN, time.time())


@pytest.mark.parametrize("user", [0, -5, 2**52, 1.5, "4711", True, None])
def test_a_launch_without_a_proper_user_is_refused(user: object) -> None:
    with pytest.raises(BadLaunch, match="nobody"):
        check(launch(user), TOKEN, time.time())


@pytest.mark.parametrize("written", ["[]", "null", "{", "7", "[" * 2000])
def test_a_user_that_is_none_is_refused(written: str) -> None:
    raw = signed({"auth_date": str(int(time.time())), "user": written})
    with pytest.raises(BadLaunch):
        check(raw, TOKEN, time.time())


@pytest.mark.parametrize("when", ["", "soon", "-1", "1e9", "١٦٦٢٧٧١٦٤٨", "9" * 300])
def test_a_time_that_is_none_is_refused(when: str) -> None:
    with pytest.raises(BadLaunch):
        check(signed({"auth_date": when, "user": '{"id": 1}'}), TOKEN, time.time())
