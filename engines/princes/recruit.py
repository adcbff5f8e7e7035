"""Recruiting a person from another player's table (chapter 12)."""

from engines.kit import WORDLESS, Draft, Option, Pick, PickStep, Text, bare_options, ref, seat_ref
from engines.princes.state import PrincesState


def targets(s: PrincesState, seat: int) -> list[tuple[int, str]]:
    """12.2 Every profession card on another player's table.

    A23 Also of a player who still bids in this phase.
    """
    return [(other, card.kind) for other, player in enumerate(s.players) if other != seat for card in player.table]


def target_options(s: PrincesState, seat: int) -> list[Option]:
    """The persons that may be recruited, grouped by the player they work for."""
    return [
        Option(
            kind,
            Text("princes.option.recruit", {"person": ref("person", kind), "seat": seat_ref(other)}),
            group=seat_ref(other),
        )
        for other, kind in targets(s, seat)
    ]


def recruit(d: Draft[PrincesState], seat: int, kind: str) -> None:
    """12.3 An exchange: the person into the hand, the recruiting card onto the former owner's table.

    12.4 Nobody's number of people cards or works changes.
    12.6 A person may be recruited back and work once more.
    12.7 Used cards never return to the supply.
    12.8 The person is safe in hand until the next work.
    A22 The recruited card stays known to all.
    A31 So a person works at most once a turn for the same player.
    A42 A recruiting card on a table is never picked up.
    """
    s = d.state
    other = next(owner for owner, person in targets(s, seat) if person == kind)
    table = s.players[other].table
    index = next(i for i, card in enumerate(table) if card.kind == kind)
    d.take(table, index, s.players[seat].hand)
    s.players[seat].recruiting -= 1
    s.players[other].table_recruiting += 1
    d.tell("princes.event.recruited", seat=seat_ref(seat), person=ref("person", kind), other=seat_ref(other))


class RecruitInTurn(PickStep[PrincesState]):
    """12.1 In the own turn before, between or after actions, as often as cards allow; it costs no action."""

    name = "turn.recruit"

    def ask(self, s: PrincesState, seat: int) -> Pick | None:
        if not can_recruit(s, seat):
            return None
        if s.lean:
            return Pick(WORDLESS, bare_options([kind for _, kind in targets(s, seat)]))
        return Pick(Text("princes.ask.turn.recruit"), tuple(target_options(s, seat)))

    def answer(self, d: Draft[PrincesState], seat: int, value: list[str]) -> None:
        recruit(d, seat, value[0])


def can_recruit(s: PrincesState, seat: int) -> bool:
    return s.players[seat].recruiting > 0 and bool(targets(s, seat))
