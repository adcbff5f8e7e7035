"""Who a browser is: a random key in a cookie, from which the user follows. The key itself is stored nowhere."""

from __future__ import annotations

import hmac
from collections.abc import Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from secrets import token_urlsafe

from aiohttp import web

from bot.platforms.web.sessions import Session
from bot.table.model import Table, platform_of
from bot.table.preferences import Person
from config.languages import fallback, spoken

LOCAL = "local"
"""The platform of tables and people of this page, as their references have it."""
COOKIE = "seat"
LOOK = "look"
YEAR = 365 * 24 * 3600
THEMES = ("auto", "light", "dark")
SIZES = ("100", "115", "130", "150")
PACES = ("1", "2", "4", "0")
"""Seconds for which each move of others is shown; 0: all at once."""


@dataclass(frozen=True, slots=True)
class Looks:
    """How this browser wants the page: kept in a plain cookie, since it is no secret and belongs to the device."""

    theme: str = "auto"
    size: str = "100"
    text: bool = False
    calm: bool = False
    sound: bool = False
    alert: bool = False
    pace: str = "2"
    buzz: bool = False
    push: bool = False
    """When it is my turn: a sound, a notification, a vibration, word while no page is open. Only if chosen."""

    @classmethod
    def parse(cls, cookie: str, pace: str = "2") -> Looks:
        """What a cookie says; `pace` where it says nothing of it."""
        given = dict(pair.partition("=")[::2] for pair in cookie.split("&"))
        theme, size, chosen = given.get("theme", ""), given.get("size", ""), given.get("pace", "")
        return cls(
            theme if theme in THEMES else "auto",
            size if size in SIZES else "100",
            given.get("text") == "1",
            given.get("calm") == "1",
            given.get("sound") == "1",
            given.get("alert") == "1",
            chosen if chosen in PACES else pace,
            given.get("buzz") == "1",
            given.get("push") == "1",
        )

    def __str__(self) -> str:
        names = ("text", "calm", "sound", "alert", "buzz", "push")
        switches = {name: getattr(self, name) for name in names}
        said = {"theme": self.theme, "size": self.size, "pace": self.pace}
        chosen = {**said, **{name: int(on) for name, on in switches.items()}}
        return "&".join([f"{name}={value}" for name, value in chosen.items()])


@dataclass(frozen=True, slots=True)
class Browser:
    """A browser with its key, its settings and its owner's."""

    key: str
    looks: Looks
    person: Person
    language: str
    is_new: bool = False
    again: Mapping[str, str] = field(default_factory=dict)
    """Tables to which this person is invited, each with the finished one that it follows."""
    session: Session | None = None
    """At the public page: who this is by the word of a chat; no cookie is used there."""
    watches: frozenset[str] = frozenset()
    """Tables of others that may be watched there."""
    is_embedded: bool = False
    """Inside a chat's own window, where no file can be saved."""

    @property
    def user(self) -> str:
        """The account that follows from the key, or the one in the chat."""
        return user_of(self.key) if self.session is None else self.session.guest.ref

    @property
    def name(self) -> str:
        """As somebody has called themselves here, else as the chat calls them; empty: not at all."""
        return self.person.name or ("" if self.session is None else self.session.guest.name)

    def may_see(self, table: Table) -> bool:
        """Who sits or is host there, or was let in to watch. Else at home whoever knows the code of a table that was
        opened here, unless it is by invitation; at the public page whoever is in the room where it stands."""
        if table.code in self.watches or any(self.owns(user) for user in (table.host, *table.users)):
            return True
        if self.session is not None:
            return self.session.guest.room in table.rooms
        return not table.by_link and any(platform_of(room) == LOCAL for room in table.rooms)

    def persona(self, number: int) -> str:
        """A further seat of the same browser at one table: people who pass the device around."""
        return self.user if number == 0 else f"{self.user}.{number}"

    def owns(self, user: str) -> bool:
        return user == self.user or (self.session is None and user.startswith(f"{self.user}."))

    @property
    def token(self) -> str:
        """Proof that a form came from a page of ours, for this browser."""
        since = "" if self.session is None else f"/{self.session.first}"
        return sha256(f"form/{self.key}{since}".encode()).hexdigest()[:32]

    def require_token(self, given: str) -> None:
        if not hmac.compare_digest(given.encode(), self.token.encode()):
            raise web.HTTPForbidden(reason="This form is not from a page of this table.")


def user_of(key: str) -> str:
    """`local:` and a hash of the key."""
    return f"local:{sha256(f'user/{key}'.encode()).hexdigest()[:20]}"


def key_of(request: web.Request) -> str:
    """The key of the request's cookie, or a new one."""
    key = request.cookies.get(COOKIE, "")
    return key if 40 <= len(key) <= 64 and key.replace("-", "").replace("_", "").isalnum() else token_urlsafe(32)


def language_of(request: web.Request, person: Person | None) -> str:
    """The chosen language, else the first of the browser's that we speak."""
    if person is not None:
        return person.language
    for part in request.headers.get("Accept-Language", "").split(","):
        if code := spoken(part.partition(";")[0]):
            return code
    return fallback()


def keep_key(response: web.StreamResponse, key: str, secure: bool) -> None:
    response.set_cookie(COOKIE, key, max_age=YEAR, httponly=True, samesite="Strict", secure=secure, path="/")


def keep_looks(response: web.StreamResponse, looks: Looks, secure: bool) -> None:
    response.set_cookie(LOOK, str(looks), max_age=YEAR, httponly=True, samesite="Strict", secure=secure, path="/")
