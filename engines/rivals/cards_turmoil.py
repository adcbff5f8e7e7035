"""Chapter 15, action cards of the Era of Turmoil: the three attacks with their defence roll, and Voyage of Plunder."""

from __future__ import annotations

from engines.kit import Draft, Pick, PickStep, Text, ref
from engines.rivals.board import buildings, fighters
from engines.rivals.labels import card_facts, card_options, choices, expansion_options, who
from engines.rivals.leisure import is_at_leisure, owe_loss
from engines.rivals.losses import begin_loss, lose_one, price_of, tell_marked
from engines.rivals.play import reveal
from engines.rivals.scoring import score, strength_holder
from engines.rivals.state import Expansion, Player, RivalsState
from engines.rivals.takings import fitting, start_taking


def defence_of(s: RivalsState, player: Player) -> set[int]:
    """15.18 The rolls that repel an attack: Lookout Tower 1 and 2, Heinrich 3 to 5, both 1 to 5."""
    return {roll for card in player.expansions for roll in s.tables.faces[card.kind].defends_on}


def is_repelled(d: Draft[RivalsState], seat: int) -> bool:
    """15.18 A27 A28 A47 The card is shown, then one roll for the defender; this turn's number stays."""
    reveal(d)
    card = d.state.laid[-1].kind
    defence = defence_of(d.state, d.state.players[1 - seat])
    if not defence:
        return False
    roll = d.roll()
    event = "rivals.event.repelled" if roll in defence else "rivals.event.undefended"
    d.tell(event, seat=who(1 - seat), number=roll, card=ref("card", card))
    return roll in defence


def can_archer(s: RivalsState, seat: int) -> bool:
    """15.19 The opponent has a unit with strength."""
    return bool(fighters(s, s.players[1 - seat]))


def archer(d: Draft[RivalsState], seat: int) -> None:
    """15.19 Unless repelled, the opponent loses a unit with strength."""
    if is_repelled(d, seat):
        return
    if is_at_leisure(d.state, 1 - seat):
        owe_loss(d, 1 - seat, "archer.unit")
    else:
        d.call("archer.unit", 1 - seat)


class ArcherUnit(PickStep[RivalsState]):
    """15.19 The opponent chooses the unit, then the stack."""

    name = "archer.unit"

    def ask(self, s: RivalsState, seat: int) -> Pick:
        player = s.players[seat]
        return lose_one(s, player, fighters(s, player), "rivals.ask.archer.unit")

    def answer(self, d: Draft[RivalsState], seat: int, value: list[str]) -> None:
        begin_loss(d, seat, value[0])


def flammable(s: RivalsState, player: Player) -> list[Expansion]:
    """15.20 15.26 Buildings outside cities with a Fire Brigade."""
    safe = {card.x for card in player.expansions if card.kind == "fire_brigade"}
    return [card for card in buildings(s, player) if card.x not in safe]


def can_arsonist(s: RivalsState, seat: int) -> bool:
    """15.20 The opponent has a building that no Fire Brigade covers."""
    return bool(flammable(s, s.players[1 - seat]))


def arsonist(d: Draft[RivalsState], seat: int) -> None:
    """15.20 Unless repelled, the attacker names a building: only after the roll."""
    if not is_repelled(d, seat):
        d.call("arsonist.building")


class ArsonistBuilding(PickStep[RivalsState]):
    """15.20 The attacker names the building; its owner chooses the stack."""

    name = "arsonist.building"

    def seats(self, s: RivalsState) -> tuple[int, ...]:
        return (s.active,)

    def ask(self, s: RivalsState, seat: int) -> Pick:
        victim = s.players[1 - seat]
        options = expansion_options(s, victim, flammable(s, victim))
        dearest = max(options, key=lambda option: price_of(s, victim, option.key))
        return Pick(Text("rivals.ask.arsonist.building"), options, suggested=([dearest.key],))

    def answer(self, d: Draft[RivalsState], seat: int, value: list[str]) -> None:
        if is_at_leisure(d.state, 1 - seat):
            tell_marked(d, seat, value)
        begin_loss(d, 1 - seat, value[0])


def can_traitor(s: RivalsState, seat: int) -> bool:
    """15.21 The opponent holds a card."""
    return bool(s.players[1 - seat].hand)


def traitor(d: Draft[RivalsState], seat: int) -> None:
    """15.21 17.4 Unless repelled, see the hand."""
    if not is_repelled(d, seat):
        d.look(d.state.players[1 - seat].hand, seat)
        d.tell("rivals.event.saw_hand", seat=who(seat), other=who(1 - seat))
        d.call("traitor.take")


class TraitorTake(PickStep[RivalsState]):
    """15.21 9.5 Take one card or none; it may be used at once."""

    name = "traitor.take"

    def seats(self, s: RivalsState) -> tuple[int, ...]:
        return (s.active,)

    def ask(self, s: RivalsState, seat: int) -> Pick:
        options = card_options(s, s.players[1 - seat].hand)
        return Pick(Text("rivals.ask.traitor.take"), options, 0, 1, default=[], private=True)

    def answer(self, d: Draft[RivalsState], seat: int, value: list[str]) -> None:
        s = d.state
        hand = s.players[1 - seat].hand
        if value:
            card = d.take(hand, choices(hand)[value[0]], s.players[seat].hand)
            facts = card_facts(s, card.kind, card.back)
            d.tell("rivals.event.stole", {0: facts, 1: facts}, seat=who(seat), other=who(1 - seat))
        else:
            d.tell("rivals.event.stole_nothing", seat=who(seat))
        d.end()


def can_voyage_of_plunder(s: RivalsState, seat: int) -> bool:
    """15.22 The strength advantage, and something that fits."""
    return strength_holder(s) == seat and bool(fitting(s, seat))


def voyage_of_plunder(d: Draft[RivalsState], seat: int) -> None:
    """15.22 A32 1 of choice, 2 if the opponent has more points; fewer only if no more can be taken."""
    face = d.state.tables.faces["voyage_of_plunder"]
    number = face.takes_from_leader if score(d.state, 1 - seat) > score(d.state, seat) else face.takes
    start_taking(d, seat, "card/voyage_of_plunder", number, number)
