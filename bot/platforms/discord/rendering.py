"""A post as Discord takes it: a layout with its picture in a gallery, or (to ring) one plain line. Nobody is mentioned
unasked."""

from __future__ import annotations

import io
from collections.abc import Awaitable, Callable, Iterator, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from typing import Any, TypeVar
from urllib.parse import urlsplit

import discord
from discord import ui

from bot.choices.controls import clip
from bot.messages.post import Listed, Post
from bot.platforms.discord.layout import LONGEST_ALT, layout_of, tapped
from bot.platforms.discord.markup import number_of
from render import Drawn

LONGEST_CONTENT = 2000
INVALID_FORM = 50035
M = TypeVar("M")


@dataclass(frozen=True, slots=True)
class Kept:
    """An attachment that stays: only its number is named."""

    id: int

    def to_dict(self) -> dict[str, Any]:
        return {"id": str(self.id)}


def sending(post: Post) -> dict[str, Any]:
    """The arguments that send a post as a new message in a layout, whose push is empty: for those who look."""
    found: dict[str, Any] = {"view": _view(post), "allowed_mentions": _mentions(post)}
    if files := _files(post):
        found["files"] = files
    return found


def ringing(post: Post) -> dict[str, Any]:
    """The arguments that send what the lock screen shows: one plain line, whose panel comes by an edit; or a post that
    is a sentence with buttons, as it is."""
    if post.panel is not None:
        return {"content": clip(post.panel.alert, LONGEST_CONTENT), "allowed_mentions": discord.AllowedMentions.none()}
    found: dict[str, Any] = {"content": clip(post.text, LONGEST_CONTENT), "allowed_mentions": _mentions(post)}
    if post.rows:
        view = ui.View(timeout=None)
        for number, row in enumerate(post.rows):
            for button in () if isinstance(row, Listed) else row:
                view.add_item(tapped(button, number))
        view.stop()
        found["view"] = view
    return found


def editing(post: Post, kept: int = 0) -> dict[str, Any]:
    """The arguments that make an existing message show this post in a layout: what it does not have goes.

    `kept`: the attachment that is its picture already, so that nothing is sent again and nothing flickers.
    """
    return {
        "content": None,
        "attachments": [*([Kept(kept)] if kept else _picture(post)), *_file(post)],
        "view": _view(post),
        "allowed_mentions": discord.AllowedMentions.none(),
    }


async def edited(edit: Callable[..., Awaitable[M]], post: Post, kept: int = 0) -> M:
    """Make a message show this post. Should its picture have been put there anew meanwhile, it has another number: then
    it is sent along after all."""
    try:
        return await edit(**editing(post, kept))
    except discord.HTTPException as refused:
        if not kept or refused.code != INVALID_FORM:
            raise
        return await edit(**editing(post))


def look_of(post: Post) -> str:
    """Equal for posts that look the same: its words and buttons, then its picture."""
    words = blake2b(f"{post.text}\n{post.rows}\n{post.panel}".encode(), digest_size=8).hexdigest()
    return words if post.picture is None else f"{words}-{picture_key(post.picture)}"


def picture_key(picture: Drawn) -> str:
    """Equal for pictures that show and say the same."""
    return blake2b(picture.png + picture.alt.encode(), digest_size=6).hexdigest()


def picture_name(picture: Drawn) -> str:
    """The name of the file tells which picture it is, so whoever sees the message knows."""
    return f"board-{picture_key(picture)}.png"


def standing_picture(message: discord.Message, post: Post) -> int:
    """The attachment that shows the picture of this post already; 0: none does.

    In a layout attachments are not listed: each stands in its gallery, by its address.
    """
    wanted = "" if post.picture is None else picture_name(post.picture)
    there = [(attachment.filename, attachment.id) for attachment in message.attachments]
    return next((number for name, number in [*there, *_galleries(message.components)] if name == wanted), 0)


def _galleries(components: Sequence[Any]) -> Iterator[tuple[str, int]]:
    for part in components:
        if isinstance(part, discord.MediaGalleryComponent):
            for item in part.items:
                yield urlsplit(item.media.url).path.rpartition("/")[2], item.media.attachment_id or 0
        yield from _galleries(getattr(part, "children", ()))


def nonce(once: str) -> str:
    """The idempotency key of a letter as a nonce: what comes again with it is posted once."""
    return blake2b(once.encode(), digest_size=12).hexdigest()


def _view(post: Post) -> ui.LayoutView:
    picture = ("", "") if post.picture is None else (picture_name(post.picture), post.picture.alt)
    return layout_of(post, *picture, file=post.file.name if post.file else "")


def _mentions(post: Post) -> discord.AllowedMentions:
    users = [discord.Object(number_of(user)) for user in post.mentions]
    return discord.AllowedMentions(everyone=False, roles=False, replied_user=False, users=users)


def _files(post: Post) -> list[discord.File]:
    return [*_picture(post), *_file(post)]


def _picture(post: Post) -> list[discord.File]:
    if post.picture is None:
        return []
    alt = clip(post.picture.alt, LONGEST_ALT)
    return [discord.File(io.BytesIO(post.picture.png), picture_name(post.picture), description=alt)]


def _file(post: Post) -> list[discord.File]:
    return [] if post.file is None else [discord.File(io.BytesIO(post.file.data), post.file.name)]
