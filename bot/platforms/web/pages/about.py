"""A game on one page: behind *What is this?* on the first page and in the lobby."""

from __future__ import annotations

from bot.learn.sheet import Summary, player_aid
from bot.platforms.web.browser_sessions import Browser
from bot.platforms.web.context import address
from bot.platforms.web.html import Element, Node, el
from bot.platforms.web.parts.elements import Words, band, drawing, link
from bot.platforms.web.parts.entry import entry_card
from engines import ENGINES


def about_page(browser: Browser, game: str, shown: Summary, at: str = "") -> Element:
    """The summary first; everything in the game folded below it."""
    words = Words(browser.language)
    steps = [el("li", line) for line in shown.turn]
    turn = el("section", el("h2", words("turn_lines")), el("ol", steps, class_="turn"))
    drawn = [el("li", drawing(name), el("span", said)) for name, said in shown.icons]
    signs = el("section", el("h2", words("signs")), el("ul", drawn, class_="signs"))
    aid = player_aid(game, ENGINES[game].tables.current(), browser.language)
    cards: list[Node] = [entry_card(words, game, each, at) for each in aid]
    unfold = el("summary", words("all_things"), class_="btn")
    every = el("details", unfold, el("div", cards, class_="entries"), class_="every")
    rules = el("p", link(words("rules_of", game=words.short(game)), address(f"/rules/{game}", at=at), "book"))
    return el(
        "div",
        band(words, game, words.title(game), back=f"/t/{at}" if at else "/"),
        el("main", el("p", shown.what, class_="what"), turn, signs, rules, every, class_="pagegrid one about"),
        id="app",
    )
