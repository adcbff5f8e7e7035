"""Chapter 11, Feud and Fraternal Feuds: the strength advantage strikes; Sebastian may ward it off."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from engines.kit import Draft, Fact, Option, Pick, PickStep, Step, Text, ref
from engines.rivals.board import buildings
from engines.rivals.gains import UNHURRIED
from engines.rivals.labels import (
    card_facts,
    card_options,
    choices,
    expansion_keys,
    expansion_options,
    matching,
    stack_of_key,
    stack_options,
    who,
)
from engines.rivals.leisure import is_at_leisure, owe_loss, place_on_discard, settled
from engines.rivals.losses import begin_loss, lose_one, price_of, tell_marked
from engines.rivals.play import lay_open
from engines.rivals.scoring import strength_holder
from engines.rivals.state import Deed, Player, RivalsState

SEBASTIAN = "sebastian"


def offer_sebastian(d: Draft[RivalsState], threatened: Iterable[int]) -> None:
    """11.11 A14 Ask every threatened player who could hold Sebastian, by the backs of the hand."""
    s = d.state
    s.threatened = [seat for seat in threatened if could_hold_sebastian(s, seat)]
    if s.threatened:
        d.call("sebastian")


def could_hold_sebastian(s: RivalsState, seat: int) -> bool:
    """11.11 A14 Whether he may be in this hand, for all that can be seen: its backs, and the discard pile."""
    return s.mode == "turmoil" and not _is_sebastian_spent(s) and _has_turmoil_back(s.players[seat])


def _has_turmoil_back(player: Player) -> bool:
    return any(card.back == "turmoil" for card in player.hand)


def _is_sebastian_spent(s: RivalsState) -> bool:
    """11.11 Every copy lies on the discard pile, for all to see: nobody can hold one."""
    there = sum(card.kind == "sebastian" for card in s.discard)
    return s.rules >= UNHURRIED and there >= sum(s.tables.faces["sebastian"].copies.values())


class Sebastian(PickStep[RivalsState]):
    """11.11 15.23 A14 The event passes over the player who shows him; asked whoever could hold him."""

    name = "sebastian"
    bluff = True

    def seats(self, s: RivalsState) -> Iterable[int]:
        return s.threatened[:1]

    def ask(self, s: RivalsState, seat: int) -> Pick:
        options = [Option("pass", Text("rivals.option.sebastian.pass"))]
        if any(card.kind == "sebastian" for card in s.players[seat].hand):
            options.append(Option("play", Text("rivals.option.sebastian.play")))
        event = {"event": ref("card", self.event(s))}
        return Pick(Text("rivals.ask.sebastian", {**event}), tuple(options), default=["pass"], private=True)

    def event(self, s: RivalsState) -> str:
        return s.turned[-1].kind

    def answer(self, d: Draft[RivalsState], seat: int, value: list[str]) -> None:
        s = d.state
        s.threatened.remove(seat)
        if value == ["play"]:
            show_sebastian(d, seat)
            s.spared.append(seat)
            s.threatened = []

    def resume(self, d: Draft[RivalsState]) -> None:
        d.end()


def show_sebastian(d: Draft[RivalsState], seat: int) -> None:
    """11.11 15.23 The event passes over this player."""
    s = d.state
    hand = s.players[seat].hand
    place = next(place for place, card in enumerate(hand) if card.kind == SEBASTIAN)
    lay_open(d, hand, place, s.discard, place_on_discard(s, seat))
    d.tell("rivals.event.played", seat=who(seat), card=ref("card", SEBASTIAN))


def feud(d: Draft[RivalsState]) -> None:
    """11.1 The strength advantage strikes at the other player's buildings."""
    s = d.state
    holder = strength_holder(s)
    if holder is None:
        d.tell("rivals.event.nothing_strength")
        return
    if not buildings(s, s.players[1 - holder]):
        d.tell("rivals.event.nothing_buildings", seat=who(1 - holder))
        return
    d.call("feud.mark")
    if not is_at_leisure(s, 1 - holder):
        offer_sebastian(d, [1 - holder])


class FeudMark(PickStep[RivalsState]):
    """11.1 The holder of the advantage marks three buildings, all if there are no more.

    They are told once the other player has not warded it off.
    """

    name = "feud.mark"

    def seats(self, s: RivalsState) -> Iterable[int]:
        holder = strength_holder(s)
        return () if s.spared or holder is None else (holder,)

    def ask(self, s: RivalsState, seat: int) -> Pick:
        victim = s.players[1 - seat]
        targets = buildings(s, victim)
        number = min(s.tables.faces["feud"].marks, len(targets))
        options = expansion_options(s, victim, targets, copies=True)
        dearest = sorted(options, key=lambda option: -price_of(s, victim, option.key))[:number]
        return Pick(
            Text("rivals.ask.feud.mark", {"n": number, "other": who(1 - seat)}),
            options,
            number,
            number,
            suggested=([option.key for option in dearest],),
        )

    def answer(self, d: Draft[RivalsState], seat: int, value: list[str]) -> None:
        s = d.state
        s.marked = list(value)
        if is_at_leisure(s, 1 - seat) and could_hold_sebastian(s, 1 - seat):
            d.end()
            owe_loss(d, 1 - seat, "feud.ward")
            return
        tell_marked(d, seat, value)
        if is_at_leisure(s, 1 - seat):
            d.end()
            owe_loss(d, 1 - seat, "feud.lose")
        else:
            d.goto("feud.lose")

    def resume(self, d: Draft[RivalsState]) -> None:
        d.end()


class FeudLose(PickStep[RivalsState]):
    """11.1 The victim gives up one of the marked buildings and chooses the stack."""

    name = "feud.lose"

    def seats(self, s: RivalsState) -> Iterable[int]:
        holder = strength_holder(s)
        return (1 - holder,) if holder is not None else ()

    def ask(self, s: RivalsState, seat: int) -> Pick:
        player = s.players[seat]
        return lose_one(s, player, [expansion_keys(player)[key] for key in s.marked], "rivals.ask.feud.lose")

    def answer(self, d: Draft[RivalsState], seat: int, value: list[str]) -> None:
        d.state.marked = []
        begin_loss(d, seat, value[0])


class FeudWard(Sebastian):
    """11.1 11.11 A14 The player who is not on turn wards the Feud off at leisure, and does not know before that what is
    marked: so it makes no difference that it was marked meanwhile."""

    name = "feud.ward"

    def event(self, s: RivalsState) -> str:
        return "feud"

    def answer(self, d: Draft[RivalsState], seat: int, value: list[str]) -> None:
        s = d.state
        if value == ["play"]:
            s.marked = []
            ward_off(d, seat)
        else:
            tell_marked(d, 1 - seat, s.marked)
            d.goto("feud.lose", seat)


def with_sebastian(s: RivalsState, seat: int, ask: Pick) -> Pick:
    """11.11 Sebastian among the answers of whoever holds him."""
    held = any(card.kind == SEBASTIAN for card in s.players[seat].hand)
    shown = (Option(SEBASTIAN, Text("rivals.option.sebastian.play")),) if held else ()
    return replace(ask, options=(*ask.options, *shown), private=True)


def ward_off(d: Draft[RivalsState], seat: int) -> None:
    """11.11 Sebastian is shown by the player who is not on turn."""
    show_sebastian(d, seat)
    settled(d.state, seat)
    d.end()


def fraternal_feuds(d: Draft[RivalsState]) -> None:
    """11.2 The strength advantage strikes at the other player's hand."""
    s = d.state
    holder = strength_holder(s)
    if holder is None:
        d.tell("rivals.event.nothing_strength")
        return
    if not s.players[1 - holder].hand:
        d.tell("rivals.event.nothing_hand", seat=who(1 - holder))
        return
    d.call("fraternal.look")
    offer_sebastian(d, [1 - holder])


class FraternalLook(Step[RivalsState]):
    """11.2 17.4 The holder of the advantage sees the whole hand."""

    name = "fraternal.look"

    def resume(self, d: Draft[RivalsState]) -> None:
        s = d.state
        holder = strength_holder(s)
        if s.spared or holder is None:
            d.end()
            return
        d.look(s.players[1 - holder].hand, holder)
        d.tell("rivals.event.saw_hand", seat=who(holder), other=who(1 - holder))
        d.goto("fraternal.pick", holder)


class FraternalPick(PickStep[RivalsState]):
    """11.2 Pick two cards of the hand, all if there are fewer, in the order in which they go under."""

    name = "fraternal.pick"

    def ask(self, s: RivalsState, seat: int) -> Pick:
        hand = s.players[1 - seat].hand
        number = min(s.tables.faces["fraternal_feuds"].takes, len(hand))
        return Pick(
            Text("rivals.ask.fraternal.pick", {"n": number, "other": who(1 - seat)}),
            card_options(s, hand, copies=True),
            number,
            number,
            ordered=True,
            private=True,
        )

    def answer(self, d: Draft[RivalsState], seat: int, value: list[str]) -> None:
        places = choices(d.state.players[1 - seat].hand, copies=True)
        d.state.deed = Deed(picks=[places[key] for key in value])
        d.goto("fraternal.stack", seat)


class FraternalStack(PickStep[RivalsState]):
    """11.2 17.6 A matching stack for each card; the victim learns only which stacks were used."""

    name = "fraternal.stack"

    def ask(self, s: RivalsState, seat: int) -> Pick | None:
        deed = s.deed
        if len(deed.stacks) == len(deed.picks):
            return None
        card = s.players[1 - seat].hand[deed.picks[len(deed.stacks)]]
        facts = card_facts(s, card.kind, card.back)
        return Pick(Text("rivals.ask.fraternal.stack", facts), stack_options(s, matching(s, card.back)), private=True)

    def answer(self, d: Draft[RivalsState], seat: int, value: list[str]) -> None:
        d.state.deed.stacks.append(stack_of_key(value[0]))

    def resume(self, d: Draft[RivalsState]) -> None:
        s = d.state
        seat = d.stack[-1].seat
        hand = s.players[1 - seat].hand
        deed = s.deed
        gone: Fact = sorted(ref("card", hand[place].kind) for place in deed.picks)
        for number, place in enumerate(deed.picks):
            shift = sum(earlier < place for earlier in deed.picks[:number])
            d.slip(hand, place - shift, s.stacks[deed.stacks[number]].cards, seat)
        d.look(hand, 1 - seat)
        used = sorted({number + 1 for number in deed.stacks})
        d.tell(
            "rivals.event.hid_cards",
            {0: {"cards": gone}, 1: {"cards": gone}},
            seat=who(seat),
            other=who(1 - seat),
            n=len(deed.picks),
            stacks=list(used),
            places=len(used),
        )
        d.end()
