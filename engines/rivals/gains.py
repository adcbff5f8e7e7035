"""Sections 3.2 to 3.5, gaining: a player stores what dice, events and cards bring."""

from __future__ import annotations

from collections.abc import Iterable

from engines.kit import Bundle, BundleStep, Draft, Text, counted
from engines.rivals.labels import who
from engines.rivals.state import Gain, Player, RivalsState
from engines.rivals.stores import add, by_resource, exactly, room, spread, stores_of, wordless
from engines.rivals.tables import CAPACITY


def owe(player: Player, reason: str, amount: int, stores: Iterable[str]) -> None:
    """Note a gain that its player is to store; `collect` or the step `gain` asks for it."""
    if amount > 0:
        player.gains.append(Gain(reason=reason, amount=amount, stores=list(stores)))


def owe_choice(player: Player, reason: str, amount: int) -> None:
    """1.8 Resources of choice: any type, any store."""
    owe(player, reason, amount, stores_of(player))


def owe_gold(player: Player, reason: str, amount: int) -> None:
    """A9 Gold may go to any gold field and to the Gold Cache."""
    owe(player, reason, amount, stores_of(player, "gold"))


UNHURRIED = 3
"""The rules_version since which the turn does not wait for what the other player stores or buys."""


def collect(d: Draft[RivalsState]) -> None:
    """7.9 Ask everybody who has a gain with room for it, both at once."""
    seats = [seat for seat, player in enumerate(d.state.players) if next_gain(player) is not None]
    for seat, player in enumerate(d.state.players):
        if seat not in seats and seat not in d.state.later:
            player.gains.clear()
    ask_both(d, "gain", [seat for seat in seats if seat not in d.state.later])


def ask_both(d: Draft[RivalsState], step: str, seats: Iterable[int]) -> None:
    """7.9 At once; nobody waits for the player who is not on turn until something depends on that one's stores."""
    now = [seat for seat in seats if seat == d.state.active or d.state.rules < UNHURRIED]
    d.later(step, set(seats) - set(now))
    d.each(step, now)


def is_storing(s: RivalsState, seat: int) -> bool:
    """Whether a player has still to store, give or buy something."""
    return seat in s.later


def is_buying(s: RivalsState, seat: int) -> bool:
    """11.5 Whether a player has still to decide on what gold is spent: nothing can be taken before."""
    return any(frame.step.startswith("peddler.") for frame in s.later.get(seat, ()))


def next_gain(player: Player) -> tuple[int, dict[str, int]] | None:
    """3.4 A8 The first gain that finds room, with its stores; the others are void."""
    if not player.gains:
        return None
    free = room(player)
    for place, gain in enumerate(player.gains):
        available = {store: space for store in gain.stores if (space := free[store])}
        if available:
            return place, available
    return None


class Store(BundleStep[RivalsState]):
    """3.4 A45 Choose type and store of each resource gained; only those with room are offered."""

    name = "gain"

    def ask(self, s: RivalsState, seat: int) -> Bundle | None:
        player = s.players[seat]
        found = next_gain(player)
        if found is None:
            return None
        place, available = found
        gain = player.gains[place]
        number = min(gain.amount, sum(available.values()))
        if s.lean:
            return wordless(available, number)
        return exactly(
            Text("rivals.ask.gain", {"n": number, "reason": gain.reason}),
            available,
            number,
            suggested=suggestions(available, number),
        )

    def is_free(self, s: RivalsState, seat: int) -> bool:
        """More than one store has room, and more room than there is to store."""
        player = s.players[seat]
        if not player.gains:
            return False
        gain = player.gains[0]
        stores, space = 0, 0
        for region in player.regions:
            if region.stored < CAPACITY and region.kind in gain.stores:
                stores += 1
                space += CAPACITY - region.stored
                if stores > 1 and space > gain.amount:
                    return True
        return False

    def answer(self, d: Draft[RivalsState], seat: int, value: dict[str, int]) -> None:
        player = d.state.players[seat]
        found = next_gain(player)
        place = found[0] if found else 0
        reason = player.gains[place].reason
        del player.gains[: place + 1]
        store_all(d, seat, value, reason)

    def resume(self, d: Draft[RivalsState]) -> None:
        d.state.players[d.stack[-1].seat].gains.clear()
        d.end()


def store_all(d: Draft[RivalsState], seat: int, pieces: dict[str, int], reason: str) -> None:
    """3.2 Put pieces into their stores and tell what arrived."""
    player = d.state.players[seat]
    arrived = {store: add(player, store, number) for store, number in pieces.items()}
    if not d.quiet and any(arrived.values()):
        d.tell("rivals.event.gained", seat=who(seat), what=counted("resource", by_resource(arrived)), reason=reason)


def suggestions(available: dict[str, int], number: int) -> tuple[dict[str, int], ...]:
    """Where most room is; for a single piece the three emptiest stores."""
    if number == 1:
        best = sorted(available, key=lambda store: -available[store])
        return tuple({store: 1} for store in best[:3])
    return (spread(available, number),)
