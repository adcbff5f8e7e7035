"""The story of a finished game on a page: how far it has come, then the curve and each turning point with its board."""

from __future__ import annotations

from collections.abc import Sequence

from bot.messages.keeping import Kept
from bot.platforms.web.assets import game_class
from bot.platforms.web.browser_sessions import Browser
from bot.platforms.web.html import Element, Node, el
from bot.platforms.web.pages.film import progress
from bot.platforms.web.parts.elements import Words, band, emblem, link
from bot.table.model import Table
from render import Told


def story_page(browser: Browser, table: Table, kept: Kept, told: Sequence[Told] | None) -> Element:
    """The script looks again by itself while it is made."""
    words, code = Words(browser.language), table.code
    inside: list[Node]
    if told is None:
        done = progress(kept, words.past("story_made"))
        share = 100 * kept.done // max(1, kept.most)
        said = el("p", words.past("story_made_of", n=share), role="status")
        inside = [el("section", said, done, link(words.past("look_again"), f"/t/{code}/story"), class_="slab stack")]
    else:
        inside = [_curve(browser, words, table), *[_turn(browser, words, table, each) for each in told]]
    head = band(words, table.game, words.past("story"), back=f"/t/{code}", under=f"#{code}")
    main = el("main", inside, class_=f"pagegrid one {game_class(table.game)}", data_film=told is None)
    return el("div", head, el("div", id="notices"), main, id="app")


def _picture(browser: Browser, address: str, alt: str, dark: str) -> Element:
    chosen = browser.looks.theme
    image = el("img", src=dark if chosen == "dark" else address, alt=alt, class_="film", loading="lazy")
    auto = el("source", media="(prefers-color-scheme: dark)", srcset=dark) if chosen == "auto" else None
    return el("picture", auto, image)


def _curve(browser: Browser, words: Words, table: Table) -> Element:
    address = f"/t/{table.code}/story.png"
    alt = words.past("story_alt", game=words.title(table.game))
    return el("section", _picture(browser, address, alt, f"{address}?theme=dark"), class_="slab stack filmed")


def _turn(browser: Browser, words: Words, table: Table, told: Told) -> Element:
    """A turning point: what was played and what a master says, over the board as all saw it before."""
    before = max(0, told.number - 2)
    address = f"/t/{table.code}/at/{before}/board.png?public=1"
    head = el("h2", emblem(told.seat, table.names), told.played, class_="row")
    board = _picture(browser, address, words.past("story_board", n=told.number), f"{address}&theme=dark")
    way = link(words.past("story_at"), f"/t/{table.code}/at/{before}", "log")
    parts: list[Node] = [head, el("p", el("b", told.chance)), el("p", told.master), board, way]
    return el("section", parts, class_="slab stack filmed")
