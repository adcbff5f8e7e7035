"""The page on which the figures of one's own box are typed in: by table and entry, with pictures where they stand."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from urllib.parse import urlencode

from bot.language.figure_words import FigureWords, references
from bot.platforms.web.assets import assets
from bot.platforms.web.browser_sessions import Browser
from bot.platforms.web.html import Element, Node, Part, el
from bot.platforms.web.parts.elements import Words, band, button, form, notice
from bot.platforms.web.parts.figures import box
from bot.service import own_box
from engines.kit.figures import Figure, written
from engines.kit.tables import LONGEST_NAME

CELLS = 5
"""So many cells wide and high a piece may be drawn; a larger one keeps its size."""
ROW, DRAWN, CELL = "sure", "drawn:", "cell:"
"""Fields: an entry stands as shown; a shape was drawn anew; one of its cells."""


@dataclass(frozen=True, slots=True)
class Entered:
    """What stood in the form when it was sent, to be shown again."""

    typed: Mapping[str, str] = field(default_factory=dict)
    sure: Collection[str] = ()
    name: str = ""
    by: str = ""


def figures_page(
    browser: Browser,
    game: str,
    entered: Entered,
    problems: Sequence[str] = (),
    said: Part = None,
) -> Element:
    """Every figure in doubt; the pictures are looked for when somebody opens a table of them."""
    words, tables = Words(browser.language), own_box.present(game)
    says = own_box.words_of(game, browser.language)
    figures = own_box.in_doubt(game)
    made = tables.corrected
    use = (
        box(browser, "in_use", name=made.name, by=made.by, date=made.date) if made is not None else box(browser, "ours")
    )
    left = len([figure for figure in figures if not figure.known])
    about = el(
        "section",
        el("p", box(browser, "intro", n=left)),
        el("p", use, " ", box(browser, "keeps")),
        class_="slab stack",
    )
    groups = [
        _table(browser, says, table, list(inside), entered)
        for table, inside in groupby(figures, lambda figure: figure.table)
    ]
    sheet = form(
        browser,
        f"/data/{game}#sums",  # what is said of it is seen there
        groups,
        _keep(browser, entered, problems, made.name if made else "", made.by if made else ""),
        class_="stack boxform",
        id="boxform",
        data_page=True,
        data_check=f"/data/{game}/check",
    )
    return el(
        "div",
        el("link", rel="stylesheet", href=assets().url("box.css")),
        band(words, game, box(browser, "title", game=words.short(game)), back="/"),
        el("div", said, id="notices"),
        el("main", about, sheet, _files(browser, game, made is not None), class_="pagegrid one"),
        el("script", src=assets().url("box.js"), defer=True),
        id="app",
    )


# --- figures ---


def _table(browser: Browser, says: FigureWords, table: str, figures: list[Figure], entered: Entered) -> Element:
    entries: list[Node] = []
    for row, inside in groupby(figures, lambda figure: figure.row):
        own = list(inside)
        name = says.entry(row) or says.title(table)
        found = references(says.game, row, says.raw)
        path = row_path(own[0])
        entries.append(
            el(
                "fieldset",
                el("legend", name),
                _picture(browser, says.game, found, name) if found else None,
                el("div", [_figure(browser, says, figure, entered) for figure in own], class_="figs"),
                el(
                    "label",
                    el("input", type="checkbox", name=ROW, value=path, checked=path in entered.sure),
                    el("span", box(browser, "as_shown")),
                    class_="assure",
                ),
                class_="slab boxrow",
            )
        )
    head = el("summary", el("h2", says.title(table)), el("span", str(len(figures)), class_="mute"))
    is_open = any(entered.typed.get(figure.path) or row_path(figure) in entered.sure for figure in figures)
    return el("details", head, el("div", entries, class_="boxrows"), class_="boxtable", open=is_open or None)


def row_path(figure: Figure) -> str:
    """The name of an entry in the form."""
    return f"{figure.table}.{figure.label}" if figure.label else figure.table


def _picture(browser: Browser, game: str, found: Sequence[str], name: str) -> Element:
    def address(theme: str) -> str:
        return f"/data/{game}/picture.png?{urlencode([*(('of', each) for each in found), ('theme', theme)])}"

    alt = box(browser, "picture", what=name)
    if browser.looks.theme != "auto":
        return el("img", src=address(browser.looks.theme), alt=alt, loading="lazy")
    dark = el("source", srcset=address("dark"), media="(prefers-color-scheme: dark)")
    return el("picture", dark, el("img", src=address("light"), alt=alt, loading="lazy"))


def _figure(browser: Browser, says: FigureWords, figure: Figure, entered: Entered) -> Element:
    name, typed = says.name(figure), entered.typed.get(figure.path, "")
    sure = box(browser, "from_box" if figure.known else "doubtful")
    now = el("small", box(browser, "shown", value=says.value(figure, figure.value)), f" ({sure.lower()})")
    if figure.kind == "shape":
        return _shape(browser, figure, name, typed, el("small", sure))
    if figure.choices:
        options = [el("option", box(browser, "leave"), value="")]
        options += [
            el("option", says.choice(figure, word), value=word, selected=word == typed) for word in figure.choices
        ]
        control: Element = el("select", options, name=figure.path)
    else:
        control = el(
            "input",
            name=figure.path,
            value=typed or None,
            placeholder=written(figure.value),
            inputmode="numeric" if figure.kind == "number" else None,
            maxlength=120,
            autocomplete="off",
        )
        control = el("span", control, class_="field")
    return el("label", el("span", name), control, now, class_=f"fig {figure.kind}")


def _shape(browser: Browser, figure: Figure, name: str, typed: str, now: Element) -> Element:
    """A small grid; what is drawn counts when it is said so."""
    rows = typed.split("/") if typed else list(figure.value)
    mark = "P" if any("P" in row for row in figure.value) else "#"
    high, wide = max(len(rows), len(figure.value)), max(map(len, [*rows, *figure.value]))
    if mark != "P":
        high, wide = max(high, CELLS), max(wide, CELLS)
    lines = []
    for y in range(high):
        cells = []
        for x in range(wide):
            filled = y < len(rows) and x < len(rows[y]) and rows[y][x] == mark
            said = box(browser, "cell", what=name, row=y + 1, column=x + 1)
            cells.append(
                el(
                    "input",
                    type="checkbox",
                    name=f"{CELL}{figure.path}",
                    value=f"{y}.{x}",
                    checked=filled,
                    aria_label=said,
                )
            )
        lines.append(el("div", cells, class_="cellrow"))
    anew = el("input", type="checkbox", name=f"{DRAWN}{figure.path}", value=f"{high}.{wide}", checked=bool(typed))
    return el(
        "div",
        el("span", name),
        el("div", lines, class_="grid"),
        el("label", anew, el("span", box(browser, "draw_anew")), class_="assure"),
        now,
        class_="fig shape",
    )


# --- keeping ---


def _keep(browser: Browser, entered: Entered, problems: Sequence[str], name: str, by: str) -> Element:
    fields = [
        el(
            "label",
            el("span", box(browser, key)),
            el("span", el("input", name=key, value=value, maxlength=LONGEST_NAME, autocomplete="off"), class_="field"),
            class_="fig",
        )
        for key, value in (("set_name", entered.name or name), ("set_by", entered.by or by))
    ]
    return el(
        "section",
        el("div", sums(browser, problems, bool(entered.typed or entered.sure)), id="sums", role="status"),
        fields,
        el(
            "div",
            button(box(browser, "check"), "only", "check"),
            button(box(browser, "save"), class_="main"),
            class_="row wrap",
        ),
        class_="slab stack keepbox",
    )


def sums(browser: Browser, problems: Sequence[str], any_typed: bool) -> list[Node]:
    """What is wrong with all that was typed, or that nothing is."""
    if problems:
        head = el("p", box(browser, "not_saved"))
        return [head, *[notice(problem, bad=True) for problem in problems]]
    return [notice(box(browser, "sound"))] if any_typed else []


def _files(browser: Browser, game: str, has_set: bool) -> Element:
    down = el("a", box(browser, "download"), href=f"/data/{game}/set.zip", class_="btn", download=True)
    picked = el("input", type="file", name="file", accept=".zip,application/zip", required=True)
    up = form(
        browser,
        f"/data/{game}/import#sums",
        el("label", el("span", box(browser, "upload")), picked, class_="grow"),
        button(box(browser, "upload_button")),
        class_="row wrap filepick",
        enctype="multipart/form-data",
    )
    return el("section", down if has_set else None, up, class_="slab stack")
