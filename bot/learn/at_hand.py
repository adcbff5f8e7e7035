"""Things at hand: what a reader may ask about at this moment, the most likely first. No thing that is hidden."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from bot.learn.places import At, held_at
from bot.learn.reference import book, known, references
from engines.kit.engine import Pending
from engines.kit.places import places_of
from engines.kit.tables import Tables
from engines.kit.text import Fact, Text


def things_at_hand(game: str, tables: Tables, view: Mapping[str, Any] | None, pendings: Iterable[Pending]) -> list[str]:
    """The things of the present questions, the reader's own, all that lies open to the reader, what is always there."""
    lying = list(_lying(game, tables, view)) if view is not None else []
    own, open_ = [thing for thing, is_own in lying if is_own], [thing for thing, _ in lying]
    return list(dict.fromkeys([*things_asked(game, tables, pendings), *own, *open_, *_always(game, tables)]))


def things_asked(game: str, tables: Tables, pendings: Iterable[Pending]) -> list[str]:
    """The things that the present questions name, what is offered first."""
    found: dict[str, None] = {}
    for pending in sorted(pendings, key=lambda each: not each.owed):
        ask = pending.ask
        options = [*getattr(ask, "options", ()), *getattr(ask, "instead", ())]
        texts = [*[option.label for option in options], *getattr(ask, "labels", {}).values(), ask.prompt]
        named = [each for text in texts for each in _named(text)]
        placed = [each for refs in places_of(ask).values() for each in refs]
        for reference in [*named, *placed]:
            if meant := known(game, tables, reference):
                found[meant] = None
    return list(found)


def _named(text: Text) -> Iterator[str]:
    for fact in text.facts.values():
        yield from _references(fact)


def _references(fact: Fact) -> Iterator[str]:
    if isinstance(fact, str):
        yield from [fact] if "/" in fact else []
    elif isinstance(fact, dict):
        yield from fact
    elif isinstance(fact, Sequence):
        for each in fact:
            yield from _references(each)


def _lying(game: str, tables: Tables, view: Mapping[str, Any]) -> Iterator[tuple[str, bool]]:
    """What lies where the game's places are, as far as the view has it; whether it is the reader's own."""
    found, there = book(game), set(references(game, tables))
    for place in found.places if found is not None else ():
        path = str(place["path"])
        for name, at in held_at(view, path):
            for kind in place["kinds"]:
                if (thing := f"{kind}/{name}") in there:
                    yield thing, _is_own(path, at, view.get("seat"))


def _always(game: str, tables: Tables) -> list[str]:
    """Things of kinds that lie in no deck, hand or stack: cities, colours, phases, ideas."""
    found = book(game)
    if found is None:
        return []
    placed = {kind for place in found.places for kind in place["kinds"]}
    fixed = [name for name, kind in found.kinds.items() if name not in placed and not kind.elsewhere]
    return [each for each in references(game, tables) if each.partition("/")[0] in fixed]


def _is_own(path: str, at: At, seat: int | None) -> bool:
    """Whether a place belongs to the reader: the first star of a path through the seats is the seat."""
    return seat is not None and path.startswith(("seats[*]", "players[*]")) and at[:1] == (seat,)
