"""What can be chosen next at a half-made move: each thing with the plan that choosing it leads to.

A board lights these, a list names them. Choosing never plays anything: only a whole plan can be handed in.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from bot.choices import partial_choice
from bot.choices.look_through import reachable
from bot.choices.partial_choice import PartialChoice
from bot.choices.plan import Planned, Planner, join, mixes, split
from engines.kit import Amount, Ask, Bundle, Option, Pick, Place
from engines.kit.asks import Spot, Value
from engines.kit.engine import Pending
from engines.kit.errors import Refusal
from engines.kit.places import named

FEW_NUMBERS = 8
"""So many numbers stand side by side; more are counted up and down."""
JUMP = 5
MOST_MIXES = 3
"""So many suggested mixes to pay with stand side by side."""


@dataclass(frozen=True, slots=True)
class Offer:
    """Something that can be chosen. `depth`: 1 answers the present question, 2 and more a later one that is looked
    through, 0 changes what was chosen before."""

    pending: Pending
    key: str
    plan: str
    depth: int = 1
    chosen: bool = False
    count: int = 0
    """How many of it are chosen, or at which place where the order counts."""
    is_open: bool = True
    """Whether a tap changes anything: not where one more cannot be afforded."""

    @property
    def is_counted(self) -> bool:
        """Whether its count says something: not where it is only chosen or not."""
        ask = self.pending.ask
        return self.count > 0 and (not isinstance(ask, Pick) or ask.ordered)

    @property
    def option(self) -> Option | Spot | None:
        """What it is, where it is more than a kind of pieces."""
        ask = self.pending.ask
        if isinstance(ask, Pick):
            return next(each for each in ask.options if each.key == self.key)
        if isinstance(ask, Amount):
            return next(each for each in ask.instead if each.key == self.key)
        return next(each for each in ask.spots if each.key == self.key) if isinstance(ask, Place) else None

    @property
    def value(self) -> Value | None:
        """The answer that it is by itself."""
        ask = self.pending.ask
        if isinstance(ask, Pick) and (ask.least, ask.most) == (1, 1):
            return [self.key]
        return None if isinstance(ask, Bundle | Pick) else self.key

    @property
    def is_thing(self) -> bool:
        """Whether it names something, rather than a verb."""
        option = self.option
        return option is None or isinstance(option, Spot) or bool(named(option.label) or option.at)


@dataclass(frozen=True, slots=True)
class Lead:
    """What can be handed in now: the whole deed, and the plan that says it."""

    planned: Planned
    plan: str
    finish: bool = False
    """It takes the way out of a question that goes round along."""
    armed: bool = True
    """It was put together by hand."""


@dataclass(frozen=True, slots=True)
class Choosing:
    """A half-made move as it is shown."""

    planned: Planned
    asked: Pending | None
    """The question that stands in the bar."""
    offers: tuple[Offer, ...]
    lead: Lead | None
    back: str | None
    """The plan before its last part; None: there is nothing to go back from."""

    @property
    def present(self) -> list[Offer]:
        """The answers to the question in the bar."""
        return [offer for offer in self.offers if self.asked and offer.pending.ask_id == self.asked.ask_id]

    @property
    def lacking(self) -> int:
        """So many pieces or things are missing before the choice in the making is one."""
        if self.planned.half is None or self.asked is None:
            return 0
        ask, draft = self.asked.ask, self.planned.half[1]
        if isinstance(ask, Bundle):
            return max(0, ask.least - sum(partial_choice.counts_of(ask, draft).values()))
        return max(0, ask.least - len(picked(ask, draft))) if isinstance(ask, Pick) else 0


def choosing(planner: Planner, text: str = "", side: str = "") -> Choosing:
    """A written plan as it is shown; a Refusal if it does not fit (any more). `side`: a question beside the main."""
    planned = planner.run(text)
    asked = _asked(planned, side)
    offers = _own(planned, asked) if asked else []
    seen = {offer.pending.ask_id for offer in offers}
    for step in reversed(planned.steps):
        if step.pending.ask_id not in seen and (not step.implied or _is_open(step.pending)):
            depth = 1 if step.implied else 0
            offers += [replace(offer, depth=depth) for offer in _own(planned, step.pending)]
            seen.add(step.pending.ask_id)
    if not planned.is_whole and planned.half is None:
        offers += [offer for offer in _looked_through(planner, planned) if offer.pending.ask_id not in seen]
    return Choosing(planned, asked, tuple(offers), lead_of(planner, planned, asked), _back(planned))


def draft_of(planned: Planned, pending: Pending) -> PartialChoice:
    """What has been chosen so far for an ask."""
    if planned.half is not None and planned.half[0].ask_id == pending.ask_id:
        return planned.half[1]
    step = next((step for step in planned.steps if step.pending.ask_id == pending.ask_id), None)
    return PartialChoice() if step is None else partial_choice.write(pending.ask, step.value, "")


def picked(ask: Pick, draft: PartialChoice) -> list[int]:
    """The options chosen so far, as indices."""
    found = partial_choice.indices_of(ask, draft) if draft.kind in ("o", "m") else []
    return [index for index in found if index < len(ask.options)]


def amount_of(planned: Planned, pending: Pending, ask: Amount) -> int:
    """The number that stands in the bar: as chosen so far, else as suggested."""
    draft = draft_of(planned, pending)
    if draft.kind == "n":
        return int(draft.body.replace("_", "-"))
    return next((each for each in ask.suggested if isinstance(each, int)), ask.low)


def _asked(planned: Planned, side: str) -> Pending | None:
    """The question in the bar: what is half chosen, what comes next, or, once the plan is whole, what was chosen."""
    if planned.half is not None:
        return planned.half[0]
    if not planned.is_whole:
        wanted = next((each for each in planned.asks if side and each.ask_id == side), None)
        owed = next((each for each in planned.asks if each.owed), None)
        return wanted or owed or next(iter(planned.asks), None)
    return planned.chosen[-1].pending if planned.chosen else None


def _is_open(pending: Pending) -> bool:
    """Whether something else could have been answered."""
    return pending.ask.only() is None


def _back(planned: Planned) -> str | None:
    return planned.without_last() if planned.chosen or planned.half else None


def before(planned: Planned, pending: Pending) -> str:
    """The plan up to an ask."""
    parts = split(planned.drafting(pending, PartialChoice()))
    return join(parts[:-1])


def _own(planned: Planned, pending: Pending) -> list[Offer]:
    """Each thing that an ask lets choose, with what is chosen of it."""
    ask, draft = pending.ask, draft_of(planned, pending)
    if isinstance(ask, Pick):
        return _of_pick(planned, pending, ask, draft)
    if isinstance(ask, Bundle):
        return list(_of_bundle(planned, pending, ask, draft))
    if isinstance(ask, Amount):
        chosen = ask.instead[partial_choice.number(draft.body)].key if draft.kind == "i" else ""
        return [
            Offer(pending, each.key, planned.choosing(pending, each.key), chosen=each.key == chosen)
            for each in ask.instead
        ]
    laid = ask.spots[partial_choice.number(draft.body)].key if draft.kind == "s" and draft.body else ""
    return [
        Offer(pending, spot.key, planned.choosing(pending, spot.key), chosen=spot.key == laid) for spot in ask.spots
    ]


def _of_pick(planned: Planned, pending: Pending, ask: Pick, draft: PartialChoice) -> list[Offer]:
    taken = picked(ask, draft)
    if (ask.least, ask.most) == (1, 1):
        return [
            Offer(pending, option.key, planned.choosing(pending, [option.key]), chosen=index in taken)
            for index, option in enumerate(ask.options)
        ]
    offers = []
    for index, option in enumerate(ask.options):
        is_in = index in taken
        rest = [each for each in taken if each != index]
        kept = rest if is_in else [*(rest[1:] if len(rest) >= ask.most else rest), index]
        plan = planned.drafting(pending, _ticked(ask, kept)) if kept else before(planned, pending)
        rank = taken.index(index) + 1 if is_in and ask.ordered else int(is_in)
        offers.append(Offer(pending, option.key, plan, chosen=is_in, count=rank))
    return offers


def _ticked(ask: Pick, indices: list[int]) -> PartialChoice:
    if ask.ordered or ask.most == 1:
        return PartialChoice("", "o", partial_choice.sequence(indices, len(ask.options)))
    return PartialChoice("", "m", partial_choice.digits(sum([1 << index for index in indices])))


def _of_bundle(planned: Planned, pending: Pending, ask: Bundle, draft: PartialChoice) -> Iterator[Offer]:
    counts = partial_choice.counts_of(ask, draft)
    for kind in ask.available:
        there, more = counts.get(kind, 0), one_more(ask, counts, kind)
        changes = any(more.get(each, 0) != counts.get(each, 0) for each in ask.available)
        plan = counted(planned, pending, more)
        yield Offer(pending, kind, plan, chosen=there > 0, count=there, is_open=changes)


def counted(planned: Planned, pending: Pending, counts: dict[str, int]) -> str:
    """The plan with these pieces; with none, the plan before they were chosen."""
    assert isinstance(pending.ask, Bundle)
    if not any(counts.values()) and not draft_is_implied(planned, pending):
        return before(planned, pending)
    return planned.drafting(pending, PartialChoice("", "b", partial_choice.counts(pending.ask, counts)))


def draft_is_implied(planned: Planned, pending: Pending) -> bool:
    """Whether pieces would be filled in again if none were chosen."""
    ask = pending.ask
    return isinstance(ask, Bundle) and bool(mixes(ask)) and ask.least > 0


def one_more(ask: Bundle, counts: dict[str, int], kind: str) -> dict[str, int]:
    """One piece more of a kind, after the last none; where all are chosen that may be, in place of another kind's;
    where the money does not reach, by itself."""
    more = {**counts, kind: counts.get(kind, 0) + 1}
    if more[kind] > ask.available[kind]:
        return {**counts, kind: 0}
    for kinds, most in (*ask.heaps, (tuple(ask.available), ask.most)):
        if kind in kinds and sum([more.get(each, 0) for each in kinds]) > most:
            others = [each for each in kinds if each != kind and more.get(each)]
            if not others:
                return {**counts, kind: 0}
            more[max(others, key=more.__getitem__)] -= 1
    if not ask.prices or ask.cost(more) <= ask.budget:
        return more
    alone = {kind: 1}
    return alone if not counts.get(kind) and ask.cost(alone) <= ask.budget else {**counts, kind: 0}


def one_tap_away(ask: Ask, now: Value) -> list[Value]:
    """What one tap makes of a number or of pieces in the bar and on the board."""
    if isinstance(ask, Amount) and isinstance(now, int):
        top = ask.low + (ask.count() - 1) * ask.step
        if ask.count() <= FEW_NUMBERS:
            return list(range(ask.low, top + 1, ask.step))
        near = [now - ask.step, now + ask.step, *([now + JUMP * ask.step] if top - now >= JUMP * ask.step else [])]
        return [each for each in dict.fromkeys([*near, *presets(ask, now)]) if ask.low <= each <= top]
    if isinstance(ask, Bundle) and isinstance(now, dict):
        return [*[one_more(ask, now, kind) for kind in ask.available], *side_by_side(ask)]
    return []


def side_by_side(ask: Bundle) -> list[dict[str, int]]:
    """Mixes that stand side by side: all that can be taken, a few ways to pay."""
    return mixes(ask) if ask.prices else mixes(ask)[:MOST_MIXES]


def presets(ask: Amount, now: int) -> list[int]:
    """Numbers that stand beside the counter: what is suggested, the least, the most."""
    top = ask.low + (ask.count() - 1) * ask.step
    found = [each for each in ask.suggested if isinstance(each, int)]
    return [each for each in dict.fromkeys([*found, ask.low, top]) if each != now][:2]


def one_less(counts: dict[str, int], kind: str) -> dict[str, int]:
    """One piece less of a kind."""
    return {**counts, kind: max(0, counts.get(kind, 0) - 1)}


def _looked_through(planner: Planner, planned: Planned) -> Iterator[Offer]:
    """Things of later questions, whose verbs need not be named, and of questions beside."""
    for reached in reachable(planner, planned):
        if reached.depth > 1 and reached.is_spot:
            continue
        yield Offer(reached.pending, reached.key, reached.plan, max(2, reached.depth))


def lead_of(planner: Planner, planned: Planned, asked: Pending | None) -> Lead | None:
    """What can be handed in: the plan if it is whole, with the way out of a round, or with what is suggested."""
    if planned.half is not None:
        return None
    if planned.is_whole:
        return Lead(planned, planned.text)
    if (done := planner.finished(planned)) is not None:
        return Lead(done, planned.text, finish=True)
    value = None if asked is None else proposed(asked)
    if asked is None or value is None:
        return None
    plan = planned.choosing(asked, value)
    try:
        tried = planner.run(plan)
    except Refusal:
        return None
    if tried.is_whole:
        return Lead(tried, plan, armed=bool(planned.chosen))
    done = planner.finished(tried)
    return Lead(done, plan, finish=True, armed=bool(planned.chosen)) if done else None


def proposed(pending: Pending) -> Value | None:
    """The answer that is filled in before anything is chosen: a number, pieces, a place; never one of several deeds."""
    ask = pending.ask
    if not pending.owed or (isinstance(ask, Pick) and (ask.least, ask.most) == (1, 1)):
        return None
    if isinstance(ask, Amount):
        return next((each for each in ask.suggested if isinstance(each, int)), ask.low if ask.count() else None)
    return ask.suggested[0] if ask.suggested else None
