"""Chapter 6 and section 10.7: scoring a building type, a city or a special field."""

from typing import NamedTuple

from engines.carrara import reasons
from engines.carrara.cards import city_counts, cost_of
from engines.carrara.conditions import conditions_watched
from engines.carrara.state import Building, CarraraState, Player
from engines.carrara.tables import CarraraTables, Gain
from engines.carrara.turn import end_action
from engines.carrara.values import gain_of, value_of
from engines.kit import WORDLESS, Draft, Fact, Option, Pick, PickStep, Text, Withheld, bare_options, noun, ref, seat_ref


class Kind(NamedTuple):
    """How a kind of scoring is booked and told."""

    source: str
    event: str


KINDS = {
    "type": Kind("types", "carrara.event.scored_type"),
    "city": Kind("cities", "carrara.event.scored_city"),
    "field": Kind("fields", "carrara.event.scored_field"),
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
        facts = self.gain.facts()
        for thing, count in self.objects.items():
            facts[f"object/{thing}"] = count
        return facts


def possible_scorings(s: CarraraState, seat: int) -> list[Scoring]:
    """6.1, 6.2, 6.3, 10.7 All scorings that this player may make now, with what they bring."""
    player = s.players[seat]
    return [scoring_of(s, player, kind, name) for kind, name in _open(s, player)]


def can_score(s: CarraraState, seat: int) -> bool:
    """3.1, 6.1 Whether there is a marker and something to put it on: mostly a type not scored before."""
    player = s.players[seat]
    if player.scorings >= s.tables.constants.scoring_markers:
        return False
    for building in player.buildings:
        if building.type not in player.types_scored:
            return True
    return bool(_open(s, player))


def open_scorings(s: CarraraState, seat: int) -> list[str]:
    """6.1 The keys of all scorings that are open to the seat."""
    return [f"{kind}:{name}" for kind, name in _open(s, s.players[seat])]


def _open(s: CarraraState, player: Player) -> list[tuple[str, str]]:
    """6.1 While a marker is left, the kind and name of every scoring that is open to the player."""
    if not player.buildings or player.scorings >= s.tables.constants.scoring_markers:
        return []
    found = [*_types(s.tables, player), *_cities(s, player)]
    return [*found, *_fields(s.tables, player)] if s.options.expansion else found


def _types(tables: CarraraTables, player: Player) -> list[tuple[str, str]]:
    """6.2, A2, A11 A type not scored before, with at least one building of it, in whatever city."""
    owned, scored = {building.type for building in player.buildings}, player.types_scored
    return [("type", kind) for kind in tables.types if kind in owned and kind not in scored]


def _cities(s: CarraraState, player: Player) -> list[tuple[str, str]]:
    """6.3, 1.9 A city that nobody has scored, with enough own buildings."""
    counts = city_counts(player.buildings)
    return [
        ("city", city.id)
        for city in s.tables.city
        if city.id in counts and counts[city.id] >= city.needs and not s.is_closed(city.id)
    ]


def _fields(tables: CarraraTables, player: Player) -> list[tuple[str, str]]:
    """10.7, A2 A special field not scored before, with at least one building of its category."""
    owned = {building.category for building in player.buildings}
    return [
        ("field", field.id)
        for field in tables.special_field
        if field.category in owned and field.id not in player.fields_scored
    ]


def scoring_of(s: CarraraState, player: Player, kind: str, name: str) -> Scoring:
    """6.2, 6.3, 6.5, 10.7 Cost times value of its city for every building that counts; special fields have a value
    of their own, and give no objects."""
    if kind == "field":
        category = next(field.category for field in s.tables.special_field if field.id == name)
        cost = cost_of([building for building in player.buildings if building.category == category])
        value = value_of(s.tables, player, name)
        return Scoring(kind, name, Gain(cost * value.points, cost * value.coins), {})
    if kind == "city":
        buildings = [building for building in player.buildings if building.city == name]
    else:
        buildings = [building for building in player.buildings if building.type == name]
    return Scoring(kind, name, gain_of(s.tables, player, buildings), _objects(s, buildings))


def _objects(s: CarraraState, buildings: list[Building]) -> dict[str, int]:
    """6.4, A1 An object of its type for every building, while the supply has one."""
    objects: dict[str, int] = {}
    object_of, supply = s.tables.object_of, s.supply
    for building in buildings:
        thing = object_of[building.type]
        number = objects.get(thing, 0) + 1
        if number <= supply[thing]:
            objects[thing] = number
    return objects


class ChooseScoring(PickStep[CarraraState]):
    """6.1, 6.2, 6.3, 10.7 One scoring for one marker."""

    name = "score.choose"
    grave = True  # a marker is spent
    since = 2

    def ask(self, s: CarraraState, seat: int) -> Pick:
        left = s.tables.constants.scoring_markers - s.players[seat].scorings
        if s.lean:
            return Pick(WORDLESS, bare_options([f"{kind}:{name}" for kind, name in _open(s, s.players[seat])]))
        options = [self._option(scoring) for scoring in possible_scorings(s, seat)]
        return Pick(Text("carrara.ask.score.choose", {"markers": left}), tuple(options), private=True)

    def _option(self, scoring: Scoring) -> Option:
        note = Text("carrara.note.gain", {"gain": scoring.facts()})
        at = (f"category/{scoring.id.partition('_')[0]}",) if scoring.kind == "field" else None
        return Option(scoring.key, noun(scoring.kind, scoring.id), f"group/{scoring.kind}", note, at)

    def preview(self, s: CarraraState, seat: int, value: list[str]) -> tuple[Text, ...]:
        """6.2, 6.3, 6.4 What the scoring brings at once, and the markers that are left."""
        kind, name = value[0].split(":")
        gain = scoring_of(s, s.players[seat], kind, name).facts()
        left = s.tables.constants.scoring_markers - s.players[seat].scorings - 1
        told = [Text("carrara.preview.scored", {"gain": gain})] if gain else []
        return (*told, Text("carrara.preview.markers", {"left": left}))

    def withheld(self, s: CarraraState, seat: int) -> Withheld:
        return reasons.scorings(s, seat, open_scorings(s, seat))

    def answer(self, d: Draft[CarraraState], seat: int, value: list[str]) -> None:
        kind, name = value[0].split(":")
        with conditions_watched(d, seat):
            score(d, seat, scoring_of(d.state, d.state.players[seat], kind, name))
        end_action(d)


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
    if d.quiet:
        return
    parts, what = _parts(s, player, scoring), _what(player, scoring)
    d.tell(kind.event, because=parts, seat=seat_ref(seat), what=what, gain=scoring.facts())


def _what(player: Player, scoring: Scoring) -> Fact:
    """6.2 What was scored; of a type, how many buildings: *2 libraries*."""
    name = ref(scoring.kind, scoring.id)
    return {name: sum([each.type == scoring.id for each in player.buildings])} if scoring.kind == "type" else name


def _parts(s: CarraraState, player: Player, scoring: Scoring) -> Text:
    """6.2, 6.3, 10.7 Cost times value of each building that counted, and the markers that are left."""
    parts = []
    for building in player.buildings:
        if scoring.id in (building.type, building.city) or scoring.id.startswith(f"{building.category}_"):
            value = value_of(s.tables, player, scoring.id if scoring.kind == "field" else building.city)
            parts.append(f"{building.cost} × {value.points or value.coins}")
    left = s.tables.constants.scoring_markers - player.scorings
    return Text("carrara.event.scored_parts", {"parts": parts, "markers": left})
