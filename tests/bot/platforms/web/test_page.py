"""The page's own rules: escaped text, no inline code, a small budget, one source of colours."""

from __future__ import annotations

import gzip
import re

from bot.platforms.web.assets import STATIC, TABLE, assets
from bot.platforms.web.browser_sessions import Browser, Looks, user_of
from bot.platforms.web.html import as_json, el, html
from bot.platforms.web.invites import secret
from bot.platforms.web.parts.elements import document
from bot.table.preferences import Person
from render.theme import theme

BROWSER = Browser("k" * 43, Looks(), Person(), "en")


def test_text_and_attributes_are_escaped() -> None:
    node = el("p", "<b>&</b>", title='"><script>', hidden=True, lang=None)
    assert html(node) == '<p title="&quot;&gt;&lt;script&gt;" hidden="">&lt;b&gt;&amp;&lt;/b&gt;</p>'
    assert as_json(node) == ["p", {"title": '"><script>', "hidden": ""}, "<b>&</b>"]


def test_a_page_has_no_inline_script_or_style() -> None:
    page = document(BROWSER, "Title", el("main", "words"))
    assert not re.search(r"<style|\sstyle=|\son\w+=|javascript:", page)
    assert re.findall(r"<script[^>]*>([^<]*)</script>", page) == ["", "", ""]


def test_every_part_of_script_and_style_travels_once_and_is_short() -> None:
    parts = [part for listed in TABLE.values() for part in listed]
    files = sorted((STATIC / "table").iterdir())
    assert sorted(parts) == sorted(file.name for file in files)
    assert [file.name for file in files if len(file.read_text("utf-8").splitlines()) > 100] == []


def test_the_script_writes_no_markup_and_stays_small() -> None:
    kilobytes = {"table.js": 10, "past.js": 6, "around.js": 2, "hear.js": 1, "box.js": 1, "bridge.js": 5}
    kilobytes |= {"inside.js": 13, "discord.js": 2}
    scripts = {name: most * 1024 for name, most in kilobytes.items()}
    assert {name for name in assets().content if name.endswith(".js")} == {*scripts}
    for name, most in scripts.items():
        assert len(gzip.compress(assets().content[name])) < most
    script = b"".join([assets().content[name] for name in scripts])
    for sink in (b"innerHTML", b"outerHTML", b"insertAdjacentHTML", b"document.write", b"eval("):
        assert sink not in script


def test_everything_but_pictures_and_fonts_fits_the_budget() -> None:
    files = [data for name, data in assets().content.items() if not name.endswith(".woff2")]
    assert sum([len(gzip.compress(data)) for data in files]) < 60 * 1024


def test_the_colours_are_those_of_the_pictures() -> None:
    tokens = assets().content["tokens.css"].decode()
    for name in ("light", "dark"):
        assert f"--page: {theme(name).page}" in tokens
        assert f"--a-carrara: {theme(name).accent('carrara')}" in tokens


def test_what_a_browser_chose_survives_its_cookie() -> None:
    looks = Looks("dark", "130", True, False)
    assert Looks.parse(str(looks)) == looks
    assert Looks.parse("theme=<script>&size=9999&text=x") == Looks()


def test_users_and_invitations_do_not_tell_the_key() -> None:
    assert BROWSER.key not in user_of(BROWSER.key) + BROWSER.token + secret(BROWSER.key, "K7QF", 0)
    assert secret(BROWSER.key, "K7QF", 0) != secret(BROWSER.key, "K7QF", 1)
    assert len(secret(BROWSER.key, "K7QF", 0)) == 22
    assert BROWSER.owns(BROWSER.persona(2))
    assert not BROWSER.owns(BROWSER.user + "0")
