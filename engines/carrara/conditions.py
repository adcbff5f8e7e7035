"""Section 7.2: a condition of the end that somebody comes to fulfil is told to that player alone."""

from collections.abc import Iterator
from contextlib import contextmanager

from engines.carrara.cards import is_fulfilled, progress
from engines.carrara.state import CarraraState
from engines.kit import Draft, ref


def condition_cards(s: CarraraState) -> list[str]:
    """7.2, 10.8 The cards with the three conditions, in their order."""
    return [f"top_{s.top_card}", f"object_{s.object_card}", f"building_{s.building_card}"]


@contextmanager
def conditions_watched(d: Draft[CarraraState], seat: int) -> Iterator[None]:
    """7.2 Tell the seat which conditions hold by what is done meanwhile; some of them count what only it sees."""
    if d.quiet:  # nobody listens
        yield
        return
    before = _fulfilled(d.state, seat)
    yield
    for card, (has, least) in _fulfilled(d.state, seat).items():
        if card not in before:
            d.tell("carrara.event.condition_met", only=(seat,), card=ref("card", card), has=has, least=least)


def _fulfilled(s: CarraraState, seat: int) -> dict[str, tuple[int, int]]:
    player, cards = s.players[seat], zip(condition_cards(s), s.conditions(), strict=True)
    return {
        card: progress(s.tables, player, condition, s.seats)
        for card, condition in cards
        if is_fulfilled(s.tables, player, condition, s.seats)
    }
