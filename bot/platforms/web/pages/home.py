"""My tables, and a new one."""

from __future__ import annotations

from collections.abc import Sequence
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
    band,
    button,
    emblem,
    form,
    hidden,
    icon,
    icon_link,
    link,
    lozenge,
)
from bot.platforms.web.parts.picture import cut_of_game, cut_of_table
from bot.table.model import Level, Status
from bot.table.results import Outcome
from config import rooms
from engines import ENGINES
from engines.kit.text import seat_ref

DAILY = 5
"""So many tables of the daily message can be opened from it."""


def home_page(browser: Browser, data: HomeData, said: Part = None) -> Element:
    """Everything of mine, what waits for me first; then ways to play."""
    words = Words(browser.language)
    name = browser.name or words("guest")
    me = el("a", emblem(0, [name]), el("b", name), href="/settings#me", class_="btn me", data_panel=True)
    return el(
        "div",
        el("a", words("to_tables"), class_="skip", href="#mine"),
        el(
            "header",
            el("div", el("h1", "Signoria", class_="caps"), class_="grow"),
            me,
            icon_link(words("signals"), "/settings#signals", "bell", data_panel=True),
            icon_link(words("settings"), "/settings", "set", data_panel=True),
            class_="band",
        ),
        el("div", said, _daily(words, data), [_invited(browser, words, each) for each in data.again], id="notices"),
        el(
            "main",
            _mine(browser, words, data),
            _play_now(browser, words),
            _finished(browser, words, data),
            _new(browser, words),
            class_="pagegrid home",
        ),
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
    """My tables; whoever has none is told how to begin."""
    if data.rows:
        body: Node = el("div", [_row(browser, words, row) for row in data.rows], class_="tables")
    else:
        body = el("div", el("p", words("no_tables")), _first_game(browser, words, data), class_="stack")
    return el("section", el("h2", words("my_tables")), body, class_="stack mine", id="mine")


def _first_game(browser: Browser, words: Words, data: HomeData) -> Element | None:
    """Whoever has never played is led through a game."""
    game = suggested()
    if data.finished or not course(game):
        return None
    label = words("first_game", game=words.short(game))
    return form(browser, "/learn", hidden(game=game), el("button", icon("book"), label, class_="wide"))


def suggested() -> str:
    """The game for whoever wants to play at once."""
    return next((game for game in ENGINES if rooms.about(game).get("suggested")), next(iter(ENGINES)))


def _row(browser: Browser, words: Words, row: Row) -> Element:
    line, table = row.line, row.line.table
    is_mine = line.waiting is not None and table.status is Status.RUNNING
    people = [emblem(n, table.names) for n, seat in enumerate(table.seats) if seat.kind != "free"]
    end: Node = el("span", lozenge(), words("your_move"), class_="due") if is_mine else el("span", people, class_="ems")
    until = el("small", words.low("until", time=row.due)) if row.due else None
    picture = cut_of_table(browser, table.code, row.mark) if row.mark else cut_of_game(browser, table.game)
    return el(
        "a",
        picture,
        _named(words, table.game, table.code, _state(browser, words, row)),
        el("div", end, until, class_="end"),
        href=f"/t/{table.code}",
        class_=f"trow {game_class(table.game)}" + (" now" if is_mine else ""),
        data_key=table.code,
    )


def _named(words: Words, game: str, code: str, what: str, when: str = "") -> Element:
    head = el("div", el("b", words.short(game)), " ", el("span", f"#{code}", class_="mute"))
    said = el("div", el("span", what, class_="lately"), el("small", when) if when else None, class_="sub")
    return el("div", head, said, class_="what")


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


def _finished(browser: Browser, words: Words, data: HomeData) -> Element | None:
    if not data.finished:
        return None
    rows = [finished_row(browser, words, each) for each in data.finished]
    every = el("a", words("all_finished", n=data.count), href="/finished") if data.count > len(rows) else None
    return el("section", el("h2", words("finished")), el("div", rows, class_="tables"), every, class_="stack over")


def finished_row(browser: Browser, words: Words, outcome: Outcome) -> Element:
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
    people = el("span", [emblem(n, outcome.names) for n in range(len(outcome.names))], class_="ems")
    return el(
        "a",
        cut_of_game(browser, outcome.game),
        _named(words, outcome.game, outcome.code, what, words.low("ended", time=ended)),
        el("div", people, class_="end"),
        href=f"/t/{outcome.code}",
        class_=f"trow done {game_class(outcome.game)}",
        data_key=f"done {outcome.code}",
    )


# --- play now ---


def _play_now(browser: Browser, words: Words) -> Element:
    """Game, number of computers, how they play, one button; which numbers are shown follows from the game alone."""
    games = segments("game", words("which_game"), [(game, words.short(game)) for game in ENGINES], suggested())
    levels = [(level.value, words.low(f"level.{level}")) for level in Level]
    labels = [el("span", words("play_game_now", game=words.short(game)), class_=f"for-{game}") for game in ENGINES]
    return el(
        "section",
        el("h2", words("against_computers")),
        form(
            browser,
            "/alone",
            games,
            [_numbers(words, game) for game in ENGINES],
            segments("level", words("they_play"), levels, Level.STEADY.value, is_named=True),
            el("button", icon("play"), labels, class_="main wide"),
            class_="playnow",
            data_key="now",
        ),
        class_="stack quick",
    )


def _numbers(words: Words, game: str) -> Element:
    least, most = ENGINES[game].info.seats
    numbers = [(str(n), str(n)) for n in range(least - 1, most)]
    return segments(
        f"computers.{game}", words("computers_label"), numbers, numbers[0][0], is_named=True, class_=f"for-{game}"
    )


def segments(
    name: str, label: str, values: Sequence[tuple[str, str]], chosen: str, is_named: bool = False, class_: str = ""
) -> Element:
    """One of a few, side by side; its label stands before it, or is for ears."""
    parts = [
        el("label", el("input", type="radio", name=name, value=value, checked=value == chosen), el("span", said))
        for value, said in values
    ]
    legend = el("legend", label, class_=None if is_named else "vh")
    kind = " ".join(["segrow", *([class_] if class_ else [])])
    return el("fieldset", legend, el("div", parts, class_="seg"), class_=kind)


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
    device = el("a", words("other_device"), href="/settings#seats", data_panel=True)
    return el(
        "section",
        el("h2", words("with_friends")),
        el("div", [_game(browser, words, key) for key in ENGINES], class_="games"),
        paste,
        _import(browser, words),
        el("p", el("small", words("holds_seats"), " ", device), class_="mute"),
        class_="stack fresh",
    )


def players(words: Words, game: str) -> str:
    """`2 to 4 players`, `2 players`."""
    least, most = ENGINES[game].info.seats
    return words("players", n=most) if least == most else words("players_range", least=least, most=most)


def facts(words: Words, game: str) -> Element:
    """For how many, how long, how hard."""
    return el("p", _facts(words, game, players(words, game)), class_="gfacts")


def _facts(words: Words, game: str, seats: Part) -> list[Node]:
    told = rooms.about(game)
    parts: list[Node] = [el("span", icon("person"), seats)]
    if minutes := told.get("minutes"):
        parts.append(el("span", icon("glass"), words("minutes", n=minutes)))
    weight = int(told.get("weight", 0))
    if 0 < weight <= HEAVIEST:
        marks = "◆" * weight + "◇" * (HEAVIEST - weight)
        parts.append(el("span", el("span", marks, aria_hidden="true", class_="marks"), words.low(f"weight.{weight}")))
    return parts


def _game(browser: Browser, words: Words, game: str) -> Element:
    """What a game is, for how many, how long, how hard; a tap opens a table of it."""
    told = catalogue(browser.language)
    line = told.get(f"{game}.game.line") or told.get(f"{game}.game.blurb", "")
    inside = el(
        "button",
        el("span", cut_of_game(browser, game), class_="art"),
        el("span", el("b", words.title(game), class_="gname"), el("span", line), _in_short(words, game), class_="txt"),
        class_="gopen",
    )
    about = el("a", words("what_is_this"), href=f"/about/{game}")
    learn = (
        form(browser, "/learn", hidden(game=game), button(words("learn_it"), class_="plain")) if course(game) else None
    )
    ways = el("div", learn, about, class_="gways row")
    return el("article", form(browser, "/new", hidden(game=game), inside), ways, class_=f"gcard {game_class(game)}")


def finished_page(browser: Browser, outcomes: Sequence[Outcome]) -> Element:
    """All that have ended, the last first."""
    words = Words(browser.language)
    rows = [finished_row(browser, words, each) for each in outcomes]
    inside = el("div", rows, class_="tables") if rows else el("p", words("no_tables"))
    head = band(words, "", words("finished"))
    return el("div", head, el("div", id="notices"), el("main", inside, class_="pagegrid one"), id="app")


def _in_short(words: Words, game: str) -> Element:
    """The same inside a button, where no paragraph may stand: numbers are read, and their words heard."""
    least, most = ENGINES[game].info.seats
    shown = str(most) if least == most else f"{least}–{most}"
    seats: list[Node] = [el("span", shown, aria_hidden="true"), el("span", players(words, game), class_="vh")]
    return el("span", _facts(words, game, seats), class_="gfacts")


HEAVIEST = 5
"""Weights are told of five."""


def _import(browser: Browser, words: Words) -> Element:
    """A saved game comes back from its file."""
    picked = el("input", type="file", name="file", accept=".json,application/json", required=True)
    inside = form(
        browser,
        "/import",
        el("label", el("span", words("import_game"), class_="vh"), picked, class_="grow"),
        button(words("import_button")),
        class_="row wrap filepick",
        enctype="multipart/form-data",
    )
    return el("details", el("summary", words("import_game")), inside, class_="saved", data_key="saved")
