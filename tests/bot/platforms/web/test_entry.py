"""Who may come in at the local table: by the code or by invitation, watching by permission, codes not tried out."""

from __future__ import annotations

import re

import pytest

from bot.platforms.web import guard
from bot.platforms.web.server import LocalTable
from bot.table.lobby import User
from tests.bot.platforms.web.visitor import Visitor, code_of, link_of


async def test_by_invitation_nobody_watches_or_sits_down_without_a_link(host: Visitor, stranger: Visitor) -> None:
    code, link = code_of(host), link_of(host)
    assert await stranger.get(f"/t/{code}") == 200
    await host.post(f"/t/{code}/options", entry="link")
    assert await stranger.get(f"/t/{code}") == 404
    assert await stranger.get(f"/t/{code}/state") == 404
    assert await stranger.get(f"/t/{code}/board.png") == 404
    await host.get(f"/t/{code}")
    watch = re.search(r'value="http://[^/"]+(/w/[\w/-]+)"', host.text)
    assert watch
    assert await stranger.get(f"/w/{code}/{'0' * 16}") == 410
    assert await stranger.get(watch.group(1)) == 200
    assert f"/t/{code}" in stranger.url
    assert await stranger.post(link, name="Piet") == 200
    await host.get(f"/t/{code}")
    assert "Piet" in host.text


async def test_a_table_of_a_private_chat_is_not_seen_here(table: LocalTable, stranger: Visitor) -> None:
    """The page beside the chats: whoever knows the code of a chat's table does not see it."""
    lena = User("discord:1", "Lena")
    code = (await table.site.service.lobby.create("new", "carrara", lena, "discord:77")).table.code
    assert await stranger.get(f"/t/{code}") == 404


async def test_trying_out_codes_is_slowed_down(
    host: Visitor, stranger: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    answers = [await stranger.get(f"/t/ZZZZZ{letter}/state") for letter in "BCDFGHJKMNPQRSTVWXZ23456789BCDFGHJKM"]
    assert answers[: guard.WRONG_CODES] == [404] * guard.WRONG_CODES
    assert answers[-1] == 429
    assert await stranger.get("/") == 200


async def test_tables_are_not_opened_without_end(table: LocalTable, stranger: Visitor) -> None:
    await stranger.get("/")
    opened = table.site.guard._opened
    for _ in range(guard.OPENED):
        opened.count("127.0.0.1")
    assert await stranger.post("/new", game="carrara") == 429


async def test_a_word_is_written_in_the_lobby_and_the_hash_stands_there(host: Visitor, table: LocalTable) -> None:
    code = code_of(host)
    before = await table.site.service.queries.table(code)
    assert before.commitment in host.text
    await host.post(f"/t/{code}/word", number=0, word="<b>lake")
    await host.get(f"/t/{code}")
    assert "&lt;b&gt;lake" in host.text
    assert "<b>lake" not in host.text
    await host.post(f"/t/{code}/word", number=1, word="not mine")
    assert [seat.word for seat in (await table.site.service.queries.table(code)).seats if seat.word] == ["<b>lake"]
    await host.post(f"/t/{code}/start")
    after = await table.site.service.queries.table(code)
    await host.get(f"/t/{code}")
    assert after.commitment == before.commitment
    assert after.seal in host.text
