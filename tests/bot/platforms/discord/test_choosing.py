"""Somebody thinks with a half-made choice on the screen: nothing that happens meanwhile takes it away."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from bot.store import UNSHOWN, Shown, Store
from bot.store.keys import GameKeys
from engines.kit import Bundle, Dice, Pending
from tests.bot.platforms.discord import hand
from tests.bot.platforms.discord.stage import Stage, stage
from tests.bot.platforms.discord.test_scenes import asked, owed
from tests.peers.discord_people import User
from tests.peers.discord_world import Message


async def half_way(s: Stage, code: str) -> tuple[User, Pending, Message]:
    """Play until somebody picks pieces one by one, and pick the first."""
    for _ in range(60):
        user, pending = await owed(s, code)
        panel = await asked(s, user, pending)
        if isinstance(pending.ask, Bundle) and pending.ask.most > 1:
            adds = f"a:{code}:{pending.ask_id}:b"
            more = next(c for c in hand.controls(panel) if c.id.startswith(adds) and c.is_button)
            await user.press_id(panel, more.id)
            return user, pending, panel
        loaded = await s.loaded(code)
        value = loaded.engine.policy(loaded.state, pending.seat, pending.step, pending.ask, Dice("half").below)
        await hand.answer(user, panel, pending, value)
    raise AssertionError("nobody is asked for several pieces")


def ids(message: Message) -> list[str]:
    return [control.id for control in hand.controls(message)]


async def show_again(s: Stage, code: str, user: User) -> None:
    """The workers lose track of what the panel shows, as they do when a hold is lost."""
    key = GameKeys.of(code).posts
    (name,) = [name for name in await s.store.shown(code) if name.endswith(f":discord:{user.person.id}")]
    before = (await s.store.shown(code))[name]
    await s.store.link.run(key, "HSET", key, name, Shown(UNSHOWN, before.message).dump())
    await s.service.moderation.speak(f"again {s.world.new_id()}", code, f"discord:{user.person.id}", "en")
    await s.at_rest()
    assert (await s.store.shown(code))[name].mark != UNSHOWN


async def finish(s: Stage, code: str, user: User, pending: Pending, panel: Message) -> None:
    """The half-made choice goes on from where it was."""
    before = await s.loaded(code)
    ask: Any = pending.ask
    await hand.answer(user, panel, pending, ask.fallback())
    assert (await s.loaded(code)).version > before.version


async def test_workers_leave_a_half_made_choice_alone(store: Store, tmp_path: Path) -> None:
    async with stage(store, tmp_path, seed="half") as s:
        code = await s.open_table("carrara", *s.users[:2])
        await s.begun(code)
        user, pending, panel = await half_way(s, code)
        await s.at_rest()
        begun, edits = ids(panel), panel.edits
        await show_again(s, code, user)
        assert ids(panel) == begun
        await s.stop()
        await s.start()
        await show_again(s, code, user)
        assert ids(panel) == begun, "a process that has never seen the tap leaves it alone too"
        assert panel.edits == edits
        clear = next(label for label in panel.labels() if label == "Clear")
        await user.press(panel, clear)
        await finish(s, code, user, pending, panel)


async def test_a_half_made_choice_goes_on_below_a_question_put_meanwhile(store: Store, tmp_path: Path) -> None:
    async with stage(store, tmp_path, seed="half") as s:
        code = await s.open_table("carrara", *s.users[:2])
        await s.begun(code)
        user, _, panel = await half_way(s, code)
        await s.at_rest()
        begun = ids(panel)
        other = next(each for each in s.users[:2] if each is not user)
        await s.service.moderation.propose("a pause", code, f"discord:{other.person.id}", "pause")
        await s.shown(lambda: [m for m in user.dms() if "Stop all clocks" in m.labels()])
        await s.at_rest()
        choice, vote = user.dms()
        assert (choice.id, ids(choice)) == (panel.id, begun), "the same step of the same choice"
        assert not any(":a:" in control or control.startswith("a:") for control in ids(vote))


async def test_a_question_answered_elsewhere_is_drawn_anew(store: Store, tmp_path: Path) -> None:
    async with stage(store, tmp_path) as s:
        code = await s.open_table("carrara", *s.users[:2])
        await s.begun(code)
        user, pending = await owed(s, code)
        panel = await asked(s, user, pending)
        await user.press(panel, "Build")
        await s.at_rest()
        assert "Which building?" in panel.text
        await user.slash(s.room, "undo", table=code)
        await s.shown(lambda: pending.ask_id in str(panel.parts()))


async def test_the_receipt_of_a_move_stays_until_there_is_something_to_tell(store: Store, tmp_path: Path) -> None:
    async with stage(store, tmp_path) as s:
        code = await s.open_table("carrara", *s.users[:2])
        await s.begun(code)
        first, pending = await owed(s, code)
        panel = await asked(s, first, pending)
        user, before = first, ""
        while user is first:
            loaded = await s.loaded(code)
            value = loaded.engine.policy(loaded.state, pending.seat, pending.step, pending.ask, Dice("receipt").below)
            await hand.answer(first, panel, pending, value)
            before = panel.text
            user, pending = await owed(s, code)
        await s.later(2)
        await s.at_rest()
        assert panel.text == before
        assert f"Next: {user.person.name}" in before
        await s.service.work.freeze(code, (await s.loaded(code)).version, RuntimeError("a fault"))
        await s.shown(lambda: "a fault of mine" in panel.text)
        await s.at_rest()
        await s.service.moves.thaw("thaw", code)
        await s.shown(lambda: "a fault of mine" not in panel.text)
