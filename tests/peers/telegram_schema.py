"""What Telegram would refuse: its published schema, and the limits that the schema does not state."""

from __future__ import annotations

import json
import os
import re
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

Json = dict[str, Any]
TEXT, CAPTION, CALLBACK_DATA, CALLBACK_ANSWER, INLINE_RESULTS = 4096, 1024, 64, 200, 50
BUTTONS, ROW_BUTTONS, BUTTON_TEXT = 100, 8, 64
PHOTO_BYTES, FILE_BYTES = 10 * 1024 * 1024, 50 * 1024 * 1024
COMMANDS, COMMAND_TEXT = 100, 256
START_PARAMETER = re.compile(r"^[A-Za-z0-9_-]{1,64}$")
COMMAND = re.compile(r"^[a-z0-9_]{1,32}$")


class Invalid(Exception):
    """Telegram would answer 400: says why."""


def need(condition: object, why: str) -> None:
    if not condition:
        raise Invalid(why)


@cache
def _spec() -> Json | None:
    folder = os.environ.get("TESTS_SPECS")
    file = Path(folder or "") / "telegram" / "api.min.json"
    return json.loads(file.read_text("utf-8")) if folder and file.exists() else None


def has_schema() -> bool:
    """Whether the published schema is at hand."""
    return _spec() is not None


def check_request(method: str, fields: Json) -> None:
    """Every field is known, of the right type, and none that is required is missing."""
    spec = _spec()
    if spec is None:
        return
    need(method in spec["methods"], f"there is no method {method}")
    _check_fields(spec, method, spec["methods"][method].get("fields", []), fields)


def check_object(kind: str, value: Json) -> None:
    """An object that we send to the bot is one that Telegram could send."""
    spec = _spec()
    if spec is not None:
        _check_type(spec, kind, value, kind)


def _check_fields(spec: Json, where: str, known: list[Json], given: Json) -> None:
    names = {field["name"] for field in known}
    need(not given.keys() - names, f"{where}: unknown fields {sorted(given.keys() - names)}")
    for field in known:
        if field["name"] in given:
            _check_any(spec, f"{where}.{field['name']}", field["types"], given[field["name"]])
        else:
            need(not field["required"], f"{where}: {field['name']} is required")


def _check_any(spec: Json, where: str, kinds: list[str], value: Any) -> None:
    problems = []
    for kind in kinds:
        try:
            _check_type(spec, kind, value, where)
            return
        except Invalid as error:
            problems.append(str(error))
    raise Invalid(problems[0] if len(problems) == 1 else f"{where}: {value!r} fits none of {kinds}: {problems}")


_PLAIN: dict[str, type | tuple[type, ...]] = {
    "Integer": int, "String": str, "Boolean": bool, "True": bool, "Float": (int, float),
}  # fmt: skip


def _check_type(spec: Json, kind: str, value: Any, where: str) -> None:
    if kind.startswith("Array of "):
        need(isinstance(value, list), f"{where}: not a list")
        for index, item in enumerate(value):
            _check_type(spec, kind.removeprefix("Array of "), item, f"{where}[{index}]")
    elif kind in _PLAIN:
        right = isinstance(value, _PLAIN[kind]) and (kind in ("Boolean", "True") or not isinstance(value, bool))
        need(right, f"{where}: {value!r} is no {kind}")
    elif kind == "InputFile":
        need(isinstance(value, bytes), f"{where}: no uploaded file")
    elif subtypes := spec["types"][kind].get("subtypes"):
        _check_any(spec, where, subtypes, value)
    else:
        need(isinstance(value, dict), f"{where}: {value!r} is no {kind}")
        _check_fields(spec, where, spec["types"][kind].get("fields", []), value)


# --- what the schema does not state ---


class _Plain(HTMLParser):
    """The text that remains of HTML, and whether every tag is one that Telegram knows and is closed."""

    KNOWN = {"b", "strong", "i", "em", "u", "s", "a", "code", "pre", "blockquote", "tg-spoiler", "tg-time", "span"}

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.text = ""
        self.open: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        need(tag in self.KNOWN, f"can't parse entities: unsupported start tag <{tag}>")
        if tag == "tg-time":
            need(str(dict(attrs).get("unix")).isdecimal(), "can't parse entities: a time without its moment")
        self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        need(self.open and self.open[-1] == tag, f"can't parse entities: unexpected end tag </{tag}>")
        self.open.pop()

    def handle_data(self, data: str) -> None:
        self.text += data


def plain_text(text: str, parse_mode: str | None) -> str:
    """What people read: after entities, as Telegram counts it."""
    if parse_mode is None:
        return text
    need(parse_mode == "HTML", f"the tests know HTML alone, not {parse_mode!r}")
    parser = _Plain()
    parser.feed(text)
    parser.close()
    need(not parser.open, f"can't parse entities: <{parser.open and parser.open[-1]}> is not closed")
    return parser.text


def check_text(text: str, parse_mode: str | None, most: int) -> str:
    plain = plain_text(text, parse_mode)
    need(plain.strip(), "message text is empty")
    need(len(plain.encode("utf-16-le")) // 2 <= most, f"message is too long: {len(plain)} of {most}")
    return plain


def check_keyboard(markup: Json | None, is_private: bool) -> None:
    """An inline keyboard within Telegram's limits."""
    if markup is None or "inline_keyboard" not in markup:
        return
    rows = markup["inline_keyboard"]
    buttons = [button for row in rows for button in row]
    need(len(buttons) <= BUTTONS, f"too many buttons: {len(buttons)}")
    need(all(0 < len(row) <= ROW_BUTTONS for row in rows), "a row has no button or too many")
    for button in buttons:
        need(button["text"].strip(), "a button without text")
        need(len(button["text"]) <= BUTTON_TEXT, f"a button nobody can read on a phone: {button['text']!r}")
        kinds = [kind for kind in button if kind not in ("text", "style", "icon_custom_emoji_id")]
        need(button.get("style") in (None, "primary", "success", "danger"), "BUTTON_STYLE_INVALID")
        need(len(kinds) == 1, f"a button does exactly one thing, not {kinds}")
        if "callback_data" in button:
            size = len(button["callback_data"].encode())
            need(1 <= size <= CALLBACK_DATA, f"BUTTON_DATA_INVALID: {size} bytes")
        if "url" in button:
            need(re.match(r"^(https?|tg)://\S+$", button["url"]), "BUTTON_URL_INVALID")
        need("web_app" not in button or is_private, "BUTTON_TYPE_INVALID: web_app in a group")
        if "web_app" in button:
            check_web_app(button["web_app"])


def check_web_app(app: Json) -> None:
    """Telegram takes only https addresses."""
    need(re.match(r"^https://[^/\s#]+(/\S*)?$", app["url"]), "BUTTON_URL_INVALID: a Mini App wants https")


def check_commands(commands: list[Json]) -> None:
    need(len(commands) <= COMMANDS, "BOT_COMMANDS_TOO_MUCH")
    for command in commands:
        need(COMMAND.match(command["command"]), f"BOT_COMMAND_INVALID: {command['command']!r}")
        need(1 <= len(command["description"]) <= COMMAND_TEXT, "BOT_COMMAND_DESCRIPTION_INVALID")
    names = [command["command"] for command in commands]
    need(len(set(names)) == len(names), "the same command twice")
