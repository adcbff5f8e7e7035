"""A person at the page: opens tables, taps and types what a plain player would, and keeps what came over the wire."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass, field
from typing import Any

from playwright.async_api import Page, Route, ViewportSize

from bot.choices.plan import Planner
from bot.language.labels import describe
from bot.lines.move_parser import MoveParser
from bot.messages.picture_request import speaker_of
from bot.platforms.web.server import LocalTable
from engines.kit.dice import Dice
from engines.kit.engine import Pending
from tests.bot.hearing import hearing

PATIENCE = 60_000
TOKEN = re.compile(r'name="token" value="([0-9a-f]+)"')


def showing(ask_id: str) -> str:
    """The question as a selector."""
    return f"[data-ask='{ask_id}']"


def unseen(table: LocalTable) -> AbstractAsyncContextManager[None]:
    """What happens meanwhile is shown by no open page; afterwards each shows the last of it, as a slow one would."""
    return table.site.hub._turn


async def resize(page: Page, size: ViewportSize) -> None:
    """To this size, until the page has heard of it: it hears before it is drawn next, and stands anew from then on."""
    await page.set_viewport_size(size)
    await page.evaluate("() => new Promise(requestAnimationFrame)")


def every(pending: Pending) -> bool:
    """Any question will do."""
    return True


@dataclass
class Player:
    """One page of one browser."""

    table: LocalTable
    page: Page
    bodies: list[str] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)
    chance: Dice = field(default_factory=lambda: Dice("player"))
    code: str = ""
    seat: int = -1

    def listen(self) -> None:
        """Keep every complaint of the browser."""
        self.page.on("console", lambda message: self.problems.append(message.text) if message.type == "error" else None)
        self.page.on("pageerror", lambda error: self.problems.append(str(error)))

    async def record(self) -> None:
        """Keep every body and every frame that reaches this page, but for files that are the same for all."""
        self.page.on("websocket", lambda socket: socket.on("framereceived", lambda frame: self._keep(str(frame))))
        await self.page.route(lambda url: "/static/" not in url, self._through)

    def _keep(self, body: str) -> None:
        self.bodies.append(body)

    async def _through(self, route: Route) -> None:
        if "board.png" in route.request.url:
            await route.fulfill(body=b"", content_type="image/png")
            return
        response = await route.fetch(max_redirects=0)
        body = await response.body()
        self._keep(str(response.headers) + body.decode("utf-8", "replace"))
        await route.fulfill(response=response, body=body)

    async def open(self, path: str = "/") -> None:
        await self.page.goto(self.table.site.base + path)

    async def alone(self, game: str, way: str = "/alone") -> None:
        """Begin a game against the computer. Whoever tests the first page presses the button there; a browser that
        need not draw it saves a second."""
        base, asking = self.table.site.base, self.page.context.request
        token = TOKEN.search(await (await asking.get(base)).text())
        assert token is not None
        begun = await asking.post(
            f"{base}{way}",
            form={"token": token.group(1), "game": game},
            headers={"Origin": base},
            max_redirects=0,
        )
        await self.open(begun.headers["location"])
        await self.sit()

    async def sit(self) -> None:
        """Learn which table and seat this page shows."""
        self.code = self.page.url.split("/t/")[1].split("?")[0]
        field_ = self.page.locator("#lineform input[name=seat]")
        await field_.wait_for(state="attached")
        self.seat = int(await field_.get_attribute("value") or -1)

    async def asked(self) -> Pending | None:
        """The ask that the page shows, once the page and the table agree; None when it is not mine to answer."""
        loaded = await self.table.site.service.work.load(self.code)
        if loaded.table.is_over or loaded.state is None:
            return None
        mine = [each for each in loaded.engine.pending(loaded.state) if each.seat == self.seat and each.owed]
        if not mine:
            return None
        await self.page.locator(f"#ask {showing(mine[0].ask_id)}").wait_for(timeout=PATIENCE)
        return mine[0]

    async def turn(
        self, fits: Callable[[Pending], bool] = every, answer: Callable[[Pending], Any] | None = None
    ) -> Pending | None:
        """Wait until this seat is asked what fits, and the page shows it; None when the game is over. All else is
        answered plainly, or so if there is such an answer, and no page is made for it."""
        while True:
            async with unseen(self.table):
                if await self._reached(fits, answer) is None:
                    return None
            if pending := await self.asked():
                return pending

    async def _reached(
        self, fits: Callable[[Pending], bool], answer: Callable[[Pending], Any] | None
    ) -> Pending | None:
        service = self.table.site.service
        with hearing(service) as changed:
            while True:
                changed.clear()
                loaded = await service.work.load(self.code)
                if loaded.table.is_over or loaded.state is None:
                    return None
                mine = [each for each in loaded.engine.pending(loaded.state) if each.seat == self.seat and each.owed]
                if mine and fits(mine[0]):
                    return mine[0]
                if not mine:
                    await changed.wait()
                    continue
                value = (answer and answer(mine[0])) or await self.plain_answer(mine[0])
                user = loaded.table.seats[self.seat].user
                await service.moves.answer(f"plain {loaded.version}", self.code, user, [(mine[0].ask_id, value)])

    async def questions(
        self, most: int = 10_000, looks: int = 10_000, answer: Callable[[Pending], Any] | None = None
    ) -> AsyncIterator[Pending]:
        """The questions of a game that a plain player plays on, each shown on the page; of each kind only so many."""
        seen, shown = Counter[str](), ""
        for _ in range(most):
            pending = await self.turn(lambda each: each.ask_id != shown and seen[each.step] < looks, answer)  # noqa: B023
            if pending is None:
                return
            shown = pending.ask_id
            seen[pending.step] += 1
            yield pending

    async def plain_answer(self, pending: Pending) -> Any:
        """What the game's plain player would answer."""
        loaded = await self.table.site.service.work.load(self.code)
        return loaded.engine.policy(loaded.state, self.seat, pending.step, pending.ask, self.chance.below)

    async def tap(self, pending: Pending, value: Any) -> None:
        """Choose this, and what the plain player chooses after it; then press the lead. The address keeps a choice."""
        loaded = await self.table.site.service.work.load(self.code)
        planner = Planner(loaded.engine, loaded.state, self.seat, loaded.engine.submit)
        planned = planner.run(planner.run().choosing(pending, value))
        while not planned.is_whole and planner.finished(planned) is None:
            asked = next(each for each in planned.asks if each.owed)
            chosen = loaded.engine.policy(planned.state, self.seat, asked.step, asked.ask, self.chance.below)
            planned = planner.run(planned.choosing(asked, chosen))
        seat = f"seat={self.seat}&" if "seat=" in self.page.url else ""
        await self.open(f"/t/{self.code}?{seat}plan={planned.text}")
        await self.page.locator("#ask [data-lead]").click()
        await self._settled(loaded.table.revision)

    async def _settled(self, revision: int) -> None:
        """Wait until the answer is in."""
        await self.page.locator(f"#ask:not(:has([data-version='{revision}']))").wait_for(timeout=PATIENCE)

    async def type(self, pending: Pending, value: Any) -> None:
        """Answer by a typed line."""
        loaded = await self.table.site.service.work.load(self.code)
        speaker = speaker_of(loaded.table, "en")
        line = describe(pending, value, speaker)
        MoveParser(loaded.engine, loaded.state, self.seat, speaker).read(line)
        if not await self.page.locator("#line").is_visible():
            await self.page.click("[data-to=list]")
        await self.page.fill("#line", line)
        await self.page.press("#line", "Enter")
        await self.page.locator(f"#ask:not(:has({showing(pending.ask_id)}))").wait_for(timeout=PATIENCE)
