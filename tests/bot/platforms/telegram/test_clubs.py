"""What a group does together stands in the group: a tap changes it there for all."""

from __future__ import annotations

from pathlib import Path

from bot.store import Store
from tests.bot.platforms.telegram.stage import Stage, stage
from tests.peers.telegram_people import Hand
from tests.peers.telegram_world import Message


async def tapped(s: Stage, user: Hand, message: Message, label: str, words: str) -> Message:
    """The same message, once a tap has brought these words there."""
    await user.tap(s.room.messages[message.id], label)
    await user.until(lambda: words in s.room.messages[message.id].plain)
    return s.room.messages[message.id]


async def test_a_league_is_joined_and_begun_by_taps_on_one_message_for_all(one: Store, tmp_path: Path) -> None:
    async with stage(one, tmp_path) as s:
        lena, piet, onno = s.users
        await lena.write("/league carrara join", s.room)
        message = await lena.wait_for("League of Carrara", s.room)
        await tapped(s, piet, message, "Take part", "Lena and Piet")
        await tapped(s, onno, message, "Take part", "Lena, Piet and Onno")
        message = await tapped(s, onno, message, "Leave", ": Lena and Piet.")
        assert "do not take part" in (await onno.tap(message, "Begin"))["text"], "what cannot be is told to one alone"
        await tapped(s, onno, message, "Take part", "Lena, Piet and Onno")
        message = await tapped(s, lena, message, "Begin", "has begun: 3 games")
        assert not message.buttons()
        club = [
            each.id for each in s.room.visible() if "eague of Carrara" in each.plain and each.sender != lena.human.id
        ]
        assert club == [message.id], "no press has left a message of its own"


async def test_who_wants_to_play_says_so_by_a_tap_and_the_table_is_opened_there(one: Store, tmp_path: Path) -> None:
    async with stage(one, tmp_path) as s:
        lena, piet, onno = s.users
        await lena.write("/lfg rivals blitz", s.room)
        message = await lena.wait_for("on the list", s.room)
        message = await tapped(
            s, piet, message, "Me too: Rivals (Blitz: 5 minutes)", "Lena and Piet want to play Rivals"
        )
        assert "only those on the list" in (await onno.tap(message, "Open a table"))["text"]
        message = await tapped(s, piet, message, "Open a table", "is open")
        assert not message.buttons()
        await lena.wait_for("Rivals", lena.private)
