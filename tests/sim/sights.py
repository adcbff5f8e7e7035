"""What stands before people's eyes, and what was ever delivered to whom, on every platform in one form."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from tests.bot.platforms.discord import hand
from tests.bot.platforms.telegram import taps
from tests.peers.discord_world import DM, Sent
from tests.peers.telegram_world import BOT_ID
from tests.sim.people import OnThePage

if TYPE_CHECKING:
    from tests.sim.run import Run

SILENT = 1 << 12
"""Discord's sign for a message without a sound."""


class Timed(list[Sent]):
    """What the bot sent to Discord, with the time of each."""

    def __init__(self, clock: Any) -> None:
        super().__init__()
        self._clock = clock
        self.times: list[float] = []

    def append(self, sent: Sent) -> None:
        self.times.append(self._clock())
        super().append(sent)


@dataclass(frozen=True)
class Sight:
    """A message as it stands now."""

    number: int
    ids: tuple[str, ...]
    picture: bytes | None
    text: str


@dataclass(frozen=True)
class Delivery:
    """Something that reached people: all of its words, its pictures, and whether a phone rang."""

    readers: frozenset[str]
    text: str
    pictures: tuple[bytes, ...]
    time: float
    ring: str = ""
    """The one name of a message that alerted; empty: it did not."""


def visible(run: Run, address: str) -> list[Sight]:
    """The bot's messages in a room, or in somebody's private chat, oldest first."""
    platform, _, number = address.partition(":")
    found: list[Sight] = []
    if platform == "discord" and run.discord is not None:
        world = run.discord.world
        person = world.people.get(int(number))
        channel = world.channels[int(number)] if person is None else world.private(person)
        for message in channel.messages.values():
            if message.author is None and message.only is None:
                ids = tuple(control.id for control in hand.controls(message))
                picture = next(iter(message.files.values()), None)
                found.append(Sight(message.id, ids, picture, message.text))
    if platform == "telegram" and run.telegram is not None:
        for each in run.telegram.world.chats[int(number)].visible():
            if each.sender == BOT_ID:
                found.append(Sight(each.id, tuple(taps.ids(each)), each.photo, each.plain))
    return found


def delivered(run: Run) -> Iterator[Delivery]:
    """Everything that ever reached anybody, in the order of its platform."""
    if run.discord is not None:
        sent_all = run.discord.world.sent
        assert isinstance(sent_all, Timed)
        private = {str(channel.id) for channel in run.discord.world.channels.values() if channel.kind == DM}
        for sent, time in zip(sent_all, sent_all.times, strict=True):
            readers = frozenset(f"discord:{person}" for person in sent.audience)
            parts, ring = sent.path.split("/"), ""
            if sent.method == "POST" and parts[-1] == "messages" and parts[-2] in private and sent.audience:
                is_loud = not (sent.payload.get("flags") or 0) & SILENT
                ring = str(sent.payload.get("nonce")) if is_loud else ""
            yield Delivery(readers, sent.text(), tuple(sent.files.values()), time, ring)
    if run.telegram is not None:
        world = run.telegram.world
        for number, each in enumerate(world.record):
            chat = world.chats.get(int(each.fields.get("chat_id") or 0))
            members = chat.members if chat is not None else {each.fields["_for"]} if "_for" in each.fields else set()
            if not each.ok:
                continue
            is_loud = each.method in ("sendPhoto", "sendMessage") and not each.fields.get("disable_notification")
            is_private = chat is not None and chat.kind == "private"
            words = json.dumps(each.fields, default=lambda raw: "", sort_keys=True)
            pictures = tuple(_pictures(each.fields, world.photos))
            readers = frozenset(f"telegram:{member}" for member in members)
            yield Delivery(readers, words, pictures, each.time, str(number) if is_loud and is_private else "")
    for guest in run.guests:
        if isinstance(guest, OnThePage):
            for time, text in guest.pages:
                yield Delivery(frozenset({guest.account.ref}), text, (), time)


def _pictures(fields: Any, photos: dict[str, bytes]) -> Iterator[bytes]:
    for value in fields.values():
        if isinstance(value, bytes):
            yield value
        elif isinstance(value, str) and value in photos:
            yield photos[value]
        elif isinstance(value, dict):
            yield from _pictures(value, photos)
