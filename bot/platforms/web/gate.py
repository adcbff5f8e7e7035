"""The gate of the public page: closed to strangers. Who has no session sees doors, rules and files, and no table."""

from __future__ import annotations

from aiohttp import web

from bot.ops.rate_window import RateWindow
from bot.platforms.web.browser_sessions import language_of
from bot.platforms.web.discord_launch import Activity
from bot.platforms.web.guard import HEADERS, POSTS, POSTS_WITHIN, Handler
from bot.platforms.web.pages.door import door_page
from bot.platforms.web.public_address import PublicAddress
from bot.platforms.web.sessions import Session, bearer
from bot.service.page_access import PageAccess

SESSION = web.RequestKey("session", Session)
KEY = web.RequestKey("key", bytes)
THEME = web.RequestKey("theme", str)
WRONG_CODE = web.RequestKey("wrong_code", bool)
OPEN = ("/in/", "/static/", "/hear.js")
"""What asks for no session; sockets bring theirs in the first frame."""
READ = ("/rules/",)
"""What answers without one too."""
SHUT = ("/device", "/d/", "/forget")
"""What belongs to browsers that are known by a cookie."""
RENEWED = "X-Session"
SIGN_INS, WRONG_CODES, SOCKETS, A_MINUTE = 10, 20, 60, 60.0
MOST_SOCKETS = 6
"""Of one person at the same time."""
FRAMES = {"telegram": "https://web.telegram.org", "discord": "https://discord.com https://*.discord.com"}
"""In whose frames a door may stand."""
LAUNCHED = {"frame_id", "instance_id"}
"""What Discord adds to the address of an activity."""
EXPIRED, TOO_MANY = 4401, 4429
"""How a socket is closed that brings no session, or is one too many."""


class Gate:
    """Lets in whoever shows a session, and counts what others try."""

    def __init__(
        self, access: PageAccess, address: PublicAddress, posts: int = POSTS, activity: Activity | None = None
    ) -> None:
        self.access = access
        self.address = address
        self.activity = activity
        self._posts = RateWindow[str](posts, POSTS_WITHIN)
        self._sign_ins = RateWindow[str](SIGN_INS, A_MINUTE)
        self._wrong_codes = RateWindow[str](WRONG_CODES, A_MINUTE)
        self._sockets = RateWindow[str](SOCKETS, A_MINUTE)

    async def session(self, token: str) -> tuple[Session | None, bytes]:
        """The session of a token, and the key with which it is signed."""
        key = await self.access.key()
        return Session.read(key, token, self.access.store.clock()), key

    def may_sign_in(self, request: web.Request) -> bool:
        """Counted by the sender's address, right or wrong."""
        client = self.address.client(request)
        allowed = self._sign_ins.allows(client)
        self._sign_ins.count(client)
        return allowed

    def may_listen(self, request: web.Request) -> bool:
        """A socket is open to everybody for a moment, so they are counted too."""
        client = self.address.client(request)
        allowed = self._sockets.allows(client)
        self._sockets.count(client)
        return allowed

    def may_look(self, user: str) -> bool:
        return self._wrong_codes.allows(user)

    def missed(self, user: str) -> None:
        """A table was named that is not there for this person."""
        self._wrong_codes.count(user)

    @web.middleware
    async def middleware(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        if request.path.startswith(SHUT) or request.path.endswith("/hotseat"):
            return web.Response(status=404)
        token = bearer(request.headers)
        if request.path.startswith(OPEN) or request.path == "/events":
            return await handler(request)
        if token is None:
            if request.path.startswith(READ):
                return await handler(request)
            return self.closed(request)
        session, key = await self.session(token)
        if session is None:
            return _refused()
        request[SESSION], request[KEY] = session, key
        return await self._known(request, handler, session, key)

    def closed(self, request: web.Request) -> web.Response:
        """No session: a reader gets the door, which may have one kept; everything else an error."""
        if request.method != "GET" or "text/html" not in request.headers.get("Accept", ""):
            return _refused()
        if self.activity is not None and request.path == "/" and request.query.keys() >= LAUNCHED:
            return door(request, "discord", application=self.activity.application)
        return door(request, "browser", 200 if request.path.startswith("/s/") else 401)

    async def _known(self, request: web.Request, handler: Handler, session: Session, key: bytes) -> web.StreamResponse:
        user = session.guest.ref
        names_table = "code" in request.match_info
        is_too_often = names_table and not self.may_look(user)
        if request.method == "POST" and not (request.path.endswith("/line") and request.query.get("dry")):
            is_too_often = is_too_often or not self._posts.allows(user)
            self._posts.count(user)
        if is_too_often:
            return web.Response(status=429, headers={"Retry-After": "3"}, text="Too many at once.")
        response = await handler(request)
        if request.get(WRONG_CODE) or (names_table and response.status == 404):
            self.missed(user)
        if (renewed := session.renewed(self.access.store.clock())) is not None and not response.prepared:
            response.headers[RENEWED] = renewed.token(key)
        return response


def door(request: web.Request, kind: str, status: int = 200, application: str = "") -> web.Response:
    """The document of a door; that of a chat may stand in the chat's own frame, and nowhere else."""
    text = door_page(kind, language_of(request, None), application)
    response = web.Response(text=text, content_type="text/html", status=status)
    if kind in FRAMES:
        policy = HEADERS["Content-Security-Policy"]
        response.headers["Content-Security-Policy"] = policy.replace(
            "frame-ancestors 'none'", f"frame-ancestors {FRAMES[kind]}"
        )
    return response


def _refused() -> web.Response:
    return web.Response(status=401, headers={"WWW-Authenticate": "Bearer"}, text="Sign in anew.")
