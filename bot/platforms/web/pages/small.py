"""Rules, keys, invitations, answers to commands: the pages beside the table."""

from __future__ import annotations

import re
from collections.abc import Sequence

from bot.choices.control_id import ControlId
from bot.language.normalise import fold
from bot.language.speaker import catalogue
from bot.learn.sheet import marks_in
from bot.messages.post import Listed, Post, Row
from bot.platforms.web.browser_sessions import Browser
from bot.platforms.web.html import Element, Node, Part, el
from bot.platforms.web.parts.elements import Words, band, button, form, hidden, icon
from bot.table.lobby import LONGEST_NAME
from bot.table.model import Table
from engines.kit.rulebook import Section, sections

MOST_RULES = 40


def beside_page(words: Words, title: str, game: str, back: str, *body: Part, said: Part = None) -> Element:
    """The frame of a page beside the table."""
    head = band(words, game, title, back=back)
    return el("div", head, el("div", said, id="notices"), el("main", *body, class_="pagegrid one"), id="app")


# --- keys ---


KEYS = (
    ("1 – 9", "tile"),
    ("Esc", "back"),
    ("U", "undo"),
    ("M", "move"),
    ("B", "board"),
    ("← ↑ → ↓", "walk"),
    ("Enter", "enter"),
    ("I", "explain"),
    ("Z", "zoom"),
    ("O", "list"),
    ("H", "hand"),
    ("L", "log"),
    ("/", "line"),
    ("R", "rules"),
    ("[ ]", "past"),
    ("?", "keys"),
)


def keys_page(browser: Browser) -> Element:
    """Which key does what."""
    words = Words(browser.language)
    rows = [el("li", el("kbd", key), el("span", words(f"keys.{does}"))) for key, does in KEYS]
    return beside_page(words, words("keys.title"), "", "/", el("ul", rows, class_="slab keys"))


# --- rules ---


def rules_page(
    browser: Browser, game: str, query: str, at: str, figures: Part = None, present: Sequence[Section] = ()
) -> Element:
    """Our own summary by section: all of it, or what has these words; first those of the `present` question."""
    words = Words(browser.language)
    found = list(sections(game, browser.language).values())
    wanted = fold(query).split()
    if wanted:
        found = [
            section
            for section in found
            if section.number.casefold() == query.strip().casefold()
            or all(word in fold(section.text) for word in wanted)
        ]
    field = el("input", name="q", value=query, maxlength=80, placeholder=words("search_rules"), autocomplete="off")
    search = el(
        "form",
        el("label", icon("search"), el("span", words("search_rules"), class_="vh"), field, class_="field grow"),
        el("input", type="hidden", name="at", value=at) if at else None,
        button(words("search")),
        method="get",
        action=f"/rules/{game}",
        class_="row",
    )
    body: list[Node] = []
    chapter = ""
    if present:
        body.append(el("h2", words("this_question")))
        body += [el("dl", el("dt", el("span", each.number)), el("dd", each.text)) for each in present]
        marks = marks_in(" ".join([each.text for each in present]), browser.language)
        body += [el("p", each, class_="mute") for each in marks]
    for section in found if not wanted else found[:MOST_RULES]:
        if section.chapter != chapter:
            chapter = section.chapter
            body.append(el("h2", chapter))
        number = el("dt", el("span", section.number))
        body.append(el("dl", number, el("dd", _marked(section.text, wanted)), id=f"r{section.number}"))
    if not body:
        body = [el("p", words.chat("no_rules", words=query.replace("/", "⁄")))]
    title = words("rules_of", game=words.short(game))
    return beside_page(
        words, title, game, f"/t/{at}" if at else "/", search, figures, el("div", body, class_="rules stack")
    )


def _marked(text: str, wanted: list[str]) -> list[Node]:
    """The text with the words that were looked for marked."""
    if not wanted:
        return [text]
    pieces = re.split(r"(\w+)", text)
    return [el("mark", piece) if any(word in fold(piece) for word in wanted) else piece for piece in pieces if piece]


# --- invitations and answers ---


def invitation_page(browser: Browser, table: Table, secret: str) -> Element:
    """Who invites, to what, at which pace; `Sit down as ...`. Looking changes nothing."""
    words, game, code = Words(browser.language), table.game, table.code
    host = next((seat.name for seat in table.seats if seat.user == table.host), "")
    seated = [seat.name for seat in table.seats if seat.kind != "free"]
    pace = catalogue(browser.language)[f"commands.choice.pace.{table.pace}"]
    blurb = catalogue(browser.language).get(f"{game}.game.blurb", "")
    field = el("input", name="name", value=browser.name or words("guest"), maxlength=LONGEST_NAME, required=True)
    sit = form(
        browser,
        f"/s/{code}/{secret}",
        el("p", el("b", words("invited_by", name=host, game=words.title(game), code=code))),
        el("p", blurb) if blurb else None,
        el("p", words("seated_there", names=", ".join(seated)), el("br"), words("pace"), ": ", pace, class_="mute"),
        el("label", el("span", words("my_name"), class_="tag"), field, class_="field"),
        button(words("sit_down"), class_="main"),
        class_="slab stack",
    )
    return beside_page(words, words.title(game), game, "/", sit)


def return_page(browser: Browser, game: str, code: str, secret: str, name: str) -> Element:
    """`Play on as ...`: somebody has lost the old browser."""
    words = Words(browser.language)
    sit = form(
        browser,
        f"/s/{code}/{secret}",
        el("p", words("sit_again", game=words.title(game), code=code, name=name)),
        button(words("sit_as", name=name), class_="main"),
        class_="slab stack",
    )
    return beside_page(words, words.title(game), game, "/", sit)


def sorry_page(browser: Browser, title: str, text: str, on: tuple[str, str]) -> Element:
    """What happened, what is safe, one way on."""
    words = Words(browser.language)
    way = el("a", on[0], href=on[1], class_="btn")
    return beside_page(words, title, "", "/", el("section", el("p", text), way, class_="slab stack"))


def device_page(browser: Browser, secret: str) -> Element:
    """Another device takes over my seats, when asked to."""
    words = Words(browser.language)
    take = form(browser, f"/d/{secret}", el("p", words("take_seats")), button(words("take"), class_="main"))
    return beside_page(words, words("other_device"), "", "/", el("section", take, class_="slab stack"))


def post_page(browser: Browser, post: Post, at: str, seat: int, title: str, game: str) -> Element:
    """An answer of the bot with its buttons, as a page. Where one looks from a table, it need not be named."""
    words = Words(browser.language)
    said = [part for part in post.text.splitlines() if part and not (at and part.endswith(f" #{at}"))]
    inside: list[Node] = [el("p", part) for part in said]
    if post.picture is not None:
        inside.append(el("div", [el("p", line) for line in post.picture.alt.splitlines() if line]))
    rows = [_row(browser, row, at, seat, words) for row in post.rows]
    back = f"/t/{at}?seat={seat}" if at and seat >= 0 else (f"/t/{at}" if at else "/")
    on = el("a", words("back_to_table") if at else words("my_tables"), href=back, class_="btn", data_close=True)
    body = el("section", inside, rows, on, class_="slab stack")
    return beside_page(words, title, game, back, body)


def _row(browser: Browser, row: Row, at: str, seat: int, words: Words) -> Element:
    fields = hidden(at=at, seat=seat)
    if isinstance(row, Listed):
        entries = [
            el("label", el("input", type="checkbox", name="id", value=entry.id), el("span", entry.label), class_="pick")
            for entry in row.entries
        ]
        ticked = hidden(ticked=1) if row.most > 1 else []
        return form(browser, "/tap", fields, ticked, entries, button(words("send")), class_="stack")
    forms: list[Node] = []
    for shown in row:
        if (control := ControlId.parse(shown.id)) is not None and control.is_dialogue:
            field = el("input", name="written", maxlength=300, aria_label=shown.label, autocomplete="off")
            asked = [el("div", field, class_="field"), button(shown.label, "id", shown.id)]
            forms.append(form(browser, "/tap", fields, asked, class_="row"))
        else:
            forms.append(form(browser, "/tap", fields, button(shown.label, "id", shown.id)))
    return el("div", forms, class_="row wrap")
