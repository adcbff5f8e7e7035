"""The page inside Discord: what opens it, and who is let in by what Discord says of them."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest

from bot.platforms.web.discord_launch import Activity
from bot.platforms.web.server import LocalTable
from bot.store import Store
from tests.bot.platforms.discord.stage import Stage, stage
from tests.bot.platforms.web.public_house import HOST, ORIGIN, Phone
from tests.peers.discord_activity import FRAME, SECRET
from tests.peers.discord_people import User
from tests.peers.discord_server import API, TOKEN
from tests.peers.discord_world import APPLICATION_ID

FRAMED = f"https://{FRAME}"
ENTRY = {"id": "77", "application_id": "1", "version": "5", "type": 4, "name": "launch", "handler": 1}


@dataclass
class Inside:
    """A bot whose page opens inside Discord."""

    stage: Stage
    page: LocalTable
    stack: AsyncExitStack
    signed: int = 0

    async def sign_in(self, user: User, instance: str, code: str | None = None, at: str = "") -> tuple[int, Phone]:
        """As the page in Discord's frame does it; the phone has the session."""
        phone = await self.stack.enter_async_context(Phone(self.page, FRAMED))
        given = self.stage.server.activities.code(user.person) if code is None else code
        self.signed += 1
        fields, sender = {"code": given, "instance": instance, "at": at}, {"X-Forwarded-For": f"10.0.0.{self.signed}"}
        status = await phone.post("/in/discord", fields, **sender)
        phone.token = phone.state.get("token", "")
        return status, phone


@asynccontextmanager
async def inside(store: Store, folder: Path) -> AsyncIterator[Inside]:
    async with stage(store, folder, public_url=ORIGIN, has_activity=True) as s, AsyncExitStack() as stack:
        activity = Activity(str(APPLICATION_ID), SECRET, TOKEN, s.server.url + API)
        page = LocalTable(s.service, s.studio, "127.0.0.1", 0, posts=10_000, proxies="127.0.0.1", activity=activity)
        await page.start()
        stack.push_async_callback(page.stop)
        yield Inside(s, page, stack)


async def test_the_button_opens_the_page_on_my_seat_and_others_may_watch(store: Store, tmp_path: Path) -> None:
    async with inside(store, tmp_path) as house:
        s = house.stage
        lena, piet, onno = s.users
        code = await s.open_table("carrara", lena, piet)
        other = await s.open_table("firenze", lena, piet)
        board = await s.begun(code)
        for user, seat in ((lena, True), (onno, False)):
            act = await user.press_verb(board, "open")
            assert act.answer == 12, "the first and only answer"
            (instance,) = s.server.activities.instances
            status, phone = await house.sign_in(user, instance)
            assert status == 200, (phone.text, s.server.refused)
            assert (status, phone.state["go"]) == (200, f"/t/{code}"), "the table that was tapped"
            assert await phone.get(phone.state["go"]) == 200
            assert ("/answer" in phone.text or "Waiting" in phone.text or "to move" in phone.text) or not seat
        assert await phone.get(f"/t/{other}") == 200, "and whatever else is played in this room"
        status, phone = await house.sign_in(piet, instance)
        assert status == 401, "he is in the room, but not in the activity"


async def test_the_entry_command_opens_the_only_table_of_the_room(store: Store, tmp_path: Path) -> None:
    async with inside(store, tmp_path) as house:
        s = house.stage
        lena, piet, onno = s.users
        await s.stop()
        s.world.commands = [ENTRY]
        await s.start()
        code = await s.open_table("carrara", lena, piet)
        act = await onno.launch(s.room)
        assert act.answer == 12
        (instance,) = s.server.activities.instances
        status, phone = await house.sign_in(onno, instance)
        assert (status, phone.state["go"]) == (200, f"/t/{code}")
        elsewhere = s.world.channel(s.room.guild, "elsewhere")
        started = s.server.activities.start(elsewhere, onno.person)
        status, phone = await house.sign_in(onno, started.id, at=f"t_{code}")
        assert (status, phone.state["go"]) == (200, f"/t/{code}"), "a link may name it"
        status, phone = await house.sign_in(onno, started.id)
        assert (status, phone.state["go"]) == (200, "/"), "a room without a table: my own"


async def test_tables_opened_inside_belong_to_the_private_chat(store: Store, tmp_path: Path) -> None:
    async with inside(store, tmp_path) as house:
        s = house.stage
        lena = s.users[0]
        started = s.server.activities.start(s.room, lena.person)
        status, phone = await house.sign_in(lena, started.id)
        assert status == 200
        code = await phone.open_table()
        table = await s.service.queries.table(code)
        assert table.rooms == [f"discord:{lena.private.id}"]
        assert table.host == f"discord:{lena.person.id}"
        assert table.seats[0].name == "Lena"


async def test_where_discord_does_not_open_it_there_is_a_link(store: Store, tmp_path: Path) -> None:
    async with inside(store, tmp_path) as house:
        s = house.stage
        s.server.activities.is_on = False
        code = await s.open_table("carrara", *s.users[:2])
        board = await s.begun(code)
        act = await s.users[0].press_verb(board, "open")
        assert act.reply.only is s.users[0].person, "never in the room"
        assert f"{ORIGIN}/in/link#" in act.reply.text


async def test_without_the_activity_the_button_gives_a_link_that_lets_the_room_watch(
    store: Store, tmp_path: Path
) -> None:
    async with stage(store, tmp_path, public_url=ORIGIN) as s:
        code = await s.open_table("carrara", *s.users[:2])
        board = await s.begun(code)
        act = await s.users[2].press_verb(board, "open")
        assert act.reply.only is s.users[2].person
        page = LocalTable(s.service, s.studio, "127.0.0.1", 0, posts=10_000)
        await page.start()
        async with Phone(page) as phone:
            secret = act.reply.text.rpartition("#")[2].strip()
            assert await phone.post("/in/link", {"secret": secret}) == 200
            phone.token = phone.state["token"]
            assert await phone.get(phone.state["go"]) == 200
            assert await phone.post("/in/discord", {"code": "x", "instance": "y"}) in (401, 404, 405)
            phone.token = ""
            assert await phone.get("/?frame_id=1&instance_id=2", Accept="text/html") == 401, "no door of Discord's"
            assert 'data-inside="browser"' in phone.text
        await page.stop()


async def test_without_a_public_address_nothing_of_it_is_offered(store: Store, tmp_path: Path) -> None:
    async with stage(store, tmp_path) as s:
        code = await s.open_table("carrara", *s.users[:2])
        board = await s.begun(code)
        assert "c:open:" not in str(board.parts())
        assert "open" not in [command["name"] for command in s.world.commands]


async def test_bad_credentials_are_refused_in_the_same_words(
    store: Store, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    async with inside(store, tmp_path) as house:
        s, activities = house.stage, house.stage.server.activities
        lena, piet, _ = s.users
        instance = activities.start(s.room, lena.person).id
        used = activities.code(lena.person)
        status, phone = await house.sign_in(lena, instance, used)
        assert status == 200
        spoilt = phone.token[:-2] + ("AA" if phone.token[-2:] != "AA" else "BB")
        refusals = set()
        for code, where in (
            (used, instance),
            ("forged", instance),
            ("", instance),
            ("../users", instance),
            (activities.code(lena.person, "123"), instance),
            (activities.code(lena.person), "i-99-gc-1"),
            (activities.code(lena.person), "../../users/@me"),
            (activities.code(piet.person), instance),
        ):
            status, other = await house.sign_in(lena, where, code)
            assert status == 401, (code, where)
            refusals.add(other.text)
        s.server.fail("GET", "/activity-instances/", 500)
        status, other = await house.sign_in(lena, instance)
        refusals.add(other.text)
        assert (status, len(refusals)) == (401, 1)
        phone.token = spoilt
        assert await phone.get("/") == 401
        async with Phone(house.page, "https://1234.discordsays.com") as foreign:
            given = {"code": activities.code(lena.person), "instance": instance}
            assert await foreign.post("/in/discord", given) == 403, "the frame of another application"
    for secret in (SECRET, TOKEN, used, *activities.codes, *activities.lent, spoilt[:-2]):
        assert secret not in caplog.text


async def test_discords_door_may_stand_in_discords_frame_alone(store: Store, tmp_path: Path) -> None:
    async with inside(store, tmp_path) as house, Phone(house.page) as phone:
        assert await phone.get("/?frame_id=1&instance_id=2&platform=desktop", Accept="text/html") == 200
        assert 'data-inside="discord"' in phone.text
        assert f'data-app="{APPLICATION_ID}"' in phone.text
        assert SECRET not in phone.text
        policy = phone.answered["Content-Security-Policy"]
        assert "frame-ancestors https://discord.com https://*.discord.com;" in policy
        assert await phone.get("/?frame_id=1", Accept="text/html") == 401
        assert "frame-ancestors 'none'" in phone.answered["Content-Security-Policy"]
        assert HOST not in phone.text
