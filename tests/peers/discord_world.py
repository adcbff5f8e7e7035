"""The Discord of the tests: people, servers, channels, messages, who may see which; a record of all that was sent."""

from __future__ import annotations

import asyncio
import itertools
import json
import re
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

Json = dict[str, Any]
EPOCH = 1_420_070_400_000
TEXT, DM, THREAD = 0, 1, 11
BOT_ID, APPLICATION_ID = 900_000_000_000_000_001, 900_000_000_000_000_002
EPHEMERAL, LAYOUT = 1 << 6, 1 << 15
SLOWEST = 10
"""A machine so many times slower than Discord's users may test: what takes time there is no fault of the bot."""
PERMISSIONS = {
    "view": 1 << 10,
    "send": 1 << 11,
    "attach": 1 << 15,
    "history": 1 << 16,
    "threads": 1 << 38,
    "make": 1 << 35,
}
_MENTION = re.compile(r"<@!?(\d+)>")


@dataclass(eq=False)
class Person:
    """A user of Discord."""

    id: int
    name: str
    locale: str = "en-GB"
    dms_closed: bool = False
    closed_code: int = 50007
    """What writing to this person answers then: they blocked the bot, or (50278) share no open server with it."""
    bot: bool = False

    def wire(self) -> Json:
        return {
            "id": str(self.id),
            "username": self.name.lower(),
            "global_name": self.name,
            "discriminator": "0",
            "avatar": None,
            "bot": self.bot,
            "public_flags": 0,
        }


@dataclass(eq=False)
class Guild:
    """A server and its members."""

    id: int
    name: str
    members: dict[int, Person] = field(default_factory=dict)
    channels: list[Channel] = field(default_factory=list)
    locale: str = "en-GB"
    system: Channel | None = None
    has_bot: bool = True
    """Whether the bot is a member: where it is not, people may have installed it for themselves."""


@dataclass(eq=False)
class Channel:
    """A text channel, a thread or a private chat with the bot."""

    id: int
    kind: int
    name: str
    guild: Guild | None = None
    person: Person | None = None
    parent: Channel | None = None
    denied: set[str] = field(default_factory=set)
    deleted: bool = False
    archived: bool = False
    locked: bool = False
    messages: dict[int, Message] = field(default_factory=dict)
    """What stands there now, oldest first."""

    def wire(self) -> Json:
        last = max((each.id for each in self.messages.values() if each.only is None), default=None)
        body: Json = {"id": str(self.id), "type": self.kind, "last_message_id": last and str(last)}
        if self.person is not None:
            return {**body, "recipients": [self.person.wire()]}
        assert self.guild is not None
        body |= {"name": self.name, "guild_id": str(self.guild.id), "position": 0, "permission_overwrites": []}
        if self.kind == THREAD:
            assert self.parent is not None
            body |= {
                "parent_id": str(self.parent.id),
                "owner_id": str(BOT_ID),
                "message_count": 0,
                "member_count": 1,
                "thread_metadata": {
                    "archived": self.archived,
                    "auto_archive_duration": 1440,
                    "archive_timestamp": "2026-01-01T00:00:00+00:00",
                    "locked": self.locked,
                },
            }
        return body | {"permissions": str(self.permissions())}

    def permissions(self) -> int:
        """What the bot may do here."""
        return sum(bit for name, bit in PERMISSIONS.items() if name not in self.denied)

    def audience(self) -> frozenset[int]:
        """Everybody who reads along here."""
        if self.person is not None:
            return frozenset({self.person.id})
        assert self.guild is not None
        return frozenset(self.guild.members)


@dataclass(eq=False)
class Message:
    """A message as it stands now."""

    id: int
    channel: Channel
    content: str = ""
    components: list[Json] = field(default_factory=list)
    attachments: list[Json] = field(default_factory=list)
    files: dict[str, bytes] = field(default_factory=dict)
    replaced: frozenset[str] = frozenset()
    """Attachments that were there once."""
    flags: int = 0
    only: Person | None = None
    nonce: str | int | None = None
    edits: int = 0
    late_edits: int = 0
    """Those at a great age."""
    pinged: frozenset[str] = frozenset()
    author: Person | None = None
    """The bot where None."""
    push: str = ""
    """What a phone showed when it came: a layout has none."""

    @property
    def is_layout(self) -> bool:
        return bool(self.flags & LAYOUT)

    @property
    def text(self) -> str:
        """All that it says."""
        shown = [part["content"] for part in walk(self.components) if part["type"] == 10]
        return "\n".join([*([self.content] if self.content else []), *shown])

    @property
    def ephemeral(self) -> bool:
        return self.only is not None

    def wire(self) -> Json:
        author = Person(BOT_ID, "Signoria", bot=True) if self.author is None else self.author
        return {
            "id": str(self.id),
            "type": 0,
            "channel_id": str(self.channel.id),
            "content": self.content,
            "author": author.wire(),
            "components": [self._unfurled(part) for part in self.components],
            "attachments": [] if self.is_layout else self.attachments,
            "embeds": [],
            "mentions": [],
            "mention_roles": [],
            "mention_everyone": False,
            "pinned": False,
            "tts": False,
            "flags": self.flags,
            "timestamp": "2026-01-01T00:00:00+00:00",
            "edited_timestamp": "2026-01-01T00:00:00+00:00" if self.edits else None,
            "nonce": self.nonce,
        }

    def _unfurled(self, part: Json) -> Json:
        """In a layout an attachment stands where it is shown, with its number."""
        found = dict(part)
        if "components" in part:
            found["components"] = [self._unfurled(each) for each in part["components"]]
        if "items" in part:
            found["items"] = [{**item, "media": self._media(item["media"])} for item in part["items"]]
        if "file" in part:
            found["file"] = self._media(part["file"])
        return found

    def _media(self, media: Json) -> Json:
        name = media["url"].removeprefix("attachment://")
        entry = next(each for each in self.attachments if each["filename"] == name)
        return {"url": entry["url"], "proxy_url": entry["url"], "attachment_id": entry["id"], "width": 1, "height": 1}

    def parts(self) -> list[Json]:
        """All buttons and selects."""
        return [part for part in walk(self.components) if part["type"] in (2, 3, 5)]

    def labels(self) -> list[str]:
        """What the buttons say; of those beside an option, what it is."""
        return [name for name, _ in self.named()]

    def named(self) -> list[tuple[str, Json]]:
        """The buttons by what they say, those beside an option by what it is."""
        beside = {
            part["accessory"]["custom_id"]: part["components"][0]["content"].split("**")[1]
            for part in walk(self.components)
            if part["type"] == 9
        }
        return [
            (beside.get(part.get("custom_id", ""), part["label"]), part) for part in self.parts() if part["type"] == 2
        ]

    def alt(self) -> list[str]:
        return [attachment.get("description") or "" for attachment in self.attachments]


def walk(components: list[Json]) -> Iterator[Json]:
    """All parts, with those inside others."""
    for part in components:
        yield part
        yield from walk(part.get("components") or [])
        yield from walk([part["accessory"]] if "accessory" in part else [])


@dataclass(slots=True)
class Sent:
    """One thing that left the bot, and everybody whose client received it."""

    method: str
    path: str
    payload: Any
    files: dict[str, bytes]
    audience: frozenset[int]
    status: int = 0
    size: int = 0
    """Bytes of its body."""

    def text(self) -> str:
        """All of it that can be searched."""
        return json.dumps(self.payload, ensure_ascii=False)


@dataclass(eq=False)
class Interaction:
    """A tap, a command or a completion on its way through the bot."""

    id: int
    token: str
    person: Person
    channel: Channel
    kind: int
    born: float
    message: Message | None = None
    """The message whose control was used."""
    leapt: float = 0.0
    """By how much the tests had moved the clock when it was born."""
    answer: int = 0
    """The type of the callback; 0 before it."""
    acknowledged: float = 0.0
    original: Message | None = None
    followups: list[Message] = field(default_factory=list)
    modal: Json | None = None
    choices: list[Json] = field(default_factory=list)
    acked: asyncio.Event = field(default_factory=asyncio.Event)
    settled: asyncio.Event = field(default_factory=asyncio.Event)

    @property
    def reply(self) -> Message:
        """What the person is shown in the end: the newest of the answers."""
        shown = self.followups[-1] if self.followups else self.original
        assert shown is not None, "the bot showed nothing"
        return shown


@dataclass(eq=False)
class World:
    """Everything Discord knows."""

    people: dict[int, Person] = field(default_factory=dict)
    guilds: dict[int, Guild] = field(default_factory=dict)
    channels: dict[int, Channel] = field(default_factory=dict)
    interactions: dict[int, Interaction] = field(default_factory=dict)
    commands: list[Json] = field(default_factory=list)
    sent: list[Sent] = field(default_factory=list)
    skew: float = 0.0
    """Seconds that the tests let pass at once."""
    _numbers: itertools.count[int] = field(default_factory=lambda: itertools.count(1))

    def now(self) -> float:
        return time.monotonic() + self.skew

    def age(self, act: Interaction) -> float:
        """How old an interaction is. Time that the tests let pass counts in full, the machine's own less."""
        leapt = self.skew - act.leapt
        return leapt + (self.now() - act.born - leapt) / SLOWEST

    def age_of(self, message: Message) -> float:
        """Seconds since a message was posted, by its number."""
        return time.time() + self.skew - ((message.id >> 22) + EPOCH) / 1000

    def new_id(self) -> int:
        """A snowflake of the present."""
        return (int((time.time() + self.skew) * 1000) - EPOCH << 22) + next(self._numbers) % (1 << 22)

    def person(self, name: str, locale: str = "en-GB") -> Person:
        person = Person(self.new_id(), name, locale)
        self.people[person.id] = person
        return person

    def guild(self, name: str, *people: Person) -> Guild:
        guild = Guild(self.new_id(), name, {person.id: person for person in people})
        self.guilds[guild.id] = guild
        return guild

    def channel(self, guild: Guild, name: str) -> Channel:
        channel = Channel(self.new_id(), TEXT, name, guild)
        guild.channels.append(channel)
        self.channels[channel.id] = channel
        return channel

    def thread(self, parent: Channel, name: str) -> Channel:
        channel = Channel(self.new_id(), THREAD, name, parent.guild, parent=parent)
        self.channels[channel.id] = channel
        return channel

    def private(self, person: Person) -> Channel:
        """The private chat of the bot with a person."""
        for channel in self.channels.values():
            if channel.person is person:
                return channel
        channel = Channel(self.new_id(), DM, "", person=person)
        self.channels[channel.id] = channel
        return channel

    def find(self, message_id: int) -> Message | None:
        for channel in self.channels.values():
            if message_id in channel.messages:
                return channel.messages[message_id]
        return None

    def seen_by(self, person: Person, channel: Channel) -> list[Message]:
        """What this person's client shows in a channel."""
        if person.id not in channel.audience():
            return []
        return [each for each in channel.messages.values() if each.only is None or each.only is person]

    def leaks(self, person: Person | None, needles: list[str]) -> list[tuple[str, Sent]]:
        """Which of these words reached this person (None: anybody), in whatever was ever sent."""
        reached = [sent for sent in self.sent if person is None or person.id in sent.audience]
        return [(needle, sent) for sent in reached for needle in needles if needle in sent.text()]


def pinged(content: str, allowed: Json | None) -> frozenset[str]:
    """Whom a text alerts: everybody it names, less what `allowed_mentions` locks."""
    named = set(_MENTION.findall(content))
    crowd = {word for word in ("everyone", "here") if f"@{word}" in content}
    if allowed is None:
        return frozenset(named | crowd)
    parse = allowed.get("parse") or []
    users = named if "users" in parse else named & {str(user) for user in allowed.get("users") or []}
    return frozenset(users | (crowd if "everyone" in parse else set()))
