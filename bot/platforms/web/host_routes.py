"""Everything that acts before a game and beside it: new tables, seats, options, invitations, settings."""

from __future__ import annotations

import hmac
import time
from dataclasses import replace
from secrets import token_urlsafe

from aiohttp import web
from pydantic import ValidationError

from bot.commands.conversation import Command
from bot.commands.lobby_commands import COMPUTERS
from bot.messages.picture_request import speaker_of
from bot.platforms.web import browser_sessions
from bot.platforms.web.acts import Act, act_of, acting
from bot.platforms.web.browser_sessions import PACES, SIZES, THEMES, Looks
from bot.platforms.web.context import WATCH, Result, Site, address, number_in
from bot.platforms.web.figure_routes import is_here
from bot.platforms.web.pages.lobby import CLOSED
from bot.platforms.web.pages.tools import HERE
from bot.platforms.web.parts.elements import Words
from bot.platforms.web.rematch import next_order, rematch
from bot.service.page_access import tag_of
from bot.table.lobby import clean
from bot.table.model import Level, Status, as_code
from bot.table.preferences import Person, find_zone
from bot.table.time_control import Pace
from config.languages import languages
from engines import ENGINES
from engines.kit.errors import Refusal

DEVICE_MINUTES = 10
LONGEST_NAME = 32


class HostRoutes:
    """The POST side of everything but the game itself."""

    def __init__(self, site: Site) -> None:
        self.site = site

    def routes(self) -> list[web.RouteDef]:
        actions = {
            "/new": new,
            "/alone": alone,
            "/learn": learn,
            "/t/{code}/seat": seat,
            "/t/{code}/hotseat": hotseat,
            "/t/{code}/options": options,
            "/t/{code}/start": start,
            "/t/{code}/cancel": cancel,
            "/t/{code}/leave": leave,
            "/t/{code}/word": word,
            "/t/{code}/seats": seats,
            "/t/{code}/open": open_up,
            "/t/{code}/rematch": rematch,
            "/t/{code}/resign": resign,
            "/t/{code}/abandon": abandon,
            "/t/{code}/replace": replaced,
            "/t/{code}/renew": renew,
            "/t/{code}/pause": pause,
            "/t/{code}/resume": resume,
            "/t/{code}/pace": pace,
        }
        found = [web.post(path, acting(self.site, action)) for path, action in actions.items()]
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
        table = await act.table()
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


# --- tables ---


async def new(act: Act) -> Result:
    """Open a table; its host sits down."""
    reply = await act.ask(Command(act.caller(), "new", {"game": _game(act)}))
    assert reply.done is not None
    code = reply.done.table.code
    await act.site.invites.issue(code, act.browser.key)
    return Result(f"/t/{code}")


async def alone(act: Act) -> Result:
    """A game against so many computers of this level, begun at once; nobody is hurried there."""
    game, level = _game(act), act.field("level") or Level.STEADY.value
    least, most = ENGINES[game].info.seats
    given = number_in(act.fields, f"computers.{game}")
    computers = least - 1 if given is None else given
    if not least - 1 <= computers < most:
        raise Refusal("table.refusal.seats", number=computers + 1, least=least, most=most)
    if level not in list(Level):
        raise Refusal("table.refusal.option", option="level")
    caller, lobby = act.caller(), act.service.lobby
    done = await lobby.create(
        act.id, game, caller.user, caller.room, {}, Pace.NONE, computers + 1, act.browser.language
    )
    code = done.table.code
    for number in range(computers if done.table.status is Status.LOBBY else 0):
        await lobby.add_computer(f"{act.id}/{number}", code, caller.ref, COMPUTERS[number % len(COMPUTERS)], level)
    await act.site.invites.issue(code, act.browser.key)
    await lobby.start(f"{act.id}/start", code, caller.ref)
    return Result(f"/t/{code}")


async def learn(act: Act) -> Result:
    """A first game with a teacher, begun at once."""
    reply = await act.ask(Command(act.caller(), "new", {"game": _game(act), "teach": True}))
    if reply.done is None:
        return Result("/", reply.post.text)
    await act.site.invites.issue(reply.done.table.code, act.browser.key)
    return Result(f"/t/{reply.done.table.code}")


def _game(act: Act) -> str:
    game = act.field("game")
    if game not in ENGINES:
        raise Refusal("table.refusal.no_game", game=clean(game))
    return game


async def seat(act: Act) -> Result:
    """Fill a free seat with a computer, take one away, let it play otherwise, or close the seat."""
    host = (await act.host()).ref
    who, number = act.field("who"), number_in(act.fields, "number")
    table = await act.table()
    kept = table.seats[number] if number is not None and number < len(table.seats) else None
    if who == CLOSED:
        await act.service.lobby.configure(act.id, act.code, host, seats=len(table.seats) - 1)
        return Result(act.page())
    taken = {each.name for each in table.seats}
    name = next((each for each in COMPUTERS if each not in taken), COMPUTERS[0])
    if kept is not None and kept.kind == "computer" and number is not None:
        name = kept.name
        await act.service.lobby.remove_computer(f"{act.id}/away", act.code, host, number)
    if who in list(Level):
        await act.service.lobby.add_computer(act.id, act.code, host, name, who)
    return Result(act.page())


async def seats(act: Act) -> Result:
    """Close a free seat, or open one more."""
    wanted = number_in(act.fields, "seats")
    if wanted is None:
        raise Refusal("table.refusal.option", option="seats")
    await act.service.lobby.configure(act.id, act.code, (await act.host()).ref, seats=wanted)
    return Result(act.page())


async def open_up(act: Act) -> Result:
    """Let the network in: only from this computer itself, and only if it was shut out."""
    await act.host()
    if act.site.open_up is None or not is_here(act.request):
        raise Refusal("table.refusal.host_only")
    if not await act.site.open_up():
        return Result(act.page(), act.words("open_up_failed"), bad=True)
    return Result(act.page(), act.words("opened_up", link=act.site.base))


async def hotseat(act: Act) -> Result:
    """Somebody else at the same device takes a seat."""
    table = await act.table()
    mine = [each.user for each in table.seats if each.kind == "person" and act.browser.owns(each.user)]
    if not mine:
        raise Refusal("table.refusal.not_in")
    number = next(n for n in range(1, 9) if act.browser.persona(n) not in mine)
    person = act.site.user(act.browser, act.browser.persona(number), clean(act.field("name", LONGEST_NAME)))
    await act.service.lobby.join(act.id, act.code, person, invited=True)
    return Result(act.page())


async def options(act: Act) -> Result:
    """Change what the host may choose."""
    written = {name: str(value)[:64] for name, value in act.fields.items() if name not in ("token", "pace", "entry")}
    if (entry := act.field("entry")) and (entry == "link") is not (await act.table()).by_link:
        await act.at_table(act.caller((await act.host()).ref, f"{act.id}/entry"), "table entry", entry=entry)
    pace = act.field("pace") if act.field("pace") in list(Pace) else None
    await act.at_table(await act.host(), "configure", chosen=written, pace=pace)
    return Result(act.page())


async def start(act: Act) -> Result:
    """Begin; where everybody sits at this device, nobody is hurried."""
    host, table = await act.host(), await act.table()
    if table.pace is Pace.DAY and all(act.browser.owns(user) for user in table.users):
        await act.service.lobby.configure(f"{act.id}/pace", act.code, host.ref, pace=Pace.NONE)
    order = await next_order(act, table)
    if order is None:
        await act.at_table(host, "start")
    else:
        await act.service.lobby.start(act.id, act.code, host.ref, order)
    return Result(act.page())


async def cancel(act: Act) -> Result:
    await act.at_table(await act.host(), "cancel")
    return Result("/", Words(act.browser.language)("called_off"))


async def leave(act: Act) -> Result:
    table = await act.table()
    for each in [seat.user for seat in table.seats if seat.kind == "person" and act.browser.owns(seat.user)]:
        await act.at_table(act.caller(each, f"{act.id}/{each}"), "leave")
    return Result("/")


async def word(act: Act) -> Result:
    """Something of my own in the shuffle, for the seat that it was written at."""
    table, number = await act.table(), number_in(act.fields, "number")
    if number is None or number >= len(table.seats) or not act.browser.owns(table.seats[number].user):
        raise Refusal("table.refusal.not_in")
    await act.at_table(act.caller(table.seats[number].user), "word", word=act.field("word", LONGEST_NAME))
    return Result(act.page())


# --- beside a running game ---


async def renew(act: Act) -> Result:
    """A new link to the seat of somebody who plays here and has lost the old browser."""
    host, table, seat = (await act.host()).ref, await act.table(), number_in(act.fields, "number")
    here = f"/t/{act.code}/tools"
    if seat is None or seat >= len(table.seats) or not table.seats[seat].user.startswith(HERE):
        raise Refusal("table.refusal.no_person")
    if act.browser.owns(table.seats[seat].user):
        raise Refusal("table.refusal.already_in")
    done = await act.service.moderation.renew(act.id, act.code, host, seat)
    await act.site.invites.renew(act.code, act.browser.key, seat)
    speaker = speaker_of(done.table, act.browser.language)
    return Result(here, " ".join([speaker.say(text) for text in done.texts]))


async def resign(act: Act) -> Result:
    """Leave for good: a computer plays on."""
    _, caller = await act.seat()
    await act.service.moves.resign(act.id, act.code, caller.ref)
    return Result("/", act.words.chat("resigned"))


async def abandon(act: Act) -> Result:
    """The host wants the whole game called off: all are asked, or it ends at once where nobody else plays."""
    host = await act.host()
    done = await act.service.moderation.call_off(act.id, act.code, host.ref)
    return Result(act.page(), act.words.chat("asked_all") if done.table.vote else act.words("called_off"))


async def replaced(act: Act) -> Result:
    """The seat of somebody absent is open to whoever joins with the code."""
    host, number = await act.host(), number_in(act.fields, "number")
    if number is None:
        raise Refusal("table.refusal.no_person")
    done = await act.service.moderation.open_seat(act.id, act.code, host.ref, number)
    speaker = speaker_of(done.table, act.browser.language)
    return Result(f"/t/{act.code}/tools", " ".join([speaker.say(text) for text in done.texts]))


async def pause(act: Act) -> Result:
    """Stop all clocks, or ask the others to."""
    return await _tool(act, "table pause")


async def resume(act: Act) -> Result:
    return await _tool(act, "table resume")


async def pace(act: Act) -> Result:
    """Ask the others for another pace."""
    if act.field("pace") not in list(Pace):
        raise Refusal("table.refusal.option", option="pace")
    return await _tool(act, "table pace", pace=act.field("pace"))


async def _tool(act: Act, name: str, **more: str) -> Result:
    seat, caller = await act.seat()
    return Result(act.page(seat), (await act.at_table(caller, name, **more)).post.text)
