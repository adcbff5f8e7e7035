"""The board on the page: its picture, everything on it as links, ways to see it larger or in words."""

from __future__ import annotations

from hashlib import blake2b
from urllib.parse import urlencode

from bot.platforms.web.html import Element, Node, el
from bot.platforms.web.page_data import PageData
from bot.platforms.web.parts.addresses import with_query
from bot.platforms.web.parts.elements import icon, link
from bot.platforms.web.parts.hint import hint_way
from bot.platforms.web.parts.overlay import overlay
from bot.platforms.web.parts.picture import awaited
from bot.table.model import Status

LAID = "place"
"""The part of a picture that shows a piece as it would lie."""


def picture_address(sight: PageData, theme: str, part: str = "all") -> str:
    """Where the picture lies; the address changes with what it shows."""
    picture = sight.picture
    seat = "" if sight.seat is None else str(sight.seat)
    laid = picture is not None and picture.part == LAID
    drawn = (picture.part, picture.turn, picture.spot) if picture else ("", 0, "")
    shown = repr((sight.look.table.revision, sight.board, *drawn))
    rev = blake2b(shown.encode(), key=sight.browser.token.encode(), digest_size=9).hexdigest()
    plan = sight.move.plan if sight.move and laid else ""
    query = {"theme": theme, "lang": sight.browser.language, "rev": rev, "seat": seat, "plan": plan}
    if part != "all":
        query["part"] = part
    return f"/t/{sight.code}/board.png?{urlencode({name: value for name, value in query.items() if value})}"


def images(sight: PageData) -> list[tuple[str, str]]:
    """The address of the picture in each theme that may be shown, with the class of what shows it."""
    chosen = sight.browser.looks.theme
    if chosen == "auto":
        return [(picture_address(sight, theme), f"in-{theme}") for theme in ("light", "dark")]
    return [(picture_address(sight, "dark" if chosen == "dark" else "light"), "")]


def figure(sight: PageData) -> Node:
    """The picture with its links; after the end the last board too."""
    words = sight.words
    if sight.picture is None:
        return el("div", el("p", sight.board or words("no_picture")), class_="missing")
    light, drawing = _drawing(sight, "all")
    zoom = el(
        "button",
        icon("zoom"),
        type="button",
        class_="square zoomer",
        aria_label=words("enlarge"),
        data_whole=words("whole_board"),
        data_zoom=True,
    )
    return el(
        "figure",
        el("div", awaited(sight.browser.language), drawing, overlay(sight, images(sight)), class_="cam"),
        _last(sight),
        zoom if sight.things.regions else None,
        class_="pic",
        data_full=light,
    )


def ways(sight: PageData) -> Element:
    """Other ways to see the board."""
    words = sight.words
    return el(
        "div",
        link(words("in_words"), with_query(sight, view="text"), "text", "btn plain") if not sight.in_words else None,
        el("a", icon("log"), words("log"), href="#log", class_="btn plain phone", data_to="log"),
        hint_way(sight),
        _tools(sight) if _plays(sight) else None,
        class_="under",
    )


def _drawing(sight: PageData, part: str) -> tuple[str, Element]:
    """The address of a picture, and the picture in the theme that was chosen."""
    words, chosen = sight.words, sight.browser.looks.theme
    light = picture_address(sight, "dark" if chosen == "dark" else "light", part)
    dark = el("source", media="(prefers-color-scheme: dark)", srcset=picture_address(sight, "dark", part))
    alt = words("picture_alt", game=words.title(sight.look.table.game))
    wide, high = sight.things.measure if part == "all" and sight.things.regions else (1080, 1192)
    image = el("img", src=light, alt=alt, width=wide, height=high, data_words=sight.board)
    return light, el("picture", dark if chosen == "auto" else None, image)


def _last(sight: PageData) -> Element | None:
    """The board as it stood at the end."""
    if sight.last is None:
        return None
    _, drawing = _drawing(sight, "last")
    return el("section", el("h2", sight.words("last_board")), drawing, class_="last")


def _tools(sight: PageData) -> Element:
    way = link(sight.words("table_tools"), f"/t/{sight.code}/tools", "set", "btn plain")
    way.attributes["data-panel"] = ""
    return way


def _plays(sight: PageData) -> bool:
    return bool(sight.seats) and sight.look.table.status is Status.RUNNING
