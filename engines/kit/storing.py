"""Storing: a state as JSON and back again, from this build or any former one, and whether it can be true."""

from __future__ import annotations

import json
from hashlib import blake2b
from typing import TYPE_CHECKING

from pydantic import ValidationError
from pydantic_core import from_json

from engines.kit.errors import BadState, EngineBug
from engines.kit.state import Frame, S

if TYPE_CHECKING:
    from engines.kit.engine import Engine


def dump(engine: Engine[S], state: S) -> bytes:
    """The state as JSON."""
    head = json.dumps({"game": engine.info.key, "rules": engine.info.rules_version})
    return head[:-1].encode() + b', "state": ' + engine.adapter.dump_json(state) + b"}"


def load(engine: Engine[S], raw: bytes) -> S:
    """A state from JSON of this or any older rules_version."""
    try:
        stored = from_json(raw)
        game, version, body = stored["game"], stored["rules"], stored["state"]
    except (ValueError, KeyError, TypeError) as error:
        raise BadState("these bytes are not a stored game") from error
    if game != engine.info.key:
        raise BadState(f"this is a game of {game!r}, not of {engine.info.key}")
    if not isinstance(version, int) or not 1 <= version <= engine.info.rules_version:
        raise BadState(f"rules_version {version!r} is not one that this build knows")
    for older in range(version, engine.info.rules_version):
        body = engine.migrations[older](body) if older in engine.migrations else body
    try:
        state = engine.adapter.validate_python(body)
    except ValidationError as error:
        first = error.errors()[0]
        place = ".".join(str(part) for part in first["loc"])
        raise BadState(f"the stored state is damaged at {place}: {first['msg']}") from error
    _require_sound(engine, state)
    return state


def state_hash(engine: Engine[S], state: S) -> str:
    """Equal for equal states, whatever order their dictionaries grew in."""
    stored = json.loads(engine.adapter.dump_json(state))
    if not state.later:
        del stored["later"]  # where nothing is owed a game is the same as before this could be
    canonical = json.dumps(stored, sort_keys=True)
    return blake2b(canonical.encode(), digest_size=16).hexdigest()


def _require_sound(engine: Engine[S], state: S) -> None:
    owing = [frame for frames in state.later.values() for frame in frames]
    names = [frame.step for frame in _all_frames(state.stack + owing)]
    unknown = [name for name in names if name not in engine.steps and name != "each"]
    if unknown or bool(state.stack) == bool(state.ending) or len(state.answered) != state.seats:
        raise BadState(f"the stored state does not stand at a place of this game: {unknown or names}")
    try:
        engine.check(state)
    except (EngineBug, LookupError, ValueError, TypeError) as error:
        raise BadState(f"the stored state contradicts the rules: {error}") from error


def _all_frames(stack: list[Frame]) -> list[Frame]:
    found = list(stack)
    for frame in stack:
        for branch in (frame.branches or {}).values():
            found += _all_frames(branch)
    return found
