"""The film of a finished game on a page: how far it has come, then itself."""

from __future__ import annotations

from pathlib import Path

from bot.messages.film import MP4
from bot.messages.keeping import Kept
from bot.platforms.web.browser_sessions import Browser
from bot.platforms.web.html import Element, Node, el
from bot.platforms.web.parts.elements import Words, band, link
from bot.table.model import Table


def progress(making: Kept, label: str) -> Element:
    """How far something has come; before anything is known of it, only that it goes on."""
    done = {"value": making.done, "max": making.most} if making.most else {}
    return el("progress", aria_label=label, **done)


def film_page(browser: Browser, table: Table, film: Kept, round_: int | None = None) -> Element:
    """Of the game, or of a round. The script looks again by itself while it is made."""
    words = Words(browser.language)
    part = "" if round_ is None else f"?round={round_}"
    inside: list[Node]
    if film.data is None:
        so_far = words.past("film_made_of", n=film.done, most=film.most) if film.most else words.past("film_made")
        inside = [
            el("p", so_far, role="status"),
            progress(film, words.past("film_made")),
            link(words.past("look_again"), f"/t/{table.code}/film{part}"),
        ]
    else:
        source = f"/t/{table.code}/film{Path(film.name).suffix}{part}"
        inside = [
            _film(source, words.past("film_alt", game=words.title(table.game))),
            link(words.past("film_save"), f"{source}{'&' if part else '?'}save=1", "film", "btn main"),
        ]
    slab = el("section", inside, class_="slab stack filmed", data_film=film.data is None)
    title = words.past("film") if round_ is None else words.past("film_round", n=round_)
    head = band(words, table.game, title, back=f"/t/{table.code}", under=f"#{table.code}")
    return el("div", head, el("div", id="notices"), el("main", slab, class_="pagegrid one"), id="app")


def _film(source: str, alt: str) -> Element:
    """It plays by itself, again and again; a video can be stopped and gone through."""
    if MP4 not in source:
        return el("img", src=source, alt=alt, class_="film")
    plays = {"autoplay": True, "muted": True, "loop": True, "playsinline": True, "controls": True}
    return el("video", src=source, aria_label=alt, class_="film", **plays)
