"""Cards that may be hidden: who knows that this card lies here is marked on the card."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from pydantic import GetCoreSchemaHandler
from pydantic_core import CoreSchema, core_schema

ALL = -1
"""The mark of a card that everybody knows."""


@dataclass(frozen=True, slots=True)
class Card:
    """`kind` is the face, `back` what everybody sees, `known` a bit per seat that knows the face (-1: all)."""

    kind: str
    back: str
    known: int = 0

    def known_to(self, seat: int | None) -> bool:
        """Whether this viewer (None: an onlooker) knows the face."""
        return self.known == ALL or (seat is not None and bool(self.known >> seat & 1))

    def seen_by(self, seat: int | None) -> str | None:
        """The face for who knows it, None for all others."""
        return self.kind if self.known_to(seat) else None

    def marked(self, known: int) -> Card:
        """The same card with other marks."""
        return self if known == self.known else Card(self.kind, self.back, known)

    @classmethod
    def __get_pydantic_core_schema__(cls, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        """Stored as `kind|back|known`: a state holds more than a hundred cards."""
        return core_schema.no_info_plain_validator_function(
            cls._read, serialization=core_schema.plain_serializer_function_ser_schema(cls._write)
        )

    @staticmethod
    def _write(card: Card) -> str:
        return f"{card.kind}|{card.back}|{card.known}"

    @classmethod
    def _read(cls, raw: object) -> Card:
        if isinstance(raw, Card):
            return raw
        if not isinstance(raw, str) or raw.count("|") != 2:
            raise ValueError("a card is stored as kind|back|known")
        kind, back, known = raw.split("|")
        return cls(kind, back, int(known))


def deck(kinds: list[str], back: str) -> list[Card]:
    """Face-down cards of one back."""
    return [Card(kind, back) for kind in kinds]


def faces(cards: list[Card], seat: int | None) -> tuple[str | None, ...]:
    """What this viewer sees of a row whose order is public."""
    return tuple([card.seen_by(seat) for card in cards])


def hand_seen(cards: list[Card], seat: int | None) -> tuple[tuple[str, str | None], ...]:
    """What this viewer sees of a hand: (back, face or None), sorted so that places tell nothing."""
    seen = [(card.back, card.seen_by(seat)) for card in cards]
    return tuple(sorted(seen, key=lambda pair: (pair[0], pair[1] or "~")))
