"""Plans in words: what is said about cost and end in three languages, and that a plan rests on nothing hidden."""

from __future__ import annotations

from contextlib import suppress
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from bot.language.speaker import Speaker
from bot.lines.move_parser import MoveParser
from bot.lines.plan_parser import read_move, read_turns, ready, way_of
from bot.lines.plan_words import Chain, Conditions, read_chain, read_conditions
from bot.table.kept_plan import KeptPlan, Ready, Turn, Way, woken
from engines import ENGINES
from engines.kit import Answer, Dice
from engines.kit.errors import Refusal
from engines.kit.play import Walk

NAMES = ("Lena", "Piet", "Ana", "Bo", "Cy")
NOW = 1_794_916_800.0
EVERY, ANSWERS = 12, 120


def said(line: str, language: str, game: str = "carrara") -> Conditions:
    engine = ENGINES[game]
    state = engine.setup(engine.info.seats[0], seed="plan").state
    speaker = Speaker(language, game, NAMES[: engine.info.seats[1]])
    return read_conditions(line, engine, speaker, 0, engine.purse(state, 0), ZoneInfo("UTC"), NOW)


def chained(line: str, language: str, game: str = "carrara") -> Chain:
    engine = ENGINES[game]
    state = engine.setup(engine.info.seats[0], seed="plan").state
    speaker = Speaker(language, game, NAMES[: engine.info.seats[1]])
    return read_chain(line, engine, speaker, 0, engine.purse(state, 0), ZoneInfo("UTC"), NOW)


@pytest.mark.parametrize(
    ("language", "line"),
    [
        ("en", "buy 2 white from II if at most 4 coins, else ask me"),
        ("nl", "buy 2 white from II als hoogstens 4 munten, anders vraag het mij"),
        ("de", "buy 2 white from II wenn höchstens 4 Münzen, sonst frag mich"),
    ],
)
def test_a_limit_is_understood_in_every_language(language: str, line: str) -> None:
    assert chained(line, language).turns == ((Conditions("buy 2 white from II", 4, "money/coin"),),)


@pytest.mark.parametrize(
    ("language", "clause", "seat"),
    [
        ("en", "unless Piet builds", 1),
        ("en", "unless somebody builds", None),
        ("nl", "tenzij Piet bouwt", 1),
        ("de", "außer wenn jemand baut", None),
        ("de", "es sei denn Piet baut", 1),
    ],
)
def test_what_somebody_does_ends_a_plan(language: str, clause: str, seat: int | None) -> None:
    unless = said(f"buy, {clause}", language).unless
    assert unless is not None
    assert unless.seat == seat
    assert "carrara.event.built" in unless.events


def test_a_point_in_the_game_and_a_moment_end_a_plan() -> None:
    found = said("buy unless the end is announced, until tomorrow 18:00", "en")
    assert found.move == "buy"
    assert found.unless is not None
    assert found.unless.events == ("carrara.event.announced",)
    assert found.until is not None
    with pytest.raises(Refusal):
        said("buy unless Piet sneezes", "en")


@pytest.mark.parametrize(
    ("language", "line"),
    [
        ("en", "buy 2 white from II if at most 4 coins, else buy 1 red; next turn build villa, else ask me"),
        ("nl", "buy 2 white from II als hoogstens 4 munten, anders buy 1 red. Volgende beurt: build villa"),
        ("de", "buy 2 white from II wenn höchstens 4 Münzen, sonst buy 1 red, im nächsten Zug build villa"),
    ],
)
def test_turns_and_their_ways_are_told_apart_in_every_language(language: str, line: str) -> None:
    found = chained(line, language)
    ways = [[(way.move, way.most) for way in turn] for turn in found.turns]
    assert ways == [[("buy 2 white from II", 4), ("buy 1 red", None)], [("build villa", None)]]


def test_an_end_said_anywhere_holds_for_the_whole_plan_and_a_plan_has_bounds() -> None:
    found = chained("buy unless Piet builds, else build villa until tomorrow 18:00; next turn buy", "en")
    assert found.unless is not None
    assert found.until is not None
    assert [[way.move for way in turn] for turn in found.turns] == [["buy", "build villa"], ["buy"]]
    assert found.said == ("buy, else build villa", "buy")
    with pytest.raises(Refusal, match="plan_long"):
        chained(" else ".join(["buy"] * 5), "en")


def test_what_is_left_after_a_barrier_keeps_the_ways_that_began_alike() -> None:
    others = (Way(line="Buy 1 red", most=2), Way(line="build villa"))
    later = (Turn(ways=(Way(line="build villa"), Way(line="buy")), said="build villa else buy"),)
    plan = KeptPlan(line="buy 2 white from II", whole="x", language="en", home="turn", made=1, ways=others, later=later)
    rest = plan.after("2 white from II", {})
    assert rest is not None
    assert rest.ways == (Way(line="1 red", most=2),)
    second = rest.after("", {})
    assert second is not None
    assert (second.line, second.ways, second.whole, second.resting) == (
        "build villa",
        (Way(line="buy"),),
        "build villa else buy",
        True,
    )
    assert not second.is_due("turn"), "the turn that was played may go on"
    assert second.after("", {}) is None


@pytest.mark.parametrize("game", list(ENGINES))
def test_what_is_left_for_the_next_turn_wakes_when_anothers_has_come(game: str) -> None:
    info = ENGINES[game].info
    plan = KeptPlan(line="x", whole="x", language="en", home="turn", made=1, resting=True)
    assert woken(plan, info, [], (), 0).resting
    assert woken(plan, info, [0], (), 0).resting, "another question of the own turn"
    assert not woken(plan, info, [1], (), 0).resting


def test_the_limit_counts_over_both_sides_of_a_barrier() -> None:
    plan = KeptPlan(line="x", whole="x", language="en", home="turn", made=1, most=4, kind="money/coin")
    rest = plan.after("more", {"money/coin": 3})
    assert rest is not None
    assert rest.allows({"money/coin": 1, "brick/white": 9})
    assert not rest.allows({"money/coin": 2})
    bare = plan.model_copy(update={"most": None, "cost": {"brick/white": 2}})
    assert bare.allows({"brick/white": 2})
    assert not bare.allows({"brick/white": 1, "brick/red": 1})


@pytest.mark.parametrize("game", list(ENGINES))
def test_a_plan_does_not_depend_on_what_its_seat_cannot_know(game: str) -> None:
    """The board as if it were one's turn, what may be typed, what it costs: the same for every deal of the hidden."""
    engine, chance, read = ENGINES[game], Dice(f"plan {game}"), 0
    state = engine.setup(engine.info.seats[0], seed="secret").state
    for number in range(ANSWERS):
        if state.ending:
            break
        pending = next(each for each in engine.pending(state) if each.owed)
        if number % EVERY == 0:
            seat = (pending.seat + 1) % state.seats
            twin = engine.resample(state, seat, f"twin {number}")
            boards = [engine.as_if(each, seat) for each in (state, twin)]
            assert None not in boards
            speaker = Speaker("en", game, NAMES)
            first, second = [MoveParser(engine, each, seat, speaker).complete("", 4) for each in boards]
            assert first == second
            for found in first:
                one, other = [_tried(game, each, seat, found.line) for each in boards]
                assert one == other
                read += isinstance(one, Ready)
            if len(first) > 1:
                pair = ((Conditions(first[0].line), Conditions(first[1].line)), (Conditions(first[1].line),))
                assert _turns(game, boards[0], seat, pair) == _turns(game, boards[1], seat, pair)
        value = engine.policy(state, pending.seat, pending.step, pending.ask, chance.below)
        state = engine.submit(state, Answer(pending.seat, pending.ask_id, value)).state
    assert read


def _tried(game: str, state: object, seat: int, line: str) -> object:
    plan = KeptPlan(line=line, whole=line, language="en", home="", made=0)
    return ready(ENGINES[game], state, seat, plan, NAMES)


def _turns(game: str, state: object, seat: int, turns: tuple[tuple[Conditions, ...], ...]) -> object:
    """What is said of a plan of two turns: ways, prices, words that are left; or the refusal."""
    engine = ENGINES[game]
    try:
        read = read_turns(engine, state, seat, Chain(turns, ("x", "y")), Speaker("en", game, NAMES))
    except Refusal as refusal:
        return str(refusal)
    return [[(way, reading.rest) for way, reading in ways] for ways in read]


@pytest.mark.parametrize("game", list(ENGINES))
def test_what_a_plan_spends_is_what_its_answers_cost(game: str) -> None:
    """Where nothing is hidden in between, the cost is the difference of the purse."""
    engine, chance, spent = ENGINES[game], Dice(f"cost {game}"), 0
    state = engine.setup(engine.info.seats[0], seed="cost").state
    speaker = Speaker("en", game, NAMES)
    for number in range(ANSWERS):
        if state.ending:
            break
        pending = next(each for each in engine.pending(state) if each.owed)
        if number % EVERY == 0 and (board := engine.as_if(state, pending.seat)) is not None:
            for found in MoveParser(engine, board, pending.seat, speaker).complete("", 6):
                reading, cost = read_move(engine, board, pending.seat, found.line, speaker)
                after = board
                for answer in reading.answers:
                    after = engine.submit(after, answer).state
                before, left = engine.purse(board, pending.seat), engine.purse(after, pending.seat)
                lost = {kind: count - left.get(kind, 0) for kind, count in before.items()}
                assert all(
                    count <= cost.get(kind, 0) for kind, count in lost.items() if count > 0 and not reading.final
                )
                spent += bool(cost)
        value = engine.policy(state, pending.seat, pending.step, pending.ask, chance.below)
        state = engine.submit(state, Answer(pending.seat, pending.ask_id, value)).state
    assert spent or game != "princes", "elsewhere something is paid only after the first choice"


def a_dear_card_and_a_building(state: Any, seat: int) -> tuple[Any, str, list[Answer]]:
    """The second card of Firenze's row for one brick, and another brick on an own tower: a line, and what it means."""
    engine, given = ENGINES["firenze"], list[Answer]()
    board: Any = engine.as_if(state, seat)
    after, said, speaker = board, list[str](), Speaker("en", "firenze", NAMES[:3])

    def answer(step: str, value: Any, words: str) -> None:
        nonlocal after
        pending = next(each for each in engine.pending(after) if each.step == step)
        given.append(Answer(seat, pending.ask_id, value))
        said.append(words)
        after = engine.submit(after, given[-1]).state

    card = after.row[1].card
    answer("card.choose", ["slot:1"], speaker.noun(f"card/{card}"))
    mine = sorted(after.players[seat].warehouse)
    answer("card.pay", {mine[0]: 1}, f"1 {speaker.noun(f'brick/{mine[0]}')}")
    kind = next(kind for kind in _asked(engine, after, "build.bricks").ask.available if "new" not in kind)
    answer("build.bricks", {kind: 1}, f"1 {speaker.say(_asked(engine, after, 'build.bricks').ask.labels[kind])}")
    return board, " ".join(said), given


def _asked(engine: Any, state: Any, step: str) -> Any:
    return next(each for each in engine.pending(state) if each.step == step)


def a_game_of_firenze() -> Any:
    """Where somebody's second card is a plain one."""
    engine = ENGINES["firenze"]
    walk = Walk(engine, 3, engine.info.options(), "cheaper", wild=0)
    for position in walk.positions():
        owed = [each for each in engine.pending(position.state) if each.owed]
        if owed and owed[0].step == "card.choose":
            with suppress(StopIteration, AssertionError, Refusal):
                a_dear_card_and_a_building(position.state, (owed[0].seat + 1) % 3)
                return position.state
    raise AssertionError("no such board")


def test_pieces_that_are_not_possible_here_belong_to_the_next_question() -> None:
    """`Mason 1 yellow 1 on red 2`: one brick pays, the other is built."""
    engine, state = ENGINES["firenze"], a_game_of_firenze()
    seat = (next(each.seat for each in engine.pending(state) if each.owed) + 1) % 3
    board, line, given = a_dear_card_and_a_building(state, seat)
    reading, _ = read_move(engine, board, seat, line, Speaker("en", "firenze", NAMES[:3]))
    assert list(reading.answers) == given[:2]
    assert line.endswith(reading.rest), "a card comes to light before there is building"
    assert reading.rest.casefold().startswith("1 on")


def test_a_plan_is_played_where_its_card_has_become_cheaper() -> None:
    """Another has taken the first card: there is nothing to pay any more, and that is no hindrance."""
    engine, state, speaker = ENGINES["firenze"], a_game_of_firenze(), Speaker("en", "firenze", NAMES[:3])
    mover = next(each.seat for each in engine.pending(state) if each.owed)
    seat = (mover + 1) % 3
    board, line, _ = a_dear_card_and_a_building(state, seat)
    way, _ = way_of(engine, board, seat, line, speaker)
    assert way.cheaper, "what it says where less is to be paid"
    card, cheaper = board.row[1].card, board.clone()
    first = cheaper.row.pop(0)
    cheaper.row.append(first)
    cheaper.memo = None
    assert cheaper.row[0].card == card
    plan = KeptPlan(**way.model_dump(), whole=line, language="en", home="card.choose", made=0)
    found = ready(engine, cheaper, seat, plan, NAMES[:3])
    assert isinstance(found, Ready)
    assert [value for _, value in found.given] == [["slot:0"]]
    assert line.endswith(found.rest)
    assert found.rest.casefold().startswith("1 on"), "the brick that was to pay is not built"
    deaf = ready(engine, cheaper, seat, plan.model_copy(update={"cheaper": ()}), NAMES[:3])
    assert not isinstance(deaf, Ready)
