"""The page inside the chats, in Chromium: Telegram's app, the frame of its web client, Discord's frame; one game."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest
from playwright.async_api import Frame, Page, expect

from bot.store import Store
from bot.table.lobby import User
from tests.bot.conftest import one, single
from tests.bot.platforms.places import Places, places
from tests.bot.platforms.web.public_house import ANNA, HOST, ORIGIN, launch
from tests.bot.platforms.web.street import EVIL, PROXY, TELEGRAM, Street, framed, launched, street
from tests.peers.discord_activity import FRAME, HOME, SECRET, Proxy
from tests.peers.discord_people import User as Member
from tests.peers.discord_server import TOKEN

__all__ = ["one", "single"]
WRITE = """([code, text]) => {
    const form = document.querySelector(`form[action='/t/${code}/line']`);
    form.querySelector("[name=text]").value = text;
    form.requestSubmit();
}"""
CHANGED = "before => document.querySelector('#app').innerText !== before"
MOST_ANSWERS = 40


@dataclass
class Town:
    """The bot everywhere, and a browser in which all of the chats are open."""

    places: Places
    street: Street
    proxy: Proxy

    async def activity(self, member: Member, frame: str, **query: str) -> tuple[Page, Frame]:
        """Discord's client with the running activity of the room in it."""
        (instance,) = self.places.discord.server.activities.instances
        given = {"instance_id": instance, "frame_id": frame, "platform": "desktop", **query}
        address = f"https://{FRAME}/?" + "&".join([f"{name}={value}" for name, value in given.items()])
        return await framed(self.street, f"{HOME}/?user={member.person.id}", address)


@asynccontextmanager
async def town(store: Store, folder: Path) -> AsyncIterator[Town]:
    async with places(store, folder, "inside", ORIGIN) as p:
        proxy = Proxy(p.page.port, HOST)
        also = {HOME: p.discord.server.activities.client(), FRAME: proxy.app()}
        async with street(p.page, folder, also) as outside:
            yield Town(p, outside, proxy)


@pytest.mark.timeout(300)
async def test_one_game_with_a_seat_in_each_of_the_three_frames(one: Store, tmp_path: Path) -> None:
    async with town(one, tmp_path) as t:
        p, daria, tomas = t.places, t.places.discord.users[0], t.places.telegram.users[0].human.id
        act = await daria.slash(p.discord.room, "new", game="carrara", seats=3)
        code = act.reply.text.split("#")[1][:6]
        for number, name in ((ANNA, "Anna"), (tomas, "Tomas")):
            await p.service.lobby.join(f"join:{number}", code, User(f"telegram:{number}", name, "en"))
        await p.service.lobby.start("start", code, f"discord:{daria.person.id}")
        opened = await daria.press_verb(await p.discord.begun(code), "open")
        assert opened.answer == 12
        _, inside_web = await framed(t.street, TELEGRAM, launched(launch(tomas), at=f"t_{code}"))
        client, inside_discord = await t.activity(daria, "f1")
        seats: dict[str, Page | Frame] = {
            f"telegram:{ANNA}": await t.street.page(launched(launch(ANNA), at=f"t_{code}"), PROXY),
            f"telegram:{tomas}": inside_web,
            f"discord:{daria.person.id}": inside_discord,
        }
        for page in seats.values():
            await page.wait_for_selector(".table")
            await page.wait_for_selector(".pic img[src^='blob:']")
        assert (await client.evaluate("sent"))[0][0] == 0, "the handshake comes first"
        assert (await client.evaluate("sent"))[1][1]["args"]["scope"] == ["identify"]

        moved = set[str]()
        for _ in range(MOST_ANSWERS):
            turn = await p.turn(code)
            assert turn is not None
            if moved == set(seats):
                break
            if turn.user not in moved:
                before = {user: await page.inner_text("#app") for user, page in seats.items()}
            await seats[turn.user].wait_for_selector(f"form[action='/t/{code}/line']", state="attached")
            await seats[turn.user].evaluate(WRITE, [code, turn.line])
            await p.telegram.until_version(code, turn.version)
            then = await p.turn(code)
            if then is None or then.user != turn.user:
                moved.add(turn.user)
                for user, page in seats.items():
                    if user != turn.user:
                        await page.wait_for_function(CHANGED, arg=before[user])
        assert moved == set(seats), "each moved in its frame, and the other two saw it"

        activities = p.discord.server.activities
        secrets = {SECRET, TOKEN, *activities.lent, "code=", "access_token", "tgWebAppData", "Bearer"}
        for address in [*t.street.asked, *t.proxy.asked]:
            assert not [each for each in secrets if each in address.partition("#")[0]], address


@pytest.mark.timeout(300)
async def test_discords_frame_keeps_its_session_for_itself(one: Store, tmp_path: Path) -> None:
    async with town(one, tmp_path) as t:
        p, daria = t.places, t.places.discord.users[0]
        activities = p.discord.server.activities
        activities.start(p.discord.room, daria.person)
        page, frame = await t.activity(daria, "f1")
        await frame.wait_for_selector("#mine")
        codes = len(activities.lent)
        await frame.evaluate("location.reload()")
        await page.wait_for_function("sent.filter(([kind]) => kind === 0).length === 2")
        await frame.wait_for_selector("#mine")
        assert len(activities.lent) == codes == 1, "a reload keeps the session"
        await frame.evaluate("postMessage([1, {cmd: 'DISPATCH', evt: 'READY'}], '*')")

        activities.consents = False
        _, refused = await t.activity(daria, "f2")
        await expect(refused.locator("#door")).to_contain_text("/open")
        assert await refused.query_selector("#mine") is None, "another launch takes nothing of the one before"
        door = f"https://{HOST}/?frame_id=f3&instance_id=i-1"
        _, foreign = await framed(t.street, EVIL, door)
        await foreign.page.wait_for_timeout(0)
        async with foreign.page.expect_event("framenavigated", lambda each: "chrome-error" in each.url):
            await foreign.page.evaluate("document.querySelector('iframe').src += '&again=1'")
        await expect(foreign.locator("#app")).to_have_count(0)
