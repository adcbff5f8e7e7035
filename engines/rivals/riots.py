"""Section 11.9, Riots: both players pay for their units or give one up."""

from __future__ import annotations

from engines.kit import Draft, Option, Pick, PickStep, Step, Text, counted
from engines.rivals.board import units
from engines.rivals.feuds import (
    SEBASTIAN,
    could_hold_sebastian,
    offer_sebastian,
    show_sebastian,
    ward_off,
    with_sebastian,
)
from engines.rivals.labels import expansion_options, who
from engines.rivals.leisure import is_at_leisure, owe_loss, settled
from engines.rivals.losses import begin_loss, price_of
from engines.rivals.payments import ask_payment, settle_payment
from engines.rivals.state import Expansion, Player, RivalsState
from engines.rivals.stores import amounts

TOGETHER = 4
"""The rules_version since which Sebastian is an answer to the Riots themselves: both are asked once, at once."""


def riots(d: Draft[RivalsState]) -> None:
    """11.9 A15 Units with strength or commerce cost gold, or one of them is given up; Chapels spare."""
    s = d.state
    d.call("riots.start")
    if s.rules < TOGETHER:
        offer_sebastian(d, threatened(s))


def threatened(s: RivalsState) -> list[int]:
    """11.9 Whom the Riots hit, the active player first."""
    return [seat for seat in s.order if rioters(s, s.players[seat]) and not is_sheltered(s, s.players[seat])]


def rioters(s: RivalsState, player: Player) -> list[Expansion]:
    """11.9 Own units that show strength or commerce: not Irmgard, not Pirate Ships."""
    shown = s.tables.faces
    return [
        card
        for card in units(s, player)
        if shown[card.kind].points.get("strength", 0) or shown[card.kind].points.get("commerce", 0)
    ]


def is_sheltered(s: RivalsState, player: Player) -> bool:
    """11.9 15.26 A47 A48 An own Chapel lists the number of this turn."""
    return any(s.production in s.tables.faces[card.kind].spares_on for card in player.expansions)


def riots_price(s: RivalsState, player: Player) -> int:
    """11.9 1 gold for one or two units, 2 gold for three or more."""
    few, many = s.tables.constants.riots_price
    return many if len(rioters(s, player)) >= s.tables.constants.riots_many else few


class RiotsStart(Step[RivalsState]):
    """11.9 7.9 Both players decide, the active one first; lost units leave the table after that."""

    name = "riots.start"

    def resume(self, d: Draft[RivalsState]) -> None:
        s = d.state
        hit = sorted([seat for seat in threatened(s) if seat not in s.spared])
        now = [seat for seat in hit if not is_at_leisure(s, seat)]
        if d.call_in(*now):
            return
        if not hit and not s.spared:
            d.tell("rivals.event.nothing_riots")
        d.goto("riots.other")
        d.call("loss.apply")
        if s.rules >= TOGETHER:
            d.call("riots.shown")
        d.each("riots.decide" if s.rules >= TOGETHER else "riots.choose", now)


class RiotsOther(Step[RivalsState]):
    """11.9 A43 When the active player's unit is gone, the other one decides at leisure."""

    name = "riots.other"

    def resume(self, d: Draft[RivalsState]) -> None:
        s, other = d.state, 1 - d.state.active
        d.end()
        if is_at_leisure(s, other) and other in threatened(s):
            owe_loss(d, other, "riots.decide")


class RiotsChoose(PickStep[RivalsState]):
    """11.9 Pay the gold in full, or give up one of the units; the latter is compulsory without the gold."""

    name = "riots.choose"

    def ask(self, s: RivalsState, seat: int) -> Pick | None:
        player = s.players[seat]
        price = riots_price(s, player)
        options = list(expansion_options(s, player, rioters(s, player)))
        cheapest = min(options, key=lambda option: price_of(s, player, option.key)).key
        if amounts(player)["gold"] >= price:
            options.insert(0, Option("pay", Text("rivals.option.riots.pay", {"n": price})))
            return Pick(Text("rivals.ask.riots.choose", {"n": price}), tuple(options), default=["pay"])
        return Pick(Text("rivals.ask.riots.forced", {"n": price}), tuple(options), suggested=([cheapest],))

    def answer(self, d: Draft[RivalsState], seat: int, value: list[str]) -> None:
        s = d.state
        if value == ["pay"]:
            d.goto("riots.paid", seat)
            ask_payment(d, seat, {"gold": riots_price(s, s.players[seat])})
        elif is_at_leisure(s, seat):
            begin_loss(d, seat, value[0])
        else:
            s.players[seat].lost = value[0]
            d.goto("loss.stack", seat)


class RiotsDecide(RiotsChoose):
    """11.9 11.11 A14 The same for whoever could hold Sebastian, by the backs of the hand: he is one of the answers, and
    it is asked whoever is in the hand."""

    name = "riots.decide"
    bluff = True

    def ask(self, s: RivalsState, seat: int) -> Pick | None:
        if not could_hold_sebastian(s, seat):
            return None
        ask = super().ask(s, seat)
        assert ask is not None
        return with_sebastian(s, seat, ask)

    def answer(self, d: Draft[RivalsState], seat: int, value: list[str]) -> None:
        if value == [SEBASTIAN] and is_at_leisure(d.state, seat):
            ward_off(d, seat)
        elif value == [SEBASTIAN]:
            d.state.players[seat].lost = SEBASTIAN
            d.end()
        else:
            super().answer(d, seat, value)

    def resume(self, d: Draft[RivalsState]) -> None:
        d.goto("riots.choose", d.stack[-1].seat)


class RiotsShown(Step[RivalsState]):
    """11.11 When both have decided, Sebastian is shown: his player gives up nothing."""

    name = "riots.shown"

    def resume(self, d: Draft[RivalsState]) -> None:
        d.end()
        for seat in d.state.order:
            player = d.state.players[seat]
            if player.lost == SEBASTIAN:
                player.lost = ""
                show_sebastian(d, seat)


class RiotsPaid(Step[RivalsState]):
    """11.9 The gold comes from any own gold stores."""

    name = "riots.paid"

    def resume(self, d: Draft[RivalsState]) -> None:
        seat = d.stack[-1].seat
        what = counted("resource", settle_payment(d.state, seat))
        d.tell("rivals.event.paid", seat=who(seat), what=what, reason="card/riots")
        settled(d.state, seat)
        d.end()
