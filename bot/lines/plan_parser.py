"""The moves of a plan, read on the board as if it were one's turn, and once more when it is: what each way plays, what
it spends, and which of them is possible.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from typing import Any

from bot.language.labels import describe
from bot.language.normalise import fold
from bot.language.speaker import Speaker, catalogue
from bot.lines.dry_run import Part
from bot.lines.move_parser import MoveParser, Reading
from bot.lines.plan_words import Chain, Conditions
from bot.table.kept_plan import KeptPlan, Ready, Way
from engines.kit import Answer, Bundle, Engine, Pick, Text
from engines.kit.errors import EngineBug, Refusal
from engines.kit.places import named

DEALS = ("one deal", "another deal")
MOST_CHEAPER = 15
"""Smaller payments that are thought of for each."""
GUESSES = 8
"""So many deals of the unknown are tried before the words behind a barrier are given up."""


def read_move(
    engine: Engine[Any], state: Any, seat: int, line: str, speaker: Speaker
) -> tuple[Reading, dict[str, int]]:
    """What a line plays here up to the first barrier, and what that spends; a Refusal if it cannot be read."""
    reading = _read(MoveParser(engine, state, seat, speaker), line)
    return reading, spent(engine, state, seat, reading)


Ways = list[tuple[Way, Reading]]
"""The ways of one turn, as they were read."""


def read_turns(engine: Engine[Any], imagined: Any, seat: int, said: Chain, speaker: Speaker) -> list[Ways]:
    """Every way of every turn, read and priced: on the imagined board, a later turn on what the first ways make of it
    as far as nothing hidden comes to light."""
    board, found = imagined, list[Ways]()
    for turn in said.turns:
        ways: Ways = []
        for wish in turn:
            begun = _begun(ways[0][1], turn[0].move) if ways else ""
            ways.append(_way(engine, (board, imagined), seat, wish, begun, speaker))
        found.append(ways)
        board = _after_turn(engine, board, seat, ways[0][1]) or imagined
    return found


def _way(
    engine: Engine[Any], boards: Sequence[Any], seat: int, wish: Conditions, begun: str, speaker: Speaker
) -> tuple[Way, Reading]:
    """As it stands, else behind the words with which the first way begins (`buy 2 white, else 1 red`)."""
    if not wish.move:
        raise Refusal("menu.refusal.empty_line")
    refused: Refusal | None = None
    for line in (wish.move, f"{begun} {wish.move}" if begun else ""):
        for board in boards if line else ():
            try:
                way, reading = way_of(engine, board, seat, line, speaker)
            except Refusal as refusal:
                refused = refused or refusal
            else:
                return way.model_copy(update={"most": wish.most, "kind": wish.kind}), reading
    assert refused is not None
    raise refused


def way_of(engine: Engine[Any], board: Any, seat: int, line: str, speaker: Speaker) -> tuple[Way, Reading]:
    """A line as one way to play a turn, priced on this board."""
    reading, cost = read_move(engine, board, seat, line, speaker)
    fewer = tuple(cheaper(engine, reading, speaker))
    return Way(line=line, cost=cost, paid=_paid(engine, reading), cheaper=fewer), reading


def _begun(reading: Reading, line: str) -> str:
    """The words of a line that are played before its first barrier."""
    return line.removesuffix(reading.rest).strip() if reading.rest and line.endswith(reading.rest) else ""


def _after_turn(engine: Engine[Any], board: Any, seat: int, reading: Reading) -> Any | None:
    """The board after a turn, as if it were this seat's again; None where something hidden decides what it shows, or
    where the turn was not read on this board."""
    if reading.rest:
        return None
    for answer in reading.answers:
        try:
            outcome = engine.submit(board, answer)
        except Refusal:
            return None
        if outcome.barrier or outcome.mine is not None or outcome.state.ending:
            return None
        board = outcome.state
    return engine.as_if(board, seat)


def _read(reader: MoveParser, line: str) -> Reading:
    """The line as it stands; else, of `2 white from II`, what stands behind a small word first. Who begins with a
    number means it so, and is told what is in the way of that."""
    try:
        return reader.read(line, goes_on=True)
    except Refusal as refusal:
        said, told = line.split(), refusal
        for at, word in enumerate(said[1:-1], 1):
            if fold(word) in reader.matcher.lexicon.small:
                try:
                    return reader.read(" ".join([*said[at + 1 :], *said[:at]]), goes_on=True)
                except Refusal as other:
                    told = other if said[0].isdigit() else told
        raise told from None


def spent(engine: Engine[Any], state: Any, seat: int, reading: Reading) -> dict[str, int]:
    """What a seat gives away by its answers, or has less of after them as far as two deals of the unknown agree."""
    before, after = engine.purse(state, seat), [_after(engine, state, seat, reading.answers, deal) for deal in DEALS]
    known = [each for each in after if each is not None]
    losses = [{kind: count - left.get(kind, 0) for kind, count in before.items()} for left in known]
    given = Counter[str]()
    for part in reading.parts:
        ask, value = part.pending.ask, part.value
        if engine.steps[part.pending.step].pays and isinstance(ask, Bundle) and isinstance(value, dict):
            given.update({_piece(ask, kind): count for kind, count in value.items()})
    lost = {
        kind: count
        for kind, count in (losses[0] if len(known) == len(DEALS) else {}).items()
        if all(each[kind] == count for each in losses)
    }
    both = {kind: max(given[kind], lost.get(kind, 0)) for kind in {**given, **lost}}
    return {kind: count for kind, count in both.items() if count > 0}


def _piece(ask: Bundle, kind: str) -> str:
    """The reference of a kind of pieces."""
    return next(iter(named(ask.labels[kind])), f"piece/{kind}")


def _after(
    engine: Engine[Any], state: Any, seat: int, answers: Sequence[Answer], deal: str
) -> Mapping[str, int] | None:
    dealt = _dealt(engine, state, seat, answers, deal)
    return None if dealt is None else engine.purse(dealt, seat)


def _dealt(engine: Engine[Any], state: Any, seat: int, answers: Sequence[Answer], deal: str) -> Any | None:
    """The board after these answers, the unknown dealt so."""
    try:
        dealt = engine.resample(state, seat, deal, in_order=True)
        for answer in answers:
            dealt = engine.submit(dealt, answer).state
    except (Refusal, EngineBug):
        return None
    return dealt


def ready(engine: Engine[Any], state: Any, seat: int, plan: KeptPlan, names: Sequence[str]) -> Ready | Text:
    """What a plan plays now, whatever it costs; or why it cannot."""
    speaker = Speaker(plan.language, engine.info.key, tuple(names), seat)
    try:
        reading, cost = _read_now(engine, state, seat, plan, speaker)
    except Refusal as refusal:
        return Text("table.plan.impossible", {"reason": speaker.refusal(refusal).replace("/", "⁄")})
    except EngineBug:
        return Text("table.plan.impossible", {"reason": catalogue(plan.language)["chat.fault"]})
    given = tuple([(answer.ask_id, answer.value) for answer in reading.answers])
    if reading.rest and (beyond := _beyond(engine, state, seat, plan, reading, cost, speaker)) is not None:
        if isinstance(beyond, Refusal):
            return Text("table.plan.impossible", {"reason": speaker.refusal(beyond).replace("/", "⁄")})
        cost = beyond
    return Ready(given, reading.rest, cost)


def _read_now(
    engine: Engine[Any], state: Any, seat: int, plan: KeptPlan, speaker: Speaker
) -> tuple[Reading, dict[str, int]]:
    """The line as it stands, else as it would be said where less is to be paid; what was said to be paid is nothing
    else."""
    refused: Refusal | None = None
    for line, paid in ((plan.line, plan.paid), *plan.cheaper):
        try:
            reading, cost = read_move(engine, state, seat, line, speaker)
        except Refusal as refusal:
            refused = refused or refusal
        else:
            if paid is None or _paid(engine, reading) == paid:
                return reading, cost
    raise refused or Refusal("menu.refusal.not_understood", word=plan.line)


def _paid(engine: Engine[Any], reading: Reading) -> int:
    """The pieces paid by the answers of a line."""
    return sum([sum(part.value.values()) for part in _payments(engine, reading) if isinstance(part.value, dict)])


def _payments(engine: Engine[Any], reading: Reading) -> list[Part]:
    return [each for each in reading.parts if engine.steps[each.pending.step].pays and isinstance(each.value, dict)]


def cheaper(engine: Engine[Any], reading: Reading, speaker: Speaker) -> Iterator[tuple[str, int]]:
    """The words of a line with every smaller payment in place of the first that it names, the dearest first, and the
    pieces it then pays; an order in which they are laid goes with them."""
    part = next(iter(_payments(engine, reading)), None)
    if part is None or not isinstance(part.pending.ask, Bundle) or not isinstance(part.value, dict):
        return
    labels, (first, behind) = part.pending.ask.labels, part.words
    following = next(iter(reading.parts[reading.parts.index(part) + 1 :]), None)
    is_laid = following is not None and isinstance(following.pending.ask, Pick) and following.pending.ask.ordered
    behind = following.words[1] if following is not None and is_laid else behind
    others = _paid(engine, reading) - sum(part.value.values())
    for left in _smaller(part.value) if behind > first else ():
        said = [describe(part.pending, left, speaker)] if left else []
        if len(left) > 1 and is_laid:
            said += [speaker.label(labels[kind]) for kind, count in left.items() for _ in range(count)]
        yield " ".join([*reading.said[:first], *said, *reading.said[behind:]]), others + sum(left.values())


def _smaller(value: Mapping[str, int]) -> list[dict[str, int]]:
    """Every part of some pieces, the largest first; what was named first is kept longest."""
    counts = product(*[range(count, -1, -1) for count in value.values()])
    parts = [{kind: count for kind, count in zip(value, each, strict=True) if count} for each in counts][1:]
    return sorted(parts, key=lambda part: -sum(part.values()))[:MOST_CHEAPER]


def _beyond(
    engine: Engine[Any],
    state: Any,
    seat: int,
    plan: KeptPlan,
    reading: Reading,
    cost: Mapping[str, int],
    speaker: Speaker,
) -> Refusal | dict[str, int] | None:
    """What is in the way of the words behind a barrier however the unknown is dealt: why they are not possible, or what
    they cost at most times. None: they may be possible as they were meant, or nobody can tell."""
    found: Refusal | dict[str, int] | None = None
    for number in range(GUESSES):
        dealt = _dealt(engine, state, seat, reading.answers, f"guess {number}")
        if dealt is None or not any(each.seat == seat and each.owed for each in engine.pending(dealt)):
            return None
        try:
            _, further = read_move(engine, dealt, seat, reading.rest, speaker)
        except EngineBug:
            return None
        except Refusal as refusal:
            found = found or refusal
            continue
        both = dict(Counter(cost) + Counter(further))
        if plan.most is None or plan.allows(both):
            return None
        found = both
    return found


def first_way(
    engine: Engine[Any], state: Any, seat: int, plan: KeptPlan, names: Sequence[str]
) -> tuple[KeptPlan, Ready | Text]:
    """The first way of a plan that is possible now at no higher cost; else one that would cost more, or why the first
    is not possible."""
    found = [(way, ready(engine, state, seat, way, names)) for way in plan.each_way()]
    possible = [(way, each) for way, each in found if isinstance(each, Ready)]
    fitting = [(way, each) for way, each in possible if way.allows(each.spent)]
    return next(iter([*fitting, *possible]), found[0])
