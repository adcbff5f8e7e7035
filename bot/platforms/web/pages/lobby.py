"""A table that has not begun: a slab for each seat, the options, start."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from bot.language.option_labels import Numbered, choosable, name_of, numbered, value_said
from bot.language.speaker import catalogue
from bot.learn.teacher import course
from bot.messages.post import command_id
from bot.platforms.web.assets import game_class
from bot.platforms.web.browser_sessions import Browser
from bot.platforms.web.html import Element, Node, Part, el
from bot.platforms.web.pages.home import facts, players
from bot.platforms.web.parts.elements import Words, band, button, emblem, form, hidden, icon, icon_link, selection
from bot.platforms.web.parts.figures import figures_line
from bot.platforms.web.parts.picture import cut_of_game
from bot.table.model import Level, Seat, Table
from bot.table.time_control import Pace
from config import rooms
from engines import ENGINES

PACE, ENTRY = "pace", "entry"
CLOSED = "closed"
"""Chosen for a seat that nobody shall take."""


@dataclass(frozen=True, slots=True)
class Invitation:
    """A link to one seat and its QR code (an image's address; none where only this computer can open the link)."""

    link: str
    qr: str


def lobby_page(
    browser: Browser,
    table: Table,
    invitations: list[Invitation],
    is_host: bool,
    seat: int | None,
    said: Part = None,
    watch: str = "",
) -> Element:
    """`watch`: the link by which others may watch, where the code is not enough."""
    words = Words(browser.language)
    most = ENGINES[table.game].info.seats[1]
    under = f"{words.low('new_table_line', code=table.code)} · {players(words, table.game)}"
    rules = icon_link(words("rules"), f"/rules/{table.game}?at={table.code}", "book", data_panel=True)
    free = iter(invitations)
    slabs = [_seat(browser, words, table, number, is_host, seat, free) for number in range(len(table.seats))]
    slabs += [_closed_seat(browser, words, table, number, is_host) for number in range(len(table.seats), most)]
    title = [
        el("span", words.title(table.game), class_="desk"),
        el("span", words.short(table.game), class_="phone"),
    ]
    text = icon_link(words("settings"), f"/settings?at={table.code}", "menu", data_panel=True)
    return el(
        "div",
        band(words, table.game, title, more=[rules, text], under=under),
        el("div", said, id="notices"),
        el(
            "main",
            el("section", el("h2", words("seats")), el("ul", slabs, class_="seats"), class_="stack atable"),
            el(
                "section",
                _game(browser, words, table),
                _teach_me(browser, words, table, seat),
                el("h2", words("options"), id="options"),
                _options(browser, words, table, is_host),
                watch_slab(words, watch),
                el("p", words.chat("sealed", hash=table.commitment), class_="mute seal") if table.commitment else None,
                class_="stack choices",
            ),
            _dock(browser, words, table, is_host, seat),
            class_=f"pagegrid lobby {game_class(table.game)}",
        ),
        id="app",
    )


def _game(browser: Browser, words: Words, table: Table) -> Element:
    """What will be played: its board in small, a sentence, how long and how hard, its rules."""
    blurb = catalogue(browser.language).get(f"{table.game}.game.blurb", "")
    way = el("a", words("what_is_this"), href=f"/about/{table.game}?at={table.code}", data_panel=True)
    told = el("div", el("p", blurb), facts(words, table.game), figures_line(browser, table), way, class_="txt")
    return el("div", cut_of_game(browser, table.game), told, class_="played")


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
        levels = [(level.value, words.low(f"level.{level}")) for level in Level]
        control = form(
            browser,
            f"/t/{table.code}/seat",
            hidden(number=number),
            selection("who", words("how_strong"), [*levels, ("free", words("remove"))], seat.level or Level.STEADY),
            button(words("save"), class_="nojs"),
            data_auto=True,
            class_="row",
        )
    elif seat.kind == "person" and browser.owns(seat.user):
        control = el(
            "a", el("u", words("rename")), href=f"/settings?at={table.code}", class_="btn plain", data_panel=True
        )
    text = el("div", el("b", seat.name), el("br"), el("small", about), class_="grow")
    own_word = _word(browser, words, table, number) if seat.kind == "person" and browser.owns(seat.user) else None
    return el("li", emblem(number, names), text, control, own_word, class_="slab seat")


def _word(browser: Browser, words: Words, table: Table, number: int) -> Element | None:
    """What somebody adds to the shuffle."""
    if not table.commitment:
        return None
    said = table.seats[number].word
    field = el("input", name="word", value=said, maxlength=32, autocomplete="off", placeholder=words("own_word"))
    inside = form(
        browser,
        f"/t/{table.code}/word",
        hidden(number=number),
        el("label", el("span", words("own_word"), class_="vh"), field, class_="field grow"),
        button(words("add_word")),
        class_="row",
    )
    summary = el("summary", f"{words('own_word')}: {said}" if said else words("own_word"), class_="btn plain")
    about = el("small", words("own_word_about"))
    return el("details", summary, inside, about, class_="invite", data_key=f"word{number}")


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
    """Somebody else, somebody beside me, a computer, or nobody."""
    ghost = emblem(number, table.names, ghost=True)
    text = el("div", el("b", words("free_seat")), el("br"), el("small", words.low("for_person")), class_="grow")
    beside = _beside(browser, words, table)
    if not is_host:
        return el("li", ghost, text, beside, class_="slab seat")
    levels = [(level.value, level_label(words, table.game, level)) for level in Level]
    taken = sum([each.kind != "free" for each in table.seats])
    if len(table.seats) > max(ENGINES[table.game].info.seats[0], taken):
        levels.append((CLOSED, words("close_seat")))
    choose = form(
        browser,
        f"/t/{table.code}/seat",
        hidden(number=number),
        selection("who", words("who_sits"), levels, Level.STEADY),
        button(words("add")),
        class_="row who",
    )
    more: list[Node] = [choose]
    is_first = number == next(n for n, each in enumerate(table.seats) if each.kind == "free")
    invitation = next(invitations, None)
    if invitation is not None:
        shared = shared_link(words, invitation, words("from_chat", code=table.code))
        summary = el("summary", words("invite"), class_="btn")
        wider = _open_up(browser, words, table) if is_first and not invitation.qr else None
        last = beside if is_first else None
        inside = [each for each in (*shared, wider, last) if each]
        more.append(el("details", summary, inside, class_="invite", open=is_first, data_key=f"invite{number}"))
    elif is_first:
        more.append(beside or "")
    return el("li", ghost, text, *more, class_="slab seat")


def _closed_seat(browser: Browser, words: Words, table: Table, number: int, is_host: bool) -> Element:
    """A seat that nobody can take, until the host opens it."""
    text = el("div", el("b", words("closed_seat"), class_="mute"), class_="grow")
    wider = el("button", words("open_seat"), name="seats", value=len(table.seats) + 1)
    control = form(browser, f"/t/{table.code}/seats", wider) if is_host else None
    return el("li", emblem(number, table.names, ghost=True), text, control, class_="slab seat closed")


def shared_link(words: Words, invitation: Invitation, besides: str = "") -> list[Node]:
    """A link to copy, and to scan where others can open it at all; where nobody else can, that is said first."""
    field = el("input", value=invitation.link, readonly=True, class_="link", aria_label=words("invite_link"))
    copy = el("button", icon("copy"), words("copy"), type="button", data_copy=invitation.link)
    row = el("div", el("div", field, class_="field grow"), copy, class_="row")
    hint = el("small", besides) if besides else None
    if not invitation.qr:
        here = el("p", el("b", words("only_here")), " ", words("only_here_how"), class_="nowline")
        return [here, row, *([hint] if hint else [])]
    drawn = el("img", src=invitation.qr, alt=words("qr"), class_="qr", width=132, height=132)
    beside = el("div", row, el("small", words("scan"), el("br"), hint), class_="stack grow")
    return [el("div", drawn, beside, class_="scanned")]


def _teach_me(browser: Browser, words: Words, table: Table, seat: int | None) -> Element | None:
    """A teacher for who sits here, if the game has one: nobody else is told."""
    if seat is None or course(table.game) is None:
        return None
    press = button(words("teach_me"), "id", command_id("teach", table.code, "here"))
    about = el("small", words("teach_me_about"))
    return form(browser, "/tap", hidden(at=table.code, seat=seat), press, about, class_="row")


def watch_slab(words: Words, link: str) -> Element | None:
    """The link to watch a table by, to be handed on."""
    if not link:
        return None
    field = el("input", value=link, readonly=True, class_="link", aria_label=words("watch_link"))
    copy = el("button", icon("copy"), words("copy"), type="button", data_copy=link)
    line = el("div", el("div", field, class_="field grow"), copy, class_="row")
    return el("div", el("b", words("watch_link")), line, el("small", words("watch_link_about")), class_="slab stack")


def _open_up(browser: Browser, words: Words, table: Table) -> Element:
    """Let phones in this network in, after a warning."""
    sure = form(
        browser, f"/t/{table.code}/open", el("p", words("open_up_about")), button(words("open_up_sure"), class_="main")
    )
    return el("details", el("summary", words("open_up"), class_="btn"), sure, class_="sure", data_key="openup")


def _beside(browser: Browser, words: Words, table: Table) -> Element | None:
    """Another person at the same device."""
    if not any(each.kind == "person" and browser.owns(each.user) for each in table.seats):
        return None
    field = el("input", name="name", maxlength=32, placeholder=words("their_name"), autocomplete="off", required=True)
    return form(
        browser,
        f"/t/{table.code}/hotseat",
        el("label", el("span", words("their_name"), class_="vh"), field, class_="field grow"),
        button(words("same_device")),
        class_="row beside",
    )


def _options(browser: Browser, words: Words, table: Table, is_host: bool) -> Element:
    language = browser.language
    rows: dict[str, Node] = {}
    paces = [(pace.value, catalogue(language)[f"commands.choice.pace.{pace}"]) for pace in Pace]
    pace = selection("pace", words("pace"), paces, table.pace.value)
    rows[PACE] = _option_row(words("pace_name"), pace, words(f"paces.{table.pace}"))
    ways = [(way, catalogue(language)[f"commands.choice.entry.{way}"]) for way in ("code", "link")]
    entry = selection("entry", words("entry"), ways, "link" if table.by_link else "code")
    rows[ENTRY] = _option_row(words("entry"), entry, words("entry_about"))
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
        return el("fieldset", *shown, class_="stack groups", disabled=True)
    save = button(words("save"), class_="")
    return form(browser, f"/t/{table.code}/options", *shown, save, class_="stack groups", data_auto=True)


def _grouped(words: Words, table: Table, rows: dict[str, Node]) -> list[Node]:
    """Pace, then what decides which game is played; what is rarely changed folds away, unless it was."""
    about = rooms.about(table.game)
    first = (PACE, ENTRY)
    chief = [name for name in rows if name in about.get("chief", rows) and name not in first]
    fine = [name for name in rows if name not in chief and name not in first]
    groups: list[Node] = [_group(words("pace"), [rows[name] for name in first])]
    if chief:
        groups.append(_group(words("the_game"), [rows[name] for name in chief]))
    if fine:
        changed = _changed(table, fine)
        state = words("changed", n=changed) if changed else words("as_usual", n=len(fine))
        inside = el("summary", el("b", words("rarely")), el("span", state, class_="mute"), class_="btn")
        held = [rows[name] for name in fine]
        groups.append(el("details", inside, held, class_="fine group", open=bool(changed), data_key="fine"))
    return groups


def _group(title: str, rows: list[Node]) -> Element:
    return el("section", el("h3", title), rows, class_="group")


def _changed(table: Table, names: Iterable[str]) -> int:
    """How many of these options are not as the game has them by itself."""
    defaults = {each.name: each.default for each in choosable(table.game)}
    defaults |= {each.name: each.default for each in numbered(table.game)}
    return sum([table.options.get(name, defaults[name]) != defaults[name] for name in names])


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
    return _option_row(name, field, " · ".join(filter(None, (about, wanted))))


def _option_row(name: str, control: Node, about: str) -> Element:
    said = el("small", about) if about else None
    return el("div", el("span", name[:1].upper() + name[1:], el("br") if said else None, said), control, class_="line")


def _dock(browser: Browser, words: Words, table: Table, is_host: bool, seat: int | None) -> Element:
    """What is still missing, and the way to begin: always in sight."""
    here = [each.name for each in table.seats if each.kind != "free"]
    taken, free = len(here), len(table.seats) - len(here)
    least = ENGINES[table.game].info.seats[0]
    options = {each.name for each in choosable(table.game)} | {each.name for each in numbered(table.game)}
    changed = _changed(table, options)
    said = words("options_changed", n=changed) if changed else words("options_usual")
    state = el(
        "p",
        el("b", words("seats_free", n=free) if free else words("lobby_full")),
        el("span", words("seated", n=taken, most=len(table.seats)), class_="mute desk"),
        el("a", said, href="#options", class_="phone"),
        class_="row between",
    )
    screen = el("a", icon("screen"), el("span", words.past("screen")), href=f"/t/{table.code}/screen", class_="btn tv")
    if not is_host:
        leave = form(browser, f"/t/{table.code}/leave", el("button", el("u", words("leave")), class_="plain"))
        hint = el("p", words("host_starts"), class_="mute")
        return el("div", state, hint, leave if seat is not None else None, class_="dock stack")
    label = words("start_with_names", n=taken, names=words.join(here))
    start = el("button", label, class_="main grow", aria_disabled="true" if taken < least else None)
    missing = el("p", words("too_few", least=least), class_="mute") if taken < least else None
    cancel = el("button", el("u", words("cancel_table")), class_="plain")
    actions = el(
        "div",
        form(browser, f"/t/{table.code}/cancel", cancel),
        form(browser, f"/t/{table.code}/start", start, class_="grow row"),
        screen,
        class_="row begin",
    )
    return el("div", state, missing, actions, class_="dock stack")
