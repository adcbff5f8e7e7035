"""Section 4.3, the two advantages as they change hands: at a table a token is handed over, here it is told."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from engines.kit import Draft, Facts, Text, ref
from engines.rivals.labels import who
from engines.rivals.scoring import commerce, score, scoring_cards, sources, strength, strength_holder, trade_holder
from engines.rivals.state import RivalsState


def holders(s: RivalsState) -> dict[str, int | None]:
    """4.3 Who has which token now."""
    return {"strength": strength_holder(s), "trade": trade_holder(s)}


@contextmanager
def tokens_watched(d: Draft[RivalsState]) -> Iterator[None]:
    """4.3 4.4 Tell who loses and who wins a token by what is done meanwhile, what is counted for it, and what points
    the expansions bring or cost."""
    if d.quiet:  # nobody listens
        yield
        return
    s = d.state
    before, expansions = holders(s), [sources(s, seat)["expansions"] for seat in range(s.seats)]
    yield
    for token, holder in holders(s).items():
        if holder == before[token]:
            continue
        constants, counted = s.tables.constants, (strength if token == "strength" else commerce)
        worth = constants.hero_token if token == "strength" else constants.trade_token
        facts: Facts = {"first": who(0), "own": counted(s, 0), "second": who(1), "theirs": counted(s, 1)}
        because = Text("rivals.event.advantage_counted", {**facts, "least": constants.advantage_minimum})
        for seat, key in ((before[token], "advantage_lost"), (holder, "advantage_won")):
            if seat is not None:
                told = f"rivals.event.{key}"
                d.tell(told, because=because, seat=who(seat), token=ref("token", token), points=worth)
    for seat, had in enumerate(expansions):
        gained = sources(s, seat)["expansions"] - had
        if gained:
            key = "points_won" if gained > 0 else "points_lost"
            cards = list(dict.fromkeys([ref("card", kind) for kind in scoring_cards(s, seat)]))
            because = Text("rivals.event.points_on", {"cards": cards}) if cards else Text("rivals.event.points_gone")
            d.tell(f"rivals.event.{key}", because=because, seat=who(seat), points=abs(gained), total=score(s, seat))
