"""My tables, and a new one."""

from __future__ import annotations

from collections.abc import Sequence

from bot.language.speaker import Speaker
from bot.platforms.web.assets import game_class
from bot.platforms.web.browser_sessions import Browser
from bot.platforms.web.html import Element, Node, Part, el
from bot.platforms.web.parts.elements import (
    Words,
    button,
    emblem,
    form,
    hidden,
    icon,
    icon_link,
    link,
    lozenge,
)
from bot.service.queries import GameLine
from bot.table.model import Status
from engines import ENGINES, suggested
from engines.kit.text import seat_ref

DAILY = 5
"""So many tables of the daily message can be opened from it."""


def home_page(browser: Browser, lines: Sequence[GameLine], said: Part = None, daily: Sequence[str] = ()) -> Element:
    """Everything of mine, what waits for me first; `daily`: the tables of the one message a day."""
    words = Words(browser.language)
    name = browser.person.name or words("guest")
    return el(
        "div",
        el("a", words("to_tables"), class_="skip", href="#mine"),
        el(
            "header",
            el("div", el("h1", "Signoria", class_="caps"), class_="grow"),
            el("p", words.low("you_are"), class_="desk"),
            el("p", el("b", name)),
            icon_link(words("settings"), "/settings", "set"),
            class_="band",
        ),
        el("div", said, _daily(words, daily), id="notices"),
        el("main", _mine(browser, words, lines), _new(browser, words), class_="pagegrid"),
        id="app",
    )


def _daily(words: Words, codes: Sequence[str]) -> Element | None:
    """One message for all tables that wait, the oldest first."""
    if not codes:
        return None
    text = words.chat("digest", n=len(codes), codes=", ".join([f"#{code}" for code in codes]))
    opening = [link(words.chat("button.open", code=code), f"/t/{code}") for code in codes[:DAILY]]
    return el("div", el("span", text, class_="grow"), opening, class_="notice")


def _mine(browser: Browser, words: Words, lines: Sequence[GameLine]) -> Element:
    if lines:
        body: Node = el("div", [_row(browser, words, line) for line in lines], class_="tables")
    else:
        body = el("p", words("no_tables"))
    return el("section", el("h2", words("my_tables")), body, class_="stack", id="mine")


def _row(browser: Browser, words: Words, line: GameLine) -> Element:
    table = line.table
    speaker = Speaker(browser.language, table.game, tuple(table.names))
    is_mine = line.waiting is not None and table.status is Status.RUNNING
    if table.status is Status.LOBBY:
        free = sum([seat.kind == "free" for seat in table.seats])
        what = words("seats_free", n=free) if free else words("lobby_full")
    elif is_mine:
        what = ", ".join(table.names)
    else:
        names = speaker.join([speaker.noun(seat_ref(seat)) for seat in sorted(table.waiting)])
        what = words("waits_for", names=names, n=len(table.waiting)) if names else words("rests")
    people = [emblem(n, table.names) for n, seat in enumerate(table.seats) if seat.kind != "free"]
    end: list[Node] = [lozenge(), words("your_move")] if is_mine else [el("span", people, class_="ems")]
    return el(
        "a",
        el("div", el("b", words.short(table.game)), " ", el("span", f"#{table.code}", class_="mute"), class_="what"),
        el("div", end, class_="end due"),
        el("div", el("span", what), class_="sub"),
        href=f"/t/{table.code}",
        class_=f"trow {game_class(table.game)}" + (" now" if is_mine else ""),
        data_key=table.code,
    )


def _new(browser: Browser, words: Words) -> Element:
    games: list[Node] = []
    for key, engine in ENGINES.items():
        least, most = engine.info.seats
        seats = words("players", n=most) if least == most else words("players_range", least=least, most=most)
        tile = el("button", el("h3", words.title(key)), el("small", seats), class_=f"game {game_class(key)}")
        games.append(form(browser, "/new", hidden(game=key), tile))
    values = [el("option", words.short(key), value=key, selected=key == suggested()) for key in ENGINES]
    alone = form(
        browser,
        "/alone",
        el("label", el("span", words("which_game"), class_="vh"), el("select", values, name="game")),
        el("button", icon("gears"), words("alone"), class_="main grow"),
        class_="row wrap",
    )
    field = el("input", name="invitation", placeholder=words("paste"), autocomplete="off", maxlength=300)
    paste = el(
        "form",
        el("label", icon("key"), el("span", words("invitation"), class_="vh"), field, class_="field grow"),
        button(words("go")),
        action="/go",
        method="get",
        class_="row",
    )
    held = el("small", words("holds_seats"), " ", el("a", words("other_device"), href="/settings"))
    return el(
        "section",
        el("h2", words("new_table")),
        el("div", games, class_="games"),
        alone,
        paste,
        el("p", held, class_="mute"),
        class_="stack",
    )
