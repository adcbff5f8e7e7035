"""Gathers all that one page of a table shows: nothing that its reader may not know goes in."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from bot.choices import partial_choice
from bot.language.dates import absolute, soon
from bot.language.speaker import Speaker
from bot.messages import picture_request
from bot.messages.composer import main_ask
from bot.messages.picture_request import told
from bot.platforms.web.browser_sessions import Browser
from bot.platforms.web.parts.elements import Words
from bot.service.player_view import LogLine, PlayerView
from bot.service.table_service import TableService
from bot.service.tips import may_want_tip, tip, wants_tip
from bot.table.preferences import Person
from bot.table.press import Press
from engines.kit import Pick, Place
from engines.kit.engine import Pending
from render import Drawn, Holding, Picture, Studio, holding, twin, where

LOG_LINES = 60
ONLOOKER_LINES = 3
"""Of what happened last, so much is new to somebody who only looks on."""
LOG_ENTRIES = 150
"""So many entries at most are read for them: a turn that tells nothing leaves entries too."""
KEPT = 64
ANSWER = "answer"
"""The kind of the log's entries about what a seat answered."""


@dataclass(frozen=True, slots=True)
class Target:
    """A spot on the picture that may be tapped: what it answers, and its box in parts of a hundred."""

    draft: str
    label: str
    box: tuple[float, float, float, float]


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
    draft: str
    picture: Picture | None
    deadline: str = ""
    soon: str = ""
    """The same in short."""
    own: str = ""
    """What only this seat may know, in words."""
    holding: Holding | None = None
    """The same as figures, pieces and cards."""
    board: str = ""
    """The picture in words."""
    presses: Mapping[str, Press] = field(default_factory=dict)
    spots: Sequence[Target] = ()
    tip: str = ""
    last: Picture | None = None
    """After the end: the board as it stood, beside the scoring."""

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
        self._lines: dict[tuple[str, int, int | None], list[LogLine]] = {}

    async def look(self, browser: Browser, code: str, wanted: int | None) -> tuple[PlayerView, tuple[int, ...]]:
        """The table through the wanted seat of this browser, through its only one, or from outside."""
        table = await self.service.queries.table(code)
        seats = tuple([n for n in table.people if browser.owns(table.seats[n].user)])
        seat = wanted if wanted in seats else (seats[0] if len(seats) == 1 else None)
        user = None if seat is None else table.seats[seat].user
        return await self.service.queries.look(code, user), seats

    async def sight(
        self,
        browser: Browser,
        code: str,
        wanted: int | None,
        ask: str = "",
        draft: str = "",
        with_presses: bool = True,
    ) -> PageData:
        """Everything for the page of a game that has begun. `with_presses`: say what a press of an answer does."""
        look, seats = await self.look(browser, code, wanted)
        table, seat = look.table, look.seat
        user = None if seat is None else table.seats[seat].user
        person = browser.person
        finished = user or "" if may_want_tip(look, person) else ""
        every = await self._log(look, user, finished)
        lines = [line for line in every if _says(line)]
        main = main_ask(look, ask)
        since = [line for line in fresh(every, seat, main is not None and main.owed) if _says(line)]
        draft = draft if main is not None and main.ask_id == ask else ""
        picture = self._picture(look, since, browser, main, draft)
        found = PageData(browser, Words(browser.language), look, seats, lines[-LOG_LINES:], since, main, draft, picture)
        held, moment = self._held(look, browser), await self._deadline(look)
        return replace(
            found,
            deadline=absolute(moment, browser.language, browser.person.zone_info) if moment else "",
            soon=soon(moment, self.service.work.clock(), browser.language, browser.person.zone_info) if moment else "",
            own=twin(held) if held else "",
            holding=holding(held) if held else None,
            board=twin(picture) if picture else "",
            presses=await self._presses(look, main) if with_presses else {},
            spots=await self._spots(main, picture),
            tip=tip(table.game, look.answered, browser.language) if await self._wants_tip(look, main, person) else "",
            last=self._last(look, browser.language),
        )

    async def _log(self, look: PlayerView, user: str | None, finished: str) -> list[LogLine]:
        """The last entries as this seat may read them, read once a version and seat."""
        code, name = look.table.code, (look.table.code, look.version, look.seat)
        first = max(0, look.version - LOG_ENTRIES)
        if name not in self._lines:
            await self.service.queries.prepare(look, [first], finished)
            self._lines[name] = await self.service.queries.log(code, user, first, look.version)
            if len(self._lines) > KEPT:
                del self._lines[next(iter(self._lines))]
        return self._lines[name]

    def _picture(
        self, look: PlayerView, since: Sequence[LogLine], browser: Browser, main: Pending | None, draft: str
    ) -> Picture | None:
        language = browser.language
        if look.result is not None:
            return replace(picture_request.final(look, language), bare=True)
        if look.view is None:
            return None
        if main is not None and isinstance(main.ask, Place):
            turn = picture_request.turn_shown(main.ask, draft)
            spot = picture_request.spot_chosen(main.ask, draft)
            return replace(picture_request.board(look, language, since, "place", turn=turn, spot=spot), bare=True)
        return replace(picture_request.board(look, language, since), bare=True)

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

    async def _presses(self, look: PlayerView, main: Pending | None) -> dict[str, Press]:
        """What a press of an option does, by its draft."""
        if main is None or not isinstance(main.ask, Pick):
            return {}
        presses = await self.service.queries.presses(look, main)
        return {str(partial_choice.write(main.ask, [key])): press for key, press in presses.items()}

    async def _wants_tip(self, look: PlayerView, main: Pending | None, person: Person) -> bool:
        return main is not None and await wants_tip(self.service, look, person)

    async def _spots(self, main: Pending | None, picture: Picture | None) -> list[Target]:
        """Where the places of my own ask lie on the picture."""
        if main is None or picture is None or not isinstance(main.ask, Place):
            return []
        drawn = await self.studio.draw(replace(picture, theme="light"))
        cells = {spot.key: spot.cell for spot in main.ask.spots}
        wide, high = drawn.width / 100, drawn.height / 100
        return [
            Target(
                str(partial_choice.write(main.ask, key, "")),
                where(picture, key) or cells[key],
                (round(box.x / wide, 2), round(box.y / high, 2), round(box.w / wide, 2), round(box.h / high, 2)),
            )
            for key, box in drawn.spots.items()
            if key in cells
        ]


def fresh(lines: Sequence[LogLine], seat: int | None, decides: bool) -> Sequence[LogLine]:
    """What happened since my last move; while I still decide, what happened before I began to."""
    if seat is None:
        return lines[-ONLOOKER_LINES:]
    end = len(lines)
    while decides and end and lines[end - 1].seat == seat and lines[end - 1].kind == ANSWER:
        end -= 1
    start = end
    while start and not (lines[start - 1].seat == seat and lines[start - 1].kind == ANSWER):
        start -= 1
    return lines[start:end]


def _says(line: LogLine) -> bool:
    return bool(told([line]))
