"""What is asked once more before it is done says to the person what it would be, not that somebody has done it."""

from __future__ import annotations

from pathlib import Path

from bot.choices import partial_choice
from bot.choices.control_id import ControlId
from bot.store import Store
from bot.table.preferences import Person
from engines.kit import Pick
from tests.bot.commands.test_order_commands import PEOPLE, Desk


async def test_a_deed_is_told_to_the_one_who_may_still_go_back(one: Store, tmp_path: Path) -> None:
    desk = Desk(one, tmp_path)
    await desk.begin("firenze")
    pending = await desk.until("card.choose")
    person = PEOPLE[pending.seat]
    await desk.service.people.keep(person.ref, Person(confirm=True, language="en"))
    assert isinstance(pending.ask, Pick)
    draft = partial_choice.write(pending.ask, [pending.ask.options[0].key])
    post = await desk.tap(pending.seat, str(ControlId.ask(desk.code, pending.ask_id, str(draft))))
    assert post.panel is not None
    assert post.panel.first.startswith("Then it says: You took ")
    assert person.name not in post.panel.first
