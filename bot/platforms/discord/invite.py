"""The link that lets the bot into a server, with no permission that it does not need."""

from __future__ import annotations

import base64
import binascii

import discord

PERMISSIONS = discord.Permissions(
    view_channel=True, send_messages=True, send_messages_in_threads=True, attach_files=True
)


def invite(application: int | None) -> str:
    """The invitation for the bot of an application; empty if nobody knows its number."""
    if application is None:
        return ""
    return discord.utils.oauth_url(application, permissions=PERMISSIONS, scopes=("bot", "applications.commands"))


def application_of(token: str) -> int | None:
    """The application's number, which is the first part of a token; None if it is not."""
    head = token.partition(".")[0]
    try:
        return int(base64.b64decode(head + "=" * (-len(head) % 4)).decode())
    except (binascii.Error, ValueError):
        return None
