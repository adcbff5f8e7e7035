"""What a room does together stands in the room: everybody sees it, and a tap changes it for all."""

from __future__ import annotations

from pathlib import Path

from bot.store import Store
from tests.bot.platforms.discord.stage import Stage, stage
from tests.peers.discord_world import Message


def told(s: Stage) -> list[Message]:
    """What stands in the room for everybody."""
    return [each for each in s.room.messages.values() if each.only is None]


async def test_a_league_is_joined_and_begun_by_taps_on_one_message_for_all(store: Store, tmp_path: Path) -> None:
    async with stage(store, tmp_path) as s:
        lena, piet, onno = s.users
        act = await lena.slash(s.room, "league", game="carrara", do="join")
        (message,) = await s.shown(lambda: told(s))
        assert not [each for each in lena.sees(s.room) if each.only is not None], "no second one for the caller"
        assert message in act.followups
        for user in (piet, onno):
            await user.press(message, "Take part")
        assert "Lena, Piet and Onno" in message.text
        again = await onno.press(message, "Take part")
        assert "Lena, Piet and Onno" in message.text
        assert not [each for each in again.followups if each.only is None], "a refusal is told to one alone"
        await lena.press(message, "Begin")
        assert "has begun: 3 games" in message.text
        assert not message.parts()
        await s.shown(lambda: [each for each in s.room.messages.values() if "c:move:" in str(each.parts())])


async def test_seasons_records_and_wishes_are_told_to_the_room(store: Store, tmp_path: Path) -> None:
    async with stage(store, tmp_path) as s:
        lena, piet, _ = s.users
        await lena.slash(s.room, "season", do="start", name="Winter")
        await s.shown(lambda: [each for each in told(s) if "Winter has begun" in each.text])
        for user in (lena, piet):
            await user.slash(s.room, "lfg", game="firenze", pace="day")
        await s.shown(lambda: [each for each in told(s) if "Lena and Piet want to play Firenze" in each.text])
        await s.shown(lambda: len(told(s)) == 3)
        refused = await lena.slash(s.room, "records")
        assert refused.reply.only is lena.person
        assert "no game has ended" in refused.reply.text
        alone = await lena.slash(lena.private, "lfg", game="firenze")
        assert alone.reply.text
