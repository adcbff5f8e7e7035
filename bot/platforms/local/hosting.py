"""Everything that acts before a game and beside it: new tables, seats, options, invitations, settings."""

from __future__ import annotations

import time
from dataclasses import replace
from secrets import token_urlsafe
from typing import Any

from aiohttp import web
from pydantic import ValidationError

from bot.clock import Pace
from bot.documents import Status
from bot.lobby import clean
from bot.options import choosable, numbered
from bot.people import Person, find_zone
from bot.platforms.local import browsers
from bot.platforms.local.acting import Act, acting
from bot.platforms.local.browsers import SIZES, THEMES, Browser, Looks
from bot.platforms.local.house import House, Page, Result, number_in
from bot.platforms.local.parts import Words
from bot.platforms.local.small_pages import settings_page
from bot.platforms.local.tools_page import HERE
from bot.seats import Level
from bot.texts import LANGUAGES
from engines import ENGINES
from engines.kit.errors import Refusal

COMPUTERS = ("Cosimo", "Lucrezia", "Lorenzo", "Caterina", "Piero")
DEVICE_MINUTES = 10
LONGEST_NAME = 32


class Hosting:
    """The POST side of everything but the game itself."""

    def __init__(self, house: House) -> None:
        self.house = house

    def routes(self) -> list[web.RouteDef]:
        actions = {
            "/new": new,
            "/alone": alone,
            "/t/{code}/seat": seat,
            "/t/{code}/hotseat": hotseat,
            "/t/{code}/options": options,
            "/t/{code}/start": start,
            "/t/{code}/cancel": cancel,
            "/t/{code}/leave": leave,
            "/t/{code}/renew": renew,
            "/t/{code}/pause": pause,
            "/t/{code}/resume": resume,
            "/t/{code}/pace": pace,
        }
        found = [web.post(path, acting(self.house, action)) for path, action in actions.items()]
        return [
            *found,
            web.post("/s/{code}/{secret}", self.claim),
            web.post("/settings", self.settings),
            web.post("/zone", self.zone),
            web.post("/device", self.device),
            web.post("/d/{secret}", self.take),
            web.post("/forget", self.forget),
        ]

    async def _act(self, request: web.Request) -> Act:
        browser = await self.house.browser(request)
        fields = await request.post()
        browser.require_token(str(fields.get("token", "")))
        return Act(self.house, request, browser, fields)

    # --- invitations and devices ---

    async def claim(self, request: web.Request) -> web.Response:
        """Sit down by invitation: the secret leaves the address bar and is dead."""
        act = await self._act(request)
        house, browser = self.house, act.browser
        remote = request.remote or ""
        if not house.guard.wrong_secrets.allows(remote):
            return web.Response(status=429, text="Too many wrong links.")
        if again := await house.invites.seat(act.code, request.match_info["secret"]):
            return await self._return(act, *again)
        number = await house.invites.number(act.code, request.match_info["secret"])
        if number is None:
            house.guard.wrong_secrets.count(remote)
            return web.Response(status=303, headers={"Location": request.path})
        name = clean(act.field("name", LONGEST_NAME)) if act.field("name") else ""
        if name and name != browser.person.name:
            person = browser.person.model_copy(update={"name": name, "language": browser.language})
            await house.service.keep_person(browser.user, person)
        try:
            person_ = house.user(browser, name=name)
            await house.service.join(f"invite:{act.code}:{number}", act.code, person_)
        except Refusal as refusal:
            return house.refused(request, browser, refusal, f"/t/{act.code}")
        await house.invites.use(act.code, number)
        response = house.done(request, browser, Result(f"/t/{act.code}"))
        browsers.keep_key(response, browser.key, request.secure)
        return response

    async def _return(self, act: Act, seat: int, serial: int) -> web.Response:
        """Back to the own seat by a new link: the old browser is out, the link is dead."""
        house, browser = self.house, act.browser
        table = await act.table()
        taken = {each.user for each in table.seats}
        ref = next(ref for number in range(len(taken) + 1) if (ref := browser.persona(number)) not in taken)
        try:
            person = house.user(browser, ref, table.seats[seat].name)
            await house.service.hand_over(f"return:{act.code}:{seat}:{serial}", act.code, seat, person)
        except Refusal as refusal:
            return house.refused(act.request, browser, refusal, f"/t/{act.code}")
        await house.invites.spend(act.code, seat, serial)
        response = house.done(act.request, browser, Result(f"/t/{act.code}"))
        browsers.keep_key(response, browser.key, act.request.secure)
        return response

    async def device(self, request: web.Request) -> web.Response:
        """A link that takes my seats to another device: once, for ten minutes."""
        act = await self._act(request)
        secret = token_urlsafe(16)
        self._drop_old()
        self.house.devices[secret] = (act.browser.key, time.monotonic() + 60 * DEVICE_MINUTES)
        body = settings_page(act.browser, "", f"{self.house.base}/d/{secret}")
        return self.house.html(request, act.browser, Page(act.words("settings"), body))

    async def take(self, request: web.Request) -> web.Response:
        act = await self._act(request)
        self._drop_old()
        found = self.house.devices.pop(request.match_info["secret"], None)
        if found is None:
            self.house.guard.wrong_secrets.count(request.remote or "")
            return self.house.done(request, act.browser, Result("/", act.words("sorry.link_used"), bad=True))
        response = self.house.done(request, act.browser, Result("/"))
        browsers.keep_key(response, found[0], request.secure)
        return response

    def _drop_old(self) -> None:
        now = time.monotonic()
        self.house.devices = {name: kept for name, kept in self.house.devices.items() if kept[1] > now}

    async def forget(self, request: web.Request) -> web.Response:
        """This browser is nobody from now on; its seats stay where they are."""
        act = await self._act(request)
        response = self.house.done(request, act.browser, Result("/"))
        response.del_cookie(browsers.COOKIE, path="/")
        return response

    # --- settings ---

    async def settings(self, request: web.Request) -> web.Response:
        act = await self._act(request)
        try:
            person = _person(act)
        except (Refusal, ValidationError):
            return self.house.done(request, act.browser, Result("/settings", act.words("bad_setting"), bad=True))
        await self.house.service.keep_person(act.browser.user, person)
        looks = _looks(act)
        back = f"/t/{act.code}" if act.code and not act.field("all") else f"/settings?at={act.code}"
        response = self.house.done(request, replace(act.browser, person=person), Result(back))
        browsers.keep_looks(response, looks, request.secure)
        return response

    async def zone(self, request: web.Request) -> web.Response:
        """The device's time zone, told once by the script."""
        act = await self._act(request)
        try:
            zone = find_zone(act.field("zone"))
        except Refusal:
            return web.Response(status=204)
        updated = act.browser.person.model_copy(update={"zone": zone, "language": act.browser.language})
        await self.house.service.keep_person(act.browser.user, updated)
        return web.Response(status=204)


def _person(act: Act) -> Person:
    """The owner's settings after a form; a form of a single switch changes only that."""
    before = act.browser.person.model_dump()
    if not act.field("all"):
        return Person.model_validate({**before, "tips": act.field("tips") == "1", "language": act.browser.language})
    language = act.field("language")
    start, end = act.field("quiet_from"), act.field("quiet_to")
    return Person.model_validate(
        {
            **before,
            "language": language if language in LANGUAGES else act.browser.language,
            "tips": act.field("tips") == "1",
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
    )


# --- tables ---


def _room(browser: Browser) -> str:
    return f"local:{browser.user.partition(':')[2]}"


async def new(act: Act) -> Result:
    """Open a table; its host sits down."""
    game = act.field("game")
    host = act.house.user(act.browser)
    done = await act.service.create(act.id, game, host, _room(act.browser), language=act.browser.language)
    await act.house.invites.issue(done.table.code, act.browser.key)
    return Result(f"/t/{done.table.code}")


async def alone(act: Act) -> Result:
    """A game against the computer, begun at once."""
    game = act.field("game")
    least = ENGINES[game].info.seats[0] if game in ENGINES else 2
    host = act.house.user(act.browser)
    done = await act.service.create(
        act.id, game, host, _room(act.browser), pace=Pace.NONE, seats=least, language=act.browser.language
    )
    code = done.table.code
    await act.house.invites.issue(code, act.browser.key)
    if done.table.status is not Status.LOBBY:
        return Result(f"/t/{code}")
    for number in range(least - 1):
        name = COMPUTERS[number % len(COMPUTERS)]
        await act.service.add_computer(f"{act.id}/computer{number}", code, host.ref, name, Level.STEADY)
    await act.service.start(f"{act.id}/start", code, host.ref)
    return Result(f"/t/{code}")


async def seat(act: Act) -> Result:
    """Fill a free seat with a computer, or take one away."""
    host = await act.host()
    who, number = act.field("who"), number_in(act.fields, "number")
    table = await act.table()
    if who == "free" and number is not None:
        await act.service.remove_computer(act.id, act.code, host, number)
    elif who in list(Level):
        taken = {each.name for each in table.seats}
        name = next((each for each in COMPUTERS if each not in taken), COMPUTERS[0])
        await act.service.add_computer(act.id, act.code, host, name, who)
    return Result(act.page())


async def hotseat(act: Act) -> Result:
    """Somebody else at the same device takes a seat."""
    table = await act.table()
    mine = [each.user for each in table.seats if each.kind == "person" and act.browser.owns(each.user)]
    if not mine:
        raise Refusal("table.refusal.not_in")
    number = next(n for n in range(1, 9) if act.browser.persona(n) not in mine)
    person = act.house.user(act.browser, act.browser.persona(number), clean(act.field("name", LONGEST_NAME)))
    await act.service.join(act.id, act.code, person)
    return Result(act.page())


async def options(act: Act) -> Result:
    """Change what the host may choose."""
    host = await act.host()
    table = await act.table()
    chosen: dict[str, Any] = {}
    for option in choosable(table.game):
        if f"{option.name}.off" in act.fields:
            chosen[option.name] = act.field(option.name) == "true"
        elif option.name in act.fields:
            written = act.field(option.name)
            chosen[option.name] = next((value for value in option.values if str(value) == written), option.default)
    chosen |= {row.name: row.read(act.field(row.name)) for row in numbered(table.game) if row.name in act.fields}
    pace = act.field("pace")
    await act.service.configure(act.id, act.code, host, chosen, Pace(pace) if pace in list(Pace) else None)
    return Result(act.page())


async def start(act: Act) -> Result:
    await act.service.start(act.id, act.code, await act.host())
    return Result(act.page())


async def cancel(act: Act) -> Result:
    await act.service.cancel(act.id, act.code, await act.host())
    return Result("/", Words(act.browser.language)("called_off"))


async def leave(act: Act) -> Result:
    table = await act.table()
    for each in [seat.user for seat in table.seats if seat.kind == "person" and act.browser.owns(seat.user)]:
        await act.service.leave(f"{act.id}/{each}", act.code, each)
    return Result("/")


# --- beside a running game ---


async def renew(act: Act) -> Result:
    """A new link to the seat of somebody who plays here and has lost the old browser."""
    host, table, seat = await act.host(), await act.table(), number_in(act.fields, "number")
    here = f"/t/{act.code}/tools"
    if seat is None or seat >= len(table.seats) or not table.seats[seat].user.startswith(HERE):
        raise Refusal("table.refusal.no_person")
    if act.browser.owns(table.seats[seat].user):
        raise Refusal("table.refusal.already_in")
    done = await act.service.renew(act.id, act.code, host, seat)
    await act.house.invites.renew(act.code, act.browser.key, seat)
    return Result(here, act.told(done))


async def pause(act: Act) -> Result:
    """Stop all clocks, or ask the others to."""
    _, seat, user = await act.seat()
    return Result(act.page(seat), act.told(await act.service.pause(act.id, act.code, user)))


async def resume(act: Act) -> Result:
    _, seat, user = await act.seat()
    return Result(act.page(seat), act.told(await act.service.resume(act.id, act.code, user)))


async def pace(act: Act) -> Result:
    """Ask the others for another pace."""
    _, seat, user = await act.seat()
    if act.field("pace") not in list(Pace):
        raise Refusal("table.refusal.option", option="pace")
    done = await act.service.change_pace(act.id, act.code, user, Pace(act.field("pace")))
    return Result(act.page(seat), act.told(done))
