"""Sessions of the public page: a signed statement of who somebody is, which the page shows with every request."""

from __future__ import annotations

import hmac
import json
from base64 import urlsafe_b64decode, urlsafe_b64encode
from binascii import Error as BadBase64
from dataclasses import astuple, dataclass, replace
from hashlib import sha256
from typing import Any

from bot.service.page_access import Guest

LIFE = 12 * 3600.0
"""Seconds that a session lasts unless it is used."""
LONGEST_LIFE = 7 * 24 * 3600.0
"""Then somebody signs in anew, used or not."""
RENEWED_AFTER = 3600.0
LONGEST_TOKEN = 1024
LONGEST_NAME = 64


@dataclass(frozen=True, slots=True)
class Session:
    """Who, since when, until when."""

    guest: Guest
    first: float
    until: float

    @classmethod
    def begin(cls, guest: Guest, now: float) -> Session:
        return cls(replace(guest, name=guest.name[:LONGEST_NAME]), now, now + LIFE)

    def renewed(self, now: float) -> Session | None:
        """The same for longer, if it is time for that and the longest life allows it."""
        until = min(now + LIFE, self.first + LONGEST_LIFE)
        return replace(self, until=until) if until - self.until >= RENEWED_AFTER else None

    def token(self, key: bytes) -> str:
        raw = json.dumps([*astuple(self.guest), self.first, self.until], ensure_ascii=False).encode()
        return f"{_written(raw)}.{_written(_mac(key, raw))}"

    @classmethod
    def read(cls, key: bytes, token: str, now: float) -> Session | None:
        """None: forged, spoilt, too old, or signed with a key that is no more."""
        body, dot, mac = token.partition(".")
        if not dot or len(token) > LONGEST_TOKEN:
            return None
        try:
            raw = _bytes(body)
            if not hmac.compare_digest(_bytes(mac), _mac(key, raw)):
                return None
            *guest, first, until = json.loads(raw)
        except (ValueError, BadBase64):
            return None
        return cls(Guest(*guest), first, until) if now < until else None

    def private_key(self, key: bytes) -> str:
        """The person's own key on the page, from which invitations follow: the same in all their sessions."""
        return hmac.new(key, f"person/{self.guest.ref}".encode(), sha256).hexdigest()


def bearer(headers: Any) -> str | None:
    """The token of an Authorization header; None: there is no such header."""
    given: str | None = headers.get("Authorization")
    if given is None:
        return None
    scheme, _, token = given.partition(" ")
    return token.strip() if scheme.lower() == "bearer" else ""


def _mac(key: bytes, raw: bytes) -> bytes:
    return hmac.new(key, b"session/" + raw, sha256).digest()


def _written(raw: bytes) -> str:
    return urlsafe_b64encode(raw).decode().rstrip("=")


def _bytes(text: str) -> bytes:
    """Strictly: each session is written in one way only."""
    raw = urlsafe_b64decode(text + "=" * (-len(text) % 4))
    if _written(raw) != text:
        raise ValueError("not the way we write it")
    return raw
