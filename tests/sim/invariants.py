"""What must hold at the end of every run, whatever went wrong in it. Each is one sentence, and one function."""

from __future__ import annotations

from collections import Counter
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING

from bot.choices.control_id import ControlId
from bot.messages.brief import Brief
from bot.messages.composer import Composer
from bot.ops import supervision
from bot.service.session import session
from bot.table.change import Loaded
from bot.table.model import Entry, Table, platform_of, standing
from bot.table.verification import prove
from bot.workers.surfaces import Surface, brief_of, first_needed, surfaces
from engines.kit import Pending
from render import Picture
from tests.sim.people import OnThePage
from tests.sim.sights import Delivery, Sight, delivered, visible

if TYPE_CHECKING:
    from tests.sim.run import Run

Invariant = Callable[["Run"], Awaitable[list[str]]]


async def accepted_once(run: Run) -> list[str]:
    """Every answer that was accepted stands in the log exactly once, and none that nobody gave."""
    raw = await run.truth.work.store.entries(run.code)
    wrong = [
        f"{each.request} was accepted as version {each.version}, which is something else now"
        for each in run.house.accepted
        if each.code == run.code and (each.version > len(raw) or raw[each.version - 1] != each.entry)
    ]
    versions: dict[str, set[int]] = {}
    for each in run.house.accepted:
        versions.setdefault(f"{each.code} {each.request}", set()).add(each.version)
    wrong += [f"{request} was carried out as versions {sorted(v)}" for request, v in versions.items() if len(v) > 1]
    entries = [Entry.model_validate_json(each) for each in raw]
    if [entry.version for entry in entries] != list(range(1, len(entries) + 1)):
        wrong.append("the versions of the log are not in a row")
    moves = [(entry, move) for entry in standing(entries) if entry.kind == "answer" for move in entry.moves]
    counts = Counter(move.ask_id for _, move in moves)
    wrong += [f"{ask_id} was answered {count} times" for ask_id, count in counts.items() if count > 1]
    for entry, move in moves:
        if entry.by == "hand" and entry.user != run.users[move.seat]:
            wrong.append(f"{move.ask_id} of {run.users[move.seat]} was answered by {entry.user}")
        if entry.by == "hand" and (move.ask_id not in run.wanted or run.wanted[move.ask_id] != move.value):
            wrong.append(f"{move.ask_id} was answered {move.value!r}, which nobody wanted")
    return wrong


async def owed_seats_told(run: Run) -> list[str]:
    """Whoever is to move has the question before the eyes, on the own platform."""
    wrong = []
    for seat, pending in _owed(await run.loaded()).items():
        user = run.users[seat]
        if platform_of(user) == "local":
            asked = [await run.asked_on_page(user, port) for port in run.ports()]
            wrong += [f"the page of seat {seat} asks {each!r}" for each in asked if each != pending.ask_id]
        elif not [sight for sight in visible(run, user) if _asks(sight, pending)]:
            wrong.append(f"{user} owes {pending.ask_id} and sees no question")
    return wrong


async def nobody_elses_eyes(run: Run) -> list[str]:
    """No question and no picture of one seat ever reached a room or another person."""
    loaded = await run.loaded()
    entries = await run.truth.work.entries(run.code)
    own: dict[int, set[str]] = {}
    for move in [move for entry in entries for move in entry.moves]:
        own.setdefault(move.seat, set()).add(move.ask_id)
    if loaded.state is not None and not loaded.table.is_over:
        for pending in loaded.engine.pending(loaded.state):
            own.setdefault(pending.seat, set()).add(pending.ask_id)
    wrong = []
    for each in delivered(run):
        for seat, ids in own.items():
            if seat not in run.users or each.readers <= {run.users[seat]}:
                continue
            wrong += [
                f"{ask_id} of seat {seat} reached {sorted(each.readers)}" for ask_id in ids if ask_id in each.text
            ]
        wrong += [f"a picture for seat {seat} reached {sorted(each.readers)}" for seat in _strange(run, each)]
    return wrong[:5]


def _strange(run: Run, each: Delivery) -> list[int]:
    viewers = [run.house.drawn[png].viewer for png in each.pictures if png in run.house.drawn]
    return [seat for seat in viewers if seat is not None and not each.readers <= {run.users.get(seat, "")}]


async def views_equal(run: Run) -> list[str]:
    """What stands in every room and before every person is what the storage says."""
    loaded, wrong = await run.loaded(), []
    shown = await run.truth.work.store.shown(run.code)
    for surface, brief in await _briefs(run, loaded):
        platform = platform_of(surface.address)
        if platform == "local" or not surface.place.is_table:
            continue
        composer = run.alive[0].platforms[platform].composer  # type: ignore[attr-defined]
        there = visible(run, surface.address)
        if surface.seat is None:
            wrong += await _board(run, composer, brief, there, surface.address)
        elif surface.name in shown and shown[surface.name].message:
            wrong += _panel(run, loaded, surface.seat, there)
    wrong += await _pages(run)
    return wrong


async def _briefs(run: Run, loaded: Loaded) -> list[tuple[Surface, Brief]]:
    """As the workers would make them now: a panel is made when its seat is asked, and stays while others move."""
    people = await run.truth.people.at(loaded.table)
    calendars = await run.truth.people.calendars(loaded.table, people)
    entries = await run.truth.work.entries(run.code, first_needed(loaded.table, loaded.version), loaded.version)
    deadlines = await run.truth.queries.deadlines(loaded.table, calendars)
    wanted = surfaces(loaded, people, calendars, run.now())
    with session():
        return [(each, brief_of(each, loaded, entries, deadlines, people, run.now())) for each in wanted]


async def _board(run: Run, composer: Composer, brief: Brief, there: list[Sight], room: str) -> list[str]:
    post = await composer.board(brief.look, brief.lines, brief.deadlines)
    boards = [sight for sight in there if sight.picture is not None]
    if not boards:
        return [f"no board stands in {room}"]
    drawn, wanted = _drawn(run, boards[-1]), None if post.picture is None else run.house.drawn[post.picture.png]
    return [] if _same(drawn, wanted) else [f"the board in {room} shows something else than the storage has"]


def _panel(run: Run, loaded: Loaded, seat: int, there: list[Sight]) -> list[str]:
    user, engine = run.users[seat], loaded.engine
    asks = set()
    if loaded.state is not None and not loaded.table.is_over:
        asks = {each.ask_id for each in engine.pending(loaded.state) if each.seat == seat}
    panels = [sight for sight in there if any(run.code in id_ for id_ in sight.ids) or sight.picture is not None]
    if not panels:
        return [f"no panel stands before {user}"]
    newest, wrong = panels[-1], []
    stale = {name for id_ in newest.ids if (name := _ask_in(id_)) and name not in asks}
    if stale:
        wrong.append(f"{user} is asked {sorted(stale)}, which is not open")
    picture = _drawn(run, newest)
    is_alone = loaded.state is not None and set(engine.owed(loaded.state)) == {seat}
    if picture is not None and is_alone and picture.view != engine.view(loaded.state, seat):
        wrong.append(f"{user} sees another position than the storage has")
    return wrong


def _ask_in(id_: str) -> str:
    control = ControlId.parse_ask(id_)
    return control.name if control is not None else ""


def _drawn(run: Run, sight: Sight) -> Picture | None:
    return None if sight.picture is None else run.house.drawn.get(sight.picture)


def _same(one: Picture | None, other: Picture | None) -> bool:
    if one is None or other is None:
        return one is other
    return (one.part, one.viewer, one.view, one.owed) == (other.part, other.viewer, other.view, other.owed)


async def _pages(run: Run) -> list[str]:
    """Every process serves the same question to a person."""
    wrong = []
    for guest in run.guests:
        if isinstance(guest, OnThePage):
            shown = {await run.asked_on_page(guest.account.ref, port) for port in run.ports()}
            if len(shown) > 1:
                wrong.append(f"two processes ask {guest.account.ref} different things: {sorted(shown)}")
    return wrong


async def no_task_dead(run: Run) -> list[str]:
    """No task of the program ended by a fault, and none complained of one."""
    heard = [each for each in run.ears.heard if not any(known in each for known in EXPECTED)]
    return [*heard, *run.loop.faults, *run.house.trouble, *supervision.problems()]


EXPECTED = ("Telegram cannot be heard", "the connection to Discord broke", "the commands could not be registered")
"""What an operator is told while a platform is out of reach."""


async def nothing_waits_for_ever(run: Run) -> list[str]:
    """Once nothing goes wrong any more, people get on, what is due is done, and nobody holds a table."""
    wrong = [] if await run.is_at_rest() else [f"something is due or held: {run.held()}"]
    return wrong + [f"{each} was never taken" for each in run.stuck]


async def state_is_replay(run: Run) -> list[str]:
    """The state is what the log leads to, from the seed that was sealed before."""
    loaded = await run.loaded()
    if loaded.state is None:
        return ["there is no game"]
    entries = await run.truth.work.entries(run.code)
    found = prove(loaded.engine, entries, loaded.state, loaded.table, await run.truth.work.tables(loaded))
    return [] if found.holds else [found.problem or "the seal does not hold"]


async def notice_once(run: Run) -> list[str]:
    """Nobody is alerted twice for one thing, as far as the platform can promise that."""
    waits: dict[str, set[float]] = {}
    for raw in run.storage.documents:
        table = Table.model_validate_json(raw)
        for seat, waiting in table.waiting.items():
            waits.setdefault(table.seats[seat].user, set()).add(waiting.since)
    rings: dict[tuple[str, float], set[str]] = {}
    for each in delivered(run):
        if not each.ring or len(each.readers) != 1 or "is sealed" in each.text:
            continue
        (reader,) = each.readers
        if any(0 <= each.time - asked < 30 for asked in run.fetched(reader)):
            continue
        began = [since for since in waits.get(reader, ()) if since <= _wall(run, each.time)]
        rings.setdefault((reader, max(began, default=0.0)), set()).add(each.ring)
    return [
        f"{reader} was alerted {len(names)} times for what waits since {since:.3f}"
        for (reader, since), names in rings.items()
        if len(names) > 1 and not (platform_of(reader) == "telegram" and run.has_lost_answers)
    ]


def _wall(run: Run, time: float) -> float:
    return time if time > 1e9 else run.wall(time)


def _owed(loaded: Loaded) -> dict[int, Pending]:
    """The first question of every person who is to move."""
    found: dict[int, Pending] = {}
    if loaded.state is not None and not loaded.table.is_over:
        for pending in loaded.engine.pending(loaded.state):
            if pending.owed and loaded.table.plays(pending.seat):
                found.setdefault(pending.seat, pending)
    return found


def _asks(sight: Sight, pending: Pending) -> bool:
    return any(pending.ask_id in id_ for id_ in sight.ids)


INVARIANTS: dict[str, Invariant] = {
    each.__name__: each
    for each in (
        accepted_once,
        owed_seats_told,
        nobody_elses_eyes,
        views_equal,
        no_task_dead,
        nothing_waits_for_ever,
        state_is_replay,
        notice_once,
    )
}
