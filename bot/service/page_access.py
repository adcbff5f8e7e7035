"""The public page: who may come in, by a link that works once; and which table may be watched."""

from __future__ import annotations

import hmac
import json
from dataclasses import astuple, dataclass
from hashlib import sha256
from secrets import token_urlsafe

from bot.store import Store

KEY = "page"
LINK_MINUTES = 10
LAUNCH = "launch"
"""The name of a person's note about the table for which they opened a chat's activity."""
TAG_LETTERS = 16


@dataclass(frozen=True, slots=True)
class Guest:
    """Somebody whom a platform has vouched for."""

    ref: str
    """The same as in the chats: `telegram:<id>`, `discord:<id>`."""
    name: str
    language: str
    room: str
    """The private chat with the bot: tables that are opened on the page belong there."""


class PageAccess:
    """The page at a public address. Its key is random, made once and kept in the store."""

    def __init__(self, store: Store, origin: str) -> None:
        self.store = store
        self.origin = origin

    async def key(self) -> bytes:
        """Read anew each time: a changed one ends every session at once."""
        return await self.store.secret(KEY)

    async def end_sessions(self) -> None:
        """Everybody is out, on every device; whoever comes from a chat comes in again."""
        await self.store.forget_secret(KEY)

    # --- links for the browser ---

    async def link(self, guest: Guest, go: str = "") -> str:
        """A personal link: once, for ten minutes. What opens stands behind the #, which no server and no log sees."""
        secret = token_urlsafe(24)
        await self.store.lay(_place(secret), json.dumps([*astuple(guest), go]), 60 * LINK_MINUTES)
        return f"{self.origin}/in/link#{secret}"

    async def redeem(self, secret: str) -> tuple[Guest, str] | None:
        """Whose link it was, and where to; None: wrong, old or used."""
        raw = await self.store.take(_place(secret))
        if raw is None:
            return None
        *guest, go = json.loads(raw)
        return Guest(*guest), go

    # --- from a chat that says who comes, but not what for ---

    async def launching(self, ref: str, instance: str, code: str) -> None:
        """Somebody tapped at this table, and that opened an activity."""
        await self.store.set_user(ref, {LAUNCH: f"{instance} {code}"})

    async def launched(self, ref: str, instance: str) -> str:
        """For which table somebody opened that activity; empty: it is not known."""
        there, _, code = (await self.store.user(ref)).get(LAUNCH, "").partition(" ")
        return code if there == instance else ""

    # --- watching ---

    async def start(self, code: str, may_watch: bool) -> str:
        """Names a table in a link; with the permission to watch it, for whoever is in its room."""
        return f"t_{code}_{watch_tag(await self.key(), code)}" if may_watch else f"t_{code}"

    async def may_watch(self, code: str, tag: str) -> bool:
        return hmac.compare_digest(tag.encode(), watch_tag(await self.key(), code).encode())


def watch_tag(key: bytes, code: str) -> str:
    """What a link in a room carries beside the code: the permission to watch."""
    return hmac.new(key, f"watch/{code}".encode(), sha256).hexdigest()[:TAG_LETTERS]


async def tag_of(store: Store, code: str) -> str:
    """The permission to watch a table, for whoever hands it on."""
    return watch_tag(await store.secret(KEY), code)


def _place(secret: str) -> str:
    return f"link:{sha256(f'link/{secret}'.encode()).hexdigest()}"
