"""The doctor looks at the page's public address: whether it leads here, by https, with nothing of a proxy's between."""

from __future__ import annotations

import asyncio
import socket
import ssl
from contextlib import suppress

from bot.app.findings import Finding, Grade
from bot.platforms.discord.invite import application_of
from bot.platforms.web.server import is_loopback
from config.settings import Settings

WHAT, ACTIVITY = "public page", "Discord activity"
PATIENCE = 10.0
DOOR = "/in/link"
MARK = b'data-inside="browser"'
"""Stands in every door of ours: a warning page of a tunnel has it not."""
LONGEST_ANSWER = 64 * 1024


async def public_page(
    settings: Settings, trust: ssl.SSLContext | None = None, dial: tuple[str, int] | None = None
) -> list[Finding]:
    """What is found; nothing where no address is set. `dial`: where the name leads."""
    if not settings.public_url:
        return activity(settings)
    found = [await _reached(settings.public_url, trust or ssl.create_default_context(), dial)]
    if not settings.trusted_proxies:
        text = (
            "SIGNORIA_TRUSTED_PROXIES is empty: behind a proxy everybody seems to come from the same address "
            "and shares the limit of ten sign-ins a minute. For one on this machine write 127.0.0.1,::1"
        )
        found.append(Finding(Grade.WARNING, WHAT, text))
    if settings.telegram_token is None:
        text = "without TELEGRAM_TOKEN it opens by the links of /open alone"
        found.append(Finding(Grade.WELL, WHAT, text))
    if not is_loopback(settings.host):
        text = f"it is served on {settings.host} too, without https: let only the proxy reach port {settings.port}"
        found.append(Finding(Grade.WARNING, WHAT, text))
    return [*found, *activity(settings)]


def activity(settings: Settings) -> list[Finding]:
    """The page inside Discord, of which Discord itself lets in testers only until it has verified the bot."""
    if not settings.discord_activity and settings.discord_secret is None:
        return []
    needed = {
        "SIGNORIA_DISCORD_ACTIVITY": settings.discord_activity,
        "DISCORD_CLIENT_SECRET": settings.discord_secret,
        "DISCORD_TOKEN": settings.discord_token,
        "SIGNORIA_PUBLIC_URL": settings.public_url,
    }
    if missing := [name for name, value in needed.items() if not value]:
        text = f"the page does not open inside Discord without {', '.join(missing)}"
        return [Finding(Grade.WARNING, ACTIVITY, text)]
    token = settings.discord_token.get_secret_value() if settings.discord_token is not None else ""
    if (number := application_of(token)) is not None and str(number) != settings.discord_activity:
        text = f"SIGNORIA_DISCORD_ACTIVITY names another application than the token, which is of {number}"
        return [Finding(Grade.ILL, ACTIVITY, text)]
    text = "the page opens inside Discord for whoever Discord lets in: testers only, until it has verified the bot"
    return [Finding(Grade.WELL, ACTIVITY, text)]


async def _reached(url: str, trust: ssl.SSLContext, dial: tuple[str, int] | None) -> Finding:
    host, _, written = url.removeprefix("https://").partition(":")
    where = dial or (host, int(written or 443))
    try:
        async with asyncio.timeout(PATIENCE):
            status, body = await _get(where, host, url.removeprefix("https://"), trust)
    except ssl.SSLCertVerificationError as error:
        return Finding(Grade.ILL, WHAT, f"the certificate of {url} is not valid: {error.verify_message}")
    except socket.gaierror:
        return Finding(Grade.ILL, WHAT, f"nobody knows the name of {url}: is its DNS entry there?")
    except (OSError, TimeoutError) as error:
        return Finding(Grade.WARNING, WHAT, f"{url} does not answer ({error or 'too slow'}): do bot and proxy run?")
    if status == 421:
        return Finding(Grade.ILL, WHAT, f"the proxy changes the name in the Host header: it must pass on {host}")
    if status != 200 or MARK not in body:
        text = (
            f"{url}{DOOR} answers {status}, but not with the page's door: is another program or a warning page there?"
        )
        return Finding(Grade.WARNING if status >= 500 else Grade.ILL, WHAT, text)
    return Finding(Grade.WELL, WHAT, f"{url} leads to the page")


async def _get(where: tuple[str, int], host: str, name: str, trust: ssl.SSLContext) -> tuple[int, bytes]:
    """One request by hand: what a phone would be answered."""
    reader, writer = await asyncio.open_connection(*where, ssl=trust, server_hostname=host)
    try:
        lines = [f"GET {DOOR} HTTP/1.1", f"Host: {name}", "Accept: text/html", "Accept-Encoding: identity"]
        writer.write("\r\n".join([*lines, "Connection: close", "", ""]).encode())
        await writer.drain()
        raw = await reader.read(LONGEST_ANSWER)
        while len(raw) < LONGEST_ANSWER and (more := await reader.read(LONGEST_ANSWER)):
            raw += more
    finally:
        writer.close()
        with suppress(OSError, ssl.SSLError):
            await writer.wait_closed()
    head, _, body = raw.partition(b"\r\n\r\n")
    parts = head.split(b" ", 2)
    return int(parts[1]) if len(parts) > 1 and parts[1].isdigit() else 0, body
