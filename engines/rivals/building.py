"""Sections 8.2 to 8.6, building expansions: from the hand or the face-up stack, on a site, for a cost."""

from __future__ import annotations

from engines.kit import (
    WORDLESS,
    Card,
    Draft,
    Option,
    Pick,
    PickStep,
    Place,
    PlaceStep,
    Spot,
    Step,
    Text,
    counted,
    noun,
    ref,
    seat_ref,
)
from engines.rivals.board import (
    free_region_sites,
    free_sites,
    free_slot,
    has,
    heroes,
    owns_copy,
    regions_beside,
    site_number,
    spot_key,
    spot_of,
    town_at,
)
from engines.rivals.built import ON_BUILD
from engines.rivals.labels import card_facts, who
from engines.rivals.payments import ask_payment, settle_payment
from engines.rivals.play import lay_open
from engines.rivals.scoring import progress
from engines.rivals.state import Deed, Expansion, Player, RivalsState
from engines.rivals.stores import amounts, can_pay
from engines.rivals.tables import CACHE, Face
from engines.rivals.tokens import tokens_watched


def sites_for(player: Player, face: Face) -> list[str]:
    """8.2 Where a card may be laid, by key."""
    return [spot_key(x, row) for x, row in places_for(player, face)]


def places_for(player: Player, face: Face) -> list[tuple[int, str]]:
    """8.2 8.3 8.4 Where a card may be laid: green in any town, red in cities, brown beside regions."""
    match face.category:
        case "settlement":
            return free_sites(player, cities_only=False)
        case "city":
            return town_hall_sites(player) if face.id == "town_hall" else free_sites(player, cities_only=True)
        case "region":
            return free_region_sites(player)
        case _:
            return []


def town_hall_sites(player: Player) -> list[tuple[int, str]]:
    """15.38 A11 A52 A Town Hall covers the own uncovered Parish Hall, on a site of a city."""
    return [
        (card.x, card.row) for card in player.expansions if card.kind == "parish_hall" and town_at(player, card.x).city
    ]


def meets_requirements(s: RivalsState, seat: int, face: Face) -> bool:
    """8.6 15.15 15.34 15.36 Conditions count only while the card is built; single cards may be owned once."""
    player = s.players[seat]
    if face.one_each and owns_copy(s, player, face.id):
        return False
    if face.needs and not has(player, *face.needs):
        return False
    if face.needs_progress and progress(s, seat) < face.needs_progress:
        return False
    return face.id != CACHE or has_strong_hero(s, player)


def has_strong_hero(s: RivalsState, player: Player) -> bool:
    """15.15 A hero with strength: Irmgard has none, and the Chief Cannoneer is no hero."""
    return any(s.tables.faces[card.kind].points.get("strength", 0) for card in heroes(s, player))


def discount_on(s: RivalsState, player: Player, face: Face) -> int:
    """15.25 15.37 A16 What the Drill Ground and the Building Crane take off the printed cost."""
    total, faces = 0, s.tables.faces
    for card in player.expansions:
        cut = faces[card.pile[-1].kind].discount
        if cut and (
            (cut.on == "hero" and face.kind == "hero") or (cut.on == "city" == face.category and face.price > cut.above)
        ):
            total += cut.amount
    return min(total, face.price)


def drops_for(s: RivalsState, player: Player, face: Face, held: dict[str, int]) -> list[str]:
    """A16 The resources of the cost that may be dropped so that the rest can be paid; empty without a discount."""
    if not discount_on(s, player, face):
        return []
    return [resource for resource in face.cost if can_pay(held, _without(face.cost, resource))]


def _without(cost: dict[str, int], resource: str) -> dict[str, int]:
    return {name: number - (name == resource) for name, number in cost.items() if number - (name == resource)}


def can_build(s: RivalsState, seat: int, face: Face, held: dict[str, int]) -> bool:
    """8.2 Whether a card can be built now: full payment from what is held, conditions, site."""
    if face.category not in ("settlement", "city", "region"):
        return False
    player = s.players[seat]
    if not can_pay(held, face.cost) and not drops_for(s, player, face, held):
        return False
    return meets_requirements(s, seat, face) and bool(places_for(player, face))


def start_building(d: Draft[RivalsState], seat: int, face: Face, place: int) -> None:
    """8.2 8.5 Begin with the site; `place` is that in the hand, or in the face-up stack."""
    s = d.state
    s.deed = Deed(
        place=place,
        face_up=place < 0,
        spots=sites_for(s.players[seat], face),
        cost=dict(face.cost),
        drops=drops_for(s, s.players[seat], face, amounts(s.players[seat])),
    )
    d.goto("build.site")


def _card(s: RivalsState) -> tuple[str, str]:
    """The card that is being built: from the hand, or the one kind of the face-up stack."""
    cards, place = (s.face_up, 0) if s.deed.face_up else (s.players[s.active].hand, s.deed.place)
    return cards[place].kind, cards[place].back


def shown_on(s: RivalsState, kind: str) -> tuple[Text, ...]:
    """8.2 The points that a card adds."""
    points = counted("point", s.tables.faces[kind].points)
    return (Text("rivals.preview.points", {"points": points}),) if points else ()


class Site(PlaceStep[RivalsState]):
    """8.2 8.3 8.4 Choose the site."""

    name = "build.site"

    def seats(self, s: RivalsState) -> tuple[int, ...]:
        return (s.active,)

    def ask(self, s: RivalsState, seat: int) -> Place:
        player = s.players[seat]
        if s.lean:
            return Place(WORDLESS, f"card/{_card(s)[0]}", tuple([Spot(key, "") for key in s.deed.spots]), private=True)
        numbers = {key: str(site_number(player, *spot_of(key))) for key in s.deed.spots}
        spots = tuple(Spot(key, cell, at=_site_at(key, cell, seat)) for key, cell in numbers.items())
        kind, back = _card(s)
        return Place(Text("rivals.ask.build.site", card_facts(s, kind, back)), ref("card", kind), spots, private=True)

    def preview(self, s: RivalsState, seat: int, value: str) -> tuple[Text, ...]:
        """2.5 2.7 8.2 What the card shows, and which regions it then lies beside."""
        player, (x, row) = s.players[seat], spot_of(value)
        edge = [region for region in player.regions if (region.x, region.row) == (x, row)]
        regions = [ref("region", region.kind) for region in edge or regions_beside(player, x, row)]
        beside = (Text("rivals.preview.beside", {"regions": regions}),) if regions else ()
        return (*shown_on(s, _card(s)[0]), *beside)

    def answer(self, d: Draft[RivalsState], seat: int, value: str) -> None:
        d.state.deed.spot = value
        d.goto("build.discount")


def _site_at(key: str, cell: str, seat: int) -> tuple[str, ...]:
    """Sites of towns are numbered on the picture; sites beside regions (even columns) are counted by themselves."""
    return (f"{'site' if spot_of(key)[0] % 2 else 'edge'}/site-{cell}", seat_ref(seat))


class DiscountChoice(PickStep[RivalsState]):
    """A16 With a discount the payer chooses which resource of the cost is dropped."""

    name = "build.discount"

    def seats(self, s: RivalsState) -> tuple[int, ...]:
        return (s.active,) if s.deed.drops else ()

    def ask(self, s: RivalsState, seat: int) -> Pick:
        held = amounts(s.players[seat])
        deed = s.deed
        options = tuple(Option(resource, noun("resource", resource)) for resource in deed.drops)
        scarcest = min(deed.drops, key=lambda resource: held[resource] - deed.cost[resource])
        return Pick(Text("rivals.ask.build.discount"), options, suggested=([scarcest],), private=True)

    def answer(self, d: Draft[RivalsState], seat: int, value: list[str]) -> None:
        deed = d.state.deed
        deed.cost = _without(deed.cost, value[0])
        self._pay(d)

    def resume(self, d: Draft[RivalsState]) -> None:
        self._pay(d)

    def _pay(self, d: Draft[RivalsState]) -> None:
        d.goto("build.done")
        ask_payment(d, d.state.active, d.state.deed.cost)


class BuildDone(Step[RivalsState]):
    """8.2 8.10 The cost is paid, the card shown and laid; then what it does when built."""

    name = "build.done"

    def resume(self, d: Draft[RivalsState]) -> None:
        s = d.state
        seat, deed = s.active, s.deed
        player = s.players[seat]
        paid = settle_payment(s, seat)
        kind, back = _card(s)
        x, row = spot_of(deed.spot)
        with tokens_watched(d):
            pile = self._pile(s, player, kind, x, row)
            if deed.face_up:
                d.take(s.face_up, 0, pile)
            else:
                lay_open(d, player.hand, deed.place, pile)
            if not d.quiet:
                d.tell(
                    "rivals.event.built",
                    seat=who(seat),
                    site=site_number(player, x, row),
                    cost=counted("resource", paid),
                    **card_facts(s, kind, back),
                )
        s.deed = Deed()
        d.end()
        if kind in ON_BUILD:
            s.deed.first = kind
            d.call("build.effect")

    def _pile(self, s: RivalsState, player: Player, kind: str, x: int, row: str) -> list[Card]:
        """15.38 A Town Hall is laid upon the Parish Hall; every other card on a free site of its own."""
        if kind == "town_hall":
            return next(card.pile for card in player.expansions if card.kind == "parish_hall")
        slot = 0 if s.tables.faces[kind].category == "region" else free_slot(player, town_at(player, x), row) or 1
        card = Expansion(x=x, row=row, slot=slot)
        player.expansions.append(card)
        return card.pile


def search_cost(s: RivalsState, player: Player) -> int:
    """9.4 15.6 15.38 A search costs 2 resources, 1 with a Parish Hall, none with a Town Hall."""
    costs = [cost for card in player.expansions if (cost := s.tables.faces[card.kind].search_cost) is not None]
    return min(costs, default=s.tables.constants.search_cost)


def mints_left(player: Player) -> int:
    """8.8 Mints that have not traded this turn."""
    mints = 0
    for card in player.expansions:
        if card.pile[-1].kind == "mint" and not card.used:
            mints += 1
    return mints
