"""Layouts on Discord: what rings is one plain line, nothing is posted twice, pictures stay, guests play in private."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

import discord
import pytest

from bot.messages.panel import Cards, Option, Panel, post_of
from bot.platforms.discord import request_budget
from bot.platforms.discord.errors import Limited
from bot.platforms.discord.layout import MOST_PARTS, layout_of
from bot.platforms.discord.request_budget import OWN, SHARE, SHARES, RequestBudget
from bot.store import Store
from tests.bot.platforms.discord.stage import Stage, stage
from tests.bot.platforms.discord.test_panels import aged
from tests.bot.platforms.discord.test_scenes import asked, owed
from tests.peers.discord_people import User
from tests.peers.discord_world import Message, walk

PRIVATE_EDIT = r"/channels/\d+/messages/\d+$"


def notices(s: Stage, user: User) -> list[Message]:
    return [message for message in user.dms() if "Your move" in f"{message.push}{message.text}"]


async def test_a_notice_rings_with_a_plain_line_and_becomes_the_panel(store: Store, tmp_path: Path) -> None:
    async with stage(store, tmp_path) as s:
        code = await s.open_table("carrara", *s.users[:2])
        board = await s.begun(code)
        user, pending = await owed(s, code)
        panel = await asked(s, user, pending)
        assert panel.push == f"Your move: Carrara #{code}. One action."
        assert panel.is_layout
        assert not panel.content
        box = next(part for part in panel.components if part["type"] == 17)
        assert box["accent_color"] == 0x3B927D
        assert [part["type"] for part in panel.components[:2]] == [10, 12], "the picture stands outside the box"
        assert board.is_layout
        assert not board.push, "the board is for those who look"


async def test_a_tap_is_known_by_its_id_alone(store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The library would build every part of the message anew before a tap could be acknowledged, and keep it."""

    def built(*_: object, **__: object) -> None:
        raise AssertionError("a message was built anew for a tap")

    monkeypatch.setattr(discord.ui.LayoutView, "from_message", built)
    monkeypatch.setattr(discord.ui.View, "from_message", built)
    async with stage(store, tmp_path) as s:
        code = await s.open_table("carrara", *s.users[:2])
        board = await s.begun(code)
        act = await s.users[0].press_verb(board, "log")
        assert act.reply.text
        views = s.platform.client._connection._view_store
        assert not views._views, "nothing is kept of what was sent"
        assert not views._dynamic_items


async def test_a_line_whose_panel_did_not_come_becomes_it_later(store: Store, tmp_path: Path) -> None:
    """As after a process that died between the two: the line stands, and the next round makes the panel of it."""
    async with stage(store, tmp_path) as s:
        lena, piet, _ = s.users
        for person in (lena, piet):
            s.server.fail("PATCH", rf"/channels/{person.private.id}/messages/\d+$", 429, retry_after=20.0)
        code = await s.open_table("carrara", lena, piet)
        user, pending = await owed(s, code)
        await s.shown(lambda: notices(s, user))
        await s.shown(lambda: not s.server.faults[[lena, piet].index(user)].times)
        assert not notices(s, user)[0].is_layout
        await s.later(20)
        panel = await asked(s, user, pending)
        assert panel.is_layout
        await s.at_rest()
        assert len(notices(s, user)) == 1, "and nothing stands twice"


@pytest.mark.parametrize("method", ["POST", "PATCH"])
async def test_an_answer_that_is_lost_after_delivery_brings_no_second_notice(
    store: Store, tmp_path: Path, method: str
) -> None:
    async with stage(store, tmp_path) as s:
        lena, piet, _ = s.users
        code = await s.open_table("carrara", lena, piet)
        await s.begun(code)
        user, pending = await owed(s, code)
        await asked(s, user, pending)
        path = rf"/channels/{user.private.id}/messages" + ("$" if method == "POST" else r"/\d+$")
        fault = s.server.fail(method, path, 503, lost=True)
        await aged(s, 37 * 3600.0)
        await s.shown(lambda: not fault.times)
        for _ in range(3):
            await s.later(20)
        reminders = await s.shown(lambda: [m for m in user.dms() if m.is_layout and "Half the time left" in m.text])
        await s.at_rest()
        assert len([m for m in user.dms() if "Half the time left" in f"{m.push}{m.text}"]) == len(reminders) == 1
        assert not notices(s, user), "the notice before it is gone"


async def test_an_edit_that_does_not_name_the_picture_loses_it(store: Store, tmp_path: Path) -> None:
    """Of the Discord of the tests: so a bot that forgets it is found out."""
    async with stage(store, tmp_path) as s:
        code = await s.open_table("carrara", *s.users[:2])
        await s.begun(code)
        user, pending = await owed(s, code)
        panel = await asked(s, user, pending)
        before = len(s.world.sent)
        await user.press(panel, "Build")
        edits = [sent for sent in s.world.sent[before:] if "/webhooks/" in sent.path and sent.method == "PATCH"]
        assert edits
        assert all(sent.payload["attachments"] for sent in edits)
        assert panel.alt()[0]


async def test_where_the_bot_is_no_member_a_table_is_opened_in_the_private_chat(store: Store, tmp_path: Path) -> None:
    async with stage(store, tmp_path) as s:
        lena = s.users[0]
        elsewhere = s.world.guild("Elsewhere", lena.person)
        elsewhere.has_bot = False
        room = s.world.channel(elsewhere, "talk")
        act = await lena.slash(room, "new", game="carrara", seats=2, computer=1)
        code = act.reply.text.split("#")[1][:6]
        await s.shown(lambda: [message for message in lena.dms() if f"#{code}" in message.text])
        assert not [message for message in room.messages.values() if message.only is None]
        assert f"#{code}" in (await lena.slash(room, "games")).reply.text


async def test_all_processes_share_what_discord_allows(store: Store) -> None:
    now = 1000.0
    first, second = [RequestBudget(store, lambda: now) for _ in range(2)]
    for _ in range(SHARES[0] // 2 * SHARE):
        await first.spend()
    for _ in range((SHARES[0] - SHARES[0] // 2) * SHARE):
        await second.spend()
    with pytest.raises(Limited) as limited:
        await second.spend()
    assert 0 < (limited.value.retry_after or 0) <= SHARES[1]
    now += SHARES[1]
    await second.spend()


async def test_whoever_answers_a_person_waits_for_the_common_budget(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    now, waits = 1000.0, list[float]()
    worker, listener = [RequestBudget(store, lambda: now) for _ in range(2)]

    async def pause(seconds: float) -> None:
        nonlocal now
        waits.append(seconds)
        now += seconds

    monkeypatch.setattr(request_budget.asyncio, "sleep", pause)
    for _ in range(SHARES[0] * SHARE):
        await worker.spend()
    for _ in range(OWN):
        await listener.wait()
    assert not waits, "a few answers have room of their own"
    await listener.wait()
    assert 0 < sum(waits) <= SHARES[1]


async def test_private_chats_and_greetings_count(store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    counted, wait = list[str](), RequestBudget.wait

    async def noted(budget: RequestBudget) -> None:
        counted.append("")
        await wait(budget)

    monkeypatch.setattr(RequestBudget, "wait", noted)
    async with stage(store, tmp_path) as s:
        guest = s.users[2]
        elsewhere = s.world.guild("Elsewhere", guest.person)
        elsewhere.has_bot = False
        await guest.slash(s.room, "help")
        before = len(counted)
        await guest.slash(s.world.channel(elsewhere, "talk"), "new", game="carrara")
        assert len(counted) == before + 1, "the private chat was opened within the budget"
        newcomer = User(s.server, s.world.person("Mallory"))
        guild = s.world.guild("Others", newcomer.person)
        room, before = s.world.channel(guild, "lobby"), len(counted)
        for _ in range(60):
            await s.server.join_guild(guild)  # while the client still logs in, a server counts as an old one
            with suppress(TimeoutError):
                await s.shown(lambda: newcomer.sees(room), 1)
                break
        assert len(counted) == before + len(newcomer.sees(room)), "a greeting is sent within the budget"


def test_options_too_many_for_cards_keep_their_effects_in_the_text() -> None:
    few, many = [
        Cards(tuple([Option(f"a:T:{n}:x", f"Thing {n}", effect=f"effect {n}") for n in range(count)]), "Choose")
        for count in (6, 20)
    ]
    for cards, is_beside in ((few, True), (many, False)):
        view = layout_of(post_of(Panel("alert", "headline", parts=(cards,))))
        parts = [*walk(view.to_components())]
        assert len(parts) <= MOST_PARTS
        assert any(part["type"] == 9 for part in parts) is is_beside
        said = "\n".join([part["content"] for part in parts if part["type"] == 10])
        assert all(option.effect in said for option in cards.options)
