"""Web Push: whose move it is, told to devices whose page is closed. It says the game and the code, and nothing else."""

from __future__ import annotations

import json
import logging
import time
from base64 import urlsafe_b64decode, urlsafe_b64encode
from binascii import Error
from dataclasses import dataclass
from hashlib import sha256
from typing import Any
from urllib.parse import urlsplit

import http_ece
from aiohttp import ClientError, ClientSession, ClientTimeout
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature

log = logging.getLogger(__name__)

SERVICES = ("fcm.googleapis.com", "push.services.mozilla.com", "notify.windows.com", "push.apple.com")
"""Who carries messages to browsers: only there is anything sent, whatever address a browser names."""
LONGEST = 600
DAY = 24 * 3600
HALF_A_DAY = DAY // 2
PATIENCE = ClientTimeout(total=10)
GONE = (404, 410)
ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
"""Of the curve P-256."""


@dataclass(frozen=True, slots=True)
class Device:
    """Where a browser can be reached, and with which keys only it can read."""

    endpoint: str
    key: str
    auth: str

    @property
    def name(self) -> str:
        return sha256(self.endpoint.encode()).hexdigest()[:16]

    def written(self) -> str:
        return json.dumps([self.endpoint, self.key, self.auth])

    @classmethod
    def stored(cls, text: str) -> Device:
        return cls(*json.loads(text))

    def is_sound(self, services: tuple[str, ...] = SERVICES) -> bool:
        """Whether it names one of the services, and keys of the right size."""
        try:
            parts = urlsplit(self.endpoint)
            known = any(parts.hostname == each or (parts.hostname or "").endswith(f".{each}") for each in services)
            sizes = len(_plain(self.key)), len(_plain(self.auth))
        except (ValueError, Error):
            return False
        return known and parts.scheme == "https" and len(self.endpoint) <= LONGEST and sizes == (65, 16)


class Sender:
    """Sends to devices; the services know us by one key, which follows from a secret of the store."""

    def __init__(self, secret: bytes, contact: str) -> None:
        number = int.from_bytes(sha256(b"push/" + secret).digest()) % (ORDER - 1) + 1
        self._private = ec.derive_private_key(number, ec.SECP256R1())
        self._contact = contact

    @property
    def public_key(self) -> str:
        """As browsers want it."""
        point = serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint
        return _text(self._private.public_key().public_bytes(*point))

    async def send(self, session: ClientSession, device: Device, message: dict[str, str]) -> bool:
        """Whether the device is still there. Of several messages about one table only the last arrives."""
        topic = _text(sha256(message["tag"].encode()).digest())[:32]
        headers = {"TTL": str(DAY), "Urgency": "normal", "Topic": topic, "Content-Encoding": "aes128gcm"}
        headers["Authorization"] = self._signed(device.endpoint)
        body = sealed(device, json.dumps(message, ensure_ascii=False).encode())
        try:
            async with session.post(
                device.endpoint, data=body, headers=headers, timeout=PATIENCE, allow_redirects=False
            ) as answer:
                if answer.status >= 400 and answer.status not in GONE:
                    log.info("a push service said %s", answer.status)
                return answer.status not in GONE
        except (ClientError, TimeoutError) as problem:
            log.info("a push service could not be reached: %s", type(problem).__name__)
            return True

    def _signed(self, endpoint: str) -> str:
        """Who sends, for this service alone, for half a day (RFC 8292)."""
        parts = urlsplit(endpoint)
        claims = {"aud": f"{parts.scheme}://{parts.netloc}", "exp": int(time.time()) + HALF_A_DAY, "sub": self._contact}
        said = ".".join([_json({"typ": "JWT", "alg": "ES256"}), _json(claims)])
        r, s = decode_dss_signature(self._private.sign(said.encode(), ec.ECDSA(hashes.SHA256())))
        return f"vapid t={said}.{_text(r.to_bytes(32) + s.to_bytes(32))}, k={self.public_key}"


def sealed(device: Device, plain: bytes) -> bytes:
    """Only the device can read it (RFC 8291)."""
    once = ec.generate_private_key(ec.SECP256R1())
    found: bytes = http_ece.encrypt(plain, private_key=once, dh=_plain(device.key), auth_secret=_plain(device.auth))
    return found


def _json(value: dict[str, Any]) -> str:
    return _text(json.dumps(value, separators=(",", ":")).encode())


def _text(raw: bytes) -> str:
    return urlsafe_b64encode(raw).decode().rstrip("=")


def _plain(text: str) -> bytes:
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))
