"""5 Phase 2: exchange a brick with a card of the row."""

from __future__ import annotations

from functools import cache

from engines.firenze import reasons
from engines.firenze.bricks import add, colours_of, least_missed, remove, size
from engines.firenze.hand import FOLDED, SCREENED, might_play
from engines.firenze.labels import brick_bundle, bricks_fact, say, slot_at
from engines.firenze.persons import has_target, playable_persons
from engines.firenze.state import FirenzeState, Player
from engines.kit import WORDLESS, Bundle, BundleStep, Draft, Option, Pick, PickStep, Withheld, ref, seat_ref

NO_EXCHANGE = Option("none", say("option.no_exchange"))


def bricks_to_give(s: FirenzeState, player: Player) -> int:
    """5.1 Three bricks, with the Bridge two."""
    table = s.tables.exchange
    return table.give_with_bridge if "bridge" in player.buildings else table.give


class Exchange(PickStep[FirenzeState]):
    """5.1 5.2 5.3 A35 Once a turn, one brick that already lies on a card; a Wholesaler may come before or after.

    It stands beside the first question of the building; by earlier rules it was asked by itself.
    """

    name = "exchange.choose"
    bluff = True
    since = SCREENED
    sides = ("person.play",)

    def ask(self, s: FirenzeState, seat: int) -> Pick | None:
        is_beside = s.stack[-1].step != self.name
        if is_beside and (s.rules < FOLDED or s.turn.plan):
            return None
        options = self._options(s, s.players[seat])
        give = bricks_to_give(s, s.players[seat])
        prompt = WORDLESS if s.lean else say("ask.exchange.choose", give=give)
        if is_beside:
            return Pick(prompt, tuple(options)) if options else None
        if not options and not (might_play(s, seat, "wholesaler") and has_target(s, seat, "wholesaler")):
            return None
        return Pick(prompt, (NO_EXCHANGE, *options), default=["none"])

    def _options(self, s: FirenzeState, player: Player) -> list[Option]:
        if s.turn.exchanged or size(player.warehouse) < bricks_to_give(s, player):
            return []
        return [
            _option(slot, card.card, colour) for slot, card in enumerate(s.row) for colour in colours_of(card.bricks)
        ]

    def withheld(self, s: FirenzeState, seat: int) -> Withheld:
        player = s.players[seat]
        offered = [option.key for option in self._options(s, player)]
        yield from reasons.exchanges(s, seat, bricks_to_give(s, player), offered)
        yield from reasons.persons(s, seat, playable_persons(s, seat, self.name))

    def answer(self, d: Draft[FirenzeState], seat: int, value: list[str]) -> None:
        if value[0] == "none":
            d.end()
        else:
            d.state.turn.wanted = value[0]
            d.call("exchange.give", seat)

    def resume(self, d: Draft[FirenzeState]) -> None:
        d.end()


@cache
def _option(slot: int, card: str, colour: str) -> Option:
    label = say("option.exchange", colour=ref("brick", colour), card=ref("card", card), number=slot + 1)
    return Option(f"{slot}:{colour}", label, group=ref("card", card), at=slot_at(slot, ref("brick", colour)))


class Give(BundleStep[FirenzeState]):
    """5.1 The bricks given, of any colours, go on that same card."""

    name = "exchange.give"

    def ask(self, s: FirenzeState, seat: int) -> Bundle:
        player = s.players[seat]
        number = bricks_to_give(s, player)
        slot, _, colour = s.turn.wanted.partition(":")
        card = ref("card", s.row[int(slot)].card)
        prompt = say("ask.exchange.give", give=number, colour=ref("brick", colour), card=card)
        suggestion = least_missed(player.warehouse, number, player.tower_colours)
        return brick_bundle(prompt, player.warehouse, number, suggestion)

    def answer(self, d: Draft[FirenzeState], seat: int, value: dict[str, int]) -> None:
        s = d.state
        slot, _, colour = s.turn.wanted.partition(":")
        card, player = s.row[int(slot)], s.players[seat]
        remove(card.bricks, {colour: 1})
        remove(player.warehouse, value)
        add(card.bricks, value)
        add(player.warehouse, {colour: 1})
        s.turn.exchanged, s.turn.wanted = True, ""
        d.tell(
            "firenze.event.exchanged",
            seat=seat_ref(seat),
            card=ref("card", card.card),
            colour=ref("brick", colour),
            given=bricks_fact(value),
        )
        d.end()
