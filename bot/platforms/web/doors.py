"""The doors of the public page: from a Telegram chat, by a personal link, by an invitation. Each gives a session."""

from __future__ import annotations

import logging
import re
from secrets import token_hex

from aiohttp import web

from bot.platforms.web import discord_launch
from bot.platforms.web.context import WATCH, Site
from bot.platforms.web.gate import Gate, door
from bot.platforms.web.sessions import Session
from bot.platforms.web.telegram_launch import BadLaunch, check
from bot.service.page_access import Guest
from bot.table.lobby import clean
from bot.table.model import Status, as_code
from config.languages import fallback, spoken
from engines.kit.errors import Refusal

log = logging.getLogger(__name__)

START = re.compile(r"t_([0-9A-Za-z]{4}|[0-9A-Za-z]{6})(?:_([0-9a-f]{16}))?")
"""The table that a start parameter names, and the permission to watch it."""
LONGEST_SECRET = 64


class Doors:
    """Who somebody is, checked once; from then on the session says it."""

    def __init__(self, site: Site, gate: Gate, telegram_token: str = "") -> None:
        """From Discord only where its activity is set up, which the gate knows."""
        self.site = site
        self.gate = gate
        self._telegram_token = telegram_token

    def routes(self) -> list[web.RouteDef]:
        found = [
            web.get("/in/link", self.browser),
            web.post("/in/link", self.by_link),
            web.post("/in/guest", self.by_invitation),
        ]
        if self._telegram_token:
            found += [web.get("/in/telegram", self.telegram), web.post("/in/telegram", self.from_telegram)]
        if self.gate.activity is not None:
            found.append(web.post("/in/discord", self.from_discord))
        return found

    # --- the documents ---

    async def browser(self, request: web.Request) -> web.Response:
        return door(request, "browser")

    async def telegram(self, request: web.Request) -> web.Response:
        return door(request, "telegram")

    # --- signing in ---

    async def from_telegram(self, request: web.Request) -> web.Response:
        """The launch data of a Mini App; one refusal whatever is wrong with it."""
        if not self.gate.may_sign_in(request):
            return _too_often()
        fields = await request.post()
        try:
            launch = check(str(fields.get("data", "")), self._telegram_token, self.gate.access.store.clock())
        except BadLaunch as problem:
            log.info("a launch from Telegram was refused: %s", problem)
            return _refused()
        ref = f"telegram:{launch.user}"
        name = clean(launch.name) if launch.name.strip() else ""
        guest = Guest(ref, name, spoken(launch.language) or fallback(), ref)
        start = launch.start or str(fields.get("at", ""))[:LONGEST_SECRET]
        return await self._welcome(guest, await self._way(guest, start))

    async def from_discord(self, request: web.Request) -> web.Response:
        """A code from the activity's frame; one refusal whatever is wrong with it."""
        if not self.gate.may_sign_in(request):
            return _too_often()
        fields, activity = await request.post(), self.gate.activity
        code, instance = str(fields.get("code", "")), str(fields.get("instance", ""))
        assert activity is not None
        try:
            launched = await discord_launch.check(activity, code, instance)
        except BadLaunch as problem:
            log.info("a launch from Discord was refused: %s", problem)
            return _refused()
        name = clean(launched.name) if launched.name.strip() else ""
        language = spoken(launched.language) or fallback()
        guest = Guest(f"discord:{launched.user}", name, language, f"discord:{launched.private}")
        hint = str(fields.get("at", ""))[:LONGEST_SECRET]
        return await self._welcome(guest, await self._from_room(guest, f"discord:{launched.channel}", instance, hint))

    async def _from_room(self, guest: Guest, room: str, instance: str, hint: str) -> str:
        """The table that was tapped for, else the one that is named, else the only one of the room.

        Whoever is in the room may watch what is played there.
        """
        here = [table.code for table in await self.site.service.queries.games_in(room)]
        if here:
            await self.site.service.work.store.set_user(guest.ref, {f"{WATCH}{code}": "1" for code in here})
        chosen = await self.gate.access.launched(guest.ref, instance)
        if not chosen and START.fullmatch(hint) is None and len(here) == 1:
            chosen = here[0]
        return f"/t/{chosen}" if chosen else await self._way(guest, hint)

    async def by_link(self, request: web.Request) -> web.Response:
        """A personal link: it works once."""
        if not self.gate.may_sign_in(request):
            return _too_often()
        secret = str((await request.post()).get("secret", ""))[:LONGEST_SECRET]
        found = await self.gate.access.redeem(secret)
        if found is None:
            return _refused()
        guest, start = found
        return await self._welcome(guest, await self._way(guest, start))

    async def by_invitation(self, request: web.Request) -> web.Response:
        """Somebody without an account in a chat, who holds an invitation that nobody has used: a guest."""
        if not self.gate.may_sign_in(request):
            return _too_often()
        fields = await request.post()
        code, secret = as_code(str(fields.get("code", "")))[:8], str(fields.get("secret", ""))[:LONGEST_SECRET]
        if not await self._is_open(code, secret):
            return _refused()
        ref = f"local:{token_hex(10)}"
        return await self._welcome(Guest(ref, "", fallback(), ref), f"/s/{code}/{secret}")

    async def _is_open(self, code: str, secret: str) -> bool:
        try:
            table = await self.site.service.queries.table(code)
        except Refusal:
            return False
        if table.status is Status.LOBBY:
            return await self.site.invites.number(code, secret) is not None
        return table.status is Status.RUNNING and await self.site.invites.seat(code, secret) is not None

    async def _way(self, guest: Guest, start: str) -> str:
        """Where a start parameter leads; with the right tag the table may be watched from now on."""
        named = START.fullmatch(start)
        if named is None:
            return "/"
        code, tag = as_code(named.group(1)), named.group(2)
        if tag and await self.gate.access.may_watch(code, tag):
            await self.site.service.work.store.set_user(guest.ref, {f"{WATCH}{code}": "1"})
        return f"/t/{code}"

    async def _welcome(self, guest: Guest, go: str) -> web.Response:
        session = Session.begin(guest, self.gate.access.store.clock())
        return web.json_response({"token": session.token(await self.gate.access.key()), "go": go})


def _refused() -> web.Response:
    return web.Response(status=401, text="This way in does not open.")


def _too_often() -> web.Response:
    return web.Response(status=429, headers={"Retry-After": "30"}, text="Too many at once.")
