"""My tables, and a new one."""

from __future__ import annotations

from datetime import datetime

from bot.language import dates
from bot.language.speaker import Speaker, catalogue
from bot.learn.teacher import course
from bot.platforms.web.assets import game_class
from bot.platforms.web.browser_sessions import Browser
from bot.platforms.web.home_data import Again, HomeData, Row
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
    selection,
)
from bot.table.model import Level, Status
from bot.table.results import Outcome
from config import rooms
from engines import ENGINES
from engines.kit.text import seat_ref

DAILY = 5
"""So many tables of the daily message can be opened from it."""


def home_page(browser: Browser, data: HomeData, said: Part = None) -> Element:
    """Everything of mine, what waits for me first."""
    words = Words(browser.language)
    name = browser.person.name or words("guest")
    return el(
        "div",
        el("a", words("to_tables"), class_="skip", href="#mine"),
        el(
            "header",
            el("div", el("h1", "Signoria", class_="caps"), class_="grow"),
            el("p", words.low("you_are"), class_="desk"),
            el("a", el("b", name), href="/settings#me", class_="btn"),
            icon_link(words("settings"), "/settings", "set"),
            class_="band",
        ),
        el("div", said, _daily(words, data), [_invited(browser, words, each) for each in data.again], id="notices"),
        el("main", _mine(browser, words, data), _new(browser, words), class_="pagegrid home"),
        id="app",
    )


def _daily(words: Words, data: HomeData) -> Element | None:
    """One message for all tables that wait, the oldest first."""
    if not data.daily:
        return None
    text = words.chat("digest", n=len(data.daily), codes=", ".join([f"#{code}" for code in data.daily]))
    opening = [link(words.chat("button.open", code=code), f"/t/{code}") for code in data.daily[:DAILY]]
    return el("div", el("span", text, class_="grow"), opening, class_="notice")


def _invited(browser: Browser, words: Words, again: Again) -> Element:
    """Somebody wants to play once more: one tap sits down."""
    table = again.table
    host = next((seat.name for seat in table.seats if seat.user == table.host), "")
    return form(
        browser,
        f"/t/{again.before}/rematch",
        el("span", words("again_wants", name=host, game=words.short(table.game), code=table.code), class_="grow"),
        button(words("sit_down"), class_="main"),
        class_="notice vote",
        data_key=f"again {table.code}",
    )


# --- mine ---


def _mine(browser: Browser, words: Words, data: HomeData) -> Element:
    if data.rows:
        body: Node = el("div", [_row(browser, words, row) for row in data.rows], class_="tables")
    else:
        body = el("p", words("no_tables"))
    parts: list[Node] = [el("h2", words("my_tables")), body]
    if data.finished:
        ended = [_finished(browser, words, each) for each in data.finished]
        parts += [el("h2", words("finished")), el("div", ended, class_="tables")]
    return el("section", parts, class_="stack", id="mine")


def _row(browser: Browser, words: Words, row: Row) -> Element:
    line, table = row.line, row.line.table
    is_mine = line.waiting is not None and table.status is Status.RUNNING
    what = _state(browser, words, row)
    people = [emblem(n, table.names) for n, seat in enumerate(table.seats) if seat.kind != "free"]
    end: list[Node] = [lozenge(), words("your_move")] if is_mine else [el("span", people, class_="ems")]
    sub: list[Node] = [el("span", what)]
    if row.due:
        sub.append(el("small", " · ", words.low("until", time=row.due)))
    return el(
        "a",
        el("div", el("b", words.short(table.game)), " ", el("span", f"#{table.code}", class_="mute"), class_="what"),
        el("div", end, class_="end due"),
        el("div", sub, class_="sub"),
        href=f"/t/{table.code}",
        class_=f"trow {game_class(table.game)}" + (" now" if is_mine else ""),
        data_key=table.code,
    )


def _state(browser: Browser, words: Words, row: Row) -> str:
    """What a card says: seats before the game, then the last event, and whom it waits for if not me."""
    line, table = row.line, row.line.table
    if table.status is Status.LOBBY:
        free = sum([seat.kind == "free" for seat in table.seats])
        return words("seats_free", n=free) if free else words("lobby_full")
    if table.status is not Status.RUNNING:
        return words("rests")
    if line.waiting is not None:
        return row.last or ", ".join(table.names)
    speaker = Speaker(browser.language, table.game, tuple(table.names))
    names = speaker.join([speaker.noun(seat_ref(seat)) for seat in sorted(table.waiting)])
    waits = words("waits_for", names=names, n=len(table.waiting)) if names else words("rests")
    return f"{waits} · {row.last}" if row.last else waits


def _finished(browser: Browser, words: Words, outcome: Outcome) -> Element:
    """`You won with 62 · ended Sun`."""
    speaker = Speaker(browser.language, outcome.game, tuple(outcome.names))
    seat = outcome.users.index(browser.user) if browser.user in outcome.users else 0
    winners = [n for n, place in enumerate(outcome.places) if place == 1]
    if outcome.places[seat] == 1:
        what = words("you_won", points=outcome.scores[seat])
    else:
        names = speaker.join([speaker.noun(seat_ref(n)) for n in winners])
        what = words("you_came", place=outcome.places[seat], points=outcome.scores[seat], names=names)
    ended = dates.day(datetime.fromtimestamp(outcome.ended, browser.person.zone_info).date(), browser.language)
    code = el("span", f"#{outcome.code}", class_="mute")
    return el(
        "a",
        el("div", el("b", words.short(outcome.game)), " ", code, class_="what"),
        el("div", [emblem(n, outcome.names) for n in range(len(outcome.names))], class_="end ems"),
        el("div", el("span", what), el("small", " · ", words("ended", time=ended)), class_="sub"),
        href=f"/t/{outcome.code}",
        class_=f"trow done {game_class(outcome.game)}",
        data_key=f"done {outcome.code}",
    )


# --- new ---


def _new(browser: Browser, words: Words) -> Element:
    field = el("input", name="invitation", placeholder=words("paste"), autocomplete="off", maxlength=300)
    paste = el(
        "form",
        el("label", icon("key"), el("span", words("invitation"), class_="vh"), field, class_="field grow"),
        button(words("go")),
        action="/go",
        method="get",
        class_="row",
    )
    device = el("a", words("other_device"), href="/settings#seats")
    return el(
        "section",
        el("h2", words("new_table")),
        el("div", [_game(browser, words, key) for key in ENGINES], class_="games"),
        paste,
        _import(browser, words),
        el("p", el("small", words("holds_seats"), " ", device), class_="mute"),
        class_="stack",
    )


def players(words: Words, game: str) -> str:
    """`2 to 4 players`, `2 players`."""
    least, most = ENGINES[game].info.seats
    return words("players", n=most) if least == most else words("players_range", least=least, most=most)


def _game(browser: Browser, words: Words, game: str) -> Element:
    """What a game is, how long, how hard; a new table, or at once against computers."""
    told, least, most = rooms.about(game), *ENGINES[game].info.seats
    facts = [players(words, game)]
    if minutes := told.get("minutes"):
        facts.append(words("minutes", n=minutes))
    if (weight := told.get("weight")) in WEIGHTS:
        facts.append(words.low(f"weight.{weight}"))
    blurb = catalogue(browser.language).get(f"{game}.game.blurb", "")
    about = el("a", words("what_is_this"), href=f"/about/{game}")
    tile = el("button", el("h3", words.title(game)), el("small", " · ".join(facts)), class_=f"game {game_class(game)}")
    numbers = [(str(n), words("computers", n=n)) for n in range(least - 1, most)]
    levels = [(level.value, words.low(f"level.{level}")) for level in Level]
    alone = form(
        browser,
        "/alone",
        hidden(game=game),
        selection("computers", words("how_many"), numbers, numbers[0][0]) if len(numbers) > 1 else None,
        selection("level", words("how_strong"), levels, Level.STEADY.value),
        el("button", icon("gears"), words("play_now"), class_="main grow"),
        class_="row wrap",
    )
    learn = form(browser, "/learn", hidden(game=game), button(words("learn_it"))) if course(game) else None
    ways = el("div", learn, about, class_="row wrap")
    inside = [form(browser, "/new", hidden(game=game), tile), el("p", blurb) if blurb else None, alone, ways]
    return el("article", *inside, class_=f"gcard {game_class(game)}")


WEIGHTS = (1, 2, 3)
"""How hard a game is: easy, medium, hard."""


def _import(browser: Browser, words: Words) -> Element:
    """A saved game comes back from its file."""
    picked = el("input", type="file", name="file", accept=".json,application/json", required=True)
    return form(
        browser,
        "/import",
        el("label", el("span", words("import_game")), picked, class_="grow"),
        button(words("import_button")),
        class_="row wrap filepick",
        enctype="multipart/form-data",
    )
