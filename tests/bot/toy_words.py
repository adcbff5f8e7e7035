"""The toy's words in three languages, put beside those of the real games while a test runs."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from bot.language.speaker import catalogue, template
from config.languages import languages
from tests.toy import FACES

_ASKS = {
    "setup.keep": "keep two animals",
    "round.bid": "what do you bid?",
    "trade": "trade",
    "harvest.take": "take a harvest",
    "round.peek": "you see the {card}",
    "round.build": "where does the hut go?",
}
_OPTIONS = {
    "en": {"pass": "pass", "trade": "trade wool", "keep": "keep it", "leave": "leave it", "show": "show it"},
    "nl": {"pass": "passen", "trade": "wol ruilen", "keep": "houden", "leave": "laten liggen", "show": "tonen"},
    "de": {"pass": "passen", "trade": "Wolle tauschen", "keep": "behalten", "leave": "liegen lassen", "show": "zeigen"},
}
_GOODS = {"en": ("wheat", "wool"), "nl": ("tarwe", "wol"), "de": ("Weizen", "Wolle")}
_EVENTS = {
    "bid": "{seat} bid {bid}",
    "traded": "{seat} traded",
    "kept": "{seat} kept a card{card?: {card}}",
    "built": "{seat} built on {cell}",
}


def toy_words(language: str) -> dict[str, str]:
    """Every sentence of the toy by its key."""
    found = {f"toy.ask.{step}": text for step, text in _ASKS.items()}
    found |= {f"toy.option.{key}": text for key, text in _OPTIONS.get(language, _OPTIONS["en"]).items()}
    found |= {f"toy.event.{key}": text for key, text in _EVENTS.items()}
    found |= {"toy.source.huts": "huts", "toy.source.shown": "shown"}
    found |= {f"toy.noun.animal.{face}": face for face in FACES}
    found |= {
        f"toy.noun.goods.{kind}": name
        for kind, name in zip(("wheat", "wool"), _GOODS.get(language, _GOODS["en"]), strict=True)
    }
    return found


@contextmanager
def toy_spoken() -> Iterator[None]:
    """While this lasts the toy can be spoken of."""
    for language in languages():
        catalogue(language).update(toy_words(language))
    template.cache_clear()
    yield
    for language in languages():
        for key in toy_words(language):
            catalogue(language).pop(key)
    template.cache_clear()
