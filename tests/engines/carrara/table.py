"""A builder of positions: `table(3).player(0, coins=3).wheel({1: "white green"}).at("turn.action")`."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Self

from engines.carrara import ENGINE
from engines.carrara.check import check
from engines.carrara.ids import COLOURS, OBJECTS
from engines.carrara.options import CarraraOptions
from engines.carrara.setup import TILE_BACK
from engines.carrara.state import Building, CarraraState, Player, stand
from engines.carrara.turn import end_turn
from engines.kit import Answer, Ask, Card, Draft, Event, Frame, NotOffered, Pending
from tests.engines.forced import answered_through


def building(s: CarraraState, name: str) -> Building:
    """`villa 3 pisa` as it stands."""
    kind, cost, city = name.split()
    return stand(s.tables.tile[f"{kind}_{cost}"], city)


def some(counts: dict[str, int]) -> dict[str, int]:
    """What there is of it: the positive counts."""
    return {kind: count for kind, count in counts.items() if count}


class Table:
    """A position in the making. Whatever is not said lies where it lies at the beginning, or in the bag and supply."""

    def __init__(self, seats: int, options: CarraraOptions) -> None:
        self.state: CarraraState = ENGINE.setup(seats, options, "a position").state
        self.state.stack.clear()
        self.hoard: str | None = None
        for player in self.state.players:
            player.bricks = dict.fromkeys(COLOURS, 0)

    def player(
        self,
        seat: int,
        coins: int | None = None,
        bricks: dict[str, int] | None = None,
        objects: dict[str, int] | None = None,
        buildings: Iterable[str] = (),
        **public: list[str] | dict[str, int],
    ) -> Self:
        """What a seat has; `public` are further fields such as types_scored."""
        player = self.state.players[seat]
        player.coins = player.coins if coins is None else coins
        player.bricks |= bricks or {}
        player.objects |= objects or {}
        player.buildings += [building(self.state, name) for name in buildings]
        for name, value in public.items():
            setattr(player, name, value)
        return self

    def wheel(self, segments: dict[int, str]) -> Self:
        """Exactly these bricks, by segment from 1 to 6."""
        bricks = [segments.get(segment, "").split() for segment in range(1, 7)]
        self.state.wheel = [sorted(names, key=COLOURS.index) for names in bricks]
        return self

    def empty_bag(self) -> Self:
        """All bricks that lie nowhere else belong to the last seat."""
        self.hoard = "bricks"
        return self

    def display(self, *tiles: str, pile: Iterable[str] = ()) -> Self:
        """Exactly these open tiles; the others have left the game, unless they are in the pile (the last is next)."""
        self.state.display = [tile.replace(" ", "_") for tile in tiles]
        self.state.pile = [Card(tile.replace(" ", "_"), TILE_BACK) for tile in pile]
        return self

    def set(self, **fields: Any) -> Self:
        """Fields of the state, such as `turn` and `announcer`."""
        for name, value in fields.items():
            setattr(self.state, name, value)
        return self

    def at(self, step: str = "turn.action") -> Game:
        """The position, with the seat on turn at this step."""
        s = self.state
        s.stack = [Frame(step, s.turn)]
        self._lay_the_rest()
        check(s)
        s.memo = None
        return Game(s)

    def over(self) -> Game:
        """The last seat's turn is over: the final scoring, if this is the last round."""
        s = self.state
        s.turn = s.seats - 1
        s.stack = [Frame("turn.announce")]
        self._lay_the_rest()
        draft = Draft(s)
        end_turn(draft)
        return Game(s, draft.events)

    def _lay_the_rest(self) -> None:
        s, constants = self.state, self.state.tables.constants
        for colour in COLOURS:
            used = sum(player.bricks[colour] for player in s.players) + sum(
                segment.count(colour) for segment in s.wheel
            )
            s.bag[colour] = constants.bricks_per_colour - used
            if self.hoard:
                s.players[-1].bricks[colour] += s.bag[colour]
                s.bag[colour] = 0
        for kind in OBJECTS:
            used = sum(player.objects[kind] for player in s.players) + s.object_field.count(kind)
            s.supply[kind] = constants.objects_in_field + constants.objects_in_supply - used
        standing = [b.tile for player in s.players for b in player.buildings]
        upgraders = [place for player in s.players for place in player.upgraders]
        s.value_eight = [tile for tile in s.value_eight if tile not in standing]
        s.upgraders = [place for place in s.upgraders if place not in upgraders]
        s.pile = [card for card in s.pile if card.kind not in standing]
        s.display = [tile if tile not in standing else s.pile.pop().kind for tile in s.display]


class Game:
    """A position being played; answering gives the next one."""

    def __init__(self, state: CarraraState, events: Iterable[Event] = (), barrier: bool = False) -> None:
        self.state = state
        self.events = tuple(events)
        self.barrier = barrier

    @property
    def pending(self) -> Pending:
        (pending,) = ENGINE.pending(self.state)
        return pending

    @property
    def ask(self) -> Ask:
        return self.pending.ask

    @property
    def step(self) -> str:
        return self.pending.step

    @property
    def seat(self) -> int:
        return self.pending.seat

    @property
    def me(self) -> Player:
        """The first seat, which most positions are about."""
        return self.state.players[0]

    @property
    def bricks(self) -> dict[str, int]:
        return some(self.me.bricks)

    @property
    def objects(self) -> dict[str, int]:
        return some(self.me.objects)

    @property
    def buildings(self) -> list[str]:
        return [f"{b.type} {b.cost} {b.city}" for b in self.me.buildings]

    @property
    def keys(self) -> list[str]:
        """The keys that a pick offers."""
        return [option.key for option in self.ask.options]  # type: ignore[union-attr]

    def told(self, key: str) -> Event:
        """The event of this key."""
        return next(event for event in self.events if event.key == f"carrara.event.{key}")

    def was_told(self, key: str) -> bool:
        return any(event.key == f"carrara.event.{key}" for event in self.events)

    def answer(self, value: Any, alone: bool = False) -> Game:
        """One answer, and unless `alone` what the seat then has no choice in; a bare key stands for a pick of one."""
        pending = self.pending
        if isinstance(value, str):
            value = [value]
        outcome = ENGINE.submit(self.state, Answer(pending.seat, pending.ask_id, value))
        check(outcome.state)
        if not alone:
            outcome = answered_through(ENGINE, outcome, pending.seat)
        return Game(outcome.state, outcome.events, outcome.barrier)

    def play(self, *values: Any) -> Game:
        """Several answers in a row; events are gathered."""
        game, events = self, self.events
        for value in values:
            game = game.answer(value)
            events += game.events
        return Game(game.state, events, game.barrier)

    def refuses(self, value: Any) -> bool:
        try:
            self.answer(value)
        except NotOffered:
            return True
        return False


def table(seats: int = 2, expansion: bool = False, cards: tuple[int, int, int, int] | None = None) -> Table:
    """An empty table: nobody has bricks or buildings yet. With cards it is an expansion game."""
    options = CarraraOptions(expansion=expansion or cards is not None, cards=cards or "random")
    return Table(seats, options)
