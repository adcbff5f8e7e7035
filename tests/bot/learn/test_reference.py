"""Every thing of every game has an entry in every language, with the figures the game began with."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

from bot.cli.demo import Demo, picture
from bot.cli.transcript import read
from bot.language.speaker import Speaker, catalogue
from bot.learn.expression import Scope, evaluate
from bot.learn.reference import Entry, book, entry, known, named, references
from config.languages import languages
from engines import ENGINES
from engines.kit import Text
from engines.kit.events import seen
from engines.kit.places import places_of
from engines.kit.play import replay
from engines.kit.rulebook import sections
from engines.kit.tables import Tables
from engines.rivals.labels import card_note
from engines.rivals.state import RivalsState
from render.dispatch import paint, regions
from tests.test_words import assert_is_sentence

GOLDEN = sorted((Path(__file__).parents[2] / "golden").glob("*.txt"))
GAMES = sorted(ENGINES)
COUNTS = {"princes": 113, "firenze": 135, "carrara": 130, "rivals": 159}
NAMES = ["Ann", "Bob", "Cas", "Dan", "Eva"]
_REF = re.compile(r"^[a-z_]+/[\w.:#+-]+$")


@cache
def positions(file: Path) -> list[Any]:
    return list(replay(ENGINES[read(file.read_text("utf-8"))["game"]], read(file.read_text("utf-8"))))


def told(game: str, tables: Tables, view: dict[str, Any] | None, reference: str, language: str) -> Entry:
    found = entry(game, tables, view, reference, language, NAMES[: _seats(view)])
    assert found is not None, reference
    return found


def _seats(view: dict[str, Any] | None) -> int:
    return len(view.get("players") or view["seats"]) if view else 0


@pytest.mark.parametrize("game", GAMES)
def test_no_thing_is_without_an_entry_in_any_language(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    tables = ENGINES[game].tables.current()
    every = references(game, tables)
    assert len(every) == COUNTS[game] == len(set(every))
    written: Counter[str] = Counter()
    for reference in every:
        for language in languages():
            found = told(game, tables, None, reference, language)
            for sentence in (found.name, found.kind, found.effect):
                assert_is_sentence(sentence, reference)
            assert set(found.sections) <= set(sections(game)), f"{reference}: {found.sections}"
            assert found.sections, reference
        written[reference.partition("/")[0]] += 1
    with capsys.disabled():
        print(f"\n{game}: {len(every)} entries in {len(languages())} languages; {dict(written)}")


@pytest.mark.parametrize("file", GOLDEN, ids=lambda file: file.stem)
def test_entries_are_told_from_any_seat_at_any_time(file: Path) -> None:
    found = positions(file)
    engine = ENGINES[read(file.read_text("utf-8"))["game"]]
    for number in (0, len(found) // 3, len(found) - 1):
        state = found[number].state
        for seat in (None, 0, state.seats - 1):
            view = engine.view_json(state, seat)
            for place, reference in enumerate(references(engine.info.key, state.tables)):
                shown = told(engine.info.key, state.tables, view, reference, languages()[place % len(languages())])
                for sentence in (shown.now, shown.where, *[line.label + line.value for line in shown.lines]):
                    assert not sentence or assert_is_sentence(sentence, reference) is None


def _refs(value: object) -> Iterator[str]:
    if isinstance(value, str):
        if _REF.match(value):
            yield value
    elif isinstance(value, Text):
        yield from _refs(value.facts)
        yield from _refs(value.because) if value.because is not None else ()
    elif isinstance(value, dict):
        for key, each in value.items():
            yield from _refs(key)
            yield from _refs(each)
    elif isinstance(value, list | tuple):
        for each in value:
            yield from _refs(each)


def _asked(engine: Any, state: Any) -> Iterator[str]:
    for pending in engine.pending(state):
        ask = pending.ask
        for option in [*getattr(ask, "options", ()), *getattr(ask, "instead", ())]:
            yield from _refs([option.label, option.note, option.group])
        yield from _refs([ask.prompt, *getattr(ask, "labels", {}).values(), *places_of(ask).values()])


@pytest.mark.parametrize("file", GOLDEN, ids=lambda file: file.stem)
def test_whatever_a_golden_game_names_has_an_entry_or_is_no_thing(file: Path) -> None:
    """In asks, events and the regions of the picture."""
    record = read(file.read_text("utf-8"))
    game, engine, found = record["game"], ENGINES[record["game"]], positions(file)
    there: set[str] = set()
    for position in found:
        there |= set(_refs([seen(position.outcome.events, seat) for seat in (None, *range(record["seats"]))]))
        there |= set(_asked(engine, position.state))
    for position in found[:: max(1, len(found) // 4)]:
        table = Demo(game, record["seats"], position.state)
        for part in ("all", "hand", "market"):
            drawn = regions(paint(picture(table, part, 0, theme="light", language="en", lines=())))
            there |= {reference for region in drawn for reference in region.refs}
    declared, tables = book(game), found[0].state.tables
    assert declared is not None
    lacking = {each for each in there if each.partition("/")[0] not in declared.without}
    assert sorted(each for each in lacking if not known(game, tables, each)) == []


@pytest.mark.parametrize("game", GAMES)
def test_no_sentence_of_the_reference_has_a_bare_number_that_the_tables_know(game: str) -> None:
    """Digits stand in names (I to VI, B4) alone: every figure is a gap, so an owner's correction shows."""
    bare = [
        f"{language} {key}: {text}"
        for language in languages()
        for key, text in catalogue(language).items()
        if key.startswith((f"{game}.what.", f"{game}.now.")) and re.search(r"\d", text)
    ]
    assert bare == []


@pytest.mark.parametrize("game", GAMES)
def test_every_declared_fact_is_found_at_some_moment(game: str) -> None:
    """A path that no view and no table has is a slip in `learn.toml`."""
    declared = book(game)
    assert declared is not None
    wanted = {(kind.name, name): source for kind in declared.kinds.values() for name, source in kind.facts.items()}
    wanted |= {("", name): source for name, source in declared.facts.items()}
    for file in [each for each in GOLDEN if each.stem.startswith(game)]:
        found = positions(file)
        for position in found[:: max(1, len(found) // 40)]:
            if not wanted:
                return
            engine, state = ENGINES[game], position.state
            tables, view = state.tables.model_dump(mode="json"), engine.view_json(state, 0)
            for (sort, name), source in list(wanted.items()):
                kind = declared.kinds.get(sort)
                ids = [each.partition("/")[2] for each in references(game, state.tables) if each.startswith(f"{sort}/")]
                for each in ids or [""]:
                    names = {"id": each, "tables": tables, "view": view, "me": 0, "seats": state.seats}
                    if kind is not None and kind.row:
                        rows = tables[kind.row]
                        names["row"] = (
                            rows[each]
                            if isinstance(rows, dict)
                            else next((row for row in rows if str(row[kind.key]) == each), None)
                        )
                    if kind is not None and kind.one:
                        names["row"] = evaluate(kind.one, Scope(names))
                    if evaluate(source, Scope(names)) is not None:
                        wanted.pop((sort, name), None)
                        break
    assert wanted == {}


def test_a_corrected_figure_is_shown_and_a_doubtful_one_is_marked() -> None:
    engine = ENGINES["princes"]
    raw = json.loads(json.dumps(engine.tables.current().raw))
    raw["bonus"][6]["terms"]["forests"] = 9
    changed = entry("princes", engine.tables.from_raw(raw), None, "bonus/b07_forests", "en")
    assert changed is not None
    assert changed.effect.startswith("+9 for each of your forests."), changed
    lawyer = entry("princes", engine.tables.current(), None, "person/lawyer", "en")
    assert lawyer is not None
    assert lawyer.doubts == ("the building", "the landscape", "the freedom")
    city = entry("carrara", ENGINES["carrara"].tables.current(), None, "city/pisa", "en")
    assert city is not None
    assert city.doubts == ()


def test_what_a_button_says_of_a_card_follows_the_tables() -> None:
    """A corrected figure shows there too: nothing but ones, and what a store holds, is written into a sentence."""
    engine = ENGINES["rivals"]
    raw = json.loads(json.dumps(engine.tables.current().raw))
    next(card for card in raw["card"] if card["id"] == "goldsmith")["gains"] = 4
    raw["constants"]["ship_rate"] = 5
    state = SimpleNamespace(tables=engine.tables.from_raw(raw))
    speaker = Speaker("en", "rivals")
    assert speaker.say(card_note(cast(RivalsState, state), "goldsmith")) == "Pay 3 gold, gain 4 of choice"
    assert "Trades 5 ore for 1 other" in speaker.say(card_note(cast(RivalsState, state), "ore_ship"))
    notes = [(language, card) for language in languages() for card in state.tables.faces if _has_note(card)]
    for language, card in notes:
        assert Speaker(language, "rivals").say(card_note(cast(RivalsState, state), card))
        bare = re.findall(r"\d+", re.sub(r"\{[^}]*\}", "", catalogue(language)[f"rivals.note.card.{card}"]))
        assert set(bare) <= ({"3"} if card == "gold_cache" else {"1"}), (language, card)
    assert len(notes) > 3 * 60


def _has_note(card: str) -> bool:
    return f"rivals.note.card.{card}" in catalogue("en")


def test_where_a_thing_lies_is_known_from_the_readers_own_view_alone() -> None:
    """A person in a hand is told to its owner; to the others it lies in the deck or in hidden hands."""
    engine = ENGINES["princes"]
    state = positions(next(file for file in GOLDEN if file.stem == "princes-base-3"))[40].state
    held = state.players[1].hand[0].kind
    own = told("princes", state.tables, engine.view_json(state, 1), f"person/{held}", "en")
    other = told("princes", state.tables, engine.view_json(state, 0), f"person/{held}", "en")
    assert own.where == "In your hand."
    assert other.where == "In the deck or in hidden hands."
    assert own.now
    assert not other.now


@pytest.mark.parametrize(
    ("game", "words", "language", "meant"),
    [
        ("princes", "forests", "en", "bonus/b07_forests"),
        ("princes", "?lawyer", "en", "person/lawyer"),
        ("firenze", "Fürstin", "nl", "card/princess"),
        ("firenze", "fuerstin", "de", "card/princess"),
        ("carrara", "villa 3", "en", "tile/villa_3"),
        ("carrara", "Livorno", "de", "city/livorno"),
        ("rivals", "abbey", "nl", "card/abbey"),
        ("rivals", "gears", "en", ""),
    ],
)
def test_a_thing_is_found_by_its_name_in_any_language(game: str, words: str, language: str, meant: str) -> None:
    found = named(game, ENGINES[game].tables.current(), words, language)
    assert (found[0] if found else "") == meant


def test_things_of_the_present_question_come_first() -> None:
    tables = ENGINES["carrara"].tables.current()
    assert named("carrara", tables, "villa", "en")[0] == "type/villa"
    found = named("carrara", tables, "vill", "en", first=["tile/villa_4"])
    assert found[0] == "tile/villa_4"


@pytest.mark.parametrize("file", GOLDEN, ids=lambda file: file.stem)
def test_an_onlooker_is_told_nothing_about_a_seat_of_the_own(file: Path) -> None:
    """Who only looks on has no bricks, coins or hand: nothing is said to be theirs."""
    found = positions(file)
    engine, state = ENGINES[read(file.read_text("utf-8"))["game"]], found[len(found) // 2].state
    view = engine.view_json(state, None)
    for reference in references(engine.info.key, state.tables):
        shown = told(engine.info.key, state.tables, view, reference, "en")
        assert not re.search(r"\b([Yy]ou|[Yy]ours?)\b", f"{shown.now} {shown.where}"), shown


@pytest.mark.parametrize("language", languages())
def test_how_a_thing_stands_does_not_begin_with_the_word_before_it(language: str) -> None:
    """The card over the board writes "Now: " before it."""
    texts, now = catalogue(language), catalogue(language)["web.now"]
    doubled = [key for key, said in texts.items() if ".now." in key and re.search(rf"(^|[?]){now}\b", str(said))]
    assert doubled == []


def test_a_principality_that_is_touched_tells_of_walls_not_that_it_is_the_palazzo() -> None:
    told = entry("princes", ENGINES["princes"].tables.current(), None, "map/map", "en", NAMES)
    assert told is not None
    assert "no building may share an edge" in told.effect
