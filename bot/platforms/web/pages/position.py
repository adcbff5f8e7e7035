"""An earlier position: its board, what had just happened, and the ways back, on, and to now. Nothing is played here."""

from __future__ import annotations

from datetime import datetime

from bot.language import dates
from bot.messages.post import command_id
from bot.platforms.web.assets import game_class
from bot.platforms.web.html import Element, Node, el
from bot.platforms.web.parts.elements import button, emblem, form, hidden, icon, icon_link, link, lozenge
from bot.platforms.web.parts.hand import held, in_a_row, own_lines
from bot.platforms.web.parts.history import sentences
from bot.platforms.web.parts.picture import themed
from bot.platforms.web.past_data import PastData, picture_address
from bot.table.model import Status
from engines.kit.text import seat_ref

MOST_DOTS = 9
SHORT = 6
"""So long a word has room beside the title on a phone; a longer one is only heard there."""
BESIDE = 25
"""Moves before and after this one that the log beside the board shows."""


def position_page(past: PastData) -> Element:
    """One position among the moves that are gone through."""
    sight = past.sight
    return el(
        "div",
        el("p", after(past), class_="vh", role="status", id="said"),
        el("a", sight.words("to_board"), class_="skip", href="#board"),
        _band(past),
        el("div", id="notices", class_="notices"),
        el("main", _chip(past), _board(past), class_="then", id="board", tabindex="0"),
        _strip(past),
        _bar(past),
        _beside(past),
        _log(past),
        class_=f"past {game_class(sight.look.table.game)}",
        id="app",
    )


def after(past: PastData) -> str:
    """`Round 16, after Lena`."""
    words, line, number = past.sight.words, past.moment.line, past.look.round
    if line.kind == "back":
        return words.past("round_back", round=number) if number else words.past("taken_back")
    if line.seat is None:
        return words.past("deal")
    name = past.sight.speaker.noun(seat_ref(line.seat))
    return words.past("round_after", round=number, name=name) if number else words.past("after", name=name)


def way_to_now(past: PastData) -> str:
    sight = past.sight
    seat = f"?seat={sight.seat}" if len(sight.seats) > 1 and sight.seat is not None else ""
    return f"/t/{sight.code}{seat}"


def is_mine(past: PastData) -> bool:
    return past.sight.main is not None and past.sight.main.owed


def _band(past: PastData) -> Element:
    sight = past.sight
    words, table = sight.words, sight.look.table
    who = past.moment.line.seat if past.moment.line.seat is not None else sight.seat or 0
    title = words.past("what_happened") if past.is_since else after(past)
    under = words.past_low("since" if past.is_since else "as_then")
    said = words.past("skip") if is_mine(past) else words.past("now")
    out = icon_link(said, way_to_now(past), "close", data_present=True)
    out.children.append(el("span", said, class_="desk" if len(said) > SHORT else None))
    return el(
        "header",
        icon_link(words("back_to_table"), way_to_now(past), "back", data_present=True),
        emblem(who, table.names),
        el("div", el("h1", title), el("p", f"{words.short(table.game)} · {under}", class_="small"), class_="grow"),
        out,
        class_=f"band {game_class(table.game)}",
    )


def _chip(past: PastData) -> Element:
    """When it was, over the board."""
    seat, names = past.moment.line.seat, past.sight.look.table.names
    when = datetime.fromtimestamp(past.moment.line.time, past.sight.browser.person.zone_info)
    day = dates.day(when.date(), past.sight.browser.language)
    mark = emblem(seat, names) if seat is not None else None
    if past.is_since:
        said: list[Node] = [el("b", after(past)), el("span", day, class_="desk")]
    else:
        said = [el("span", day)]
    return el("p", mark, said, el("span", f"{when:%H:%M}"), class_="chip")


def _board(past: PastData) -> Element:
    sight = past.sight
    source = picture_address(sight, past.moment.number, past.moment.line)
    alt = sight.words("picture_alt", game=sight.words.title(sight.look.table.game))
    return el("figure", themed(sight.browser, source, alt, past.board), class_="pic")


def _strip(past: PastData) -> Element | None:
    """What the seat held then, in a row: on a phone there is no room beside the board."""
    holding, words = past.sight.holding, past.sight.words
    if holding is None:
        return None
    then = el("p", words.past_low("then"), class_="mute")
    return el("section", in_a_row(holding, {}), then, class_="strip", aria_label=words.past("hand_then"))


def _bar(past: PastData) -> Element:
    """What had happened, and the ways on."""
    words, place, steps = past.sight.words, past.place, past.steps
    said = [
        el("p", lozenge(number), mark, el("span", text), class_="told")
        for number, (mark, text, *_) in enumerate(sentences(past.sight, [past.moment.line]), 1)
    ]
    before = steps[place - 1].number if place else None
    following = steps[place + 1].number if place + 1 < len(steps) else None
    now = link(words.past("straight") if is_mine(past) else words.past("now"), way_to_now(past), class_="btn plain")
    now.attributes["data-present"] = ""
    pace = past.sight.browser.looks.pace
    label = words.past("play", n=int(pace) if pace != "0" else 2)
    play = el("button", icon("play"), label, type="button", class_="plain", data_play=True, hidden=True)
    return el(
        "section",
        el("div", said or el("p", after(past), class_="told"), class_="tolds"),
        el(
            "nav",
            _way(past, words.past("first"), steps[0].number if place else None, "first"),
            _way(past, words.past("before"), before, "back"),
            _dots(past),
            _way(past, words.past("next"), following, "next", "btn main"),
            class_="row",
            aria_label=words.past("ways"),
        ),
        el("div", play, now, class_="row between ways"),
        _practice(past),
        class_="steps",
        aria_label=words.past("what_happened"),
    )


def _practice(past: PastData) -> Element | None:
    """After the end: play on from here, alone."""
    sight = past.sight
    if sight.look.table.status is not Status.FINISHED or sight.seat is None or past.place + 1 >= len(past.steps):
        return None
    control = command_id("practice", sight.code, str(past.moment.number + 1))
    asked = button(sight.words.chat("button.practice"), "id", control, "plain")
    return form(sight.browser, "/tap", hidden(at=sight.code, seat=sight.seat), asked, data_key="practice")


def _way(past: PastData, label: str, number: int | None, drawn: str, class_: str = "btn") -> Element:
    """A way to another move; where there is none it stands there dead, so that nothing jumps."""
    if number is None:
        return el("span", icon(drawn), class_="btn off", aria_hidden="true")
    return icon_link(label, past.address(number), drawn, class_, data_past=drawn)


def _dots(past: PastData) -> Element:
    words, place, count = past.sight.words, past.place, len(past.steps)
    said = words.past("count", n=place + 1, most=count)
    if count > MOST_DOTS:
        return el("p", said, class_="dots")
    drawn = [el("i", class_="on" if at == place else None) for at in range(count)]
    return el("p", el("span", said, class_="vh"), drawn, class_="dots")


def _beside(past: PastData) -> Element:
    """What the seat held then, and that its question waits."""
    sight = past.sight
    words, parts = sight.words, list[Node]()
    if sight.own:
        only = el("p", icon("padlock"), words.low("only_you"), class_="only")
        head = el("div", el("h2", words.past("hand_then")), only, class_="row between")
        drawn = held(sight, sight.holding) if sight.holding else [own_lines(sight)]
        parts.append(el("section", head, drawn, class_="slab stack"))
    if is_mine(past):
        assert sight.main is not None
        asked = f"{sight.speaker.say(sight.main.ask.prompt)} {words.past('waits_about')}"
        go = link(words.past("straight"), way_to_now(past), class_="btn main")
        go.attributes["data-present"] = ""
        parts.append(
            el("section", el("b", words.past("waits")), el("p", asked, class_="mute"), go, class_="slab stack")
        )
    return el("aside", parts, class_="beside stack", aria_label=words("hand"))


def _log(past: PastData) -> Element:
    """The moves before and after, each a way to its own position."""
    sight, items = past.sight, list[Node]()
    here = next((at for at, each in enumerate(past.steps) if each.number == past.moment.number), 0)
    for each in reversed(past.steps[max(0, here - BESIDE) : here + BESIDE + 1]):
        said = sentences(sight, [each.line])
        if not said:
            continue
        mark, text, *_ = said[0]
        current = "step" if each.number == past.moment.number else None
        way = el("a", text, href=past.address(each.number), data_past=True, aria_current=current)
        items.append(el("li", mark, way, data_key=f"m{each.number}"))
    count = sight.words.past("count", n=past.place + 1, most=len(past.steps))
    hint = el("p", el("b", count), el("span", sight.words.past("tap_line"), class_="mute"), class_="hint")
    return el(
        "section", hint, el("h2", sight.words("log"), id="lg"), el("ol", items), class_="moves", aria_labelledby="lg"
    )
