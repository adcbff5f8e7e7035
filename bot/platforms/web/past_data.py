"""Gathers what a page about an earlier position shows: the board as this reader could see it then, and the ways on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from hashlib import blake2b
from urllib.parse import urlencode

from bot.messages import picture_request
from bot.platforms.web.browser_sessions import Browser
from bot.platforms.web.page_data import PageData, PageDataLoader
from bot.platforms.web.parts.elements import Words
from bot.service.history import MOVES, Moment
from bot.service.player_view import LogLine, PlayerView
from engines.kit.errors import Refusal
from render import Drawn, Picture, holding, twin

PUBLIC = "public"
"""The key of a browser that sits nowhere."""


def outside(browser: Browser) -> Browser:
    """The same reader as an onlooker, whatever seats the browser holds."""
    return replace(browser, key=PUBLIC)


@dataclass(frozen=True, slots=True)
class PastData:
    """One earlier position, among the moves that are gone through."""

    sight: PageData
    """The table as it stands now, through the same seat."""
    moment: Moment
    look: PlayerView
    steps: Sequence[Moment]
    picture: Picture
    is_since: bool = False
    """Only the moves since this reader's last own one are gone through."""

    @property
    def place(self) -> int:
        """Where this move stands among those that are gone through."""
        return next((at for at, each in enumerate(self.steps) if each.number == self.moment.number), 0)

    @property
    def then(self) -> PageData:
        """The same page data as of that moment."""
        return replace(self.sight, look=self.look, main=None, picture=self.picture)

    def address(self, number: int) -> str:
        """The page of another of these moves."""
        return position_address(self.sight, number, since=self.is_since)

    @property
    def board(self) -> str:
        """The picture in words."""
        return twin(self.picture)


def position_address(sight: PageData, number: int, since: bool = False) -> str:
    """Where the position after a move lies, for the same seat."""
    query = {"seat": str(sight.seat)} if len(sight.seats) > 1 and sight.seat is not None else {}
    query |= {"since": "1"} if since else {}
    return f"/t/{sight.code}/at/{number}" + (f"?{urlencode(query)}" if query else "")


def picture_address(sight: PageData, number: int, line: LogLine) -> str:
    """Where its picture lies, but for the theme: the address changes if the move was taken back.

    It follows from what the reader may know of the move: a version would tell how often others acted in secret.
    """
    shown = f"{number}/{line.time!r}".encode()
    mark = blake2b(shown, key=sight.browser.token.encode(), digest_size=9).hexdigest()
    query = {"lang": sight.browser.language, "rev": mark, "seat": "" if sight.seat is None else str(sight.seat)}
    query |= {"public": "1"} if sight.browser.key == PUBLIC else {}
    return f"/t/{sight.code}/at/{number}/board.png?{urlencode({name: value for name, value in query.items() if value})}"


class PastLoader:
    """Finds positions; what a reader may not know does not come this far."""

    def __init__(self, gatherer: PageDataLoader) -> None:
        self.gatherer = gatherer
        self.history = gatherer.service.history

    async def position(
        self, browser: Browser, code: str, wanted: int | None, number: int, since: bool = False
    ) -> PastData:
        """The position after a move, for one seat of this browser."""
        sight = await self.gatherer.sight(browser, code, wanted)
        user = None if sight.seat is None else sight.look.table.seats[sight.seat].user
        moment, look = await self.history.at(code, user, number)
        steps = since_moments(sight) if since else []
        is_since = any(each.number == number for each in steps)
        if not is_since:
            steps = await self.history.moments(code, user)
        picture = board_then(look, browser.language, moment)
        past = PastData(sight, moment, look, steps, picture, is_since)
        if look.seat is None or look.view is None:
            return replace(past, sight=replace(sight, own="", holding=None))
        held = picture_request.board(look, browser.language, part="hand")
        return replace(past, sight=replace(sight, own=twin(held), holding=holding(held)))

    async def public(self, browser: Browser, code: str, version: int) -> PastData:
        """What everybody could see after a version: of a move that told nothing, the position before it."""
        moments = [each for each in await self.history.moments(code, None) if each.line.version <= version]
        if not moments:
            raise Refusal("table.refusal.no_such_move", number=0)
        moment, look = await self.history.at(code, None, moments[-1].number)
        picture = board_then(look, browser.language, moment)
        sight = PageData(browser, Words(browser.language), look, (), [moment.line], [], None, picture)
        return PastData(sight, moment, look, [moment], picture)

    async def drawn(self, picture: Picture, theme: str) -> Drawn:
        return await self.gatherer.studio.draw(replace(picture, theme=theme))


def board_then(look: PlayerView, language: str, moment: Moment) -> Picture:
    """The board after a move, ringed; what was gained is counted from there on, so nothing is."""
    return replace(picture_request.board(look, language, [moment.line]), bare=True, gains={})


def since_moments(sight: PageData) -> list[Moment]:
    """The moves since my last own one, numbered as I can see them."""
    return [Moment(sight.numbers[line.version], line) for line in sight.since if line.kind in MOVES]
