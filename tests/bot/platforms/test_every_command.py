"""Every command that a text of ours names is understood wherever it is typed, in every language."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from bot.cli.play import local_table
from bot.commands.context import Reply
from bot.commands.conversation import Conversation
from bot.language.speaker import catalogue
from bot.lines.command_parser import read_command
from bot.lines.command_spec import ABOUT_TABLE, commands, name_of
from bot.store import Store
from bot.table.preferences import Person
from config.languages import languages
from config.settings import Settings
from tests.bot.platforms.discord import stage as discord
from tests.bot.platforms.telegram import stage as telegram
from tests.bot.platforms.web.visitor import Visitor, code_of
from tests.thorough import amount

ROOT = Path(__file__).parents[3]
FOREIGN = {"/newbot", "/setinline", "/setprivacy", "/healthz", "/metrics", "/telegram"}
"""What is said to Telegram's own bot, and paths of web servers; those of the page begin with `/t/`."""
CODE = "CODE"


def printed() -> list[str]:
    """The command lines that README and docs print."""
    files = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
    found = [line for file in files for line in re.findall(r"`(/[^`]+)`", file.read_text("utf-8"))]
    return [line for line in dict.fromkeys(found) if line.split()[0] not in FOREIGN and not line.startswith("/t/")]


def told(language: str) -> list[str]:
    """The commands that sentences to players name."""
    texts = [text for key, text in catalogue(language).items() if key.startswith(("chat.", "web.", "club."))]
    names = [f"/{word}" for text in texts for word in re.findall(r"(?<![\w/.<])/([^\W\d_]{2,})", text)]
    return list(dict.fromkeys(names))


def translated(line: str, language: str) -> str:
    """The same line with the command's name in another language."""
    typed = read_command(line)
    assert typed is not None, f"{line} is no command"
    name = typed.command.name
    words = name.split()
    said = [name_of(word, language) if at == 0 else name_of(name, language) for at, word in enumerate(words)]
    return " ".join([f"/{' '.join(said)}", *line.split()[len(words) :]])


def lines(language: str) -> list[str]:
    every = [f"/{name}" for name in (*commands(), ABOUT_TABLE.name) if name not in ("resign", "cancel", "leave")]
    shown = amount(printed()[languages().index(language) :: len(languages())], printed())
    return [*[translated(line, language) for line in [*shown, *every]], *told(language)]


@dataclass
class Typist:
    """Somebody who types, on one platform; what the conversation replied to each line."""

    code: str
    speaks: Callable[[str], Awaitable[None]]
    types: Callable[[str], Awaitable[None]]


def test_the_texts_name_commands() -> None:
    assert "/rules carrara 4.2" in printed()
    assert {"/zurücknehmen", "/tisch"} <= set(told("de"))
    assert "/prüfen" in lines("de")
    assert {line.split()[0] for line in printed()} >= {"/rules", "/remind"}


@pytest.mark.timeout(300)
@pytest.mark.parametrize("platform", ["discord", "telegram", "page"])
async def test_every_command_is_understood(
    platform: str, one: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    replies = list[Reply]()
    handle = Conversation.handle

    async def heard(self: Conversation, request: Any, alongside: Any = ()) -> Reply:
        reply = await handle(self, request, alongside)
        replies.append(reply)
        return reply

    monkeypatch.setattr(Conversation, "handle", heard)
    async with PLATFORMS[platform](one, tmp_path, replies) as typist:
        for language in languages():
            await typist.speaks(language)
            helps = {text for key, text in catalogue(language).items() if key.startswith("chat.help")}
            for line in lines(language):
                replies.clear()
                await typist.types(line.replace(CODE, typist.code))
                for reply in replies:
                    assert not reply.is_unknown, f"{line} is not understood"
                    is_help = read_command(line).command.name == "help"  # type: ignore[union-attr]
                    assert is_help or reply.post.text not in helps, f"{line} is answered with the help"
        replies.clear()
        await typist.types("/unheard of")
        assert [reply.is_unknown for reply in replies] == [True], "who types what there is not is told so"


@asynccontextmanager
async def _on_discord(store: Store, folder: Path, replies: list[Reply]) -> AsyncIterator[Typist]:
    async with discord.stage(store, folder, "Lena", "Piet") as s:
        code, lena = await s.open_table("carrara", *s.users), s.users[0]

        async def types(line: str) -> None:
            await lena.write(line)
            await s.shown(lambda: replies)

        async def speaks(language: str) -> None:
            await s.service.people.keep(f"discord:{lena.person.id}", Person(language=language))  # type: ignore[arg-type]

        yield Typist(code, speaks, types)


@asynccontextmanager
async def _on_telegram(store: Store, folder: Path, replies: list[Reply]) -> AsyncIterator[Typist]:
    async with telegram.stage(store, folder, "Lena", "Piet") as s:
        code, lena = await s.open_table("carrara", *s.users), s.users[0]

        async def types(line: str) -> None:
            before = lena.latest()
            await lena.write(line)
            greets = line == "/start"
            await lena.until(lambda: lena.latest() is not before if greets else replies)

        async def speaks(language: str) -> None:
            await s.service.people.keep(f"telegram:{lena.human.id}", Person(language=language))  # type: ignore[arg-type]

        yield Typist(code, speaks, types)


@asynccontextmanager
async def _on_the_page(store: Store, folder: Path, replies: list[Reply]) -> AsyncIterator[Typist]:
    async with local_table(Settings(folder=folder, port=0, redis_url=None), pause=0.0, posts=10_000) as table:
        lena = Visitor(table.site.base)
        try:
            await lena.get("/")
            await lena.post("/new", game="carrara")
            code = code_of(lena)
            await lena.get(f"/t/{code}")
            await lena.post(f"/t/{code}/hotseat", name="Piet")
            await lena.post(f"/t/{code}/start")

            async def types(line: str) -> None:
                assert await lena.post(f"/t/{code}/line", seat=0, text=line) == 200, line

            async def speaks(language: str) -> None:
                await lena.get("/settings")
                await lena.post("/settings", all=1, language=language, zone="UTC", name="Lena")

            yield Typist(code, speaks, types)
        finally:
            await lena.session.close()


PLATFORMS = {"discord": _on_discord, "telegram": _on_telegram, "page": _on_the_page}
