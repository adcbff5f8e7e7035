"""A half-made move in words: what can be chosen and where it lies, what the lead button does, what changes by it.

Everything here is made from what the seat knows: a plan never goes past a barrier, and what a final deed leaves in
hand is told only as far as two deals of the hidden cards agree on it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from bot.choices.board_targets import lit
from bot.choices.offers import Choosing, Lead, Offer, before, choosing
from bot.choices.plan import Planned, Planner, Step
from bot.language.labels import describe, inline, parted
from bot.language.speaker import Speaker
from bot.learn.lessons import Warner
from bot.platforms.web.deeds import Deeds, only_ends
from bot.platforms.web.parts.elements import Words
from bot.table.change import Loaded
from bot.table.press import Press, press
from engines.kit import Bundle, Option, Pick, Place, Text, refs_of
from engines.kit.asks import Spot
from engines.kit.engine import Pending
from engines.kit.errors import Refusal
from engines.kit.outcome import Answer
from render import Holding, Picture, Region, holding, where

MOST_TRIED = 12
"""Options of a question that are tried, to know what a button of theirs would do."""
DEALS = ("one deal", "another deal")
IN_HAND = "panel/hand"
"""Where cards of the own hand lie, which needs no telling."""


@dataclass(frozen=True, slots=True)
class Item:
    """An offer as it is shown: its words, where it lies, what a button of it would do (None: it leads further)."""

    offer: Offer
    label: str
    note: str = ""
    regions: tuple[Region, ...] = ()
    press: Press | None = None
    finish: bool = False
    number: int = 0


@dataclass(frozen=True, slots=True)
class MoveData:
    """All that board, bar, list and own strip show of a half-made move."""

    choosing: Choosing
    items: tuple[Item, ...] = ()
    crumbs: tuple[str, ...] = ()
    label: str = ""
    """The whole deed with its price."""
    press: Press | None = None
    worth: tuple[str, ...] = ()
    warning: str = ""
    """What the teacher says before the deed."""
    targets: tuple[Region, ...] = ()
    """What nobody had to choose, on the board: the only city that takes a building."""
    after: Mapping[str, str] = field(default_factory=dict)
    """Figures of the own holding that change, by their names."""

    @property
    def plan(self) -> str:
        """As it stands in the address."""
        planned = self.choosing.planned
        if planned.half is None:
            return planned.text
        pending, draft = planned.half
        return planned.drafting(pending, draft)

    @property
    def asked(self) -> Pending | None:
        return self.choosing.asked

    @property
    def present(self) -> list[Item]:
        """The answers to the question in the bar."""
        asked = self.asked
        return [item for item in self.items if asked and item.offer.pending.ask_id == asked.ask_id]


@dataclass(slots=True)
class MoveTeller:
    """Puts the half-made moves of one seat into words."""

    loaded: Loaded
    seat: int
    speaker: Speaker
    words: Words
    warner: Warner | None = None
    """Says what is to be thought of before an answer, to who is taught here."""
    planner: Planner = field(init=False)

    def __post_init__(self) -> None:
        engine, state = self.loaded.engine, self.loaded.running()
        self.planner = Planner(engine, state, self.seat, self.loaded.submit)

    def choosing(self, plan: str, side: str = "") -> Choosing:
        return choosing(self.planner, plan, side)

    def tell(
        self, chosen: Choosing, picture: Picture | None, held: Picture | None, regions: Sequence[Region] = ()
    ) -> MoveData:
        """The half-made move in words; `regions`: where things lie in the picture."""
        lights = {pending.ask_id: lit(regions, pending, self.seat) for pending in _asks(chosen.offers)}
        items = [self._item(offer, chosen, lights[offer.pending.ask_id], picture) for offer in chosen.offers]
        lead = chosen.lead
        foreseen = self._foreseen(lead.planned) if lead else ()
        label = self.deed(lead, picture, foreseen) if lead else ""
        return MoveData(
            choosing=chosen,
            items=tuple(_numbered(items, chosen.asked)),
            crumbs=tuple([self.said(step, picture) for step in chosen.planned.chosen]),
            label=label,
            press=self._press(lead) if lead else None,
            worth=tuple(self._worth(foreseen, label)),
            warning=self._warning(lead.planned) if lead else "",
            targets=tuple(self._targets(lead.planned, regions)) if lead and lead.planned.chosen else (),
            after=self._after(lead, held) if lead and held else {},
        )

    def _worth(self, foreseen: Sequence[Text], label: str) -> Iterator[str]:
        """What a deed brings, but for what its own sentence says."""
        for said in dict.fromkeys([self.speaker.say(text) for text in foreseen]):
            if said.removesuffix(".").casefold() not in label.casefold():
                yield said

    # --- offers in words ---

    def _item(
        self, offer: Offer, chosen: Choosing, lights: Mapping[str, Sequence[Region]], picture: Picture | None
    ) -> Item:
        regions = tuple(lights.get(offer.key, ())) if offer.is_open else ()
        label, note = self._called(offer, picture)
        if self._acts_beside(offer, chosen):
            return Item(offer, label, note, regions, Press.ACTS)
        if offer.depth > 1 and not regions:
            return Item(offer, label, note)
        tried = self._tried(offer, chosen) if offer.depth == 1 and not chosen.planned.half else None
        if tried is None:
            return Item(offer, label, note, regions)
        planned, finish = tried
        if any(step.implied and not only_ends(step) for step in planned.steps):
            return Item(offer, label, note, regions)  # what is paid for it, or follows by itself, is to be read first
        step = next(step for step in planned.steps if step.pending.ask_id == offer.pending.ask_id)
        does = press(self._step(step), step.pending.ask, step.value, planned.is_final)
        if self._warning(planned):
            does = Press.ASKS
        if does is Press.SHOWS and isinstance(offer.option, Option) and parted(offer.option.label, self.speaker)[1]:
            does = Press.ASKS  # what it costs is read first
        return Item(offer, label, note, regions, does, finish)

    def _acts_beside(self, offer: Offer, chosen: Choosing) -> bool:
        """Whether it is the one thing of a question beside, done with it, and can be taken back."""
        ask, planned = offer.pending.ask, chosen.planned
        if not offer.pending.is_side or planned.steps or planned.half is not None:
            return False
        if not isinstance(ask, Pick) or len(ask.options) != 1 or (ask.least, ask.most) != (1, 1):
            return False
        try:
            after = self.planner.run(offer.plan)
        except Refusal:
            return False
        return after.is_whole and not after.is_final and not self._warning(after)

    def _tried(self, offer: Offer, chosen: Choosing) -> tuple[Planned, bool] | None:
        """What handing in this offer would be, where that is a whole deed."""
        asked = chosen.asked
        if asked is None or offer.pending.ask_id != asked.ask_id or offer.value is None:
            return None
        if isinstance(asked.ask, Place) or len(chosen.present) > MOST_TRIED or chosen.planned.is_whole:
            return None
        try:
            planned = self.planner.run(offer.plan)
        except Refusal:
            return None
        if planned.is_whole:
            return planned, False
        done = self.planner.finished(planned)
        return (done, True) if done else None

    def _called(self, offer: Offer, picture: Picture | None) -> tuple[str, str]:
        ask, option = offer.pending.ask, offer.option
        if isinstance(option, Option):
            note = self.speaker.say(option.note) if option.note else ""
            return self.speaker.label(option.label), note
        if isinstance(option, Spot):
            said = where(picture, option.key) if picture else ""
            return said or option.cell, ""
        assert isinstance(ask, Bundle)
        price = self.words.low("costs", n=ask.prices[offer.key]) if ask.prices else ""
        return inline(ask.labels[offer.key], self.speaker), price

    def said(self, step: Step, picture: Picture | None) -> str:
        """One answer of a plan, in words."""
        if isinstance(step.pending.ask, Place) and isinstance(step.value, str) and picture:
            found = where(picture, step.value)
            if found:
                return found
        return describe(step.pending, step.value, self.speaker)

    # --- the lead ---

    def deed(self, lead: Lead, picture: Picture | None, foreseen: Sequence[Text] = ()) -> str:
        """The whole deed with its price."""
        brings: dict[str, Any] = {}
        for text in foreseen[-1:]:
            brings = {**text.facts, "brings": self.speaker.say(text).removesuffix(".")}
        deeds = Deeds(self.speaker, self.words, lambda step: self.said(step, picture), brings)
        said = deeds.of(lead.planned)
        if lead.finish and lead.planned.chosen and not deeds.ends_by_itself(lead.planned):
            return self.words("and_finish", deed=said)
        return said

    def _press(self, lead: Lead) -> Press:
        chosen = lead.planned.chosen
        if lead.armed:
            return Press.ACTS  # effect and price stand on the label
        if not chosen:
            return Press.SHOWS if lead.planned.is_final else Press.ACTS
        last = chosen[-1]
        return press(self._step(last), last.pending.ask, last.value, lead.planned.is_final)

    def _step(self, step: Step) -> Any:
        return self.loaded.engine.steps[step.pending.step]

    def _foreseen(self, planned: Planned) -> tuple[Text, ...]:
        """What the deed brings, as its game foresees it."""
        found: list[Text] = []
        place = self.planner.run()
        for step in planned.steps:
            answer = Answer(self.seat, step.pending.ask_id, step.value)
            found += self.loaded.engine.preview(place.state, answer)
            place = self.planner.answered(place, step.pending, step.value, step.implied)
        return tuple(found)

    def _warning(self, planned: Planned) -> str:
        """What the teacher says before this is done; one thing is enough."""
        if self.warner is None:
            return ""
        for step in planned.chosen:
            try:
                place = self.planner.run(before(planned, step.pending))
            except Refusal:
                continue
            place = self.planner.rewound(place, step.pending.ask_id)
            if found := self.warner.said(self.loaded, place.state, step.pending, step.value):
                return found[1]
        return ""

    def _targets(self, planned: Planned, regions: Sequence[Region]) -> Iterator[Region]:
        """Where the things lie that follow by themselves."""
        for step in planned.steps:
            if step.implied and isinstance(step.value, list) and step.pending.ask.only() is not None:
                there = lit(regions, step.pending, self.seat)
                yield from [region for key in step.value for region in there.get(key, ())]

    # --- what changes in hand ---

    def _after(self, lead: Lead, held: Picture) -> dict[str, str]:
        """The figures of the own holding that differ after the deed."""
        now = figures(holding(held))
        if not lead.planned.is_final:
            then = [self._held(lead.planned.state, held)]
        else:
            then = [found for deal in DEALS if (found := self._dealt(lead, deal, held)) is not None]
            if len(then) < len(DEALS):
                return {}
        return {
            name: then[0][name]
            for name, figure in now.items()
            if name in then[0] and then[0][name] != figure and all(each.get(name) == then[0][name] for each in then)
        }

    def _held(self, state: Any, held: Picture) -> dict[str, str]:
        if state.ending:
            return {}
        return figures(holding(replace(held, view=self.loaded.engine.view(state, self.seat))))

    def _dealt(self, lead: Lead, deal: str, held: Picture) -> dict[str, str] | None:
        """The holding after the deed, were the hidden cards dealt in this way."""
        engine = self.loaded.engine
        state = engine.resample(self.loaded.running(), self.seat, deal, in_order=True)
        planner = Planner(engine, state, self.seat, engine.submit)
        try:
            planned: Planned | None = planner.run(lead.plan)
            if planned is not None and lead.finish and not planned.is_whole:
                planned = planner.finished(planned)
        except Refusal:
            return None
        return None if planned is None else self._held(planned.state, held)

    # --- why not ---

    def withheld(self, data: MoveData, things: Sequence[str]) -> Refusal | None:
        """Why a thing is not offered by the present question, one that answered itself, or one that is seen through."""
        engine, planned = self.loaded.engine, data.choosing.planned
        places = [(planned.state, pending) for pending in planned.asks]
        implied = [step.pending for step in planned.steps if step.implied]
        places += [(self.planner.rewound(planned, pending.ask_id).state, pending) for pending in implied]
        if data.asked is not None and data.asked not in planned.asks:
            places.append((self.planner.run(before(planned, data.asked)).state, data.asked))
        for item in data.items:
            if item.offer.depth > 1:
                place = self.planner.run(item.offer.plan.rpartition("~")[0])
                places.append((place.state, item.offer.pending))
        seen: set[str] = set()
        for state, pending in places:
            if pending.step in seen:
                continue
            seen.add(pending.step)
            for option, refusal in engine.steps[pending.step].withheld(state, self.seat):
                refs = refs_of(option)
                if refs and set(refs) - {IN_HAND} <= set(things):
                    return refusal
        return None


def figures(held: Holding) -> dict[str, str]:
    """Every figure of a holding by its icon or name."""
    found = {fact.icon: fact.figure for fact in held.facts}
    return found | {token.name: token.count for row in held.stock for token in row}


def _asks(offers: Sequence[Offer]) -> list[Pending]:
    return list({offer.pending.ask_id: offer.pending for offer in offers}.values())


def _numbered(items: Sequence[Item], asked: Pending | None) -> list[Item]:
    """The answers to the question in the bar have numbers, in their order."""
    numbers = iter(range(1, len(items) + 1))
    return [
        replace(item, number=next(numbers)) if asked and item.offer.pending.ask_id == asked.ask_id else item
        for item in items
    ]
