"""The open page on which a rule writes: the state, the flow, chance, hidden cards and what is told."""

from __future__ import annotations

from collections.abc import Iterable, MutableSequence
from typing import Any, Generic

from engines.kit import dice
from engines.kit.cards import ALL, Card
from engines.kit.errors import EngineBug
from engines.kit.events import Event
from engines.kit.state import Frame, S
from engines.kit.text import Fact, Facts, Text


class Draft(Generic[S]):
    """One answer being carried out. Rules assign to `d.state` plainly; everything else goes through these verbs."""

    __slots__ = ("actor", "barrier", "events", "foreseen", "mine", "quiet", "stack", "state")

    def __init__(self, state: S) -> None:
        self.state = state
        self.stack: list[Frame] = state.stack
        self.events: list[Event] = []
        self.barrier = False
        self.quiet = state.lean
        """Nobody listens: what is told is forgotten."""
        self.actor = -1
        """The seat that has answered."""
        self.foreseen = 0
        """So many events were told before anything was shown and before another seat acted."""
        self.mine: bool | None = None
        """Whether the barrier was up when another seat began to act; None: none has."""

    # --- flow: verbs act on the top of the stack (inside `each`: of the own branch) ---

    def call(self, step: str, seat: int = -1) -> None:
        """Do this step first, then come back to the one on top."""
        self.stack.append(Frame(step, seat))

    def goto(self, step: str, seat: int = -1) -> None:
        """Go on with this step instead of the one on top."""
        top = self.stack[-1]
        if top.sealed or top.branches is not None:
            self.stack[-1] = Frame(step, seat)
        else:
            top.step, top.seat = step, seat

    def only(self, step: str, seat: int = -1) -> None:
        """The game stands at this step and at nothing else: for a board that is merely imagined (`Engine.as_if`)."""
        self.stack[:] = [Frame(step, seat)]

    def end(self) -> None:
        """The step on top is over: back to the one below."""
        self.stack.pop()

    def each(self, step: str, seats: Iterable[int]) -> None:
        """Ask these seats at once, each through steps of its own; the frame below goes on when all have ended.

        No dice, draws or shared piles inside: note the choice, apply it afterwards in the rules' order.
        """
        branches = {seat: [Frame(step, seat)] for seat in sorted(set(seats))}
        if branches:
            self.stack.append(Frame("each", branches=branches))

    def later(self, step: str, seats: Iterable[int]) -> None:
        """These seats owe an answer that nothing depends on yet: they may give it at once, and the game goes on
        meanwhile. What depends on it asks for it first (`call_in`). A seat answers what it owes in the order it arose.

        As in `each`: no dice, draws or shared piles, and nothing that another seat could see a use for.
        """
        for seat in sorted(set(seats)):
            self.state.later.setdefault(seat, []).insert(0, Frame(step, seat))

    def call_in(self, *seats: int) -> bool:
        """From here on the game waits for what these seats owe; the frame on top goes on afterwards. False: they owe
        nothing."""
        state = self.state
        if self.stack is not state.stack:
            raise EngineBug("a branch of its own seat cannot wait for what others owe")
        branches = {seat: state.later.pop(seat) for seat in sorted(seats) if seat in state.later}
        if branches:
            self.stack.append(Frame("each", branches=branches))
        return bool(branches)

    def finish(self, ending: str) -> None:
        """The game is over; `ending` names how. All is shown then, so there is no way back."""
        self.barrier = True
        self.state.ending = ending
        self.state.stack.clear()
        self.state.later.clear()

    # --- what is told ---

    def tell(
        self,
        key: str,
        private: dict[int, Facts] | None = None,
        only: Iterable[int] | None = None,
        because: Text | None = None,
        **facts: Fact,
    ) -> None:
        """Put an event on record: facts for all (or for the seats in `only`), private facts for single seats.

        `because` is a second sentence to the same people: the parts of a sum, the reason why nothing happened.
        """
        if not self.quiet:
            self.events.append(Event(key, facts, private or {}, None if only is None else tuple(only), because))
            if not self.barrier and self.mine is None:
                self.foreseen = len(self.events)

    def raise_barrier(self) -> None:
        """What is told now teaches something: no undo beyond it. Chance, looks and sealed answers do it alone."""
        self.barrier = True

    def act_for(self, seat: int) -> None:
        """From here on this seat acts, or what it alone knows decides: if another one answered, that one may not
        foresee it."""
        if self.mine is None and seat != self.actor:
            self.mine = self.barrier

    # --- chance: raises the barrier ---

    def below(self, bound: int) -> int:
        """A fair number 0..bound-1."""
        state = self.state
        number, state.rolled = dice.draw(state.seed, state.rolled, bound)
        self.barrier = True
        return number

    def roll(self, sides: int = 6) -> int:
        """A die."""
        return self.below(sides) + 1

    def mix(self, things: MutableSequence[Any]) -> None:
        """Put plain things (seats, numbers) into a random order."""
        for last in range(len(things) - 1, 0, -1):
            other = self.below(last + 1)
            things[last], things[other] = things[other], things[last]

    def draw(self, bag: dict[str, int]) -> str:
        """Take one piece out of a bag that is kept as counts, and name its kind."""
        number = self.below(sum(bag.values()))
        for kind, count in bag.items():
            if number < count:
                bag[kind] = count - 1
                return kind
            number -= count
        raise AssertionError("a number below the sum of the counts falls on one of them")

    # --- hidden cards ---

    def look(self, place: list[Card], seat: int, *indices: int) -> None:
        """A seat sees these cards (none named: all of the place) where they lie."""
        for index in indices or range(len(place)):
            card = place[index]
            if not card.known_to(seat):
                place[index] = card.marked(card.known | 1 << seat)
                self.barrier = True

    def show(self, place: list[Card], *indices: int) -> None:
        """Everybody sees these cards (none named: all of the place) where they lie."""
        for index in indices or range(len(place)):
            if place[index].known != ALL:
                place[index] = place[index].marked(ALL)
                self.barrier = True

    def take(self, source: list[Card], index: int, target: list[Card], at: int | None = None) -> Card:
        """Move a card from a place all can follow: the marks travel. `at` as in `list.insert`, None: on the end."""
        card = source.pop(index)
        target.insert(len(target) if at is None else at, card)
        return card

    def slip(self, source: list[Card], index: int, target: list[Card], seat: int, at: int | None = None) -> Card:
        """Move a card of the seat's own choice, unseen: others lose their marks on all it could have been."""
        own = 1 << seat
        card = source.pop(index)
        card = card.marked(own if card.known_to(seat) else 0)
        for other, left in enumerate(source):
            if left.back == card.back:
                source[other] = left.marked(own if left.known_to(seat) else 0)
        target.insert(len(target) if at is None else at, card)
        return card

    def shuffle(self, place: list[Card]) -> None:
        """Nobody knows any more what lies where."""
        place[:] = [card.marked(0) for card in place]
        self.mix(place)
        self.barrier = True
