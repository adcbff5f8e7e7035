"""The REST routes of the Discord of the tests, as strict as the real ones."""

from __future__ import annotations

import json
from copy import copy
from typing import TYPE_CHECKING, Any

from aiohttp import web

from tests.peers.discord_schema import Overtaken, check_choices, check_commands, check_media, check_message, check_modal
from tests.peers.discord_world import (
    APPLICATION_ID,
    BOT_ID,
    DM,
    EPHEMERAL,
    LAYOUT,
    THREAD,
    Channel,
    Interaction,
    Json,
    Message,
    Person,
    Sent,
    pinged,
)

if TYPE_CHECKING:
    from tests.peers.discord_server import Server

ACKNOWLEDGE_SECONDS, TOKEN_SECONDS = 3.0, 15 * 60.0
PAYLOAD = web.RequestKey("payload", Any)
FILES = web.RequestKey("files", dict[str, bytes])
SENT = web.RequestKey("sent", Sent)
ENTRY_POINT = 4
LATE_EDITS = 3
MESSAGE, DEFERRED, DEFERRED_UPDATE, UPDATE, COMPLETION, MODAL = 4, 5, 6, 7, 8, 9
LAUNCH = 12


def answer(body: Any, status: int = 200, headers: dict[str, str] | None = None) -> web.Response:
    """JSON as the client library wants it: the content type without a character set."""
    if body is None:
        return web.Response(status=status, headers=headers)
    raw = json.dumps(body).encode()
    return web.Response(body=raw, status=status, headers={"Content-Type": "application/json", **(headers or {})})


def error(status: int, code: int, message: str) -> web.Response:
    return answer({"code": code, "message": message}, status)


class Routes:
    """One method per route; each returns what Discord would."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self.world = server.world

    # --- who am I ---

    async def me(self, request: web.Request) -> web.Response:
        scheme, _, lent = request.headers.get("Authorization", "").partition(" ")
        if scheme == "Bearer" and lent in self.server.activities.lent:
            person = self.server.activities.lent[lent]
            return answer(person.wire() | {"locale": person.locale})
        if request.headers.get("Authorization") != f"Bot {self.server.token}":
            return error(401, 0, "401: Unauthorized")
        return answer(Person(BOT_ID, "Signoria", bot=True).wire())

    async def application(self, _: web.Request) -> web.Response:
        owner = Person(1, "Operator").wire()
        body = {"id": str(APPLICATION_ID), "name": "Signoria", "icon": None, "description": "", "owner": owner}
        body |= {"bot_public": True, "bot_require_code_grant": False, "verify_key": "", "flags": 0, "rpc_origins": []}
        return answer(body | {"team": None, "summary": "", "hook": True, "redirect_uris": []})

    async def gateway_bot(self, _: web.Request) -> web.Response:
        limit = {"total": 1000, "remaining": 999, "reset_after": 0, "max_concurrency": 1}
        url = self.server._gateway_url()
        return answer({"url": url, "shards": 1, "session_start_limit": limit})

    async def get_commands(self, _: web.Request) -> web.Response:
        return answer(self.world.commands)

    async def put_commands(self, request: web.Request) -> web.Response:
        commands = request[PAYLOAD]
        kept = [command for command in commands if command.get("type") == ENTRY_POINT]
        if [known["name"] for known in self.world.commands if known.get("type") == ENTRY_POINT and known not in kept]:
            return error(400, 50240, "You cannot remove this app's Entry Point command in a bulk update operation.")
        check_commands([command for command in commands if command not in kept])
        self.world.commands = [
            command
            if command in kept
            else {**command, "id": str(self.world.new_id()), "application_id": str(APPLICATION_ID), "version": "1"}
            for command in commands
        ]
        return answer(self.world.commands)

    # --- messages ---

    async def open_private(self, request: web.Request) -> web.Response:
        person = self.world.people.get(int(request[PAYLOAD]["recipient_id"]))
        if person is None:
            return error(400, 50033, "Invalid Recipient(s)")
        return answer(self.world.private(person).wire())

    async def get_channel(self, request: web.Request) -> web.Response:
        channel = self._channel(request)
        return channel if isinstance(channel, web.Response) else answer(channel.wire())

    async def make_thread(self, request: web.Request) -> web.Response:
        channel = self._channel(request)
        if isinstance(channel, web.Response):
            return channel
        if "make" in channel.denied:
            return error(403, 50013, "Missing Permissions")
        return answer(self.world.thread(channel, request[PAYLOAD]["name"]).wire(), 201)

    async def post_message(self, request: web.Request) -> web.Response:
        channel = self._channel(request)
        if isinstance(channel, web.Response):
            return channel
        if refused := self._may_send(channel, bool(request[FILES])):
            return refused
        request[SENT].audience = channel.audience()
        payload = request[PAYLOAD]
        check_message(payload, request[FILES], "message")
        nonce = payload.get("nonce")
        if nonce is not None and payload.get("enforce_nonce"):
            for known in channel.messages.values():
                if known.nonce == nonce:
                    return answer(known.wire())
        channel.archived = False
        message = Message(self.world.new_id(), channel, nonce=nonce)
        return self._write(message, payload, request[FILES]) or answer(message.wire())

    async def patch_message(self, request: web.Request) -> web.Response:
        found = self._message(request)
        if isinstance(found, web.Response):
            return found
        if found.channel.archived:
            return error(400, 50083, "Thread is archived")
        request[SENT].audience = found.channel.audience()
        return self._too_old(found) or self._edit(found, request) or answer(found.wire())

    def _too_old(self, message: Message) -> web.Response | None:
        """Messages older than an hour may be edited a few times only."""
        if self.world.age_of(message) < 3600:
            return None
        message.late_edits += 1
        if message.late_edits <= LATE_EDITS:
            return None
        text = "Maximum number of edits to messages older than 1 hour reached. Try again later."
        body = {"message": text, "code": 30046, "retry_after": 300.0, "global": False}
        return answer(body, 429, {"Via": "1.1 loopback", "Retry-After": "300"})

    async def get_message(self, request: web.Request) -> web.Response:
        found = self._message(request)
        return found if isinstance(found, web.Response) else answer(found.wire())

    async def delete_message(self, request: web.Request) -> web.Response:
        found = self._message(request)
        if isinstance(found, web.Response):
            return found
        del found.channel.messages[found.id]
        return answer(None, 204)

    def _channel(self, request: web.Request) -> Channel | web.Response:
        channel = self.world.channels.get(int(request.match_info["channel_id"]))
        if channel is None or channel.deleted:
            return error(404, 10003, "Unknown Channel")
        if "view" in channel.denied:
            return error(403, 50001, "Missing Access")
        return channel

    def _message(self, request: web.Request) -> Message | web.Response:
        channel = self._channel(request)
        if isinstance(channel, web.Response):
            return channel
        message = channel.messages.get(int(request.match_info["message_id"]))
        if message is None or message.only is not None or message.author is not None:
            return error(404, 10008, "Unknown Message")
        return message

    def _may_send(self, channel: Channel, with_files: bool) -> web.Response | None:
        if channel.kind == DM and channel.person is not None and channel.person.dms_closed:
            return error(403, channel.person.closed_code, "Cannot send messages to this user")
        if channel.archived and channel.locked:
            return error(400, 50083, "Thread is archived")
        wanted = {"send"} | ({"attach"} if with_files else set()) | ({"threads"} if channel.kind == THREAD else set())
        if wanted & channel.denied:
            return error(403, 50013, "Missing Permissions")
        return None

    # --- interactions ---

    async def callback(self, request: web.Request) -> web.Response:
        found = self.world.interactions.get(int(request.match_info["interaction_id"]))
        if found is None or found.token != request.match_info["interaction_token"]:
            return error(404, 10062, "Unknown interaction")
        if self.world.age(found) > ACKNOWLEDGE_SECONDS:
            return error(404, 10062, "Unknown interaction")
        if found.answer:
            return error(400, 40060, "Interaction has already been acknowledged.")
        request[SENT].audience = frozenset({found.person.id})
        payload = request[PAYLOAD]
        data = payload.get("data") or {}
        refused = self._respond(found, payload["type"], data, request)
        if refused is not None:
            return refused
        found.answer, found.acknowledged = payload["type"], self.world.now()
        found.acked.set()
        if payload["type"] not in (DEFERRED, DEFERRED_UPDATE):
            found.settled.set()
        resource: Json = {"type": payload["type"]}
        if payload["type"] in (MESSAGE, UPDATE) and found.original is not None:
            resource["message"] = found.original.wire()
        if payload["type"] == LAUNCH:
            resource["activity_instance"] = {"id": self.server.activities.start(found.channel, found.person).id}
        about = {"id": str(found.id), "type": found.kind, "response_message_loading": payload["type"] == DEFERRED}
        return answer({"interaction": about, "resource": resource})

    def _respond(self, found: Interaction, kind: int, data: Json, request: web.Request) -> web.Response | None:
        match kind:
            case 4 | 5:
                found.original = self._reply_message(found, data.get("flags") or 0)
                if kind == MESSAGE:
                    request[SENT].audience = self._audience(found.original)
                    check_message(data, request[FILES], "callback")
                    return self._write(found.original, data, request[FILES])
            case 6 | 7 if found.message is None:
                return error(400, 50035, "there is no message to update")
            case 6:
                found.original = found.message
            case 7:
                found.original = found.message
                assert found.message is not None
                request[SENT].audience = self._audience(found.message)
                return self._edit(found.message, request, data)
            case 8:
                check_choices(data)
                found.choices = data.get("choices") or []
            case 9:
                check_modal(data)
                found.modal = data
            case 12 if not self.server.activities.is_on:
                return error(400, 50234, "Activities are not enabled for this application")
            case 12:
                pass
            case _:
                return error(400, 50035, f"type {kind}")
        return None

    async def followup(self, request: web.Request) -> web.Response:
        found = self._by_token(request)
        if isinstance(found, web.Response):
            return found
        payload = request[PAYLOAD]
        flags = payload.get("flags") or 0
        if found.answer == DEFERRED and found.original is not None and not found.settled.is_set():
            message = found.original
        else:
            message = self._reply_message(found, flags)
            found.followups.append(message)
        request[SENT].audience = self._audience(message)
        check_message(payload, request[FILES], "followup")
        refused = self._write(message, payload, request[FILES])
        found.settled.set()
        return refused or answer(message.wire())

    async def patch_reply(self, request: web.Request) -> web.Response:
        found = self._by_token(request)
        if isinstance(found, web.Response):
            return found
        message = self._reply(found, request)
        if message is None:
            return error(404, 10008, "Unknown Message")
        request[SENT].audience = self._audience(message)
        refused = self._edit(message, request)
        found.settled.set()
        return refused or answer(message.wire())

    async def get_reply(self, request: web.Request) -> web.Response:
        found = self._by_token(request)
        if isinstance(found, web.Response):
            return found
        message = self._reply(found, request)
        return error(404, 10008, "Unknown Message") if message is None else answer(message.wire())

    async def delete_reply(self, request: web.Request) -> web.Response:
        found = self._by_token(request)
        if isinstance(found, web.Response):
            return found
        message = self._reply(found, request)
        if message is None:
            return error(404, 10008, "Unknown Message")
        message.channel.messages.pop(message.id, None)
        found.settled.set()
        return answer(None, 204)

    def _by_token(self, request: web.Request) -> Interaction | web.Response:
        for found in self.world.interactions.values():
            if found.token == request.match_info["webhook_token"]:
                if self.world.age(found) > TOKEN_SECONDS:
                    return error(401, 50027, "Invalid Webhook Token")
                return found if found.answer else error(404, 10015, "Unknown Webhook")
        return error(404, 10015, "Unknown Webhook")

    def _reply(self, found: Interaction, request: web.Request) -> Message | None:
        wanted = request.match_info.get("message_id", "@original")
        message = found.original if wanted == "@original" else self.world.find(int(wanted))
        standing = message is not None and message.id in message.channel.messages
        return message if standing or found.answer == DEFERRED else None

    def _reply_message(self, found: Interaction, flags: int) -> Message:
        only = found.person if flags & EPHEMERAL and found.channel.kind != DM else None
        return Message(self.world.new_id(), found.channel, flags=flags & EPHEMERAL, only=only)

    def _audience(self, message: Message) -> frozenset[int]:
        return message.channel.audience() if message.only is None else frozenset({message.only.id})

    # --- writing ---

    def _write(self, message: Message, payload: Json, files: dict[str, bytes]) -> web.Response | None:
        message.content = payload.get("content") or ""
        message.components = payload.get("components") or []
        message.flags |= payload.get("flags") or 0
        message.push = message.content
        self._attach(message, payload, files)
        check_media(message.components, message.attachments)
        if not message.content and not message.attachments and not message.components:
            return error(400, 50006, "Cannot send an empty message")
        message.pinged = pinged(message.content, payload.get("allowed_mentions"))
        message.channel.messages[message.id] = message
        return None

    def _edit(self, message: Message, request: web.Request, data: Json | None = None) -> web.Response | None:
        payload: Json = request[PAYLOAD] if data is None else data
        files = request[FILES]
        whole = {"content": message.content, "components": message.components} | payload
        whole["flags"] = (payload.get("flags") or 0) | (message.flags & LAYOUT)
        if whole["flags"] & LAYOUT and not message.is_layout and "content" not in payload:
            return error(400, 50035, "a message that becomes a layout must lose its content")
        check_message(whole, files, "edit")
        after = copy(message)
        after.flags |= whole["flags"] & LAYOUT
        after.content = whole.get("content") or ""
        after.components = whole.get("components") or []
        if "attachments" in payload or files or request.path.startswith("/api/v10/webhooks/"):
            self._attach(after, payload, files)
        check_media(after.components, after.attachments)
        if not after.content and not after.attachments and not after.components:
            return error(400, 50006, "Cannot send an empty message")
        vars(message).update(vars(after))
        message.edits += 1
        message.channel.messages.setdefault(message.id, message)
        return None

    def _attach(self, message: Message, payload: Json, files: dict[str, bytes]) -> None:
        """The attachments after this request: those kept by id, and the new files."""
        before = {attachment["id"]: attachment for attachment in message.attachments}
        kept_files = message.files
        message.attachments, message.files = [], {}
        for stated in payload.get("attachments") or []:
            number = str(stated["id"])
            raw = files.get(f"files[{number}]")
            if raw is not None:
                number, name = str(self.world.new_id()), stated.get("filename") or "file"
                url = f"{self.server.url}/cdn/{number}/{name}"
                entry = {"id": number, "filename": name, "size": len(raw), "url": url, "proxy_url": url}
                message.attachments.append(entry | {"description": stated.get("description")})
                message.files[number] = raw
            elif number in before:
                message.attachments.append(before[number])
                message.files[number] = kept_files[number]
            elif number in message.replaced:
                raise Overtaken(f"attachments: {number} is not there any more")
        message.replaced |= before.keys() - message.files.keys()


def add_routes(app: web.Application, server: Server) -> None:
    """The routes under the paths that the published schema gives them."""
    routes, base = Routes(server), "/api/v10"
    message = f"{base}/channels/{{channel_id}}/messages/{{message_id}}"
    reply = f"{base}/webhooks/{{webhook_id}}/{{webhook_token}}"
    original, other = f"{reply}/messages/@original", f"{reply}/messages/{{message_id}}"
    table = [
        ("GET", f"{base}/users/@me", routes.me),
        ("GET", f"{base}/oauth2/applications/@me", routes.application),
        ("GET", f"{base}/applications/@me", routes.application),
        ("GET", f"{base}/gateway/bot", routes.gateway_bot),
        ("GET", f"{base}/applications/{{application_id}}/commands", routes.get_commands),
        ("PUT", f"{base}/applications/{{application_id}}/commands", routes.put_commands),
        ("POST", f"{base}/users/@me/channels", routes.open_private),
        ("GET", f"{base}/channels/{{channel_id}}", routes.get_channel),
        ("POST", f"{base}/channels/{{channel_id}}/messages", routes.post_message),
        ("POST", f"{base}/channels/{{channel_id}}/threads", routes.make_thread),
        ("GET", message, routes.get_message),
        ("PATCH", message, routes.patch_message),
        ("DELETE", message, routes.delete_message),
        ("POST", f"{base}/interactions/{{interaction_id}}/{{interaction_token}}/callback", routes.callback),
        ("POST", reply, routes.followup),
        ("POST", f"{base}/oauth2/token", server.activities.token),
    ]
    instance = f"{base}/applications/{{application_id}}/activity-instances/{{instance_id}}"
    table.append(("GET", instance, server.activities.instance))
    for path in (original, other):
        table += [("GET", path, routes.get_reply), ("PATCH", path, routes.patch_reply)]
        table += [("DELETE", path, routes.delete_reply)]
    for method, path, handler in table:
        app.router.add_route(method, path, handler)
