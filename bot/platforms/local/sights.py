"""Gathers all that one page of a table shows: nothing that its reader may not know goes in."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from bot import drafts, pictures
from bot.dates import absolute, soon
from bot.documents import Status
from bot.pictures import told
from bot.platforms.local.browsers import Browser
from bot.platforms.local.parts import Words
from bot.scribe import main_ask
from bot.sight import LogLine, Look
from bot.tables import TableService
from bot.texts import Speaker
from engines.kit import Answer, Engine, Pick, Place
from engines.kit.engine import Pending
from engines.kit.errors import Refusal
from render import Drawn, Holding, Picture, Studio, holding, twin

LOG_LINES = 60
MOST_DRY_RUNS = 40
TIPS = 4


@dataclass(frozen=True, slots=True)
class Target:
    """A spot on the picture that may be tapped: what it answers, and its box in parts of a hundred."""

    draft: str
    label: str
    box: tuple[float, float, float, float]


@dataclass(frozen=True, slots=True)
class Sight:
    """A table as one browser is shown it, through one of its seats (None: as an onlooker)."""

    browser: Browser
    words: Words
    look: Look
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
    final: Mapping[str, bool] = field(default_factory=dict)
    spots: Sequence[Target] = ()
    tip: int | None = None

    @property
    def seat(self) -> int | None:
        return self.look.seat

    @property
    def code(self) -> str:
        return self.look.table.code

    @property
    def speaker(self) -> Speaker:
        return pictures.speaker_of(self.look.table, self.browser.language)

    @property
    def is_curtained(self) -> bool:
        """Several people share this device, and none has said to be here."""
        return len(self.seats) > 1 and self.seat is None

    @property
    def address(self) -> str:
        return f"/t/{self.code}" + (f"?seat={self.seat}" if len(self.seats) > 1 and self.seat is not None else "")


class Gatherer:
    """Makes sights."""

    def __init__(self, service: TableService, studio: Studio) -> None:
        self.service = service
        self.studio = studio

    async def look(self, browser: Browser, code: str, wanted: int | None) -> tuple[Look, tuple[int, ...]]:
        """The table through the wanted seat of this browser, through its only one, or from outside."""
        table = await self.service.table(code)
        seats = tuple([n for n in table.people if browser.owns(table.seats[n].user)])
        seat = wanted if wanted in seats else (seats[0] if len(seats) == 1 else None)
        user = None if seat is None else table.seats[seat].user
        return await self.service.look(code, user), seats

    async def sight(self, browser: Browser, code: str, wanted: int | None, ask: str = "", draft: str = "") -> Sight:
        """Everything for the page of a game that has begun."""
        look, seats = await self.look(browser, code, wanted)
        table, seat = look.table, look.seat
        user = None if seat is None else table.seats[seat].user
        lines = [line for line in await self.service.log(code, user, 0, look.version) if _says(line)]
        acted = table.seats[seat].acted if seat is not None else max(0, look.version - 3)
        since = [line for line in lines if line.version > acted]
        main = main_ask(look, ask)
        draft = draft if main is not None and main.ask_id == ask else ""
        picture = self._picture(look, since, browser, main, draft)
        found = Sight(browser, Words(browser.language), look, seats, lines[-LOG_LINES:], since, main, draft, picture)
        held, moment = self._held(look, browser), await self._deadline(look)
        return replace(
            found,
            deadline=absolute(moment, browser.language, browser.person.zone_info) if moment else "",
            soon=soon(moment, self.service.clock(), browser.language, browser.person.zone_info) if moment else "",
            own=twin(held) if held else "",
            holding=holding(held) if held else None,
            board=twin(picture) if picture else "",
            final=await self._final(look, main),
            spots=await self._spots(main, picture),
            tip=_tip(browser, lines, seat, main),
        )

    def _picture(
        self, look: Look, since: Sequence[LogLine], browser: Browser, main: Pending | None, draft: str
    ) -> Picture | None:
        language = browser.language
        if look.result is not None:
            return replace(pictures.final(look, language), bare=True)
        if look.view is None or not pictures.is_drawn(look.table.game):
            return None
        if main is not None and isinstance(main.ask, Place):
            turn = pictures.turn_shown(main.ask, draft) if not draft.startswith(("?", "=")) else 0
            return replace(pictures.board(look, language, since, "place", turn=turn), bare=True)
        return replace(pictures.board(look, language, since), bare=True)

    async def drawn(self, picture: Picture, theme: str, part: str = "all") -> Drawn:
        """The picture in one theme; a part of it on its own."""
        chosen = picture.part if part == "all" else part
        return await self.studio.draw(replace(picture, theme=theme, part=chosen))

    async def _deadline(self, look: Look) -> float:
        deadlines = await self.service.deadlines(look.table)
        return deadlines.get(look.seat if look.seat is not None else -1, min(deadlines.values(), default=0.0))

    def _held(self, look: Look, browser: Browser) -> Picture | None:
        """The picture of the own hand."""
        if look.seat is None or look.view is None or look.result or not pictures.is_drawn(look.table.game):
            return None
        return pictures.board(look, browser.language, part="hand")

    async def _final(self, look: Look, main: Pending | None) -> dict[str, bool]:
        """Which answers cannot be taken back: found by dry runs, one for each option."""
        if main is None or not isinstance(main.ask, Pick) or (main.ask.least, main.ask.most) != (1, 1):
            return {}
        loaded = await self.service.load(look.table.code)
        if loaded.table.status is not Status.RUNNING or loaded.version != look.version:
            return {}
        return await asyncio.to_thread(_dry_runs, loaded.engine, loaded.running(), main, main.ask)

    async def _spots(self, main: Pending | None, picture: Picture | None) -> list[Target]:
        """Where the places of my own ask lie on the picture."""
        if main is None or picture is None or not isinstance(main.ask, Place):
            return []
        drawn = await self.studio.draw(replace(picture, theme="light"))
        cells = {spot.key: spot.cell for spot in main.ask.spots}
        wide, high = drawn.width / 100, drawn.height / 100
        return [
            Target(
                str(drafts.write(main.ask, key)),
                cells[key],
                (round(box.x / wide, 2), round(box.y / high, 2), round(box.w / wide, 2), round(box.h / high, 2)),
            )
            for key, box in drawn.spots.items()
            if key in cells
        ]


def _says(line: LogLine) -> bool:
    return bool(told([line]))


def _tip(browser: Browser, lines: Sequence[LogLine], seat: int | None, main: Pending | None) -> int | None:
    """In a first game: one tip above each of the first few questions."""
    if seat is None or main is None or not browser.person.tips:
        return None
    answered = sum([line.kind == "answer" and line.seat == seat for line in lines])
    return answered if answered < TIPS else None


def _dry_runs(engine: Engine[Any], state: Any, main: Pending, ask: Pick) -> dict[str, bool]:
    found: dict[str, bool] = {}
    for option in ask.options[:MOST_DRY_RUNS]:
        try:
            outcome = engine.submit(state, Answer(main.seat, main.ask_id, [option.key]))
        except Refusal:
            continue
        found[str(drafts.write(ask, [option.key]))] = outcome.barrier
    return found
