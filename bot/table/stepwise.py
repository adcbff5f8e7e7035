"""Turn by turn: at a practice table a computer begins its turn when the learner has seen the one before.

Nothing is kept for it but where turns begin (`Table.stops`): who has acted since the learner is known anyway.
"""

from __future__ import annotations

from collections.abc import Iterable

from bot.table.model import Table
from engines.kit.engine import Pending


def learner_of(table: Table) -> int | None:
    """The one person of a practice table; None where several play, or nobody does."""
    return table.people[0] if table.is_practice and len(table.people) == 1 and table.plays(table.people[0]) else None


def is_held(table: Table, asked: Iterable[Pending]) -> bool:
    """Whether a computer waits for *Go on*: its turn would begin, and another's is over since the learner last acted.

    Where the learner owes an answer the game waits for that, and nobody has to be held.
    """
    learner = learner_of(table) if table.stops else None
    owed = [each for each in asked if each.owed]
    if learner is None or not owed or any(each.seat == learner for each in owed):
        return False
    last = max(range(len(table.seats)), key=lambda seat: table.seats[seat].acted)
    begins = [each.seat for each in owed if each.step in table.stops]
    return bool(begins) and last not in (learner, *begins)


def goes_on(table: Table, seat: int, version: int, for_good: bool) -> None:
    """The learner has seen it. `for_good`: from now on nobody waits."""
    table.seats[seat].acted = version
    if for_good:
        table.stops = []
