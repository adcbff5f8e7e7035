"""Section 10.4, lost expansions: where a card goes that an event, an attack or its owner takes off the table."""

from __future__ import annotations

from collections.abc import Iterable

from engines.kit import Card, Draft, Option, Pick, PickStep, Step, Text, ref
from engines.rivals.board import has, site_number
from engines.rivals.gains import collect, owe_choice
from engines.rivals.labels import (
    card_facts,
    expansion_keys,
    expansion_options,
    matching,
    stack_of_key,
    stack_options,
    who,
)
from engines.rivals.leisure import awaits_loss, is_at_leisure, is_losing, owe_loss, place_under, settled
from engines.rivals.state import Expansion, Player, RivalsState
from engines.rivals.tokens import tokens_watched


def returns_to_face_up(s: RivalsState, kind: str) -> bool:
    """A13 13.4 Cards of the face-up stack go back there in every case; in the Duel there is none."""
    return s.tables.faces[kind].face_up and s.mode != "duel"


def take_off(
    d: Draft[RivalsState], player: Player, expansion: Expansion, target: list[Card], at: int | None = None
) -> None:
    """15.38 Take the top card off a site; a Parish Hall below a Town Hall comes back into view."""
    d.take(expansion.pile, -1, target, at)
    if not expansion.pile:
        player.expansions = [card for card in player.expansions if card is not expansion]


def lose_one(s: RivalsState, player: Player, targets: list[Expansion], prompt: str) -> Pick:
    """16 Which own card is lost: the cheapest is the default."""
    options = expansion_options(s, player, targets)
    cheapest = min(options, key=lambda option: price_of(s, player, option.key))
    return Pick(Text(prompt), options, suggested=([cheapest.key],))


def tell_marked(d: Draft[RivalsState], seat: int, keys: Iterable[str]) -> None:
    """11.1 15.20 Which buildings of the opponent a player has named."""
    found = expansion_keys(d.state.players[1 - seat])
    cards = [ref("card", found[key].kind) for key in keys]
    d.tell("rivals.event.marked", seat=who(seat), other=who(1 - seat), cards=list(cards))


def begin_loss(d: Draft[RivalsState], seat: int, key: str) -> None:
    """10.4 The card is named; its owner stores what is owed, chooses the stack, then the card leaves the table."""
    s = d.state
    s.players[seat].lost = key
    if not is_at_leisure(s, seat):
        d.goto("loss.apply")
        d.call("loss.stack", seat)
        d.call_in(seat)
    elif d.stack is s.stack:  # named by the player on turn
        d.end()
        owe_loss(d, seat, "loss.stack", "loss.gone")
    else:
        d.goto("loss.gone", seat)
        d.call("loss.stack", seat)


def price_of(s: RivalsState, player: Player, key: str) -> int:
    return s.tables.faces[expansion_keys(player)[key].kind].price


class LossStack(PickStep[RivalsState]):
    """10.1 10.4 The owner of a lost expansion chooses the matching stack."""

    name = "loss.stack"

    def ask(self, s: RivalsState, seat: int) -> Pick | None:
        player = s.players[seat]
        card = expansion_keys(player)[player.lost]
        if returns_to_face_up(s, card.kind):
            return None
        facts = card_facts(s, card.kind, card.back)
        return Pick(Text("rivals.ask.loss.stack", facts), stack_options(s, matching(s, card.back)))

    def answer(self, d: Draft[RivalsState], seat: int, value: list[str]) -> None:
        d.state.players[seat].lost_to = stack_of_key(value[0])
        d.end()

    def resume(self, d: Draft[RivalsState]) -> None:
        d.end()


class LossWait(PickStep[RivalsState]):
    """7.9 Wherever it may matter: let the opponent decide first what is given up."""

    name = "loss.wait"

    def ask(self, s: RivalsState, seat: int) -> Pick | None:
        if not is_losing(s, 1 - seat):
            return None
        label = Text("rivals.option.loss.wait", {"other": who(1 - seat)})
        return Pick(Text("rivals.ask.loss.wait", {"other": who(1 - seat)}), (Option("wait", label, at=()),))

    def answer(self, d: Draft[RivalsState], seat: int, value: list[str]) -> None:
        awaits_loss(d)


class LossApply(Step[RivalsState]):
    """10.4 15.24 A43 The cards leave the table, the active player's first; then Irmgard pays."""

    name = "loss.apply"

    def resume(self, d: Draft[RivalsState]) -> None:
        s = d.state
        with tokens_watched(d):
            for seat in s.order:
                player = s.players[seat]
                if player.lost and not is_at_leisure(s, seat):
                    _lose(d, seat)
        d.end()
        collect(d)


class LossGone(Step[RivalsState]):
    """10.4 15.24 The card of the player who is not on turn leaves the table; then Irmgard pays."""

    name = "loss.gone"

    def resume(self, d: Draft[RivalsState]) -> None:
        seat = d.stack[-1].seat
        with tokens_watched(d):
            _lose(d, seat)
        settled(d.state, seat)
        d.goto("gain", seat)


def _lose(d: Draft[RivalsState], seat: int) -> None:
    s = d.state
    player, to = s.players[seat], s.players[seat].lost_to
    expansion = expansion_keys(player)[player.lost]
    facts = card_facts(s, expansion.kind, expansion.back)
    facts["site"] = site_number(player, expansion.x, expansion.row)
    if to < 0:
        take_off(d, player, expansion, s.face_up)
        d.tell("rivals.event.lost_face_up", seat=who(seat), **facts)
    else:
        take_off(d, player, expansion, s.stacks[to].cards, place_under(s, seat, to))
        d.tell("rivals.event.lost", seat=who(seat), stack=to + 1, **facts)
    player.lost, player.lost_to = "", -1
    if has(player, "irmgard"):
        owe_choice(player, "card/irmgard", s.tables.faces["irmgard"].gains)
