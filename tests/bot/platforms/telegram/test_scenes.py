"""What people meet on Telegram: the way in, blocks, deleted messages, topics, the webhook, the flood limits."""

from __future__ import annotations

import socket
from contextlib import suppress
from pathlib import Path

from aiohttp import ClientSession

from bot.platforms.telegram.flood_limits import FloodLimits
from bot.platforms.telegram.run import Door
from bot.store import Store
from bot.workers.platform import NotNow
from tests.bot.conftest import one, single
from tests.bot.people import play_until
from tests.bot.platforms.telegram import taps
from tests.bot.platforms.telegram.stage import Stage, stage
from tests.bot.platforms.telegram.test_games import play
from tests.peers.telegram_people import Hand
from tests.peers.telegram_server import BotApi
from tests.peers.telegram_world import Message

__all__ = ["one", "single"]
TOPIC = 5
SAME = "Bad Request: message is not modified: specified new message content and reply markup are exactly the same"


async def one_move(s: Stage, code: str) -> int:
    """Somebody answers; the version before."""
    version = (await s.loaded(code)).version
    await play(s, code, most=1)
    return version


async def test_who_has_not_pressed_start_is_told_how_and_gets_no_seat(one: Store, tmp_path: Path) -> None:
    async with stage(one, tmp_path) as s:
        marta = Hand(s.api, s.api.world.person("Marta"))
        s.room.members.add(marta.human.id)
        code, _ = await s.open_lobby("carrara", s.users[0], seats=2)
        await marta.write(f"/join {code}", s.room)
        told = await marta.wait_for("Marta, open my chat and press Start", s.room)
        assert (await s.service.queries.table(code)).seat_of(f"telegram:{marta.human.id}") is None
        link = told.buttons()[0]["url"]
        assert link.endswith(f"?start=join_{code}")
        await marta.start(link.partition("start=")[2])
        await marta.wait_for("You sit at")
        assert (await s.service.queries.table(code)).seat_of(f"telegram:{marta.human.id}") is not None


async def test_start_in_a_group_with_a_lobby_begins(one: Store, tmp_path: Path) -> None:
    async with stage(one, tmp_path) as s:
        lena, piet, _ = s.users
        code, _ = await s.open_lobby("carrara", lena, piet)
        await lena.write("/start@signoria_test_bot", s.room)
        await lena.wait_for("begins", s.room)
        assert (await s.service.queries.table(code)).started is not None


async def test_who_blocks_the_bot_is_mentioned_in_the_room(one: Store, tmp_path: Path) -> None:
    async with stage(one, tmp_path) as s:
        lena, piet, _ = s.users
        code, lobby = await s.open_lobby("carrara", lena, piet)
        lena.human.has_blocked = piet.human.has_blocked = True
        await lena.tap(lobby, "Start")
        told = await lena.wait_for("I cannot write to you: tap My move", s.room)
        user = next(each for each in (lena, piet) if f"tg://user?id={each.human.id}" in told.text)
        await user.start(told.buttons()[0]["url"].partition("start=")[2])
        await user.until(lambda: any(f"a:{code}:" in str(each.markup) for each in user.private.visible()))
        assert not any(f"a:{code}:" in str(each.markup) for each in s.room.messages.values())


async def test_a_vote_reaches_those_who_are_not_to_move(one: Store, tmp_path: Path) -> None:
    async with stage(one, tmp_path, "Lena", "Piet") as s:
        code = await s.open_table("carrara", *s.users)
        loaded = await s.loaded(code)
        user = s.user_of(loaded, loaded.engine.owed(loaded.state)[0])
        other = next(each for each in s.users if each is not user)
        await user.write(f"/move {code} buy")
        await s.until_version(code, loaded.version)
        await user.write(f"/undo {code}")
        await user.tap(await user.wait_for("all must agree"), "Ask all")
        vote = await other.wait_for("wants to go back")
        assert "Go back" in [button["text"] for button in vote.buttons()]
        before = (await s.loaded(code)).version
        await other.tap(vote, "Go back")
        await s.until_version(code, before)
        assert (await s.loaded(code)).table.vote is None


async def test_what_comes_again_is_answered_once_for_all(one: Store, tmp_path: Path) -> None:
    async with stage(one, tmp_path, "Lena", "Piet") as s:
        code = await s.open_table("rivals", *s.users)
        pending = await play_until(s.service, code, "gain")
        loaded = await s.loaded(code)
        user = s.user_of(loaded, pending.seat)

        def panel() -> Message | None:
            mine = [each for each in user.private.visible() if taps.asks(each, pending)]
            return next((each for each in mine if "Always like this" in str(each.buttons())), None)

        await user.tap(await user.until(panel), "Always like this")
        choosing = await user.wait_for("What should I always answer here?")
        wanted = next(data for data in taps.ids(choosing) if data.startswith("c:prefer:"))
        await user.press(choosing, wanted)
        kept = await user.wait_for("Noted. I answer like this:")
        (order,) = (await s.loaded(code)).table.seats[pending.seat].orders
        assert order.step == "gain"
        await user.tap(kept, "Instructions")
        await user.tap(await user.wait_for("Or write one:"), "Remove 1")
        await user.wait_for("Removed.")
        assert (await s.loaded(code)).table.seats[pending.seat].orders == []


async def test_a_deleted_board_is_posted_anew(one: Store, tmp_path: Path) -> None:
    async with stage(one, tmp_path) as s:
        code = await s.open_table("carrara", *s.users[:2])
        board = s.board(code)
        assert board is not None
        board.is_deleted = True
        await one_move(s, code)
        again = await s.users[0].until(lambda: s.board(code))
        assert again.id != board.id
        assert again.photo


async def test_a_message_that_is_not_modified_stays(one: Store, tmp_path: Path) -> None:
    async with stage(one, tmp_path) as s:
        code = await s.open_table("carrara", *s.users[:2])
        board = s.board(code)
        assert board is not None
        s.api.break_next("editMessage*", 400, SAME, 1, s.room.id)
        await one_move(s, code)
        await s.users[0].until(lambda: not s.api.faults[-1].times)
        await play(s, code, most=6)
        after = await s.users[0].until(lambda: (found := s.board(code)) and found.edits > board.edits and found)
        assert after.id == board.id


async def test_a_topic_is_a_room_and_a_closed_one_is_told_to_the_host_once(one: Store, tmp_path: Path) -> None:
    async with stage(one, tmp_path, topic=TOPIC) as s:
        lena, piet, _ = s.users
        code = await s.open_table("carrara", lena, piet)
        board = s.board(code)
        assert board is not None
        assert board.topic == TOPIC
        assert (await s.service.queries.table(code)).room == f"telegram:{s.room.id}/{TOPIC}"
        s.room.topics[TOPIC], board.is_deleted = True, True
        await play(s, code, most=3)
        await lena.wait_for("Open its topic or let me write there")
        told = [each for each in s.api.world.sent_to(lena.human.id) if "Open its topic" in str(each.fields)]
        assert len(told) == 1
        s.room.topics[TOPIC] = False
        await one_move(s, code)
        assert (await lena.until(lambda: s.board(code))).topic == TOPIC


async def test_names_are_shown_as_they_are(one: Store, tmp_path: Path) -> None:
    async with stage(one, tmp_path, "<b>Lena", "Piet & </a>") as s:
        code = await s.open_table("carrara", *s.users)
        board = s.board(code)
        assert board is not None
        assert "<b>Lena" in board.plain or "Piet & </a>" in board.plain
        assert {sent.code for sent in s.api.world.record} <= {200, 400}, "no flood; an edit may find nothing to change"


async def test_the_commands_are_listed_in_three_languages_in_each_scope(one: Store, tmp_path: Path) -> None:
    async with stage(one, tmp_path) as s:
        commands = s.api.world.commands
        found = {}
        for scope in ("default", "all_private_chats", "all_group_chats", "all_chat_administrators"):
            lists = [commands[f'{{"type": "{scope}"}}', language] for language in ("", "nl", "de")]
            english, dutch, german = lists
            found[scope] = {each["command"] for each in english}
            assert [each["command"] for each in english] == [each["command"] for each in dutch]
            assert len({each[0]["description"] for each in (english, dutch, german)}) == 3
        assert {"new", "join", "start", "help"} <= found["all_group_chats"]
        assert found["all_group_chats"] >= {"season", "league", "lfg", "records"}, "what a group does together"
        assert found["all_chat_administrators"] - found["all_group_chats"] == {"table", "cancel", "replace"}
        assert {"move", "hand", "undo", "remind", "table"} <= found["all_private_chats"]


# --- the webhook ---


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def behind_a_secret(api: BotApi) -> Door:
    port = free_port()
    url = f"http://127.0.0.1:{port}/telegram"
    return Door(api.base_url, api.base_file_url, url, "127.0.0.1", port, "a-long-secret")


async def test_the_webhook_refuses_updates_without_the_secret(one: Store, tmp_path: Path) -> None:
    async with stage(one, tmp_path, door=behind_a_secret) as s:
        lena, _, _ = s.users
        assert s.api.webhook["allowed_updates"] == ["message", "callback_query", "inline_query", "my_chat_member"]
        code, _ = await s.open_lobby("carrara", lena, seats=2)
        assert (await s.service.queries.table(code)).host == f"telegram:{lena.human.id}"
        before = len(s.api.world.record)
        forged = {"update_id": 999, "message": s.api.world.message_json(s.api.world.put(s.room, lena.human.id))}
        for headers in ({}, {"X-Telegram-Bot-Api-Secret-Token": "a guess"}):
            async with ClientSession() as session, session.post(
                s.api.webhook["url"], json=forged, headers=headers
            ) as answer:  # fmt: skip
                assert answer.status == 403
        assert not [each for each in s.api.world.record[before:] if each.method.startswith("send")]


# --- answers that come late or go elsewhere ---


async def test_an_answer_that_meets_a_flood_comes_later(one: Store, tmp_path: Path) -> None:
    async with stage(one, tmp_path) as s:
        lena = s.users[0]
        s.api.break_next("sendMessage", 429, "Too Many Requests: retry after 1", 1, lena.human.id, retry_after=1)
        await lena.write("/help")
        await lena.wait_for("Play: /move")
        assert [each.ok for each in s.api.world.sent_to(lena.human.id)] == [False, True]


async def test_an_answer_follows_a_group_that_has_become_a_supergroup(one: Store, tmp_path: Path) -> None:
    async with stage(one, tmp_path) as s:
        lena = s.users[0]
        code, _ = await s.open_lobby("carrara", lena, seats=2)
        old, s.room = s.room, s.api.world.migrate(s.room)
        await lena.write("/new", old)
        await lena.wait_for("Which one?", s.room)
        await lena.until(lambda: s.board(code) or s._lobby())
        assert (await s.service.queries.table(code)).room == f"telegram:{s.room.id}"


# --- the flood limits ---


async def test_a_busy_table_keeps_below_the_flood_limits(one: Store, tmp_path: Path) -> None:
    async with stage(one, tmp_path, limits_floods=True) as s:
        code = await s.open_table("carrara", *s.users[:2])
        await play(s, code, most=5)
        assert {sent.code for sent in s.api.world.record} <= {200, 400}, "no flood; an edit may find nothing to change"


async def test_pacing_never_goes_beyond_a_limit_and_says_when_to_come_back(one: Store) -> None:
    now = [1000.0]
    processes = [FloodLimits(one, lambda: now[0]) for _ in range(3)]
    sent: list[float] = []
    while len(sent) < 60:
        try:
            await processes[len(sent) % 3].allow(-7)
            sent.append(now[0])
        except NotNow as trouble:
            now[0] += (trouble.retry_after or 0.0) + 0.001
    assert max(sum(start <= each < start + 60 for each in sent) for start in sent) < 20
    assert max(sum(start <= each < start + 3 for each in sent) for start in sent) <= 3


async def test_pacing_holds_back_when_many_chats_are_written_to_at_once(one: Store) -> None:
    processes = [FloodLimits(one, lambda: 1000.0) for _ in range(2)]
    allowed = 0
    for chat in range(1, 50):
        with suppress(NotNow):
            await processes[chat % 2].allow(chat)
            allowed += 1
    assert allowed < 30


async def test_somebody_is_asked_to_the_table_by_answering_what_they_wrote(one: Store, tmp_path: Path) -> None:
    async with stage(one, tmp_path) as s:
        lena, piet, _ = s.users
        code, _ = await s.open_lobby("carrara", lena, seats=3)
        await piet.write("I would like to play", s.room)
        theirs = next(each for each in s.room.visible() if each.plain == "I would like to play")
        await lena.write(f"/invite #{code}", s.room, reply_to=theirs.id)
        asked = await piet.wait_for("Lena invites you to Carrara")
        await piet.tap(asked, "Join")
        await piet.until(lambda: "You sit at" in piet.private.messages[asked.id].plain)
        assert (await s.loaded(code)).table.people == [0, 1]
        await lena.write(f"/invite Onno #{code}", s.room)
        await lena.wait_for("answer a message of theirs")
        assert (await s.loaded(code)).table.people == [0, 1]
