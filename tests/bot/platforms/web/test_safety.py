"""Strangers, wrong links, hostile requests: refused, or shown harmlessly."""

from __future__ import annotations

import re

import pytest
from aiohttp import FormData, WSServerHandshakeError

from bot.platforms.web.guard import HEADERS
from bot.platforms.web.server import LocalTable
from bot.store import StoreAway
from tests.bot.platforms.web.visitor import Visitor, begin, code_of, link_of


async def test_every_answer_carries_the_protecting_headers(stranger: Visitor) -> None:
    for path in ("/", "/settings", "/rules/carrara", "/t/ZZZZ", "/static/0/table.js"):
        await stranger.get(path)
        for name, value in HEADERS.items():
            assert stranger.headers[name] == value, path


async def test_a_visitor_can_watch_but_neither_act_nor_see_a_hand(host: Visitor, stranger: Visitor) -> None:
    code, seat, ask = await begin(host)
    assert ask in host.text
    assert "only you see this" in host.text.lower()
    assert await stranger.get(f"/t/{code}?seat={seat}&ask={ask}") == 200
    assert ask not in stranger.text
    assert "only you see this" not in stranger.text.lower()
    assert "You watch" in stranger.text
    await stranger.post(f"/t/{code}/answer", seat=seat, plan=f"{ask}:o0")
    assert "Not possible" in stranger.text
    await stranger.post(f"/t/{code}/line", seat=seat, text="build")
    assert "Not possible" in stranger.text
    await stranger.post(f"/t/{code}/undo", seat=seat)
    assert "Not possible" in stranger.text
    await host.get(f"/t/{code}")
    assert ask in host.text, "the question still stands"


async def test_an_invitation_works_once_and_looking_at_it_changes_nothing(host: Visitor, stranger: Visitor) -> None:
    code, link = code_of(host), link_of(host)
    for _ in range(3):
        assert await stranger.get(link) == 200
    await host.get(f"/t/{code}")
    assert link in host.text
    assert await stranger.post(link, name="Piet") == 200
    assert "/t/" in stranger.url
    await host.get(f"/t/{code}")
    assert "Piet" in host.text
    assert link not in host.text
    assert await host.get(link) == 410
    assert await stranger.get(f"/s/{code}/AAAAAAAAAAAAAAAAAAAAAA") == 410


async def test_guessing_links_is_slowed_down(host: Visitor, stranger: Visitor) -> None:
    code = code_of(host)
    answers = [await stranger.get(f"/s/{code}/guess{number}") for number in range(12)]
    assert answers[:10] == [410] * 10
    assert answers[-1] == 429


async def test_cross_site_requests_cannot_act(host: Visitor) -> None:
    code = code_of(host)
    assert await host.post(f"/t/{code}/cancel", headers={"Origin": "https://evil.example"}) == 403
    assert await host.post(f"/t/{code}/cancel", headers={"Origin": "null"}) == 403
    assert await host.post(f"/t/{code}/cancel", headers={}) == 403
    host.token = "0" * 32
    assert await host.post(f"/t/{code}/cancel") == 403
    with pytest.raises(WSServerHandshakeError):
        await host.session.ws_connect(f"{host.base}/events?at=/t/{code}/state", origin="https://evil.example")


async def test_a_name_that_is_not_ours_is_turned_away(stranger: Visitor) -> None:
    assert await stranger.get("/", Host="rebinding.example") == 421
    assert await stranger.get("/", Host="localhost:8137") == 200


async def test_script_in_names_and_lines_is_shown_harmlessly(host: Visitor, stranger: Visitor) -> None:
    code = code_of(host)
    await stranger.get(link_of(host))
    await stranger.post(link_of(host), name="<script>alert(1)</script>")
    await host.get(f"/t/{code}")
    assert "<script>alert" not in host.text
    assert "&lt;script&gt;alert(1)" in host.text
    await host.post(f"/t/{code}/start")
    await host.get(f"/t/{code}")
    assert "<script>alert" not in host.text
    await host.get('/rules/carrara?q=<img src=x onerror="alert(1)">/a/b')
    assert "<img src=x" not in host.text


async def test_oversized_and_malformed_requests_are_refused(host: Visitor) -> None:
    code, seat, ask = await begin(host)
    assert await host.post(f"/t/{code}/line", seat=seat, text="x" * 20_000) == 413
    for draft in ("=o", "=oZZ", "=m____________", "?", "=b9999", "\x00", "=o0:x", "a" * 500):
        await host.post(f"/t/{code}/answer", seat=seat, plan=f"{ask}:{draft}")
    for seat_written in ("-1", "99", "x", "1e9", ""):
        await host.post(f"/t/{code}/answer", seat=seat_written, plan=f"{ask}:o0")
        assert "Not possible" in host.text
    await host.get(f"/t/{code}?seat=9999999&side=%00&plan=%FF&about=-7")
    await host.get(f"/t/{code}")
    assert ask in host.text
    form = FormData()
    form.add_field("token", host.token)
    form.add_field("text", b"\xff\xfe", filename="evil", content_type="application/octet-stream")
    url = f"{host.base}/t/{code}/line"
    async with host.session.post(url, data=form, headers={"Origin": host.base}) as response:
        assert response.status < 500


async def test_a_socket_ends_on_what_it_does_not_understand(host: Visitor) -> None:
    code, _, _ = await begin(host)
    for frame in (b"\x00" * 10, "x" * 5000):
        async with host.session.ws_connect(f"{host.base}/events?at=/t/{code}/state", origin=host.base) as socket:
            await (socket.send_bytes(frame) if isinstance(frame, bytes) else socket.send_str(frame))
            while not socket.closed:
                await socket.receive()
    assert await host.get(f"/t/{code}") == 200


async def test_files_outside_the_page_cannot_be_fetched(stranger: Visitor) -> None:
    for path in ("/static/x/../../../etc/passwd", "/static/0/..%2f..%2fserver.py", "/static/0/server.py"):
        assert await stranger.get(path) == 404


async def test_a_seat_can_be_taken_to_another_device_once(host: Visitor, stranger: Visitor) -> None:
    await host.get("/settings")
    assert await host.post("/device") == 200
    found = re.search(r'value="http://[^/]+(/d/[\w-]+)"', host.text)
    assert found
    await stranger.get(found.group(1))
    await stranger.post(found.group(1))
    await stranger.get("/")
    assert "Carrara" in stranger.text
    assert "No table yet" not in stranger.text
    other = Visitor(host.base)
    await other.get(found.group(1))
    await other.post(found.group(1))
    await other.get("/")
    assert "No table yet" in other.text
    await other.session.close()


async def test_while_the_storage_is_away_the_page_says_so(
    table: LocalTable, stranger: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def away(*_: object, **__: object) -> None:
        raise StoreAway("nobody answers")

    monkeypatch.setattr(table.site.service.work.store.link, "script", away)
    for path in ("/new", "/alone"):
        assert await stranger.post(path, game="carrara") == 200
        assert "I cannot reach my storage." in stranger.text
