"""A thumb on a phone: it taps what is lit on the board and what stands in the bar, and nothing else."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field

from playwright.async_api import Error, Page

from bot.platforms.web.server import LocalTable
from bot.table.change import Loaded
from engines.kit.dice import Dice
from engines.kit.engine import Pending
from tests.bot.hearing import hearing
from tests.bot.platforms.web.player import PATIENCE, unseen
from tests.thorough import amount

MOST_OF_A_STEP = amount(1, 10_000)
"""So often the same question is answered on the page; after that its plain answer is given at once."""
CHOICES_TO_A_LEAD = amount(2, 4)
"""About so many taps go before the lead is pressed, while there is something else to choose."""
LEAD, LIT, CHIPS, VERBS = "#ask [data-lead]", ".live a.lit", "#ask .chips a", "#ask .go :is(a, button).more"
HAND = ".inhand a.open"
WAYS = [VERBS, CHIPS, HAND, LIT]
CHANGED = """([was, near]) => document.querySelector('#ask [data-ask]')?.dataset.key !== was
    || document.querySelector('.card') || document.querySelector('.cam')?.style.width !== near"""
"""Something was chosen; or the tap was so slow that it asked about the thing; or it was too small and came nearer."""
CHOICES = """kinds => kinds.flatMap(kind => [...document.querySelectorAll(kind)].map((each, number) => [each, number])
    .filter(([each]) => !each.getAttribute('aria-current')).map(([_, number]) => [kind, number]))"""
"""Everything that can be tapped, but for what is chosen already: its selector, and which of those."""
FREE = """way => {
    const hit = way.querySelector('.hit') || way, places = [.5, .15, .85, .3, .7, .05, .95];
    hit.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
    const box = hit.getBoundingClientRect();
    const points = places.flatMap(down => places.map(along => [box.x + along * box.width, box.y + down * box.height]));
    const free = points.find(point => document.elementFromPoint(...point)?.closest('a, button') === way) || null;
    const key = way.localName === 'button' ? '' : document.querySelector('#ask [data-ask]').dataset.key;
    return [free, `${way.getAttribute('aria-label')} ${way.getAttribute('href')}`, key,
        document.querySelector('.cam').style.width];
}"""
"""A point at which a finger meets this alone; what it is; what is asked, unless it plays; how near the camera is."""
MOST_TAPS = 24
"""So many taps without a move mean that the thumb is lost."""


@dataclass
class Thumb:
    """Taps on one page until the game is over."""

    table: LocalTable
    page: Page
    code: str
    seat: int
    chance: Dice = field(default_factory=lambda: Dice("thumb"))
    taps: list[tuple[str, int]] = field(default_factory=list)
    """Of each move: the step that it answered first, and the taps it took."""
    tapped: str = ""

    def _is_known(self, step: str) -> bool:
        return sum(first == step for first, _ in self.taps) >= MOST_OF_A_STEP

    async def _answer_plainly(self, loaded: Loaded, asked: Pending) -> None:
        value = loaded.engine.policy(loaded.state, self.seat, asked.step, asked.ask, self.chance.below)
        user, request = loaded.table.seats[self.seat].user, f"plain {loaded.version}"
        await self.table.site.service.moves.answer(request, self.code, user, [(asked.ask_id, value)])

    async def turn(self) -> str:
        """Wait until something new is asked of me and the page shows it: its step; empty when the game is over."""
        while True:
            async with unseen(self.table):
                asked = await self._new()
            if asked is None:
                return ""
            if await self._is_shown(asked):
                return asked.step

    async def _new(self) -> Pending | None:
        """The next question that is not known; what is known is answered plainly, and no page is made for it."""
        service = self.table.site.service
        with hearing(service) as changed:
            while True:
                changed.clear()
                loaded = await service.work.load(self.code)
                if loaded.table.is_over or loaded.state is None:
                    return None
                mine = [each for each in loaded.engine.pending(loaded.state) if each.seat == self.seat and each.owed]
                if not mine:
                    await changed.wait()
                elif self._is_known(mine[0].step):
                    await self._answer_plainly(loaded, mine[0])
                else:
                    return mine[0]

    async def _is_shown(self, asked: Pending) -> bool:
        """Wait for the page; no, if somebody moves meanwhile."""
        service = self.table.site.service
        with hearing(service) as changed:
            loaded = await service.work.load(self.code)
            shown = f"#ask [data-ask='{asked.ask_id}'][data-version='{loaded.table.revision}']"
            seen = asyncio.ensure_future(self.page.locator(shown).wait_for(timeout=PATIENCE))
            moved = asyncio.ensure_future(changed.wait())
            await asyncio.wait({seen, moved}, return_when=asyncio.FIRST_COMPLETED)
            moved.cancel()
            if seen.done():
                seen.result()
                return True
            seen.cancel()
            return False

    async def move(self) -> bool:
        """Choose something and play it; False when the game is over."""
        step = await self.turn()
        if not step:
            return False
        with hearing(self.table.site.service) as changed:
            return await self._played(step, changed)

    async def _played(self, step: str, changed: asyncio.Event) -> bool:
        work = self.table.site.service.work
        before = (await work.load(self.code)).version
        for taps in range(1, MOST_TAPS):
            if await self._tap():
                while (await work.load(self.code)).version == before:
                    try:
                        await asyncio.wait_for(changed.wait(), PATIENCE / 1000)
                    except TimeoutError:
                        shown = await self.page.locator("#ask").inner_text()
                        raise AssertionError(f"{self.tapped} played nothing at {self.page.url}: {shown}") from None
                    changed.clear()
                self.taps.append((step, taps))
                return True
        raise AssertionError(f"lost at {step}: {await self.page.locator('#ask').inner_text()}")

    async def _tap(self) -> bool:
        """One tap; whether it played something."""
        lead, card = self.page.locator(LEAD), self.page.locator(".card [data-shut]")
        await self.page.locator("#ask:not(.fresh)").wait_for(timeout=PATIENCE)
        if await card.count():
            await card.tap()
            await card.wait_for(state="detached", timeout=PATIENCE)
        found = await self.page.evaluate(CHOICES, WAYS)
        if await lead.count() and (not found or self.chance.below(CHOICES_TO_A_LEAD)):
            self.tapped = await lead.inner_text()
            await lead.tap()
            return True
        kind, number = found[self.chance.below(len(found))]
        target = self.page.locator(kind).nth(number)
        point, way, asked, near = await target.evaluate(FREE)
        self.tapped = way
        assert point, f"{way} is hidden by others at {self.page.url}"
        await self.page.touchscreen.tap(*point)
        if not asked:
            return True
        try:
            await self.page.wait_for_function(CHANGED, arg=[asked, near], timeout=PATIENCE)
        except Error:
            raise AssertionError(f"nothing came of {way} at {self.page.url}, where stood {asked}") from None
        return False


DIGITS = ", ".join([f"#list [data-number='{number}']" for number in range(1, 10)])
"""What a single key chooses; its number stands beside it."""


class Keys(Thumb):
    """Somebody who has a keyboard and nothing else: numbers choose, Enter plays."""

    async def _tap(self) -> bool:
        page = self.page
        await page.locator("#ask:not(.fresh)").wait_for(timeout=PATIENCE)
        found = [each for each in await page.locator(DIGITS).all() if not await each.get_attribute("aria-current")]
        if await page.locator(LEAD).count() and (not found or self.chance.below(CHOICES_TO_A_LEAD)):
            await page.keyboard.press("Enter")
            return True
        number = await found[self.chance.below(len(found))].get_attribute("data-number")
        asked = await page.locator("#ask [data-ask]").get_attribute("data-key")
        await page.keyboard.press(str(number))
        near = await page.locator(".cam").evaluate("cam => cam.style.width")
        await page.wait_for_function(CHANGED, arg=[asked, near], timeout=PATIENCE)
        return False
