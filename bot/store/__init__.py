"""Keeps tables on Redis or Valkey: nothing lost, nothing twice. Only this package speaks to Redis."""

from bot.store.errors import StoreAway
from bot.store.store import NEVER, UNSHOWN, Change, Earlier, Row, Shown, Store, Undo, Verdict

__all__ = ["NEVER", "UNSHOWN", "Change", "Earlier", "Row", "Shown", "Store", "StoreAway", "Undo", "Verdict"]
