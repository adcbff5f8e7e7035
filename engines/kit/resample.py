"""Re-deal everything that a viewer does not know: written once, for every game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engines.kit.cards import Card
from engines.kit.dice import Dice
from engines.kit.state import CardPlace, Frame, S, card_places, put_card

if TYPE_CHECKING:
    from engines.kit.engine import Engine


def resample(engine: Engine[S], state: S, seat: int | None, seed: str) -> S:
    """The same view for this viewer, every secret dealt anew: hidden faces of one back, others' sealed answers."""
    chance = Dice(seed)
    new = state.clone()
    new.seed = seed
    _redeal(list(card_places(new)), seat, chance)
    for frame in _frames(new.stack):
        for other in sorted(frame.sealed):
            ask = engine.steps[frame.step].ask(new, other) if other != seat else None
            if ask is not None:
                frame.sealed[other] = ask.sample(chance.below)
    return new


def _redeal(places: list[tuple[CardPlace, Card]], seat: int | None, chance: Dice) -> None:
    """Permute the faces of each back over all places without the viewer's mark; the marks stay where they are."""
    hidden: dict[str, list[tuple[CardPlace, Card]]] = {}
    for place, card in places:
        if not card.known_to(seat):
            hidden.setdefault(card.back, []).append((place, card))
    for back, group in hidden.items():
        kinds = [card.kind for _, card in group]
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
