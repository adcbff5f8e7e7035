"""What Discord would refuse: its published schema, and the limits that the schema does not state."""

from __future__ import annotations

import json
import os
import re
import unicodedata
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any

from jsonschema_rs import Draft202012Validator

from tests.peers.discord_world import walk

Json = dict[str, Any]
ROWS, ROW_BUTTONS, OPTIONS, LABEL, CUSTOM_ID, CONTENT = 5, 5, 25, 80, 100, 2000
FILE_BYTES, FILES, COMMANDS, COMMAND_TEXT, MODAL_TITLE = 10 * 1024 * 1024, 10, 100, 8000, 45
EPHEMERAL, SILENT, SUPPRESS_EMBEDS, LAYOUT = 1 << 6, 1 << 12, 1 << 2, 1 << 15
PARTS, WORDS = 40, 4000
ROW, BUTTON, SECTION, TEXT, GALLERY, FILE, CONTAINER = 1, 2, 9, 10, 12, 13, 17


class Invalid(Exception):
    """Discord would answer 400: says where and why."""


class Overtaken(Invalid):
    """Right when it was sent; another's edit was first."""


def need(condition: object, where: str, why: str) -> None:
    if not condition:
        raise Invalid(f"{where}: {why}")


# --- the published schema ---


@cache
def _spec() -> Json | None:
    folder = os.environ.get("TESTS_SPECS")
    file = Path(folder or "") / "discord" / "openapi.json"
    if not folder or not file.exists():
        return None
    spec: Json = json.loads(file.read_text("utf-8"))
    # discord.py sends snowflakes as integers where the schema wants strings; Discord takes both.
    spec["components"]["schemas"]["SnowflakeType"] = {"type": ["string", "integer"]}
    return spec


def has_schema() -> bool:
    """Whether the published schema is at hand."""
    return _spec() is not None


@cache
def _validator(method: str, template: str) -> Draft202012Validator | None:
    spec = _spec()
    if spec is None:
        return None
    try:
        body = spec["paths"][template][method.lower()].get("requestBody")
    except KeyError:
        raise Invalid(f"{method} {template} is not in the published schema") from None
    if body is None:
        return None
    return Draft202012Validator(_bundle(spec, body["content"]["application/json"]["schema"]))


def _bundle(spec: Json, schema: Json) -> Json:
    """The schema with those parts only that it leads to: the whole would be searched anew for every route."""
    parts: Json = {}
    waiting = _references(schema)
    while waiting:
        name = waiting.pop()
        if name not in parts:
            parts[name] = spec["components"]["schemas"][name]
            waiting |= _references(parts[name])
    return {**schema, "components": {"schemas": parts}}


def _references(schema: object) -> set[str]:
    return set(re.findall(r'"#/components/schemas/(\w+)"', json.dumps(schema)))


def check_schema(method: str, template: str, payload: object) -> None:
    """The payload of a request against the published schema, where that is at hand."""
    validator = _validator(method, template)
    if validator is None or payload is None:
        return
    for error in validator.iter_errors(payload):
        raise Invalid(f"{method} {template}: {error.instance_path}: {error.message[:300]}")


# --- messages ---


def check_message(payload: Json, files: dict[str, bytes], where: str) -> None:
    """The limits of a message that the schema misses."""
    content = payload.get("content") or ""
    need(len(content) <= CONTENT, f"{where}.content", f"{len(content)} characters, at most {CONTENT}")
    need(not payload.get("embeds"), f"{where}.embeds", "this bot sends no embeds")
    flags = payload.get("flags") or 0
    need(not flags & ~(EPHEMERAL | SILENT | SUPPRESS_EMBEDS | LAYOUT), f"{where}.flags", f"{flags} cannot be set")
    if flags & LAYOUT:
        need(not content, f"{where}.content", "a layout has no content")
        check_layout(payload.get("components") or [], where)
    else:
        check_rows(payload.get("components") or [], where)
    check_files(payload, files, where)


def check_layout(parts: list[Json], where: str) -> None:
    """At most 40 parts, those inside others counted, and 4,000 letters; rows as everywhere."""
    every = [*walk(parts)]
    need(0 < len(every) <= PARTS, f"{where}.components", f"{len(every)} parts, at most {PARTS}")
    letters = sum(len(part["content"]) for part in every if part["type"] == TEXT)
    need(letters <= WORDS, f"{where}.components", f"{letters} letters, at most {WORDS}")
    kinds = {part["type"] for part in parts}
    need(kinds <= {ROW, SECTION, TEXT, GALLERY, FILE, CONTAINER}, f"{where}.components", f"{kinds} at the top")
    for part in every:
        if part["type"] == TEXT:
            need(part["content"].strip(), f"{where}.components", "an empty text")
        if part["type"] == SECTION:
            need(1 <= len(part["components"]) <= 3, f"{where}.components", "a section of 1 to 3 texts")
            _check_button(part["accessory"], where)
    rows = [part for part in every if part["type"] == ROW]
    ids = [part["accessory"]["custom_id"] for part in every if part["type"] == SECTION]
    need(len(set(ids)) == len(ids), f"{where}.components", "an id twice")
    check_rows(rows, where, most=PARTS, taken=set(ids))


def check_media(parts: list[Json], attachments: list[Json]) -> None:
    """What a layout shows is attached to its message, and what is attached is shown."""
    shown = {item["media"]["url"] for part in walk(parts) if part["type"] == GALLERY for item in part["items"]}
    shown |= {part["file"]["url"] for part in walk(parts) if part["type"] == FILE}
    there = {f"attachment://{entry['filename']}" for entry in attachments}
    need(shown <= there, "components", f"{shown - there} is not attached")
    need(not shown or shown == there, "attachments", f"{there - shown} is shown nowhere")


def check_rows(rows: list[Json], where: str, most: int = ROWS, taken: set[str] | None = None) -> None:
    """At most five rows, of five buttons or one select, with ids of their own."""
    need(len(rows) <= most, f"{where}.components", f"{len(rows)} rows, at most {most}")
    ids: set[str] = set(taken or ())
    for number, row in enumerate(rows):
        place = f"{where}.components[{number}]"
        need(row.get("type") == 1, place, "not an action row")
        kinds = [part["type"] for part in row["components"]]
        need(kinds, place, "an empty row")
        need(
            (set(kinds) == {2} and len(kinds) <= ROW_BUTTONS) or (len(kinds) == 1 and kinds[0] in (3, 5, 6, 7, 8)),
            place,
            f"a row holds up to {ROW_BUTTONS} buttons or one select, not {kinds}",
        )
        for part in row["components"]:
            if part.get("style") != 5:
                custom_id = part.get("custom_id") or ""
                need(0 < len(custom_id) <= CUSTOM_ID, place, f"custom id {custom_id!r}")
                need(custom_id not in ids, place, f"custom id {custom_id!r} twice")
                ids.add(custom_id)
            (_check_button if part["type"] == 2 else _check_select)(part, place)


def _check_button(part: Json, place: str) -> None:
    label = part.get("label") or ""
    need(label.strip() or part.get("emoji"), place, "a button without a label")
    need(len(label) <= LABEL, place, f"label {label!r} is longer than {LABEL}")
    need((part.get("style") == 5) == bool(part.get("url")), place, "only link buttons have an address")


def _check_select(part: Json, place: str) -> None:
    options = part.get("options") or []
    need(0 < len(options) <= OPTIONS, place, f"{len(options)} options, 1 to {OPTIONS}")
    values = [option["value"] for option in options]
    need(len(set(values)) == len(values), place, "two options with one value")
    for option in options:
        for name, longest in (("label", 100), ("value", 100), ("description", 100)):
            text = option.get(name)
            need(text is None or 0 < len(text) <= longest, place, f"option {name} {text!r}")
    least, most = part.get("min_values", 1), part.get("max_values", 1)
    need(0 <= least <= most <= len(options), place, f"{least} to {most} of {len(options)} options")
    chosen = sum(bool(option.get("default")) for option in options)
    need(chosen <= most, place, f"{chosen} options are preset, at most {most}")


def check_files(payload: Json, files: dict[str, bytes], where: str) -> None:
    """Ten files of ten megabytes in all, each described."""
    need(len(files) <= FILES, f"{where}.files", f"{len(files)} files")
    need(sum(map(len, files.values())) <= FILE_BYTES, f"{where}.files", "more than 10 MB")
    stated = {str(entry["id"]) for entry in payload.get("attachments") or []}
    for name in files:
        number = re.fullmatch(r"files\[(\d+)\]", name)
        need(number, f"{where}.files", f"a part named {name!r}")
        need(number and number.group(1) in stated, f"{where}.attachments", f"{name} is not stated")


# --- commands ---

_NAME = re.compile(r"^[-_'\w]{1,32}$")


def check_commands(commands: list[Json]) -> None:
    """A hundred commands, names in small letters, texts of 8,000 characters each in all."""
    need(len(commands) <= COMMANDS, "commands", f"{len(commands)}, at most {COMMANDS}")
    for language in ("", "nl", "de"):
        names = [_local(command, "name", language) for command in commands]
        doubles = {name for name in names if names.count(name) > 1}
        need(not doubles, "commands", f"named twice in {language or 'en'!r}: {doubles}")
    for command in commands:
        _check_named(command, command["name"])
        length = _text_length(command)
        need(length <= COMMAND_TEXT, command["name"], f"{length} characters of text")


def _local(thing: Json, field: str, language: str) -> str:
    return str((thing.get(f"{field}_localizations") or {}).get(language, thing[field]))


def _check_named(thing: Json, where: str) -> None:
    for name in [thing["name"], *(thing.get("name_localizations") or {}).values()]:
        need(_NAME.match(name) and name == name.lower(), where, f"name {name!r}")
        need(name == unicodedata.normalize("NFC", name), where, f"name {name!r} is not composed")
    for text in [thing["description"], *(thing.get("description_localizations") or {}).values()]:
        need(0 < len(text) <= 100, where, f"description {text!r}")
    options = thing.get("options") or []
    need(len(options) <= OPTIONS, where, f"{len(options)} options")
    required = [bool(option.get("required")) for option in options]
    need(required == sorted(required, reverse=True), where, "a required option after an optional one")
    for option in options:
        _check_named(option, f"{where}.{option['name']}")
        choices = option.get("choices") or []
        need(len(choices) <= OPTIONS, where, f"{len(choices)} choices")
        need(not (choices and option.get("autocomplete")), where, "choices and completion at once")
        for choice in choices:
            for name in [choice["name"], *(choice.get("name_localizations") or {}).values()]:
                need(0 < len(name) <= 100, where, f"choice {name!r}")


def _text_length(thing: Json) -> int:
    def longest(owner: Json, field: str) -> int:
        texts: Iterable[str] = [owner[field], *(owner.get(f"{field}_localizations") or {}).values()]
        return max(map(len, texts))

    total = longest(thing, "name") + longest(thing, "description")
    total += sum(_text_length(option) for option in thing.get("options") or [])
    return total + sum(longest(choice, "name") + len(str(choice["value"])) for choice in thing.get("choices") or [])


# --- answers to interactions ---


def check_choices(data: Json) -> None:
    """25 completions of 1 to 100 characters."""
    choices = data.get("choices") or []
    need(len(choices) <= OPTIONS, "choices", f"{len(choices)}, at most {OPTIONS}")
    for choice in choices:
        need(0 < len(choice["name"]) <= 100, "choices", f"name {choice['name']!r}")
        need(0 < len(str(choice["value"])) <= 100, "choices", f"value {choice['value']!r}")


def check_modal(data: Json) -> None:
    """A title of 45 characters, one to five fields."""
    need(0 < len(data["title"]) <= MODAL_TITLE, "modal.title", repr(data["title"]))
    need(0 < len(data["custom_id"]) <= CUSTOM_ID, "modal.custom_id", repr(data["custom_id"]))
    need(1 <= len(data["components"]) <= 5, "modal.components", f"{len(data['components'])} fields")
    for row in data["components"]:
        need(row["type"] in (1, 18), "modal.components", f"type {row['type']}")
        label = row.get("label") or row["components"][0].get("label") or ""
        need(0 < len(label) <= MODAL_TITLE, "modal.label", repr(label))
        need(len(row.get("description") or "") <= 100, "modal.description", repr(row.get("description")))
        _check_field(row.get("component") or row["components"][0])
    names = [(row.get("component") or row["components"][0])["custom_id"] for row in data["components"]]
    need(len(set(names)) == len(names), "modal.custom_id", f"twice in {names}")


def _check_field(part: Json) -> None:
    """Lists of 25, ticks of 10, no value twice, as many standing ticked as may be."""
    options = part.get("options") or []
    need(len(options) <= (10 if part["type"] in (21, 22) else OPTIONS), "modal.options", f"{len(options)}")
    need(part["type"] not in (3, 21, 22) or bool(options), "modal.options", "none")
    values = [each["value"] for each in options]
    need(len(set(values)) == len(values), "modal.options", f"twice in {values}")
    for each in options:
        need(0 < len(each["label"]) <= 100 and 0 < len(each["value"]) <= 100, "modal.options", repr(each))
        need(len(each.get("description") or "") <= 100, "modal.options", repr(each))
    standing = sum(bool(each.get("default")) for each in options)
    need(standing <= part.get("max_values", 1), "modal.options", f"{standing} stand chosen")
