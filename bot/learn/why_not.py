"""Why not: what must hold for a wish, ticked or crossed, and what is possible instead."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from typing import Any

from bot.language.labels import describe
from bot.language.normalise import words
from bot.language.speaker import Speaker
from bot.learn.at_hand import things_asked
from bot.learn.reference import book, lying, name_of, named_in
from bot.learn.sheet import sections_of
from engines.kit import Amount, Bundle, Engine, Facts, Option, Pick, Refusal, Value, places_of, refs_of, way_out
from engines.kit.engine import Pending

MOST_NEAR = 3
"""So many things are named that are possible instead of a wish."""
MOST_NAMED = 5
"""Of what a question leaves, so many are named."""
OTHER, LAST = 4, 5
"""The ranks of what has nothing to do with a wish, and of passing or ending."""
NO_THINGS = ("seat/", "panel/", "group/", "supply/")
TICK, CROSS = "✓", "✗"


@dataclass(frozen=True, slots=True)
class Near:
    """Something that is offered now, and is near to what was wished for."""

    pending: Pending
    option: Option

    def label(self, speaker: Speaker) -> str:
        """What it is called."""
        return describe(self.pending, self.value, speaker)

    @property
    def value(self) -> Value:
        """The answer: the option, one piece of the kind, or the number."""
        key, ask = self.option.key, self.pending.ask
        if isinstance(ask, Amount):
            return key if any(key == each.key for each in ask.instead) else int(key)
        return {key: 1} if isinstance(ask, Bundle) else [key]


def unoffered(
    engine: Engine[Any], state: Any, seat: int, asked: Sequence[Pending], line: str, speaker: Speaker
) -> Refusal | None:
    """Why something cannot be chosen of which the rules have nothing more to say: where the thing lies that a line
    names, or what alone the question leaves. With the question's own rule; None where nothing is asked."""
    game, owed = engine.info.key, [each for each in asked if each.seat == seat and each.owed]
    if not owed or book(game) is None:
        return None
    tables = engine.tables_of(state)
    rules = sections_of(engine, owed[:1], speaker.language)
    section = rules[0].number if rules else ""
    if thing := named_in(game, tables, line, things_asked(game, tables, owed)):
        where = lying(game, tables, engine.view_json(state, seat), thing, speaker)
        facts: Facts = {"thing": name_of(game, thing, speaker.language).replace("/", "⁄")}
        return Refusal("learn.refusal.elsewhere", section, **facts, **({"where": where} if where else {}))
    ask = owed[0].ask
    texts = [*[each.label for each in getattr(ask, "options", ())], *getattr(ask, "labels", {}).values()]
    labels = [speaker.label(each).replace("/", "⁄") for each in texts]
    more = max(0, len(labels) - MOST_NAMED)
    return Refusal("learn.refusal.only_these", section, options=labels[:MOST_NAMED], n=more) if labels else None


def ticked(refusal: Refusal, speaker: Speaker) -> list[str]:
    """What must hold, line by line: `✓ a free site`, `✗ 2 ore (you have 1)`."""
    return [f"{TICK if is_met else CROSS} {said}" for said, is_met in speaker.conditions(refusal)]


def nearest(
    refusal: Refusal,
    wished: Option | None,
    line: str,
    asked: Sequence[Pending],
    speaker: Speaker,
    only_related: bool = False,
) -> list[Near]:
    """Up to three offered answers: what helps, what is about the same things, of the same sort, or has its words.

    Anything that is offered is better than nothing, unless `only_related`.
    """
    worst = OTHER if only_related else LAST
    ranked = [(rank, near) for near in _offered(asked) if (rank := _rank(near, refusal, wished, line, speaker)) < worst]
    return [near for _, near in sorted(ranked, key=lambda each: each[0])][:MOST_NEAR]


def _offered(asked: Sequence[Pending]) -> Iterator[Near]:
    for pending in asked:
        ask = pending.ask
        if isinstance(ask, Pick) and (ask.least, ask.most) == (1, 1):
            yield from [Near(pending, option) for option in ask.options]
        elif isinstance(ask, Amount):
            yield from [Near(pending, option) for option in ask.instead]
            yield Near(pending, Option(str(ask.low), ask.prompt))
        elif isinstance(ask, Bundle) and ask.least <= 1:
            for kind, where in places_of(ask).items():
                if ask.has_room({kind: 1}):
                    yield Near(pending, Option(kind, ask.labels[kind], at=where))


def _things(option: Option) -> set[str]:
    """What an option is about, without whose it is or where it is drawn."""
    return {each for each in refs_of(option) if not each.startswith(NO_THINGS)}


def _rank(near: Near, refusal: Refusal, wished: Option | None, line: str, speaker: Speaker) -> int:
    key = near.option.key
    if any(fnmatchcase(key, pattern) for pattern in refusal.instead):
        return 0
    if wished is not None:
        if _things(wished) & _things(near.option):
            return 1
        if ":" in wished.key and key.partition(":")[0] == wished.key.partition(":")[0]:
            return 2
    if set(words(line)) & set(words(speaker.label(near.option.label))):
        return 3
    return LAST if near.value == way_out(near.pending.ask) else OTHER
