"""What a sensible person plans, for the simulated fortnight: in the words and instructions that anybody could give.

They know their own script and the board, and nothing hidden: what would depend on that is left open. A plan has other
ways for when its first is taken away; limits for auctions are what the script would go up to.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Any

from bot.commands.plan_commands import imagine, spoken
from bot.language.speaker import Speaker
from bot.lines.plan_parser import read_move, way_of
from bot.lines.plan_words import MOST
from bot.table.change import Loaded
from bot.table.kept_plan import KeptPlan, Turn, Way
from bot.table.standing_orders import Limit
from config.languages import fallback
from engines.kit import Ahead, Amount, Answer, Dice, Engine, Pending, Pick, Value, way_out
from engines.kit.errors import Refusal

LONGEST_TURN = 60
LONGEST_ROUND = 400
DEPTHS = (1, 0, 0, 0)
"""The other ways: the same action with something else, then other actions."""
DEALS = ("one", "another")
FARTHER = 8
"""One plan of so many has a further turn."""

Taken = list[tuple[int, str, str]]
"""What another way is to do without: which choice of the turn it was, at which step, and the key."""


def plan_for(loaded: Loaded, seat: int, chance: str) -> KeptPlan | None:
    """The own next turn in words as the script would play it, with other ways; None: nothing can be said of it."""
    engine, board = loaded.engine, imagine(loaded, seat)
    speaker = Speaker(fallback(), loaded.table.game, tuple(loaded.table.names), seat)
    home = next(each.step for each in engine.pending(board) if each.owed)
    taken, ways = Taken(), list[Way]()
    line, chosen = _foreseen(engine, board, seat, speaker, chance, taken)
    first = chosen
    for depth in (-1, *DEPTHS):
        if len(ways) == MOST:
            break
        if depth >= 0:
            source = first if depth else chosen
            if len(source) <= depth:
                continue
            without = [*taken, source[depth]]
            line, chosen = _foreseen(engine, board, seat, speaker, chance, without)
            taken = taken if depth else without
        if line and all(way.line != line for way in ways):
            ways.append(way_of(engine, board, seat, line, speaker)[0])
    if not ways:
        return None
    farther = len(ways) > 1 and Dice(f"{chance} farther").below(FARTHER) == 0
    later = (Turn(ways=tuple(reversed(ways)), said=ways[-1].line),) if farther else ()
    return KeptPlan(
        **ways[0].model_dump(),
        whole=", else ".join([way.line for way in ways]),
        language=fallback(),
        home=home,
        made=0,
        ways=tuple(ways[1:]),
        later=later,
    )


def _foreseen(
    engine: Engine[Any], board: Any, seat: int, speaker: Speaker, chance: str, taken: Taken
) -> tuple[str, Taken]:
    """A whole turn as a line, as far as it does not depend on what comes to light in it, and its choices; an empty line
    where the words are read otherwise."""
    states = [engine.resample(board, seat, deal) for deal in DEALS]
    dice = [Dice(chance) for _ in DEALS]
    said, given, chosen = list[tuple[str, ...]](), list[Answer](), Taken()
    while len(given) < LONGEST_TURN:
        asked = [_owed(engine, state, seat) for state in states]
        if asked[0] is None:
            break
        values = [
            None if each is None else _chosen(engine, state, each, die, len(chosen), taken)
            for state, each, die in zip(states, asked, dice, strict=True)
        ]
        pending, value = asked[0], values[0]
        if value is None or values[1] != value or asked[1] is None or asked[1].step != pending.step:
            break
        if _is_choice(pending) and isinstance(value, list):
            chosen.append((len(chosen), pending.step, value[0]))
        said.append(spoken(pending, value, speaker))
        given.append(Answer(seat, pending.ask_id, value))
        states = [
            engine.submit(state, Answer(seat, each.ask_id, value)).state
            for state, each in zip(states, asked, strict=True)
            if each is not None
        ]
    for line in [" ".join(words) for words in zip(*said, strict=True)]:
        with suppress(Refusal):
            reading, _ = read_move(engine, board, seat, line, speaker)
            if list(reading.answers) == given[: len(reading.answers)]:
                return line, chosen
    return "", chosen


def _owed(engine: Engine[Any], state: Any, seat: int) -> Pending | None:
    return next((each for each in engine.pending(state) if each.seat == seat and each.owed), None)


def _is_choice(pending: Pending) -> bool:
    ask = pending.ask
    return isinstance(ask, Pick) and len(ask.options) > 1 and ask.least == ask.most == 1


def _chosen(engine: Engine[Any], state: Any, pending: Pending, dice: Dice, number: int, taken: Taken) -> Value | None:
    """What the script answers without what is taken; None: nothing else is left."""
    ask = pending.ask
    gone = {key for place, step, key in taken if (place, step) == (number, pending.step)}
    if gone and isinstance(ask, Pick) and _is_choice(pending):
        left = tuple([option for option in ask.options if option.key not in gone])
        if not left:
            return None
        ask = replace(ask, options=left, default=[left[0].key], suggested=())
        with suppress(LookupError, ValueError, StopIteration, Refusal):  # a script may count on what it was asked
            return ask.check(engine.policy(state, pending.seat, pending.step, ask, dice.below))
        return None
    return engine.policy(state, pending.seat, pending.step, ask, dice.below)


# --- limits ---


def is_asked(loaded: Loaded, question: Ahead) -> bool:
    """Whether somebody is asked this now."""
    steps = {question.step, *question.naming}
    return loaded.state is not None and any(each.step in steps for each in loaded.engine.pending(loaded.state))


def limits_for(loaded: Loaded, seat: int, chance: str) -> list[Limit]:
    """How far this seat would go for what comes under the hammer until the round is over, if all play as expected: what
    it would open with first, then the dearest."""
    found = list[Limit]()
    for question in loaded.engine.info.ahead if loaded.state is not None else ():
        wishes = _Wishes(loaded.engine, seat, question)
        for deal in DEALS:
            wishes.play(loaded.state, f"{chance} {deal}")
        for thing in sorted(wishes.most, key=lambda each: (each not in wishes.named, -wishes.most[each])):
            found.append(
                Limit(
                    step=question.step,
                    facts={question.fact: thing},
                    limit=wishes.most[thing],
                    stop=question.stop,
                    naming=question.naming,
                    passes=question.passes,
                    early=bool(question.stop),
                )
            )
    return found


@dataclass(slots=True)
class _Wishes:
    """What a seat would give for each thing that comes up in a round played on in the mind."""

    engine: Engine[Any]
    seat: int
    question: Ahead
    most: dict[str, int] = field(default_factory=dict)
    named: set[str] = field(default_factory=set)

    def play(self, state: Any, chance: str) -> None:
        engine, question, dice, was_asked = self.engine, self.question, Dice(chance), False
        state = engine.resample(state, self.seat, chance)
        for _ in range(LONGEST_ROUND):
            owed = next((each for each in engine.pending(state) if each.owed), None)
            if owed is None:
                return
            was_asked = was_asked or owed.step in (question.step, *question.naming)
            value = engine.policy(state, owed.seat, owed.step, owed.ask, dice.below)
            self._note(state, owed, value, dice)
            outcome = engine.submit(state, Answer(owed.seat, owed.ask_id, value))
            state = outcome.state
            if was_asked and question.stop and any(event.key.startswith(question.stop) for event in outcome.events):
                return

    def _note(self, state: Any, owed: Pending, value: Value, dice: Dice) -> None:
        """Where it is named by this seat, that and its price; where somebody is asked how much, what this seat would
        say at most."""
        question, ask = self.question, owed.ask
        if owed.step in question.naming and owed.seat == self.seat and isinstance(ask, Pick):
            option = next(each for each in ask.options if [each.key] == value)
            price = option.label.facts.get("price", ask.prompt.facts.get("price"))
            if option.key != self._out(ask) and isinstance(price, int):
                thing = f"{question.fact}/{option.key}"
                self.named.add(thing)
                self.most[thing] = max(price, self.most.get(thing, 0))
        elif owed.step == question.step and not question.passes and isinstance(ask, Amount):
            thing = str(ask.prompt.facts[question.fact])
            self.most[thing] = max(self._highest(state, ask, dice), self.most.get(thing, 0))

    def _out(self, ask: Pick) -> str:
        out = way_out(ask)
        return out[0] if isinstance(out, list) and out else ""

    def _highest(self, state: Any, ask: Amount, dice: Dice) -> int:
        """The most that this seat would still say; 0: nothing."""
        most = 0
        for low in range(ask.low, ask.high + 1, ask.step):
            asked = replace(ask, low=low, default=None)
            if not isinstance(self.engine.policy(state, self.seat, self.question.step, asked, dice.below), int):
                break
            most = low
        return most
