"""Pictures in the theme that was chosen: of an earlier position, of a table or a game in small."""

from __future__ import annotations

from bot.platforms.web.assets import assets
from bot.platforms.web.browser_sessions import Browser
from bot.platforms.web.html import Element, el
from bot.platforms.web.parts.elements import Words, lozenge


def awaited(language: str) -> Element:
    """What is seen until a picture is there, which then lies over it; hearers have the links and the words."""
    return el("p", lozenge(), Words(language)("being_drawn"), class_="awaited", aria_hidden="true")


def themed(browser: Browser, source: str, alt: str, words: str = "") -> list[Element]:
    """The picture at an address that lacks only the theme, and what is seen until it is there."""
    chosen = browser.looks.theme
    dark = el("source", media="(prefers-color-scheme: dark)", srcset=f"{source}&theme=dark")
    plain = f"{source}&theme={'dark' if chosen == 'dark' else 'light'}"
    image = el("img", src=plain, alt=alt, width=1080, height=1192, data_words=words or None)
    return [awaited(browser.language), el("picture", dark if chosen == "auto" else None, image)]


def cut_of_table(browser: Browser, code: str, mark: str) -> Element:
    """A square of a table's board; `mark` changes with what it shows."""
    return _small(browser, f"/t/{code}/cut.png?rev={mark}&lang={browser.language}&theme=", "")


def cut_of_game(browser: Browser, game: str) -> Element:
    """A square of a board of this game."""
    return _small(browser, assets().url(f"cut/{game}-{browser.language}-"), ".png")


def _small(browser: Browser, before: str, after: str) -> Element:
    chosen = browser.looks.theme
    dark = el("source", media="(prefers-color-scheme: dark)", srcset=f"{before}dark{after}")
    shown = "dark" if chosen == "dark" else "light"
    image = el("img", src=f"{before}{shown}{after}", alt="", width=120, height=120, loading="lazy")
    return el("picture", dark if chosen == "auto" else None, image, class_="cut")
