"""Beside a running game: who sits where, new links for those who have lost theirs, the clocks."""

from __future__ import annotations

from collections.abc import Mapping

from bot.language.speaker import catalogue
from bot.platforms.web.assets import game_class
from bot.platforms.web.browser_sessions import Browser
from bot.platforms.web.html import Element, Node, Part, el
from bot.platforms.web.pages.lobby_seats import Invitation, shared_link, watch_slab
from bot.platforms.web.parts.elements import Words, band, button, emblem, form, hidden, selection
from bot.table.model import Table
from bot.table.time_control import Pace

HERE = "local:"


def tools_page(
    browser: Browser,
    table: Table,
    seat: int,
    links: Mapping[int, Invitation],
    is_host: bool,
    said: Part = None,
    watch: str = "",
) -> Element:
    """`links`: new links that wait to be used, by seat; for the host alone. `watch`: the link to watch the table by."""
    words = Words(browser.language)
    slabs = [_seat(browser, words, table, number, is_host, links.get(number)) for number in range(len(table.seats))]
    return el(
        "div",
        band(words, table.game, words("table_tools"), back=f"/t/{table.code}", under=f"#{table.code}"),
        el("div", said, id="notices"),
        el(
            "main",
            el("section", el("h2", words("seats")), el("ul", slabs, class_="seats"), class_="stack"),
            el(
                "section",
                el("h2", words("clocks")),
                _clocks(browser, words, table, seat, is_host),
                watch_slab(words, watch),
                el("h2", words("ending")),
                _ending(browser, words, table, seat, is_host),
                class_="stack",
            ),
            class_=f"pagegrid {game_class(table.game)}",
        ),
        id="app",
    )


def _seat(browser: Browser, words: Words, table: Table, number: int, is_host: bool, link: Invitation | None) -> Element:
    seat = table.seats[number]
    is_own = browser.owns(seat.user)
    is_here = seat.kind == "person" and seat.user.startswith(HERE)
    about = words.low("you") if is_own else ""
    if seat.kind == "computer":
        about = words.low("computer_level", level=words.low(f"level.{seat.level}"))
    elif not is_here:
        about = words("other_chat", place=seat.user.partition(":")[0].capitalize())
    text = el("div", el("b", seat.name), el("br"), el("small", about), class_="grow")
    parts: list[Node] = [emblem(number, table.names), text]
    if is_host and is_here and not is_own:
        parts.append(form(browser, f"/t/{table.code}/renew", hidden(number=number), button(words("new_link"))))
        why = words("link_waits") if link else words("new_link_about")
        parts.append(el("div", el("small", why), class_="more"))
        if link:
            parts.append(el("div", shared_link(words, link), class_="invite stack"))
    if is_host and seat.kind == "person" and seat.absent is not None and not seat.is_open:
        fields = hidden(number=number)
        parts.append(_asked(browser, words, f"/t/{table.code}/replace", "replace", fields, name=seat.name))
    return el("li", parts, class_="slab seat")


def _asked(browser: Browser, words: Words, action: str, key: str, fields: list[Node], **facts: str) -> Element:
    """Something grave: the first tap shows what it does, the second does it."""
    sure = form(
        browser, action, fields, el("p", words(f"{key}_about", **facts)), button(words(f"{key}_sure"), class_="main")
    )
    return el("details", el("summary", words(key), class_="btn"), sure, class_="sure", data_key=f"{key}{action}")


def _ending(browser: Browser, words: Words, table: Table, seat: int, is_host: bool) -> Element:
    """Leave, and for the host: call the game off."""
    rows = [_asked(browser, words, f"/t/{table.code}/resign", "resign", hidden(seat=seat))]
    if is_host:
        rows.append(_asked(browser, words, f"/t/{table.code}/abandon", "abandon", hidden(seat=seat)))
    return el("div", *rows, class_="slab stack")


def _clocks(browser: Browser, words: Words, table: Table, seat: int, is_host: bool) -> Element:
    fields = hidden(seat=seat)
    stands = table.paused is not None
    verb, label = ("resume", "run_clocks") if stands else ("pause", "stop_clocks")
    rows: list[Node] = []
    if is_host or not stands:
        turn = form(browser, f"/t/{table.code}/{verb}", fields, button(words(label)))
        rows.append(el("div", el("span", words("clocks_about"), class_="mute"), turn, class_="line"))
    paces = [(pace.value, catalogue(browser.language)[f"commands.choice.pace.{pace}"]) for pace in Pace]
    rows.append(
        form(
            browser,
            f"/t/{table.code}/pace",
            fields,
            selection("pace", words("pace"), paces, table.pace.value),
            button(words("ask_pace")),
            class_="line",
        )
    )
    return el("div", rows, class_="slab stack")
