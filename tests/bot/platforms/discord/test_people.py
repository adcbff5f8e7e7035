"""People picked from Discord's own list: asked to a table, named as a substitute, voted out, looked up."""

from __future__ import annotations

from pathlib import Path

from bot.store import Store
from bot.table.results import Outcome
from tests.bot.conftest import one, single
from tests.bot.platforms.discord.stage import Stage, stage
from tests.peers.discord_people import User
from tests.peers.discord_world import Message

__all__ = ["one", "single"]


async def invitation(s: Stage, user: User) -> Message:
    """The message that asks somebody to sit down, with its buttons."""
    found: Message = await s.shown(lambda: next((m for m in user.dms() if "Join" in m.labels()), None))
    return found


async def test_the_host_asks_somebody_to_the_table_who_sits_down_from_the_private_message(
    one: Store, tmp_path: Path
) -> None:
    async with stage(one, tmp_path) as s:
        lena, piet, onno = s.users
        act = await lena.slash(s.room, "new", game="carrara", seats=3)
        code = act.reply.text.split("#")[1][:6]
        said = await lena.slash(s.room, "invite", person=piet.person.id, table=code)
        assert said.reply.text == "I have asked Piet."
        asked = await invitation(s, piet)
        assert asked.push == f"Lena invites you to Carrara #{code}."
        await s.shown(lambda: (found := s.board(code)) and "Invited: Piet" in found.text)
        again = await lena.slash(s.room, "invite", person=piet.person.id, table=code)
        assert again.reply.text == "Nobody new to ask."
        refused = await onno.slash(s.room, "invite", person=onno.person.id, table=code)
        assert "host" in refused.reply.text
        await piet.press(asked, "Join")
        await s.at_rest()
        assert asked.text == f"You sit at Carrara #{code}."
        assert [seat.name for seat in (await s.loaded(code)).table.seats][:2] == ["Lena", "Piet"]
        assert asked in piet.dms(), "the answer stays"


async def test_who_is_asked_may_say_no_and_is_not_asked_again(one: Store, tmp_path: Path) -> None:
    async with stage(one, tmp_path) as s:
        lena, piet, _ = s.users
        act = await lena.slash(s.room, "new", game="carrara", seats=3)
        code = act.reply.text.split("#")[1][:6]
        await lena.slash(s.room, "invite", person=piet.person.id, table=code)
        asked = await invitation(s, piet)
        await piet.press(asked, "No, thanks")
        await s.at_rest()
        assert (
            await lena.slash(s.room, "invite", person=piet.person.id, table=code)
        ).reply.text == "Nobody new to ask."
        assert (await s.loaded(code)).table.people == [0]


async def test_a_seat_is_offered_to_a_person_of_the_list(one: Store, tmp_path: Path) -> None:
    async with stage(one, tmp_path) as s:
        lena, piet, onno = s.users
        code = await s.open_table("carrara", lena, piet)
        await s.begun(code)
        await lena.slash(s.room, "replace", person=lena.person.id, by=onno.person.id, table=code)
        asked = await invitation(s, onno)
        await onno.press(asked, "Join")
        assert (await s.loaded(code)).table.seat_of(f"discord:{onno.person.id}") is not None
        assert (await s.loaded(code)).table.seat_of(f"discord:{lena.person.id}") is None


async def test_a_seat_is_voted_out_by_its_person(one: Store, tmp_path: Path) -> None:
    async with stage(one, tmp_path) as s:
        lena, piet, onno = s.users
        code = await s.open_table("carrara", lena, piet)
        await s.begun(code)
        act = await lena.slash(s.room, "table kick", person=piet.person.id, table=code)
        assert "Piet" in act.reply.text, "whose time is not up"
        act = await lena.slash(s.room, "table kick", person=onno.person.id, table=code)
        assert "name a seat" in act.reply.text


async def test_the_figures_of_another_person_are_those_of_this_room(one: Store, tmp_path: Path) -> None:
    async with stage(one, tmp_path) as s:
        lena, piet, onno = s.users
        refs: list[str | None] = [f"discord:{user.person.id}" for user in (lena, piet)]
        room = f"discord:{s.room.id}"
        for code, where in (("HHHH", [room]), ("JJJJ", [])):
            played = Outcome(
                code=code, game="carrara", ended=5.0, moves=9, users=refs, names=["Lena", "Piet"], scores=[50, 40],
                places=[1, 2],
            )  # fmt: skip
            await s.store.keep_result(code, [*where, *[ref for ref in refs if ref]], played.model_dump_json())
        said = await onno.slash(s.room, "stats", person=piet.person.id)
        assert said.reply.text == "Piet: Carrara: 1 game, 0 won, 40 points on average, best 40."
        said = await onno.slash(s.room, "stats", person=onno.person.id)
        assert said.reply.text == "Onno has not finished a game here."
