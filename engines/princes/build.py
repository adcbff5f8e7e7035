"""Action: build a building alone (chapter 8, 18.4 form 2A)."""

from engines.kit import WORDLESS, Draft, Place, PlaceStep, Text, ref, seat_ref
from engines.princes.commonmap import Layout, beside_across, border_cells
from engines.princes.counts import built, covered
from engines.princes.principality import beside, fitting, free_spots, snug, spot_at, wordless_spots
from engines.princes.state import Player, PrincesState, Tile
from engines.princes.track import gain, pay


def layout_of(s: PrincesState) -> Layout:
    """18.2 How the boards lie on the common map."""
    return s.tables.offsets[s.seats]


def boards(s: PrincesState) -> tuple[int, ...]:
    """8.2c What is built on every board."""
    return tuple([built(s, player) for player in s.players])


def near_buildings(s: PrincesState, seat: int, everywhere: tuple[int, ...] | None = None) -> int:
    """8.2c Cells that share an edge with a building or the palazzo, here or across a border (A17, A21).

    A21 An edge across the border is judged by the owner of the new cell.
    A55 Common buildings count on both sides like any other.
    """
    if not s.options.coop:
        return beside(built(s, s.players[seat]))
    everywhere = everywhere or boards(s)
    return beside(everywhere[seat]) | beside_across(layout_of(s), seat, everywhere)


def blocked_alone(s: PrincesState, seat: int) -> int:
    """8.2b Only empty cells; 8.2c distance with fewer than two builders; 18.4 the border rules.

    8.3 With two builders walls may touch, the palazzo's too.
    18.4 A border cell needs a builder, a building right across it two.
    A56 By the option a landscape across the border counts like a building.
    """
    player = s.players[seat]
    blocked = covered(s, player)
    if player.builders < 2:
        blocked |= near_buildings(s, seat)
        if s.options.coop:
            layout = layout_of(s)
            if s.options.coop_landscape_blocks_border:
                blocked |= beside_across(layout, seat, tuple([_landscapes(other) for other in s.players]))
            if player.builders == 0:
                blocked |= border_cells(layout, seat)
    return blocked


def _landscapes(player: Player) -> int:
    mask = 0
    for tile in player.landscapes:
        mask |= tile.mask
    return mask


def asked_where(s: PrincesState, step: str, kind: str) -> str:
    """Where a building or landscape goes, asked with a mark if its shape is not sourced."""
    rows = (*s.tables.building, *s.tables.landscape)
    doubtful = any(row.id == kind and row.in_doubt("shape") for row in rows)
    return f"princes.ask.{step}{'_reconstructed' if doubtful else ''}"


def owns(player: Player, kind: str) -> bool:
    return any(tile.kind == kind for tile in player.buildings)


def buildable(s: PrincesState, seat: int) -> list[str]:
    """8.1 The buildings in supply that the seat has not got, can pay and can place.

    8.5 Without a legal place a building cannot be built.
    """
    player = s.players[seat]
    if player.cash < s.tables.cost_of_building(player.builders):
        return []
    fits = fitting(s.tables.building_pieces, blocked_alone(s, seat))
    owned = {tile.kind for tile in player.buildings}
    return [kind for kind, left in s.buildings.items() if left and kind not in owned and kind in fits]


def in_supply(kind: str) -> tuple[str, ...]:
    """Where a building lies before it is built."""
    return (ref("building", kind), "supply/supply")


def built_for(s: PrincesState, seat: int) -> tuple[Text, ...]:
    """8.1 What a building brings at once, and what is left of the florins."""
    player = s.players[seat]
    left = player.cash - s.tables.cost_of_building(player.builders)
    return (Text("princes.preview.built", {"points": s.tables.points.building, "left": left}),)


class PlaceBuilding(PlaceStep[PrincesState]):
    """8.1 8.2 Where the chosen building goes; paying, placing and 3 points happen at once."""

    name = "build.place"

    def ask(self, s: PrincesState, seat: int) -> Place:
        kind = s.turn.building
        blocked = blocked_alone(s, seat)
        if s.lean:
            return Place(WORDLESS, ref("building", kind), *wordless_spots(s.tables.shapes[kind], blocked))
        spots = free_spots(s.tables.shapes[kind], blocked)
        offered = tuple([spot.offered for spot in spots])
        price = s.tables.cost_of_building(s.players[seat].builders)
        prompt = Text(asked_where(s, "build.place", kind), {"piece": ref("the_building", kind), "price": price})
        return Place(prompt, ref("building", kind), offered, suggested=snug(spots, blocked))

    def preview(self, s: PrincesState, seat: int, value: str) -> tuple[Text, ...]:
        return built_for(s, seat)

    def answer(self, d: Draft[PrincesState], seat: int, value: str) -> None:
        s, player, kind = d.state, d.state.players[seat], d.state.turn.building
        price = s.tables.cost_of_building(player.builders)
        pay(player, price)
        s.buildings[kind] -= 1
        player.buildings.append(Tile(kind, spot_at(s.tables.shapes[kind], value).mask))
        points = s.tables.points.building
        gain(player, points, "buildings")
        s.turn.actions -= 1
        s.turn.building = ""
        d.tell(
            "princes.event.build.built",
            seat=seat_ref(seat),
            piece=ref("a_building", kind),
            cell=value.split()[0],
            price=price,
            points=points,
            last=int(not s.buildings[kind]),
        )
        d.end()
