"""Invitations to seats: secrets that only the host's browser can work out again; the store keeps their hashes."""

from __future__ import annotations

import hmac
from base64 import urlsafe_b64encode
from dataclasses import dataclass
from hashlib import sha256

from bot.store import Store

AT_ONCE = 12
"""So many are made with a table: every seat can be given and lost a few times."""
USED = "-"


@dataclass(frozen=True, slots=True)
class Invites:
    """The invitations of all tables."""

    store: Store

    async def issue(self, code: str, key: str) -> None:
        """Make the invitations of a new table."""
        fields = {str(number): _hash(secret(key, code, number)) for number in range(AT_ONCE)}
        await self.store.set_user(_place(code), fields)

    async def open(self, code: str) -> list[int]:
        """The numbers that nobody has used."""
        found = await self.store.user(_place(code))
        return sorted(int(number) for number, kept in found.items() if kept != USED)

    async def number(self, code: str, given: str) -> int | None:
        """Which invitation this is; None: wrong, used or withdrawn."""
        wanted = _hash(given)
        for number, kept in (await self.store.user(_place(code))).items():
            if hmac.compare_digest(kept.encode(), wanted.encode()):
                return int(number)
        return None

    async def use(self, code: str, number: int) -> None:
        """This one is dead from now on."""
        await self.store.set_user(_place(code), {str(number): USED})


def secret(key: str, code: str, number: int) -> str:
    """128 bits that follow from the host's key."""
    digest = hmac.new(key.encode(), f"invite/{code}/{number}".encode(), sha256).digest()[:16]
    return urlsafe_b64encode(digest).decode().rstrip("=")


def _hash(given: str) -> str:
    return sha256(f"invite/{given}".encode()).hexdigest()


def _place(code: str) -> str:
    return f"invites:{code}"
