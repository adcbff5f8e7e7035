"""A launch from Discord's Activity: a code of Discord's own frame, exchanged here for who somebody is and where."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any

from aiohttp import ClientError, ClientSession, ClientTimeout

from bot.platforms.web.telegram_launch import BadLaunch

API = "https://discord.com/api/v10"
PATIENCE = ClientTimeout(total=10)
LARGEST_ID = 2**63
_CODE = re.compile(r"[\w.-]{1,256}", re.ASCII)
_INSTANCE = re.compile(r"[\w-]{1,128}", re.ASCII)


@dataclass(frozen=True, slots=True)
class Activity:
    """The application as Discord knows it. Its secrets stay on this side."""

    application: str
    secret: str = field(repr=False)
    token: str = field(repr=False)
    """The bot's."""
    api: str = API

    @property
    def origin(self) -> str:
        """Where the page stands inside Discord: all that it asks for comes through Discord's proxy."""
        return f"https://{self.application}.discordsays.com"


@dataclass(frozen=True, slots=True)
class Launched:
    """Who opened the page, in which running activity, in which channel; `private` is their chat with the bot."""

    user: int
    name: str
    language: str
    channel: int
    private: int


async def check(activity: Activity, code: str, instance: str) -> Launched:
    """Who this is; raises BadLaunch. What Discord lends for it is used once and dropped."""
    if not _CODE.fullmatch(code) or not _INSTANCE.fullmatch(instance):
        raise BadLaunch("it is no launch")
    try:
        async with ClientSession(timeout=PATIENCE) as session:
            return await _asked(_Discord(activity, session), code, instance)
    except (ClientError, TimeoutError, OSError) as error:
        raise BadLaunch(f"Discord does not answer: {type(error).__name__}") from None


async def _asked(discord: _Discord, code: str, instance: str) -> Launched:
    person = await discord.person(await discord.lent(code))
    user = _number(person.get("id"))
    running = await discord.instance(instance)
    if str(user) not in [str(each) for each in running.get("users") or []]:
        raise BadLaunch("this person is not in that activity")
    channel = _number((running.get("location") or {}).get("channel_id"))
    name = str(person.get("global_name") or person.get("username") or "")
    return Launched(user, name, str(person.get("locale") or ""), channel, await discord.private(user))


@dataclass(frozen=True, slots=True)
class _Discord:
    """The few questions that Discord is asked."""

    activity: Activity
    session: ClientSession

    async def lent(self, code: str) -> str:
        """The code as a token of the person: works once, for this application alone."""
        fields = {
            "client_id": self.activity.application,
            "client_secret": self.activity.secret,
            "grant_type": "authorization_code",
            "code": code,
        }
        found = await self._ask("POST", "/oauth2/token", data=fields)
        return str(found.get("access_token", ""))

    async def person(self, lent: str) -> dict[str, Any]:
        return await self._ask("GET", "/users/@me", headers={"Authorization": f"Bearer {lent}"})

    async def instance(self, instance: str) -> dict[str, Any]:
        path = f"/applications/{self.activity.application}/activity-instances/{instance}"
        return await self._ask("GET", path, headers=self._bot)

    async def private(self, user: int) -> int:
        found = await self._ask("POST", "/users/@me/channels", headers=self._bot, json={"recipient_id": str(user)})
        return _number(found.get("id"))

    @property
    def _bot(self) -> dict[str, str]:
        return {"Authorization": f"Bot {self.activity.token}"}

    async def _ask(self, method: str, path: str, **more: Any) -> dict[str, Any]:
        async with self.session.request(method, self.activity.api + path, **more) as answer:
            if answer.status != 200:
                raise BadLaunch(f"Discord answers {answer.status}")
            try:
                found = await answer.json()
            except ValueError:
                found = None
        if not isinstance(found, dict):
            raise BadLaunch("Discord answers something else")
        return found


def _number(given: object) -> int:
    written = str(given)
    if not (written.isascii() and written.isdecimal()) or not 0 < int(written) < LARGEST_ID:
        raise BadLaunch("Discord names nobody")
    return int(written)
