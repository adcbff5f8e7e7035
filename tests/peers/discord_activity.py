"""Activities on the Discord of the tests: running instances, codes that work once, and the frame around the page."""

from __future__ import annotations

import asyncio
import itertools
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from aiohttp import ClientSession, WSMsgType, web

from tests.peers.discord_rest import PAYLOAD, answer, error
from tests.peers.discord_world import APPLICATION_ID, Channel, Person

if TYPE_CHECKING:
    from tests.peers.discord_server import Server

SECRET = "secret-of-the-client"
HOME = "discord.com"
FRAME = f"{APPLICATION_ID}.discordsays.com"
PREFIX = "/.proxy"
POLICY = (
    f"default-src 'self'; script-src 'self' 'unsafe-eval' blob:; connect-src https://{FRAME}/ wss://{FRAME}/; "
    "img-src 'self' blob: data:; style-src 'self' 'unsafe-inline'; frame-ancestors https://discord.com"
)
"""Discord puts its own policy in the place of ours."""
DROPPED = {"content-security-policy", "transfer-encoding", "content-encoding", "content-length", "connection"}
PARENT = """<!doctype html><title>Discord</title><body><script>
    window.sent = [];
    addEventListener("message", async (event) => {
        const frame = document.querySelector("iframe");
        if (event.source !== frame.contentWindow || event.origin !== "https://FRAME") return;
        const [kind, body] = event.data, say = (more) => event.source.postMessage([1, more], event.origin);
        sent.push(event.data);
        if (kind === 0 && body.v === 1 && body.encoding === "json" && body.client_id === "APPLICATION")
            say({ cmd: "DISPATCH", evt: "READY", data: { v: 1, config: {} }, nonce: null });
        if (kind === 1 && body.cmd === "AUTHORIZE") {
            const answer = await fetch("/consent" + location.search);
            if (answer.ok) say({ cmd: body.cmd, evt: null, nonce: body.nonce, data: { code: await answer.text() } });
            else say({ cmd: body.cmd, evt: "ERROR", nonce: body.nonce, data: { code: 5000, message: "refused" } });
        } else if (kind === 1) say({ cmd: body.cmd, evt: null, nonce: body.nonce, data: {} });
    });
</script></body>""".replace("FRAME", FRAME).replace("APPLICATION", str(APPLICATION_ID))


@dataclass
class Instance:
    """One running activity: where, and who is in it."""

    id: str
    channel: Channel
    people: set[int]


@dataclass(eq=False)
class Activities:
    """What Discord knows of the application's activity."""

    server: Server
    instances: dict[str, Instance] = field(default_factory=dict)
    codes: dict[str, tuple[Person, str]] = field(default_factory=dict)
    """Codes that nobody has used: whose, and for which application."""
    lent: dict[str, Person] = field(default_factory=dict)
    is_on: bool = True
    """Whether it is enabled in the portal."""
    consents: bool = True
    _numbers: itertools.count[int] = field(default_factory=lambda: itertools.count(1))

    def start(self, channel: Channel, person: Person) -> Instance:
        """One activity a channel: who comes later joins it."""
        found = next((each for each in self.instances.values() if each.channel is channel), None)
        found = found or Instance(f"i-{next(self._numbers)}-gc-{channel.id}", channel, set())
        found.people.add(person.id)
        return self.instances.setdefault(found.id, found)

    def code(self, person: Person, application: str = str(APPLICATION_ID)) -> str:
        code = f"code{next(self._numbers)}OfTheTests"
        self.codes[code] = (person, application)
        return code

    # --- REST ---

    async def token(self, request: web.Request) -> web.Response:
        given = request[PAYLOAD]
        person, application = self.codes.pop(given.get("code", ""), (None, ""))
        right = {"client_id": application, "client_secret": SECRET, "grant_type": "authorization_code"}
        if person is None or {name: given.get(name) for name in right} != right:
            return answer({"error": "invalid_grant"}, 400)
        lent = f"lent{next(self._numbers)}OfTheTests"
        self.lent[lent] = person
        body = {"access_token": lent, "token_type": "Bearer", "expires_in": 604800, "refresh_token": "r"}
        return answer(body | {"scope": "identify"})

    async def instance(self, request: web.Request) -> web.Response:
        found = self.instances.get(request.match_info["instance_id"])
        if found is None or request.match_info["application_id"] != str(APPLICATION_ID):
            return error(404, 10222, "Unknown activity instance")
        if request.headers.get("Authorization") != f"Bot {self.server.token}":
            return error(401, 0, "401: Unauthorized")
        place = {"id": f"gc-{found.channel.id}", "kind": "gc", "channel_id": str(found.channel.id), "guild_id": "1"}
        body = {"application_id": str(APPLICATION_ID), "instance_id": found.id, "launch_id": "7", "location": place}
        return answer(body | {"users": [str(each) for each in sorted(found.people)]})

    # --- the client ---

    def client(self) -> web.Application:
        """The page around the frame; `?user=` says who sits before it."""
        app = web.Application()
        app.router.add_get("/", self._parent)
        app.router.add_get("/consent", self._consent)
        return app

    async def _parent(self, _: web.Request) -> web.Response:
        return web.Response(text=PARENT, content_type="text/html")

    async def _consent(self, request: web.Request) -> web.Response:
        if not self.consents:
            return web.Response(status=403)
        return web.Response(text=self.code(self.server.world.people[int(request.query["user"])]))


class Proxy:
    """`<application>.discordsays.com`: hands everything on to the mapped host, with a policy of its own."""

    def __init__(self, port: int, host: str) -> None:
        self._base, self._host = f"http://127.0.0.1:{port}", host
        self.asked: list[str] = []

    def app(self) -> web.Application:
        app = web.Application()
        app.router.add_route("*", "/{path:.*}", self._pass_on)
        return app

    async def _pass_on(self, request: web.Request) -> web.StreamResponse:
        path = request.path_qs.removeprefix(PREFIX)
        self.asked.append(path)
        headers = {name: value for name, value in request.headers.items() if name.lower() not in DROPPED | {"host"}}
        async with ClientSession(headers={"Host": self._host}, auto_decompress=True) as session:
            if request.headers.get("Upgrade", "").lower() == "websocket":
                return await self._socket(request, session, path)
            body = await request.read()
            async with session.request(
                request.method, self._base + path, data=body, headers=headers, allow_redirects=False
            ) as got:
                kept = {name: value for name, value in got.headers.items() if name.lower() not in DROPPED}
                kept["Content-Security-Policy"] = POLICY
                return web.Response(body=await got.read(), status=got.status, headers=kept)

    async def _socket(self, request: web.Request, session: ClientSession, path: str) -> web.StreamResponse:
        outer = web.WebSocketResponse()
        await outer.prepare(request)
        async with session.ws_connect(self._base + path, origin=request.headers["Origin"]) as inner:
            upward = asyncio.create_task(_relay(outer, inner))
            await _relay(inner, outer)
            await outer.close(code=inner.close_code or 1000)
            upward.cancel()
        return outer


async def _relay(source: Any, target: Any) -> None:
    async for frame in source:
        if frame.type is WSMsgType.TEXT:
            await target.send_str(frame.data)
