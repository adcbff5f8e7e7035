"""Cache: finished pictures by what they show, the least recently used dropped first, bounded in bytes."""

import hashlib
import json
from collections import OrderedDict
from dataclasses import fields, is_dataclass
from threading import Lock
from typing import Any

from render.picture import VERSION, Drawn, Picture

MOST_BYTES = 24 * 1024 * 1024


def _plain(value: Any) -> Any:
    """JSON for what json itself does not know: dataclasses, sets, anything else by its fields."""
    if is_dataclass(value) and not isinstance(value, type):
        return {each.name: getattr(value, each.name) for each in fields(value)}
    if isinstance(value, set | frozenset):
        return sorted(value)
    if hasattr(value, "model_dump"):
        return value.model_dump(mode="json")
    raise TypeError(f"a picture cannot be keyed by {type(value).__name__}")


def key(picture: Picture) -> str:
    """A hash of everything the picture depends on: view, part, theme, language, names, lines, version."""
    names = [name for name in picture.__slots__ if name not in ("say", "named")]
    facts = {name: getattr(picture, name) for name in names}
    raw = json.dumps([VERSION, facts], default=_plain, sort_keys=True, separators=(",", ":"))
    return hashlib.blake2b(raw.encode(), digest_size=16).hexdigest()


class Cache:
    def __init__(self, most: int = MOST_BYTES) -> None:
        self._most, self._size, self._kept, self._lock = most, 0, OrderedDict[str, Drawn](), Lock()

    def get(self, name: str) -> Drawn | None:
        with self._lock:
            found = self._kept.get(name)
            if found is not None:
                self._kept.move_to_end(name)
            return found

    def put(self, name: str, drawn: Drawn) -> None:
        with self._lock:
            if name in self._kept:
                return
            self._kept[name] = drawn
            self._size += len(drawn.png)
            while self._size > self._most and len(self._kept) > 1:
                self._size -= len(self._kept.popitem(last=False)[1].png)
