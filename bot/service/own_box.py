"""Exact from your own box: figures in doubt are typed in, checked like our tables, kept as a named set, handed on."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from bot.language.figure_words import FigureWords, has_box
from bot.service import set_file
from bot.table.model import Status, Table
from engines import ENGINES
from engines.kit import CorrectedSet, Refusal, Tables, use_data
from engines.kit.errors import TableError
from engines.kit.figures import Figure, Unreadable, corrected, figures, read
from engines.kit.tables import LONGEST_NAME, Trouble, doubts


@dataclass(frozen=True, slots=True)
class Typed:
    """What somebody typed: the values that can be read, and what is wrong."""

    values: dict[str, Any] = field(default_factory=dict)
    troubles: list[Trouble] = field(default_factory=list)


class WrongFigures(Exception):
    """A set that cannot be played with; nothing was written."""

    def __init__(self, troubles: list[Trouble]) -> None:
        super().__init__(str(troubles[0][1]))
        self.troubles = troubles


def games() -> list[str]:
    """The games whose figures can be typed in."""
    return [game for game in ENGINES if has_box(game)]


def present(game: str) -> Tables:
    """The tables that a new game begins with; ours where those of the host cannot be read."""
    tables = ENGINES[game].tables
    try:
        return tables.current()
    except (TableError, OSError):
        return tables.shipped()


def in_doubt(game: str) -> list[Figure]:
    """Every figure that our tables are not sure of, with its present value."""
    return figures(ENGINES[game].tables.shipped(), present(game))


def words_of(game: str, language: str) -> FigureWords:
    return FigureWords(game, language, present(game).raw)


def check(game: str, given: Mapping[str, str], confirmed: Iterable[str], language: str) -> Typed:
    """Read what was typed and check all tables with it. Empty: not looked at; `confirmed`: as it is shown."""
    known, sure, words = in_doubt(game), set(confirmed), words_of(game, language)
    found = Typed()
    for figure in known:
        typed = given.get(figure.path, "").strip()
        if not typed:
            if figure.path in sure:
                found.values[figure.path] = figure.value
            continue
        try:
            found.values[figure.path] = read(figure, words.typed(figure, typed))
        except Unreadable as wrong:
            found.troubles.append(((*figure.row, *figure.keys), wrong.problem))
    if found.values and not found.troubles:
        found.troubles.extend(ENGINES[game].tables.troubles(corrected(present(game), found.values)))
    return found


def named(name: str, by: str = "") -> CorrectedSet:
    """A set's name, as it is kept."""
    said = _plain(name)
    if not said:
        raise Refusal("box.refusal.no_name")
    return CorrectedSet(name=said, date=datetime.now(UTC).date().isoformat(), by=_plain(by))


def _plain(text: str) -> str:
    """Harmless in a sentence and in a file."""
    letters = [" " if unicodedata.category(sign)[0] in "CZ" else sign for sign in text.replace("/", "⁄")]
    return " ".join("".join(letters).split())[:LONGEST_NAME].strip()


def save(game: str, folder: Path, values: Mapping[str, Any], made: CorrectedSet) -> None:
    """Write the set; from now on new games begin with it."""
    keep(game, folder, corrected(present(game), values), made)


def keep(game: str, folder: Path, raw: dict[str, Any], made: CorrectedSet) -> None:
    """Write these tables, as far as they differ from ours, if all of them together are sound."""
    engine, ours = ENGINES[game], ENGINES[game].tables.shipped().raw
    whole = {**raw, "corrected": made.model_dump()}
    if troubles := engine.tables.troubles(whole):
        raise WrongFigures(troubles)
    changed = {name: content for name, content in raw.items() if name != "corrected" and content != ours.get(name)}
    if not changed:
        raise Refusal("box.refusal.nothing")
    set_file.write(folder, game, changed, made)
    use_data(folder)


def export(game: str) -> bytes:
    """The set in use, to be handed on."""
    tables, ours = ENGINES[game].tables.current(), ENGINES[game].tables.shipped().raw
    if tables.corrected is None:
        raise Refusal("box.refusal.none_yet")
    changed = {
        name: content for name, content in tables.raw.items() if name != "corrected" and content != ours.get(name)
    }
    return set_file.pack(game, changed, tables.corrected)


def take(game: str, folder: Path, raw: bytes) -> CorrectedSet:
    """Use a set that somebody handed on; it replaces the one in use."""
    tables, said = set_file.unpack(game, raw)
    ours = ENGINES[game].tables.shipped().raw
    if strange := [name for name in tables if name not in ours]:
        raise Refusal("box.refusal.no_such_table", name=strange[0].replace("/", "⁄")[:40])
    try:
        made = CorrectedSet.model_validate(said)
        made = CorrectedSet(name=_plain(made.name) or "?", date=_plain(made.date), by=_plain(made.by))
    except ValidationError as error:
        raise Refusal("box.refusal.no_set") from error
    keep(game, folder, {**ours, **tables}, made)
    return made


# --- what a table plays with ---


def set_of(table: Table) -> str:
    """The set that a table plays with, or would if it began now; empty: our own figures."""
    if table.status is Status.LOBBY:
        made = present(table.game).corrected if table.game in ENGINES else None
        return "" if made is None else made.name
    return table.figures


def is_told(table: Table) -> bool:
    """Whether it matters whose figures these are: a game without doubts has only one kind."""
    return table.game in ENGINES and (bool(set_of(table)) or bool(doubts(ENGINES[table.game].tables.shipped())))


def settled(game: str, tables: Tables) -> list[Figure]:
    """The figures that these tables have from a box, with their values."""
    return [figure for figure in figures(ENGINES[game].tables.shipped(), tables) if figure.known]
