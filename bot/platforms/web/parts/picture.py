"""A picture of an earlier position, in the theme that was chosen."""

from __future__ import annotations

from bot.platforms.web.browser_sessions import Browser
from bot.platforms.web.html import Element, el


def themed(browser: Browser, source: str, alt: str, words: str = "") -> Element:
    """The picture at an address that lacks only the theme."""
    chosen = browser.looks.theme
    dark = el("source", media="(prefers-color-scheme: dark)", srcset=f"{source}&theme=dark")
    plain = f"{source}&theme={'dark' if chosen == 'dark' else 'light'}"
    image = el("img", src=plain, alt=alt, width=1080, height=1192, data_words=words or None)
    return el("picture", dark if chosen == "auto" else None, image)
