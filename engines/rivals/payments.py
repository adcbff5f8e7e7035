"""Section 3.3, paying: the payer chooses the stores, and everything is paid before anything is gained."""

from __future__ import annotations

from engines.kit import WORDLESS, Bundle, BundleStep, Draft, Facts, Text, ref
from engines.rivals.state import RivalsState
from engines.rivals.stores import by_resource, exactly, of_types, remove, spread, stock


def ask_payment(d: Draft[RivalsState], seat: int, cost: dict[str, int]) -> None:
    """Let a player choose the stores for a cost; the frame below goes on and settles it."""
    player = d.state.players[seat]
    player.due = {resource: number for resource, number in cost.items() if number}
    player.paid = {}
    d.call("pay", seat)


def settle_payment(s: RivalsState, seat: int) -> dict[str, int]:
    """Take what was chosen out of the stores; returns it by type."""
    player = s.players[seat]
    remove(player, player.paid)
    paid = by_resource(player.paid)
    player.paid = {}
    return paid


class Pay(BundleStep[RivalsState]):
    """3.3 3.6 Choose the stores that give: asked only for a type that lies on several and is not all taken."""

    name = "pay"

    def ask(self, s: RivalsState, seat: int) -> Bundle | None:
        player = s.players[seat]
        held = stock(player)
        for resource, number in player.due.items():
            available = of_types(held, resource)
            if len(available) > 1 and sum(available.values()) > number:
                if s.lean:
                    return exactly(WORDLESS, available, number, private=True)
                facts: Facts = {"n": number, "resource": ref("resource", resource)}
                return exactly(Text("rivals.ask.pay", facts), available, number, private=True)
        return None

    def answer(self, d: Draft[RivalsState], seat: int, value: dict[str, int]) -> None:
        player = d.state.players[seat]
        player.paid |= value
        del player.due[next(iter(by_resource(value)))]

    def resume(self, d: Draft[RivalsState]) -> None:
        player = d.state.players[d.stack[-1].seat]
        held = stock(player)
        for resource, number in player.due.items():
            player.paid |= spread(of_types(held, resource), number)
        player.due = {}
        d.end()
