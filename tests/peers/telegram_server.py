"""The Bot API on loopback, as strict as Telegram: the real client library talks to it over HTTP."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import json
import re
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from fnmatch import fnmatch
from typing import Any

from aiohttp import BodyPartReader, ClientConnectorError, ClientSession, web

from tests.peers import telegram_schema as schema
from tests.peers.telegram_schema import Invalid, Json, need
from tests.peers.telegram_world import BOT_ID, BOT_NAME, EDITABLE, Chat, Message, Sent, Trouble, World

TOKEN = "7000000001:test-token-that-opens-nothing"
CALLS = 100
PER_GROUP_MINUTE, PER_CHAT_BURST, OVERALL_SECOND = 20, 4, 30


@dataclass(slots=True)
class Fault:
    """Something that goes wrong on purpose, so many times, for one method or all like `editMessage*`."""

    method: str
    trouble: Trouble
    times: int = 1
    chat: int | None = None


@dataclass(slots=True)
class Late:
    """A method that is carried out, but whose answer does not come in time."""

    method: str
    times: int = 1
    chat: int | None = None

    def fits(self, method: str, fields: Json) -> bool:
        return fnmatch(method, self.method) and self.chat in (None, fields.get("chat_id"))


class BotApi:
    """A Bot API server. Start it with `async with`, give `base_url` and `base_file_url` to the Application."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self.world = World(clock)
        self.clock = clock
        self.faults: list[Fault] = []
        self.late: list[Late] = []
        self.invalid: list[str] = []
        """Requests that no bot should send, and why."""
        self.limits_floods = True
        self.updates: deque[Json] = deque()
        self.queries: dict[str, tuple[int, bool]] = {}
        """Callback and inline query ids: whose, and whether they were answered."""
        self.answers: dict[str, Json] = {}
        self.webhook: Json = {}
        self.has_main_web_app = False
        """Whether BotFather was told of a Main Mini App."""
        self.menu_button: Json = {"type": "commands"}
        self.allowed: list[str] = []
        self._update_ids = itertools.count(1)
        self._news = asyncio.Condition()
        self.heard = asyncio.Condition()
        """Notified after each request of the bot."""
        self._polling = 0
        self._sent: deque[float] = deque()
        self._runner: web.AppRunner | None = None

    async def __aenter__(self) -> BotApi:
        app = web.Application(client_max_size=64 * 1024 * 1024)
        app.router.add_route("*", "/bot{token}/{method}", self._handle)
        app.router.add_get("/file/bot{token}/{path:.*}", self._file)
        self._runner = web.AppRunner(app, access_log=None, handler_cancellation=True)
        await self._runner.setup()
        site = web.TCPSite(self._runner, "127.0.0.1", 0)
        await site.start()
        self.port = self._runner.addresses[0][1]
        return self

    async def __aexit__(self, *_: object) -> None:
        async with self._news:
            self._news.notify_all()
        if self._runner is not None:
            await self._runner.cleanup()

    @property
    def base_url(self) -> str:
        return f"http://127.0.0.1:{self.port}/bot"

    @property
    def base_file_url(self) -> str:
        return f"http://127.0.0.1:{self.port}/file/bot"

    @property
    def is_polled(self) -> bool:
        return self._polling > 0

    # --- what happens to the bot ---

    async def push(self, kind: str, body: Json) -> None:
        """Something happened: by long polling or to the webhook."""
        update = {"update_id": next(self._update_ids), kind: body}
        schema.check_object("Update", update)
        if self.webhook.get("url"):
            headers = {"X-Telegram-Bot-Api-Secret-Token": self.webhook.get("secret_token", "")}
            await self._call(self.webhook["url"], update, headers)
            return
        async with self._news:
            self.updates.append(update)
            self._news.notify_all()

    @staticmethod
    async def _call(url: str, update: Json, headers: dict[str, str]) -> None:
        """A webhook that cannot be reached is called again, as Telegram does."""
        async with ClientSession() as session:
            for _ in range(CALLS):
                try:
                    async with session.post(url, json=update, headers=headers) as answer:
                        need(answer.status == 200, f"the webhook answered {answer.status}")
                        return
                except ClientConnectorError:
                    await asyncio.sleep(0.05)
        raise Invalid("the webhook cannot be reached")

    def break_next(
        self, method: str, code: int, words: str, times: int = 1, chat: int | None = None, **more: int
    ) -> None:
        """The next calls of a method fail."""
        self.faults.append(Fault(method, Trouble(code, words, **more), times, chat))

    # --- requests ---

    async def _handle(self, request: web.Request) -> web.StreamResponse:
        answer = await self._serve(request)
        async with self.heard:
            self.heard.notify_all()
        return answer

    async def _serve(self, request: web.Request) -> web.StreamResponse:
        method = request.match_info["method"]
        if request.match_info["token"] != TOKEN:
            return self._answer(Trouble(401, "Unauthorized"))
        fields, files = await self._fields(request)
        if method == "getUpdates":
            return await self._get_updates(fields)
        try:
            schema.check_request(method, fields)
            fields = _attached(fields, files)
            self._fail_on_purpose(method, fields)
            handler = getattr(self, "do_" + re.sub("([A-Z])", r"_\1", method).lower(), None)
            if handler is None:
                raise Trouble(404, f"Not Found: the tests know no {method}")
            result = handler(fields)
        except Invalid as error:
            self.invalid.append(f"{method}: {error}")
            return self._note(method, fields, Trouble(400, f"Bad Request: {error}"))
        except Trouble as error:
            return self._note(method, fields, error)
        self._note(method, fields, None)
        for each in self.late:
            if each.times and each.fits(method, fields):
                each.times -= 1
                async with self.heard:
                    self.heard.notify_all()
                await asyncio.Event().wait()
        return web.json_response({"ok": True, "result": result})

    async def _fields(self, request: web.Request) -> tuple[Json, dict[str, bytes]]:
        """Fields of a form, of multipart with uploads, or of JSON, brought to one shape; and the uploads."""
        if request.content_type == "application/json":
            return await request.json(), {}
        files: dict[str, bytes] = {}
        fields: Json = {}
        if request.content_type == "multipart/form-data":
            async for part in await request.multipart():
                assert isinstance(part, BodyPartReader)
                assert part.name
                raw = bytes(await part.read(decode=True))
                if part.filename:
                    files[part.name] = raw
                else:
                    fields[part.name] = _value(part.name, raw.decode())
        else:
            fields = {name: _value(name, str(value)) for name, value in (await request.post()).items()}
        return {**fields, **{name: raw for name, raw in files.items() if name in UPLOADS}}, files

    def _fail_on_purpose(self, method: str, fields: Json) -> None:
        for fault in self.faults:
            here = fault.chat is None or str(fields.get("chat_id")) == str(fault.chat)
            if fnmatch(method, fault.method) and fault.times and here:
                fault.times -= 1
                raise fault.trouble

    def _note(self, method: str, fields: Json, trouble: Trouble | None) -> web.Response:
        code = 200 if trouble is None else trouble.code
        self.world.record.append(Sent(method, fields, trouble is None, self.clock(), size=_size(fields), code=code))
        return self._answer(trouble) if trouble else web.Response()

    @staticmethod
    def _answer(trouble: Trouble) -> web.Response:
        body: Json = {"ok": False, "error_code": trouble.code, "description": trouble.words}
        if trouble.parameters:
            body["parameters"] = trouble.parameters
        return web.json_response(body, status=trouble.code)

    async def _get_updates(self, fields: Json) -> web.Response:
        if self._polling:
            return self._answer(Trouble(409, "Conflict: terminated by other getUpdates request"))
        if self.webhook.get("url"):
            return self._answer(Trouble(409, "Conflict: can't use getUpdates method while webhook is active"))
        offset, limit = int(fields.get("offset", 0)), int(fields.get("limit", 100))
        self.allowed = fields.get("allowed_updates", self.allowed)
        self._polling += 1
        async with self.heard:
            self.heard.notify_all()
        try:
            async with self._news:
                while self.updates and self.updates[0]["update_id"] < offset:
                    self.updates.popleft()
                if not self.updates:
                    with contextlib.suppress(TimeoutError):
                        await asyncio.wait_for(self._news.wait(), float(fields.get("timeout", 0)) or 0.01)
                waiting = list(itertools.islice(self.updates, limit))
        finally:
            self._polling -= 1
        return web.json_response({"ok": True, "result": waiting})

    async def _file(self, request: web.Request) -> web.Response:
        raw = self.world.files.get(request.match_info["path"])
        return web.Response(body=raw) if raw is not None else web.Response(status=404)

    # --- floods ---

    def _flow(self, chat: Chat) -> None:
        """One message a second per chat (short bursts pass), 20 a minute per group, 30 a second overall."""
        now = self.clock()
        chat.sent = [moment for moment in chat.sent if now - moment < 60]
        while self._sent and now - self._sent[0] >= 1:
            self._sent.popleft()
        if self.limits_floods:
            burst = [moment for moment in chat.sent if now - moment < PER_CHAT_BURST]
            if len(burst) >= 2 * PER_CHAT_BURST:
                raise Trouble(429, "Too Many Requests: retry after 3", retry_after=3)
            if chat.kind != "private" and len(chat.sent) >= PER_GROUP_MINUTE:
                wait = max(1, int(60 - (now - chat.sent[0])) + 1)
                raise Trouble(429, f"Too Many Requests: retry after {wait}", retry_after=wait)
            if len(self._sent) >= OVERALL_SECOND:
                raise Trouble(429, "Too Many Requests: retry after 1", retry_after=1)
        chat.sent.append(now)
        self._sent.append(now)

    # --- the bot itself ---

    def do_get_me(self, fields: Json) -> Json:
        return {
            "id": BOT_ID, "is_bot": True, "first_name": "Signoria", "username": BOT_NAME, "can_join_groups": True,
            "can_read_all_group_messages": False, "supports_inline_queries": True,
            "has_main_web_app": self.has_main_web_app,
        }  # fmt: skip

    def do_set_my_commands(self, fields: Json) -> bool:
        schema.check_commands(fields["commands"])
        scope = json.dumps(fields.get("scope", {"type": "default"}), sort_keys=True)
        self.world.commands[scope, fields.get("language_code", "")] = fields["commands"]
        return True

    def do_delete_my_commands(self, fields: Json) -> bool:
        scope = json.dumps(fields.get("scope", {"type": "default"}), sort_keys=True)
        self.world.commands.pop((scope, fields.get("language_code", "")), None)
        return True

    def do_set_chat_menu_button(self, fields: Json) -> bool:
        button = fields.get("menu_button", {"type": "default"})
        if button["type"] == "web_app":
            schema.check_web_app(button["web_app"])
            need(0 < len(button["text"]) <= 64, "BUTTON_TEXT_INVALID")
        self.menu_button = button
        return True

    def do_get_chat_menu_button(self, fields: Json) -> Json:
        return self.menu_button

    def do_set_my_description(self, fields: Json) -> bool:
        need(len(fields.get("description", "")) <= 512, "the description is too long")
        return True

    def do_set_my_short_description(self, fields: Json) -> bool:
        need(len(fields.get("short_description", "")) <= 120, "the short description is too long")
        return True

    def do_set_webhook(self, fields: Json) -> bool:
        need(
            re.fullmatch(r"[A-Za-z0-9_-]{1,256}", fields.get("secret_token", "x")),
            "secret token contains bad characters",
        )
        need(re.match(r"https://|http://127\.0\.0\.1:", fields["url"]), "bad webhook: an HTTPS URL must be provided")
        self.webhook = fields
        return True

    def do_delete_webhook(self, fields: Json) -> bool:
        self.webhook = {}
        return True

    def do_get_webhook_info(self, fields: Json) -> Json:
        return {"url": self.webhook.get("url", ""), "has_custom_certificate": False, "pending_update_count": 0}

    # --- messages ---

    def _new(self, fields: Json, most: int, words: str, **content: Any) -> Json:
        chat = self.world.chat_for(fields["chat_id"])
        topic = fields.get("message_thread_id")
        if topic is not None:
            if topic not in chat.topics:
                raise Trouble(400, "Bad Request: message thread not found")
            if chat.topics[topic]:
                raise Trouble(400, "Bad Request: TOPIC_CLOSED")
        mode = fields.get("parse_mode")
        if words or most == schema.TEXT:
            schema.check_text(words, mode, most)
        schema.check_keyboard(fields.get("reply_markup"), chat.kind == "private")
        self._flow(chat)
        message = self.world.put(
            chat, BOT_ID, text=words, parse_mode=mode, markup=fields.get("reply_markup"), topic=topic,
            is_silent=bool(fields.get("disable_notification")), **content,
        )  # fmt: skip
        return self.world.message_json(message)

    def do_send_message(self, fields: Json) -> Json:
        return self._new(fields, schema.TEXT, fields["text"])

    def do_send_photo(self, fields: Json) -> Json:
        raw = self._media(fields["photo"])
        need(len(raw) <= schema.PHOTO_BYTES, "PHOTO_INVALID_DIMENSIONS: over 10 MB")
        return self._new(fields, schema.CAPTION, fields.get("caption", ""), photo=raw)

    def do_send_document(self, fields: Json) -> Json:
        raw = self._media(fields["document"])
        need(len(raw) <= schema.FILE_BYTES, "Request Entity Too Large")
        return self._new(fields, schema.CAPTION, fields.get("caption", ""), document=raw)

    def do_send_animation(self, fields: Json) -> Json:
        raw = self._media(fields["animation"])
        need(len(raw) <= schema.FILE_BYTES, "Request Entity Too Large")
        need(raw[:4] == b"GIF8" or raw[4:8] == b"ftyp", "a GIF or an MP4 is an animation")
        return self._new(fields, schema.CAPTION, fields.get("caption", ""), document=raw)

    def _media(self, value: Any) -> bytes:
        """An upload, or the id of a file that was sent before."""
        if isinstance(value, bytes):
            return value
        if str(value) in self.world.photos:
            return self.world.photos[str(value)]
        if found := re.fullmatch(r"doc(-?\d+)_(\d+)", str(value)):
            message = self.world.chats[int(found.group(1))].messages.get(int(found.group(2)))
            if message is not None:
                return message.document or b""
        raise Trouble(400, "Bad Request: wrong file identifier/HTTP URL specified")

    def _edit(self, fields: Json, most: int, words: str | None, **content: Any) -> Json:
        chat = self.world.chat_for(fields["chat_id"])
        message = self.world.message_for(chat, fields["message_id"], "edit")
        before = message.content()
        mode = fields.get("parse_mode")
        if words is not None:
            schema.check_text(words, mode, most)
        schema.check_keyboard(fields.get("reply_markup"), chat.kind == "private")
        new = Message(
            message.id, message.chat, BOT_ID, message.date,
            text=message.text if words is None else words, parse_mode=message.parse_mode if words is None else mode,
            photo=content.get("photo", message.photo), document=content.get("document", message.document),
            markup=fields.get("reply_markup"), topic=message.topic, edits=message.edits + 1,
        )  # fmt: skip
        if new.content() == before:
            raise Trouble(
                400,
                "Bad Request: message is not modified: specified new message content and reply markup are exactly "
                "the same as a current content and reply markup of the message",
            )
        chat.messages[message.id] = new
        return self.world.message_json(new)

    def do_edit_message_text(self, fields: Json) -> Json:
        message = self._existing(fields)
        if message.photo is not None or message.document is not None:
            raise Trouble(400, "Bad Request: there is no text in the message to edit")
        return self._edit(fields, schema.TEXT, fields["text"])

    def do_edit_message_caption(self, fields: Json) -> Json:
        if self._existing(fields).photo is None:
            raise Trouble(400, "Bad Request: there is no caption in the message to edit")
        return self._edit(fields, schema.CAPTION, fields.get("caption", ""))

    def do_edit_message_media(self, fields: Json) -> Json:
        media = fields["media"]
        need(media["type"] in ("photo", "document"), "unknown media")
        words, mode = media.get("caption", ""), media.get("parse_mode")
        if words:
            schema.check_text(words, mode, schema.CAPTION)
        return self._edit(
            {**fields, "parse_mode": mode}, schema.CAPTION, words or None, photo=self._media(media["media"])
        )

    def do_edit_message_reply_markup(self, fields: Json) -> Json:
        return self._edit(fields, schema.TEXT, None)

    def _existing(self, fields: Json) -> Message:
        return self.world.message_for(self.world.chat_for(fields["chat_id"]), fields["message_id"], "edit")

    def do_delete_message(self, fields: Json) -> bool:
        chat = self.world.chat_for(fields["chat_id"])
        message = self.world.message_for(chat, fields["message_id"], "delete")
        if self.clock() - message.date > EDITABLE:
            raise Trouble(400, "Bad Request: message can't be deleted for everyone")
        message.is_deleted = True
        return True

    def do_send_chat_action(self, fields: Json) -> bool:
        self.world.chat_for(fields["chat_id"])
        return True

    def do_get_chat(self, fields: Json) -> Json:
        chat = self.world.chat_for(fields["chat_id"])
        return {**chat.json(), "accent_color_id": 0, "max_reaction_count": 11, "accepted_gift_types": GIFTS}

    def do_get_chat_member(self, fields: Json) -> Json:
        chat = self.world.chat_for(fields["chat_id"])
        human = self.world.people[int(fields["user_id"])]
        return {"status": "member" if human.id in chat.members else "left", "user": human.user()}

    def do_pin_chat_message(self, fields: Json) -> bool:
        chat = self.world.chat_for(fields["chat_id"])
        if not chat.may_pin:
            raise Trouble(400, "Bad Request: not enough rights to manage pinned messages in the chat")
        need(fields.get("disable_notification"), "the tests want pins without a sound")
        chat.pinned.add(self.world.message_for(chat, fields["message_id"], "pin").id)
        return True

    def do_unpin_chat_message(self, fields: Json) -> bool:
        self.world.chat_for(fields["chat_id"]).pinned.discard(int(fields["message_id"]))
        return True

    def do_get_file(self, fields: Json) -> Json:
        path = f"photos/{fields['file_id']}.png"
        self.world.files[path] = self._media(fields["file_id"])
        return {"file_id": fields["file_id"], "file_unique_id": fields["file_id"], "file_path": path}

    # --- answers to taps and inline queries ---

    def _close(self, query: str) -> int:
        if query not in self.queries:
            raise Trouble(400, "Bad Request: query is too old and response timeout expired or query ID is invalid")
        owner, answered = self.queries[query]
        if answered:
            raise Trouble(400, "Bad Request: query was answered already")
        self.queries[query] = (owner, True)
        return owner

    def do_answer_callback_query(self, fields: Json) -> bool:
        need(len(fields.get("text", "")) <= schema.CALLBACK_ANSWER, "MESSAGE_TOO_LONG")
        if url := fields.get("url"):
            own = re.match(rf"^https?://t\.me/{BOT_NAME}\?start=(.+)$", url)
            need(own and schema.START_PARAMETER.match(own.group(1)), "URL_INVALID")
        fields["_for"] = self._close(fields["callback_query_id"])
        self.answers[fields["callback_query_id"]] = fields
        return True

    def do_answer_inline_query(self, fields: Json) -> bool:
        results = fields["results"]
        need(len(results) <= schema.INLINE_RESULTS, "RESULTS_TOO_MUCH")
        ids = [result["id"] for result in results]
        need(len(set(ids)) == len(ids), "RESULT_ID_DUPLICATE")
        need(fields.get("is_personal"), "the tests want every inline answer to be personal: hands are in them")
        fields["_for"] = self._close(fields["inline_query_id"])
        self.answers[fields["inline_query_id"]] = fields
        return True


UPLOADS = ("photo", "document", "animation", "certificate")
WORDS = (
    "text", "caption", "callback_query_id", "inline_query_id", "url", "language_code", "parse_mode", "secret_token",
    "file_id", "description", "short_description", "action", "next_offset",
)  # fmt: skip
"""Fields that stay text even when they look like a number."""
GIFTS = dict.fromkeys(
    ("unlimited_gifts", "limited_gifts", "unique_gifts", "premium_subscription", "gifts_from_channels"), False
)
_NUMBERS = re.compile(r"^-?\d{1,18}$")


def _value(name: str, value: str) -> Any:
    """Form fields are text: numbers, truths and JSON are read as what they are, unless the field holds words."""
    if name in WORDS:
        return value
    if value in ("True", "true"):
        return True
    if value in ("False", "false"):
        return False
    if value[:1] in "[{":
        try:
            return json.loads(value)
        except ValueError:
            return value
    return int(value) if _NUMBERS.match(value) else value


def _size(value: Any) -> int:
    """Bytes of all that a request says and uploads."""
    match value:
        case dict():
            return sum(_size(inner) + len(key) for key, inner in value.items())
        case list():
            return sum(map(_size, value))
        case bytes():
            return len(value)
    return len(str(value).encode())


def _attached(fields: Any, files: dict[str, bytes]) -> Any:
    """`attach://name` becomes the uploaded file."""
    if isinstance(fields, dict):
        return {key: _attached(value, files) for key, value in fields.items()}
    if isinstance(fields, list):
        return [_attached(value, files) for value in fields]
    if isinstance(fields, str) and fields.startswith("attach://"):
        return files[fields.removeprefix("attach://")]
    return fields
