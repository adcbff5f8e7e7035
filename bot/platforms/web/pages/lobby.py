"""A table that has not begun: a slab for each seat, the options, start."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from bot.language.option_labels import Numbered, choosable, name_of, numbered, value_said
from bot.language.speaker import catalogue
from bot.learn.teacher import course
from bot.messages.post import command_id
from bot.platforms.web.assets import game_class
from bot.platforms.web.browser_sessions import Browser
from bot.platforms.web.html import Element, Node, Part, el
from bot.platforms.web.pages.home import players
from bot.platforms.web.parts.elements import Words, band, button, emblem, form, hidden, icon, icon_link, selection
from bot.platforms.web.parts.figures import figures_line
from bot.table.model import Level, Seat, Table
from bot.table.time_control import Pace
from config import rooms
from engines import ENGINES

OPEN_UP = "make play HOST=0.0.0.0"
"""How the operator opens the page to the network."""


@dataclass(frozen=True, slots=True)
class Invitation:
    """A link to one seat and its QR code (an image's address; none where only this computer can open the link)."""

    link: str
    qr: str


def lobby_page(
    browser: Browser, table: Table, invitations: list[Invitation], is_host: bool, seat: int | None, said: Part = None
) -> Element:
    words = Words(browser.language)
    most = ENGINES[table.game].info.seats[1]
    under = f"{words.low('new_table_line', code=table.code)} · {players(words, table.game)}"
    rules = icon_link(words("rules"), f"/rules/{table.game}?at={table.code}", "book", data_panel=True)
    free = iter(invitations)
    slabs = [_seat(browser, words, table, number, is_host, seat, free) for number in range(len(table.seats))]
    slabs += [_closed_seat(browser, words, table, number, is_host) for number in range(len(table.seats), most)]
    blurb = catalogue(browser.language).get(f"{table.game}.game.blurb", "")
    return el(
        "div",
        band(words, table.game, words.title(table.game), more=rules, under=under),
        el("div", said, id="notices"),
        el(
            "main",
            el("section", el("h2", words("seats")), el("ul", slabs, class_="seats"), class_="stack"),
            el(
                "section",
                figures_line(browser, table),
                el("p", blurb, " ", el("a", words("what_is_this"), href=f"/about/{table.game}?at={table.code}")),
                _sit_down(browser, words, table, seat),
                _teach_me(browser, words, table, seat),
                el("h2", words("options")),
                _options(browser, words, table, is_host),
                class_="stack",
            ),
            _dock(browser, words, table, is_host, seat),
            class_=f"pagegrid lobby {game_class(table.game)}",
        ),
        id="app",
    )


def _seat(
    browser: Browser,
    words: Words,
    table: Table,
    number: int,
    is_host: bool,
    own: int | None,
    invitations: Iterator[Invitation],
) -> Element:
    seat = table.seats[number]
    names = table.names
    if seat.kind == "free":
        return _free_seat(browser, words, table, number, is_host, invitations)
    about = _about(words, table, seat, browser)
    control: Node | None = None
    if seat.kind == "computer" and is_host:
        control = form(
            browser,
            f"/t/{table.code}/seat",
            hidden(number=number),
            el("button", el("u", words("remove")), class_="plain", name="who", value="free"),
        )
    elif seat.kind == "person" and browser.owns(seat.user):
        control = el(
            "a", el("u", words("rename")), href=f"/settings?at={table.code}", class_="btn plain", data_panel=True
        )
    text = el("div", el("b", seat.name), el("br"), el("small", about), class_="grow")
    return el("li", emblem(number, names), text, control, class_="slab seat")


def _about(words: Words, table: Table, seat: Seat, browser: Browser) -> str:
    if seat.kind == "computer":
        level = seat.level if seat.level in list(Level) else Level.STEADY
        return words.low("computer_level", level=words.low(f"level.{level}"))
    parts = []
    if browser.owns(seat.user):
        parts.append(words.low("you"))
    if seat.user == table.host:
        parts.append(words.low("host"))
    return ", ".join(parts) or seat.user.partition(":")[0].capitalize()


def level_label(words: Words, game: str, level: Level) -> str:
    """A computer of this level; where thinking has not been shown to help, that is said."""
    engine = ENGINES.get(game)
    name = words.low(f"level.{level}")
    if engine is not None and engine.script is not None and level in engine.script.unproven:
        return words("computer_level_alike", level=name, other=words.low(f"level.{Level.STEADY}"))
    return words("computer_level", level=name)


def _free_seat(
    browser: Browser, words: Words, table: Table, number: int, is_host: bool, invitations: Iterator[Invitation]
) -> Element:
    ghost = emblem(number, table.names, ghost=True)
    text = el("div", el("b", words("free_seat")), el("br"), el("small", words.low("link_once")), class_="grow")
    if not is_host:
        return el("li", ghost, text, class_="slab seat")
    levels = [(level.value, level_label(words, table.game, level)) for level in Level]
    choose = form(
        browser,
        f"/t/{table.code}/seat",
        hidden(number=number),
        selection("who", words("who_sits"), levels, Level.STEADY),
        button(words("add")),
        class_="row wrap who",
    )
    more: list[Node] = [choose]
    taken = sum([each.kind != "free" for each in table.seats])
    if len(table.seats) > max(ENGINES[table.game].info.seats[0], taken):
        shut = el("button", el("u", words("close_seat")), class_="plain", name="seats", value=len(table.seats) - 1)
        more.append(form(browser, f"/t/{table.code}/seats", shut, class_="who"))
    invitation = next(invitations, None)
    if invitation is not None:
        shared = shared_link(words, invitation, words("from_chat", code=table.code))
        is_first = number == next(n for n, each in enumerate(table.seats) if each.kind == "free")
        summary = el("summary", words("invite"), class_="btn")
        more.append(el("details", summary, shared, class_="invite", open=is_first, data_key=f"invite{number}"))
    return el("li", ghost, text, *more, class_="slab seat")


def _closed_seat(browser: Browser, words: Words, table: Table, number: int, is_host: bool) -> Element:
    """A seat that nobody can take, until the host opens it."""
    text = el("div", el("b", words("closed_seat"), class_="mute"), class_="grow")
    wider = el("button", words("open_seat"), name="seats", value=len(table.seats) + 1)
    control = form(browser, f"/t/{table.code}/seats", wider) if is_host else None
    return el("li", emblem(number, table.names, ghost=True), text, control, class_="slab seat closed")


def shared_link(words: Words, invitation: Invitation, besides: str = "") -> list[Node]:
    """A link to copy, and to scan where others can open it at all."""
    field = el("input", value=invitation.link, readonly=True, class_="link", aria_label=words("invite_link"))
    copy = el("button", icon("copy"), words("copy"), type="button", data_copy=invitation.link)
    told = words("scan") if invitation.qr else words("only_here", command=OPEN_UP)
    hint = el("small", told, el("br") if besides else None, besides)
    drawn = el("img", src=invitation.qr, alt=words("qr"), class_="qr") if invitation.qr else None
    return [
        el("div", el("div", field, class_="field grow"), copy, class_="more"),
        el("div", drawn, hint, class_="more"),
    ]


def _teach_me(browser: Browser, words: Words, table: Table, seat: int | None) -> Element | None:
    """A teacher for who sits here, if the game has one: nobody else is told."""
    if seat is None or course(table.game) is None:
        return None
    press = button(words("teach_me"), "id", command_id("teach", table.code, "here"))
    about = el("small", words("teach_me_about"))
    return form(browser, "/tap", hidden(at=table.code, seat=seat), press, about, class_="row")


def _sit_down(browser: Browser, words: Words, table: Table, seat: int | None) -> Element | None:
    """Another person at the same device."""
    if seat is None or all(each.kind != "free" for each in table.seats):
        return None
    field = el("input", name="name", maxlength=32, placeholder=words("their_name"), autocomplete="off", required=True)
    return form(
        browser,
        f"/t/{table.code}/hotseat",
        el("label", el("span", words("their_name"), class_="vh"), field, class_="field grow"),
        button(words("same_device")),
        class_="row",
    )


def _options(browser: Browser, words: Words, table: Table, is_host: bool) -> Element:
    language = browser.language
    rows: dict[str, Node] = {}
    paces = [(pace.value, catalogue(language)[f"commands.choice.pace.{pace}"]) for pace in Pace]
    pace = selection("pace", words("pace"), paces, table.pace.value)
    rows["pace"] = _option_row(words("pace"), pace, words("pace_about"))
    for option in choosable(table.game):
        name = name_of(table.game, option.name, language)
        chosen = table.options.get(option.name, option.default)
        if option.values == (False, True):
            control: Node = el(
                "input", type="checkbox", name=option.name, value="true", checked=chosen is True, aria_label=name
            )
            control = el("span", *hidden(**{f"{option.name}.off": "1"}), control)
        else:
            values = [(str(value), value_said(table.game, option.name, value, language)) for value in option.values]
            control = selection(option.name, name, values, str(chosen))
        rows[option.name] = _option_row(name, control, about_option(table.game, option.name, language))
    for row in numbered(table.game):
        rows[row.name] = _numbers_row(words, table, row)
    shown = _grouped(words, table, rows)
    if not is_host:
        return el("fieldset", *shown, class_="slab stack", disabled=True)
    save = button(words("save"), class_="")
    return form(browser, f"/t/{table.code}/options", *shown, save, class_="slab stack", data_auto=True)


def _grouped(words: Words, table: Table, rows: dict[str, Node]) -> list[Node]:
    """What decides which game is played stands open; the fine points fold away, unless one was changed."""
    chief = {"pace", *rooms.about(table.game).get("chief", rows)}
    fine = [name for name in rows if name not in chief]
    if not fine:
        return list(rows.values())
    defaults = {each.name: each.default for each in choosable(table.game)}
    defaults |= {each.name: each.default for each in numbered(table.game)}
    changed = any(table.options.get(name, defaults[name]) != defaults[name] for name in fine)
    inside = el("summary", words("fine_points", n=len(fine)), class_="btn")
    folded = el("details", inside, [rows[name] for name in fine], class_="fine", open=changed, data_key="fine")
    return [*[row for name, row in rows.items() if name in chief], folded]


def about_option(game: str, option: str, language: str) -> str:
    """What an option changes, in one line."""
    return catalogue(language).get(f"{game}.game.about.{option}", "")


def _numbers_row(words: Words, table: Table, row: Numbered) -> Element:
    """A row of numbers to write; empty: as the game says by itself."""
    name = name_of(table.game, row.name, words.language)
    chosen = table.options.get(row.name, row.default)
    ranges = ", ".join([f"{low}–{high}" for low, high in row.bounds])
    field = el(
        "input",
        type="text",
        name=row.name,
        value="" if chosen == row.default else " ".join([str(each) for each in chosen]),
        placeholder=value_said(table.game, row.name, row.default, words.language),
        maxlength=24,
        inputmode="numeric",
        autocomplete="off",
        aria_label=f"{name}: {ranges}",
    )
    wanted = words("numbers", n=len(row.bounds), ranges=ranges)
    about = about_option(table.game, row.name, words.language)
    return _option_row(name, field, f"{about} {wanted}".strip())


def _option_row(name: str, control: Node, about: str) -> Element:
    said = el("small", about) if about else None
    return el("div", el("span", name[:1].upper() + name[1:], el("br") if said else None, said), control, class_="line")


def _dock(browser: Browser, words: Words, table: Table, is_host: bool, seat: int | None) -> Element:
    taken = sum([each.kind != "free" for each in table.seats])
    free = len(table.seats) - taken
    least = ENGINES[table.game].info.seats[0]
    state = el(
        "p",
        el("b", words("seats_free", n=free) if free else words("lobby_full")),
        el("span", words("seated", n=taken, most=len(table.seats)), class_="mute"),
        class_="row between",
    )
    if not is_host:
        leave = form(browser, f"/t/{table.code}/leave", el("button", el("u", words("leave")), class_="plain"))
        hint = el("p", words("host_starts"), class_="mute")
        return el("div", state, hint, leave if seat is not None else None, class_="dock stack")
    start = el(
        "button", words("start_with", n=taken), class_="main grow", aria_disabled="true" if taken < least else None
    )
    missing = el("p", words("too_few", least=least), class_="mute") if taken < least else None
    cancel = el("button", el("u", words("cancel_table")), class_="plain")
    actions = el(
        "div",
        form(browser, f"/t/{table.code}/cancel", cancel),
        form(browser, f"/t/{table.code}/start", start, class_="grow row"),
        class_="row",
    )
    return el("div", state, missing, actions, class_="dock stack")
