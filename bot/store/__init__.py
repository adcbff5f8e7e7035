"""Keeps tables on Redis or Valkey: nothing lost, nothing twice. Only this package speaks to Redis."""

from bot.store import keys, reads
from bot.store.errors import StoreAway, StoreFault
from bot.store.reads import UNSHOWN, Read, Row, Shown
from bot.store.steps import Earlier, Verdict, Write
from bot.store.store import NEVER, Store

__all__ = [
    "NEVER",
    "UNSHOWN",
    "Earlier",
    "Read",
    "Row",
    "Shown",
    "Store",
    "StoreAway",
    "StoreFault",
    "Verdict",
    "Write",
    "keys",
    "reads",
]
