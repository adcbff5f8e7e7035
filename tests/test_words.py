"""Every sentence exists in every language with the same facts, and none shows a key."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from bot.language.completeness import lacks
from bot.language.speaker import MissingText, Speaker, catalogue
from config.languages import fallback, languages
from engines import ENGINES
from engines.kit import Refusal, Text
from engines.kit.events import seen
from tests.contract.cases import Case, few, replayable

ROOT = Path(__file__).parents[1]


@pytest.mark.parametrize("language", languages())
def test_no_language_lacks_anything(language: str) -> None:
    """No text and no rule is missing or left over; each can be read, has the same facts and the right plural forms."""
    assert [str(lack) for lack in lacks(language)] == []


def test_every_key_in_the_code_has_a_sentence() -> None:
    """Literal keys: `Text("carrara.event.built")`, `d.tell("...")`, `Refusal("...")`."""
    known = catalogue(fallback())
    games = "|".join([*ENGINES, "kit", "bot", "table", "menu", "web"])
    looks_like_key = re.compile(
        rf"^({games})\.(ask|option|note|event|preview|refusal|source|word)\.[a-z0-9_.]*[a-z0-9]$"
    )
    missing = []
    for folder in ("engines", "bot", "render"):
        for file in (ROOT / folder).rglob("*.py"):
            for literal in re.findall(r'"([a-z0-9_.]+)"', file.read_text("utf-8")):
                if looks_like_key.match(literal):
                    missing += [f"{file.name}: {literal}"] if literal not in known else []
    assert missing == []


@pytest.mark.parametrize("case", [case for case in few() if case.game != "toy"], ids=str)
def test_everything_said_in_a_game_is_a_sentence_in_every_language(case: Case) -> None:
    engine, seed = case.engine, "words"
    names = [f"Player{seat}" for seat in range(case.seats)]
    speakers = [Speaker(language, case.game, names) for language in languages()]
    with replayable(case, seed):
        for position in case.walk(seed).positions():
            texts = [text for seat in [None, *range(case.seats)] for text in seen(position.outcome.events, seat)]
            texts += [text.because for text in texts if text.because is not None]
            for pending in engine.pending(position.state):
                texts += _texts_of(pending.ask)
            for text in texts:
                for speaker in speakers:
                    assert_is_sentence(speaker.say(text), text.key)
        result = engine.result(position.state)
        assert result is not None
        for source in {source for parts in result.breakdown for source in parts}:
            for speaker in speakers:
                assert_is_sentence(speaker.say(Text(f"{case.game}.source.{source}")), source)


def _texts_of(ask: object) -> list[Text]:
    texts = [ask.prompt]  # type: ignore[attr-defined]
    for option in [*getattr(ask, "options", ()), *getattr(ask, "instead", ())]:
        texts += [option.label] + ([option.note] if option.note else [])
    return texts + list(getattr(ask, "labels", {}).values())


def assert_is_sentence(sentence: str, key: str) -> None:
    """Words, not keys, gaps, references or Python."""
    assert sentence.strip(), key
    leak = re.search(
        r"[{}\[\]]|\b(?!t/m\b)[a-z_]+/[a-z0-9_]+\b|\w+\.(ask|event|option|noun|note)\.|_|None|True|False", sentence
    )
    assert leak is None, f"{key}: {sentence!r}"


def test_numbers_and_lists_follow_the_language() -> None:
    assert Speaker("en").number(1700) == "1,700"
    assert Speaker("de").number(-1700) == "−1.700"
    assert Speaker("nl").join(["a", "b", "c"]) == "a, b en c"


def test_a_refusal_names_its_rule() -> None:
    refusal = Refusal("kit.refusal.over_budget", "4.2", cost=7, budget=3)
    assert Speaker("en").refusal(refusal) == "Not possible: that costs 7, you have 3 (rule 4.2)."
    assert Speaker("de").refusal(refusal) == "Geht nicht: das kostet 7, du hast 3 (Regel 4.2)."


def test_a_sentence_that_nobody_wrote_is_an_error() -> None:
    with pytest.raises(MissingText):
        Speaker("en").say(Text("kit.event.never_written"))


def test_no_language_is_named_in_the_code() -> None:
    """A language is a folder: only the settings name one, as the fallback."""
    named = []
    for folder in ("bot", "render", "engines/kit", "config"):
        for file in sorted((ROOT / folder).rglob("*.py")):
            for literal in re.findall(r'"(\w+)"', file.read_text("utf-8")):
                if literal in languages():
                    named.append(f"{file.relative_to(ROOT)}: {literal}")
    assert named == ["config/settings.py: en"]
