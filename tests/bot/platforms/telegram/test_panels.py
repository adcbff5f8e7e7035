"""One message a table in a private chat, and nothing taken away that a person is busy with."""

from __future__ import annotations

from pathlib import Path

from bot.choices import menus
from bot.choices.control_id import ControlId
from bot.choices.menus import Half
from bot.messages.post import Post
from bot.platforms.telegram.message_ref import MessageRef
from bot.platforms.telegram.outgoing import Outgoing
from bot.store import Store
from engines.kit import Pending
from engines.kit.errors import Refusal
from render import Drawn
from tests.bot.conftest import one, single
from tests.bot.platforms.telegram import taps
from tests.bot.platforms.telegram.stage import Stage, stage
from tests.bot.platforms.telegram.test_games import panel_of, play
from tests.bot.platforms.telegram.test_security import owed
from tests.bot.store.servers import eventually
from tests.peers.telegram_people import PATIENCE, Hand
from tests.peers.telegram_world import Message

__all__ = ["one", "single"]


def steps(message: Message, pending: Pending) -> list[str]:
    """The buttons that go on with a choice without making it."""
    found = []
    for data in taps.ids(message):
        tap = ControlId.parse_ask(data)
        if tap is None or tap.name != pending.ask_id or not tap.body:
            continue
        try:
            if isinstance(menus.read(pending.ask, tap.body), Half):
                found.append(data)
        except Refusal:
            continue
    return found


async def begin_to_choose(s: Stage, code: str) -> tuple[Hand, Pending, Message]:
    """Play until somebody has a choice of several steps, and take the first of them."""
    while True:
        user, pending, panel = await owed(s, code)
        if found := steps(panel, pending):
            await user.press(panel, found[0])
            return user, pending, await changed(user, panel)
        await play(s, code, most=1)


async def play_out(s: Stage, code: str, user: Hand) -> None:
    """Play as long as this person is asked."""
    while (await owed(s, code))[0] is user:
        await play(s, code, most=1)


async def changed(user: Hand, panel: Message) -> Message:
    """The message once it has been edited."""
    found: Message = await user.until(lambda: taps._changed(user, panel.id, panel.edits))
    return found


def asking(message: Message, pending: Pending) -> list[str]:
    return [data for data in taps.ids(message) if pending.ask_id in data]


async def test_a_half_made_choice_outlives_a_redraw_and_a_restart(one: Store, tmp_path: Path) -> None:
    async with stage(one, tmp_path) as s:
        lena, piet, onno = s.users
        code = await s.open_table("carrara", lena, piet, onno)
        user, pending, begun = await begin_to_choose(s, code)
        choice = asking(begun, pending)
        await s.stop()
        await s.start()
        others = [each for each in s.users if each is not user]
        await others[0].write(f"/table pace relaxed #{code}")
        vote = await user.wait_for("wants another pace")
        assert vote.id > begun.id, "a vote has a message of its own"
        await user.tap(vote, "No")
        await user.until(lambda: "You said no." in user.private.messages[vote.id].plain)
        asked = user.private.messages[begun.id]
        assert asking(asked, pending) == choice, "the same step of the same choice"
        moves = (await s.loaded(code)).table.moves
        await taps.answer(user, asked, pending, pending.ask.default)
        await eventually(lambda: is_beyond(s, code, moves), PATIENCE)
        await user.until(lambda: not asking(user.private.messages[begun.id], pending))


async def is_beyond(s: Stage, code: str, moves: int) -> bool:
    return (await s.loaded(code)).table.moves > moves


async def test_the_receipt_stays_and_the_next_question_takes_its_place(one: Store, tmp_path: Path) -> None:
    async with stage(one, tmp_path) as s:
        lena, piet, _ = s.users
        code = await s.open_table("carrara", lena, piet)
        user, _, panel = await owed(s, code)
        await play_out(s, code, user)
        await s.until_shown(code)
        receipt = user.private.messages[panel.id]
        assert "Next: " in receipt.plain, "no worker has written over it"

        other = piet if user is lena else lena
        await play_out(s, code, other)
        _, pending, again = await owed(s, code)
        assert again.id == panel.id, "who played just now is still looking: no new message"
        await s.later(301)
        alert = await user.until(lambda: next((m for m in user.private.visible() if m.id > panel.id), None))
        assert taps.asks(alert, pending)
        await user.until(lambda: user.private.messages[panel.id].is_deleted)
        await s.later(3600)
        await s.until_shown(code)
        assert len([m for m in user.private.visible() if taps.asks(m, pending)]) == 1


async def test_who_played_long_ago_is_alerted_by_a_new_message(one: Store, tmp_path: Path) -> None:
    async with stage(one, tmp_path) as s:
        lena, piet, _ = s.users
        code = await s.open_table("carrara", lena, piet)
        user, _, panel = await owed(s, code)
        await play_out(s, code, user)
        await s.until_shown(code)
        await s.later(61)
        other = piet if user is lena else lena
        await play_out(s, code, other)
        _, _, alert = await owed(s, code)
        assert alert.id > panel.id
        await user.until(lambda: user.private.messages[panel.id].is_deleted)


async def test_a_panel_that_is_fetched_takes_the_place_of_the_old_one(one: Store, tmp_path: Path) -> None:
    async with stage(one, tmp_path) as s:
        code = await s.open_table("carrara", *s.users[:2])
        user, pending, panel = await owed(s, code)
        await user.start(f"t_{code}")
        await user.until(lambda: user.private.messages[panel.id].is_deleted)
        newest = await panel_of(s, user, code, pending)
        assert newest.id > panel.id
        await play(s, code, most=1)
        await s.until_shown(code)
        assert [m.id for m in user.private.visible() if m.photo] == [newest.id]


async def test_a_choice_that_all_make_at_once_is_noted_and_can_be_made_anew(one: Store, tmp_path: Path) -> None:
    async with stage(one, tmp_path) as s:
        code = await s.open_table("princes", *s.users[:2])
        user, pending, panel = await owed(s, code)
        await taps.answer(user, panel, pending, pending.ask.default)
        noted = await user.wait_for("Noted: ")
        assert noted.id == panel.id
        assert "you can still choose anew" in noted.plain
        host = s.users[0]
        assert not any(f"#{code} begins." in each.plain for each in host.private.visible()), (
            "all have seen it in the room"
        )


async def test_two_processes_show_one_board_and_one_panel_each(one: Store, tmp_path: Path) -> None:
    async with stage(one, tmp_path, supergroup=True) as s:
        lena, piet, _ = s.users
        second = Stage(
            store=one, api=s.api, folder=tmp_path, room=s.room, users=s.users, seeds=s.seeds, worker="second",
            viewers=s.viewers,
        )  # fmt: skip
        await second.start()
        try:
            code = await s.open_table("carrara", lena, piet)
            for _ in range(3):
                await s.later(601)
                second.skew = s.skew
                for number in range(8):
                    await piet.write(f"Good evening {number}", s.room)
                await moved_on(s, code)
                user, pending, begun = await begin_to_choose(s, code)
                await s.until_shown(code)
                await lena.until(lambda: len([m for m in s.room.visible() if m.photo]) == 1)
                for each in (lena, piet):
                    await each.until(lambda each=each: len([m for m in each.private.visible() if m.photo]) == 1)
                now = user.private.messages[begun.id]
                assert asking(now, pending) == asking(begun, pending), "neither took the choice away"
        finally:
            await second.stop()


async def test_a_picture_is_sent_only_where_another_one_stands(one: Store, tmp_path: Path) -> None:
    async with stage(one, tmp_path) as s:
        lena = s.users[0]
        first = s.platform.messages
        second = Outgoing(s.platform.bot, s.platform.sending, s.platform.pacing, s.platform.scroll, s.clock)
        dawn, dusk = (Drawn(raw, 1, 1, "", ()) for raw in (b"dawn", b"dusk"))
        name = await first.post(f"telegram:{lena.human.id}", Post("one", picture=dawn), "")
        steps = [(first, "two", dawn), (second, "three", dusk), (first, "four", dawn), (second, "four", dawn)]
        for process, words, picture in steps:
            name = await process.edit(name, Post(words, picture=picture))
            shown = lena.private.messages[name.message]
            assert (shown.plain, shown.photo) == (words, picture.png)
        sent = [each.method for each in s.api.world.sent_to(lena.human.id)]
        assert sent == ["sendPhoto", "editMessageCaption", "editMessageMedia", "editMessageMedia"]


# --- the board in the room ---


async def moved_on(s: Stage, code: str) -> Message:
    """The board after somebody else is to move."""
    first, _, _ = await owed(s, code)
    while (await owed(s, code))[0] is first:
        await play(s, code, most=1)
    await s.until_shown(code)
    board = s.board(code)
    assert board is not None
    return board


async def test_a_board_that_has_scrolled_away_is_posted_anew(one: Store, tmp_path: Path) -> None:
    async with stage(one, tmp_path, supergroup=True) as s:
        lena, piet, _ = s.users
        code = await s.open_table("carrara", lena, piet)
        board = await moved_on(s, code)
        await s.later(601)
        for number in range(7):
            s.api.world.put(s.room, lena.human.id, text=f"What the bot cannot read {number}")
        await s.stop()
        await s.start()
        assert (await moved_on(s, code)).id == board.id, "it can still be seen"
        await lena.write("/help", s.room)
        await lena.wait_for("Play: /move")
        again = await moved_on(s, code)
        assert again.id > board.id
        assert s.room.messages[board.id].is_deleted
        for number in range(20):
            s.api.world.put(s.room, lena.human.id, text=f"More {number}")
        await lena.write("/help", s.room)
        assert (await moved_on(s, code)).id == again.id, "a new one comes every ten minutes at most"


async def test_messages_of_other_chats_do_not_move_the_board(one: Store, tmp_path: Path) -> None:
    async with stage(one, tmp_path) as s:
        lena, piet, _ = s.users
        code = await s.open_table("carrara", lena, piet)
        board = await moved_on(s, code)
        await s.later(601)
        for _ in range(10):
            await lena.write("/help")
        await lena.write("/help", s.room)
        assert (await moved_on(s, code)).id == board.id
        for number in range(8):
            await piet.write(f"Good evening {number}", s.room)
        assert (await moved_on(s, code)).id > board.id


def test_names_are_read_back_and_those_of_earlier_releases_too() -> None:
    name = MessageRef(-7, 12, True, 1000.0, "0.1", 40, "c0-ffee")
    assert MessageRef.parse(str(name)) == name
    assert MessageRef.parse("-7/12/p/1000/0.1") == MessageRef(-7, 12, True, 1000.0, "0.1")
    assert MessageRef.parse("closed") is None


async def test_the_hand_and_more_stand_once(one: Store, tmp_path: Path) -> None:
    async with stage(one, tmp_path) as s:
        lena, piet, _ = s.users
        code = await s.open_table("princes", lena, piet)
        user, _, panel = await owed(s, code)
        for verb in ("hand", "more"):
            before = {each.id for each in user.private.visible()}
            known = list[Message]()
            for _ in range(3):
                await user.press(panel, f"c:{verb}:{code}:")
                last = known[-1].id if known else 0
                known.append(
                    await user.until(
                        lambda at=last, old=before: next(
                            (each for each in user.private.visible() if each.id > at and each.id not in old), None
                        )
                    )
                )
            newest = known[-1]
            await user.until(
                lambda old=before, new=newest: {each.id for each in user.private.visible()} - old == {new.id}
            )
            assert user.private.messages[panel.id] in user.private.visible(), "the question stays where it is"
