"""Gathers all that one page of a table shows: nothing that its reader may not know goes in."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial

from pydantic_core import to_jsonable_python

from bot.choices.board_targets import lit
from bot.choices.offers import Choosing, Offer, draft_of
from bot.commands.plan_commands import imagine
from bot.language.dates import absolute, soon
from bot.language.speaker import Speaker
from bot.learn.lessons import ANSWER, Advice, Teacher, Warner, recent
from bot.learn.reference import Entry, entry
from bot.messages import picture_request
from bot.messages.composer import main_ask
from bot.messages.forecast import forecast
from bot.messages.picture_request import spot_chosen, told, turn_shown
from bot.platforms.web.browser_sessions import Browser
from bot.platforms.web.move_data import MoveData, MoveTeller
from bot.platforms.web.parts.elements import Words
from bot.platforms.web.things import Looked, Things, card_of, things
from bot.service.history import moments_of
from bot.service.player_view import LogLine, PlayerView
from bot.service.table_service import TableService
from bot.table.change import Tries
from engines.kit import Place
from engines.kit.engine import Pending
from engines.kit.errors import Refusal
from render import Drawn, Holding, Picture, Studio, holding, twin
from render import look as look_of

LOG_LINES = 60
OWN_STEPS = (ANSWER, "went_on")
"""After which all that happens is new: what I answered, and that I have seen a computer's turn."""
OWN_AFFAIRS = ("planned", "hint", "undone")
"""What I told myself, asked for or took back: the log keeps it, but nothing happened."""
ONLOOKER_LINES = 3
"""Of what happened last, so much is new to somebody who only looks on."""


@dataclass(frozen=True, slots=True)
class PageData:
    """A table as one browser is shown it, through one of its seats (None: as an onlooker)."""

    browser: Browser
    words: Words
    look: PlayerView
    seats: tuple[int, ...]
    """The seats of this browser."""
    lines: Sequence[LogLine]
    since: Sequence[LogLine]
    main: Pending | None
    picture: Picture | None
    deadline: str = ""
    soon: str = ""
    """The same in short."""
    forecast: str = ""
    """How long the one who is to move usually takes, and when I am likely up."""
    own: str = ""
    """What only this seat may know, in words."""
    holding: Holding | None = None
    """The same as figures, pieces and cards."""
    board: str = ""
    """The picture in words."""
    move: MoveData | None = None
    """The half-made move of this seat, where it has something to choose."""
    things: Things = field(default_factory=Things)
    """What the picture shows, and what is said of one of these things."""
    ahead: bool = False
    """The half-made move is one for the next turn, on this board as if it were that."""
    in_words: bool = False
    """Nothing is drawn: text mode."""
    advice: Advice | None = None
    """What the teacher says at this question."""
    last: Picture | None = None
    """After the end: the board as it stood, beside the scoring."""
    numbers: Mapping[int, int] = field(default_factory=dict)
    """The number of each move among those that this seat can see, by its version."""

    def is_suggested(self, offer: Offer) -> bool:
        """Whether an offer is what the teacher calls a good answer."""
        advice = self.advice
        if advice is None or advice.value is None or offer.pending.ask_id != advice.ask_id:
            return False
        return offer.value == advice.value

    @property
    def seat(self) -> int | None:
        return self.look.seat

    @property
    def code(self) -> str:
        return self.look.table.code

    @property
    def speaker(self) -> Speaker:
        return picture_request.speaker_of(self.look.table, self.browser.language)

    @property
    def is_curtained(self) -> bool:
        """Several people share this device, and none has said to be here."""
        return len(self.seats) > 1 and self.seat is None

    @property
    def address(self) -> str:
        return f"/t/{self.code}" + (f"?seat={self.seat}" if len(self.seats) > 1 and self.seat is not None else "")


class PageDataLoader:
    """Makes sights."""

    def __init__(self, service: TableService, studio: Studio) -> None:
        self.service = service
        self.studio = studio

    async def look(self, browser: Browser, code: str, wanted: int | None) -> tuple[PlayerView, tuple[int, ...]]:
        """The table through the wanted seat of this browser, through its only one, or from outside."""
        table = await self.service.queries.table(code)
        if not browser.may_see(table):
            raise Refusal("table.refusal.no_table", table=code)
        seats = tuple([n for n in table.people if browser.owns(table.seats[n].user)])
        seat = wanted if wanted in seats else (seats[0] if len(seats) == 1 else None)
        user = None if seat is None else table.seats[seat].user
        return await self.service.queries.look(code, user), seats

    async def sight(
        self,
        browser: Browser,
        code: str,
        wanted: int | None,
        plan: str = "",
        side: str = "",
        about: int = -1,
        ahead: bool = False,
    ) -> PageData:
        """Everything for the page of a game that has begun. `plan` is a half-made move, `side` the question beside the
        main one that is looked at, `about` the thing on the board that is explained, `ahead`: plan the next turn."""
        look, seats = await self.look(browser, code, wanted)
        table, seat = look.table, look.seat
        ahead = ahead and seat is not None and table.seats[seat].plan is None
        user = None if seat is None else table.seats[seat].user
        person = browser.person
        finished = user or "" if person.teach and not look.answered else ""
        every = await self._log(look, user, finished)
        lines = last_told(every)
        main = main_ask(look, "")
        news = fresh(every, seat, main is not None and main.owed)
        since = [line for line in news if _says(line) and not (line.seat == seat and line.kind in OWN_AFFAIRS)]
        words = Words(browser.language)
        held, moment = self._held(look, browser), await self._deadline(look)
        happened = recent([line for line in every if seat is None or line.version >= table.seats[seat].acted])
        teacher = Teacher(self.service)
        advice = await teacher.advice(look, person, main, happened, browser.language)
        warner = await teacher.warner(look, person, browser.language)
        picture, move, shown = await self._move(look, browser, since, held, (plan, side, about, ahead), warner)
        if advice is not None and main is not None and move is not None:
            planned, asked = move.choosing.planned, move.asked
            if asked is not None and asked.ask_id != main.ask_id:
                upcoming = None if planned.is_whole else asked
                advice = await teacher.onward(advice, look, planned.state, upcoming, browser.language)
        found = PageData(browser, words, look, seats, lines, since, main, picture)
        return replace(
            found,
            deadline=absolute(moment, browser.language, browser.person.zone_info) if moment else "",
            soon=soon(moment, self.service.work.clock(), browser.language, browser.person.zone_info) if moment else "",
            forecast=await self._forecast(look, browser),
            own=twin(held) if held else "",
            holding=holding(held) if held else None,
            board=twin(picture) if picture else "",
            move=move,
            ahead=ahead and move is not None,
            things=shown,
            advice=advice,
            last=self._last(look, browser.language),
            numbers={each.line.version: each.number for each in moments_of(every)},
        )

    async def _forecast(self, look: PlayerView, browser: Browser) -> str:
        if look.seat is None or look.pending:
            return ""
        people, now = await self.service.people.at(look.table), self.service.work.clock()
        speaker = picture_request.speaker_of(look.table, browser.language)
        return forecast(look.table, look.seat, people, now, browser.person.zone_info, speaker)

    async def _move(
        self,
        look: PlayerView,
        browser: Browser,
        since: Sequence[LogLine],
        held: Picture | None,
        wanted: tuple[str, str, int, bool],
        warner: Warner | None = None,
    ) -> tuple[Picture | None, MoveData | None, Things]:
        """The picture, the half-made move on it, and what it shows; `wanted`: plan, question beside, thing, whether
        for the next turn."""
        plan, side, about, ahead = wanted
        words, speaker = Words(browser.language), picture_request.speaker_of(look.table, browser.language)
        picture = self._picture(look, since, browser)
        drawn = await self._regions(picture, browser) if picture else None
        looked = await self._reference(look, browser.language) if about >= 0 else _nothing
        if look.seat is None or not (look.pending or ahead):
            shown = things(drawn, speaker, holding(held) if held else None)
            return picture, None, replace(shown, card=card_of(shown, about, speaker, None, looked))
        loaded = await self.service.work.load(look.table.code)
        if ahead:
            loaded = replace(loaded, state=imagine(loaded, look.seat), tries=Tries())
        teller = MoveTeller(loaded, look.seat, speaker, words, warner)
        chosen = await asyncio.to_thread(teller.choosing, plan, side)
        if picture and drawn and chosen.asked is not None and isinstance(chosen.asked.ask, Place):
            picture = replace(picture, place=chosen.asked.ask)
            if not lit(drawn.regions, chosen.asked, look.seat):
                picture = _laid(picture, chosen, chosen.asked.ask)
                drawn = await self._regions(picture, browser)
        shown = things(drawn, speaker, holding(held) if held else None)
        move = await asyncio.to_thread(teller.tell, chosen, picture, held, shown.regions)
        card = card_of(shown, about, speaker, (teller, move), looked, partial(look_of, look.table.game, view=look.view))
        return picture, move, replace(shown, card=card)

    async def _reference(self, look: PlayerView, language: str) -> Looked:
        """The reference as the reader of this view may know it."""
        loaded = await self.service.work.load(look.table.code)
        if loaded.state is None:
            return _nothing
        tables, view = loaded.engine.tables_of(loaded.state), to_jsonable_python(look.view)
        return lambda reference: entry(look.table.game, tables, view, reference, language, look.table.names)

    async def _regions(self, picture: Picture, browser: Browser) -> Drawn:
        """The picture in the theme in which it is shown most likely."""
        return await self.drawn(picture, "dark" if browser.looks.theme == "dark" else "light")

    async def _log(self, look: PlayerView, user: str | None, finished: str) -> list[LogLine]:
        """The whole log as this seat may read it; only what is new since the last look is fetched."""
        history = self.service.history
        await self.service.queries.prepare(look, [history.known(look.table.code)], finished)
        return await history.log(look.table.code, user)

    def _picture(self, look: PlayerView, since: Sequence[LogLine], browser: Browser) -> Picture | None:
        """The board without its rings: the page draws them over it."""
        if look.result is not None:
            return replace(picture_request.final(look, browser.language), bare=True)
        return self.board(look, browser.language, since)

    @staticmethod
    def board(look: PlayerView, language: str, since: Sequence[LogLine] = ()) -> Picture | None:
        """The board as it stands, with nothing on it that only a page can draw."""
        if look.view is None:
            return None
        return replace(picture_request.board(look, language, since, rings=False, chronicle=False), bare=True)

    @staticmethod
    def _last(look: PlayerView, language: str) -> Picture | None:
        """The board at the end of a game."""
        if look.result is None or look.view is None:
            return None
        return replace(picture_request.board(look, language), bare=True)

    async def drawn(self, picture: Picture, theme: str, part: str = "all") -> Drawn:
        """The picture in one theme; a part of it on its own."""
        chosen = picture.part if part == "all" else part
        return await self.studio.draw(replace(picture, theme=theme, part=chosen))

    async def _deadline(self, look: PlayerView) -> float:
        deadlines = await self.service.queries.deadlines(look.table)
        return deadlines.get(look.seat if look.seat is not None else -1, min(deadlines.values(), default=0.0))

    def _held(self, look: PlayerView, browser: Browser) -> Picture | None:
        """The picture of the own hand."""
        if look.seat is None or look.view is None or look.result:
            return None
        return picture_request.board(look, browser.language, part="hand")


def _nothing(reference: str) -> Entry | None:
    return None


def _laid(picture: Picture, chosen: Choosing, ask: Place) -> Picture:
    """The own map with the piece as it would lie: turned as chosen so far, on the place chosen so far."""
    assert chosen.asked is not None
    draft = str(draft_of(chosen.planned, chosen.asked))
    suggested = next(iter(ask.suggested), "")
    spot = spot_chosen(ask, draft) or ("" if draft.startswith("t") else suggested)
    return replace(picture, part="place", place=ask, turn=turn_shown(ask, draft), spot=spot)


def fresh(lines: Sequence[LogLine], seat: int | None, decides: bool) -> Sequence[LogLine]:
    """What happened since my last move; while I still decide, what happened before I began to."""
    if seat is None:
        return lines[-ONLOOKER_LINES:]
    end = len(lines)
    while decides and end and lines[end - 1].seat == seat and lines[end - 1].kind == ANSWER:
        end -= 1
    start = end
    while start and not (lines[start - 1].seat == seat and lines[start - 1].kind in OWN_STEPS):
        start -= 1
    return lines[start:end]


def last_told(lines: Sequence[LogLine]) -> list[LogLine]:
    """The last lines that tell something: as many as the log shows, however long the game is."""
    found: list[LogLine] = []
    for line in reversed(lines):
        if _says(line):
            found.append(line)
        if len(found) == LOG_LINES:
            break
    return found[::-1]


def _says(line: LogLine) -> bool:
    return bool(told([line]))
