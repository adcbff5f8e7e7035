"""Panels: a way out that loses something is red and says so, a deed that asks first is named on its button."""

from __future__ import annotations

import pytest

from bot.choices import menus
from bot.choices.controls import DISCORD, TELEGRAM, Limits
from bot.language.speaker import Speaker
from bot.messages.panel import form_of
from bot.messages.post import Listed, Style
from engines.kit import Option, Pick, Text
from engines.kit.engine import Pending

SPEAKER = Speaker("en", "princes")
HIRE = Option("hire", Text("princes.option.hire", {"price": 300, "number": 5}))
END = Option("end", Text("princes.option.end_turn"))
UNUSED = Option("end", Text("princes.option.end_turn"), note=Text("princes.note.unused", {"actions": 2}))


def asked(*options: Option) -> Pending:
    prompt = Text("princes.ask.turn.action", {"actions": 2, "cash": 100})
    return Pending(0, "aB3-_9xY", "turn.action", Pick(prompt, options), True)


@pytest.mark.parametrize("limits", [DISCORD, TELEGRAM], ids=lambda limits: limits.name)
def test_a_way_out_is_red_where_it_says_what_is_lost(limits: Limits) -> None:
    for out, label, style in ((UNUSED, "End turn: 2 actions unused", Style.DANGER), (END, "End turn", Style.PLAIN)):
        form = form_of(menus.build("K7QF", asked(HIRE, out), limits, SPEAKER), limits, "K7QF", SPEAKER)
        assert [(button.label, button.style) for button in form.outs] == [(label, style)]


@pytest.mark.parametrize("is_final", [True, False])
def test_what_asks_first_is_named_and_says_whether_it_is_final(is_final: bool) -> None:
    for option, style in ((HIRE, Style.LEAD), (END, Style.DANGER)):
        pending = asked(HIRE, END)
        draft = menus.confirm(pending.ask, [option.key], is_final)
        menu = menus.build("K7QF", pending, DISCORD, SPEAKER, draft)
        (row,) = form_of(menu, DISCORD, "K7QF", SPEAKER).parts
        assert isinstance(row, tuple)
        assert [(each.label, each.style) for each in row] == [(menu.deed, style), ("Back", Style.PLAIN)]
        assert menu.deed == SPEAKER.label(option.label)
        assert bool(menu.why) is is_final


def test_a_list_does_not_say_the_question_again() -> None:
    many = [Option(f"o{number}", Text("princes.option.hire", {"price": 300, "number": number})) for number in range(20)]
    menu = menus.build("K7QF", asked(*many), DISCORD, SPEAKER)
    (listed,) = form_of(menu, DISCORD, "K7QF", SPEAKER).parts
    assert isinstance(listed, Listed)
    assert listed.hint == "One of 20 …"
