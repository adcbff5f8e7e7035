"""Positions of Firenze in one line: `table(3).player(0, warehouse={"red": 2}).at("build.bricks")`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any, Self

from engines.firenze import ENGINE
from engines.firenze.bricks import COLOURS
from engines.firenze.piles import BACK
from engines.firenze.sequence import EARLIER, PHASES
from engines.firenze.state import FirenzeState, Player, RowCard, Tower, Turn
from engines.kit import Answer, Frame, Outcome, Pending
from engines.kit.asks import Ask
from engines.kit.cards import deck
from tests.engines.forced import answered_through

Bricks = Mapping[str, int]
ROW = ("alchemist", "bridge", "princess", "workshop", "mason", "smuggler")
PHASE_OF = {step: number for number, step in enumerate(PHASES, 1)}
PHASE_OF |= {earlier: PHASE_OF[step] for step, earlier in EARLIER.items()}


class Table:
    """A position, and the answers given on it."""

    def __init__(self, seats: int, options: dict[str, Any]) -> None:
        chosen = ENGINE.info.options(**{"start_player": "first", "neutral_seals": 0, **options})
        self.state: FirenzeState = ENGINE.setup(seats, chosen, "table").state
        self.state.memo = None
        self.events: tuple[Any, ...] = ()
        self.barrier = False
        self._fixed_bag: dict[str, int] | None = None
        self._top: list[str] = []
        s = self.state
        s.balconies = list(s.tables.first_game.balconies)
        for seat, player in enumerate(s.players):
            player.warehouse = {"white": 1} if seat else {}
        self.row(*ROW)

    # --- the position ---

    def player(
        self,
        seat: int,
        warehouse: Bricks | None = None,
        towers: Iterable[tuple[str, int]] = (),
        hand: Iterable[str] = (),
        buildings: Iterable[str] = (),
        seals: int | None = None,
    ) -> Self:
        """What lies before a player."""
        s = self.state
        player: Player = s.players[seat]
        if warehouse is not None:
            player.warehouse = dict(warehouse)
        player.towers = []
        for colour, height in towers:
            player.towers.append(Tower(id=s.towers_begun, colour=colour, height=height))
            s.towers_begun += 1
        player.hand, player.buildings = list(hand), list(buildings)
        if seals is not None:
            player.seals = seals
        return self

    def row(self, *cards: str | tuple[str, Bricks]) -> Self:
        """The row from the left; a card is a name, or a name with bricks."""
        self.state.row = [
            RowCard(card=card) if isinstance(card, str) else RowCard(card=card[0], bricks=dict(card[1]))
            for card in cards
        ]
        return self

    def sealed(self, **owners: int) -> Self:
        """Seals on commissions: `sealed(yellow_3=NEUTRAL)`."""
        self.state.seals.update({key.replace("_", "-"): owner for key, owner in owners.items()})
        return self

    def church(self, *cards: str, small_seals: Iterable[int] = ()) -> Self:
        """Cards on church spaces, and small seals on the Campanile."""
        self.state.church, self.state.small_seals = list(cards), list(small_seals)
        return self

    def balconies(self, *ids: str, done: int = 0) -> Self:
        """The balconies I to IV."""
        self.state.balconies, self.state.balconies_done = list(ids), done
        return self

    def tokens(self, *heights: int) -> Self:
        """The storey tokens still there."""
        self.state.storey_tokens = list(heights)
        return self

    def bag(self, **bricks: int) -> Self:
        """Exactly these bricks in the bag; otherwise it holds all that lie nowhere else."""
        self._fixed_bag = {colour: bricks.get(colour, 0) for colour in COLOURS}
        return self

    def draw_pile(self, *cards: str) -> Self:
        """Exactly these cards to draw, the top one first."""
        self._top = list(cards)
        return self

    def discard_pile(self, *cards: str) -> Self:
        """The discard pile."""
        self.state.discard_pile = list(cards)
        return self

    def ended_by(self, seat: int) -> Self:
        """The last round is running."""
        self.state.end_tile = seat
        return self

    def by_rules(self, version: int) -> Self:
        """A game begun by earlier rules."""
        self.state.rules = version
        return self

    def at(self, step: str, seat: int = 0, old: bool = True, alone: bool = False, **turn: Any) -> Self:
        """The seat's turn at this step; its towers stood when the turn began unless `old` is false."""
        s = self.state
        towers = [tower.id for tower in s.players[seat].towers] if old else []
        s.active = seat
        s.turn = Turn(number=1, phase=PHASE_OF.get(step, 0), old_towers=towers, **turn)
        if step.startswith("limits."):
            s.turn.phase = PHASE_OF["limits.check"]
            step = "limits.check"
        s.stack = [Frame("turn"), Frame(step, seat)]
        self._settle_piles()
        return self._settle(alone)

    def _settle_piles(self) -> None:
        s = self.state
        if self._fixed_bag is not None:
            s.bag = dict(self._fixed_bag)
        else:
            used = Counter[str]()
            for heap in [*(card.bricks for card in s.row), *(player.warehouse for player in s.players)]:
                used.update(heap)
            for player in s.players:
                for tower in player.towers:
                    used[tower.colour] += tower.height
            s.bag = {colour: s.tables.bricks.counts[colour] - used[colour] for colour in COLOURS}
        if self._top:
            s.draw_pile = deck(self._top, BACK)
        else:
            s.draw_pile = deck(self._cards_elsewhere(), BACK)

    def _cards_elsewhere(self) -> list[str]:
        s = self.state
        used = Counter([*s.discard_pile, *s.church, *(card.card for card in s.row)])
        for player in s.players:
            used.update([*player.hand, *player.buildings])
        printed = Counter({c.id: c.count for c in s.tables.card if c.id != "campanile" or s.options.campanile})
        return sorted((printed - used).elements())

    def _settle(self, alone: bool = False) -> Self:
        """Let the game go on until somebody is asked; unless `alone`, until there is a choice."""
        from engines.kit.draft import Draft
        from engines.kit.flow import settle

        draft = Draft(self.state)
        self.state.memo = settle(ENGINE.steps, draft)
        outcome: Outcome[FirenzeState] = Outcome(self.state, tuple(draft.events), draft.barrier)
        if not alone:
            outcome = answered_through(ENGINE, outcome, self.state.active)
        self.state, self.events, self.barrier = outcome.state, outcome.events, outcome.barrier
        return self

    # --- answers ---

    def pending(self, step: str, seat: int | None = None) -> Pending:
        """The open ask of this step."""
        found = [
            each for each in ENGINE.pending(self.state) if each.step == step and (seat is None or each.seat == seat)
        ]
        assert found, f"{step} is not asked, but {self.steps()}"
        return found[0]

    def ask(self, step: str, seat: int | None = None) -> Any:
        """What is offered."""
        ask: Ask = self.pending(step, seat).ask
        return ask

    def offers(self, step: str, seat: int | None = None) -> list[str]:
        """The keys that may be picked."""
        return [option.key for option in self.ask(step, seat).options]

    def steps(self) -> list[str]:
        """The steps now asked."""
        return [each.step for each in ENGINE.pending(self.state)]

    def owed(self) -> list[int]:
        """The seats the game waits for."""
        return list(ENGINE.owed(self.state))

    def answer(self, step: str, value: Any, seat: int | None = None, alone: bool = False) -> Self:
        """Answer, and unless `alone` what the seat then has no choice in; a single key may be given bare."""
        pending = self.pending(step, seat)
        if pending.ask.kind == "pick" and isinstance(value, str):
            value = [value]
        outcome: Outcome[FirenzeState] = ENGINE.submit(self.state, Answer(pending.seat, pending.ask_id, value))
        if not alone:
            outcome = answered_through(ENGINE, outcome, pending.seat)
        self.state, self.events, self.barrier = outcome.state, outcome.events, outcome.barrier
        return self

    def build(self, *pieces: tuple[str, int], pay: Bricks | None = None) -> Self:
        """A whole plan: `build(("raise:red-3", 2), ("new:blue", 1))`."""
        if "exchange.choose" in self.steps() and "none" in self.offers("exchange.choose"):
            self.answer("exchange.choose", "none")
        laid: dict[str, int] = {}
        for target, count in pieces:
            equal = sum(key.partition("#")[0] == target for key in laid)
            key = f"{target}#{equal + 1}" if equal else target
            if key.startswith("new:") and equal:
                self.answer("build.apart", target.removeprefix("new:"))
            laid[key] = count
        if "build.bricks" in self.steps():
            self.answer("build.bricks", laid)
        if pay is not None and "build.pay" in self.steps():
            self.answer("build.pay", dict(pay))
        return self

    def play(self, person: str) -> Self:
        """Play a person from the hand."""
        return self.answer("person.play", person)

    # --- looking ---

    def __getitem__(self, seat: int) -> Player:
        return self.state.players[seat]

    def towers(self, seat: int) -> list[tuple[str, int]]:
        """The towers of a player."""
        return [(tower.colour, tower.height) for tower in self[seat].towers]

    def cards_in_row(self) -> list[str]:
        """The row from the left."""
        return [card.card for card in self.state.row]

    def told(self) -> list[str]:
        """The keys of the events of the last answer, without what the kit played by itself."""
        return [name for event in self.events if (name := event.key.rpartition(".")[2]) != "forced"]


def table(seats: int = 2, **options: Any) -> Table:
    """Seat 0 begins, nothing is built, balconies of the first game; the others have a brick, so that they are asked."""
    return Table(seats, options)


def totals(bricks: Bricks) -> int:
    """How many bricks these are."""
    return sum(bricks.values())
