"""The log explains itself: whatever moves points or money is told with seat, amount and reason, and told once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from bot.cli.transcript import read
from bot.language.speaker import Speaker
from config.languages import languages
from engines import ENGINES
from engines.kit import Event, Text
from engines.kit.events import seen
from engines.kit.play import Walk, replay

GOLDEN = sorted((Path(__file__).parents[2] / "golden").glob("*.txt"))
FINAL = "kit.event.final"
AMOUNTS = ("points", "gained", "gain", "total", "value", "florins", "price", "amount", "coins")
"""Facts that say how much."""


@cache
def played(file: Path) -> tuple[Any, list[Any]]:
    record = read(file.read_text("utf-8"))
    engine = ENGINES[record["game"]]
    return engine, list(replay(engine, record))


def _numbers(fact: Any) -> Iterator[int]:
    if isinstance(fact, dict):
        yield from [number for key, number in fact.items() if key.startswith(("gain/", "source/"))]
    elif isinstance(fact, int):
        yield fact


def _names(event: Event, seat: int) -> bool:
    return f"seat/{seat}" in event.facts.values()


def _amounts(events: Iterable[Event], seat: int) -> list[int]:
    """What the public lines about a seat say of points and money."""
    found = []
    for event in events:
        if event.only is None and _names(event, seat):
            wanted = ("sources",) if event.key == FINAL else AMOUNTS
            found += [number for name in wanted for number in _numbers(event.facts.get(name))]
    return found


def _reaches(amounts: list[int], wanted: int) -> bool:
    """Whether some of the numbers add up to what changed, each as a gain or as a loss."""
    sums = {0}
    for number in amounts[:14]:
        sums |= {each + number for each in sums} | {each - number for each in sums}
    return wanted in sums


def moved(engine: Any, before: Any, after: Any) -> Iterator[tuple[str, int, int]]:
    """What changed for whom: points as all see them, and florins."""
    then, now = engine.standing(before)[1], engine.standing(after)[1]
    for seat, (one, other) in enumerate(zip(then, now, strict=True)):
        if one != other:
            yield "points", seat, other - one
    for seat in range(after.seats):
        purse = [
            getattr(state.players[seat], "cash", getattr(state.players[seat], "coins", 0)) for state in (before, after)
        ]
        if purse[0] != purse[1]:
            yield "money", seat, purse[1] - purse[0]


@pytest.mark.parametrize("file", GOLDEN, ids=lambda file: file.stem)
def test_no_points_or_money_move_without_a_line_that_names_seat_and_amount(
    file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    engine, positions = played(file)
    silent, told = [], Counter[str]()
    for before, after in pairwise(positions):
        events = after.outcome.events
        for what, seat, change in moved(engine, before.state, after.state):
            if _reaches(_amounts(events, seat), change):
                told[what] += 1
            else:
                said = [Speaker("en", engine.info.key).say(text) for text in seen(events, None)]
                silent.append(f"{what} of seat {seat} by {change}: {said}")
    with capsys.disabled():
        print(f"\n{file.stem}: {dict(told)} changes told")
    assert silent == []
    assert told["points"] > 3


SAYS_WHY = {
    "princes.event.best_work": "the best work of the round, with its value",
    "princes.event.track.back": "points sold for florins",
    "princes.event.characters.banker": "a bid for the Banker",
    "princes.event.characters.merchant": "points taken with the Merchant",
    "firenze.event.end_tile": "the last own seal",
}
"""Sentences whose own words are the reason, without a thing to name and nothing to reckon."""


def _has_reason(event: Event) -> bool:
    """Whether a line says why: by its reckoning, by a thing that it names, or by its own words."""
    facts = [fact for fact in event.facts.values() if not (isinstance(fact, str) and fact.startswith("seat/"))]
    named = any((isinstance(fact, dict | list) and fact) or (isinstance(fact, str) and "/" in fact) for fact in facts)
    return event.because is not None or named or event.key in SAYS_WHY


@pytest.mark.parametrize("file", GOLDEN, ids=lambda file: file.stem)
def test_every_line_that_moves_points_or_money_says_why(file: Path) -> None:
    engine, positions = played(file)
    bare = Counter[str]()
    for before, after in pairwise(positions):
        for _, seat, _ in moved(engine, before.state, after.state):
            lines = [event for event in after.outcome.events if event.only is None and _names(event, seat)]
            bare.update([event.key for event in lines if _amounts([event], seat) and not _has_reason(event)])
    assert dict(bare) == {}


@pytest.mark.parametrize("file", GOLDEN, ids=lambda file: file.stem)
def test_nothing_that_did_not_happen_is_told_twice(file: Path) -> None:
    _, positions = played(file)
    for position in positions:
        keys = [event.key for event in position.outcome.events if ".nothing" in event.key]
        assert len(keys) == len(set(keys)), keys


@pytest.mark.parametrize("file", GOLDEN, ids=lambda file: file.stem)
def test_every_reason_is_a_sentence_in_every_language(file: Path) -> None:
    engine, positions = played(file)
    reasons: dict[str, Text] = {}
    for position in positions:
        for event in position.outcome.events:
            if event.because is not None:
                reasons.setdefault(f"{event.key} {event.because.key}", event.because)
    assert reasons
    for language in languages():
        speaker = Speaker(language, engine.info.key, ("Ann", "Bob", "Cas", "Dan", "Eva"))
        for text in reasons.values():
            assert "{" not in speaker.say(text)


EXPLAINED = {
    "carrara": "turned:again bought:because upgraded:because announced:because condition_met:has final:because",
    "firenze": "fell:lost paid_building:built dropped_bricks:limit church:because monument:height lost:towers "
    "took:because",
    "princes": "auction.bought:second auction.bought:alone object.placed:number track.back:bid nothing_best:number",
    "rivals": "produced:cards brigands:n nothing_brigands:standing celebration:standing "
    "race:standing repelled:card undefended:card paid:reason event:because rolled:because",
}
"""What a line of the log says besides what happened, by event and fact."""
WALKS: dict[str, list[dict[str, Any]]] = {
    "carrara": [{"expansion": True}],
    "firenze": [{"campanile": True}],
    "princes": [{}],
    "rivals": [{"mode": mode} for mode in ("basic", "gold", "turmoil")],
}


@pytest.mark.parametrize("game", sorted(EXPLAINED))
def test_lines_say_what_a_player_would_ask_next(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    """What got dear again, who had offered second, what a booster helped: in some game each is told, in every language.

    Golden games are looked at first, then games that are played for it.
    """
    engine, told = ENGINES[game], Counter[str]()
    wanted = set(EXPLAINED[game].split())
    golden = [played(file)[1] for file in GOLDEN if file.stem.startswith(game)]
    seats = 3 if engine.info.seats[1] > 2 else 2
    walks = (
        Walk(engine, seats, engine.info.options.model_validate(more), f"log {number}", wild=20).positions()
        for number in range(12)
        for more in WALKS[game]
    )
    speakers = [Speaker(language, game, ("Ann", "Bob", "Cas", "Dan", "Eva")) for language in languages()]
    for positions in (*golden, *walks):
        for position in positions:
            for event in position.outcome.events:
                name = event.key.removeprefix(f"{game}.event.")
                facts = [fact for fact, value in event.facts.items() if value] + (["because"] if event.because else [])
                new = {f"{name}:{fact}" for fact in facts} & (wanted - set(told))
                for speaker in speakers if new else ():
                    assert "{" not in speaker.say(Text(event.key, event.facts))
                told.update({f"{name}:{fact}" for fact in facts} & wanted)
        if wanted <= set(told):
            break
    with capsys.disabled():
        print(f"\n{game}: {dict(told)}")
    assert wanted - set(told) == set()


@pytest.mark.parametrize(
    "file", [each for each in GOLDEN if each.stem.startswith("carrara")], ids=lambda file: file.stem
)
def test_a_condition_that_is_met_is_told_to_its_player_alone(file: Path) -> None:
    _, positions = played(file)
    met = [event for position in positions for event in position.outcome.events if "condition_met" in event.key]
    assert met
    for event in met:
        assert event.only is not None
        assert len(event.only) == 1
        assert event.facts["has"] >= event.facts["least"]


@pytest.mark.parametrize("file", GOLDEN, ids=lambda file: file.stem)
def test_the_end_is_told_by_source(file: Path) -> None:
    engine, positions = played(file)
    final = [event for event in positions[-1].outcome.events if event.key == FINAL]
    result = engine.result(positions[-1].state)
    assert [event.facts["points"] for event in final] == [result.scores[seat] for seat in result.ranking]
    for event in final:
        assert sum(event.facts["sources"].values()) == event.facts["points"]


def test_a_forced_answer_is_named_to_its_seat_alone() -> None:
    _, positions = played(next(file for file in GOLDEN if file.stem == "rivals-basic"))
    forced = [e for position in positions for e in position.outcome.events if e.key == "kit.event.forced"]
    assert forced
    assert all(event.only is not None and len(event.only) == 1 for event in forced)
    said = {Speaker("en", "rivals").say(event.because) for event in forced if event.because is not None}
    assert "3 gold" in said, said


def test_players_and_sources_are_said_name_first() -> None:
    speaker = Speaker("en", "princes", ("Marta", "Joost"))
    assert speaker.fact({"seat/0": 3, "seat/1": 2}) == "Marta 3, Joost 2"
    assert speaker.fact({"count/jesters": 2}) == "2 jesters"
