"""Play a table's log again: proves that shuffles were fair, that an update changes nothing, and goes back in time."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

from bot.table.fairness import is_sealed, parted
from bot.table.model import Entry, Move, Table, standing
from engines.kit import Answer, Engine, KitError, State, Tables


@dataclass(frozen=True, slots=True)
class Verification:
    """What a replay shows: whether all was sealed before the game, and whether every state came out again.

    With what anybody may check by hand: the seed, and the words that the players added to it.
    """

    sealed: bool
    same: bool
    moves: int
    problem: str = ""
    seed: str = ""
    words: tuple[str, ...] = ()

    @property
    def holds(self) -> bool:
        return self.sealed and self.same


def replay(
    engine: Engine[Any],
    entries: Iterable[Entry],
    tables: Tables | None = None,
    rules: int = 0,
    known: Mapping[int, State] | None = None,
) -> dict[int, State]:
    """The state after each version of a log, from the set-up on, by the rules_version that the game began with.

    With states that are `known` it goes on from the last of them; the entries are then those that follow.
    """
    states: dict[int, State] = dict(known or {})
    state: State | None = states[max(states)] if states else None
    for entry in entries:
        match entry.kind:
            case "started" if "state" in entry.facts:
                state = engine.load(json.dumps(entry.facts["state"]).encode())
            case "started":
                options = engine.info.options.model_validate(entry.facts["options"])
                state = engine.setup(entry.facts["seats"], options, entry.facts["seed"], tables, rules).state
            case "answer":
                for move in entry.moves:
                    state = engine.submit(state, Answer(move.seat, move.ask_id, move.value)).state
            case "undone" if entry.to is not None:
                state = states[entry.to]
            case "back" if entry.to is not None:
                state = engine.rewind(states[entry.to], state)
        if state is not None:
            states[entry.version] = state
    return states


def prove(
    engine: Engine[Any], entries: list[Entry], present: State, table: Table, tables: Tables | None = None
) -> Verification:
    """Whether a log, played again from its seed, leads to the present state, and was sealed before it began."""
    moves = sum(len(entry.moves) for entry in entries)
    start = next((entry.facts for entry in entries if entry.kind == "started"), {})
    dealt, options = start.get("seed", ""), start.get("options", {})
    printed = engine.tables_of(present).digest if tables is None else tables.digest
    sealed = is_sealed(dealt, table.commitment, table.seal, options, printed, present.rules)
    seed, words = parted(dealt)
    shown = partial(Verification, moves=moves, seed=seed, words=tuple(words))
    try:
        states = replay(engine, entries, tables, present.rules)
    except (KitError, ValueError, KeyError, TypeError) as error:
        return shown(sealed, False, problem=f"something in the log cannot be done where it stands there ({error})")
    last = states[max(states)] if states else None
    same = last is not None and engine.state_hash(last) == engine.state_hash(present)
    return shown(sealed, same, problem="" if same else "the state is not the one that the log leads to")


def record(table: Table, entries: list[Entry], broken: list[Move]) -> dict[str, Any]:
    """A game in the form that `signoria replay` plays again, with the answers at which it broke as the last ones."""
    start = next((entry.facts for entry in entries if entry.kind == "started"), {})
    moves = [move for entry in standing(entries) for move in entry.moves] + broken
    return {
        "game": table.game,
        "rules": table.rules_version,
        "seats": start.get("seats", 0),
        "options": table.options,
        "seed": start.get("seed", ""),
        "answers": [(move.seat, move.step, move.value) for move in moves],
    }
