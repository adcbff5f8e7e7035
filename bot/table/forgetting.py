"""What a log says about somebody who wants to be forgotten: names, accounts and words, never what was played."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from bot.table.model import Entry

OWN = ("opened", "joined", "left", "word", "replaced")
"""What a person does under a name: the fact `name` of these is their own."""
NAMES = ("name", "before")


def names_of(entries: Sequence[Entry], user: str) -> frozenset[str]:
    """Every name that a person had at a table."""
    own = [entry for entry in entries if entry.user == user]
    found = [raw["facts"].get("name", "") for entry in own for raw in entry.events if _what(raw["key"]) in OWN]
    return frozenset(name for name in found if name)


def scrubbed(entry: Entry, user: str, instead: str, names: Iterable[str], somebody: str) -> bool:
    """Take a person out of an entry; whether there was anything to take."""
    is_own = entry.user == user
    if is_own:
        entry.user = instead
    known, found = set(names), is_own
    for raw in entry.events:
        facts = raw["facts"]
        for name in NAMES:
            if facts.get(name) in known:
                facts[name], found = somebody, True
        if is_own and _what(raw["key"]) == "word":
            facts["word"] = ""
    return found


def _what(key: str) -> str:
    return key.rpartition(".")[2] if key.startswith("table.event.") else ""
