"""The seats of a table that has not begun: a slab for each, and how somebody comes to sit on a free one."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from bot.messages.level_words import is_unproven
from bot.platforms.web.browser_sessions import LOCAL, Browser
from bot.platforms.web.html import Element, Node, el
from bot.platforms.web.parts.elements import Words, button, emblem, form, hidden, icon, selection
from bot.table.lobby import LONGEST_NAME
from bot.table.model import Level, Seat, Table
from engines import ENGINES

CLOSED = "closed"
"""Chosen for a seat that nobody shall take."""


@dataclass(frozen=True, slots=True)
class Invitation:
    """A link to one seat and its QR code (an image's address; none where only this computer can open the link)."""

    link: str
    qr: str
    is_in_chats: bool = True
    """Whether somebody can also sit down from a chat: a chat's bot plays on the same tables."""


def seat_slabs(
    browser: Browser, words: Words, table: Table, is_host: bool, invitations: Sequence[Invitation]
) -> list[Element]:
    """One for each seat that the game has at most."""
    taken, free = range(len(table.seats)), iter(invitations)
    slabs = [_seat(browser, words, table, number, is_host, free) for number in taken]
    most = ENGINES[table.game].info.seats[1]
    return [*slabs, *[_closed_seat(browser, words, table, number, is_host) for number in range(len(taken), most)]]


def _seat(
    browser: Browser, words: Words, table: Table, number: int, is_host: bool, invitations: Iterator[Invitation]
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
            "a", el("u", words("rename")), href=f"/settings?at={table.code}#me", class_="btn plain", data_panel=True
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
        level = Level(seat.level) if seat.level in list(Level) else Level.STEADY
        return _level_said(words.low, words, table.game, level)
    parts = []
    if browser.owns(seat.user):
        parts.append(words.low("you" if seat.user == browser.user else "beside_you"))
    if seat.user == table.host:
        parts.append(words.low("host"))
    place = seat.user.partition(":")[0]
    return ", ".join(parts) or (words.low("at_page") if place == LOCAL else place.capitalize())


def level_label(words: Words, game: str, level: Level) -> str:
    """A computer of this level; where thinking has not been shown to help, that is said."""
    return _level_said(words, words, game, level)


def _level_said(say: Callable[..., str], words: Words, game: str, level: Level) -> str:
    name = words.low(f"level.{level}")
    if is_unproven(game, level):
        return say("computer_level_alike", level=name, other=words.low(f"level.{Level.STEADY}"))
    return say("computer_level", level=name)


def _free_seat(
    browser: Browser, words: Words, table: Table, number: int, is_host: bool, invitations: Iterator[Invitation]
) -> Element:
    """Somebody else, somebody beside me, a computer, or nobody."""
    ghost = emblem(number, table.names, ghost=True)
    text = el("div", el("b", words("free_seat")), el("br"), el("small", words.low("for_person")), class_="grow")
    beside = _beside(browser, words, table)
    if not is_host:
        return el("li", ghost, text, beside, class_="slab seat")
    who = [("", words("invite")), *[(level.value, level_label(words, table.game, level)) for level in Level]]
    taken = sum([each.kind != "free" for each in table.seats])
    if len(table.seats) > max(ENGINES[table.game].info.seats[0], taken):
        who.append((CLOSED, words("close_seat")))
    choose = form(
        browser,
        f"/t/{table.code}/seat",
        hidden(number=number),
        selection("who", words("who_sits"), who, ""),
        button(words("save"), class_="nojs"),
        data_auto=True,
        class_="row",
    )
    is_first = number == next(n for n, each in enumerate(table.seats) if each.kind == "free")
    invitation = next(invitations, None)
    more: list[Node] = []
    if invitation is not None:
        more += shared_link(words, invitation, words("from_chat", code=table.code) if invitation.is_in_chats else "")
    if is_first and invitation is not None and not invitation.qr:
        more.append(_open_up(browser, words, table))
    if is_first and beside is not None:
        more.append(beside)
    if more and not is_first:
        more = _folded(words, number, more)
    inviting = el("div", more, class_="inviting stack") if more else None
    return el("li", ghost, text, choose, inviting, class_="slab seat")


def _folded(words: Words, number: int, inside: list[Node]) -> list[Node]:
    """The invitations to further seats: one after another is enough for most."""
    return [el("details", el("summary", words("invite_link")), inside, data_key=f"invite{number}")]


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
    field = el("input", name="name", maxlength=LONGEST_NAME, placeholder=words("their_name"), required=True)
    field.attributes["autocomplete"] = "off"
    return form(
        browser,
        f"/t/{table.code}/hotseat",
        el("label", el("span", words("their_name"), class_="vh"), field, class_="field grow"),
        button(words("same_device")),
        class_="row beside",
    )
