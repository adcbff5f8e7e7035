"""A strict Discord on loopback: REST v10 and the Gateway, for the real client library to talk to."""

from __future__ import annotations

import asyncio
import json
import re
import secrets
from collections import deque
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from dataclasses import dataclass, field
from typing import Any

import discord
import yarl
from aiohttp import WSMsgType, web
from discord.asset import Asset
from discord.gateway import DiscordWebSocket
from discord.http import Route

from tests.peers import discord_rest as rest
from tests.peers.discord_activity import Activities
from tests.peers.discord_schema import Invalid, Overtaken, check_schema
from tests.peers.discord_world import APPLICATION_ID, BOT_ID, Channel, Guild, Json, Person, Sent, World

API = "/api/v10"
UNPUBLISHED = "/oauth2/token"
"""Of OAuth 2 itself, so the schema of the API does not have it."""
REQUESTS_A_SECOND = 50
TOKEN = "loopback.token.of-the-tests"


@dataclass(slots=True)
class Fault:
    """What goes wrong: the next so many requests that match are answered like this."""

    method: str
    path: re.Pattern[str]
    status: int
    body: Json
    headers: dict[str, str]
    times: int
    lost: bool = False
    """The request is carried out, but its answer is replaced."""
    is_hung: bool = False
    """Nobody answers at all: the other side waits until it ends."""


@dataclass(eq=False)
class Session:
    """A Gateway session: survives its connection, so that it can be resumed."""

    id: str
    shard: int
    shards: int
    intents: int
    events: list[Json] = field(default_factory=list)
    socket: web.WebSocketResponse | None = None

    def hears(self, guild: Guild | None) -> bool:
        return self.shard == (0 if guild is None else (guild.id >> 22) % self.shards)


class Server:
    """Serves one world to one bot."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.token = TOKEN
        self.faults: list[Fault] = []
        self.sessions: dict[str, Session] = {}
        self.identified = asyncio.Event()
        self.resumed = asyncio.Event()
        self.refused: list[str] = []
        """What the bot sent that Discord would not take."""
        self.url = ""
        self.activities = Activities(self)
        self._recent: deque[float] = deque()
        self._changed = asyncio.Event()

    # --- for the tests ---

    def fail(
        self,
        method: str,
        path: str,
        status: int,
        code: int = 0,
        *,
        retry_after: float | None = None,
        times: int = 1,
        lost: bool = False,
        is_hung: bool = False,
    ) -> Fault:
        """Let the next matching requests fail."""
        body: Json = {"message": f"fault {status}", "code": code}
        headers = {"Via": "1.1 loopback"}
        if retry_after is not None:
            body |= {"retry_after": retry_after, "global": False}
            headers["Retry-After"] = str(retry_after)
        fault = Fault(method, re.compile(path), status, body, headers, times, lost, is_hung)
        self.faults.append(fault)
        return fault

    async def drop(self, code: int = 4000) -> None:
        """Cut every Gateway connection; the sessions stay."""
        for session in self.sessions.values():
            if session.socket is not None:
                socket, session.socket = session.socket, None
                await socket.close(code=code)

    def forget(self) -> None:
        """The bot has stopped: its sessions are of the past."""
        self.sessions.clear()
        self.identified.clear()

    async def dispatch(self, event: str, data: Json, guild: Guild | None) -> int:
        """Tell the sessions whose shard this is; says how many."""
        heard = [session for session in self.sessions.values() if session.hears(guild)]
        for session in heard:
            payload = {"op": 0, "t": event, "d": data, "s": len(session.events) + 1}
            session.events.append(payload)
            if session.socket is not None and not session.socket.closed:
                with suppress(ConnectionError):  # whoever resumes the session hears it then
                    await session.socket.send_str(json.dumps(payload))
        return len(heard)

    def touch(self) -> None:
        """Something changed: wake whoever waits."""
        self._changed.set()
        self._changed = asyncio.Event()

    async def until(self, condition: Any, seconds: float = 60.0) -> Any:
        """Wait for the bot to bring something about."""
        async with asyncio.timeout(seconds):
            while not (found := condition()):
                await self._changed.wait()
        return found

    async def join_guild(self, guild: Guild) -> None:
        """The bot is invited to a server."""
        await self.dispatch("GUILD_CREATE", self._guild(guild), guild)

    async def remove_channel(self, channel: Channel) -> None:
        channel.deleted = True
        await self.dispatch("CHANNEL_DELETE", channel.wire(), channel.guild)

    async def kick(self, guild: Guild) -> None:
        """The bot is thrown out of a server."""
        for channel in guild.channels:
            channel.denied |= {"view", "send"}
        await self.dispatch("GUILD_DELETE", {"id": str(guild.id)}, guild)

    # --- REST ---

    @web.middleware
    async def guard(self, request: web.Request, handler: Any) -> web.StreamResponse:
        """Faults, limits, schema and record around every request."""
        if not request.path.startswith(API):
            return await handler(request)  # type: ignore[no-any-return]
        payload, files = await _body(request)
        sent = Sent(request.method, request.path, payload, files, frozenset(), size=request.content_length or 0)
        request[rest.PAYLOAD], request[rest.FILES], request[rest.SENT] = payload, files, sent
        self.world.sent.append(sent)
        response = self._fault(request, lost=False) or self._limited(request)
        if response is None:
            response = await self._carry_out(request, handler)
            response = await self._unheard(request) or response
        sent.status = response.status
        self.touch()
        return response

    async def _carry_out(self, request: web.Request, handler: Any) -> web.StreamResponse:
        resource = request.match_info.route.resource
        try:
            if resource is None:
                raise Invalid(f"{request.method} {request.path} is not served here")
            template = resource.canonical.removeprefix(API)
            if template != UNPUBLISHED:
                check_schema(request.method, template, request[rest.PAYLOAD])
            return await handler(request)  # type: ignore[no-any-return]
        except Invalid as error:
            if not isinstance(error, Overtaken):
                self.refused.append(str(error))
            return rest.error(400, 50035, str(error))

    async def _unheard(self, request: web.Request) -> web.Response | None:
        """What was carried out, but is answered otherwise or not at all."""
        hung = [fault for fault in self.faults if fault.is_hung and fault.times]
        response = self._fault(request, lost=True)
        if any(not fault.times for fault in hung):
            self.touch()
            await asyncio.Event().wait()
        return response

    def _fault(self, request: web.Request, lost: bool) -> web.Response | None:
        for fault in self.faults:
            matches = fault.method == request.method and fault.path.search(request.path)
            if matches and fault.times and fault.lost == lost:
                fault.times -= 1
                return rest.answer(fault.body, fault.status, fault.headers)
        return None

    def _limited(self, request: web.Request) -> web.Response | None:
        """Fifty requests a second in all; answers to interactions do not count."""
        if "/interactions/" in request.path or "/webhooks/" in request.path:
            return None
        now = self.world.now()
        while self._recent and now - self._recent[0] > 1:
            self._recent.popleft()
        if len(self._recent) >= REQUESTS_A_SECOND:
            body = {"message": "You are being rate limited.", "retry_after": 0.2, "global": True}
            return rest.answer(body, 429, {"Via": "1.1 loopback", "Retry-After": "0.2"})
        self._recent.append(now)
        return None

    # --- the Gateway ---

    async def gateway(self, request: web.Request) -> web.WebSocketResponse:
        socket = web.WebSocketResponse()
        await socket.prepare(request)
        await socket.send_str(json.dumps({"op": 10, "d": {"heartbeat_interval": 41_250}}))
        session: Session | None = None
        async for frame in socket:
            if frame.type is not WSMsgType.TEXT:
                continue
            message = json.loads(frame.data)
            match message["op"]:
                case 1:
                    await socket.send_str(json.dumps({"op": 11}))
                case 2:
                    session = await self._identify(socket, message["d"])
                case 6:
                    session = await self._resume(socket, message["d"])
        if session is not None and session.socket is socket:
            session.socket = None
        return socket

    async def _identify(self, socket: web.WebSocketResponse, data: Json) -> Session | None:
        if data["token"] != TOKEN:
            await socket.close(code=4004)
            return None
        shard, shards = data.get("shard") or (0, 1)
        session = Session(secrets.token_hex(8), shard, shards, data["intents"], socket=socket)
        self.sessions[session.id] = session
        guilds = [guild for guild in self.world.guilds.values() if session.hears(guild)]
        ready = {
            "v": 10,
            "user": Person(BOT_ID, "Signoria", bot=True).wire(),
            "guilds": [{"id": str(guild.id), "unavailable": True} for guild in guilds],
            "session_id": session.id,
            "resume_gateway_url": self._gateway_url(),
            "shard": [shard, shards],
            "application": {"id": str(APPLICATION_ID), "flags": 0},
        }
        await self._tell(session, "READY", ready)
        for guild in guilds:
            await self._tell(session, "GUILD_CREATE", self._guild(guild))
        self.identified.set()
        return session

    async def _resume(self, socket: web.WebSocketResponse, data: Json) -> Session | None:
        session = self.sessions.get(data["session_id"])
        if session is None or data["token"] != TOKEN:
            await socket.send_str(json.dumps({"op": 9, "d": False}))
            return None
        session.socket = socket
        for payload in session.events[data["seq"] :]:
            await socket.send_str(json.dumps(payload))
        await self._tell(session, "RESUMED", {})
        self.resumed.set()
        return session

    async def _tell(self, session: Session, event: str, data: Json) -> None:
        payload = {"op": 0, "t": event, "d": data, "s": len(session.events) + 1}
        session.events.append(payload)
        assert session.socket is not None
        await session.socket.send_str(json.dumps(payload))

    def _guild(self, guild: Guild) -> Json:
        everyone = {"id": str(guild.id), "name": "@everyone", "permissions": "0", "position": 0, "color": 0}
        everyone |= {"hoist": False, "managed": False, "mentionable": False, "flags": 0, "colors": {"primary_color": 0}}
        bits = (1 << 10) | (1 << 11) | (1 << 15) | (1 << 16) | (1 << 38)
        everyone["permissions"] = str(bits)
        me = {"user": Person(BOT_ID, "Signoria", bot=True).wire(), "roles": [], "joined_at": None, "flags": 0}
        me |= {"deaf": False, "mute": False}
        return {
            "id": str(guild.id),
            "name": guild.name,
            "owner_id": "1",
            "roles": [everyone],
            "emojis": [],
            "features": [],
            "members": [me],
            "channels": [channel.wire() for channel in guild.channels if not channel.deleted],
            "threads": [],
            "member_count": len(guild.members) + 1,
            "preferred_locale": guild.locale,
            "system_channel_id": guild.system and str(guild.system.id),
            "verification_level": 0,
            "default_message_notifications": 0,
            "explicit_content_filter": 0,
            "mfa_level": 0,
            "nsfw_level": 0,
            "premium_tier": 0,
        }

    def _gateway_url(self) -> str:
        return self.url.replace("http://", "ws://") + "/gateway"

    # --- serving ---

    @asynccontextmanager
    async def serve(self) -> AsyncIterator[Server]:
        """Listen on a free port and point the client library there."""
        app = web.Application(middlewares=[self.guard], client_max_size=64 * 1024 * 1024)
        app.router.add_get("/gateway", self.gateway)
        app.router.add_get("/gateway/", self.gateway)
        rest.add_routes(app, self)
        runner = web.AppRunner(app, shutdown_timeout=0.5, handler_cancellation=True)
        await runner.setup()
        site = web.TCPSite(runner, "127.0.0.1", 0)
        await site.start()
        port = runner.addresses[0][1]
        self.url = f"http://127.0.0.1:{port}"
        try:
            with pointed_at(self.url):
                yield self
        finally:
            await self.drop(1001)
            await runner.cleanup()


@contextmanager
def pointed_at(url: str) -> Iterator[None]:
    """The client library talks to this address instead of Discord's."""
    before = Route.BASE, DiscordWebSocket.DEFAULT_GATEWAY, Asset.BASE
    Route.BASE = url + API
    DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(url.replace("http://", "ws://") + "/gateway")
    Asset.BASE = url
    discord.VoiceClient.warn_nacl = False
    try:
        yield
    finally:
        Route.BASE, DiscordWebSocket.DEFAULT_GATEWAY, Asset.BASE = before


async def _body(request: web.Request) -> tuple[Any, dict[str, bytes]]:
    files: dict[str, bytes] = {}
    if request.content_type == "multipart/form-data":
        payload: Any = {}
        async for part in await request.multipart():
            data = await part.read()  # type: ignore[union-attr]
            if part.name == "payload_json":
                payload = json.loads(data)
            else:
                files[part.name or ""] = bytes(data)
        return payload, files
    if request.content_type == "application/x-www-form-urlencoded":
        return dict(await request.post()), files
    raw = await request.read()
    return (json.loads(raw) if raw else None), files
