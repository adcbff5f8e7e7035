"""A post as Discord takes it: content, an attachment with alt text, five rows of controls, nobody mentioned unasked."""

from __future__ import annotations

import io
from collections.abc import Sequence
from dataclasses import dataclass, replace
from hashlib import blake2b
from typing import Any

import discord

from bot.choices.controls import clip
from bot.messages.post import Button, Listed, Post
from bot.platforms.discord.components import Chosen, Tapped
from bot.platforms.discord.markup import number_of
from render import Drawn

LONGEST_CONTENT = 2000
LONGEST_ALT = 1024
LONGEST_LABEL = 80
LONGEST_ENTRY = 100
LONGEST_HINT = 150
MOST_ENTRIES = 25
MOST_ROWS = 5


def sending(post: Post) -> dict[str, Any]:
    """The arguments that send a post as a new message."""
    found: dict[str, Any] = {"content": clip(post.text, LONGEST_CONTENT), "allowed_mentions": _mentions(post)}
    if files := _files(post):
        found["files"] = files
    if post.rows:
        found["view"] = view_of(post)
    return found


@dataclass(frozen=True, slots=True)
class Kept:
    """An attachment that stays: only its number is named."""

    id: int

    def to_dict(self) -> dict[str, Any]:
        return {"id": str(self.id)}


def editing(post: Post, kept: int = 0) -> dict[str, Any]:
    """The arguments that make an existing message show this post: what it does not have goes.

    `kept`: the attachment that is its picture already, so that nothing is sent again and nothing flickers.
    """
    return {
        "content": clip(post.text, LONGEST_CONTENT),
        "attachments": [Kept(kept), *_files(replace(post, picture=None))] if kept else _files(post),
        "view": view_of(post) if post.rows else None,
        "allowed_mentions": discord.AllowedMentions.none(),
    }


def look_of(post: Post) -> str:
    """Equal for posts that look the same: its words and buttons, then its picture."""
    words = blake2b(f"{post.text}\n{post.rows}".encode(), digest_size=8).hexdigest()
    return words if post.picture is None else f"{words}-{picture_key(post.picture)}"


def picture_key(picture: Drawn) -> str:
    """Equal for pictures that show and say the same."""
    return blake2b(picture.png + picture.alt.encode(), digest_size=6).hexdigest()


def picture_name(picture: Drawn) -> str:
    """The name of the file tells which picture it is, so whoever sees the message knows."""
    return f"board-{picture_key(picture)}.png"


def standing_picture(attachments: Sequence[discord.Attachment], post: Post) -> int:
    """The attachment that shows the picture of this post already; 0: none does."""
    wanted = "" if post.picture is None else picture_name(post.picture)
    return next((attachment.id for attachment in attachments if attachment.filename == wanted), 0)


def nonce(once: str) -> str:
    """The idempotency key of a letter as a nonce: what comes again with it is posted once."""
    return blake2b(once.encode(), digest_size=12).hexdigest()


def _mentions(post: Post) -> discord.AllowedMentions:
    users = [discord.Object(number_of(user)) for user in post.mentions]
    return discord.AllowedMentions(everyone=False, roles=False, replied_user=False, users=users)


def _files(post: Post) -> list[discord.File]:
    files = []
    if post.picture is not None:
        alt = clip(post.picture.alt, LONGEST_ALT)
        files.append(discord.File(io.BytesIO(post.picture.png), picture_name(post.picture), description=alt))
    if post.file is not None:
        files.append(discord.File(io.BytesIO(post.file.data), post.file.name))
    return files


def view_of(post: Post) -> discord.ui.View:
    """The rows as controls whose meaning stands in their ids: they work after a restart, and nothing is kept."""
    view = discord.ui.View(timeout=None)
    for number, row in enumerate(post.rows[:MOST_ROWS]):
        if isinstance(row, Listed):
            view.add_item(Chosen(_select(row, number)))
            continue
        for button in row:
            view.add_item(_button(button, number))
    return view


def _button(button: Button, row: int) -> discord.ui.Item[Any]:
    label = clip(button.label, LONGEST_LABEL)
    if button.url:
        return discord.ui.Button(label=label, url=button.url, row=row)
    styles = {"suggested": discord.ButtonStyle.primary, "chosen": discord.ButtonStyle.success}
    style = styles.get(button.style, discord.ButtonStyle.secondary)
    return Tapped(discord.ui.Button(label=label, custom_id=button.id, style=style, row=row))


def _select(listed: Listed, row: int) -> discord.ui.Select[Any]:
    entries = listed.entries[:MOST_ENTRIES]
    options = [
        discord.SelectOption(
            label=clip(entry.label, LONGEST_ENTRY),
            value=entry.id,
            description=clip(entry.note, LONGEST_ENTRY) or None,
            default=entry.chosen,
        )
        for entry in entries
    ]
    return discord.ui.Select(
        custom_id=listed.id,
        placeholder=clip(listed.hint, LONGEST_HINT) or None,
        options=options,
        min_values=min(listed.least, len(options)),
        max_values=min(listed.most, len(options)),
        row=row,
    )
