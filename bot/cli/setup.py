"""`signoria setup`: asks for the tokens, checks them live, writes .env, and says what is still missing."""

from __future__ import annotations

import argparse
import asyncio
import os
import sys
from collections.abc import Awaitable, Callable
from getpass import getpass
from typing import Any

import segno

from bot.app.diagnostics import examine
from bot.app.findings import Grade
from bot.cli.doctor import line
from bot.cli.wrapped import wrapped
from bot.ops.logs import hush
from bot.platforms.discord.token_check import ask_discord
from bot.platforms.telegram.token_check import ask_telegram
from bot.platforms.token_check import Checked
from config import env_file
from config.settings import ConfigError, load_settings

TRIES = 3
DISCORD = "Discord. On https://discord.com/developers/applications: New Application, then Bot > Reset Token > Copy."
TELEGRAM = "Telegram. Write /newbot to @BotFather and copy the token that it answers with."
PUBLIC = (
    "A public https address shows the table inside the chats (docs/public-address.md). Nothing is missing without one."
)


class Stopped(Exception):
    """Nobody answers any more: the input has ended."""


def add(commands: Any) -> None:
    parser = commands.add_parser("setup", help="ask for the tokens, check them, write .env, say what is missing")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Nothing is written before the last question was answered. What cannot be used anyway is told before the first."""
    hush()
    base, unsure = load_settings(public_url="").telegram_base_url, list[str]()
    env_file.require_writable()
    try:
        asked = _questions(base, unsure)
    except (Stopped, KeyboardInterrupt):
        print("\nStopped before the end: nothing was written.", file=sys.stderr)
        return 1
    env_file.write(asked)
    print()
    print(wrapped(f"Written to {env_file.ENV.resolve()}, which only you can read."))
    for name in [name for name, value in asked.items() if os.environ.get(name, value) not in (value, "")]:
        print(wrapped(f"But {name} is set otherwise in this shell, and that counts: unset {name}"))
        unsure.append(name)
    return asyncio.run(_examined(is_sure=not unsure))


def _questions(base: str, unsure: list[str]) -> dict[str, str]:
    """Asked outside of any event loop, which would keep Ctrl-C to itself until the next Enter. `base`: where Telegram
    is asked; `unsure`: receives the names of tokens that could not be checked."""
    now = env_file.read()
    discord = _token("DISCORD_TOKEN", DISCORD, now, ask_discord, unsure)
    telegram = _token("TELEGRAM_TOKEN", TELEGRAM, now, lambda token: ask_telegram(token, base), unsure)
    answers = {"DISCORD_TOKEN": discord, "TELEGRAM_TOKEN": telegram}
    if discord or telegram:
        answers["SIGNORIA_PUBLIC_URL"] = _address(now.get("SIGNORIA_PUBLIC_URL", ""))
    return answers


def _token(
    name: str, about: str, now: dict[str, str], ask: Callable[[str], Awaitable[Checked]], unsure: list[str]
) -> str:
    """A token that the platform knows, or that could not be checked; empty: this platform stays off."""
    _say(about)
    before = now.get(name, "")
    hint = "Enter keeps the one in .env, - takes it out" if before else "Enter leaves this platform off"
    for left in range(TRIES, 0, -1):
        typed = _bare(_hidden(f"Token ({hint}): "), name)
        token = {"": before, "-": ""}.get(typed, typed)
        if not token:
            _tell("off")
            return ""
        checked = asyncio.run(_asked(ask, token))
        _tell(checked.text)
        if checked.is_good is None:
            unsure.append(name)
            _tell("Kept as it is: `signoria run` will say whether it is right.")
        if checked.is_good is not False:
            _show(checked)
            return token
        if left > 1:
            _tell("Try again.")
    _tell("Left as it was.")
    if before:
        unsure.append(name)
    return before


def _bare(pasted: str, name: str) -> str:
    """A token as it was meant: without its name before it and the quotation marks of a file around it."""
    return pasted.removeprefix(f"{name}=").strip("\"' ")


async def _asked(ask: Callable[[str], Awaitable[Checked]], token: str) -> Checked:
    return await ask(token)


def _address(before: str) -> str:
    _say(PUBLIC)
    hint = f"Enter keeps {before}, - takes it out" if before else "Enter for none"
    while True:
        typed = _heard(f"Address ({hint}): ")
        url = {"": before, "-": ""}.get(typed, typed)
        try:
            return load_settings(public_url=url).public_url if url else ""
        except ConfigError as error:
            _tell(str(error).splitlines()[-1].partition(": ")[2])


def _say(about: str) -> None:
    """What a question is about."""
    print("", wrapped(about), sep="\n")


def _tell(answer: str) -> None:
    """What came of an answer."""
    print(wrapped(f"  {answer}", "  "))


def _show(checked: Checked) -> None:
    """The link, and a picture of it for a phone."""
    if checked.link:
        print(f"  {checked.link}")
        if sys.stdout.isatty():
            segno.make(checked.link).terminal(compact=True)


def _hidden(prompt: str) -> str:
    """What is typed does not stand on the screen, where there is one."""
    if not sys.stdin.isatty():
        return _heard(prompt)
    try:
        return getpass(prompt).strip()
    except EOFError as error:
        raise Stopped from error


def _heard(prompt: str) -> str:
    try:
        return input(prompt).strip()
    except EOFError as error:
        raise Stopped from error


async def _examined(is_sure: bool) -> int:
    """The doctor's word on what was written and not asked yet; only what wants attention is told again."""
    settings = load_settings()
    missing = [finding async for finding in examine(settings, asks=False) if finding.grade is not Grade.WELL]
    for finding in missing:
        print(line(finding))
    is_ill = any(finding.grade is Grade.ILL for finding in missing)
    if settings.discord_token is None and settings.telegram_token is None:
        print(wrapped("No chat is set up. The local table works without one: signoria play"))
    elif is_ill:
        print(wrapped("Mend this, then start the bot with: signoria run"))
    else:
        how = "All is well" if is_sure and not missing else "Nothing stands in the way"
        print(wrapped(f"{how}. Start the bot with: signoria run"))
    return int(is_ill)
