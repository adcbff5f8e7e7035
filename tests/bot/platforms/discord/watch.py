"""A watch over the traffic of a game: what one seat alone knows must not be in anything that others receive."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from bot.language.speaker import catalogue
from config.languages import languages
from engines.kit import seen
from tests.bot.platforms.discord.stage import Stage
from tests.peers.discord_world import Sent

PLACES = {"figure", "panel", "slot", "kind"}
"""Nouns of parts of the board and of kinds of things, which are words of public sentences too."""


def strings(value: Any) -> Iterator[str]:
    """Every word in a JSON value, keys too."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for key, inner in value.items():
            yield from strings(key)
            yield from strings(inner)
    elif isinstance(value, list | tuple):
        for inner in value:
            yield from strings(inner)


WORD = re.compile(r'"((?:[^"\\]|\\.)*)"')


def words(view: Any) -> set[str]:
    """Every plain word in a view, found much faster than by walking through it."""
    return set(WORD.findall(json.dumps(view, ensure_ascii=False)))


@cache
def _nouns(game: str) -> frozenset[str]:
    """The names of a game's things."""
    stem = f"{game}.noun."
    named = [key.removeprefix(stem).partition(".") for key in catalogue("en") if key.startswith(stem)]
    return frozenset(name.rsplit(".", 1)[-1] for kind, _, name in named if kind not in PLACES)


@cache
def _patterns(game: str, word: str) -> tuple[tuple[str, re.Pattern[str]], ...]:
    """Patterns for a secret word, each with what must stand there at all: as views and ids write it, and as people
    read it in all languages."""
    stem, found = f"{game}.noun.", set[str]()
    for language in languages():
        for key, name in catalogue(language).items():
            is_kind = key.startswith(f"{stem}kind.")
            if key.startswith(stem) and key.endswith(f".{word}") and not is_kind:
                found |= set(name.split("|"))
    read = [(name, re.compile(rf"\b{re.escape(name)}\b")) for name in sorted(found) if len(name) > 3]
    written = [(word, re.compile(rf"[/:\"]{re.escape(word)}\b"))] if len(word) > 3 else []
    return (*read, *written)


@dataclass(eq=False)
class Watch:
    """Notes before each answer what is secret, and looks through what was sent since the last note."""

    stage: Stage
    code: str
    game: str
    at: int = 0
    before: dict[tuple[int, int | None], set[str]] = field(default_factory=dict)
    own: dict[int, set[str]] = field(default_factory=dict)
    """The ids of each seat's asks, for the search over everything at the end."""
    looked: int = 0
    read: int = 0
    told: dict[int | None, set[str]] = field(default_factory=dict)

    async def note(self) -> None:
        now = await self._secrets()
        sent = self.stage.world.sent[self.at :]
        self.at = len(self.stage.world.sent)
        loaded = await self.stage.loaded(self.code)
        people = {seat: self.stage.user_of(loaded, seat).person.id for seat in loaded.table.people}
        for (seat, viewer), words in self.before.items():
            still = words & now.get((seat, viewer), set())
            needles = [needle for word in still for needle in _patterns(self.game, word)]
            others = {person for number, person in people.items() if number != seat}
            reader = others if viewer is None else {people[viewer]}
            if viewer is None:
                reader |= {user.person.id for user in self.stage.users} - set(people.values())
            for each in sent:
                if each.audience & reader and (viewer is not None or len(each.audience) > 1):
                    self._search(each, needles, seat, viewer)
        self.before = now

    def _search(self, sent: Sent, needles: list[tuple[str, re.Pattern[str]]], seat: int, viewer: int | None) -> None:
        text = sent.text()
        self.looked += 1
        for name, pattern in needles:
            is_told = name in text and pattern.search(text)
            assert not is_told, f"{name!r} of seat {seat} reached {viewer}: {text[:600]}"

    async def _secrets(self) -> dict[tuple[int, int | None], set[str]]:
        """What each seat knows that another seat, or an onlooker, does not and was never told."""
        loaded = await self.stage.loaded(self.code)
        if loaded.state is None or loaded.table.is_over:
            return {}
        engine, state = loaded.engine, loaded.state
        for pending in engine.pending(state):
            self.own.setdefault(pending.seat, set()).add(pending.ask_id)
        entries = await self.stage.service.work.entries(self.code, self.read)
        self.read += len(entries)
        events = [event for entry in entries for event in entry.happened()]
        people = loaded.table.people
        for viewer in [*people, None]:
            told = [part.rpartition("/")[2] for text in seen(events, viewer) for part in strings(text.facts)]
            self.told.setdefault(viewer, set()).update(told)
        knows = {viewer: self.told[viewer] | words(engine.view_json(state, viewer)) for viewer in [*people, None]}
        nouns = _nouns(self.game)
        return {
            (seat, viewer): (knows[seat] - knows[viewer]) & nouns
            for seat in people
            for viewer in [*people, None]
            if viewer != seat
        }

    async def search_pictures(self) -> None:
        """A picture that was drawn for one seat reached that seat alone."""
        loaded = await self.stage.loaded(self.code)
        people = {seat: self.stage.user_of(loaded, seat).person.id for seat in loaded.table.people}
        found = 0
        for sent in self.stage.world.sent:
            for raw in sent.files.values():
                allowed = {None} | {seat for seat, person in people.items() if sent.audience <= {person}}
                assert self.stage.viewers[raw] & allowed, (sent.path, sent.audience, self.stage.viewers[raw])
                found += 1
        assert found

    async def search_ids(self) -> None:
        """No id of a seat's question ever reached anybody else."""
        loaded = await self.stage.loaded(self.code)
        for seat, ids in self.own.items():
            if seat not in loaded.table.people:
                continue
            person = self.stage.user_of(loaded, seat).person.id
            for sent in self.stage.world.sent:
                if sent.audience - {person}:
                    text = sent.text()
                    assert not [ask_id for ask_id in ids if ask_id in text], text[:400]
