"""What may reach the local table: our own hosts and origin, small bodies, not too often; and every answer's headers."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from ipaddress import ip_address
from urllib.parse import urlsplit

from aiohttp import web

from bot.language.speaker import Speaker, catalogue
from bot.ops.rate_window import RateWindow
from bot.platforms.web.browser_sessions import language_of
from bot.platforms.web.public_address import PublicAddress
from bot.store import StoreAway
from engines.kit.errors import EngineBug, Refusal

log = logging.getLogger(__name__)
Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]

LARGEST_BODY = 16 * 1024
POSTS, LINES, POSTS_WITHIN = 20, 100, 10.0
"""Actions, and lines that are only completed, of one browser within so many seconds."""
BROWSERS = 10
"""So many browsers of one household act at full speed at once."""
LONGEST_BODY = 10.0
"""Seconds within which a request has to arrive."""
WRONG_SECRETS, WRONG_CODES, WRONG_WITHIN = 10, 30, 60.0
OPENED, OPENED_WITHIN = 40, 600.0
"""Tables that are opened from one address within so many seconds."""
TABLE, OPENING = "/t/", ("/new", "/alone")
PACKED = {"text/html", "text/css", "text/javascript", "application/json", "image/svg+xml"}
SMALLEST_PACKED = 800
HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:; "
        "media-src 'self' blob:; font-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; "
        "frame-ancestors 'none'; "
        "require-trusted-types-for 'script'"
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
}


def _packs(response: web.StreamResponse) -> bool:
    """Words travel packed, as the browser says it can unpack; pictures and fonts are packed already.

    No secret leaks by the length: the cookie is never sent along from foreign pages, so nobody else can vary a request.
    """
    size = len(response.body) if isinstance(response, web.Response) and isinstance(response.body, bytes) else 0
    return size >= SMALLEST_PACKED and response.content_type in PACKED and "Content-Encoding" not in response.headers


GONE = 499
"""Who asked has left meanwhile: nobody hears this, and it is no fault of ours."""


def _too_many() -> web.Response:
    return web.Response(status=429, headers={"Retry-After": "3"}, text="Too many at once.")


class Guard:
    """Turns away what does not come from our own pages."""

    def __init__(self, hosts: frozenset[str], posts: int = POSTS, public: PublicAddress | None = None) -> None:
        self._hosts = hosts
        self.public = public
        """Where the page has a public address it answers to that name alone: a proxy that changes the name a request
        is for must not open what is meant for this house."""
        self._posts = RateWindow[str](posts, POSTS_WITHIN)
        self._lines = RateWindow[str](LINES, POSTS_WITHIN)
        self._addresses = RateWindow[str](posts * BROWSERS, POSTS_WITHIN)
        """A browser invents its own name; its address it does not."""
        self.wrong_secrets = RateWindow[str](WRONG_SECRETS, WRONG_WITHIN)
        self._wrong_codes = RateWindow[str](WRONG_CODES, WRONG_WITHIN)
        self._opened = RateWindow[str](OPENED, OPENED_WITHIN)

    def is_ours(self, host: str) -> bool:
        """A name that leads here: an address, localhost, or a name we were told. Others are DNS rebinding."""
        if self.public is not None:
            return self.public.is_meant(host)
        try:
            name = urlsplit(f"//{host}").hostname or ""
            return name in self._hosts or bool(ip_address(name))
        except ValueError:
            return False

    def may_act(self, request: web.Request) -> bool:
        """Whether a POST or a socket comes from one of our own pages."""
        origin = request.headers.get("Origin", "")
        if self.public is not None and origin:
            return self.public.is_ours(origin)
        if origin and origin != "null":
            try:
                parts = urlsplit(origin)
            except ValueError:
                return False
            return parts.netloc == request.host and parts.scheme == request.scheme
        return request.headers.get("Sec-Fetch-Site") == "same-origin"

    @web.middleware
    async def middleware(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        response = await self._answer(request, handler)
        if response.status == 404 and request.path.startswith(TABLE):
            self._wrong_codes.count(self.client(request))
        if not response.prepared:
            for name, value in HEADERS.items():
                response.headers.setdefault(name, value)
            if self.public is not None:
                response.cookies.clear()
            response.headers.setdefault("Cache-Control", "no-store")
            if _packs(response):
                gzip = "gzip" in request.headers.get("Accept-Encoding", "")
                response.enable_compression(web.ContentCoding.gzip if gzip else None)
                response.headers["Vary"] = "Accept-Encoding"
        return response

    async def _answer(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        if (turned_away := self._refusal(request)) is not None:
            return turned_away
        try:
            if request.can_read_body and not request.content_type.startswith("multipart/"):
                async with asyncio.timeout(LONGEST_BODY):
                    await request.read()
            return await handler(request)
        except TimeoutError:
            return web.Response(status=408, text="The request did not arrive in time.")
        except web.HTTPException as problem:
            return web.Response(status=problem.status, text=problem.reason)
        except Refusal as refusal:
            language = language_of(request, None)
            said = Speaker(language).refusal(refusal)
            return web.Response(status=409, headers={"Content-Language": language}, text=said)
        except (StoreAway, EngineBug) as problem:
            resource = request.match_info.route.resource
            place = resource.canonical if resource is not None else "?"
            log.warning("%s %s could not be served: %s", request.method, place, problem)
            language = language_of(request, None)
            key = "store_away_page" if isinstance(problem, StoreAway) else "fault"
            text = catalogue(language)[f"chat.{key}"]
            return web.Response(status=503, headers={"Retry-After": "10", "Content-Language": language}, text=text)
        except ConnectionError:
            if request.transport is not None:
                raise
            return web.Response(status=GONE)

    def _refusal(self, request: web.Request) -> web.Response | None:
        if not self.is_ours(request.host):
            return web.Response(status=421, text="This name does not lead to this table.")
        acts = request.method == "POST" or request.headers.get("Upgrade", "").lower() == "websocket"
        if acts and not self.may_act(request):
            return web.Response(status=403, text="Only a page of this table may do that.")
        address = self.client(request)
        if request.path.startswith(TABLE) and not self._wrong_codes.allows(address):
            return _too_many()
        if request.method != "POST":
            return None
        if request.path in OPENING and not self._opened.allows(address):
            return _too_many()
        rate = self._lines if request.path.endswith("/line") and request.query.get("dry") else self._posts
        name = address if self.public is not None else request.cookies.get("seat", "") or address
        if self.public is not None:
            rate = self._addresses
        if not rate.allows(name) or not self._addresses.allows(address):
            return _too_many()
        if request.path in OPENING:
            self._opened.count(address)
        if rate is not self._addresses:
            rate.count(name)
        self._addresses.count(address)
        return None

    def client(self, request: web.Request) -> str:
        """The sender's address."""
        return self.public.client(request) if self.public is not None else request.remote or ""
