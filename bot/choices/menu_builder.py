"""Builds the menu of one ask for one platform, reader and draft: what fits as buttons, else lists, groups and pages."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from typing import Any, TypeAlias

from bot.choices import partial_choice
from bot.choices.control_id import ControlId
from bot.choices.controls import (
    Choice,
    Control,
    Limits,
    Mark,
    Menu,
    Number,
    OneOf,
    Page,
    SeveralOf,
    Together,
    clip,
    pack,
    rows_of,
)
from bot.choices.partial_choice import PartialChoice
from bot.language.labels import (
    by_itself,
    counts_label,
    describe,
    group_label,
    is_on_grid,
    number_label,
    orientation_label,
    orientations,
    shown_orientation,
)
from bot.language.speaker import Speaker
from engines.kit import Amount, Bundle, Option, Pick, Place, Text
from engines.kit.answers import is_way_out
from engines.kit.asks import Spot, Value
from engines.kit.engine import Pending

Preview: TypeAlias = Callable[[Pending, Value], tuple[Text, ...]]
SUGGESTIONS = 3
LONG_NAME = 34
"""Letters of a name that still fit on a button of a phone."""
MOST_LISTS, FEW_IN_GROUP = 4, 1
FEW_NUMBERS = 5
MANY_KINDS = 10
MOST_FIELDS = 5
"""Of a form."""


@dataclass(frozen=True, slots=True)
class Maker:
    """One ask, one platform, one reader, one draft."""

    table: str
    pending: Pending
    limits: Limits
    speaker: Speaker
    draft: PartialChoice
    preview: Preview | None = None

    def brings(self, value: Value, note: str = "", label: str = "") -> str:
        """What is known of an answer: the game's own note, then what the answer brings and its label does not say."""
        told = [] if self.preview is None else [self.speaker.say(text) for text in self.preview(self.pending, value)]
        new = [text for text in told if not _says(f"{label} {note}", text.strip("+."))]
        return " ".join([*([f"{note.rstrip('.')}." if new else note] if note else []), *new])

    def say(self, key: str, **facts: int | str) -> str:
        return self.speaker.say(Text(f"menu.{key}", {**facts}))

    def choice(self, label: str, draft: PartialChoice, mark: Mark = Mark.PLAIN, note: str = "", **more: Any) -> Choice:
        control_id = str(ControlId.ask(self.table, self.pending.ask_id, str(draft)))
        return Choice(control_id, clip(label, self.limits.label), note, mark, draft.answers, **more)

    def answer(self, value: Value, mark: Mark = Mark.PLAIN, label: str = "") -> Choice:
        """One tap that answers."""
        said = label or describe(self.pending, value, self.speaker)
        return self.choice(said, partial_choice.write(self.pending.ask, value), mark)

    def menu(self, controls: Sequence[Control], said: str = "") -> Menu:
        shown = [control for control in controls if not isinstance(control, OneOf | Page) or control.choices]
        return Menu(self.speaker.asked(self.pending.ask.prompt), tuple(shown), said)

    def once_more(self) -> Menu:
        """The deed by its name, and why it is final if it is: [the deed] [Back]"""
        value = partial_choice.read(self.pending.ask, self.draft)
        deed = by_itself(self.pending, value, self.speaker)
        why = self.say("final") if self.draft.mode == "?" else ""
        label = deed if deed == describe(self.pending, value, self.speaker) else self.say("do_it")
        mark = Mark.DANGER if is_way_out(self.pending.ask, value) else Mark.LEAD
        do_it = self.choice(label, replace(self.draft, mode="!"), mark)
        back = self.choice(self.say("back"), PartialChoice())
        return Menu(f"{deed}. {why}".strip(), (OneOf((do_it, back)),), deed=deed, why=why)

    def spread(self, choices: Sequence[Choice], rows: int, title: str = "", up: Choice | None = None) -> list[Control]:
        """Cards or buttons if they fit, else a list or pages, in so many rows."""
        every = tuple(choices)
        above = (up,) if up else ()
        if self._has_cards(every):
            return [OneOf(every, title, cards=True), Page(above)]
        has_effects = any(choice.note for choice in every) and bool(self.limits.cards)
        if not has_effects and len(pack(every, self.limits)) + len(above) <= rows:
            return [OneOf(every, title), Page(above)]
        pages = self._pages(every, rows - 1, has_effects)
        page = min(self.draft.page or 0, len(pages) - 1)
        turns = [(page - 1, "earlier"), (page + 1, "later")]
        moves = [self.choice(self.say(key), self.draft.on_page(to)) for to, key in turns if 0 <= to < len(pages)]
        is_list = bool(self.limits.select)
        return [OneOf(pages[page], title, is_list, has_effects and not is_list), Page((*moves, *above))]

    def _pages(self, choices: tuple[Choice, ...], rows: int, has_effects: bool = False) -> list[tuple[Choice, ...]]:
        size = self.limits.select or (self.limits.cards if has_effects else 0)
        if size:
            return [choices[at : at + size] for at in range(0, len(choices), size)]
        packed = pack(choices, self.limits)
        return [tuple(chain.from_iterable(packed[at : at + rows])) for at in range(0, len(packed), rows)]

    # --- pick ---

    def option(self, ask: Pick, option: Option, draft: PartialChoice | None = None, mark: Mark | None = None) -> Choice:
        """An option as a button: tapped it answers, or leads to `draft`."""
        if mark is None:
            mark = Mark.SUGGESTED if [option.key] in ask.suggested else Mark.PLAIN
            mark = Mark.DEFAULT if mark is Mark.PLAIN and ask.default == [option.key] else mark
        own = self.speaker.say(option.note) if option.note else ""
        label = self.speaker.label(option.label)
        note = self.brings([option.key], own, label) if (ask.least, ask.most) == (1, 1) else own
        group = group_label(option.group, self.speaker) if option.group else ""
        place = ask.options.index(option) + 1
        to = partial_choice.write(ask, [option.key]) if draft is None else draft
        is_out = draft is None and is_way_out(ask, [option.key])
        aside = self.speaker.phrase(option.note) if option.note and note == own else note
        shown = {"words": option.label, "about": option.note}
        return self.choice(label, to, mark, note, number=place, group=group, aside=aside, is_out=is_out, **shown)

    def pick_one(self, ask: Pick) -> list[Control]:
        ranks = {key: rank for rank, (key, *_) in enumerate(reversed(ask.suggested[:SUGGESTIONS]), 1)}
        ordered = sorted(ask.options, key=lambda option: -ranks.get(option.key, 0))
        if self.limits.forms:
            return [OneOf(tuple([self.option(ask, option) for option in ordered]))]
        made = [(self.option(ask, option), option) for option in ordered]
        outs = OneOf(tuple([choice for choice, _ in made if choice.is_out]))
        made = [(choice, option) for choice, option in made if not choice.is_out]
        rows = self.limits.rows - rows_of(outs, self.limits)
        return [*self._options(ask, made, len(ranks), rows), outs]

    def _options(self, ask: Pick, made: list[tuple[Choice, Option]], first: int, rows: int) -> list[Control]:
        """The options themselves: as cards, buttons, a list for each group, or groups that lead on."""
        every = [choice for choice, _ in made]
        if self._has_cards(every):
            return [OneOf(tuple(every), cards=True)]
        has_effects = any(choice.note for choice in every) and bool(self.limits.cards)
        if not has_effects and len(pack(tuple(every), self.limits)) <= rows:
            return [OneOf(tuple(every))]
        groups = list(dict.fromkeys(option.group for option in ask.options if option.group))
        if self.draft.kind == "g":
            group = groups[partial_choice.number(self.draft.body) % len(groups)] if groups else ""
            inside = [choice for choice, option in made if option.group == group]
            return self.spread(
                inside, rows, group_label(group, self.speaker), self.choice(self.say("back"), PartialChoice())
            )
        if self.limits.select and (lists := self._lists(made, groups)):
            return lists
        top = [OneOf(tuple(every[:first]), cards=has_effects)] if first else []
        rows -= sum([rows_of(control, self.limits) for control in top])
        sizes = {group: sum([option.group == group for _, option in made]) for group in groups}
        if sum([size > 0 for size in sizes.values()]) < 2:
            return [*top, *self.spread(every[first:], rows)]
        return [*top, *self.spread(self._grouped(ask, [option for _, option in made[first:]], sizes), rows)]

    def _has_cards(self, choices: Sequence[Choice]) -> bool:
        """Whether these are few enough to stand with their effects, and have some, or names too long for a button."""
        return 0 < len(choices) <= self.limits.cards and any(
            choice.note or len(choice.label) > LONG_NAME for choice in choices
        )

    def _lists(self, made: list[tuple[Choice, Option]], groups: list[str]) -> list[Control]:
        """A drop-down list for each group, or one for all; none if they are too many."""
        if len(groups) < 2:
            every = tuple([choice for choice, _ in made])
            return [OneOf(every, select=True)] if len(every) <= self.limits.select else []
        kinds = list(dict.fromkeys(option.group for _, option in made))
        parts = {kind: tuple([choice for choice, option in made if option.group == kind]) for kind in kinds}
        if len(parts) > MOST_LISTS or max(map(len, parts.values())) > self.limits.select:
            return []
        lists: list[OneOf] = [
            OneOf(choices, group_label(kind, self.speaker) if kind else "", select=len(choices) > FEW_IN_GROUP)
            for kind, choices in parts.items()
        ]
        return [*sorted(lists, key=lambda control: control.select)]

    def _grouped(self, ask: Pick, options: Sequence[Option], sizes: Mapping[str, int]) -> list[Choice]:
        """Options outside any group, then a button for each group; one of ways out alone has nothing to show."""
        loose = [self.option(ask, option) for option in options if not option.group]
        return loose + [
            self.choice(
                self.say("group", name=group_label(group, self.speaker), n=size),
                PartialChoice("", "g", partial_choice.digits(index)),
            )
            for index, (group, size) in enumerate(sizes.items())
            if size
        ]

    def pick_several(self, ask: Pick) -> Menu:
        suggested = [self.answer(value, Mark.SUGGESTED) for value in ask.suggested[:SUGGESTIONS]]
        as_list = not ask.ordered and len(ask.options) <= self.limits.select
        if self.limits.forms or as_list:
            ticks = [self.option(ask, option, _holding(ask, [n])) for n, option in enumerate(ask.options)]
            if ask.least == 0 and not self.limits.forms and [] not in ask.suggested:
                suggested.append(self.answer([], label=self.say("none")))
            most = min(ask.most, len(ask.options))
            return self.menu([OneOf(tuple(suggested)), SeveralOf(tuple(ticks), ask.least, most, ask.ordered)])
        chosen = [index for index in partial_choice.indices_of(ask, self.draft) if index < len(ask.options)]
        keys = [ask.options[index].key for index in chosen]
        done = self.say("done_n", n=len(chosen)) if len(chosen) > 1 else ""
        tail = self._tail(bool(chosen), suggested, keys if len(chosen) >= ask.least else None, done)
        toggles = [self._toggle(ask, chosen, index) for index in range(len(ask.options))]
        left = self.limits.rows - rows_of(tail, self.limits)
        controls = self.spread([toggle for toggle in toggles if toggle], left)
        said = self.say("chosen", chosen=describe(self.pending, keys, self.speaker)) if chosen else ""
        return self.menu([*controls, tail], said)

    def _toggle(self, ask: Pick, chosen: list[int], index: int) -> Choice | None:
        """One more or one less; None if it can only be left as it is."""
        is_chosen = index in chosen
        if len(chosen) >= ask.most and not is_chosen:
            return None
        after = [each for each in chosen if each != index] if is_chosen else [*chosen, index]
        draft = replace(_holding(ask, after), page=self.draft.page)
        return self.option(ask, ask.options[index], draft, Mark.CHOSEN if is_chosen else Mark.PLAIN)

    def _tail(self, begun: bool, suggested: list[Choice], value: Value | None, label: str = "") -> OneOf:
        """The last row: suggestions while nothing is chosen, then clear and done."""
        choices = [self.choice(self.say("clear"), PartialChoice())] if begun else list(suggested)
        if value is not None and (begun or not value):
            done = label or self.say("done" if begun else "none")
            choices.append(self.answer(value, Mark.LEAD if begun else Mark.PLAIN, done))
        return OneOf(tuple(choices))

    # --- amount ---

    def amount(self, ask: Amount) -> list[Control]:
        count = ask.count()
        if count <= FEW_NUMBERS:
            numbers = [ask.low + ask.step * index for index in range(count)]
        else:
            asked = [value for value in ask.suggested if isinstance(value, int)]
            numbers = sorted(set(asked[:FEW_NUMBERS])) or [ask.low, ask.high]
        buttons = [
            self.choice(
                number_label(self.pending, value, self.speaker),
                partial_choice.write(ask, value),
                Mark.SUGGESTED if value in ask.suggested else Mark.PLAIN,
                self.brings(value),
            )
            for value in numbers
        ]
        for option in ask.instead:
            mark = Mark.SUGGESTED if option.key in ask.suggested else Mark.DEFAULT
            note = self.speaker.say(option.note) if option.note else ""
            buttons.append(
                self.choice(self.speaker.label(option.label), partial_choice.write(ask, option.key), mark, note)
            )
        controls: list[Control] = [OneOf(tuple(buttons), cards=self._has_cards(buttons))]
        if count > FEW_NUMBERS:
            draft = self.choice("", PartialChoice("", "n")).id
            controls.append(Number(draft, self.say("other"), ask.low, ask.high, ask.step))
        return controls

    # --- bundle ---

    def bundle(self, ask: Bundle) -> Menu:
        suggested = [self._suggestion(ask, value) for value in ask.suggested[:SUGGESTIONS]]
        if self.limits.forms:
            return self.menu([OneOf(tuple(suggested)), *[self._counter(ask, kind) for kind in ask.available]])
        chosen = partial_choice.counts_of(ask, self.draft)
        begun, cost = any(chosen.values()), ask.cost(chosen)
        is_legal = sum(chosen.values()) >= ask.least and ask.has_room(chosen)
        value = {kind: count for kind, count in chosen.items() if count} if is_legal else None
        done = self._bundle_done(ask, chosen, cost) if begun else ""
        tail = self._tail(begun, suggested, value, done)
        together = self._together(ask, begun)
        left = self.limits.rows - rows_of(tail, self.limits)
        more = [step for kind in ask.available if (step := self._piece(ask, chosen, kind, 1))]
        less = [step for kind in ask.available if (step := self._piece(ask, chosen, kind, -1))]
        as_lists = bool(less) and MANY_KINDS < len(ask.available) <= self.limits.select
        controls = self.spread(more, left - as_lists, self.say("more"))
        if as_lists:
            controls.append(OneOf(tuple(less), self.say("less"), select=True))
        said = [self._chosen(ask, chosen, cost), self.brings(value) if value else ""] if begun else []
        return self.menu([*controls, *together, tail], " ".join([line for line in said if line]))

    def _suggestion(self, ask: Bundle, value: Value) -> Choice:
        """The whole deed, with its price where pieces have one."""
        if not ask.prices or not isinstance(value, dict):
            return self.answer(value, Mark.SUGGESTED)
        words = counts_label(ask, value, self.speaker)
        return self.answer(value, Mark.SUGGESTED, self.say("these_cost", chosen=words, cost=ask.cost(value)))

    def _bundle_done(self, ask: Bundle, chosen: dict[str, int], cost: int) -> str:
        """The whole deed on one button."""
        words = counts_label(ask, chosen, self.speaker)
        return self.say("done_cost", chosen=words, cost=cost) if ask.prices else self.say("done_these", chosen=words)

    def _together(self, ask: Bundle, begun: bool) -> list[Control]:
        """Several pieces in one go, where a form has room for their kinds."""
        single = max(ask.available.values(), default=0) == 1
        fits = len(ask.available) <= (self.limits.sheets if single else MOST_FIELDS)
        if not self.limits.sheets or begun or ask.most < 2 or len(ask.available) < 2 or not fits:
            return []
        if max(ask.available.values()) >= self.limits.select:
            return []
        return [Together(self.choice("", PartialChoice("", "b")).id, self.say("together"))]

    def _chosen(self, ask: Bundle, chosen: dict[str, int], cost: int) -> str:
        words = counts_label(ask, chosen, self.speaker)
        if ask.prices:
            return self.say("chosen_cost", chosen=words, cost=cost, budget=ask.budget)
        return self.say("chosen", chosen=words)

    def _counter(self, ask: Bundle, kind: str) -> Number:
        note = self.say("price", price=ask.prices[kind]) if ask.prices else ""
        field = self.choice("", PartialChoice("", "b", partial_choice.counts(ask, {kind: 1}))).id
        label = ask.labels[kind]
        return Number(field, self.speaker.label(label), 0, ask.available[kind], note=note, words=label)

    def _piece(self, ask: Bundle, chosen: dict[str, int], kind: str, change: int) -> Choice | None:
        """One more or less of a kind; None if that leaves what is offered."""
        after = {**chosen, kind: chosen.get(kind, 0) + change}
        if not ask.has_room(after):
            return None
        facts: dict[str, int | str] = {"kind": self.speaker.label(ask.labels[kind]), "there": ask.available[kind]}
        if ask.prices:
            facts["price"] = ask.prices[kind]
        key = "count" if not ask.prices else "count_price" if ask.prices[kind] else "count_free"
        label = self.say(key, n=chosen.get(kind, 0), **facts)
        mark = Mark.CHOSEN if chosen.get(kind) else Mark.PLAIN
        return self.choice(label, PartialChoice("", "b", partial_choice.counts(ask, after), self.draft.page), mark)

    # --- place ---

    def place(self, ask: Place) -> list[Control]:
        ways = orientations(ask)
        index = partial_choice.number(self.draft.body) if self.draft.kind == "t" else ways.index(shown_orientation(ask))
        turn, flip = ways[index % len(ways)]
        turns = tuple([self._turn(ask, way, way == (turn, flip)) for way in ways if way[1] == flip])
        mirrored = [way for way in ways if way[1] != flip]
        if mirrored:
            to = (turn, not flip) if (turn, not flip) in ways else mirrored[0]
            turns += (self.choice(self.say("mirror"), PartialChoice("", "t", partial_choice.digits(ways.index(to)))),)
        spots = [spot for spot in ask.spots if (spot.turn, spot.flip) == (turn, flip)]
        top = OneOf(turns if len(ways) > 1 else ())
        here = replace(self, draft=PartialChoice("", "t", partial_choice.digits(index), self.draft.page))
        cells = [self._spot(ask, spot, number) for number, spot in enumerate(spots, 1)]
        return [top, *here.spread(cells, self.limits.rows - rows_of(top, self.limits))]

    def _turn(self, ask: Place, way: tuple[int, bool], is_shown: bool) -> Choice:
        draft = PartialChoice("", "t", partial_choice.digits(orientations(ask).index(way)))
        return self.choice(
            orientation_label((way[0], False), self.speaker), draft, Mark.CHOSEN if is_shown else Mark.PLAIN
        )

    def _spot(self, ask: Place, spot: Spot, number: int) -> Choice:
        """A place as the picture names it: cells of a grid by their number among those offered, others by name."""
        way = (spot.turn, spot.flip)
        group = orientation_label(way, self.speaker) if len(orientations(ask)) > 1 else ""
        mark = Mark.SUGGESTED if spot.key in ask.suggested else Mark.PLAIN
        label, note = (str(number), spot.cell) if is_on_grid(spot) else (spot.cell, "")
        note = note if self.limits.forms else self.brings(spot.key)
        return self.choice(label, partial_choice.write(ask, spot.key), mark, note, number=number, group=group)


def _holding(ask: Pick, chosen: list[int]) -> PartialChoice:
    """A half-made choice of these options: in their order where that counts, else as a set."""
    if ask.ordered or ask.most == 1:
        return PartialChoice("", "o", partial_choice.sequence(chosen, len(ask.options)))
    return PartialChoice("", "m", partial_choice.digits(sum([1 << index for index in chosen])))


def _says(text: str, words: str) -> bool:
    """Whether a text has these whole words: `11 points` does not say `1 point`."""
    return re.search(rf"(?<!\w){re.escape(words)}(?!\w)", text) is not None
