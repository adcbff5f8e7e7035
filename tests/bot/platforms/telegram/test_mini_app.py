"""The page inside Telegram: buttons in private, the menu, a link in groups where BotFather knows the page; `/open`."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

from bot.platforms.telegram.run import Door
from bot.service.page_access import watch_tag
from bot.store import Store
from bot.workers.panel_store import LOOKING
from tests.bot.platforms.telegram import stage as stages
from tests.bot.platforms.telegram import taps
from tests.bot.platforms.telegram.test_panels import play_out
from tests.bot.platforms.telegram.test_security import owed
from tests.bot.store.servers import eventually
from tests.peers.telegram_people import PATIENCE
from tests.peers.telegram_server import BotApi
from tests.peers.telegram_world import Message

ORIGIN = "https://games.example.org"


@asynccontextmanager
async def scene(
    store: Store, folder: Path, origin: str = ORIGIN, prepared: Callable[[BotApi], None] = lambda api: None
) -> AsyncIterator[stages.Stage]:
    """A bot with a public page."""

    def door(api: BotApi) -> Door:
        prepared(api)
        return Door(api.base_url, api.base_file_url, poll_seconds=1)

    async with stages.stage(store, folder, "Lena", "Piet", door=door, public_url=origin) as found:
        yield found


def opening(message: Message) -> list[str]:
    return [button["web_app"]["url"] for button in message.buttons() if "web_app" in button]


async def test_beside_every_question_in_private_the_table_can_be_opened(one: Store, tmp_path: Path) -> None:
    async with scene(one, tmp_path) as p:
        code = await p.open_table("carrara", *p.users)
        _, _, panel = await owed(p, code)
        assert opening(panel) == [f"{ORIGIN}/in/telegram?at=t_{code}"]
        await p.until_shown(code)
        board = p.board(code)
        assert board is not None
        assert not any("startapp" in button.get("url", "") for button in board.buttons()), "BotFather knows no page"
        assert p.api.menu_button["web_app"]["url"] == f"{ORIGIN}/in/telegram"
        assert p.api.menu_button["text"] == "Tables"
        assert any("open" in [each["command"] for each in listed] for listed in p.api.world.commands.values())


async def test_a_group_gets_a_link_with_the_permission_to_watch_when_botfather_knows_the_page(
    one: Store, tmp_path: Path
) -> None:
    def known(api: BotApi) -> None:
        api.has_main_web_app = True

    async with scene(one, tmp_path, prepared=known) as p:
        code = await p.open_table("carrara", *p.users)
        board = p.board(code)
        assert board is not None
        (link,) = [button["url"] for button in board.buttons() if "startapp" in button.get("url", "")]
        assert p.service.page is not None
        tag = watch_tag(await p.service.page.key(), code)
        assert link == f"https://t.me/{p.platform.bot.username}?startapp=t_{code}_{tag}"
        assert re.fullmatch(r"[A-Za-z0-9_-]{1,512}", link.partition("startapp=")[2])


async def test_without_a_public_address_nothing_of_it_is_offered(one: Store, tmp_path: Path) -> None:
    def left_over(api: BotApi) -> None:
        api.has_main_web_app = True
        app = {"url": "https://old.example.org/in/telegram"}
        api.menu_button = {"type": "web_app", "text": "Open the table", "web_app": app}

    async with scene(one, tmp_path, "", left_over) as p:
        code = await p.open_table("carrara", *p.users)
        _, _, panel = await owed(p, code)
        assert opening(panel) == []
        board = p.board(code)
        assert board is not None
        assert not any("startapp" in button.get("url", "") for button in board.buttons())
        assert p.api.menu_button == {"type": "default"}, "a button that leads nowhere is taken away"
        assert not any("open" in [each["command"] for each in listed] for listed in p.api.world.commands.values())
        await p.users[0].write("/open")
        said = await p.users[0].wait_for("no page for browsers")
        assert "http" not in said.plain


async def test_somebody_elses_menu_button_stays_without_a_public_address(one: Store, tmp_path: Path) -> None:
    theirs = {"type": "web_app", "text": "Shop", "web_app": {"url": "https://shop.example.org/"}}

    def set_by_host(api: BotApi) -> None:
        api.menu_button = dict(theirs)

    async with scene(one, tmp_path, "", set_by_host) as p:
        assert p.api.menu_button == theirs


async def test_open_sends_a_link_of_ones_own_in_private_even_from_a_group(one: Store, tmp_path: Path) -> None:
    async with scene(one, tmp_path) as p:
        lena = p.users[0]
        await lena.write("/open", p.room)
        said = await lena.wait_for(f"{ORIGIN}/in/link#")
        assert said.id in lena.private.messages
        assert not any("/in/link" in each.plain for each in p.room.visible())
        assert p.service.page is not None
        found = await p.service.page.redeem(said.plain.rpartition("#")[2].strip())
        assert found is not None
        who, go = found
        assert (who.ref, who.room, go) == (f"telegram:{lena.human.id}", f"telegram:{lena.human.id}", "")
        assert await p.service.page.redeem(said.plain.rpartition("#")[2].strip()) is None


async def test_open_leads_to_the_table_that_is_named_if_it_is_ones_own(one: Store, tmp_path: Path) -> None:
    async with scene(one, tmp_path) as p:
        lena, piet = p.users
        code, _ = await p.open_lobby("carrara", lena, seats=2)
        await lena.write(f"/open {code}")
        said = await lena.wait_for(f"{ORIGIN}/in/link#")
        assert p.service.page is not None
        found = await p.service.page.redeem(said.plain.rpartition("#")[2].strip())
        assert found is not None
        assert found[1] == f"t_{code}"
        await piet.write(f"/open {code}")
        await piet.wait_for("no table")


async def test_the_chat_does_not_ring_for_what_somebody_sees_on_the_page(one: Store, tmp_path: Path) -> None:
    async with scene(one, tmp_path) as p:
        lena, piet = p.users
        code = await p.open_table("carrara", lena, piet)
        user, _, panel = await owed(p, code)
        await play_out(p, code, user)
        await p.until_shown(code)
        await p.later(61)
        await one.set_user(f"telegram:{user.human.id}", {LOOKING: f"{p.clock():.3f}"})
        await play_out(p, code, piet if user is lena else lena)
        _, pending, again = await owed(p, code)
        assert again.id == panel.id, "edited without a sound"
        await p.later(301)
        alert = await user.until(lambda: next((m for m in user.private.visible() if m.id > panel.id), None))
        assert taps.asks(alert, pending), "who has not been seen there for five minutes is alerted after all"


async def test_who_has_the_page_open_gets_no_first_message_until_it_is_closed(one: Store, tmp_path: Path) -> None:
    async with scene(one, tmp_path) as p:
        lena, piet = p.users
        for each in (lena, piet):
            await one.set_user(f"telegram:{each.human.id}", {LOOKING: f"{p.clock():.3f}"})
        code = await p.open_table("carrara", lena, piet)
        loaded = await p.loaded(code)
        assert loaded.state is not None
        pending = next(each for each in loaded.engine.pending(loaded.state) if each.owed)
        user = p.user_of(loaded, pending.seat)

        async def is_put_off() -> bool:
            name = f"seat:{pending.seat}:telegram:{user.human.id}"
            shown = (await one.shown(code)).get(name)
            return shown is not None or p.board(code) is not None

        await eventually(is_put_off, PATIENCE)
        assert not [m for m in user.private.visible() if taps.asks(m, pending)]
        await p.later(301)
        await user.until(lambda: [m for m in user.private.visible() if taps.asks(m, pending)])
