"""When Discord or people get in the way: each case has a sentence and a way back."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from pathlib import Path

import discord
import pytest

from bot.platforms.discord.client import SignoriaClient
from bot.platforms.discord.errors import PrivateClosed, RoomGone, understood
from bot.platforms.discord.invite import application_of, invite
from bot.platforms.discord.run import Shards, _connected, serving
from bot.service.table_service import TableService
from bot.store import Store
from bot.workers import leases
from bot.workers.platform import PlatformTrouble
from config.settings import ConfigError
from engines.kit import Dice
from render import Studio
from tests.bot.platforms.discord import hand
from tests.bot.platforms.discord.stage import Stage, stage
from tests.bot.platforms.discord.test_scenes import asked, owed
from tests.bot.platforms.outage import outage
from tests.peers.discord_server import TOKEN
from tests.peers.discord_world import Message


async def touch(s: Stage, code: str) -> None:
    """Something happens at the table, so that its messages change."""
    user, _ = await owed(s, code)
    await user.slash(s.room, "move", text="build", table=code)
    await user.slash(s.room, "undo", table=code)


async def end_turn(s: Stage, code: str) -> None:
    """Whoever is to move answers until somebody else is."""
    first, _ = await owed(s, code)
    for _ in range(20):
        user, pending = await owed(s, code)
        if user is not first:
            return
        loaded = await s.loaded(code)
        value = loaded.engine.policy(loaded.state, pending.seat, pending.step, pending.ask, Dice("turn").below)
        panel = (await user.slash(s.room, "move", table=code)).reply
        await hand.answer(user, panel, pending, value)
    raise AssertionError("the turn does not end")


@pytest.mark.parametrize("code", [50007, 50278])
async def test_closed_private_messages_fall_back_to_a_mention(code: int, store: Store, tmp_path: Path) -> None:
    async with stage(store, tmp_path) as s:
        for user in s.users[:2]:
            user.person.dms_closed, user.person.closed_code = True, code
        table = await s.open_table("carrara", *s.users[:2])
        await s.begun(table)
        user, _ = await owed(s, table)

        def pings() -> list[Message]:
            return [m for m in s.room.messages.values() if "I cannot write to you: tap My move." in m.text]

        (ping,) = await s.shown(pings)
        assert ping.pinged == {str(user.person.id)}
        panel = (await user.press(ping, "My move")).reply
        assert panel.only is user.person
        assert "To get notices: server name, Privacy Settings" in panel.text
        assert "One action" in panel.text
        assert not user.dms()
        await end_turn(s, table)
        await s.shown(lambda: ping not in s.room.messages.values())


async def test_a_deleted_board_message_comes_again(store: Store, tmp_path: Path) -> None:
    async with stage(store, tmp_path) as s:
        code = await s.open_table("carrara", *s.users[:2])
        board = await s.begun(code)
        del s.room.messages[board.id]
        await touch(s, code)
        again = await s.shown(lambda: s.board(code))
        assert again is not board


async def test_an_old_board_that_scrolled_away_is_posted_again_below(store: Store, tmp_path: Path) -> None:
    async with stage(store, tmp_path) as s:
        code = await s.open_table("carrara", *s.users[:2])
        board = await s.begun(code)
        chatter = Message(s.world.new_id(), s.room, "what a day", author=s.users[2].person)
        s.room.messages[chatter.id] = chatter
        await s.later(700)
        await end_turn(s, code)
        again = await s.shown(lambda: (found := s.board(code)) and found is not board and found)
        assert again.id > chatter.id
        await s.shown(lambda: board.id not in s.room.messages)


async def test_a_restarted_bot_sees_that_the_board_has_scrolled_away(store: Store, tmp_path: Path) -> None:
    async with stage(store, tmp_path) as s:
        code = await s.open_table("carrara", *s.users[:2])
        board = await s.begun(code)
        await s.later(700)
        for seal in [each for each in s.room.messages.values() if not each.is_layout and each.only is None]:
            del s.room.messages[seal.id]
        before = board.edits
        await end_turn(s, code)
        await s.shown(lambda: board.edits > before)
        assert s.board(code) is board, "nothing stands below it, so it stays"
        await s.later(1)
        await s.stop()
        chatter = Message(s.world.new_id(), s.room, "what a day", author=s.users[2].person)
        s.room.messages[chatter.id] = chatter
        await s.start()
        await end_turn(s, code)
        again = await s.shown(lambda: (found := s.board(code)) and found is not board and found)
        assert again.id > chatter.id
        await s.shown(lambda: board.id not in s.room.messages)


async def test_lost_permissions_are_told_to_the_host_and_found_again(store: Store, tmp_path: Path) -> None:
    async with stage(store, tmp_path) as s:
        host = s.users[0]
        code = await s.open_table("carrara", *s.users[:2])
        board = await s.begun(code)
        await s.at_rest()
        s.room.denied |= {"send", "view"}
        await touch(s, code)
        await s.shown(lambda: any("I may not write in the room" in m.text for m in host.dms()))
        told = [m for m in host.dms() if "I may not write in the room" in m.text]
        await touch(s, code)
        s.room.denied.clear()
        edits = board.edits
        await s.later(3700)
        await s.shown(lambda: board.edits > edits)
        boards = [m for m in s.room.messages.values() if m.only is None and m.components]
        assert boards == [board], "the old board goes on, and no second one stands beside it"
        assert [m for m in host.dms() if "I may not write in the room" in m.text] == told


async def test_a_deleted_room_is_told_to_every_seat_and_the_host_finds_another(store: Store, tmp_path: Path) -> None:
    async with stage(store, tmp_path) as s:
        lena, piet, _ = s.users
        code = await s.open_table("carrara", lena, piet)
        await s.begun(code)
        assert s.room.guild is not None
        other = s.world.channel(s.room.guild, "other")
        await s.server.remove_channel(s.room)
        user, _ = await owed(s, code)
        await user.slash(user.private, "move", text="turn the wheel and buy", table=code)
        for each in (lena, piet):
            await s.shown(lambda each=each: any("is gone. We go on here" in m.text for m in each.dms()))
        assert sum("is gone" in m.text for m in piet.dms()) == 1
        await lena.slash(other, "table here", table=code)
        s.room = other
        assert await s.shown(lambda: s.board(code))


async def test_an_archived_thread_gets_a_new_board(store: Store, tmp_path: Path) -> None:
    async with stage(store, tmp_path) as s:
        s.room = s.world.thread(s.room, "our game")
        code = await s.open_table("carrara", *s.users[:2])
        board = await s.begun(code)
        s.room.archived = True
        await touch(s, code)
        again = await s.shown(lambda: (found := s.board(code)) and found is not board and found)
        assert not s.room.archived
        assert again


async def test_a_locked_thread_is_told_to_the_host_and_opened_again(store: Store, tmp_path: Path) -> None:
    async with stage(store, tmp_path) as s:
        s.room = s.world.thread(s.room, "our game")
        host = s.users[0]
        code = await s.open_table("carrara", *s.users[:2])
        board = await s.begun(code)
        s.room.archived = s.room.locked = True
        await touch(s, code)
        await s.shown(lambda: any("I may not write in the room" in m.text for m in host.dms()))
        s.room.locked = False
        await s.later(3700)
        assert await s.shown(lambda: (found := s.board(code)) and found is not board and found)


async def test_a_private_chat_that_is_gone_falls_back_to_a_mention(store: Store, tmp_path: Path) -> None:
    async with stage(store, tmp_path) as s:
        code = await s.open_table("carrara", *s.users[:2])
        await s.begun(code)
        first, pending = await owed(s, code)
        await asked(s, first, pending)
        for user in s.users[:2]:
            user.private.deleted = True
        await end_turn(s, code)
        second, _ = await owed(s, code)
        alerted = {str(second.person.id)}
        ping = await s.shown(lambda: next((m for m in s.room.messages.values() if m.pinged == alerted), None))
        assert "One action" in (await second.press(ping, "My move")).reply.text


async def test_a_channel_where_the_bot_may_not_write_opens_no_table(store: Store, tmp_path: Path) -> None:
    async with stage(store, tmp_path) as s:
        s.room.denied.add("attach")
        act = await s.users[0].slash(s.room, "new", game="carrara")
        assert "I may not write in this channel." in act.reply.text
        assert not await s.service.queries.games_of(f"discord:{s.users[0].person.id}")


async def test_the_bot_thrown_out_goes_on_in_private(store: Store, tmp_path: Path) -> None:
    async with stage(store, tmp_path) as s:
        code = await s.open_table("carrara", *s.users[:2])
        board = await s.begun(code)
        user, _ = await owed(s, code)
        assert s.room.guild is not None
        await s.server.kick(s.room.guild)
        await user.slash(user.private, "move", text="turn the wheel and buy", table=code)
        await s.shown(lambda: any("Which segment of the wheel?" in m.text for m in user.dms()))
        host = s.users[0]
        await s.shown(lambda: any("use /table here elsewhere" in m.text for m in host.dms()))
        s.room.denied.clear()
        edits = board.edits
        await s.server.join_guild(s.room.guild)
        await s.later(3700)
        await s.shown(lambda: board.edits > edits)
        assert [m for m in s.room.messages.values() if m.only is None and "c:move:" in str(m.parts())] == [board]


async def test_a_server_fault_leaves_the_table_due(store: Store, tmp_path: Path) -> None:
    async with stage(store, tmp_path) as s:
        code = await s.open_table("carrara", *s.users[:2])
        board = await s.begun(code)
        edits = board.edits
        fault = s.server.fail("PATCH", rf"/channels/{s.room.id}/messages/", 503, times=1)
        await touch(s, code)
        await s.shown(lambda: not fault.times)
        await s.later(20)
        await s.shown(lambda: board.edits > edits)


async def test_a_lost_answer_is_not_posted_twice(store: Store, tmp_path: Path) -> None:
    async with stage(store, tmp_path) as s:
        s.server.fail("POST", rf"/channels/{s.room.id}/messages$", 503, lost=True)
        act = await s.users[0].slash(s.room, "new", game="carrara")
        code = act.reply.text.split("#")[1][:6]
        await s.shown(lambda: s.board(code))
        await s.later(20)
        posts = [sent for sent in s.world.sent if sent.path.endswith(f"{s.room.id}/messages")]
        await s.shown(lambda: len([x for x in s.world.sent if x.path.endswith(f"{s.room.id}/messages")]) > len(posts))
        assert sum(message.only is None for message in s.room.messages.values()) == 1


async def test_old_buttons_work_after_a_restart(store: Store, tmp_path: Path) -> None:
    async with stage(store, tmp_path) as s:
        code = await s.open_table("carrara", *s.users[:2])
        board = await s.begun(code)
        user, pending = await owed(s, code)
        panel = await asked(s, user, pending)
        opened = await user.press_more(panel, "Type a move")
        await s.stop()
        await s.start()
        assert "Which building?" in (await user.submit(opened, "build")).reply.text
        await s.shown(lambda: "Which building?" in panel.text)
        await user.press(panel, "Undo")
        assert "Taken back" in panel.text
        assert "One action" in (await user.press(board, "My move")).reply.text


async def test_one_process_listens_and_another_takes_over(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(leases, "SECONDS", 6.0)
    async with stage(store, tmp_path) as s:
        studio = Studio()
        async with serving(TableService(store, tmp_path), studio, TOKEN):
            assert (await s.users[0].slash(s.room, "help")).reply.text
            assert len(s.server.sessions) == 1
            await s.stop()
            await asyncio.wait_for(s.server.identified.wait(), 60)
            assert (await s.users[0].slash(s.room, "help")).reply.text
            assert len(s.server.sessions) == 1
        studio.close()


async def test_while_the_storage_is_away_people_are_told_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with outage(monkeypatch) as storage, stage(storage.store, tmp_path) as s:
        lena = s.users[0]
        sessions = dict(s.server.sessions)
        await storage.begin()
        assert "I cannot reach my storage" in (await lena.slash(s.room, "games")).reply.text
        await storage.end()
        assert "No games yet." in (await lena.slash(s.room, "games")).reply.text
        assert s.server.sessions == sessions, "the connection held all the time"


async def test_a_wrong_token_is_said_in_words(store: Store, tmp_path: Path) -> None:
    async with stage(store, tmp_path) as s:
        s.server.fail("GET", "/users/@me", 401)
        studio = Studio()
        with pytest.raises(ConfigError, match="does not accept the token"):
            async with serving(TableService(store, tmp_path), studio, "wrong"):
                pass
        studio.close()


async def test_a_process_that_is_told_to_end_before_it_listens_ends_without_a_fault(
    store: Store, tmp_path: Path
) -> None:
    """As where another platform refuses its token meanwhile."""

    async def begun_too_late(client: SignoriaClient, lease: leases.Lease) -> None:
        task = asyncio.current_task()
        assert task is not None
        task.cancel()
        with suppress(asyncio.CancelledError):  # as a library may swallow it
            await asyncio.sleep(0)
        await _connected(lease, client, TOKEN)

    async with stage(store, tmp_path) as s:
        poster = s.platform.client
        assert isinstance(poster, SignoriaClient)
        lease = leases.Lease(store, "discord:late")
        await asyncio.create_task(begun_too_late(SignoriaClient(poster.interactions), lease))
        assert await leases.Lease(store, "discord:late").take(), "its claim is given up"


def test_shards_are_read_from_the_settings() -> None:
    assert Shards.parse("") == Shards()
    assert Shards.parse("0,1/4") == Shards([0, 1], 4)


async def test_a_shard_hears_its_servers_only(store: Store, tmp_path: Path) -> None:
    async with stage(store, tmp_path) as s:
        await s.stop()
        assert s.room.guild is not None
        number = (s.room.guild.id >> 22) % 2
        studio = Studio()
        async with serving(TableService(store, tmp_path), studio, TOKEN, Shards([number], 2)):
            await asyncio.wait_for(s.server.identified.wait(), 60)
            assert [session.shard for session in s.server.sessions.values()] == [number]
            assert (await s.users[0].slash(s.room, "help")).reply.text
        studio.close()


def test_the_invitation_asks_for_little() -> None:
    link = invite(application_of("OTAwMDAwMDAwMDAwMDAwMDAy.a.b"))
    assert link is not None
    assert "client_id=900000000000000002" in link
    permissions = discord.Permissions(int(link.split("permissions=")[1].split("&")[0]))
    assert {name for name, given in permissions if given} == {
        "read_messages",
        "send_messages",
        "send_messages_in_threads",
        "attach_files",
    }
    assert invite(application_of("nonsense")) == ""


class Answer:
    """As much of an HTTP answer as the library's errors read."""

    def __init__(self, status: int) -> None:
        self.status, self.reason = status, ""


@pytest.mark.parametrize(
    ("status", "code", "wait"), [(500, 0, 15.0), (503, 0, 15.0), (429, 0, 60.0), (400, 50035, 3600.0)]
)
def test_errors_become_trouble_that_is_tried_again(status: int, code: int, wait: float) -> None:
    with pytest.raises(PlatformTrouble) as trouble, understood():
        raise discord.HTTPException(Answer(status), {"code": code, "message": "x"})  # type: ignore[arg-type]
    assert trouble.value.retry_after == wait


def test_errors_with_a_meaning_keep_it() -> None:
    with pytest.raises(RoomGone), understood():
        raise discord.NotFound(Answer(404), {"code": 10003, "message": "x"})  # type: ignore[arg-type]
    with pytest.raises(PrivateClosed), understood():
        raise discord.Forbidden(Answer(403), {"code": 50007, "message": "x"})  # type: ignore[arg-type]
    with pytest.raises(PlatformTrouble) as trouble, understood():
        raise discord.RateLimited(42.0)
    assert trouble.value.retry_after == 42.0
    with pytest.raises(PlatformTrouble), understood():
        raise ConnectionResetError


async def test_commands_that_cannot_be_registered_do_not_keep_the_bot_away(store: Store, tmp_path: Path) -> None:
    async with stage(store, tmp_path) as s:
        before = list(s.world.commands)
        await s.stop()
        s.server.fail("PUT", r"/commands$", 400, 30034)
        await s.start()
        assert s.world.commands == before
        assert (await s.users[0].slash(s.room, "help")).reply.text


async def test_the_entry_point_of_an_activity_survives_the_registration(store: Store, tmp_path: Path) -> None:
    async with stage(store, tmp_path) as s:
        await s.stop()
        entry = {"id": "77", "application_id": "1", "version": "5", "type": 4, "name": "launch", "handler": 2}
        s.world.commands = [entry]
        await s.start()
        assert entry in s.world.commands, "it is handed back unchanged"
        assert (await s.users[0].slash(s.room, "help")).reply.text


async def test_a_thread_where_the_bot_may_not_write_opens_no_table(store: Store, tmp_path: Path) -> None:
    async with stage(store, tmp_path) as s:
        thread = s.world.thread(s.room, "our game")
        thread.denied.add("threads")
        act = await s.users[0].slash(thread, "new", game="carrara")
        assert "Send Messages in Threads" in act.reply.text
        assert not await s.service.queries.games_of(f"discord:{s.users[0].person.id}")
        thread.denied = {"send"}
        assert "is open" in (await s.users[0].slash(thread, "new", game="carrara")).reply.text


async def test_seats_are_completed_by_name(store: Store, tmp_path: Path) -> None:
    async with stage(store, tmp_path) as s:
        code = await s.open_table("carrara", *s.users[:2])
        await s.begun(code)
        assert await s.users[0].complete(s.room, "table kick", "seat", seat="pi") == ["Piet"]
        assert await s.users[0].complete(s.room, "replace", "seat", seat="") == ["Lena", "Piet"]
