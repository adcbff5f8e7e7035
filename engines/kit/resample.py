"""Re-deal everything that a viewer does not know: written once, for every game."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from engines.kit.cards import Card
from engines.kit.dice import Dice
from engines.kit.state import CardPlace, Frame, S, card_places, put_card

if TYPE_CHECKING:
    from engines.kit.engine import Engine


def resample(engine: Engine[S], state: S, seat: int | None, seed: str, in_order: bool = False) -> S:
    """The same view for this viewer, every secret dealt anew: hidden faces of one back, others' sealed answers.

    `in_order`: the faces are sorted before they are dealt, so that the deal depends on nothing but view and seed.
    """
    chance = Dice(seed)
    new = state.clone()
    new.seed = seed
    _redeal(new, lambda card: not card.known_to(seat), chance, in_order)
    for frame in _frames(new.stack):
        for other in sorted(frame.sealed):
            ask = engine.steps[frame.step].ask(new, other) if other != seat else None
            if ask is not None:
                frame.sealed[other] = ask.sample(chance.below)
    return new


def rewind(earlier: S, present: S) -> S:
    """An earlier state again, after all agreed: chance goes on from the present, what nobody knew is dealt anew."""
    new = earlier.clone()
    new.rolled = present.rolled
    new.answered = present.answered[:]
    _redeal(new, lambda card: card.known == 0, Dice(f"{present.seed}/rewind/{present.rolled}/{present.answered}"))
    return new


def _redeal(state: S, is_hidden: Callable[[Card], bool], chance: Dice, in_order: bool = False) -> None:
    """Permute the hidden faces of each back over all their places; the marks stay where they are."""
    hidden: dict[str, list[tuple[CardPlace, Card]]] = {}
    for place, card in card_places(state):
        if is_hidden(card):
            hidden.setdefault(card.back, []).append((place, card))
    for back, group in hidden.items():
        kinds = sorted([card.kind for _, card in group])  # where they lie now has no part in where they come to lie
        chance.shuffle(kinds)
        for (place, card), kind in zip(group, kinds, strict=True):
            put_card(place, Card(kind, back, card.known))


def _frames(stack: list[Frame]) -> list[Frame]:
    found: list[Frame] = []
    for frame in stack:
        found.append(frame)
        for branch in (frame.branches or {}).values():
            found += _frames(branch)
    return found
