"""Once more with the same people: one tap opens the next table, seats the computers and invites the others."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from typing import TYPE_CHECKING

from bot.platforms.web.context import Result
from bot.platforms.web.invites import AGAIN
from bot.table.lobby import SeatOrder, User
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
        order: SeatOrder = moved_on(table, waiting) or "random"
        await act.service.lobby.start(f"again:{waiting.code}:start", waiting.code, waiting.host, order)
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
    await act.site.invites.set_before(code, act.code)
    for seat in table.seats:
        if seat.kind == "person" and not act.browser.owns(seat.user):
            await service.work.store.set_user(seat.user, {f"{AGAIN}{code}": act.code})
    return done.table


async def next_order(act: Act, table: Table) -> Sequence[int] | None:
    """How the seats of a table are put that follows a finished one; None: it follows none, or others sit there."""
    if before := await act.site.invites.before(table.code):
        with suppress(Refusal):
            return moved_on(await act.service.queries.table(before), table)
    return None


def moved_on(before: Table, table: Table) -> Sequence[int] | None:
    """The same people and computers, each a place further: who began goes last."""
    here = {_who(seat): number for number, seat in enumerate(table.seats) if seat.kind != "free"}
    wanted = [_who(seat) for seat in [*before.seats[1:], *before.seats[:1]]]
    return [here[who] for who in wanted] if sorted(wanted) == sorted(here) else None


def _who(seat: Seat) -> str:
    return seat.user or seat.name


def _user(seat: Seat) -> User:
    return User(seat.user, seat.name, seat.language)
