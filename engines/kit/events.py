"""What happened, as data: a public part, and what single seats see besides."""

from __future__ import annotations

from dataclasses import dataclass, field

from engines.kit.text import Explained, Facts, Text


@dataclass(slots=True)
class Event:
    """`facts` are for all (or for the seats in `only`), `private[seat]` adds to them or replaces them for one seat.

    `because` says to the same people how it came about.
    """

    key: str
    facts: Facts = field(default_factory=dict)
    private: dict[int, Facts] = field(default_factory=dict)
    only: tuple[int, ...] | None = None
    because: Text | None = None

    def seen_by(self, seat: int | None) -> Text | None:
        """The event as this viewer (None: an onlooker) is told it."""
        if self.only is not None and seat not in self.only:
            return None
        facts = self.facts | self.private[seat] if seat is not None and seat in self.private else self.facts
        return Text(self.key, facts) if self.because is None else Explained(self.key, facts, self.because)


def seen(events: tuple[Event, ...] | list[Event], seat: int | None) -> list[Text]:
    """All that this viewer is told."""
    return [text for event in events if (text := event.seen_by(seat)) is not None]
