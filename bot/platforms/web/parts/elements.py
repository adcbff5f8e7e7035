"""Pieces that every page is made of: words, icons, emblems, forms, the frame round it all."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass

from bot.language.speaker import Speaker, catalogue
from bot.messages.picture_request import short_title, title
from bot.platforms.web.assets import assets, game_class
from bot.platforms.web.browser_sessions import Browser
from bot.platforms.web.html import Element, Node, Part, el, html
from engines.kit import Text
from engines.kit.text import Fact
from render import Look, Token
from render.words import letters

SHAPES = (
    "M20 5a15 15 0 1 1 0 30a15 15 0 1 1 0-30Z",
    "M7 6H33V20C33 28 27 33 20 35.5C13 33 7 28 7 20Z",
    "M20 3 37 20 20 37 3 20Z",
    "M7 7H33V33H7Z",
    "M29.4 10.6A9.5 9.5 0 0 1 29.4 29.4A9.5 9.5 0 0 1 10.6 29.4A9.5 9.5 0 0 1 10.6 10.6A9.5 9.5 0 0 1 29.4 10.6Z",
)


@dataclass(frozen=True, slots=True)
class Words:
    """What a page says, in its reader's language."""

    language: str

    def __call__(self, key: str, /, **facts: Fact) -> str:
        return Speaker(self.language).say(Text(f"web.{key}", facts))

    def low(self, key: str, /, **facts: Fact) -> str:
        """The same in the middle of a line: its first letter is small, as far as the language allows."""
        said = self(key, **facts)
        written = catalogue(self.language)[f"web.{key}"]
        return said if written[:1].isupper() else said[:1].lower() + said[1:]

    def chat(self, key: str, /, **facts: Fact) -> str:
        """A sentence that the chats share."""
        return Speaker(self.language).say(Text(f"chat.{key}", facts))

    def join(self, parts: Sequence[str]) -> str:
        """a, b and c."""
        return Speaker(self.language).join(parts)

    def learn(self, key: str, /, **facts: Fact) -> str:
        """A sentence about learning."""
        return Speaker(self.language).say(Text(f"learn.{key}", facts))

    def past(self, key: str, /, **facts: Fact) -> str:
        """A sentence about looking back."""
        return Speaker(self.language).say(Text(f"past.{key}", facts))

    def past_low(self, key: str, /, **facts: Fact) -> str:
        """The same in the middle of a line."""
        said = self.past(key, **facts)
        return said if catalogue(self.language)[f"past.{key}"][:1].isupper() else said[:1].lower() + said[1:]

    def title(self, game: str) -> str:
        return title(game, self.language)

    def short(self, game: str) -> str:
        return short_title(game, self.language)


def icon(name: str) -> Element:
    """A drawing beside words that say the same."""
    return el("svg", el("use", href=f"{assets().url('icons.svg')}#{name}"), class_="i", aria_hidden="true")


def drawing(name: str) -> Element:
    """An icon of the pictures, beside words that say the same."""
    return el("svg", el("use", href=f"{assets().url(f'i/{name}.svg')}#i"), class_="i", aria_hidden="true")


def swatch(look: Look, *, there: bool = True) -> Element:
    """A thing as the pictures show it: icon on its pigment; an outline where it is missing."""
    kinds = ["tok", "round" if look.round else "", "" if there else "gone"]
    kinds.append(f"p-{look.pigment.replace('/', '-')}" if look.pigment else "")
    return el(
        "span", drawing(look.icon) if look.icon else None, class_=" ".join(filter(None, kinds)), aria_hidden="true"
    )


def token(piece: Token, missing: str = "") -> Element:
    """A thing to be read too: its name stands behind its drawing."""
    name = piece.name if piece.there or not missing else f"{piece.name} ({missing})"
    heard = None if piece.count else el("span", f"{name}, ", class_="vh")
    return el("span", swatch(piece.look, there=piece.there), heard, title=name)


def piece(cells: Sequence[tuple[int, int]], look: Look) -> Element:
    """A piece of several cells as it lies."""
    wide, high = max(x for x, _ in cells) + 1, max(y for _, y in cells) + 1
    stones = [el("rect", x=x, y=y, width="1.02", height="1.02") for x, y in cells]
    kind = f"piece p-{look.pigment.replace('/', '-')}"
    return el("svg", stones, class_=kind, viewBox=f"0 0 {wide} {high}", aria_hidden="true")


def emblem(seat: int, names: Sequence[str], ghost: bool = False) -> Element:
    """A seat's mark: colour, shape and letter."""
    shape = SHAPES[seat % len(SHAPES)]
    letter = "" if ghost else letters(tuple(names))[seat]
    kind = f"em s{seat % len(SHAPES) + 1}" + (" ghost" if ghost else "")
    return el(
        "svg",
        el("path", d=shape),
        el("path", d=shape),
        el("text", letter, x="20", y="26.4") if letter else None,
        class_=kind,
        viewBox="0 0 40 40",
        aria_hidden="true",
    )


def lozenge(number: int | None = None) -> Element:
    """Gold: now, or new."""
    return el("span", "" if number is None else str(number), class_="loz sm" if number is None else "loz")


def button(label: str, name: str = "", value: str = "", class_: str = "", **more: str | bool | None) -> Element:
    """A button that sends its form."""
    return el("button", label, name=name or None, value=value or None, class_=class_ or None, **more)


def link(label: str, href: str, drawn: str = "", class_: str = "btn") -> Element:
    return el("a", icon(drawn) if drawn else None, label, href=href, class_=class_)


def icon_link(label: str, href: str, drawn: str, class_: str = "btn", **more: str | bool | None) -> Element:
    return el("a", icon(drawn), href=href, class_=class_, aria_label=label, **more)


def shut(words: Words) -> Element:
    """On a phone: from a pane back to the board."""
    return el("a", icon("close"), href="#board", class_="btn square plain phone", aria_label=words("close"), data_to="")


def form(browser: Browser, action: str, *parts: Part, class_: str = "", **more: str | bool | None) -> Element:
    """A form that acts: it carries this browser's token."""
    token = el("input", type="hidden", name="token", value=browser.token)
    return el("form", token, *parts, method="post", action=action, class_=class_ or None, **more)


def hidden(**fields: str | int) -> list[Node]:
    return [el("input", type="hidden", name=name, value=value) for name, value in fields.items()]


def selection(name: str, label: str, values: Sequence[tuple[str, str]], chosen: str, **more: str | bool) -> Element:
    """A list to choose one of; its label is for ears."""
    options = [el("option", said, value=value, selected=value == chosen) for value, said in values]
    return el("label", el("span", label, class_="vh"), el("select", *options, name=name, **more))


def root(browser: Browser) -> dict[str, str]:
    """What this browser chose, as attributes of the whole page; the script changes them with its state."""
    looks = browser.looks
    return {
        "lang": browser.language,
        "data-theme": looks.theme,
        "data-text": looks.size,
        "data-calm": "1" if looks.calm else "",
        "data-sound": "1" if looks.sound else "",
        "data-buzz": "1" if looks.buzz else "",
        "data-alert": "1" if looks.alert else "",
        "data-pace": looks.pace,
        "data-words": _script_words(browser),
    }


def document(
    browser: Browser, title: str, body: Element, refresh: str = "", name: str = "", rev: str = "", mine: int = 0
) -> str:
    """The whole page. `refresh`: the address from which the script fetches it anew, `rev`: what it shows now."""
    plain, now = assets().url("icon.svg"), assets().url("icon-now.svg")
    head = el(
        "head",
        el("meta", charset="utf-8"),
        el(
            "meta",
            name="viewport",
            content="width=device-width, initial-scale=1, viewport-fit=cover, interactive-widget=resizes-content",
        ),
        el("title", title),
        el("link", rel="icon", type="image/svg+xml", href=now if mine else plain, data_plain=plain, data_now=now),
        el("link", rel="stylesheet", href=assets().url("tokens.css")),
        el("link", rel="stylesheet", href=assets().url("table.css")),
        el("link", rel="stylesheet", href=assets().url("past.css")),
        el("link", rel="stylesheet", href=assets().url("learn.css")),
        el("link", rel="stylesheet", href=assets().url("around.css")),
        el("script", src=assets().url("table.js"), defer=True),
        el("script", src=assets().url("past.js"), defer=True),
        el("script", src=assets().url("around.js"), defer=True),
    )
    page = el(
        "html",
        head,
        el("body", body),
        data_build=assets().digest,
        data_mine=mine or None,
        data_refresh=refresh or None,
        data_name=name or None,
        data_rev=rev or None,
        data_zone=browser.person.zone,
    )
    page.attributes |= root(browser)
    return "<!doctype html>\n" + html(page)


def _script_words(browser: Browser) -> str:
    """The few sentences that the script says by itself."""
    words = Words(browser.language)
    said = "reconnecting do_not_send sending copied reads then close signal_try push_failed"
    return json.dumps({key: words.low(f"script.{key}") for key in said.split()})


def band(words: Words, game: str, title: Part, *, back: str = "/", more: Part = None, under: str = "") -> Element:
    """The head of a page beside the table."""
    return el(
        "header",
        icon_link(words("my_tables"), back, "back") if back else None,
        el("div", el("h1", title, class_="caps"), el("p", under) if under else None, class_="grow"),
        more,
        class_=f"band {game_class(game)}" if game else "band",
    )


def notice(words: str, bad: bool = False, rule: tuple[str, str] | None = None) -> Element:
    """Something to be read: never by colour alone, never fleeting; `rule` is a link to what withholds it."""
    return el(
        "p",
        icon("warn" if bad else "check"),
        el("span", words, [" ", el("a", rule[0], href=rule[1])] if rule else None),
        class_="notice bad" if bad else "notice",
        role="alert" if bad else None,
    )
