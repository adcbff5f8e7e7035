"""Why not: whatever a step ever offers has a reason at moments when it is not offered, from what the seat knows."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from bot.cli.transcript import read
from bot.language.speaker import Speaker
from bot.learn.reference import book
from bot.learn.why_not import nearest, ticked, unoffered
from bot.learn.wishes import never
from bot.lines.move_parser import MoveParser
from config.languages import languages
from engines import ENGINES
from engines.kit import Amount, Answer, Pick, Refusal
from engines.kit.play import replay
from engines.kit.rulebook import sections
from engines.kit.step import Step

GOLDEN = Path(__file__).parents[2] / "golden"
NAMES = ("Ann", "Bob", "Cas", "Dan", "Eva")
MOMENTS, WISHES = 40, 8
"""Sampled for each game: moments, and wishes at each of them."""
ENOUGH = 4
"""So many refusals of a wish are looked at."""
GENERIC = ("menu.refusal.not_understood", "menu.refusal.behind_barrier", "kit.refusal.unknown_key")


@cache
def moments(game: str) -> list[Any]:
    return [
        position.state
        for file in sorted(GOLDEN.glob(f"{game}-*.txt"))
        for position in replay(ENGINES[game], read(file.read_text("utf-8")))
    ]


@cache
def offered(game: str) -> dict[str, dict[str, str]]:
    """Every option that the golden games offered at a step which tells reasons: its label by its key."""
    found: dict[str, dict[str, str]] = {}
    speaker, engine = Speaker("en", game, NAMES), ENGINES[game]
    for state in moments(game):
        for pending in engine.pending(state):
            tells = type(engine.steps[pending.step]).withheld is not Step.withheld
            if tells and pending.owed and isinstance(pending.ask, Pick):
                labels = found.setdefault(pending.step, {})
                labels |= {option.key: speaker.label(option.label) for option in pending.ask.options}
    return found


def wishes(game: str) -> Iterator[tuple[Any, Any, str]]:
    chance, engine = random.Random(game), ENGINES[game]
    told = offered(game)
    asked = [
        (state, pending)
        for state in moments(game)
        for pending in engine.pending(state)
        if pending.owed and pending.step in told and isinstance(pending.ask, Pick)
    ]
    for state, pending in chance.sample(asked, min(MOMENTS, len(asked))):
        there = {option.key for option in pending.ask.options}
        missing = [label for key, label in told[pending.step].items() if key not in there]
        for label in chance.sample(missing, min(WISHES, len(missing))):
            yield state, pending, label


def reason(game: str, state: Any, seat: int, label: str) -> str:
    """The code of the refusal; empty where the words mean something that is possible.

    Prices and values in a label are those of another moment: nobody types them.
    """
    code = ""
    for line in (label, re.sub(r"[:,]? *(from )?\d[\d.,]*( .*)?$", "", label)):
        try:
            MoveParser(ENGINES[game], state, seat, Speaker("en", game, NAMES)).read(line)
        except Refusal as refusal:
            code = refusal.code
        else:
            return ""
        if code not in GENERIC:
            return code
    return code


@pytest.mark.parametrize("game", sorted(ENGINES))
def test_a_wish_that_is_not_offered_gets_a_reason(game: str) -> None:
    bare = [
        f"{pending.step}: {label}"
        for state, pending, label in wishes(game)
        if reason(game, state, pending.seat, label) in GENERIC
    ]
    assert bare == []


@cache
def ever_offered(game: str) -> dict[str, tuple[dict[str, str], list[Any]]]:
    """By step: every option that the golden games offered there, and all moments at which something was asked."""
    found: dict[str, tuple[dict[str, str], list[Any]]] = {}
    speaker = Speaker("en", game, NAMES)
    for state in moments(game):
        for pending in ENGINES[game].pending(state):
            if pending.owed and isinstance(pending.ask, Pick):
                labels, asked = found.setdefault(pending.step, ({}, []))
                labels |= {option.key: speaker.label(option.label) for option in pending.ask.options}
                asked.append((state, pending))
    return found


@pytest.mark.parametrize("game", sorted(ENGINES))
def test_every_option_ever_offered_has_a_reason_where_it_is_not(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    """At every step, whether the rules tell more of it or not: by them, by a wish of the game's list, by where the
    thing lies, or by what alone the question leaves."""
    engine, learned, told, bare = ENGINES[game], book(game), Counter[str](), []
    assert learned is not None
    for step, (labels, asked) in ever_offered(game).items():
        for number, (key, label) in enumerate(labels.items()):
            without = [each for each in asked if key not in {option.key for option in each[1].ask.options}]
            if not without:
                told["always offered"] += 1
                continue
            state, pending = without[number % len(without)]
            code = reason(game, state, pending.seat, label)
            if code in GENERIC:
                language = languages()[number % len(languages())]
                speaker = Speaker(language, game, NAMES)
                found = never(learned, label) or unoffered(engine, state, pending.seat, [pending], label, speaker)
                if found is None or found.section not in sections(game) or "{" in speaker.refusal(found):
                    bare.append(f"{step}: {label}")
                    continue
                code = found.code
            told[
                {"learn": code.rpartition(".")[2], "": "means something possible"}.get(code.partition(".")[0], "rule")
            ] += 1
    with capsys.disabled():
        print(f"\n{game}: {sum(told.values())} options of {len(ever_offered(game))} steps: {dict(told)}")
    assert bare == []
    assert told["rule"] > told["only_these"]


@pytest.mark.parametrize("game", sorted(ENGINES))
def test_where_a_wish_lies_is_told_from_what_the_seat_knows_alone(game: str) -> None:
    """With every secret dealt anew, the same is said of a thing that cannot be chosen."""
    engine, speaker = ENGINES[game], Speaker("en", game, NAMES)
    labels = [label for options, _ in ever_offered(game).values() for label in options.values()]
    for number, state in enumerate(random.Random(game).sample(moments(game), 25)):
        for pending in engine.pending(state):
            other = engine.resample(state, pending.seat, "anew")
            same = [each for each in engine.pending(other) if (each.seat, each.step) == (pending.seat, pending.step)]
            wish = labels[number % len(labels)]
            assert str(unoffered(engine, state, pending.seat, [pending], wish, speaker)) == str(
                unoffered(engine, other, pending.seat, same[:1], wish, speaker)
            )


@pytest.mark.parametrize("game", sorted(ENGINES))
def test_reasons_depend_on_what_the_seat_knows_alone(game: str) -> None:
    """With every secret dealt anew, the same seat is told the same."""
    engine, chance = ENGINES[game], random.Random(game)
    for state in chance.sample(moments(game), 25):
        for pending in engine.pending(state):
            step = engine.steps[pending.step]
            other = engine.resample(state, pending.seat, "anew")
            before = [(option.key, str(refusal)) for option, refusal in step.withheld(state, pending.seat)]
            assert before == [(option.key, str(refusal)) for option, refusal in step.withheld(other, pending.seat)]


@pytest.mark.parametrize("game", sorted(ENGINES))
def test_nothing_that_is_offered_is_said_to_be_withheld(game: str) -> None:
    engine, chance = ENGINES[game], random.Random(game)
    for state in chance.sample(moments(game), 60):
        for pending in engine.pending(state):
            if isinstance(pending.ask, Pick):
                there = {option.key for option in pending.ask.options}
                kept = {option.key for option, _ in engine.steps[pending.step].withheld(state, pending.seat)}
                assert not there & kept, pending.step


@pytest.mark.parametrize("game", sorted(ENGINES))
def test_every_reason_is_a_sentence_with_its_rule_in_every_language(game: str) -> None:
    engine, chance = ENGINES[game], random.Random(game)
    for state in chance.sample(moments(game), 20):
        for pending in engine.pending(state):
            for option, refusal in engine.steps[pending.step].withheld(state, pending.seat):
                assert refusal.section, refusal
                for language in languages():
                    speaker = Speaker(language, game, NAMES)
                    assert speaker.label(option.label)
                    assert "{" not in speaker.refusal(refusal)


@pytest.mark.parametrize(
    ("game", "step", "wish", "codes"),
    [
        ("firenze", "card.choose", "no card", {"must_take"}),
        ("firenze", "build.bricks", "play architect", {"when_handing_in", "not_in_hand"}),
        ("firenze", "build.bricks", "purple 8", {"no_tower", "wrong_height", "sealed", "neutral", "balcony_order"}),
        ("rivals", "turn.before", "build road", {"roll_first"}),
        ("rivals", "turn.before", "trade", {"roll_first"}),
        ("rivals", "action", "play scout", {"with_settlement", "not_in_hand"}),
        ("rivals", "action", "build university", {"needs", "not_in_hand", "too_dear", "needs_city", "owned"}),
        ("princes", "turn.action", "build together with a neighbour", {"no_common_building", "no_partner"}),
        ("carrara", "turn.action", "announce the end", {"conditions", "act_first", "announced"}),
    ],
)
def test_wishes_that_people_have_are_answered(game: str, step: str, wish: str, codes: set[str]) -> None:
    engine = ENGINES[game]
    asked = [(s, p) for s in moments(game) for p in engine.pending(s) if p.step == step and p.owed]
    found = {reason(game, state, pending.seat, wish) for state, pending in random.Random(wish).sample(asked, 6)}
    assert found <= {f"{game}.refusal.{code}" for code in codes} | {""}, found
    assert found - {""}


IN_OTHER_WORDS = {
    "nl": {
        "princes": "werk|bouw opera|aannemen|vrijheid van reizen|punten kopen|filosoof wegkopen|toren verplaatsen|"
        "samen bouwen|bied 1000|derde actie|speel een bonuskaart|nog een object",
        "firenze": "bouw rood|vervul rood 5|paars 8|ruilen|speel vorstin|speel architect|toren houden|"
        "neem een kaart|toren verplaatsen|geen kaart|zegel verplaatsen",
        "carrara": "bouw paleis 5|kasteel 5 pisa|bouw paleis 5 livorno|waardeer livorno|waardeer villa|aankondigen|"
        "koop zonder draaien|passen|paleis verplaatsen|twee objecten kopen",
        "rivals": "bouw straat|bouw dorp|bouw stad|bouw abdij|bouw universiteit|ruil wol|speel rooftocht|"
        "speel verkenner|ruil met tegenstander|trek een kaart|wol verplaatsen",
    },
    "de": {
        "princes": "Werk|baue Oper|anwerben|Reisefreiheit|Punkte kaufen|Philosoph abwerben|Turm versetzen|"
        "gemeinsam bauen|biete 1000|dritte Aktion|Bonuskarte spielen|zweites Objekt",
        "firenze": "baue rot|erfülle Rot 5|Violett 8|tauschen|spiele Fürstin|spiele Architekt|Turm behalten|"
        "nimm eine Karte|Turm versetzen|keine Karte|Siegel versetzen",
        "carrara": "baue Palast 5|Burg 5 Pisa|baue Palast 5 Livorno|werte Livorno|werte Villa|ankündigen|"
        "kaufe ohne Drehen|passen|Palast versetzen|zwei Objekte kaufen",
        "rivals": "baue Straße|baue Siedlung|baue Stadt|baue Abtei|baue Universität|tausche Wolle|spiele Raubzug|"
        "spiele Kundschafter|mit dem Gegner tauschen|ziehe eine Karte|Wolle versetzen",
    },
}
"""The same wishes as a Dutch or a German player types them."""

WISHES_OF_PEOPLE = {
    "princes": (
        "turn.action",
        "work|build opera|hire|freedom travel|buy points|recruit philosopher|move tower|build together|bid 1000|"
        "third action|play a bonus card|second object",
    ),
    "firenze": (
        "build.bricks",
        "build red|fulfil red 5|purple 8|exchange|play princess|play architect|keep the tower|take a card|move tower|"
        "no card|put the seal elsewhere",
    ),
    "carrara": (
        "turn.action",
        "build palace 5|castle 5 pisa|build palace 5 livorno|score livorno|score villa|announce|buy without turning|"
        "pass|move palace|buy two objects|build and score",
    ),
    "rivals": (
        "action",
        "build road|build settlement|build city|build abbey|build university|trade wool|play brigands|play scout|"
        "trade with rival|draw a card|move wool",
    ),
}
"""Ten wishes a game and more, at the step where people have them."""


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("game", sorted(ENGINES))
def test_ten_wishes_a_game_have_a_reason_its_rule_and_what_is_nearest(game: str, language: str) -> None:
    engine, learned = ENGINES[game], book(game)
    assert learned is not None
    step, english = WISHES_OF_PEOPLE[game]
    listed = IN_OTHER_WORDS.get(language, {}).get(game, english).split("|")
    assert len(listed) >= 10
    asked = [(s, p) for s in moments(game) for p in engine.pending(s) if p.step == step and p.owed]
    for number, wish in enumerate(listed):
        told, speaker = 0, Speaker(language, game, NAMES)
        for state, pending in random.Random(number).sample(asked, min(MOMENTS, len(asked))):
            reader = MoveParser(engine, state, pending.seat, speaker)
            refusal = refused(reader, wish)
            if refusal is None or refusal.code == "menu.refusal.unclear":
                continue
            reason = never(learned, wish) if refusal.code in GENERIC else refusal
            assert reason is not None, f"{wish}: {refusal}"
            assert reason.section in sections(game), f"{wish}: {reason}"
            assert "{" not in speaker.refusal(reason)
            wished = reader.wished if reason is refusal else None
            near = nearest(reason, wished, wish, [pending], speaker)
            assert near, wish
            for each in near:
                engine.submit(state, Answer(pending.seat, each.pending.ask_id, each.value))
            told += 1
            if told == ENOUGH:
                break
        assert told, f"{wish}: nowhere refused"


@pytest.mark.parametrize("game", sorted(ENGINES))
def test_what_must_hold_is_ticked_or_crossed_and_something_is_missing(
    game: str, capsys: pytest.CaptureFixture[str]
) -> None:
    engine, told = ENGINES[game], Counter[str]()
    for state in random.Random(game).sample(moments(game), 40):
        for pending in engine.pending(state):
            for _, refusal in engine.steps[pending.step].withheld(state, pending.seat):
                told["with conditions" if refusal.conditions else "reason alone"] += 1
                if refusal.conditions:
                    assert not all(each.is_met for each in refusal.conditions), refusal
                for language in languages() if told.total() % 7 == 0 else ():
                    for said in ticked(refusal, Speaker(language, game, NAMES)):
                        assert said[:2] in ("✓ ", "✗ ")
                        assert "{" not in said
    with capsys.disabled():
        print(f"\n{game}: {dict(told)}")
    assert told["with conditions"] > told["reason alone"]


@pytest.mark.parametrize("language", languages())
def test_a_bid_that_is_too_high_at_once_is_told_the_one_that_is_possible(language: str) -> None:
    engine, speaker = ENGINES["princes"], Speaker(language, "princes", NAMES)
    state, pending = next(
        (s, p)
        for s in moments("princes")
        for p in engine.pending(s)
        if p.step == "auction.bid" and isinstance(p.ask, Amount)
    )
    refusal = refused(MoveParser(engine, state, pending.seat, speaker), "9000")
    assert refusal is not None
    assert refusal.code == "kit.refusal.only_number"
    assert speaker.number(pending.ask.low) in speaker.refusal(refusal)
    near = nearest(refusal, None, "9000", [pending], speaker)
    assert [each.value for each in near] == [pending.ask.low]
    engine.submit(state, Answer(pending.seat, pending.ask_id, near[0].value))


def refused(reader: MoveParser, line: str) -> Refusal | None:
    try:
        reader.read(line)
    except Refusal as refusal:
        return refusal
    return None


def test_what_is_missing_is_told_behind_the_reason() -> None:
    refusal = Refusal("rivals.refusal.too_dear", "8.7").lacking({"resource/brick": 2, "resource/ore": 0})
    assert (
        Speaker("en", "rivals").refusal(refusal) == "Not possible: you cannot pay for it (rule 8.7). You lack 2 brick."
    )
