"""Text mode: the table in headings, lists and plain forms; it works without a script."""

from __future__ import annotations

from bot.platforms.web.html import Element, Node, Part, el
from bot.platforms.web.page_data import PageData
from bot.platforms.web.pages.table import status
from bot.platforms.web.parts.ask import ask_section, list_section
from bot.platforms.web.parts.hand import own_lines
from bot.platforms.web.parts.history import sentences
from bot.platforms.web.parts.turn import headline


def text_page(sight: PageData, said: Part = None) -> Element:
    """The same in the same order as the page with pictures, with nothing drawn."""
    words, table = sight.words, sight.look.table
    until = " " + words("until", time=sight.deadline) if sight.deadline else ""
    places = (("ask", "my_move"), ("board", "board"), ("hand", "hand"), ("log", "log"))
    links = [el("a", words(key), href=f"#{place}") for place, key in places]
    links.append(el("a", words("with_pictures"), href=f"/t/{sight.code}?view=pictures"))
    links += [
        el("a", words("rules"), href=f"/rules/{table.game}?at={sight.code}"),
        el("a", words("my_tables"), href="/"),
    ]
    head = el(
        "div",
        el("h1", headline(sight)),
        el("p", f"{words.title(table.game)} #{table.code}.{until}"),
        el("nav", links, aria_label=words("on_page")),
    )
    since: list[Node] = [el("li", line) for _, line, *_ in sentences(sight, sight.since)]
    log: list[Node] = [
        el("li", line, el("br") if why else None, why or None)
        for _, line, _, why in reversed(sentences(sight, sight.lines))
    ]
    return el(
        "main",
        el("p", headline(sight), class_="vh", role="status", id="said"),
        head,
        el("div", said, status(sight), id="notices"),
        el("section", el("h2", words("since")), el("ol", since)) if since else None,
        ask_section(sight),
        list_section(sight),
        el("section", el("h2", words("board")), el("p", sight.board, class_="words"), id="board"),
        el("section", el("h2", words("hand")), own_lines(sight), id="hand") if sight.own else None,
        el("section", el("h2", words("log")), el("ol", log, reversed=True), id="log"),
        class_="textmode",
        id="app",
    )
