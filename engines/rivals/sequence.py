"""Chapter 6, the order of play on one screen.

start stacks and hands -> regions laid anew -> turns until somebody wins; a turn:
before the roll -> dice and event -> actions -> refill -> exchange -> end
"""

from __future__ import annotations

from engines.kit import WORDLESS, Draft, Option, Pick, PickStep, Step, Text, Withheld, bare
from engines.rivals import (
    actions,
    building,
    built,
    cards_basic,
    cards_gold,
    cards_progress,
    cards_turmoil,
    centre,
    dice,
    events,
    feuds,
    fortunes,
    gains,
    hand,
    losses,
    payments,
    play,
    reasons,
    riots,
    setup,
    takings,
    trade,
)
from engines.rivals.ending import end_if_won, is_exhausted
from engines.rivals.labels import card_facts, who
from engines.rivals.leisure import awaits_loss, could_win_by_it, is_losing
from engines.rivals.state import RivalsState


class TurnStart(Step[RivalsState]):
    """6.0 5.7 A new turn; in the eras and the Duel it may be won before the dice.

    First its player stores what the other one's turn has brought.
    """

    name = "turn.start"

    def resume(self, d: Draft[RivalsState]) -> None:
        s = d.state
        if d.call_in(s.active):
            return
        s.turn += 1
        s.production, s.face, s.herald, s.fetches = 0, "", False, 0
        for card in s.players[s.active].expansions:
            card.used = False
        if s.mode == "basic" or not end_if_won(d):
            d.goto("turn.before")


class BeforeRoll(PickStep[RivalsState]):
    """6.0 6.1 15.3 15.13 Play Brigitta, Reiner or both, then roll; asked whatever the hand: a wait tells nothing.

    Of two copies with other backs the player chooses which one is spent.
    """

    name = "turn.before"
    bluff = True

    def seats(self, s: RivalsState) -> tuple[int, ...]:
        return (s.active,)

    def ask(self, s: RivalsState, seat: int) -> Pick:
        copies = _copies(s, seat)
        if s.lean and not copies:
            return Pick(WORDLESS, (bare("roll"),), default=["roll"], private=True)
        options = [Option("roll", Text("rivals.option.before.roll"))]
        for key, place in copies.items():
            card = s.players[seat].hand[place]
            copy = {name: fact for name, fact in card_facts(s, card.kind, card.back).items() if name == "set"}
            if card.kind == "brigitta" and not s.production:
                options += [
                    Option(f"{key}:{number}", Text("rivals.option.before.brigitta", {"number": number, **copy}))
                    for number in s.tables.dice.production
                ]
            if card.kind == "reiner" and not s.face:
                options.append(Option(key, Text("rivals.option.before.reiner", copy)))
        return Pick(Text("rivals.ask.turn.before"), tuple(options), default=["roll"], private=True)

    def withheld(self, s: RivalsState, seat: int) -> Withheld:
        return reasons.before_roll(s, seat)

    def answer(self, d: Draft[RivalsState], seat: int, value: list[str]) -> None:
        s = d.state
        key, _, number = value[0].partition(":")
        if key == "roll":
            d.goto("dice.roll")
            return
        cards = s.players[seat].hand
        place = _copies(s, seat)[key]
        card = cards[place]
        play.lay_open(d, cards, place, s.discard)
        d.tell("rivals.event.played", seat=who(seat), **card_facts(s, card.kind, card.back))
        if card.kind == "brigitta":
            s.production = int(number)
            d.tell("rivals.event.set_number", seat=who(seat), number=s.production)
        else:
            s.face, s.herald = "celebration", True


def _copies(s: RivalsState, seat: int) -> dict[str, int]:
    """6.0 The cards played before the roll, by key: a copy with another back than the first has its set in the key."""
    found: dict[str, int] = {}
    backs: set[tuple[str, str]] = set()
    for place, card in enumerate(s.players[seat].hand):
        if card.kind in ("brigitta", "reiner") and (card.kind, card.back) not in backs:
            backs.add((card.kind, card.back))
            found[f"{card.kind}.{card.back}" if card.kind in found else card.kind] = place
    return found


class Actions(Step[RivalsState]):
    """6.2 6.5 A44 After the dice and after each completed action the win is checked, then the next action asked.

    Where the win may depend on what the other player gives up, that is decided first.
    """

    name = "turn.actions"

    def resume(self, d: Draft[RivalsState]) -> None:
        s = d.state
        if s.mode != "basic" and is_losing(s, 1 - s.active) and could_win_by_it(s) and awaits_loss(d):
            return
        if s.mode == "basic" or not end_if_won(d):
            d.call("action")


class TurnEnd(Step[RivalsState]):
    """6.5 5.7 A19 In the basic game the win is checked here; then the other's turn, unless nobody can win (R1)."""

    name = "turn.end"

    def resume(self, d: Draft[RivalsState]) -> None:
        s = d.state
        if awaits_loss(d) or end_if_won(d):
            return
        if is_exhausted(s):
            d.tell("rivals.event.exhausted", target=s.target)
            d.finish("exhausted")
            return
        s.active = 1 - s.active
        d.goto("turn.start")


STEPS: tuple[Step[RivalsState], ...] = (
    setup.StartStack(), setup.StartHand(), setup.ArrangeRegions(),
    TurnStart(), BeforeRoll(), dice.Roll(), dice.Production(), dice.EventFace(),
    events.Turn(), events.Resolve(), events.Done(), feuds.Sebastian(), feuds.FeudMark(), feuds.FeudLose(),
    feuds.FeudWard(), feuds.FraternalLook(), feuds.FraternalPick(), feuds.FraternalStack(),
    fortunes.Buy(), fortunes.Bought(),
    riots.RiotsStart(), riots.RiotsOther(), riots.RiotsChoose(), riots.RiotsDecide(), riots.RiotsShown(),
    riots.RiotsPaid(),
    Actions(), actions.ChooseAction(),
    building.Site(), building.DiscountChoice(), building.BuildDone(), built.Effect(),
    centre.RoadDone(), centre.CityDone(), centre.SettlementDone(), centre.ScoutChoose(), centre.SettlementRegions(),
    trade.TradeRate(), trade.TradeGet(), trade.Remove(),
    play.PlayDone(), cards_basic.SwapPay(), cards_basic.SwapGain(),
    cards_basic.RelocateFirst(), cards_basic.RelocateSecond(),
    cards_gold.BrigandsRegion(), cards_gold.BrigandsAmount(),
    cards_gold.GudrunAmount(), cards_gold.GudrunStores(), cards_gold.MerchantGive(), cards_gold.MerchantGift(),
    cards_turmoil.ArcherUnit(), cards_turmoil.ArsonistBuilding(), cards_turmoil.TraitorTake(),
    cards_progress.DoctorBathHouse(), cards_progress.FetchTake(),
    built.SinkShip(), built.TitheType(), built.LibraryStack(), built.SearchTake(),
    gains.Store(), payments.Pay(), takings.Choose(), takings.Wait(), takings.Give(), takings.Paid(), takings.Done(),
    losses.LossStack(), losses.LossWait(), losses.LossApply(), losses.LossGone(),
    hand.HandStart(), hand.Refill(), hand.Shed(), hand.PutUnder(),
    hand.Exchange(), hand.ExchangeHow(), hand.ExchangePay(),
    TurnEnd(),
)  # fmt: skip
