"""The page that says what is not there, and leads on."""

from __future__ import annotations

from aiohttp import web

from bot.platforms.web.browser_sessions import Browser
from bot.platforms.web.context import Page, Site
from bot.platforms.web.pages.small import sorry_page
from bot.platforms.web.parts.elements import Words


def sorry(
    site: Site, request: web.Request, browser: Browser, key: str, status: int, code: str = "", way: str = "watch"
) -> web.Response:
    """`code`: a table that is there, and what the way to it is called."""
    words = Words(browser.language)
    on = (words(way), f"/t/{code}") if code else (words("my_tables"), "/")
    body = sorry_page(browser, words(f"sorry.{key}"), words(f"sorry.{key}_text"), on)
    return site.html(request, browser, Page(words(f"sorry.{key}"), body), status)
