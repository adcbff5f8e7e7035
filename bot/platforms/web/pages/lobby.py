"""A table that has not begun: a slab for each seat, the options, start."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from bot.language.option_labels import Numbered, choosable, name_of, numbered, value_said
from bot.language.speaker import catalogue
from bot.learn.teacher import course
from bot.messages.post import command_id
from bot.platforms.web.assets import game_class
from bot.platforms.web.browser_sessions import Browser
from bot.platforms.web.html import Element, Node, Part, el
from bot.platforms.web.pages.home import facts, players
from bot.platforms.web.pages.lobby_seats import Invitation, seat_slabs, watch_slab
from bot.platforms.web.parts.elements import Words, band, button, form, hidden, icon, icon_link, selection
from bot.platforms.web.parts.figures import figures_line
from bot.platforms.web.parts.picture import cut_of_game
from bot.table.model import Table
from bot.table.time_control import Pace
from config import rooms
from engines import ENGINES

PACE, ENTRY = "pace", "entry"


def lobby_page(
    browser: Browser,
    table: Table,
    invitations: Sequence[Invitation],
    is_host: bool,
    seat: int | None,
    said: Part = None,
    watch: str = "",
    paces: str = "",
) -> Element:
    """`watch`: the link by which others may watch, where the code is not enough; `paces`: how quickly people answer."""
    words = Words(browser.language)
    under = f"{words.low('new_table_line', code=table.code)} · {players(words, table.game)}"
    rules = icon_link(words("rules"), f"/rules/{table.game}?at={table.code}", "book", data_panel=True)
    slabs = seat_slabs(browser, words, table, is_host, invitations)
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
            el(
                "section",
                el("h2", words("seats")),
                el("ul", slabs, class_="seats"),
                el("p", paces, class_="mute") if paces else None,
                class_="stack atable",
            ),
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


def _teach_me(browser: Browser, words: Words, table: Table, seat: int | None) -> Element | None:
    """A teacher for who sits here, if the game has one: nobody else is told."""
    if seat is None or course(table.game) is None:
        return None
    press = button(words("teach_me"), "id", command_id("teach", table.code, "here"))
    about = el("small", words("teach_me_about"))
    return form(browser, "/tap", hidden(at=table.code, seat=seat), press, about, class_="row")


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
    field = el(
        "input",
        type="text",
        name=row.name,
        value="" if chosen == row.default else " ".join([str(each) for each in chosen]),
        placeholder=value_said(table.game, row.name, row.default, words.language),
        maxlength=24,
        inputmode="numeric",
        autocomplete="off",
        aria_label=f"{name}: {row.ranges}",
    )
    wanted = words("numbers", n=len(row.bounds), ranges=row.ranges)
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
