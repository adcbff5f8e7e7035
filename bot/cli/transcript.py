"""Golden games: a readable transcript of what each seat saw after each answer, and the way back from it.

The transcript holds the answers themselves, so it is played again whatever the computer players do: a rule change is a
readable difference.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

from bot.cli.typed import options_for
from bot.language.speaker import Speaker
from config.settings import LANGUAGE
from engines import ENGINES
from engines.kit import Engine
from engines.kit.events import seen
from engines.kit.play import Position, Walk, record_of, replay

_HEAD = re.compile(r"^# (\w+) (\{.*\})$")
_ANSWER = re.compile(r"^= \d+ seat (\d+) (\S+) (.*)$")


def fresh(game: str, seats: int, options: dict[str, Any], seed: str, wild: int) -> str:
    """The transcript of a new game by chance."""
    engine = ENGINES[game]
    walk = Walk(engine, seats, options_for(engine, options), seed, wild)
    for _ in walk.positions():
        pass
    return written(record_of(walk))


def again(transcript: str) -> str:
    """The same answers played again, by the rules_version that the game began with."""
    return written(read(transcript))


def read(transcript: str) -> dict[str, Any]:
    """The recorded game in a transcript."""
    first, *lines = transcript.splitlines()
    head = _HEAD.match(first)
    if head is None:
        raise ValueError("a transcript begins with its game and set-up")
    answers = []
    for line in lines:
        if found := _ANSWER.match(line):
            answers.append((int(found.group(1)), found.group(2), json.loads(found.group(3))))
    return {"game": head.group(1), "answers": answers, **json.loads(head.group(2))}


def written(record: dict[str, Any]) -> str:
    """Play a record and write down what each seat saw."""
    engine = ENGINES[record["game"]]
    setup = {key: record[key] for key in ("seats", "options", "seed")}
    if (rules := record.get("rules", 1)) > 1:
        setup["rules"] = rules
    lines = [f"# {record['game']} {json.dumps(setup)}"]
    shown: dict[int | None, Any] = {}
    for position in replay(engine, record):
        lines += _position(engine, position, record, shown)
    result = engine.result(position.state)
    lines += [f"= {'over: ' + str(result) if result else 'not over'}", f"hash {engine.state_hash(position.state)}"]
    return "\n".join(lines) + "\n"


def _position(
    engine: Engine[Any], position: Position[Any], record: dict[str, Any], shown: dict[int | None, Any]
) -> Iterator[str]:
    """One answer: what all were told and see changed, then what each seat knows besides."""
    answer, seats = position.answer, record["seats"]
    yield f"= {position.number} seat {answer.seat} {position.step} {json.dumps(answer.value)}" if answer else "= set-up"
    speaker = Speaker(LANGUAGE, record["game"], [f"Seat {seat}" for seat in range(seats)])
    public = _said(speaker, position, None)
    for sentence in public:
        yield f"  {sentence}"
    changes: dict[int | None, list[str]] = {}
    for viewer in (None, *range(seats)):
        now = engine.view_json(position.state, viewer)
        changes[viewer] = list(_changed(shown.get(viewer), now))
        shown[viewer] = now
    for change in changes[None]:
        yield f"    {change}"
    for seat in range(seats):
        told = _said(speaker, position, seat)
        mine = [f"{sentence!r}" for sentence in told if sentence not in public]
        mine += [change for change in changes[seat] if change not in changes[None] and not change.startswith("seat:")]
        for line in mine:
            yield f"    {seat}: {line}"
    if position.outcome.barrier and answer:
        yield "    (cannot be taken back)"


def _said(speaker: Speaker, position: Position[Any], viewer: int | None) -> list[str]:
    """The sentences of an answer for one viewer, each with how it came about."""
    texts = seen(position.outcome.events, viewer)
    return [" / ".join([speaker.say(each) for each in (text, text.because) if each is not None]) for text in texts]


def _parts(value: Any, path: str) -> dict[str, Any] | None:
    """What a value is made of, by its path; None if it is told as one."""
    if isinstance(value, dict) and value:
        return {f"{path}.{key}" if path else str(key): inner for key, inner in value.items()}
    if isinstance(value, list) and any(isinstance(inner, dict | list) for inner in value):
        return {f"{path}[{index}]": inner for index, inner in enumerate(value)}
    return None


def _flat(value: Any, path: str) -> Iterator[tuple[str, str]]:
    parts = _parts(value, path)
    if parts is None:
        yield path, json.dumps(value, ensure_ascii=False)
        return
    for name, inner in parts.items():
        yield from _flat(inner, name)


def _apart(before: Any, now: Any, path: str = "") -> tuple[dict[str, str], dict[str, str]]:
    """What differs of two views, each told by its paths. What is equal is not taken to pieces: most of it is."""
    if before == now:
        return {}, {}
    earlier, later = _parts(before, path), _parts(now, path)
    if earlier is None or later is None:
        return dict(_flat(before, path)), dict(_flat(now, path))
    was, comes = dict[str, str](), dict[str, str]()
    for name in dict.fromkeys([*later, *earlier]):
        if name not in later:
            was.update(_flat(earlier[name], name))
        elif name not in earlier:
            comes.update(_flat(later[name], name))
        else:
            both = _apart(earlier[name], later[name], name)
            was.update(both[0])
            comes.update(both[1])
    return was, comes


def _changed(before: Any, now: Any) -> Iterator[str]:
    """Two views after one another; before the first there is none."""
    was, comes = ({}, dict(_flat(now, ""))) if before is None else _apart(before, now)
    for path, value in comes.items():
        if path not in was:
            yield f"{path}: {value}"
        elif was[path] != value:
            yield f"{path}: {was[path]} -> {value}"
    for path in sorted(was.keys() - comes.keys()):
        yield f"{path}: gone"
