"""Posts that belong to a person and not to a game: invitations, devices, settings; and where tables are acted upon."""

from __future__ import annotations

import hmac
import time
from dataclasses import replace
from secrets import token_urlsafe

from aiohttp import web
from pydantic import ValidationError

from bot.platforms.web import browser_sessions
from bot.platforms.web.acts import Act, act_of, acting
from bot.platforms.web.browser_sessions import PACES, SIZES, THEMES, Looks
from bot.platforms.web.context import WATCH, Result, Site, address, number_in
from bot.platforms.web.table_acts import ACTS, LONGEST_NAME
from bot.service.page_access import tag_of
from bot.table.lobby import clean
from bot.table.model import as_code
from bot.table.preferences import Person, find_zone
from config.languages import languages
from engines.kit.errors import Refusal

DEVICE_MINUTES = 10


class HostRoutes:
    """The POST side of everything but the game itself."""

    def __init__(self, site: Site) -> None:
        self.site = site

    def routes(self) -> list[web.RouteDef]:
        found = [web.post(path, acting(self.site, action)) for path, action in ACTS.items()]
        return [
            *found,
            web.post("/s/{code}/{secret}", self.claim),
            web.get("/w/{code}/{tag}", self.watch),
            web.post("/settings", self.settings),
            web.post("/zone", self.zone),
            web.post("/device", self.device),
            web.post("/d/{secret}", self.take),
            web.post("/forget", self.forget),
        ]

    # --- invitations and devices ---

    async def claim(self, request: web.Request) -> web.Response:
        """Sit down by invitation: the secret leaves the address bar and is dead."""
        act = await act_of(self.site, request)
        site, browser = self.site, act.browser
        remote = site.guard.client(request)
        if not site.guard.wrong_secrets.allows(remote):
            return web.Response(status=429, text="Too many wrong links.")
        if again := await site.invites.seat(act.code, request.match_info["secret"]):
            return await self._return(act, *again)
        number = await site.invites.number(act.code, request.match_info["secret"])
        if number is None:
            site.guard.wrong_secrets.count(remote)
            return web.Response(status=303, headers={"Location": request.path})
        name = clean(act.field("name", LONGEST_NAME)) if act.field("name") else ""
        if name and name != browser.person.name:
            person = browser.person.model_copy(update={"name": name, "language": browser.language})
            await site.service.people.keep(browser.user, person)
        try:
            person_ = site.user(browser, name=name)
            done = await site.service.lobby.join(f"invite:{act.code}:{number}", act.code, person_, invited=True)
        except Refusal as refusal:
            return site.refused(request, browser, refusal, f"/t/{act.code}")
        if done.table.seat_of(person_.ref) is None:
            return site.done(request, browser, Result("/", act.words("sorry.link_used"), bad=True))
        await site.invites.use(act.code, number)
        response = site.done(request, browser, Result(f"/t/{act.code}"))
        browser_sessions.keep_key(response, browser.key, request.secure)
        return response

    async def watch(self, request: web.Request) -> web.Response:
        """Watch by a link: the permission is noted, and leaves the address bar."""
        site, code, tag = self.site, as_code(request.match_info["code"]), request.match_info["tag"]
        remote = site.guard.client(request)
        if not site.guard.wrong_secrets.allows(remote):
            return web.Response(status=429, text="Too many wrong links.")
        if not hmac.compare_digest(tag.encode(), (await tag_of(site.service.work.store, code)).encode()):
            site.guard.wrong_secrets.count(remote)
            return web.Response(status=410, text="This link does not open.")
        browser = await site.browser(request)
        await site.service.work.store.set_user(browser.user, {f"{WATCH}{code}": "1"})
        response = web.Response(status=303, headers={"Location": f"/t/{code}"})
        browser_sessions.keep_key(response, browser.key, request.secure)
        return response

    async def _return(self, act: Act, seat: int, serial: int) -> web.Response:
        """Back to the own seat by a new link: the old browser is out, the link is dead."""
        site, browser = self.site, act.browser
        table = await site.service.queries.table(act.code)  # whoever has the link may see it
        taken = {each.user for each in table.seats}
        ref = next(ref for number in range(len(taken) + 1) if (ref := browser.persona(number)) not in taken)
        try:
            person = site.user(browser, ref, table.seats[seat].name)
            done = await site.service.moderation.hand_over(f"return:{act.code}:{seat}:{serial}", act.code, seat, person)
        except Refusal as refusal:
            return site.refused(act.request, browser, refusal, f"/t/{act.code}")
        if done.table.seats[seat].user != person.ref:
            return site.done(act.request, browser, Result("/", act.words("sorry.link_used"), bad=True))
        await site.invites.spend(act.code, seat, serial)
        response = site.done(act.request, browser, Result(f"/t/{act.code}"))
        browser_sessions.keep_key(response, browser.key, act.request.secure)
        return response

    async def device(self, request: web.Request) -> web.Response:
        """A link that takes my seats to another device: once, for ten minutes."""
        act = await act_of(self.site, request)
        if not self.site.device_link(act.browser):
            self.site.devices[token_urlsafe(16)] = (act.browser.key, time.monotonic() + 60 * DEVICE_MINUTES)
        where = address("/settings", at=act.code, seat=number_in(act.fields, "seat"))
        return self.site.done(request, act.browser, Result(f"{where}#seats", quiet=True))

    async def take(self, request: web.Request) -> web.Response:
        act = await act_of(self.site, request)
        self.site.device_link(act.browser)
        found = self.site.devices.pop(request.match_info["secret"], None)
        if found is None:
            self.site.guard.wrong_secrets.count(self.site.guard.client(request))
            return self.site.done(request, act.browser, Result("/", act.words("sorry.link_used"), bad=True))
        response = self.site.done(request, act.browser, Result("/"))
        browser_sessions.keep_key(response, found[0], request.secure)
        return response

    async def forget(self, request: web.Request) -> web.Response:
        """This browser is nobody from now on; its seats stay where they are."""
        act = await act_of(self.site, request)
        response = self.site.done(request, act.browser, Result("/"))
        response.del_cookie(browser_sessions.COOKIE, path="/")
        return response

    # --- settings ---

    async def settings(self, request: web.Request) -> web.Response:
        act = await act_of(self.site, request)
        try:
            person = _person(act)
        except (Refusal, ValidationError):
            return self.site.done(request, act.browser, Result("/settings", act.words("bad_setting"), bad=True))
        await self.site.service.people.keep(act.browser.user, person)
        if person.name and person.name != act.browser.person.name:
            await self._renamed(act, person.name)
        looks = _looks(act)
        seat = number_in(act.fields, "seat")
        stays = address("/settings", at=act.code, seat=seat)
        back = act.page(seat) if act.code and not act.field("all") else stays
        response = self.site.done(request, replace(act.browser, person=person), Result(back))
        if act.browser.session is not None:
            await self.site.service.work.store.set_user(act.browser.user, {browser_sessions.LOOK: str(looks)})
        browser_sessions.keep_looks(response, looks, request.secure)
        return response

    async def _renamed(self, act: Act, name: str) -> None:
        """A new name reaches the tables where I sit."""
        for line in await self.site.service.queries.games_of(act.browser.user):
            request = f"{act.id}/{line.table.code}"
            await self.site.service.moderation.rename(request, line.table.code, act.browser.user, name)

    async def zone(self, request: web.Request) -> web.Response:
        """The device's time zone, told once by the script."""
        act = await act_of(self.site, request)
        if act.browser.session is not None and act.browser.person.zone != Person().zone:
            return web.Response(status=204)
        try:
            zone = find_zone(act.field("zone"))
        except Refusal:
            return web.Response(status=204)
        updated = act.browser.person.model_copy(update={"zone": zone, "language": act.browser.language})
        await self.site.service.people.keep(act.browser.user, updated)
        return web.Response(status=204)


def _person(act: Act) -> Person:
    """The owner's settings after a form; a form of a single switch changes only that."""
    before = act.browser.person.model_dump()
    if not act.field("all"):
        return Person.model_validate({**before, "teach": act.field("teach") == "1", "language": act.browser.language})
    language = act.field("language")
    start, end = act.field("quiet_from"), act.field("quiet_to")
    return Person.model_validate(
        {
            **before,
            "language": language if language in languages() else act.browser.language,
            "teach": act.field("teach") == "1",
            "name": clean(act.field("name", LONGEST_NAME)) if act.field("name").strip() else "",
            "quiet": f"{start}-{end}" if start and end else "",
            "digest": act.field("digest"),
            "warn_next": act.field("warn_next") == "1",
            "zone": find_zone(act.field("zone")) if act.field("zone") else before["zone"],
        }
    )


def _looks(act: Act) -> Looks:
    before = act.browser.looks
    if not act.field("all"):
        return before
    theme, size = act.field("theme"), act.field("size")
    return Looks(
        theme if theme in THEMES else before.theme,
        size if size in SIZES else before.size,
        act.field("text") == "1",
        act.field("calm") == "1",
        act.field("sound") == "1",
        act.field("alert") == "1",
        act.field("pace") if act.field("pace") in PACES else before.pace,
        act.field("buzz") == "1",
        act.field("push") == "1",
    )
