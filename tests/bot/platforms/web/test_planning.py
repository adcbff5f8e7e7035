"""The next turn is planned on the board as it lies, while another one is to move."""

from __future__ import annotations

import asyncio
import html
import re

from bot.platforms.web.server import LocalTable
from bot.table.kept_plan import LATEST
from tests.bot.platforms.web.visitor import Visitor, code_of, link_of


async def both(host: Visitor, stranger: Visitor) -> tuple[str, Visitor, Visitor]:
    """A game of two: its code, who is to move, who is not."""
    code = code_of(host)
    link = link_of(host)
    await stranger.get(link)
    await stranger.post(link, name="Piet")
    await host.get(f"/t/{code}")
    await host.post(f"/t/{code}/start")
    await host.get(f"/t/{code}")
    await stranger.get(f"/t/{code}")
    mine = 'class="abar mine"'
    assert (mine in host.text) != (mine in stranger.text)
    return (code, host, stranger) if mine in host.text else (code, stranger, host)


def field(text: str, action: str, name: str) -> str:
    """What a form of the page carries."""
    found = re.search(rf'action="{action}".*?</form>', text, re.DOTALL)
    assert found, action
    value = re.search(rf'name="{name}" value="([^"]*)"', found.group())
    assert value
    return html.unescape(value.group(1))


async def test_a_plan_is_put_together_by_taps_kept_and_withdrawn(
    table: LocalTable, host: Visitor, stranger: Visitor
) -> None:
    code, on_turn, waiting = await both(host, stranger)
    assert f"/t/{code}?ahead=1" in waiting.text
    assert "ahead=1" not in on_turn.text
    await waiting.get(f"/t/{code}?ahead=1")
    assert "Nothing is played" in waiting.text
    ways = [html.unescape(each) for each in re.findall(r'href="([^"]*plan=[^"]*)"', waiting.text)]
    assert ways
    assert all("ahead=1" in way for way in ways)
    await waiting.get(ways[0])
    assert "Keep for my turn" in waiting.text
    before = (await table.site.service.work.load(code)).version
    seat = field(waiting.text, f"/t/{code}/plan", "seat")
    plan = field(waiting.text, f"/t/{code}/plan", "plan")
    finish = field(waiting.text, f"/t/{code}/plan", "finish")
    assert await waiting.post(f"/t/{code}/plan", plan=plan, seat=seat, finish=finish) == 200
    loaded = await table.site.service.work.load(code)
    assert loaded.version == before + 1
    kept = loaded.table.seats[int(seat)].plan
    assert kept is not None
    assert f"Your plan: {kept.whole}" in html.unescape(waiting.text)
    await on_turn.get(f"/t/{code}")
    assert "Your plan" not in on_turn.text
    await waiting.get(f"/t/{code}")
    assert await waiting.post("/tap", id=f"c:planoff:{code}:", at=code, seat=seat) == 200
    assert (await table.site.service.work.load(code)).table.seats[int(seat)].plan is None
    await on_turn.get(f"/t/{code}?ahead=1")
    assert 'class="abar mine"' in on_turn.text, "on one's own turn the question itself is shown"


async def test_a_plan_that_was_not_played_stands_beside_the_question_with_its_condition(
    table: LocalTable, host: Visitor, stranger: Visitor
) -> None:
    """In the bar itself, which is all that a phone shows; a tap drops it."""
    code, on_turn, waiting = await both(host, stranger)
    service, ahead = table.site.service, 0.0
    clock = service.work.clock
    service.work.clock = lambda: clock() + ahead
    await waiting.post(f"/t/{code}/line", text="/plan buy 1 red from II if at most 0", seat=_seat(waiting))
    assert "Your plan: buy 1 red from II (at most 0)" in bar(waiting)
    other, user = _seat(on_turn), (await service.work.load(code)).table.seats[_seat(on_turn)].user
    for _ in range(8):
        loaded = await service.work.load(code)
        pending = next(each for each in loaded.engine.pending(loaded.running()) if each.owed)
        if pending.seat != other:
            break
        value = ["buy"] if pending.step == "turn.action" else pending.ask.fallback()
        await service.moves.answer(f"on {pending.ask_id}", code, user, [(pending.ask_id, value)])
    ahead = LATEST + 1
    kept = (await service.work.load(code)).table.seats[1 - other].plan
    while kept is not None and kept.trouble is None:
        await asyncio.sleep(0.05)
        kept = (await service.work.load(code)).table.seats[1 - other].plan
    assert kept is not None
    await waiting.get(f"/t/{code}")
    assert "One action" in bar(waiting)
    assert "Your plan: buy 1 red from II (at most 0). It now costs more:" in bar(waiting)
    assert waiting.text.count("Your plan:") == 1
    assert "Do it all the same" in bar(waiting)
    await waiting.post("/tap", id=f"c:planoff:{code}:", at=code, seat=1 - other)
    assert "Your plan:" not in waiting.text
    service.work.clock = clock


def bar(visitor: Visitor) -> str:
    """What stands in the bar, below the board."""
    found = re.search(r'<section[^>]*id="ask".*?</section>', visitor.text, re.DOTALL)
    assert found
    return html.unescape(found.group())


async def test_who_waits_reads_when_they_are_likely_up_and_nobody_else_does(
    table: LocalTable, host: Visitor, stranger: Visitor
) -> None:
    """From earlier waits at this table; whoever would not have it says so (`/remind forecast off`)."""
    code, first, second = await both(host, stranger)
    work, ahead = table.site.service.work, 0.0
    clock = work.clock
    work.clock = lambda: clock() + ahead
    users = [seat.user for seat in (await work.load(code)).table.seats]
    for number in range(4 * 6 + 1):
        loaded = await work.load(code)
        pending = next(each for each in loaded.engine.pending(loaded.running()) if each.owed)
        value = ["buy"] if pending.step == "turn.action" else pending.ask.fallback()
        begins = pending.step == "turn.action"
        if begins and number > 4 * 5 and pending.seat == _seat(first):
            break
        ahead += 7000.0 if begins else 0.0
        given = [(pending.ask_id, value)]
        await table.site.service.moves.answer(f"on {pending.ask_id}", code, users[pending.seat], given)
    await second.get(f"/t/{code}")
    assert "usually answers within 2 hours." in second.text
    assert "You are likely up:" in second.text
    await first.get(f"/t/{code}")
    assert "usually answers" not in first.text, "it is the own turn"
    await first.post(f"/t/{code}/line", text="/remind forecast off", seat=_seat(first))
    await second.get(f"/t/{code}")
    assert "usually answers" not in second.text
    work.clock = clock


def _seat(visitor: Visitor) -> int:
    found = re.search(r'name="seat" value="(\d)"', visitor.text)
    assert found
    return int(found.group(1))
