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
NEXT, BEFORE = "next", "before"
AGAIN = "again:"
"""Begins the names of a person's notes about tables that follow a finished one."""


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
        return sorted(int(number) for number, kept in found.items() if number.isdecimal() and kept != USED)

    async def number(self, code: str, given: str) -> int | None:
        """Which invitation this is; None: wrong, used or withdrawn."""
        wanted = _hash(given)
        for number, kept in (await self.store.user(_place(code))).items():
            if number.isdecimal() and hmac.compare_digest(kept.encode(), wanted.encode()):
                return int(number)
        return None

    # --- the table after this one ---

    async def next_of(self, code: str) -> str:
        """The table that was opened to play once more; empty: none."""
        return (await self.store.user(_place(code))).get(NEXT, "")

    async def set_next(self, code: str, following: str) -> None:
        await self.store.set_user(_place(code), {NEXT: following})

    async def before(self, code: str) -> str:
        """The finished table that this one follows; empty: none."""
        return (await self.store.user(_place(code))).get(BEFORE, "")

    async def set_before(self, code: str, finished: str) -> None:
        await self.store.set_user(_place(code), {BEFORE: finished})

    # --- new links to seats of a running game ---

    async def renew(self, code: str, key: str, seat: int) -> None:
        """A new link to a seat; the one before it, if any, is dead."""
        serial = (await self._serials(code)).get(seat, (0, ""))[0] + 1
        await self.store.set_user(
            _place(code), {_seat(seat): f"{serial}:{_hash(seat_secret(key, code, seat, serial))}"}
        )

    async def renewed(self, code: str) -> dict[int, int]:
        """The seats with a new link that nobody has used, and how many links each has had."""
        return {seat: serial for seat, (serial, kept) in (await self._serials(code)).items() if kept != USED}

    async def seat(self, code: str, given: str) -> tuple[int, int] | None:
        """To which seat this link leads, and its serial number; None: wrong, used or replaced."""
        wanted = _hash(given)
        for seat, (serial, kept) in (await self._serials(code)).items():
            if hmac.compare_digest(kept.encode(), wanted.encode()):
                return seat, serial
        return None

    async def spend(self, code: str, seat: int, serial: int) -> None:
        await self.store.set_user(_place(code), {_seat(seat): f"{serial}:{USED}"})

    async def _serials(self, code: str) -> dict[int, tuple[int, str]]:
        found = await self.store.user(_place(code))
        kept = {name: value.partition(":") for name, value in found.items() if name.startswith("seat")}
        return {int(name.removeprefix("seat")): (int(serial), secret) for name, (serial, _, secret) in kept.items()}

    async def use(self, code: str, number: int) -> None:
        """This one is dead from now on."""
        await self.store.set_user(_place(code), {str(number): USED})


def secret(key: str, code: str, number: int) -> str:
    """128 bits that follow from the host's key."""
    return _secret(key, f"invite/{code}/{number}")


def seat_secret(key: str, code: str, seat: int, serial: int) -> str:
    """The secret of the next new link to a seat."""
    return _secret(key, f"renewed/{code}/{seat}/{serial}")


def _secret(key: str, about: str) -> str:
    digest = hmac.new(key.encode(), about.encode(), sha256).digest()[:16]
    return urlsafe_b64encode(digest).decode().rstrip("=")


def _seat(seat: int) -> str:
    return f"seat{seat}"


def _hash(given: str) -> str:
    return sha256(f"invite/{given}".encode()).hexdigest()


def _place(code: str) -> str:
    return f"invites:{code}"
