"""What lies on the table in Carrara, and behind each screen."""

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Building:
    """A tile that stands in a city."""

    type: str
    cost: int
    category: str
    city: str

    @property
    def tile(self) -> str:
        return f"{self.type}_{self.cost}"


@dataclass(slots=True)
class Player:
    """One seat: coins, bricks and objects are behind the screen (9.1), all else is public (9.2)."""

    coins: int
    bricks: dict[str, int]
    objects: dict[str, int]
    buildings: list[Building] = field(default_factory=list)
    points: dict[str, int] = field(default_factory=dict)  # by source
    types_scored: list[str] = field(default_factory=list)
    cities_scored: list[str] = field(default_factory=list)
    fields_scored: list[str] = field(default_factory=list)
    upgraders: list[str] = field(default_factory=list)
