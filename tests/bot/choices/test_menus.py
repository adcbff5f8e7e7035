"""Asks of every shape as menus of every platform, and back."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from bot.choices import menus, partial_choice
from bot.choices.control_id import ControlId
from bot.choices.controls import DISCORD, PLATFORMS, TELEGRAM, WEB, Limits, Mark, Number, OneOf, Page, SeveralOf, pack
from bot.choices.menus import Answered, Half
from bot.language.speaker import Speaker
from engines.kit import Amount, Ask, Bundle, Option, Pick, Place, Text, noun
from engines.kit.asks import Spot
from engines.kit.dice import Dice
from engines.kit.engine import Pending
from engines.kit.errors import Refusal
from tests.bot.choices.thumb import TABLE, tap_to
from tests.toy import FACES

PROMPT = Text("toy.ask.trade")
SPEAKER = Speaker("en", "toy")


def pending(ask: Ask) -> Pending:
    return Pending(0, "aB3-_9xY", "trade", ask, True)


def animals(count: int, groups: bool = False) -> tuple[Option, ...]:
    faces = [FACES[index % 12] for index in range(count)]
    names = [Text("kit.option.noun", {"what": f"{face} {index}"}) for index, face in enumerate(faces)]
    return tuple(
        Option(f"k{index}", name, group=f"animal/{FACES[index % 3]}" if groups else "")
        for index, name in enumerate(names)
    )


def goods(kinds: int, each: int = 3) -> dict[str, int]:
    return {f"good{index}": each for index in range(kinds)}


def bundle(kinds: int, least: int, most: int, **more: Any) -> Bundle:
    available = goods(kinds)
    labels = {kind: Text("kit.option.noun", {"what": kind}) for kind in available}
    return Bundle(PROMPT, available, labels, least, most, **more)


ASKS: dict[str, Ask] = {
    "one of a few": Pick(PROMPT, animals(4), suggested=(["k2"],)),
    "one of many": Pick(PROMPT, animals(70), suggested=(["k50"], ["k3"])),
    "one of many in groups": Pick(PROMPT, animals(90, groups=True)),
    "none or one": Pick(PROMPT, animals(30), 0, 1),
    "several": Pick(PROMPT, animals(12), 2, 5),
    "several of many": Pick(PROMPT, animals(60), 0, 4, suggested=(["k1", "k59"],)),
    "in an order": Pick(PROMPT, animals(8), 8, 8, ordered=True),
    "some of many in an order": Pick(PROMPT, animals(70), 1, 7, ordered=True),
    "a fixed raise": Amount(PROMPT, 700, 700, 100, instead=(Option("pass", Text("toy.option.pass")),)),
    "a wide number": Amount(PROMPT, -5, 2000, 1, suggested=(100, 500)),
    "pieces": bundle(2, 1, 4),
    "pieces with prices": bundle(5, 0, 6, prices={f"good{n}": n for n in range(5)}, budget=9),
    "pieces of many kinds": bundle(20, 3, 5, suggested=({"good3": 2, "good7": 1},)),
    "a cell": Place(PROMPT, "hut", tuple(Spot(f"c{n}", f"{'ABCDEFG'[n % 7]}{n // 7 + 1}") for n in range(49))),
    "a cell with eight ways to lie": Place(
        PROMPT,
        "hut",
        tuple(
            Spot(f"{turn}{flip}{n}", f"{'ABCDEFG'[n % 7]}{n // 7 + 1}", turn, flip)
            for turn in range(4)
            for flip in (False, True)
            for n in range(30)
        ),
        suggested=("2True17",),
    ),
}


@pytest.mark.parametrize("limits", PLATFORMS, ids=lambda limits: limits.name)
@pytest.mark.parametrize("name", ASKS)
def test_any_answer_of_any_shape_can_be_tapped_within_the_limits(name: str, limits: Limits) -> None:
    ask, chance = ASKS[name], Dice(name)
    for value in [ask.sample(chance.below) for _ in range(6)] + [ask.check(value) for value in ask.suggested]:
        assert tap_to(pending(ask), value, limits, SPEAKER), value


@pytest.mark.parametrize("name", ASKS)
def test_an_answer_written_into_an_id_reads_back_as_the_same_answer(name: str) -> None:
    ask, chance = ASKS[name], Dice(name)
    for value in [ask.sample(chance.below) for _ in range(50)]:
        draft = str(partial_choice.write(ask, value))
        assert len(draft) <= partial_choice.LONGEST
        assert menus.read(ask, draft) == Answered(value)


def test_no_id_names_what_is_chosen() -> None:
    secret = Pick(PROMPT, tuple(Option(face, noun("animal", face)) for face in FACES), 2, 2, private=True)
    for limits in PLATFORMS:
        for control in menus.build(TABLE, pending(secret), limits, SPEAKER).controls:
            assert not isinstance(control, Number)
            assert all(face not in choice.id for face in FACES for choice in control.choices)


def test_suggestions_come_first_and_are_marked() -> None:
    menu = menus.build(TABLE, pending(ASKS["one of a few"]), DISCORD, SPEAKER)
    (control,) = menu.controls
    assert isinstance(control, OneOf)
    assert (control.choices[0].label, control.choices[0].mark) == ("Cat 2", Mark.SUGGESTED)


def test_many_options_become_groups_with_a_way_back() -> None:
    ask = ASKS["one of many in groups"]
    top = menus.build(TABLE, pending(ask), TELEGRAM, SPEAKER)
    assert isinstance(top.controls[0], OneOf)
    assert [choice.label for choice in top.controls[0].choices] == ["Ant (30)", "Bee (30)", "Cat (30)"]
    tap = ControlId.parse_ask(top.controls[0].choices[1].id)
    assert tap is not None
    inside = menus.build(TABLE, pending(ask), TELEGRAM, SPEAKER, tap.body)
    page = inside.controls[-1]
    assert isinstance(page, Page)
    assert page.choices[-1].label == "Back"


def test_a_group_of_the_way_out_alone_is_no_group() -> None:
    """The way out stands below the groups, where all see it: `Ende (1)` led to nothing more."""
    many = ASKS["one of many in groups"]
    assert isinstance(many, Pick)
    end = Option("end", many.options[0].label, f"animal/{FACES[5]}")
    top = menus.build(TABLE, pending(replace(many, options=(*many.options, end))), TELEGRAM, SPEAKER)
    groups, outs = top.controls[0], top.controls[-1]
    assert isinstance(groups, OneOf)
    assert isinstance(outs, OneOf)
    assert len(groups.choices) == 3
    assert [choice.is_out for choice in outs.choices] == [True]


def test_discord_ticks_up_to_25_in_one_list() -> None:
    (control,) = menus.build(TABLE, pending(ASKS["several"]), DISCORD, SPEAKER).controls
    assert isinstance(control, SeveralOf)
    assert (control.least, control.most) == (2, 5)


def test_a_bundle_says_what_is_chosen_and_what_it_costs() -> None:
    ask = ASKS["pieces with prices"]
    assert isinstance(ask, Bundle)
    half = str(partial_choice.write(ask, {"good1": 2, "good4": 1}, mode=""))
    menu = menus.build(TABLE, pending(ask), TELEGRAM, SPEAKER, half)
    assert menu.said == "Chosen: 2 good1, 1 good4, for 6 of 9."
    labels = [choice.label for control in menu.controls if isinstance(control, OneOf) for choice in control.choices]
    assert "Done: 2 good1, 1 good4 for 6" in labels
    assert "Good1 2/3, 1 each" in labels
    assert not [label for label in labels if label.startswith("Good4")], "a second one would pass the budget"


def test_a_suggested_bundle_says_its_price() -> None:
    prices = {f"good{number}": 2 for number in range(3)}
    ask = bundle(3, 2, 4, prices=prices, budget=10, suggested=({"good1": 2, "good2": 1},))
    menu = menus.build(TABLE, pending(ask), DISCORD, SPEAKER)
    labels = [each.label for control in menu.controls if isinstance(control, OneOf) for each in control.choices]
    assert [label for label in labels if label.endswith(" for 6")], labels


def test_a_final_answer_is_asked_about_once_more() -> None:
    ask = ASKS["one of a few"]
    menu = menus.build(TABLE, pending(ask), WEB, SPEAKER, menus.confirm(ask, ["k1"]))
    assert menu.prompt == "Bee 1. This shows something new: only all together can take it back."
    (control,) = menu.controls
    assert isinstance(control, OneOf)
    do_it, back = [ControlId.parse_ask(choice.id) for choice in control.choices]
    assert do_it is not None
    assert back is not None
    assert menus.read(ask, do_it.body) == Answered(["k1"], confirmed=True)
    assert menus.read(ask, back.body) == Half("")


def test_what_is_not_final_is_asked_about_without_saying_so() -> None:
    ask = ASKS["one of a few"]
    menu = menus.build(TABLE, pending(ask), WEB, SPEAKER, menus.confirm(ask, ["k1"], is_final=False))
    assert menu.prompt == "Bee 1."
    (control,) = menu.controls
    assert isinstance(control, OneOf)
    do_it = ControlId.parse_ask(control.choices[0].id)
    assert do_it is not None
    assert menus.read(ask, do_it.body) == Answered(["k1"], confirmed=True)


def test_a_number_may_be_written_as_people_write_it() -> None:
    ask = ASKS["a wide number"]
    assert isinstance(ask, Amount)
    assert menus.number(ask, " 1,700 ") == menus.number(ask, "1.700") == Answered(1700)
    assert menus.number(ask, "−5") == Answered(-5)
    for nonsense in ("", "many", "2001", "1e3"):
        with pytest.raises(Refusal):
            menus.number(ask, nonsense)


@pytest.mark.parametrize("draft", ["=o", "=oZZ", "=m_______", "=b99", "=n5", "=s0", "x" * 50, "=o:", "=?", "=i9"])
def test_an_id_that_does_not_fit_the_ask_is_refused(draft: str) -> None:
    with pytest.raises(Refusal):
        menus.read(ASKS["one of a few"], draft)


def test_a_side_ask_with_one_option_is_one_tap() -> None:
    choice = menus.side(TABLE, pending(Pick(PROMPT, animals(1))), DISCORD, SPEAKER)
    assert (choice.label, choice.answers) == ("Ant 0", True)
    assert not menus.side(TABLE, pending(ASKS["several"]), DISCORD, SPEAKER).answers


def test_cells_of_a_grid_are_shown_by_the_numbers_on_the_picture() -> None:
    ask = ASKS["a cell with eight ways to lie"]
    menu = menus.build(TABLE, pending(ask), WEB, SPEAKER)
    turns, cells = menu.controls
    assert isinstance(turns, OneOf)
    assert isinstance(cells, OneOf)
    assert [choice.mark for choice in turns.choices] == [Mark.PLAIN, Mark.PLAIN, Mark.CHOSEN, Mark.PLAIN, Mark.PLAIN]
    assert [(choice.label, choice.note) for choice in cells.choices[:2]] == [("1", "A1"), ("2", "B1")]


def test_rows_hold_as_many_buttons_as_their_longest_label_allows() -> None:
    menu = menus.build(TABLE, pending(Pick(PROMPT, animals(7))), TELEGRAM, SPEAKER)
    assert isinstance(menu.controls[0], OneOf)
    assert [len(row) for row in pack(menu.controls[0].choices, TELEGRAM)] == [3, 3, 1]


def test_an_option_says_what_it_brings_once() -> None:
    """Beside the game's own note, unless that says it already."""
    first, second = animals(2)
    brings = Text("menu.price", {"price": 3})

    def preview(asked: Pending, value: Any) -> tuple[Text, ...]:
        return (brings,) if value == [first.key] else ()

    for shown in (first, replace(first, note=brings)):
        ask = Pick(PROMPT, (shown, second))
        menu = menus.build(TABLE, pending(ask), DISCORD, SPEAKER, preview=preview)
        (choices,) = [control.choices for control in menu.controls if isinstance(control, OneOf) and control.cards]
        assert [choice.note for choice in choices] == ["3 each", ""]


def test_an_option_whose_label_says_what_it_brings_does_not_say_it_again() -> None:
    def preview(asked: Pending, value: Any) -> tuple[Text, ...]:
        return (Text("menu.price", {"price": 3}),)

    for price, note in ((3, ""), (13, "3 each")):
        option = Option("x", Text("menu.price", {"price": price}))
        menu = menus.build(TABLE, pending(Pick(PROMPT, (option, *animals(1)))), DISCORD, SPEAKER, preview=preview)
        choice = next(each for control in menu.controls if isinstance(control, OneOf) for each in control.choices)
        assert (choice.label, choice.note) == (f"{price} each", note)
