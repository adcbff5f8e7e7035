"""The reference: one entry for each thing of a game, made from its tables, the reader's own view and `learn.toml`.

`learn.toml` declares kinds of things, where their figures stand and where they may lie; the sentences are in the
game's texts: `[what.<kind>]` (a thing's own, else its family's, else `_`), `[now.<kind>]` and `[where]`. An entry of a
hidden thing tells nothing hidden: it is looked for in the reader's view, and nowhere else.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any

from bot.language.normalise import spellings, words
from bot.language.speaker import Speaker, catalogue
from bot.learn.expression import Scope, evaluate
from bot.learn.places import found_at
from bot.learn.telling import Book, Kind, Telling
from config import rooms
from config.languages import fallback, languages
from engines.kit import Text
from engines.kit.tables import Tables

FILE = rooms.LEARN
OWN = ("_", "_after")
"""Texts of a whole kind: of everything without a text of its own, and said after each."""

MOST_KEPT = 64
"""Sets of tables whose plain data is kept."""
_plain_tables: dict[str, dict[str, Any]] = {}
_listed: dict[str, tuple[str, ...]] = {}


@dataclass(frozen=True, slots=True)
class Line:
    """A figure of a thing beside its sentence: `Cost`, `1 brick, 1 grain`."""

    label: str
    value: str


@dataclass(frozen=True, slots=True)
class Entry:
    """What is to be known about a thing, in the reader's language."""

    reference: str
    name: str
    kind: str
    """What sort of thing it is: `bonus card`."""
    effect: str
    lines: tuple[Line, ...] = ()
    now: str = ""
    """What it means for the reader at this moment."""
    where: str = ""
    """Where it lies, as far as the reader may know."""
    sections: tuple[str, ...] = ()
    doubts: tuple[str, ...] = ()
    """Figures that are not certain, in words."""


@cache
def book(game: str) -> Book | None:
    """What a game's room tells for learning; None where it tells nothing."""
    raw = rooms.read(game, FILE)
    if not raw:
        return None
    kinds = {name: Kind(name, **{**each, "lines": tuple(each.get("lines", ()))}) for name, each in raw["kind"].items()}
    also = {name: (each,) if isinstance(each, str) else tuple(each) for name, each in raw.get("also", {}).items()}
    return Book(
        game,
        raw.get("facts", {}),
        tuple(raw.get("figures", ())),
        kinds,
        also,
        raw.get("without", {}),
        tuple(raw.get("place", ())),
        raw,
    )


# --- which things there are ---


def references(game: str, tables: Tables) -> tuple[str, ...]:
    """Every thing of a game that has an entry."""
    found = book(game)
    if found is None:
        return ()
    if tables.digest not in _listed:
        plain = plainly(tables)
        every = [f"{kind.name}/{name}" for kind in found.kinds.values() for name in _ids(found, kind, plain)]
        _keep(_listed, tables.digest, tuple(every))
    return _listed[tables.digest]


def _ids(found: Book, kind: Kind, tables: Mapping[str, Any]) -> list[str]:
    if kind.ids:
        return [str(each) for each in evaluate(kind.ids, Scope({"tables": tables})) or ()]
    if kind.row:
        return list(_rows(kind, tables))
    start = f"{found.game}.what.{kind.name}."
    keys = [key.removeprefix(start) for key in catalogue(fallback()) if key.startswith(start)]
    return [key for key in keys if key not in OWN]


def _rows(kind: Kind, tables: Mapping[str, Any]) -> dict[str, Mapping[str, Any]]:
    """The rows of a kind by their ids."""
    rows = tables.get(kind.row)
    if isinstance(rows, dict):
        return {key: value for key, value in rows.items() if isinstance(value, dict)}
    return {str(row[kind.key]): row for row in rows or ()}


def plainly(tables: Tables) -> dict[str, Any]:
    """The tables as plain data."""
    if tables.digest not in _plain_tables:
        _keep(_plain_tables, tables.digest, tables.model_dump(mode="json"))
    return _plain_tables[tables.digest]


def _keep(kept: dict[str, Any], digest: str, value: Any) -> None:
    if len(kept) >= MOST_KEPT:
        kept.clear()
    kept[digest] = value


def known(game: str, tables: Tables, reference: str) -> str:
    """The thing that a reference stands for; empty if it has no entry: `pile/jester` for `lot/jester`."""
    there = references(game, tables)
    if reference in there:
        return reference
    found = book(game)
    sort, _, name = reference.partition("/")
    for each in found.also.get(sort, ()) if found else ():
        meant = evaluate(each, Scope({"id": name, "tables": plainly(tables)}))
        if meant in there:
            return str(meant)
    return ""


# --- an entry ---


def entry(
    game: str,
    tables: Tables,
    view: Mapping[str, Any] | None,
    reference: str,
    language: str,
    names: Sequence[str] = (),
) -> Entry | None:
    """What is to be known about a thing; None if the reference names none.

    `tables`: those the game began with. `view`: the reader's own, as plain data; None away from a table.
    """
    meant = known(game, tables, reference)
    if book(game) is None or not meant:
        return None
    telling = _telling(game, tables, view, meant, Speaker(language, game, names))
    kind, sort = telling.kind, telling.kind.name
    effect = " ".join([said for key in _effect_keys(telling) if (said := telling.say(key))])
    lines = tuple([line for each in kind.lines if (line := _line(telling, each)) is not None])
    doubts = tuple(dict.fromkeys([telling.speaker.noun(f"fact/{each}") for each in telling.doubtful]))
    now = _now(telling) if view is not None else ""
    return Entry(
        meant,
        _name(telling),
        telling.speaker.noun(f"kind/{sort}"),
        effect,
        lines,
        now,
        _where(telling),
        tuple(kind.section.split()) if not kind.section.startswith("=") else _sections(telling),
        doubts,
    )


def _telling(game: str, tables: Tables, view: Mapping[str, Any] | None, meant: str, speaker: Speaker) -> Telling:
    """A thing that is known, about to be told."""
    found = book(game)
    assert found is not None
    sort, _, name = meant.partition("/")
    kind, plain = found.kinds[sort], plainly(tables)
    row = _rows(kind, plain).get(name) if kind.row else None
    if kind.one:
        row = evaluate(kind.one, Scope({"tables": plain, "id": name}))
    return Telling(found, kind, name, row, plain, view, speaker)


def lying(game: str, tables: Tables, view: Mapping[str, Any] | None, reference: str, speaker: Speaker) -> str:
    """Where a thing lies, as words inside a sentence: `in the deck or in hidden hands`."""
    return _lies(_telling(game, tables, view, reference, speaker))


def told(game: str, tables: Tables, kind: Kind, key: str, language: str) -> str:
    """A sentence about the game as a whole, with its figures."""
    found = book(game)
    assert found is not None
    return Telling(found, kind, "", None, plainly(tables), None, Speaker(language, game)).say(key)


def _sections(telling: Telling) -> tuple[str, ...]:
    """The sections of a kind whose entries have their own: `= {'a': '1.2'}[id]`."""
    found = evaluate(telling.kind.section.removeprefix("=").strip(), Scope(telling.names()))
    return tuple(str(found).split()) if found else ()


def _name(telling: Telling) -> str:
    said = telling.speaker.noun(f"{telling.kind.noun or telling.kind.name}/{telling.id}")
    return said[:1].upper() + said[1:]


def _effect_keys(telling: Telling) -> list[str]:
    """Where the sentences of a thing stand: its own, its family's or its kind's; then what holds for all of them."""
    start, words = f"{telling.found.game}.what.{telling.kind.name}", catalogue(telling.speaker.language)
    family = evaluate(telling.kind.family, Scope(telling.names())) if telling.kind.family else None
    own = next((f"{start}.{each}" for each in (telling.id, family, "_") if each and f"{start}.{each}" in words), None)
    return [key for key in (own, f"{start}._after") if key in words]


def _now(telling: Telling) -> str:
    start, words = f"{telling.found.game}.now.{telling.kind.name}", catalogue(telling.speaker.language)
    key = next((f"{start}.{each}" for each in (telling.id, "_") if f"{start}.{each}" in words), None)
    return telling.say(key) if key else ""


def _line(telling: Telling, name: str) -> Line | None:
    value = telling.fact(name)
    if value is None or value is False or value in ("", [], {}, 0):
        return None
    said = "" if value is True else telling.speaker.fact(value)
    label = telling.speaker.noun(f"fact/{name}")
    return Line(label[:1].upper() + label[1:], said)


def _where(telling: Telling) -> str:
    """Where the thing lies in the reader's view, as far as it is to be seen there."""
    words = _lies(telling)
    return f"{words[:1].upper()}{words[1:]}." if words else ""


def _lies(telling: Telling) -> str:
    """The same inside a sentence."""
    if telling.view is None:
        return ""
    game, kind, speaker = telling.found.game, telling.kind, telling.speaker
    wanted = telling.id
    if kind.searched:
        wanted = evaluate(kind.searched, Scope(telling.names()))
    said: dict[str, None] = {}
    for place in telling.found.places:
        if kind.name not in place["kinds"]:
            continue
        for at in found_at(telling.view, place["path"], wanted):
            scope = Scope({**telling.names(), "at": list(at)})
            facts = {name: evaluate(each, scope) for name, each in place.get("facts", {}).items()}
            kept = {name: fact for name, fact in facts.items() if fact is not None}
            said[speaker.phrase(Text(f"{game}.where.{place['text']}", kept))] = None
    if not said and kind.elsewhere:
        said[speaker.phrase(Text(f"{game}.where.{kind.elsewhere}"))] = None
    return "; ".join(said)


# --- finding by words ---


def named(game: str, tables: Tables, typed: str, language: str, first: Sequence[str] = ()) -> list[str]:
    """The things that words may mean, the best first: the whole name, then its beginning, then words of it.

    Names of every language are understood; the reader's own count first, and of equals the things named in `first`.
    """
    wanted = [spelt for spelt in spellings(typed.strip().removeprefix("?").strip()) if spelt]
    if not wanted:
        return list(first)
    ahead = {known(game, tables, each): place for place, each in reversed(list(enumerate(first)))}
    ranked = []
    for place, reference in enumerate(references(game, tables)):
        ranks = [_rank(wanted, called) for called in called_in(game, reference)]
        best = min([rank for rank in ranks if rank is not None], default=None)
        if best is not None:
            own = 0 if any(_rank(wanted, each) == best for each in called_in(game, reference, language)) else 1
            ranked.append((best, own, ahead.get(reference, len(ahead)), place, reference))
    ranked.sort()
    exact = [each for each in ranked if each[0] == 0]
    return [each[-1] for each in exact or ranked]


def named_in(game: str, tables: Tables, line: str, first: Sequence[str] = ()) -> str:
    """The thing whose name stands in a line, the longest name; of equals one of those in `first`. Empty: none."""
    said = f" {' '.join(words(line))} "
    ranked = [
        (len(called), each in first, -place, each)
        for place, each in enumerate(references(game, tables))
        for called in called_in(game, each)
        if f" {called} " in said
    ]
    return max(ranked)[-1] if ranked else ""


def called_in(game: str, reference: str, language: str = "") -> tuple[str, ...]:
    """Everything that a thing is called, folded; in one language or in all."""
    return _called(game, reference, (language,) if language else languages())


@lru_cache(8192)
def _called(game: str, reference: str, spoken: tuple[str, ...]) -> tuple[str, ...]:
    found = book(game)
    assert found is not None
    sort, _, name = reference.partition("/")
    noun = found.kinds[sort].noun or sort
    said: dict[str, None] = {}
    for code in spoken:
        speaker = Speaker(code, game)
        for count in (1, 2):
            said |= dict.fromkeys(spellings(speaker.noun(f"{noun}/{name}", count)))
        aliases = catalogue(code).get(f"{game}.alias.{sort}.{name}", "")
        said |= dict.fromkeys([spelt for each in aliases.split("|") if each for spelt in spellings(each)])
    return tuple(said)


def is_called(game: str, reference: str, typed: str) -> bool:
    """Whether the words are the whole name of a thing."""
    return any(spelt in called_in(game, reference) for spelt in spellings(typed.strip()))


def _rank(wanted: Sequence[str], called: str) -> int | None:
    if called in wanted:
        return 0
    if any(called.startswith(each) for each in wanted):
        return 1
    parts = called.split()
    if any(all(any(part.startswith(word) for part in parts) for word in each.split()) for each in wanted):
        return 2
    return None


def title(game: str, reference: str, language: str) -> str:
    """The name of a thing and what sort it is: `Forests (bonus card)`."""
    return f"{name_of(game, reference, language)} ({kind_of(game, reference, language)})"


def name_of(game: str, reference: str, language: str) -> str:
    """The name of a thing: `Forests`."""
    found = book(game)
    assert found is not None
    sort, _, name = reference.partition("/")
    said = Speaker(language, game).noun(f"{found.kinds[sort].noun or sort}/{name}")
    return said[:1].upper() + said[1:]


def kind_of(game: str, reference: str, language: str) -> str:
    """What sort a thing is: `bonus card`."""
    return Speaker(language, game).noun(f"kind/{reference.partition('/')[0]}")


def forget() -> None:
    """Read the rooms again."""
    for kept in (book, _called):
        kept.cache_clear()
    _plain_tables.clear()
    _listed.clear()
