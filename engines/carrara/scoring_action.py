"""Chapter 6 and section 10.7: scoring a building type, a city or a special field."""

from typing import NamedTuple

from engines.kit import Draft, Option, Pick, Step, Text, counted, noun, ref, seat_ref

from .cards import cost_of
from .state import Building, CarraraState, Player
from .tables import CarraraTables
from .values import Gain, gain_of, value_of


class Kind(NamedTuple):
    """How a kind of scoring is told and booked."""

    noun: str
    source: str
    event: str


KINDS = {
    "type": Kind("types", "types", "carrara.event.scored_type"),
    "city": Kind("city", "cities", "carrara.event.scored_city"),
    "field": Kind("field", "fields", "carrara.event.scored_field"),
}


class Scoring(NamedTuple):
    """One scoring that is possible: what it brings, and the objects it takes from the supply."""

    kind: str  # type, city or field
    id: str
    gain: Gain
    objects: dict[str, int]

    @property
    def key(self) -> str:
        return f"{self.kind}:{self.id}"

    def facts(self) -> dict[str, int]:
        return self.gain.facts() | counted("object", self.objects)


def possible_scorings(s: CarraraState, seat: int) -> list[Scoring]:
    """6.1, 6.2, 6.3, 10.7 All scorings that this player may make now."""
    player = s.players[seat]
    if player.scorings >= s.tables.constants.scoring_markers:
        return []
    fields = _fields(s.tables, player) if s.options.expansion else []
    return [*_types(s, player), *_cities(s, player), *fields]


def can_score(s: CarraraState, seat: int) -> bool:
    """3.1, 6.1 Whether there is a marker and something to put it on."""
    return bool(possible_scorings(s, seat))


def _types(s: CarraraState, player: Player) -> list[Scoring]:
    """6.2, A2, A11 A type not scored before, with at least one building of it, in whatever city."""
    found = []
    for kind in s.tables.types:
        if kind not in player.types_scored:
            counted_ones = [building for building in player.buildings if building.type == kind]
            if counted_ones:
                found.append(_scoring(s, player, "type", kind, counted_ones))
    return found


def _cities(s: CarraraState, player: Player) -> list[Scoring]:
    """6.3, 1.9 A city that nobody has scored, with enough own buildings."""
    found = []
    for city in s.tables.city:
        counted_ones = [building for building in player.buildings if building.city == city.id]
        if len(counted_ones) >= city.needs and not s.is_closed(city.id):
            found.append(_scoring(s, player, "city", city.id, counted_ones))
    return found


def _scoring(s: CarraraState, player: Player, kind: str, name: str, counted_ones: list[Building]) -> Scoring:
    """6.4, 6.5, A1 Cost times value for every building, and an object of its type while the supply has one."""
    objects: dict[str, int] = {}
    for building in counted_ones:
        thing = s.tables.types[building.type].object
        if objects.get(thing, 0) < s.supply[thing]:
            objects[thing] = objects.get(thing, 0) + 1
    return Scoring(kind, name, gain_of(s.tables, player, counted_ones), objects)


def _fields(tables: CarraraTables, player: Player) -> list[Scoring]:
    """10.7, A2 A special field not scored before: all own buildings of its category, without objects."""
    found = []
    for field in tables.special_field:
        cost = cost_of(building for building in player.buildings if building.category == field.category)
        if cost and field.id not in player.fields_scored:
            value = value_of(tables, player, field.id)
            found.append(Scoring("field", field.id, Gain(cost * value.points, cost * value.coins), {}))
    return found


class ChooseScoring(Step[CarraraState]):
    """6.1, 6.2, 6.3, 10.7 One scoring for one marker."""

    name = "score.choose"

    def seats(self, s: CarraraState) -> tuple[int]:
        return (s.turn,)

    def ask(self, s: CarraraState, seat: int) -> Pick:
        left = s.tables.constants.scoring_markers - s.players[seat].scorings
        options = [self._option(scoring) for scoring in possible_scorings(s, seat)]
        return Pick(Text("carrara.ask.score.choose", {"markers": left}), tuple(options), private=True)

    def _option(self, scoring: Scoring) -> Option:
        note = Text("carrara.note.gain", {"gain": scoring.facts()})
        return Option(scoring.key, noun(KINDS[scoring.kind].noun, scoring.id), f"group/{scoring.kind}", note)

    def answer(self, d: Draft[CarraraState], seat: int, value: list[str]) -> None:
        scoring = next(one for one in possible_scorings(d.state, seat) if one.key == value[0])
        score(d, seat, scoring)
        d.goto("turn.object")


def score(d: Draft[CarraraState], seat: int, scoring: Scoring) -> None:
    """6.2, 6.3, 6.4, 6.6 Mark it, move the points at once, put coins and objects behind the screen."""
    s, player, kind = d.state, d.state.players[seat], KINDS[scoring.kind]
    marked = {"type": player.types_scored, "city": player.cities_scored, "field": player.fields_scored}
    marked[scoring.kind].append(scoring.id)
    player.gain_points(kind.source, scoring.gain.points)
    player.coins += scoring.gain.coins
    for thing, count in scoring.objects.items():
        s.supply[thing] -= count
        player.objects[thing] += count
    d.tell(kind.event, seat=seat_ref(seat), what=ref(kind.noun, scoring.id), gain=scoring.facts())
