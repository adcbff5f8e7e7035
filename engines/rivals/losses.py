"""Section 10.4, lost expansions: where a card goes that an event, an attack or its owner takes off the table."""

from __future__ import annotations

from engines.kit import Card, Draft, Pick, PickStep, Step, Text
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
from engines.rivals.state import Expansion, Player, RivalsState
from engines.rivals.tokens import tokens_watched


def returns_to_face_up(s: RivalsState, kind: str) -> bool:
    """A13 13.4 Cards of the face-up stack go back there in every case; in the Duel there is none."""
    return s.tables.faces[kind].face_up and s.mode != "duel"


def take_off(d: Draft[RivalsState], player: Player, expansion: Expansion, target: list[Card]) -> None:
    """15.38 Take the top card off a site; a Parish Hall below a Town Hall comes back into view."""
    d.take(expansion.pile, -1, target)
    if not expansion.pile:
        player.expansions = [card for card in player.expansions if card is not expansion]


def lose_one(s: RivalsState, player: Player, targets: list[Expansion], prompt: str) -> Pick:
    """16 Which own card is lost: the cheapest is the default."""
    options = expansion_options(s, player, targets)
    cheapest = min(options, key=lambda option: price_of(s, player, option.key))
    return Pick(Text(prompt), options, suggested=([cheapest.key],))


def begin_loss(d: Draft[RivalsState], seat: int, key: str) -> None:
    """10.4 The card is named; its owner stores what is owed, chooses the stack, then the card leaves the table."""
    d.state.players[seat].lost = key
    d.goto("loss.apply")
    d.call("loss.stack", seat)
    d.call_in(seat)


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


class LossApply(Step[RivalsState]):
    """10.4 15.24 A43 The cards leave the table, the active player's first; then Irmgard pays."""

    name = "loss.apply"

    def resume(self, d: Draft[RivalsState]) -> None:
        s = d.state
        with tokens_watched(d):
            for seat in s.order:
                player = s.players[seat]
                if player.lost:
                    self._lose(d, seat)
                    if has(player, "irmgard"):
                        owe_choice(player, "card/irmgard", s.tables.faces["irmgard"].gains)
        d.end()
        collect(d)

    def _lose(self, d: Draft[RivalsState], seat: int) -> None:
        s = d.state
        player = s.players[seat]
        expansion = expansion_keys(player)[player.lost]
        facts = card_facts(s, expansion.kind, expansion.back)
        facts["site"] = site_number(player, expansion.x, expansion.row)
        if player.lost_to < 0:
            take_off(d, player, expansion, s.face_up)
            d.tell("rivals.event.lost_face_up", seat=who(seat), **facts)
        else:
            take_off(d, player, expansion, s.stacks[player.lost_to].cards)
            d.tell("rivals.event.lost", seat=who(seat), stack=player.lost_to + 1, **facts)
        player.lost, player.lost_to = "", -1
