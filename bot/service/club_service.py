"""What a room keeps as a club: its season, its leagues, its wishes. Each field is written alone, and where what was
read still stands: nothing is lost."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import Any

from bot.service.lobby_service import LobbyService
from bot.service.queries import Queries
from bot.service.unit_of_work import UnitOfWork
from bot.table.change import Committed
from bot.table.club import LEAST_LEAGUE, MOST_LEAGUE, League, Member, Season, Wish, meetings
from bot.table.lobby import MOST_INVITED, User, clean, seats_open
from bot.table.model import Status, Table
from bot.table.results import Outcome, is_forgotten
from bot.table.time_control import DAY, Pace
from engines.kit import Refusal

SEASON, LEAGUE, WISH, DIGEST = "season", "league", "wish", "digest"
MINE = "clubs"
"""With a person: the rooms in which they wish for something or play in a league."""
LONGEST_NAME = 40
CLUBS = "clubs"
"""Kept beside people and rooms: where a season goes on."""
WISH_LASTS = 14 * DAY
MONTH = 30 * DAY


def _club(room: str) -> str:
    return f"club:{room}"


class ClubService:
    """Rooms that stay together. Nothing here is shown outside its room."""

    def __init__(self, work: UnitOfWork, lobby: LobbyService, queries: Queries) -> None:
        self.work = work
        self.lobby = lobby
        self.queries = queries

    async def _kept(self, room: str) -> dict[str, str]:
        return await self.work.store.user(_club(room))

    async def _keep(self, room: str, name: str, raw: str) -> None:
        await self.work.store.set_user(_club(room), {name: raw})

    async def _change(self, room: str, name: str, act: Callable[[str], str]) -> str:
        """Rewrite a field of a room."""
        return await self._rewrite(_club(room), name, act)

    async def _rewrite(self, ref: str, name: str, act: Callable[[str], str]) -> str:
        """Write a field anew from what it was, however many do so at once; empty: nothing is kept of it."""
        while True:
            before = (await self.work.store.user(ref)).get(name, "")
            after = act(before)
            if after == before or await self.work.store.swap_user(ref, name, before, after):
                return after

    async def _drop(self, room: str, *names: str) -> None:
        if names:
            await self.work.store.unset_user(_club(room), names)

    # --- seasons ---

    async def season(self, room: str) -> Season | None:
        """The season that goes on. Whoever began it may end it; without a host (who was forgotten) everybody."""
        raw = (await self._kept(room)).get(SEASON)
        return Season.model_validate_json(raw) if raw else None

    async def begin(self, room: str, host: str, name: str, language: str = "") -> Season:
        """A season begins; there is one at a time, and who began it may end it. `language`: in which the room hears
        of it of its own accord."""
        season = Season(name=clean(name)[:LONGEST_NAME], host=host, since=self.work.clock(), language=language)

        def begun(on: str) -> str:
            if on:
                raise Refusal("club.refusal.season_on", name=Season.model_validate_json(on).name)
            return season.model_dump_json()

        await self._change(room, SEASON, begun)
        await self.work.store.set_user(CLUBS, {room: season.name})
        await self._note(host, room)
        return season

    async def end(self, room: str, user: str) -> Season:
        """The season is over; what was played in it stays."""
        season = await self.season(room)
        if season is None:
            raise Refusal("club.refusal.no_season")
        if season.host and season.host != user:
            raise Refusal("club.refusal.not_your_season")
        over = season.model_copy(update={"until": self.work.clock()})
        await self._drop(room, SEASON, DIGEST)
        await self.work.store.unset_user(CLUBS, [room])
        return over

    async def rooms(self) -> list[str]:
        """The rooms in which a season goes on."""
        return sorted(await self.work.store.user(CLUBS))

    async def played(self, room: str, season: Season | None) -> list[Outcome]:
        """The finished games of the room that count for a season, those with a teacher not; without one all of them."""
        outcomes = await self.queries.outcomes(room)
        return [each for each in outcomes if season is None or (season.holds(each) and not each.is_practice)]

    # --- who wants to play ---

    async def wishes(self, room: str) -> list[Wish]:
        """Who wants to play what, oldest first; a wish lasts a fortnight, then nothing is kept of it."""
        oldest, found = self.work.clock() - WISH_LASTS, await self._kept(room)
        kept = {name: Wish.model_validate_json(raw) for name, raw in found.items() if _is(name, WISH)}
        await self._drop(room, *[name for name, wish in kept.items() if wish.since <= oldest])
        return sorted((wish for wish in kept.values() if wish.since > oldest), key=lambda wish: wish.since)

    async def wish(self, room: str, user: User, game: str, pace: Pace) -> list[Wish]:
        """Say that one would play. All who would play the same at the same pace, if they are enough now."""
        if game not in self.work.engines:
            raise Refusal("table.refusal.no_game", game=clean(game))
        wish = Wish(user=user.ref, name=clean(user.name), game=game, pace=pace, since=self.work.clock())
        await self._keep(room, f"{WISH} {user.ref} {game}", wish.model_dump_json())
        await self._note(user.ref, room)
        least = {game: max(2, engine.info.seats[0]) for game, engine in self.work.engines.items()}
        return meetings(await self.wishes(room), least).get((game, pace), [])

    async def gather(self, room: str, user: User, game: str, pace: Pace) -> tuple[Committed, list[str]]:
        """The table of those who want to play that: one of them opens it, the others are asked to it; and their names.
        However often it is asked for, it is one table, unless that was called off."""
        wishes = [wish for wish in await self.wishes(room) if (wish.game, wish.pace) == (game, pace)]
        mine = next((wish for wish in wishes if wish.user == user.ref), None)
        if mine is None:
            raise Refusal("club.refusal.not_wished")
        least, most = self.work.engines[game].info.seats
        seats = min(max(len(wishes), least), most)
        number, table = 0, None
        while table is None or table.is_over:
            request = f"lfg {room} {game} {pace} {wishes[0].since} {number}"
            done = await self.lobby.create(request, game, user, room, pace=pace, seats=seats)
            number, table = number + 1, await self.queries.table(done.table.code)
        guests = [User(wish.user, wish.name) for wish in wishes if table.seat_of(wish.user) is None]
        if table.host == user.ref and guests and seats_open(table):
            await self.lobby.invite(f"{request} guests", table.code, user.ref, guests[:MOST_INVITED])
        return done, [wish.name for wish in wishes]

    async def played_on(self, table: Table) -> None:
        """A game has begun: whoever plays there waits for it no longer."""
        for room in table.rooms:
            for user in table.users:
                await self._drop(room, f"{WISH} {user} {table.game}")

    async def unwish(self, room: str, user: str) -> int:
        """Take back what one wished for; how many that were."""
        mine = [name for name in await self._kept(room) if _is(name, WISH) and name.split(" ")[1] == user]
        await self._drop(room, *mine)
        return len(mine)

    # --- leagues ---

    async def leagues(self, room: str) -> dict[str, League]:
        """The leagues of a room by game."""
        kept = await self._kept(room)
        found = [League.model_validate_json(raw) for name, raw in kept.items() if _is(name, LEAGUE)]
        return {league.game: league for league in found}

    async def league(self, room: str, game: str) -> League:
        league = (await self.leagues(room)).get(game)
        if league is None:
            raise Refusal("club.refusal.no_league")
        return league

    async def enter(self, room: str, game: str, user: User) -> League:
        """Take part in a league that has not begun."""
        if game not in self.work.engines:
            raise Refusal("table.refusal.no_game", game=clean(game))
        member = Member(user=user.ref, name=clean(user.name), language=user.language)

        def entered(league: League) -> None:
            _require_open(league)
            if all(each.user != user.ref for each in league.members):
                if len(league.members) == MOST_LEAGUE:
                    raise Refusal("club.refusal.league_full", most=MOST_LEAGUE)
                league.members.append(member)

        league = await self._on(room, game, entered, is_new=True)
        await self._note(user.ref, room)
        return league

    async def quit(self, room: str, game: str, user: str) -> League:
        """Leave a league that has not begun."""

        def left(league: League) -> None:
            _require_open(league)
            _require_part(league, user)
            league.members = [member for member in league.members if member.user != user]

        return await self._on(room, game, left)

    async def kick_off(self, room: str, game: str, user: str, language: str = "") -> tuple[League, Table]:
        """Begin: its first table is opened, everybody seated, the game started. `language`: of its tables."""

        def begun(league: League) -> None:
            _require_part(league, user)
            if league.begun is None:
                if len(league.members) < LEAST_LEAGUE:
                    raise Refusal("club.refusal.league_small", least=LEAST_LEAGUE, n=len(league.members))
                league.begun, league.language = self.work.clock(), language

        await self._on(room, game, begun)
        table = await self.next_table(room, game)
        if table is None:
            raise Refusal("club.refusal.league_over")
        return await self.league(room, game), table

    async def next_table(self, room: str, game: str) -> Table | None:
        """The table that is to be played now: the last one opened while it goes on, else the next; None at the end.

        May be asked by several processes at once: a fixture's table follows from its name, so it is opened once.
        """
        league = await self.league(room, game)
        if game not in self.work.engines:
            raise Refusal("table.refusal.no_game", game=clean(game))
        least, most = self.work.engines[game].info.seats
        if league.begun is None:
            return None
        if (going := await self.table_of(league)) is not None:
            return going
        meeting = list[Member]()

        def met(found: League) -> None:
            meeting[:] = found.next_meeting(max(2, least), most)

        league = await self._on(room, game, met)
        if not meeting:
            return None
        name = f"league {room} {game} {league.begun} {len(league.opened)}"
        users = [User(member.user, member.name, member.language) for member in meeting]
        opened = await self.lobby.create(
            name, game, users[0], room, seats=len(users), language=league.language or None, others=users[1:]
        )
        code = opened.table.code
        if (await self.queries.table(code)).status is Status.LOBBY:
            await self.lobby.start(f"{name} start", code, users[0].ref, "joined")

        def noted(found: League) -> None:
            if code not in found.opened:
                found.opened.append(code)

        await self._on(room, game, noted)
        return await self.queries.table(code)

    async def table_of(self, league: League) -> Table | None:
        """The table of a league that is being played; None: none is. One that ended long ago may be forgotten."""
        try:
            last = await self.queries.table(league.tables[-1]) if league.tables else None
        except Refusal:
            return None
        return None if last is None or last.is_over else last

    async def dissolve(self, room: str, game: str, user: str) -> League:
        """A league that nobody goes on with; its games stay what they were. Whoever takes part may end it."""
        league = await self.league(room, game)
        if any(member.name for member in league.members):
            _require_part(league, user)
        await self._drop(room, f"{LEAGUE} {game}")
        return league

    async def over(self, table: Table) -> None:
        """A table is over, or was called off: if it was one of a league, the next is opened."""
        for room in table.rooms:
            for league in (await self.leagues(room)).values():
                if table.code in league.tables[-1:]:
                    with suppress(Refusal):  # given up meanwhile
                        await self.next_table(room, league.game)

    async def _on(self, room: str, game: str, act: Callable[[League], None], *, is_new: bool = False) -> League:
        """Change a league; where nobody takes part any more before it begins, nothing is kept of it."""

        def written(raw: str) -> str:
            if not raw and not is_new:
                raise Refusal("club.refusal.no_league")
            league = League.model_validate_json(raw) if raw else League(game=game)
            act(league)
            return league.model_dump_json() if league.members else ""

        raw = await self._change(room, f"{LEAGUE} {game}", written)
        return League.model_validate_json(raw) if raw else League(game=game)

    # --- a word once a month ---

    async def unheard(self, room: str) -> float | None:
        """Since when the season was not told of, where that is a month ago; asking does not tell."""
        season = await self.season(room)
        if season is None:
            return None
        told = float((await self._kept(room)).get(DIGEST, season.since))
        return told if self.work.clock() - told >= MONTH else None

    async def told(self, room: str) -> None:
        await self._keep(room, DIGEST, str(self.work.clock()))

    # --- people ---

    async def _note(self, user: str, room: str) -> None:
        await self._rewrite(user, MINE, lambda rooms: " ".join(dict.fromkeys([*rooms.split(), room])))

    async def _rooms_of(self, user: str) -> list[str]:
        return (await self.work.store.user(user)).get(MINE, "").split()

    async def kept_of(self, user: str) -> list[dict[str, Any]]:
        """Everything that clubs keep of somebody, by room."""
        found: list[dict[str, Any]] = []
        for room in await self._rooms_of(user):
            season = await self.season(room)
            wishes = [wish.model_dump(mode="json") for wish in await self.wishes(room) if wish.user == user]
            leagues = [
                {"game": league.game, **member.model_dump()}
                for league in (await self.leagues(room)).values()
                for member in league.members
                if member.user == user
            ]
            hosts = season.model_dump() if season is not None and season.host == user else None
            found.append({"room": room, "season": hosts, "wishes": wishes, "leagues": leagues})
        return found

    async def forget(self, user: str, instead: str) -> None:
        """Take somebody out of everything that clubs keep; games of a league that has begun count for nobody."""

        def left(league: League) -> None:
            league.members = _without(league.members, user, instead, keep=league.begun is not None)

        def hostless(raw: str) -> str:
            season = Season.model_validate_json(raw) if raw else None
            if season is None or season.host != user:
                return raw
            return season.model_copy(update={"host": ""}).model_dump_json()

        for room in await self._rooms_of(user):
            await self.unwish(room, user)
            await self._change(room, SEASON, hostless)
            for league in (await self.leagues(room)).values():
                if any(member.user == user for member in league.members):
                    await self._on(room, league.game, left)

    async def move_room(self, old: str, new: str) -> None:
        """A room has another address now: its season, leagues, wishes and finished games go along. May be repeated."""
        store = self.work.store
        for outcome in await self.queries.outcomes(old):
            await store.keep_result(outcome.code, [new], outcome.model_dump_json())
        kept = await self._kept(old)
        if kept:
            there = await self._kept(new)
            await store.set_user(_club(new), {name: raw for name, raw in kept.items() if name not in there})
        if old in await self.rooms():
            await store.set_user(CLUBS, {new: ""})
            await store.unset_user(CLUBS, [old])
        for user in _people_in(kept):
            await self._rewrite(
                user,
                MINE,
                lambda rooms: " ".join(dict.fromkeys([new if each == old else each for each in rooms.split()])),
            )
        await store.forget_user(_club(old))
        await store.forget_results(old)


def _people_in(kept: Mapping[str, str]) -> set[str]:
    """Everybody of whom a club keeps something."""
    seasons = [Season.model_validate_json(raw).host for name, raw in kept.items() if name == SEASON]
    leagues = [League.model_validate_json(raw) for name, raw in kept.items() if _is(name, LEAGUE)]
    members = [member.user for league in leagues for member in league.members]
    wishes = [Wish.model_validate_json(raw).user for name, raw in kept.items() if _is(name, WISH)]
    return {user for user in (*seasons, *members, *wishes) if user and not is_forgotten(user)}


def _require_open(league: League) -> None:
    if league.begun is not None:
        raise Refusal("club.refusal.league_on")


def _require_part(league: League, user: str) -> None:
    if all(member.user != user for member in league.members):
        raise Refusal("club.refusal.not_in_league")


def _without(members: Sequence[Member], user: str, instead: str, keep: bool) -> list[Member]:
    """Fixtures go by number: somebody who leaves a league at play stays as nobody."""
    nobody = Member(user=instead, name="")
    return [nobody if each.user == user else each for each in members if keep or each.user != user]


def _is(name: str, kind: str) -> bool:
    return name.partition(" ")[0] == kind
