"""The settings: how this browser reads and signals, whose it is, its seats; the tools of the table behind them."""

from __future__ import annotations

from bot.platforms.web.browser_sessions import PACES, SIZES, THEMES, Browser
from bot.platforms.web.html import Element, Node, Part, el
from bot.platforms.web.pages.small import beside_page
from bot.platforms.web.parts.elements import Words, button, form, hidden, icon, link
from bot.table.lobby import LONGEST_NAME
from config.languages import language, languages

LONGEST_ZONE = 40


def settings_page(
    browser: Browser,
    at: str,
    seat: int | None = None,
    device_link: str = "",
    said: Part = None,
    boxes: Part = None,
    *,
    plays: bool = False,
) -> Element:
    """What belongs to this browser and to its owner, saved at once; where one `plays`, the tools of the table."""
    words = Words(browser.language)
    fields = [*hidden(at=at, all=1), *(hidden(seat=seat) if seat is not None else [])]
    back = f"/t/{at}" + (f"?seat={seat}" if seat is not None else "") if at else "/"
    way = el("a", icon("back"), words("back_to_table") if at else words("my_tables"), href=back, class_="btn")
    way.attributes["data-close"] = ""
    ends = el("div", way, button(words("save"), class_="main grow"), class_="row")
    parts = [_reading(browser, words), _signals(browser, words), _me(browser, words)]
    saved = form(browser, "/settings", fields, *parts, ends, class_="stack", data_auto=True)
    tools = _tools(words, at) if plays else None
    seats = _seats(browser, words, device_link, at)
    return beside_page(words, words("settings"), "", back, tools, saved, seats, boxes, said=said)


def _tools(words: Words, code: str) -> Element:
    """The way to seats, clocks and leaving: on a phone everything beside the game begins here."""
    way = link(words("table_tools"), f"/t/{code}/tools", "set")
    way.attributes["data-panel"] = ""
    return el("section", el("h2", words("this_table", code=code)), way, class_="slab stack")


def _reading(browser: Browser, words: Words) -> Element:
    person, looks = browser.person, browser.looks
    named = [(code, language(code).name) for code in languages()]
    return el(
        "section",
        el("h2", words("reading")),
        _radios("language", words("language"), named, browser.language),
        _radios("theme", words("theme"), [(name, words(f"themes.{name}")) for name in THEMES], looks.theme),
        _radios("size", words("text_size"), [(size, size) for size in SIZES], looks.size),
        _switch("text", words("text_mode"), words.low("text_mode_about"), looks.text),
        _switch("calm", words("less_motion"), words.low("less_motion_about"), looks.calm),
        _radios("pace", words.past("pace"), [(pace, _pace(words, pace)) for pace in PACES], looks.pace),
        _switch("teach", words("lessons"), words.low("lessons_about"), person.teach),
        class_="slab stack",
    )


def _signals(browser: Browser, words: Words) -> Element:
    looks = browser.looks
    closed: Node = el("p", words("push_none"), class_="mute")
    if browser.session is not None:
        closed = _switch("push", words("push"), words("push_about"), looks.push)
    return el(
        "section",
        el("h2", words("signals")),
        _switch("sound", words("sound"), words.low("sound_about"), looks.sound),
        _switch("buzz", words("buzz"), words.low("buzz_about"), looks.buzz),
        _switch("alert", words("alert"), words.low("alert_about"), looks.alert),
        closed,
        class_="slab stack",
        id="signals",
    )


def _me(browser: Browser, words: Words) -> Element:
    person = browser.person
    start, _, end = person.quiet.partition("-")
    hours = [
        el("input", type="time", name="quiet_from", value=start, aria_label=words("quiet_from")),
        el("input", type="time", name="quiet_to", value=end, aria_label=words("quiet_to")),
    ]
    digest = el("span", words("digest"), el("br"), el("small", words.low("digest_about")))
    return el(
        "section",
        el("h2", words("about_me")),
        _text("name", words("my_name"), person.name, LONGEST_NAME),
        el("div", el("span", words("quiet_hours")), el("span", hours, class_="row"), class_="line"),
        el("label", digest, el("input", type="time", name="digest", value=person.digest), class_="line"),
        _switch("warn_next", words("warn_next"), words.low("warn_next_about"), person.warn_next),
        _text("zone", words("zone"), person.zone, LONGEST_ZONE),
        class_="slab stack",
        id="me",
    )


def _pace(words: Words, pace: str) -> str:
    return words.past("seconds", n=int(pace)) if pace != "0" else words.past("at_once")


def _radios(name: str, label: str, values: list[tuple[str, str]], chosen: str) -> Element:
    options = [
        el(
            "label",
            el("input", type="radio", name=name, value=value, checked=value == chosen),
            icon("check"),
            el("span", said),
            class_="opt",
        )
        for value, said in values
    ]
    return el("fieldset", el("legend", label, class_="lab"), el("div", options, class_="choice"), class_="set")


def _switch(name: str, label: str, about: str, on: bool) -> Element:
    said = el("span", label, el("br"), el("small", about))
    return el("label", said, el("input", type="checkbox", name=name, value="1", checked=on), class_="line")


def _text(name: str, label: str, value: str, longest: int) -> Element:
    field = el("input", type="text", name=name, value=value, maxlength=longest, autocomplete="off")
    return el("label", el("span", label), field, class_="line")


def _seats(browser: Browser, words: Words, device_link: str, at: str) -> Element:
    shown: list[Node] = []
    if device_link:
        field = el("input", value=device_link, readonly=True, class_="link", aria_label=words("device_link"))
        copy = el("button", icon("copy"), words("copy"), type="button", data_copy=device_link)
        row = el("div", el("div", field, class_="field grow"), copy, class_="row")
        shown = [row, el("p", words("device_about"), class_="mute")]
    else:
        fields = hidden(at=at) if at else []
        shown = [form(browser, "/device", fields, el("span", words("device")), button(words("show")), class_="line")]
    keys = el("a", words("keys.title"), href="/keys", class_="btn", data_panel=True)
    forget = form(browser, "/forget", el("span", words("forget")), button(words("forget_button")), class_="line")
    data = form(
        browser, "/command", hidden(text="/privacy export"), el("span", words("my_data")), button(words("save_data")),
        class_="line",
    )  # fmt: skip
    return el("section", el("h2", words("my_seats")), shown, forget, data, keys, class_="slab stack", id="seats")
