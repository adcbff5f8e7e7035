"""Dialogues over the message: several ticked at once, pieces put together, the options of a table, people invited."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.store import Store
from bot.table.time_control import Pace
from engines import ENGINES
from engines.kit import Bundle, Pick
from tests.bot.conftest import one, single
from tests.bot.platforms.discord import hand
from tests.bot.platforms.discord.stage import Stage, stage
from tests.bot.platforms.discord.test_games import standing_panel
from tests.peers.discord_people import User
from tests.peers.discord_world import Interaction, Message

__all__ = ["one", "single"]


async def lobby_of(s: Stage, game: str) -> tuple[str, Message]:
    act = await s.users[0].slash(s.room, "new", game=game)
    code = act.reply.text.split("#")[1][:6]
    return code, await s.shown(lambda: s.board(code))


def fields(opened: Interaction) -> dict[str, str]:
    """What a dialogue asks for, by its names."""
    assert opened.modal is not None
    return {row["component"]["custom_id"]: row["label"] for row in opened.modal["components"]}


async def opened_by(user: User, message: Message, label: str) -> Interaction:
    part = next(part for name, part in message.named() if name == label)
    return await user.press_id(message, part["custom_id"], settle=False)


async def test_the_host_sets_pace_and_switches_and_invites_in_one_dialogue(one: Store, tmp_path: Path) -> None:
    async with stage(one, tmp_path) as s:
        lena, piet, onno = s.users
        code, lobby = await lobby_of(s, "princes")
        opened = await opened_by(lena, lobby, "Options")
        assert fields(opened) | {"pace": "Pace", "switches0": "In the game", "guests": "Invite"} == fields(opened)
        assert len(fields(opened)) == 5
        guests = [str(piet.person.id), str(onno.person.id)]
        told = await lena.fill(opened, pace=["relaxed"], switches0=["muse", "going_back_allowed"], guests=guests)
        assert told.reply.text == "Changed. I have asked Piet, Onno."
        table = (await s.loaded(code)).table
        assert (table.pace, table.options["muse"], table.options["coop"]) == (Pace.RELAXED, True, False)
        assert table.invited == {f"discord:{user.person.id}": user.person.name for user in (piet, onno)}
        for user in (piet, onno):
            await s.shown(lambda of=user: [m for m in of.dms() if "invites you" in m.text])
        second = await opened_by(lena, told.reply, "Options 2 …")
        assert not set(fields(second)) & set(fields(opened)), "what is rarely changed"


@pytest.mark.parametrize("game", list(ENGINES))
async def test_every_option_of_every_game_stands_in_some_dialogue(game: str, one: Store, tmp_path: Path) -> None:
    async with stage(one, tmp_path) as s:
        lena = s.users[0]
        code, lobby = await lobby_of(s, game)
        opened = await opened_by(lena, lobby, "Options")
        before = (await s.loaded(code)).table.options
        told, seen = await lena.fill(opened), set(fields(opened))
        pages = [label for label in told.reply.labels() if label.startswith("Options ")]
        for label in pages:
            further = await opened_by(lena, told.reply, label)
            seen |= set(fields(further))
            await lena.fill(further)
        assert (await s.loaded(code)).table.options == before, "what was left as it stood is unchanged"
        switches = [n for n, kind in ENGINES[game].info.options.model_fields.items() if kind.annotation is bool]
        assert bool(switches) == any(name.startswith("switches") for name in seen)
        assert "guests" in seen


async def test_options_are_for_the_host_alone(one: Store, tmp_path: Path) -> None:
    async with stage(one, tmp_path) as s:
        code, lobby = await lobby_of(s, "carrara")
        act = await opened_by(s.users[1], lobby, "Options")
        assert act.modal is None
        assert "host" in act.reply.text
        assert (await s.loaded(code)).table.options["expansion"] is False


async def test_people_are_kept_in_one_dialogue(one: Store, tmp_path: Path) -> None:
    async with stage(one, tmp_path) as s:
        code = await s.open_table("princes", *s.users[:2])
        await s.begun(code)
        loaded = await s.loaded(code)
        pending = next(each for each in loaded.engine.pending(loaded.state) if each.owed)
        assert isinstance(pending.ask, Pick)
        user = s.user_of(loaded, pending.seat)
        panel = await s.shown(lambda: standing_panel(user, pending))
        opened = await opened_by(user, panel, "Choose 3 …")
        (ticks,) = [row["component"] for row in opened.modal["components"]] if opened.modal else []
        assert (ticks["min_values"], ticks["max_values"]) == (3, 3)
        assert len(ticks["options"]) == len(pending.ask.options)
        await user.fill(opened, ticks=[each["value"] for each in ticks["options"][:3]])
        version = (await s.loaded(code)).version
        assert version > loaded.version
        again = await user.fill(opened, ticks=[each["value"] for each in ticks["options"][1:4]])
        assert (await s.loaded(code)).version == version, "what was sent twice counts once"
        assert "Until all have chosen you can still choose anew." in again.reply.text, "and the receipt stays"


async def test_bricks_are_put_together_in_one_dialogue(one: Store, tmp_path: Path) -> None:
    async with stage(one, tmp_path) as s:
        code = await s.open_table("carrara", *s.users[:2])
        await s.begun(code)
        for _ in range(12):
            loaded = await s.loaded(code)
            pending = next(each for each in loaded.engine.pending(loaded.state) if each.owed)
            user = s.user_of(loaded, pending.seat)
            panel = await s.shown(lambda asked=pending, of=user: standing_panel(of, asked))
            if isinstance(pending.ask, Bundle) and "All at once …" in panel.labels():
                break
            value = loaded.engine.policy(loaded.state, pending.seat, pending.step, pending.ask, lambda n: 0)
            await hand.answer(user, panel, pending, value)
        opened = await opened_by(user, panel, "All at once …")
        numbers = [n for n, kind in enumerate(pending.ask.available) if pending.ask.prices[kind] <= 1]
        told = await user.fill(opened, kinds=[str(n) for n in numbers])
        after = await s.loaded(code)
        assert after.version > loaded.version
        assert f"You bought {len(numbers) and 1} " in told.reply.text
        late = await user.fill(opened, kinds=["0"])
        assert (await s.loaded(code)).version == after.version, "what was sent twice counts once"
        assert "You bought" in late.reply.text
