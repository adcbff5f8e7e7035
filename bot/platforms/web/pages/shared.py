"""A position that somebody shared: what all could see, and nothing else of the table."""

from __future__ import annotations

from bot.platforms.web.assets import game_class
from bot.platforms.web.html import Element, el
from bot.platforms.web.pages.end import shared_link
from bot.platforms.web.pages.position import after
from bot.platforms.web.parts.elements import band, emblem
from bot.platforms.web.parts.history import sentences
from bot.platforms.web.parts.picture import themed
from bot.platforms.web.past_data import PastData


def shared_page(past: PastData, path: str, mine: str) -> Element:
    """`mine`: the link, for whoever shared it."""
    sight = past.sight
    words, table = sight.words, sight.look.table
    alt = words("picture_alt", game=words.title(table.game))
    board = el("figure", themed(sight.browser, f"{path}/board.png?", alt, past.board), class_="pic")
    said = [el("p", mark, el("span", text), class_="told") for mark, text, *_ in sentences(sight, [past.moment.line])]
    points = [
        el("li", emblem(seat, table.names), el("span", name), el("b", str(past.look.points[seat])))
        for seat, name in enumerate(table.names)
        if seat < len(past.look.points)
    ]
    return el(
        "div",
        band(words, table.game, words.title(table.game), back="", under=after(past)),
        el("div", id="notices"),
        el(
            "main",
            board,
            el(
                "div",
                el("div", said, class_="tolds"),
                el("ol", points, class_="slab result shares") if points else None,
                el("p", words.past("shared_about"), class_="mute"),
                shared_link(sight.browser, words, table.code, mine) if mine else None,
                class_="stack",
            ),
            class_="pagegrid",
        ),
        class_=f"shared {game_class(table.game)}",
        id="app",
    )
