"""Every button of every message is used once, on both chats: none is unknown, none ends in a fault.

From a lobby, a board, a panel and the tools it goes on to whatever is answered, as far as there is something new to
press. What ends the table comes last.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from bot.choices.control_id import ControlId
from bot.commands.context import Reply
from bot.commands.conversation import Conversation
from bot.store import Store
from engines import ENGINES
from engines.kit.errors import Refusal
from tests.bot.conftest import one, single
from tests.bot.platforms.discord import hand
from tests.bot.platforms.discord import stage as discord
from tests.bot.platforms.telegram import stage as telegram
from tests.bot.platforms.telegram import taps
from tests.thorough import amount

__all__ = ["one", "single"]
LAST = ("cancel", "calloff", "leave", "gone", "resign", "forget", "start", "agree", "rematch")
"""Buttons after which the table is another one, or nobody's."""
MOST = 120
LINES = ("/help", "/games", "/remind", "/table", "/history", "/log", "/what", "/rules", "/orders", "/plan", "/language")


@dataclass
class Walk:
    """What is left to be pressed, and what was."""

    pressed: dict[str, str] = field(default_factory=dict)
    replies: list[Reply] = field(default_factory=list)

    def is_new(self, control: str) -> bool:
        return _shape(control) not in self.pressed

    def order(self, controls: list[str]) -> list[str]:
        """New ones: what stands behind *More*, then what changes the question, what ends something last."""
        fresh = {_shape(each): each for each in controls if self.is_new(each)}
        return sorted(fresh.values(), key=_rank)

    def note(self, control: str) -> None:
        """What came of pressing it."""
        parsed = ControlId.parse(control)
        if parsed is not None and (parsed.is_ask or parsed.is_dialogue):
            self.pressed.pop("more False ", None)  # something else may stand behind it now
        self.pressed[_shape(control)] = control
        for reply in self.replies:
            problem = reply.problem
            assert problem is None or isinstance(problem, Refusal), f"{control}: {problem!r}"
            assert problem is None or problem.code != "chat.refusal.unknown_button", f"{control} is unknown"
            assert not reply.is_unknown, control
        self.replies.clear()


def _verb(control: str) -> str:
    parsed = ControlId.parse(control)
    return parsed.verb if parsed is not None else ""


def _rank(control: str) -> int:
    verb = _verb(control)
    return 0 if verb == "more" else 3 if verb in LAST else 2 if verb in ("", "table") else 1


def _shape(control: str) -> str:
    """Buttons of one shape do the same thing: of a list of many names one is enough."""
    parsed = ControlId.parse(control)
    assert parsed is not None, control
    if parsed.is_ask:
        return f"ask {parsed.is_dialogue} {parsed.body[:2]}"
    named = parsed.body if parsed.body.isalpha() else parsed.body.rpartition(".")[0]
    return f"{parsed.verb} {parsed.is_dialogue} {named[:6]}"


@pytest.fixture
def walk(monkeypatch: pytest.MonkeyPatch) -> Walk:
    found, handle = Walk(), Conversation.handle

    async def heard(self: Conversation, request: Any, alongside: Any = ()) -> Reply:
        reply = await handle(self, request, alongside)
        found.replies.append(reply)
        return reply

    monkeypatch.setattr(Conversation, "handle", heard)
    return found


@dataclass
class Person:
    """Somebody at a chat: which messages with buttons there are, and how one is pressed."""

    messages: Callable[[], list[Any]]
    controls: Callable[[Any], list[str]]
    press: Callable[[Any, str], Awaitable[None]]
    write: Callable[[str], Awaitable[None]]


EVERYWHERE = [(platform, game) for platform in ("discord", "telegram") for game in ENGINES]
BY_TURNS = [pair for number, pair in enumerate(EVERYWHERE) if (number + number // len(ENGINES)) % 2 == 0]
"""Two games in each chat, and every game in one of them."""


@pytest.mark.timeout(600)
@pytest.mark.parametrize(("platform", "game"), amount(BY_TURNS, EVERYWHERE))
async def test_every_button_does_something(platform: str, game: str, one: Store, tmp_path: Path, walk: Walk) -> None:
    async with PLATFORMS[platform](one, tmp_path, game) as person:
        for line in LINES:
            await person.write(line)
        for _ in range(MOST):
            there = [(message, each) for message in person.messages() for each in person.controls(message)]
            left = walk.order([each for _, each in there])
            if not left:
                break
            message = next(message for message, each in reversed(there) if each == left[0])
            walk.replies.clear()
            await person.press(message, left[0])
            walk.note(left[0])
        verbs = {_verb(control) for control in walk.pressed.values()}
        wanted = {
            "hand",
            "board",
            "log",
            "rules",
            "table",
            "orders",
            "what",
            "history",
            "snooze",
            "type",
            "more",
            "whyline",
        }
        assert wanted <= verbs, f"never seen: {wanted - verbs}"
        assert len(walk.pressed) > 25


@asynccontextmanager
async def _on_discord(store: Store, folder: Path, game: str) -> AsyncIterator[Person]:
    async with discord.stage(store, folder, "Lena", "Piet") as s:
        lena, seen = s.users[0], list[Any]()
        code = await s.open_table(game, *s.users)
        await s.begun(code)
        await s.at_rest()

        async def press(message: Any, control: str) -> None:
            part = next(each for each in hand.controls(message) if each.id == control)
            await s.at_rest()
            if not part.is_button:
                act = await lena.choose(message, part.part["custom_id"], [control])
            else:
                act = await lena.press_id(message, control, settle=not control.startswith("m:"))
            if act.modal is not None:
                await _sent(act)
            elif act.original is not None or act.followups:
                seen.append(act.reply)
            await s.at_rest()

        async def _sent(act: Any) -> None:
            kinds = {row["component"]["type"] if "component" in row else 4 for row in act.modal["components"]}
            if kinds == {4}:
                seen.append((await lena.submit(act, "1")).reply)
                return
            least = {
                row["component"]["custom_id"]: [
                    each["value"] for each in row["component"]["options"][: row["component"].get("min_values", 1)]
                ]
                for row in act.modal["components"]
                if row["component"]["type"] in (3, 22)
            }
            seen.append((await lena.fill(act, **least)).reply)

        async def write(line: str) -> None:
            before = len(lena.dms())
            await lena.write(line)
            await s.shown(lambda: len(lena.dms()) > before)

        def messages() -> list[Any]:
            board = s.board(code)
            return [
                each for each in [board, *lena.dms(), *seen] if each is not None and each in lena.sees(each.channel)
            ]

        yield Person(messages, lambda message: [each.id for each in hand.controls(message)], press, write)


@asynccontextmanager
async def _on_telegram(store: Store, folder: Path, game: str) -> AsyncIterator[Person]:
    async with telegram.stage(store, folder, "Lena", "Piet") as s:
        lena = s.users[0]
        code = await s.open_table(game, *s.users)
        await s.until_shown(code)

        async def press(message: Any, control: str) -> None:
            await lena.press(message, control)
            await s.at_rest()

        async def write(line: str) -> None:
            before = lena.latest()
            await lena.write(line)
            await lena.until(lambda: lena.latest() is not before)

        def messages() -> list[Any]:
            return [each for each in [s.board(code), *lena.private.visible()] if each is not None]

        yield Person(messages, taps.ids, press, write)


PLATFORMS = {"discord": _on_discord, "telegram": _on_telegram}
