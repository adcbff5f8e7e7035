"""The launch data of a Telegram Mini App: signed by Telegram with the bot's token, and by nobody else."""

from __future__ import annotations

import hmac
import json
from dataclasses import dataclass
from hashlib import sha256
from urllib.parse import parse_qsl

LONGEST = 4096
OLDEST = 3600.0
AHEAD = 60.0
MOST_FIELDS = 32
LARGEST_ID = 2**52


class BadLaunch(Exception):
    """It does not prove who somebody is; the cause is for the log, never for the page."""


@dataclass(frozen=True, slots=True)
class Launch:
    """Who opened the page, and with which start parameter."""

    user: int
    name: str
    language: str
    start: str = ""


def check(raw: str, token: str, now: float) -> Launch:
    """Who this is; raises BadLaunch."""
    fields = _fields(raw)
    given = fields.pop("hash", "")
    text = "\n".join([f"{name}={value}" for name, value in sorted(fields.items())])
    key = hmac.new(b"WebAppData", token.encode(), sha256).digest()
    if not hmac.compare_digest(given.encode(), hmac.new(key, text.encode(), sha256).hexdigest().encode()):
        raise BadLaunch("the signature is not of this bot")
    when = fields.get("auth_date", "")
    if not (when.isascii() and when.isdecimal()) or not now - OLDEST <= int(when) <= now + AHEAD:
        raise BadLaunch("it is too old, or from the future")
    return _launch(fields)


def _fields(raw: str) -> dict[str, str]:
    if len(raw) > LONGEST:
        raise BadLaunch("it is too long")
    try:
        pairs = parse_qsl(raw, keep_blank_values=True, strict_parsing=True, errors="strict", max_num_fields=MOST_FIELDS)
    except ValueError as error:
        raise BadLaunch("it is no query") from error
    fields = dict(pairs)
    if len(fields) != len(pairs):
        raise BadLaunch("a field stands there twice")
    return fields


def _launch(fields: dict[str, str]) -> Launch:
    try:
        user = json.loads(fields.get("user", ""))
    except (ValueError, RecursionError) as error:
        raise BadLaunch("nobody is named") from error
    number = user.get("id") if isinstance(user, dict) else None
    if type(number) is not int or not 0 < number < LARGEST_ID:
        raise BadLaunch("nobody is named")
    name = " ".join([str(user[part]) for part in ("first_name", "last_name") if user.get(part)])
    return Launch(number, name, str(user.get("language_code") or ""), fields.get("start_param", ""))
