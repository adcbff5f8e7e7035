"""A small Telegram: people, chats, messages, what the bot may do there, and a record of everything it sent."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from hashlib import blake2b
from typing import Any

from tests.peers.telegram_schema import plain_text

Json = dict[str, Any]
BOT_ID, BOT_NAME = 7_000_000_001, "signoria_test_bot"
EDITABLE = 48 * 3600.0


class Trouble(Exception):
    """An answer other than ok: code, words and parameters, as Telegram gives them."""

    def __init__(self, code: int, words: str, **parameters: int) -> None:
        super().__init__(words)
        self.code, self.words, self.parameters = code, words, parameters


@dataclass(slots=True)
class Human:
    """A person with an account."""

    id: int
    name: str
    language: str = "en"
    has_started: bool = False
    has_blocked: bool = False

    def user(self) -> Json:
        return {"id": self.id, "is_bot": False, "first_name": self.name, "language_code": self.language}


@dataclass(slots=True)
class Message:
    """One message in a chat, as people see it."""

    id: int
    chat: int
    sender: int
    date: float
    text: str = ""
    parse_mode: str | None = None
    photo: bytes | None = None
    document: bytes | None = None
    markup: Json | None = None
    topic: int | None = None
    reply_to: int | None = None
    is_deleted: bool = False
    is_silent: bool = False
    edits: int = 0

    @property
    def plain(self) -> str:
        return plain_text(self.text, self.parse_mode)

    def buttons(self) -> list[Json]:
        return [button for row in (self.markup or {}).get("inline_keyboard", []) for button in row]

    def content(self) -> tuple[Any, ...]:
        return self.text, self.photo, self.document, self.markup


@dataclass(slots=True)
class Chat:
    """A private chat (its id is the person's), a group, a supergroup with or without topics."""

    id: int
    kind: str
    title: str = ""
    members: set[int] = field(default_factory=set)
    messages: dict[int, Message] = field(default_factory=dict)
    topics: dict[int, bool] = field(default_factory=dict)
    """Topic id -> whether it is closed."""
    migrated_to: int | None = None
    is_kicked: bool = False
    may_pin: bool = False
    pinned: set[int] = field(default_factory=set)
    sent: list[float] = field(default_factory=list)
    """When the bot sent something: for the flood limits."""
    own_ids: Iterator[int] = field(default_factory=lambda: itertools.count(1))
    """A supergroup numbers its messages itself; all other chats share the bot's numbers."""

    def json(self) -> Json:
        named = {"first_name": self.title} if self.kind == "private" else {"title": self.title}
        forum = {"is_forum": True} if self.topics else {}
        return {"id": self.id, "type": self.kind, **named, **forum}

    def visible(self) -> list[Message]:
        """What people see there, oldest first."""
        return [message for message in self.messages.values() if not message.is_deleted]


@dataclass(slots=True)
class Sent:
    """One request of the bot: the method, its fields, the answer."""

    method: str
    fields: Json
    ok: bool
    time: float
    code: int = 200
    """How it was answered: 429 for a flood, 400 for an edit that changes nothing."""
    size: int = 0
    """Bytes of its uploads and words."""


class World:
    """Everything there is. `clock` is the tests' own."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self.clock = clock
        self.people: dict[int, Human] = {}
        self.chats: dict[int, Chat] = {}
        self.record: list[Sent] = []
        self.commands: dict[tuple[str, str], list[Json]] = {}
        self.files: dict[str, bytes] = {}
        self.photos: dict[str, bytes] = {}
        """By the id under which a bot may send them again."""
        self._ids = itertools.count(1)
        self._person_ids = itertools.count(1001)
        self._group_ids = itertools.count(2001)

    # --- people and chats ---

    def person(self, name: str, language: str = "en", started: bool = False) -> Human:
        human = Human(next(self._person_ids), name, language, started)
        self.people[human.id] = human
        self.chats[human.id] = Chat(human.id, "private", name, {human.id})
        return human

    def group(self, title: str, *members: Human, supergroup: bool = False, topics: tuple[int, ...] = ()) -> Chat:
        number = next(self._group_ids)
        kind = "supergroup" if supergroup or topics else "group"
        identity = -1_000_000_000_000 - number if kind == "supergroup" else -number
        chat = Chat(identity, kind, title, {human.id for human in members}, topics=dict.fromkeys(topics, False))
        self.chats[chat.id] = chat
        return chat

    def migrate(self, chat: Chat) -> Chat:
        """The group becomes a supergroup with another id."""
        new = Chat(-1_000_000_000_000 + chat.id, "supergroup", chat.title, set(chat.members))
        self.chats[new.id] = new
        chat.migrated_to = new.id
        return new

    # --- messages ---

    def chat_for(self, chat_id: Any) -> Chat:
        """The chat that the bot may write to, or why it may not."""
        chat = self.chats.get(int(chat_id))
        if chat is None:
            raise Trouble(400, "Bad Request: chat not found")
        if chat.migrated_to is not None:
            raise Trouble(
                400,
                "Bad Request: group chat was upgraded to a supergroup chat",
                migrate_to_chat_id=chat.migrated_to,
            )
        if chat.is_kicked:
            raise Trouble(403, "Forbidden: bot was kicked from the group chat")
        if chat.kind == "private":
            human = self.people[chat.id]
            if human.has_blocked:
                raise Trouble(403, "Forbidden: bot was blocked by the user")
            if not human.has_started:
                raise Trouble(403, "Forbidden: bot can't initiate conversation with a user")
        return chat

    def message_for(self, chat: Chat, message_id: Any, purpose: str) -> Message:
        message = chat.messages.get(int(message_id))
        if message is None or message.is_deleted:
            raise Trouble(400, f"Bad Request: message to {purpose} not found")
        if message.sender != BOT_ID:
            raise Trouble(400, f"Bad Request: message can't be {purpose}ed")
        return message

    def put(self, chat: Chat, sender: int, **content: Any) -> Message:
        number = next(chat.own_ids if chat.kind == "supergroup" else self._ids)
        message = Message(number, chat.id, sender, self.clock(), **content)
        chat.messages[message.id] = message
        return message

    def message_json(self, message: Message) -> Json:
        """A message as Telegram would hand it out."""
        chat = self.chats[message.chat]
        sender = (
            {"id": BOT_ID, "is_bot": True, "first_name": "Signoria", "username": BOT_NAME}
            if message.sender == BOT_ID
            else self.people[message.sender].user()
        )
        found: Json = {
            "message_id": message.id,
            "date": int(message.date),
            "chat": chat.json(),
            "from": sender,
        }
        if message.topic is not None:
            found |= {"message_thread_id": message.topic, "is_topic_message": True}
        which = f"{message.chat}_{message.id}"
        if message.photo is not None:
            size = {"width": 1080, "height": 1350, "file_size": len(message.photo)}
            name = blake2b(message.photo, digest_size=12).hexdigest()
            self.photos[f"photo{name}"] = message.photo
            found["photo"] = [{"file_id": f"photo{name}", "file_unique_id": f"p{name}", **size}]
            found["caption"] = message.plain
        elif message.document is not None:
            found["document"] = {"file_id": f"doc{which}", "file_unique_id": f"d{which}"}
            found["caption"] = message.plain
        else:
            found["text"] = message.plain
        if message.markup and "inline_keyboard" in message.markup:
            found["reply_markup"] = message.markup
        return {key: value for key, value in found.items() if value not in ("", None)}

    # --- looking back ---

    def sent_to(self, chat_id: int) -> Iterator[Sent]:
        """All that the bot sent to one chat."""
        return (sent for sent in self.record if str(sent.fields.get("chat_id")) == str(chat_id))

    def seen_by(self, human: Human) -> Iterator[Sent]:
        """All that this person could have seen: private chat, common groups, answers to own taps and queries."""
        rooms = {str(chat.id) for chat in self.chats.values() if human.id in chat.members}
        for sent in self.record:
            if str(sent.fields.get("chat_id")) in rooms or sent.fields.get("_for") == human.id:
                yield sent
