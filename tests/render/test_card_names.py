"""Names of cards are whole in a picture: divided, where they must be, only as their language allows."""

from dataclasses import replace
from itertools import product

import pytest

from bot.cli import demo
from bot.language.speaker import own_texts
from config.languages import languages
from engines.rivals.view import ExpansionView
from render import THEMES, Picture
from render.boards.rivals.cards import expansion, short_name
from render.boards.rivals.land import CLOSE, GAP, LARGE, TIGHT
from render.boxes import Box
from render.dispatch import paint
from render.paint.lines import HYPHEN
from render.sheet import INNER, Sheet
from tests.render.faults import overlaps, torn
from tests.thorough import amount

LAID = ("settlement", "city", "region")
COLUMNS = (7, 8, 9)
HEIGHTS = sorted({high for style in (LARGE, CLOSE, TIGHT) for high in (style.inner, style.outer)})


def faults_of(sheet: Sheet) -> list[str]:
    return [*torn(sheet), *(one.text for one in sheet.c.written if one.cut)]


LOOKS = list(product(languages(), THEMES))


@pytest.mark.parametrize(("language", "theme"), amount(LOOKS[:: len(languages()) + 1], LOOKS))
def test_every_card_laid_in_rivals_has_its_whole_name_at_every_size(language: str, theme: str) -> None:
    table = demo.stop("rivals", 2, {"mode": "duel"}, answers=10)
    sheet = Sheet(demo.picture(table, "all", 0, language=language, theme=theme))
    for face in [face for face in table.state.tables.card if face.category in LAID]:
        card = ExpansionView(face.id, "basic", face.category, "", 1, "above", 1, 1, dict(face.points), 0, None)
        for columns in COLUMNS:
            for high in HEIGHTS:
                box = Box(100, 100, (INNER + 8) / columns - GAP, high)
                sheet.c.written.clear()
                expansion(sheet, box, card)
                lines = [one.text for one in sheet.c.written if one.kind == "text" and not one.text.isdigit()]
                name = short_name(sheet, face.id)
                assert faults_of(sheet) == [], (name, box)
                assert _letters("".join(lines)) == _letters(name), (name, box)
                assert all(box.inset(1).holds(one.box) for one in sheet.c.written), (name, box)
                assert overlaps(sheet) == [], (name, box)


@pytest.mark.parametrize("theme", ["light", "large"])
@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize(("game", "field", "named"), [("firenze", "row", "card"), ("carrara", "cards", "id")])
def test_every_card_of_the_other_boards_has_its_whole_name(
    game: str, field: str, named: str, language: str, theme: str
) -> None:
    options = {"expansion": True} if game == "carrara" else {}
    table = demo.stop(game, 3, options, answers=30)
    request = demo.picture(table, "all", 0, language=language, theme=theme, bare=True)
    names = [key.rpartition(".")[2] for key in own_texts(language) if key.startswith(f"{game}.noun.card.")]
    shown = getattr(request.view, field)
    for start in range(0, len(names), len(shown)):
        chosen = (names + names)[start : start + len(shown)]
        cards = tuple(replace(card, **{named: name}) for card, name in zip(shown, chosen, strict=True))
        assert faults_of(paint(_with(request, field, cards))) == []


def _letters(text: str) -> str:
    return text.replace(HYPHEN, "").replace(" ", "")


def _with(request: Picture, field: str, cards: tuple[object, ...]) -> Picture:
    return replace(request, view=replace(request.view, **{field: cards}))
