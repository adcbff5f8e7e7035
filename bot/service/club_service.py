"""What a room keeps as a club: its season, its leagues, its wishes. Each field is written alone: none is lost."""

from __future__ import annotations

from collections.abc import Sequence

from bot.service.lobby_service import LobbyService
from bot.service.queries import Queries
from bot.service.unit_of_work import UnitOfWork
from bot.store import reads
from bot.table.club import LEAST_LEAGUE, MOST_LEAGUE, League, Member, Season, Wish, meetings
from bot.table.lobby import User, clean
from bot.table.model import Status, Table
from bot.table.results import Outcome
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

    async def _drop(self, room: str, *names: str) -> None:
        if names:
            await self.work.store.unset_user(_club(room), names)

    # --- seasons ---

    async def season(self, room: str) -> Season | None:
        """The season that goes on. Whoever began it may end it; without a host (who was forgotten) everybody."""
        raw = (await self._kept(room)).get(SEASON)
        return Season.model_validate_json(raw) if raw else None

    async def begin(self, room: str, host: str, name: str) -> Season:
        """A season begins; there is one at a time, and who began it may end it."""
        if (on := await self.season(room)) is not None:
            raise Refusal("club.refusal.season_on", name=on.name)
        season = Season(name=clean(name)[:LONGEST_NAME], host=host, since=self.work.clock())
        await self._keep(room, SEASON, season.model_dump_json())
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
        """The finished games of the room that count for a season; all of them without one."""
        outcomes = await self.queries.outcomes(room)
        return [each for each in outcomes if season is None or season.holds(each)]

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
        league = (await self.leagues(room)).get(game) or League(game=game)
        if league.begun is not None:
            raise Refusal("club.refusal.league_on")
        if all(member.user != user.ref for member in league.members):
            if len(league.members) == MOST_LEAGUE:
                raise Refusal("club.refusal.league_full", most=MOST_LEAGUE)
            league.members.append(Member(user=user.ref, name=clean(user.name)))
            await self._save(room, league)
            await self._note(user.ref, room)
        return league

    async def quit(self, room: str, game: str, user: str) -> League:
        """Leave a league that has not begun."""
        league = await self.league(room, game)
        if league.begun is not None:
            raise Refusal("club.refusal.league_on")
        league.members = [member for member in league.members if member.user != user]
        await self._save(room, league)
        return league

    async def kick_off(self, room: str, game: str, user: str) -> tuple[League, Table]:
        """Begin: its first table is opened, everybody seated, the game started."""
        league = await self.league(room, game)
        if all(member.user != user for member in league.members):
            raise Refusal("club.refusal.not_in_league")
        if league.begun is None:
            if len(league.members) < LEAST_LEAGUE:
                raise Refusal("club.refusal.league_small", least=LEAST_LEAGUE, n=len(league.members))
            league.begun = self.work.clock()
            await self._save(room, league)
        table = await self.next_table(room, game)
        if table is None:
            raise Refusal("club.refusal.league_over")
        return await self.league(room, game), table

    async def next_table(self, room: str, game: str) -> Table | None:
        """The table that is to be played now: the last one opened while it goes on, else the next; None at the end.

        May be asked by several processes at once: a fixture's table follows from its name, so it is opened once.
        """
        league = await self.league(room, game)
        least, most = self.work.engines[game].info.seats
        if league.begun is None:
            return None
        if league.tables:
            last = await self.queries.table(league.tables[-1])
            if not last.is_over:
                return last
        meeting = league.next_meeting(max(2, least), most)
        if not meeting:
            await self._save(room, league)
            return None
        name = f"league {room} {game} {league.begun} {len(league.opened)}"
        users = [User(member.user, member.name) for member in meeting]
        opened = await self.lobby.create(name, game, users[0], room, seats=len(users))
        code = opened.table.code
        for user in users[1:]:
            if (await self.queries.table(code)).seat_of(user.ref) is None:
                await self.lobby.join(f"{name} {user.ref}", code, user)
        if (await self.queries.table(code)).status is Status.LOBBY:
            await self.lobby.start(f"{name} start", code, users[0].ref, "joined")
        if code not in league.opened:
            league.opened.append(code)
            await self._save(room, league)
        return await self.queries.table(code)

    async def dissolve(self, room: str, game: str, user: str) -> None:
        """A league that nobody goes on with; its games stay what they were. Whoever takes part may end it."""
        league = await self.league(room, game)
        if any(member.name for member in league.members) and all(member.user != user for member in league.members):
            raise Refusal("club.refusal.not_in_league")
        await self._drop(room, f"{LEAGUE} {game}")

    async def finished(self, table: Table) -> None:
        """A game is over: if it was one of a league, the next is opened."""
        for room in table.rooms:
            for league in (await self.leagues(room)).values():
                if table.code in league.tables[-1:]:
                    await self.next_table(room, league.game)

    async def _save(self, room: str, league: League) -> None:
        await self._keep(room, f"{LEAGUE} {league.game}", league.model_dump_json())

    # --- a word once a month ---

    async def is_due(self, room: str) -> bool:
        """Whether a month has gone by since the season began or was last told of; asking does not tell."""
        season = await self.season(room)
        if season is None:
            return False
        told = float((await self._kept(room)).get(DIGEST, season.since))
        return self.work.clock() - told >= MONTH

    async def told(self, room: str) -> None:
        await self._keep(room, DIGEST, str(self.work.clock()))

    # --- people ---

    async def _note(self, user: str, room: str) -> None:
        rooms = (await self.work.read(reads.user(user))).get(MINE, "").split()
        if room not in rooms:
            await self.work.store.set_user(user, {MINE: " ".join([*rooms, room])})

    async def forget(self, user: str, instead: str) -> None:
        """Take somebody out of everything that clubs keep; games of a league that has begun count for nobody."""
        for room in (await self.work.store.user(user)).get(MINE, "").split():
            await self.unwish(room, user)
            if (season := await self.season(room)) is not None and season.host == user:
                await self._keep(room, SEASON, season.model_copy(update={"host": ""}).model_dump_json())
            for league in (await self.leagues(room)).values():
                if any(member.user == user for member in league.members):
                    league.members = _without(league.members, user, instead, keep=league.begun is not None)
                    await self._save(room, league)


def _without(members: Sequence[Member], user: str, instead: str, keep: bool) -> list[Member]:
    """Fixtures go by number: somebody who leaves a league at play stays as nobody."""
    nobody = Member(user=instead, name="")
    return [nobody if each.user == user else each for each in members if keep or each.user != user]


def _is(name: str, kind: str) -> bool:
    return name.partition(" ")[0] == kind
