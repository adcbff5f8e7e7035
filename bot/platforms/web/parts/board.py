"""The board on the page: its picture, the spots on it that may be tapped, ways to see it larger or in words."""

from __future__ import annotations

from hashlib import blake2b
from urllib.parse import urlencode

from bot.platforms.web.html import Element, Node, el
from bot.platforms.web.page_data import PageData
from bot.platforms.web.parts.elements import form, hidden, link
from bot.table.model import Status


def picture_address(sight: PageData, theme: str, part: str = "all") -> str:
    """Where the picture lies; the address changes with what it shows."""
    picture = sight.picture
    seat = "" if sight.seat is None else str(sight.seat)
    drawn = (picture.lines, picture.turn) if picture else ((), 0)
    shown = repr((sight.look.table.revision, sight.board, *drawn))
    rev = blake2b(shown.encode(), key=sight.browser.token.encode(), digest_size=9).hexdigest()
    ask = sight.main.ask_id if sight.main is not None and sight.draft else ""
    query = {"theme": theme, "lang": sight.browser.language, "rev": rev, "seat": seat, "ask": ask, "draft": sight.draft}
    if part != "all":
        query["part"] = part
    return f"/t/{sight.code}/board.png?{urlencode({name: value for name, value in query.items() if value})}"


def figure(sight: PageData) -> Node:
    words = sight.words
    if sight.picture is None:
        return el("div", el("p", sight.board or words("no_picture")), class_="missing")
    light, drawing = _drawing(sight, "all")
    spots = [
        el(
            "button",
            form=f"spots-{sight.code}",
            name="draft",
            value=spot.draft,
            class_="spot",
            aria_label=words("place_at", cell=spot.label),
            data_box=" ".join([str(part) for part in spot.box]),
        )
        for spot in sight.spots
    ]
    return el(
        "figure",
        el("a", drawing, class_="open", href=light, data_zoom=True),
        _last(sight),
        _spot_form(sight) if spots else None,
        spots,
        el(
            "div",
            link(words("enlarge"), light, "zoom", "btn plain"),
            link(words("in_words"), with_query(sight, view="text"), "text", "btn plain"),
            _tools(sight) if _plays(sight) else None,
            class_="under",
        ),
        class_="pic",
    )


def _drawing(sight: PageData, part: str) -> tuple[str, Element]:
    """The address of a picture, and the picture in the theme that was chosen."""
    words, chosen = sight.words, sight.browser.looks.theme
    light = picture_address(sight, "dark" if chosen == "dark" else "light", part)
    dark = el("source", media="(prefers-color-scheme: dark)", srcset=picture_address(sight, "dark", part))
    alt = words("picture_alt", game=words.title(sight.look.table.game))
    image = el("img", src=light, alt=alt, width=1080, height=1192, data_words=sight.board)
    return light, el("picture", dark if chosen == "auto" else None, image)


def _last(sight: PageData) -> Element | None:
    """The board as it stood at the end."""
    if sight.last is None:
        return None
    light, drawing = _drawing(sight, "last")
    way = el("a", drawing, class_="open", href=light, data_zoom=True)
    return el("section", el("h2", sight.words("last_board")), way, class_="last")


def _tools(sight: PageData) -> Element:
    way = link(sight.words("table_tools"), f"/t/{sight.code}/tools", "set", "btn plain")
    way.attributes["data-panel"] = ""
    return way


def _plays(sight: PageData) -> bool:
    return bool(sight.seats) and sight.look.table.status is Status.RUNNING


def _spot_form(sight: PageData) -> Element:
    assert sight.main is not None
    fields = hidden(ask=sight.main.ask_id, seat=sight.seat or 0)
    return form(sight.browser, f"/t/{sight.code}/answer", fields, id=f"spots-{sight.code}")


def with_query(sight: PageData, **more: str) -> str:
    """This table through the same seat, shown otherwise."""
    seat = {"seat": str(sight.seat)} if len(sight.seats) > 1 and sight.seat is not None else {}
    return f"/t/{sight.code}?{urlencode({**seat, **more})}"
