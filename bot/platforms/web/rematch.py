"""Once more with the same people: one tap opens the next table, seats the computers and invites the others."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.platforms.web.context import Result
from bot.platforms.web.invites import AGAIN
from bot.table.lobby import User
from bot.table.model import Seat, Status, Table
from engines.kit.errors import Refusal

if TYPE_CHECKING:
    from bot.platforms.web.acts import Act


async def rematch(act: Act) -> Result:
    """To the next table: the one that somebody has opened already, else a new one. All of it happens once."""
    table = await act.table()
    mine = [seat for seat in table.seats if seat.kind == "person" and act.browser.owns(seat.user)]
    if not mine:
        raise Refusal("table.refusal.not_in")
    if not table.is_over:
        raise Refusal("table.refusal.not_over")
    before = await act.site.invites.next_of(act.code)
    waiting = await _lobby(act, before)
    if waiting is None:
        waiting = await _opened(act, table, mine, before)
    for seat in mine:
        if waiting.seat_of(seat.user) is None:
            joined = f"again:{waiting.code}:{seat.user}"
            waiting = (await act.service.lobby.join(joined, waiting.code, _user(seat), invited=True)).table
    others = [seat for seat in table.seats if seat.kind == "person" and not act.browser.owns(seat.user)]
    if not others and waiting.status is Status.LOBBY:
        await act.service.lobby.start(f"again:{waiting.code}:start", waiting.code, waiting.host)
    for seat in others:
        act.site.hub.concerns(seat.user)
    act.site.hub.heard(act.code)
    absent = [seat.name for seat in others if waiting.seat_of(seat.user) is None]
    said = act.words("again_invited", names=", ".join(absent)) if absent else ""
    return Result(f"/t/{waiting.code}", said)


async def _lobby(act: Act, code: str) -> Table | None:
    """The next table, while one can still sit down there."""
    if not code:
        return None
    try:
        table = await act.service.queries.table(code)
    except Refusal:
        return None
    return table if table.status is Status.LOBBY else None


async def _opened(act: Act, table: Table, mine: list[Seat], before: str) -> Table:
    """A table with the same options, pace and computers; the other people find it on their pages."""
    service, request = act.service, f"again:{act.code}:{before}"
    done = await service.lobby.create(
        request, table.game, _user(mine[0]), table.room, table.options, table.pace, len(table.seats), table.language
    )
    code = done.table.code
    for number, seat in enumerate(table.seats):
        if seat.kind == "computer" and done.table.status is Status.LOBBY:
            again = f"{request}:{number}"
            done = await service.lobby.add_computer(again, code, done.table.host, seat.name, seat.level)
    await act.site.invites.issue(code, act.browser.key)
    await act.site.invites.set_next(act.code, code)
    for seat in table.seats:
        if seat.kind == "person" and not act.browser.owns(seat.user):
            await service.work.store.set_user(seat.user, {f"{AGAIN}{code}": act.code})
    return done.table


def _user(seat: Seat) -> User:
    return User(seat.user, seat.name, seat.language)
