"""The doctor: looks at Redis, tokens, fonts, disk and clock, and says in words what is not well."""

from __future__ import annotations

import shutil
import tempfile
import time
from collections.abc import AsyncGenerator, AsyncIterator
from pathlib import Path

from bot.app.app import has_games, open_app
from bot.app.corrections import faults
from bot.app.findings import Finding, Grade
from bot.app.public_page import public_page
from bot.ops.advice import advised
from bot.platforms.discord.token_check import ask_discord
from bot.platforms.telegram.token_check import ask_telegram
from bot.platforms.token_check import Checked
from bot.store import Store, StoreAway
from bot.store.checks import warnings_about
from config.settings import ConfigError, Settings, unknown
from engines import ENGINES, LEFT_OUT
from engines.kit import Tables, use_data
from engines.kit.tables import doubts

LEAST_DISK = 500_000_000
CLOCK_SLACK = 5.0
GLANCE = 1.0
"""Seconds that a storage may take to take something."""
ELSEWHERE = "SIGNORIA_FOLDER names another place"
SAID = {True: Grade.WELL, None: Grade.WARNING, False: Grade.ILL}
FONTS = Path(__file__).parents[2] / "render" / "assets"


async def examine(settings: Settings, asks: bool = True) -> AsyncGenerator[Finding, None]:
    """Every finding in turn; the storage is opened as the bot would open it. `asks`: the platforms are asked whether
    they know their tokens."""
    for name in unknown():
        yield Finding(Grade.WARNING, "settings", f"{name} is none of the settings: is it mistyped?")
    is_new = not has_games(settings)
    try:
        async with open_app(settings, share=True) as app:
            async for finding in _storage(app.store, settings, is_new):
                yield finding
    except (ConfigError, StoreAway) as error:
        yield Finding(Grade.ILL, "storage", str(error))
    except OSError as error:
        yield Finding(Grade.ILL, "storage", advised(error))
    for finding in (
        *([each async for each in _tokens(settings)] if asks else []),
        *await public_page(settings),
        _disk(settings.folder),
        _fonts(),
        *_games(),
        *_corrections(settings),
    ):
        yield finding


async def _storage(store: Store, settings: Settings, is_new: bool) -> AsyncIterator[Finding]:
    kind = "your Redis" if settings.redis_url else f"the embedded Valkey in {settings.folder.resolve()}"
    started = time.perf_counter()
    await store.ping()
    took = (time.perf_counter() - started) * 1000
    there = "no games were kept there before" if is_new else f"{len(await store.live())} live tables"
    yield Finding(Grade.WELL, "storage", f"{kind} answers in {took:.1f} ms; {there}")
    for warning in await warnings_about(store.link):
        yield Finding(Grade.WARNING, "storage", warning)
    with store.link.one_patience(GLANCE):
        await store.lease("doctor", "doctor", GLANCE)  # whether it can be written to
    off = abs(await store.server_time() - time.time())
    if off > CLOCK_SLACK:
        yield Finding(
            Grade.WARNING,
            "clock",
            f"this machine and Redis differ by {off:.0f} seconds: deadlines would too. Set both clocks by NTP",
        )
    else:
        yield Finding(Grade.WELL, "clock", "this machine and Redis agree on the time")


async def _tokens(settings: Settings) -> AsyncIterator[Finding]:
    """What each platform says of its token."""

    async def telegram(token: str) -> Checked:
        return await ask_telegram(token, settings.telegram_base_url)

    for name, token, ask, inviting in (
        ("Discord", settings.discord_token, ask_discord, "invite the bot to a server with"),
        ("Telegram", settings.telegram_token, telegram, "the bot is written to at"),
    ):
        if token is None:
            text = "no token is set, so this platform stays off; `signoria setup` asks for one"
            yield Finding(Grade.WELL, name, text)
            continue
        checked = await ask(token.get_secret_value())
        yield Finding(SAID[checked.is_good], name, checked.text)
        if checked.link:
            yield Finding(Grade.WELL, name, f"{inviting} {checked.link}")


def _disk(folder: Path) -> Finding:
    existing = next(path for path in (folder, *folder.resolve().parents) if path.exists())
    free = shutil.disk_usage(existing).free
    try:
        with tempfile.TemporaryFile(dir=existing):
            pass
    except OSError as error:
        return Finding(Grade.ILL, "disk", f"nothing can be written to {existing}: {error.strerror}. {ELSEWHERE}")
    grade = Grade.WELL if free > LEAST_DISK else Grade.WARNING
    advice = "" if grade is Grade.WELL else f": make room. {ELSEWHERE}"
    return Finding(grade, "disk", f"{free / 1e9:.1f} GB are free at {existing.resolve()}{advice}")


def _games() -> list[Finding]:
    """The games, and which of other packages could not be had."""
    return [
        Finding(Grade.WELL, "games", f"{', '.join(ENGINES)} can be played"),
        *[Finding(Grade.WARNING, "games", fault) for fault in LEFT_OUT],
    ]


def _corrections(settings: Settings) -> list[Finding]:
    """The host's corrected tables, if there are any."""
    folder = settings.corrected_tables
    if folder is None:
        return []
    use_data(folder)
    if found := [Finding(Grade.ILL, "tables", fault) for fault in faults(folder)]:
        return found
    sets = [Finding(Grade.WELL, "tables", _set_in_use(engine.tables.current())) for engine in ENGINES.values()]
    well = Finding(Grade.WELL, "tables", f"the corrected tables in {folder} can be used")
    return [well, *[finding for finding in sets if finding.text]]


def _set_in_use(tables: Tables) -> str:
    """Whose figures new games begin with, and how many are still in doubt; empty if they are ours."""
    if (made := tables.corrected) is None:
        return ""
    by = "".join([f" by {made.by}" if made.by else "", f" of {made.date}" if made.date else ""])
    return f"{tables.game}: the set {made.name!r}{by} is in use; {len(doubts(tables))} figures are still in doubt"


def _fonts() -> Finding:
    found = [*FONTS.rglob("*.woff2"), *FONTS.rglob("*.ttf"), *FONTS.rglob("*.otf")]
    if not found:
        return Finding(Grade.ILL, "fonts", "the fonts for the pictures are missing: install the program anew")
    return Finding(Grade.WELL, "fonts", f"{len(found)} font files are in place")
