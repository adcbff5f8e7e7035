"""A thread for a table: offered where it can be made, made once, and the board stands in it."""

from __future__ import annotations

from pathlib import Path

from bot.store import Store
from tests.bot.platforms.discord.stage import stage
from tests.peers.discord_world import THREAD


async def test_whoever_opens_a_table_may_have_a_thread_for_it(store: Store, tmp_path: Path) -> None:
    async with stage(store, tmp_path) as s:
        lena = s.users[0]
        act = await lena.slash(s.room, "new", game="carrara", seats=2)
        code = act.reply.text.split("#")[1][:6]
        await s.shown(lambda: s.board(code))
        await lena.press(act.reply, "Make a thread")
        (thread,) = [each for each in s.world.channels.values() if each.kind == THREAD]
        assert thread.name == f"Carrara #{code}"
        assert (await s.service.queries.table(code)).rooms == [f"discord:{thread.id}"]
        await s.shown(lambda: [each for each in thread.messages.values() if f"#{code}" in each.text])
        await s.shown(lambda: s.board(code) is None)
        assert "c:thread:" not in str(act.reply.parts()), "one is enough"


async def test_it_is_offered_only_where_it_works(store: Store, tmp_path: Path) -> None:
    async with stage(store, tmp_path) as s:
        lena, piet, _ = s.users
        act = await lena.slash(s.room, "new", game="carrara", seats=2)
        s.room.denied.add("make")
        refused = await lena.press(act.reply, "Make a thread")
        assert "Create Public Threads" in refused.reply.text or "Create Public Threads" in refused.followups[0].text
        other = await piet.slash(s.room, "new", game="firenze", seats=2)
        assert "c:thread:" not in str(other.reply.parts())
        s.room.denied.clear()
        thread = s.world.thread(s.room, "ours")
        inner = await piet.slash(thread, "new", game="firenze", seats=2)
        assert "c:thread:" not in str(inner.reply.parts())
