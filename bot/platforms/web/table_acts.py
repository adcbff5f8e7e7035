"""What is done to a table from the page: opened, filled, begun and called off, and its tools beside a running game."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from bot.commands.conversation import Command
from bot.commands.lobby_commands import COMPUTERS
from bot.messages.picture_request import speaker_of
from bot.platforms.web.acts import Act
from bot.platforms.web.context import Result, number_in
from bot.platforms.web.figure_routes import is_here
from bot.platforms.web.pages.lobby_seats import CLOSED
from bot.platforms.web.pages.tools import HERE
from bot.platforms.web.parts.elements import Words
from bot.platforms.web.rematch import next_order, rematch
from bot.table.lobby import clean
from bot.table.model import Level, Status
from bot.table.time_control import Pace
from engines import ENGINES
from engines.kit.errors import Refusal

LONGEST_NAME = 32

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
        await act.service.lobby.add_computer(act.id, act.code, host, name, who, number)
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


ACTS: dict[str, Callable[[Act], Awaitable[Result]]] = {
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
"""What is posted where."""
