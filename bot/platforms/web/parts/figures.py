"""Whose figures a table plays with, and the ways to the page where they are typed in."""

from __future__ import annotations

from bot.language.figure_words import FigureWords, figures_said
from bot.language.speaker import Speaker
from bot.learn.sheet import marks_in
from bot.platforms.web.browser_sessions import Browser
from bot.platforms.web.html import Element, Node, Part, el
from bot.service import own_box
from bot.table.model import Table
from engines.kit import Tables, Text
from engines.kit.rulebook import sections
from engines.kit.tables import doubts
from engines.kit.text import Fact


def box(browser: Browser, key: str, /, **facts: Fact) -> str:
    """A sentence of the page of figures."""
    return Speaker(browser.language).say(Text(f"box.{key}", facts))


def figures_line(browser: Browser, table: Table) -> Element | None:
    """Ours, or the name of a set; nothing where a game has only one kind."""
    if not own_box.is_told(table):
        return None
    return el("p", figures_said(own_box.set_of(table), browser.language), class_="mute figures")


def figures_link(browser: Browser, game: str, label: str = "") -> Element:
    return el("a", label or box(browser, "link"), href=f"/data/{game}")


def box_links(browser: Browser) -> Element:
    """All games whose figures can be typed in."""
    words = [(game, Speaker(browser.language, game).say(Text(f"{game}.game.title"))) for game in own_box.games()]
    links = [el("li", figures_link(browser, game, title)) for game, title in words]
    return el("section", el("h2", box(browser, "mine")), el("ul", links, class_="stack"), class_="slab stack")


def rules_note(browser: Browser, game: str, tables: Tables, may_type: bool) -> Part:
    """Above the rules: what is in doubt, and what a corrected set says instead of the summary."""
    inside: list[Node] = [el("p", line) for line in _legend(browser, game, tables)]
    if tables.corrected is not None:
        words = FigureWords(game, browser.language, tables.raw)
        lines = [
            el("li", f"{words.whole(figure)}: ", el("b", words.value(figure, figure.value)))
            for figure in own_box.settled(game, tables)
        ]
        head = box(browser, "rules_set", name=tables.corrected.name)
        about = el("p", box(browser, "rules_set_about"))
        inside = [el("h2", head), about, el("ul", lines, class_="setlist"), *inside]
    if may_type and game in own_box.games():
        inside.append(el("p", figures_link(browser, game)))
    return el("section", inside, class_="slab stack figurenote") if inside else None


def _legend(browser: Browser, game: str, tables: Tables) -> list[str]:
    """What the marks mean: figures lost with a picture, where they can be typed in; else each mark that occurs."""
    if game in own_box.games():
        left = len(doubts(tables))
        return [box(browser, "legend", n=left)] if left else []
    return marks_in(" ".join([section.text for section in sections(game, browser.language).values()]), browser.language)
