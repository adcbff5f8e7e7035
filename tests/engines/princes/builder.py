"""Positions of Princes in one line: `princes(seats=3).with_player(0, cash=900).at_turn(0)`."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from engines.kit import ALL, Answer, Ask, Card, Draft, Event, Frame
from engines.kit.flow import settle
from engines.princes import ENGINE
from engines.princes.counts import covered
from engines.princes.options import PrincesOptions
from engines.princes.principality import palazzo, spot_at
from engines.princes.state import Auction, Player, PrincesState, Tile, Turn
from engines.princes.tables import PrincesTables

Pieces = Iterable["str | tuple[str, str | int]"]
"""A kind alone lies anywhere; else its spot, or its cells as a mask."""


class Table:
    """A game under test: set it up, ask what is offered, answer, look at what came of it."""

    def __init__(self, seats: int, options: PrincesOptions, seed: str) -> None:
        self.state: PrincesState = ENGINE.setup(seats, options, seed).state
        self.events: tuple[Event, ...] = ()
        self.barrier = False

    # --- setting up ---

    def player(self, seat: int) -> Player:
        return self.state.players[seat]

    def with_player(
        self,
        seat: int,
        *,
        hand: Iterable[str] = (),
        table: Iterable[str] = (),
        bonus: Iterable[str] = (),
        prestige: Iterable[str] = (),
        landscapes: Pieces = (),
        buildings: Pieces = (),
        character: str = "",
        points: int | None = None,
        **plain: Any,
    ) -> Table:
        """What a seat owns; cards and tiles come out of decks and supplies."""
        s, player = self.state, self.player(seat)
        for name, value in plain.items():
            setattr(player, name, value)
        if points is not None:
            player.points, player.sources = points, {"works": points}
        s.piles["jester"] = 7 - sum(p.jesters for p in s.players)
        s.piles["builder"] = 6 - sum(p.builders for p in s.players)
        s.piles["recruiting_card"] = 5 - sum(p.recruiting + p.table_recruiting for p in s.players)
        if hand:
            s.professions += player.hand
            player.hand = [self._draw(s.professions, kind, 1 << seat) for kind in hand]
        player.table += [self._draw(s.professions, kind, ALL) for kind in table]
        player.bonus += [self._draw(s.bonus, kind, 1 << seat) for kind in bonus]
        player.prestige += [self._draw(s.prestige, kind, 1 << seat) for kind in prestige]
        for piece in landscapes:
            kind, mask = self._lay(seat, piece)
            player.landscapes.append(Tile(kind, mask))
            s.piles[kind] -= 1
        for piece in buildings:
            kind, mask = self._lay(seat, piece)
            player.buildings.append(Tile(kind, mask))
            s.buildings[kind] -= 1
        if character:
            player.character = character
            s.characters.display.remove(character)
        return self._changed()

    def _draw(self, deck: list[Card], kind: str, known: int) -> Card:
        """Take this card wherever it lies; a hand that loses one gets another."""
        places = [deck, *(player.hand for player in self.state.players)]
        place = next(place for place in places if any(card.kind == kind for card in place))
        card = next(card for card in place if card.kind == kind)
        place.remove(card)
        if place is not deck and deck:
            place.append(deck.pop())
        return card.marked(known)

    def _lay(self, seat: int, piece: str | tuple[str, str | int]) -> tuple[str, int]:
        """On the named spot, or just anywhere free: as many cells as the piece has."""
        s = self.state
        if isinstance(piece, tuple):
            kind, where = piece
            return kind, where if isinstance(where, int) else spot_at(s.tables.shapes[kind], where).mask
        area = sum(row.count("#") for row in s.tables.shapes[piece])
        taken = covered(s, self.player(seat))
        free = [1 << index for index in range(49) if not taken >> index & 1]
        return piece, sum(free[:area])

    def with_game(self, **plain: Any) -> Table:
        """Fields of the whole game, such as `round=3`."""
        for name, value in plain.items():
            setattr(self.state, name, value)
        return self._changed()

    def without_cards(self, deck: str, left: int = 0) -> Table:
        """Leave only so many cards in a deck; the others lie where no rule looks (the last seat's hand)."""
        cards: list[Card] = getattr(self.state, deck)
        target = self.player(self.state.seats - 1)
        place = {"professions": target.hand, "bonus": self.state.spent_bonus, "prestige": target.prestige}[deck]
        while len(cards) > left:
            place.append(cards.pop())
        return self._changed()

    def at_auction(self, opener: int = 0, **auction: Any) -> Table:
        """Phase A: this seat opens; with `out=`, `bought=`, `blocked=` as given."""
        s = self.state
        s.phase, s.auction = "auction", Auction(opener=opener, **auction)
        s.stack = [Frame("round"), Frame("auction")]
        return self._settled()

    def at_characters(self, start: int = 0) -> Table:
        """The beginning of phase A2."""
        s = self.state
        s.phase, s.start = "calls", start
        s.stack = [Frame("round")]
        return self._settled()

    def at_turn(self, seat: int, actions: int = 2, after: Iterable[int] = ()) -> Table:
        """Phase B: this seat's turn, then those of the others named."""
        s = self.state
        s.phase, s.turn, s.turns = "turns", Turn(seat=seat, actions=actions), list(after)
        s.stack = [Frame("round"), Frame("turns"), Frame("turn.action", seat)]
        return self._settled()

    def at_end_of_round(self) -> Table:
        """All turns are over."""
        s = self.state
        s.phase, s.turn, s.turns = "turns", Turn(), []
        s.stack = [Frame("round")]
        return self._settled()

    def _changed(self) -> Table:
        self.state.memo = None
        return self

    def _settled(self) -> Table:
        self.state.memo = None
        draft = Draft(self.state)
        self.state.memo = settle(ENGINE.steps, draft)
        self.events = tuple(draft.events)
        return self

    # --- playing ---

    def asked(self, seat: int, step: str = "") -> Ask:
        """What this seat is asked (by that step)."""
        for pending in ENGINE.pending(self.state):
            if pending.seat == seat and step in ("", pending.step):
                return pending.ask
        raise AssertionError(f"seat {seat} is not asked {step}: {self.open()}")

    def open(self) -> list[tuple[int, str]]:
        """Every open ask: seat and step."""
        return [(pending.seat, pending.step) for pending in ENGINE.pending(self.state)]

    def owed(self) -> list[tuple[int, str]]:
        return [(pending.seat, pending.step) for pending in ENGINE.pending(self.state) if pending.owed]

    def keys(self, seat: int, step: str = "") -> list[str]:
        """The keys on offer: options, instead, or spots."""
        ask: Any = self.asked(seat, step)
        things = ask.spots if ask.kind == "place" else ask.instead if ask.kind == "amount" else ask.options
        return [thing.key for thing in things]

    def answer(self, seat: int, value: Any, step: str = "") -> Table:
        """Answer; a plain string picks one option."""
        for pending in ENGINE.pending(self.state):
            if pending.seat == seat and step in ("", pending.step):
                if isinstance(value, str) and pending.ask.kind == "pick":
                    value = [value]
                outcome = ENGINE.submit(self.state, Answer(seat, pending.ask_id, value))
                ENGINE.check(outcome.state)
                self.state, self.events, self.barrier = outcome.state, outcome.events, outcome.barrier
                return self
        raise AssertionError(f"seat {seat} is not asked {step}: {self.open()}")

    def told(self, key: str) -> list[Event]:
        """The events of the last answer by the end of their key."""
        return [event for event in self.events if event.key == f"princes.event.{key}"]


def princes(seats: int = 3, seed: str = "test", **options: Any) -> Table:
    """A game after the choice of starting cards: seat 0 is the start player unless said otherwise."""
    options.setdefault("start_player", 0)
    options.setdefault("return_order", "player_choice")
    table = Table(seats, PrincesOptions(**options), seed)
    for seat in range(seats):
        table.answer(seat, table.asked(seat).default)
    return table


def all_but(*cells: str) -> int:
    """Every cell of the front side except the palazzo's and those named."""
    free = sum(1 << (ord(name[0]) - ord("A")) + 7 * (int(name[1]) - 1) for name in cells)
    return (1 << 49) - 1 & ~free & ~palazzo(PrincesTables.current().grid.front)
