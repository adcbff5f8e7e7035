"""Panel: the model of every message about a table, before a platform draws it. One model, two drawings."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import TypeAlias

from bot.choices.control_id import ControlId
from bot.choices.controls import Choice, Limits, Mark, Menu, Number, OneOf, Page, SeveralOf, Together, labelled, pack
from bot.choices.menus import how_many
from bot.language.labels import parted
from bot.language.speaker import Speaker
from bot.messages.post import Button, Entry, Listed, Post, Row, Style
from engines.kit import Text

LONGEST_ALERT = 60
"""Letters that a lock screen shows in one line."""
MARKS = {
    Mark.SUGGESTED: Style.SUGGESTED,
    Mark.CHOSEN: Style.CHOSEN,
    Mark.LEAD: Style.LEAD,
    Mark.DANGER: Style.DANGER,
}


@dataclass(frozen=True, slots=True)
class Option:
    """One thing that may be chosen: what it is, what it costs, what comes of it. `act`: the id of its control."""

    act: str
    thing: str
    price: str = ""
    effect: str = ""
    mark: Style = Style.PLAIN

    @property
    def name(self) -> str:
        return f"{self.thing}, {self.price}" if self.price else self.thing


@dataclass(frozen=True, slots=True)
class Cards:
    """Options that say more than fits on a button: each stands with its effect."""

    options: tuple[Option, ...]
    pick: str = ""
    """The word on a button that stands beside its option."""


Part: TypeAlias = "Cards | Row"


@dataclass(frozen=True, slots=True)
class Panel:
    """What a message says, in the order in which it is read. Words already have the platform's markup, but `alert`."""

    alert: str
    """One plain line for the lock screen: the game and the question. It tells no secret."""
    headline: str
    first: str = ""
    """What came of the tap: a receipt, or why nothing did."""
    recap: tuple[str, ...] = ()
    """What happened, numbered like the rings of the picture."""
    holding: str = ""
    """What the reader has, where the question says it."""
    question: str = ""
    """The question, where the headline had no room for it."""
    notes: tuple[str, ...] = ()
    """What is chosen so far, what a choice leads to."""
    parts: tuple[Part, ...] = ()
    outs: tuple[Button, ...] = ()
    """Pass, end, none: after the options, never among them."""
    sides: tuple[Row, ...] = ()
    tools: tuple[Button, ...] = ()
    links: tuple[Button, ...] = ()
    """Where the whole table opens."""
    footer: tuple[str, ...] = ()
    accent: int = 0
    """The colour of the game."""

    @property
    def lines(self) -> list[str]:
        """All that is said, line by line."""
        head = [self.headline, self.first, *self.recap, self.holding, self.question, *self.notes]
        return [line for line in [*head, *self.footer] if line]

    @property
    def rows(self) -> tuple[Row, ...]:
        """All its controls as rows; a card is a row with its one button."""
        return tuple(self._rows())

    def _rows(self) -> Iterator[Row]:
        for part in self.parts:
            if isinstance(part, Cards):
                yield from [(Button(option.act, option.name, option.mark),) for option in part.options]
            else:
                yield part
        yield from [row for row in (self.outs, *self.sides, self.tools, self.links) if row]

    def above(self, line: str) -> Panel:
        """The same with a line before everything else."""
        return replace(self, headline=line, first="\n".join([part for part in (self.headline, self.first) if part]))


@dataclass(frozen=True, slots=True)
class Form:
    """The controls of a question: its options, and the ways out of it."""

    parts: tuple[Part, ...] = ()
    outs: tuple[Button, ...] = ()
    taken: frozenset[str] = field(default=frozenset())
    """The ids in use: platforms refuse one that stands twice in a message."""


def form_of(menu: Menu, limits: Limits, code: str, speaker: Speaker) -> Form:
    """The controls of a question as cards, rows of buttons and lists, no id twice."""
    parts: list[Part] = []
    outs: list[Button] = []
    for control in menu.controls:
        match control:
            case OneOf(choices, title, select=True):
                hint = title or speaker.say(Text("menu.one_of", {"n": len(choices)}))
                parts.append(_listed(choices, hint, 1, 1, ControlId.list(code, len(parts))))
            case OneOf(choices, cards=True):
                pick = speaker.say(Text("menu.pick"))
                parts.append(Cards(tuple([_option(choice, speaker) for choice in choices]), pick))
            case OneOf(choices) if choices and all(choice.is_out for choice in choices):
                outs += [_out(choice, limits) for choice in choices]
            case OneOf(choices) | Page(choices):
                parts += [tuple([_button(choice, limits) for choice in row]) for row in pack(choices, limits)]
            case SeveralOf(choices, least, most) if most > 1 and len(choices) <= limits.sheets:
                opens = _dialogue(_unmade(choices[0].id))
                parts.append((Button(opens, how_many(least, most, speaker), Style.SUGGESTED),))
            case SeveralOf(choices, least, most):
                ticks = ControlId.list(code, len(parts), ticks=True)
                parts.append(_listed(choices, how_many(least, most, speaker), max(1, least), most, ticks))
            case Number(control_id, label) | Together(control_id, label):
                parts.append((Button(_dialogue(control_id), label),))
    seen: set[str] = set()
    kept = [found for part in parts if (found := _unseen(part, seen))]
    return Form(tuple(kept), tuple([each for each in outs if each.id not in seen]), frozenset(seen))


def _unseen(part: Part, seen: set[str]) -> Part | None:
    """What of a part does not stand above already; the first of equal ids stays."""
    if isinstance(part, Listed):
        return part
    if isinstance(part, Cards):
        options = tuple([option for option in part.options if option.act not in seen])
        seen |= {option.act for option in options}
        return replace(part, options=options) if options else None
    buttons = tuple([button for button in part if button.id not in seen])
    seen |= {button.id for button in buttons}
    return buttons or None


def _unmade(control_id: str) -> str:
    """The question of a control, with nothing chosen yet."""
    parsed = ControlId.parse(control_id)
    assert parsed is not None
    return str(replace(parsed, body=""))


def _dialogue(control_id: str) -> str:
    """The same control, which first asks for a line."""
    parsed = ControlId.parse(control_id)
    assert parsed is not None
    return str(parsed.dialogue())


def _option(choice: Choice, speaker: Speaker) -> Option:
    """A choice with its price apart from its name, where the game words it so."""
    thing, price = choice.label, ""
    if choice.words is not None:
        named, costs = parted(choice.words, speaker)
        price = ", ".join([f"{speaker.number(count)} {speaker.noun(key, count)}" for key, count in costs])
        thing = named if price else thing
    return Option(choice.id, thing, price, choice.note, MARKS.get(choice.mark, Style.PLAIN))


def _button(choice: Choice, limits: Limits) -> Button:
    return Button(choice.id, labelled(choice, limits), MARKS.get(choice.mark, Style.PLAIN))


def _out(choice: Choice, limits: Limits) -> Button:
    """A way out; red where it says what is lost or left undone by it."""
    button = _button(choice, limits)
    return replace(button, style=Style.DANGER) if choice.note else button


def _listed(choices: Sequence[Choice], title: str, least: int, most: int, list_id: ControlId) -> Listed:
    entries = [Entry(choice.id, choice.label, choice.note) for choice in choices]
    return Listed(str(list_id), title, tuple(entries), least, most)


def post_of(panel: Panel) -> Post:
    """A message that shows a panel; its text and rows are all that it says and offers, in order."""
    return Post("\n".join(panel.lines), panel.rows, panel=panel)


def alert_of(choices: Sequence[str]) -> str:
    """The first of several lines that fits on a lock screen; the last one as it is."""
    return next((line for line in choices if len(line) <= LONGEST_ALERT), choices[-1])
