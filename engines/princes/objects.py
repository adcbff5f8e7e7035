"""The seven objects: what happens to whoever bought one (chapter 5)."""

from engines.kit import WORDLESS, Draft, Option, Pick, PickStep, Place, PlaceStep, Step, Text, ref, seat_ref
from engines.princes.auction import fitting_landscapes
from engines.princes.build import asked_where
from engines.princes.counts import covered
from engines.princes.look import start_look
from engines.princes.principality import free_spots, snug, spot_at, wordless_spots
from engines.princes.recruit import recruit, target_options, targets
from engines.princes.state import PrincesState, Tile
from engines.princes.tables import LANDSCAPES
from engines.princes.track import gain
from engines.princes.windows import has_window


class Take(Step[PrincesState]):
    """5.1 The buyer takes the object and carries it out at once; it works for its owner alone.

    5.5 A prestige card is chosen from five and stays secret to the end.
    """

    name = "object.take"

    def resume(self, d: Draft[PrincesState]) -> None:
        s = d.state
        seat, pile = d.stack[-1].seat, s.auction.lot
        player = s.players[seat]
        d.goto("object.done", seat)
        match pile:
            case "landscape":
                d.call("object.landscape", seat)
            case "forest" | "lake" | "park":
                d.call("object.place", seat)
            case "jester":
                s.piles[pile] -= 1
                add_jester(d, seat)
            case "builder":
                s.piles[pile] -= 1
                add_builder(d, seat)
            case "prestige_card":
                start_look(d, "prestige", seat)
            case "recruiting_card":
                s.piles[pile] -= 1
                player.recruiting += 1
                if targets(s, seat):
                    d.call("object.recruit", seat)


class Done(Step[PrincesState]):
    """17.5.3 After the own purchase an unused Merchant or Professor is offered, then the next auction begins."""

    name = "object.done"

    def resume(self, d: Draft[PrincesState]) -> None:
        s, seat = d.state, d.stack[-1].seat
        s.auction.lot, s.auction.bidder, s.auction.bid = "", -1, 0
        if has_window(s, seat):
            d.goto("characters.window", seat)
        else:
            d.end()


def add_jester(d: Draft[PrincesState], seat: int) -> None:
    """5.3 Each jester adds to every work from now on."""
    player = d.state.players[seat]
    player.jesters += 1
    d.tell(
        "princes.event.object.jester",
        seat=seat_ref(seat),
        number=player.jesters,
        total=player.jesters * d.state.tables.work.jester,
        pile=ref("pile", "jester"),
    )


def add_builder(d: Draft[PrincesState], seat: int) -> None:
    """5.4 The second and the third builder give 3 points at once."""
    s, player = d.state, d.state.players[seat]
    player.builders += 1
    points = s.tables.points.builder[player.builders]
    gain(player, points, "builders")
    price = s.tables.cost_of_building(player.builders)
    d.tell(
        "princes.event.object.builder",
        seat=seat_ref(seat),
        number=player.builders,
        price=price,
        free=int(not price),
        walls=int(player.builders == 2),
        points=points,
        pile=ref("pile", "builder"),
    )


class ChooseLandscape(PickStep[PrincesState]):
    """16.2 With two players the winner picks the kind after winning.

    A29 Among the kinds in supply that fit.
    """

    name = "object.landscape"

    def ask(self, s: PrincesState, seat: int) -> Pick:
        options = [Option(kind, Text("princes.option.pile", {"pile": ref("pile", kind)})) for kind in LANDSCAPES]
        fitting = fitting_landscapes(s, seat)
        return Pick(Text("princes.ask.object.landscape"), tuple(o for o in options if o.key in fitting))

    def answer(self, d: Draft[PrincesState], seat: int, value: list[str]) -> None:
        d.state.auction.lot = value[0]
        d.goto("object.place", seat)


class PlaceLandscape(PlaceStep[PrincesState]):
    """5.2 The landscape is placed before anything else happens; a repeated kind gives 3 points.

    18.5 Wholly in the own principality; touching the border is free.
    """

    name = "object.place"

    def ask(self, s: PrincesState, seat: int) -> Place:
        kind = s.auction.lot
        blocked = covered(s, s.players[seat])
        if s.lean:
            return Place(WORDLESS, ref("pile", kind), *wordless_spots(s.tables.shapes[kind], blocked))
        spots = free_spots(s.tables.shapes[kind], blocked)
        offered = tuple([spot.offered for spot in spots])
        prompt = Text(asked_where(s, "object.place", kind), {"piece": ref("lot", kind)})
        return Place(prompt, ref("pile", kind), offered, suggested=snug(spots, blocked))

    def answer(self, d: Draft[PrincesState], seat: int, value: str) -> None:
        s, kind = d.state, d.state.auction.lot
        player = s.players[seat]
        s.piles[kind] -= 1
        points = landscape_points(s, seat, kind)
        player.landscapes.append(Tile(kind, spot_at(s.tables.shapes[kind], value).mask))
        gain(player, points, "landscapes")
        d.tell(
            "princes.event.object.placed",
            seat=seat_ref(seat),
            piece=ref("lot", kind),
            cell=value.split()[0],
            points=points,
            number=sum([tile.kind == kind for tile in player.landscapes]),
        )
        d.end()


def landscape_points(s: PrincesState, seat: int, kind: str) -> int:
    """5.2 The second and every further tile of the same kind is worth 3 points, the first of each none."""
    repeated = any(tile.kind == kind for tile in s.players[seat].landscapes)
    return s.tables.points.repeated_landscape if repeated else 0


class RecruitNow(PickStep[PrincesState]):
    """5.6 The buyer of a recruiting card may use it before the next auction begins, or keep it.

    A41 Only the card just bought; without a target nothing is asked.
    """

    name = "object.recruit"

    def ask(self, s: PrincesState, seat: int) -> Pick:
        keep = Option("keep", Text("princes.option.keep_card"))
        return Pick(Text("princes.ask.object.recruit"), (*target_options(s, seat), keep), default=["keep"])

    def answer(self, d: Draft[PrincesState], seat: int, value: list[str]) -> None:
        if value != ["keep"]:
            recruit(d, seat, value[0])
        d.end()
