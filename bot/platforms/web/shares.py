"""Positions that were shared: secrets that only the browser of whoever shared them can work out again."""

from __future__ import annotations

import hmac
from base64 import urlsafe_b64encode
from dataclasses import dataclass
from hashlib import sha256

from bot.platforms.web.browser_sessions import Browser
from bot.service.player_view import LogLine
from bot.store import Store


@dataclass(frozen=True, slots=True)
class Shared:
    """What a secret leads to: a table, and the version after which its public view is shown."""

    code: str
    version: int


@dataclass(frozen=True, slots=True)
class Shares:
    """The store keeps hashes of secrets, each with what it leads to and who may take it away."""

    store: Store

    async def share(self, browser: Browser, code: str, line: LogLine) -> str:
        """The secret of a position; the same position has the same one."""
        given = secret(browser, code, line)
        fields = {"code": code, "version": str(line.version), "by": browser.user}
        await self.store.set_user(_place(given), fields)
        return given

    async def revoke(self, browser: Browser, given: str) -> bool:
        """Whoever shared a position takes it away; whether that was this browser."""
        kept = await self.store.user(_place(given))
        if kept.get("by") != browser.user:
            return False
        await self.store.unset_user(_place(given), sorted(kept))
        return True

    async def of(self, browser: Browser, code: str, line: LogLine) -> str:
        """The secret under which this browser has shared a position; empty: it has not."""
        given = secret(browser, code, line)
        return given if await self.store.user(_place(given)) else ""

    async def is_mine(self, browser: Browser, given: str) -> bool:
        """Whether this browser has shared it."""
        return (await self.store.user(_place(given))).get("by") == browser.user

    async def find(self, given: str) -> Shared | None:
        """What a secret leads to; None: nothing, or no longer."""
        kept = await self.store.user(_place(given))
        return Shared(kept["code"], int(kept["version"])) if "version" in kept else None


def secret(browser: Browser, code: str, line: LogLine) -> str:
    """128 bits that follow from the browser's key and from when the move was made, which its reader knows."""
    digest = hmac.new(browser.key.encode(), f"share/{code}/{line.time!r}".encode(), sha256).digest()[:16]
    return urlsafe_b64encode(digest).decode().rstrip("=")


def _place(given: str) -> str:
    return f"shared:{sha256(f'share/{given}'.encode()).hexdigest()}"
