"""The table screen: what all may see, in letters for a whole room. Nothing can be pressed on it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bot.platforms.web.assets import game_class
from bot.platforms.web.html import Element, Node, el
from bot.platforms.web.page_data import PageData
from bot.platforms.web.parts.curve import curve
from bot.platforms.web.parts.elements import emblem, icon, lozenge
from bot.platforms.web.parts.history import sentences, steps
from bot.platforms.web.parts.picture import themed
from bot.platforms.web.parts.turn import headline
from bot.platforms.web.past_data import picture_address
from bot.service.history import Moment


@dataclass(frozen=True, slots=True)
class ScreenData:
    """A table from outside. `codes`: by seat, where a drawing of its link lies that waits to be used."""

    sight: PageData
    last: Moment | None
    rows: Sequence[tuple[int, ...]]
    codes: dict[int, str]
    free: Sequence[str] = ()
    """Before the game: drawings of invitations, one for each free seat."""


def screen_page(data: ScreenData) -> Element:
    sight = data.sight
    words, look = sight.words, sight.look
    who = look.result.winners[0] if look.result and look.result.winners else look.owed[0] if look.owed else 0
    free = len(data.free)
    waiting = words("seats_free", n=free) if free else words("lobby_full")
    heading = headline(sight) if look.view is not None else waiting
    round_ = words.past("round_n", n=look.round) if look.round else f"#{look.table.code}"
    return el(
        "div",
        el(
            "header",
            emblem(who, look.table.names, ghost=look.view is None),
            el("div", el("p", words.title(look.table.game), class_="name"), el("h1", heading), class_="grow"),
            el("p", round_, class_="round"),
            class_=f"band {game_class(look.table.game)}",
        ),
        el("main", _board(data), class_="then", id="board"),
        el("aside", _last(data), _seats(data), _curve(data), class_="beside"),
        el("div", steps(sight), id="unseen") if look.view is not None else None,
        class_=f"screen {'' if data.last is not None else 'waits '}{game_class(look.table.game)}",
        id="app",
    )


def _board(data: ScreenData) -> Element | None:
    sight = data.sight
    if data.last is None:
        return None
    owed = "-".join([str(seat) for seat in sight.look.owed])
    source = f"{picture_address(sight, data.last.number, data.last.line)}&now={owed}"
    alt = sight.words("picture_alt", game=sight.words.title(sight.look.table.game))
    return el("figure", themed(sight.browser, source, alt), class_="pic")


def _last(data: ScreenData) -> Element | None:
    """The last move in words, numbered as it is ringed."""
    if data.last is None:
        return None
    said = [
        el("p", lozenge(number), mark, el("span", text), class_="told")
        for number, (mark, text, *_) in enumerate(sentences(data.sight, [data.last.line]), 1)
    ]
    return el("section", said, class_="tolds", role="status") if said else None


def _seats(data: ScreenData) -> Element:
    """Every seat: with a phone, played by a computer, or with the code to be scanned."""
    words, table = data.sight.words, data.sight.look.table
    free = iter(data.free)
    items: list[Node] = []
    for number, seat in enumerate(table.seats):
        source = next(free, "") if seat.kind == "free" else data.codes.get(number, "")
        if source:
            inside: Node = el("img", src=source, alt=words("qr"), width=200, height=200)
        elif seat.kind == "free":
            inside = el("span", words("free_seat"), class_="has")
        elif seat.kind == "computer":
            inside = el("span", icon("gears"), words.past("plays_computer"), class_="has")
        else:
            inside = el("span", icon("check"), words.past("has_phone"), class_="has")
        name = el("p", emblem(number, table.names, ghost=seat.kind == "free"), seat.name or words("free_seat"))
        items.append(el("li", inside, name))
    title = words.past("scan_seat") if data.codes or data.free else words.past("at_table")
    return el("section", el("h2", title), el("ol", items, class_="phones"), class_="slab stack")


def _curve(data: ScreenData) -> Element | None:
    if len(data.rows) < 3:
        return None
    drawn = curve(data.rows, data.sight.look.table.names)
    drawn.attributes["aria-label"] = data.sight.words.past("points_so_far")
    return el("section", el("h2", data.sight.words.past("points_so_far")), drawn, class_="slab stack")
