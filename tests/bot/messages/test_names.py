"""Names that look like markup are kept from being taken for it once in texts; buttons and lists show them bare."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from bot.choices.controls import DISCORD, TELEGRAM, Limits
from bot.commands.context import Caller, Context
from bot.commands.conversation import Conversation, Line
from bot.messages.composer import Composer
from bot.messages.post import Button, Entry, Listed, Markup, Post
from bot.platforms.discord.layout import layout_of
from bot.platforms.discord.markup import DiscordMarkup
from bot.platforms.telegram.markup import TelegramMarkup
from bot.platforms.telegram.rendering import keyboard
from bot.service.table_service import TableService
from bot.table.lobby import User
from engines.kit import Dice
from tests.bot.commands.test_conversation import ROOM, Undrawn
from tests.bot.memory_store import MemoryStore

WILD = ("Wil_helm_ina *J*", "Tom & <Jerry> @everyone")
ONE, OTHER = User("discord:1", WILD[0]), User("discord:2", WILD[1])
LOOKS = ("/move", "/history", "/log", "/table", "/why build the moon")
TWICE = {"discord": re.compile(r"\\\\"), "telegram": re.compile(r"&amp;(lt|gt|amp);")}
MARKUPS: dict[str, tuple[Markup, Limits]] = {
    "discord": (DiscordMarkup(), DISCORD),
    "telegram": (TelegramMarkup(), TELEGRAM),
}


@pytest.mark.parametrize("platform", list(MARKUPS))
async def test_no_name_is_kept_from_markup_twice(platform: str, tmp_path: Path) -> None:
    service = TableService(MemoryStore(), tmp_path, seeds=lambda: "names")
    markup, limits = MARKUPS[platform]
    conversation, chance = Conversation(Context(service, Composer(limits, markup, Undrawn()))), Dice("names")
    code = (await service.lobby.create("new", "firenze", ONE, ROOM, seats=2)).table.code
    await service.lobby.join("join", code, OTHER)
    await service.lobby.start("start", code, ONE.ref, "joined")
    seen = list[str]()
    for number in range(24):
        loaded = await service.work.load(code)
        pending = next(each for each in loaded.engine.pending(loaded.running()) if each.owed)
        value = loaded.engine.policy(loaded.running(), pending.seat, pending.step, pending.ask, chance.below)
        user = loaded.table.seats[pending.seat].user
        for look in LOOKS if number in (7, 23) else ():
            for each in (ONE, OTHER):
                reply = await conversation.handle(Line(Caller(each, ROOM, f"{look} {number} {each.ref}"), look, code))
                seen.append(reply.post.text)
        await service.moves.answer(f"answer {number}", code, user, [(pending.ask_id, value)])
    assert any("usually answers" in text for text in seen)
    assert not [text for text in seen if TWICE[platform].search(text)]


def labels(value: Any) -> Iterator[str]:
    """Everything that a button or a list says."""
    if isinstance(value, dict):
        yield from [str(value[key]) for key in ("label", "text", "description", "placeholder") if value.get(key)]
        yield from [each for inner in value.values() for each in labels(inner)]
    elif isinstance(value, list | tuple):
        yield from [each for inner in value for each in labels(inner)]


@pytest.mark.parametrize("platform", list(MARKUPS))
@pytest.mark.parametrize("name", WILD)
def test_buttons_and_lists_show_a_name_as_it_is_written(platform: str, name: str) -> None:
    markup, _ = MARKUPS[platform]
    said = f"Recruit: Poet from {markup.plain(name)}"
    listed = Listed("l:1", said, (Entry("c:log:ABCDEF:", said, said),))
    post = Post("", ((Button("c:hand:ABCDEF:", said),), listed))
    drawn = layout_of(post).to_components() if platform == "discord" else _sent(post)
    found = set(labels(drawn))
    assert found == {f"Recruit: Poet from {name}"}


def _sent(post: Post) -> Any:
    shown = keyboard(post, "signoria_bot", is_room=False)
    assert shown is not None
    return [[{"text": each.text} for each in row] for row in shown.inline_keyboard]
