"""What an editor of Dutch and German texts looks for: inflected colours, quotation marks, the words of the boxes."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from bot.language.speaker import Speaker, catalogue, own_texts
from config.languages import languages
from engines import ENGINES
from engines.kit.asks import Ask
from engines.kit.events import seen
from engines.kit.play import Walk
from engines.kit.rulebook import sections
from engines.kit.text import Text

NAMES = ("Marta", "Joost", "Ottavia", "Bruno")
COLOUR_GAMES = ("carrara", "firenze")
SMALL_COLOUR = re.compile(r"\b(weiß|gelb|grün|rot|blau|violett|lila|schwarz)\b")
BARE_COLOUR = re.compile(r"\b(toren|stenen) (wit|geel|groen|rood|blauw|paars)\b(?! \d)")
NO_LONGER_SAID = {
    "nl": r"\b(nar|narren|beroepskaarten?|werkwaarde|verbeteraars?|kaartlimiet|Patricier|palazzo|bouwplek(ken)?|"
    r"allen samen|het rad|extra-kaart)\b",
    "de": r"\b(Berufskarten?|Werkwert|lila|Stockwerk\w*|Endplättchen|Partnerseite|gratis|hinterm|malgenommen|"
    r"versuche es|Kirchenpl[aä]tz\w*|Baustellen?)\b",
}
"""Words that a printed edition or our own usage has another word for; typed they are still understood."""


def _labels(ask: Ask) -> Iterator[Text]:
    yield ask.prompt
    for option in [*getattr(ask, "options", ()), *getattr(ask, "instead", ())]:
        yield option.label
        if option.note is not None:
            yield option.note
    yield from getattr(ask, "labels", {}).values()


def spoken(game: str, language: str) -> set[str]:
    """Every sentence, question, button and note of a game by chance."""
    engine = ENGINES[game]
    speaker = Speaker(language, game, NAMES)
    found: set[str] = set()
    for position in Walk(engine, engine.info.seats[0], engine.info.options(), "editing").positions():
        texts = list(seen(position.outcome.events, None))
        for pending in engine.pending(position.state):
            texts += _labels(pending.ask)
        found |= {speaker.say(text) for text in texts}
    return found


def written(language: str) -> Iterator[tuple[str, str]]:
    """Every text of a language and every section of its rules."""
    yield from own_texts(language).items()
    for game in ENGINES:
        yield from [(f"{game} {number}", section.text) for number, section in sections(game, language).items()]


@pytest.mark.parametrize("game", COLOUR_GAMES)
def test_german_colours_are_nouns_in_everything_a_game_says(game: str) -> None:
    said = spoken(game, "de")
    assert any("Rot" in sentence for sentence in said)
    assert [sentence for sentence in said if SMALL_COLOUR.search(sentence)] == []


def test_dutch_colours_are_inflected_before_their_noun() -> None:
    said = spoken("firenze", "nl")
    assert any("witte toren" in sentence for sentence in said)
    assert [sentence for sentence in said if BARE_COLOUR.search(sentence)] == []


def test_german_texts_have_german_quotation_marks() -> None:
    assert [key for key, text in written("de") if '"' in text] == []
    assert [key for key, text in written("de") if text.count("„") != text.count("“")] == []


@pytest.mark.parametrize("language", sorted(NO_LONGER_SAID))
def test_the_words_of_the_boxes_are_used(language: str) -> None:
    word = re.compile(NO_LONGER_SAID[language])
    assert [key for key, text in written(language) if key != "menu.word.aliases" and word.search(text)] == []


@pytest.mark.parametrize(("language", "words"), [("nl", {"nar", "rad", "rode"}), ("de", {"lila", "gratis", "roten"})])
def test_former_words_and_other_forms_stay_typing_aliases(language: str, words: set[str]) -> None:
    known = {pair.partition("=")[0] for pair in own_texts(language)["menu.word.aliases"].split()}
    assert words <= known


@pytest.mark.parametrize("language", languages())
def test_no_two_games_have_the_same_short_name(language: str) -> None:
    names = [catalogue(language)[f"{game}.game.short"] for game in ENGINES]
    assert len(set(names)) == len(names)
