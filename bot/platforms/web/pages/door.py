"""The door: a document without any table in it. Its script shows who somebody is and fetches the page."""

from __future__ import annotations

import json

from bot.platforms.web.assets import assets
from bot.platforms.web.html import el, html
from bot.platforms.web.parts.elements import Words, band

SAID = ("opening", "closed", "ended", "unreached", "files")


def door_page(kind: str, language: str, application: str = "") -> str:
    """`kind`: which chat it opens in (`telegram`, `discord`), or `browser`; `application`: as Discord knows it."""
    words, plain = Words(language), assets().url("icon.svg")
    head = el(
        "head",
        el("meta", charset="utf-8"),
        el("meta", name="viewport", content="width=device-width, initial-scale=1, viewport-fit=cover"),
        el("title", "Signoria"),
        el(
            "link",
            rel="icon",
            type="image/svg+xml",
            href=plain,
            data_plain=plain,
            data_now=assets().url("icon-now.svg"),
        ),
        el("link", rel="stylesheet", href=assets().url("tokens.css")),
        el("link", rel="stylesheet", href=assets().url("table.css")),
        el("link", rel="stylesheet", href=assets().url("past.css")),
        el("link", rel="stylesheet", href=assets().url("around.css")),
        el("link", rel="stylesheet", href=assets().url("bridge.css")),
        el("script", type="module", src=assets().url("bridge.js")),
    )
    said = el("p", words("door.opening"), id="door", role="status")
    body = el(
        "div",
        band(words, "", "Signoria", back=""),
        el("div", id="notices"),
        el("main", el("section", said, class_="slab stack"), class_="pagegrid one"),
        id="app",
    )
    page = el(
        "html",
        head,
        el("body", body),
        lang=language,
        data_theme="auto",
        data_text="100",
        data_words="{}",
        data_inside=kind,
        data_table=assets().url("inside.js"),
        data_chat=assets().url("discord.js") if application else None,
        data_app=application or None,
        data_door=json.dumps({key: words(f"door.{key}") for key in SAID}),
    )
    return "<!doctype html>\n" + html(page)
