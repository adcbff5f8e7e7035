"""Why something is not offered: what one might expect at a step, each with the rule that withholds it."""

from engines.carrara.cards import city_counts, is_fulfilled, progress
from engines.carrara.conditions import condition_cards
from engines.carrara.ids import COLOURS, OBJECTS
from engines.carrara.state import CarraraState, Player
from engines.kit import Condition, Facts, Option, Refusal, Text, Withheld, have, need, noun, ref, refs, seat_ref

COIN = "gain/coin"


def _action(key: str) -> Option:
    return Option(key, Text(f"carrara.option.{key}"))


def actions(s: CarraraState, seat: int, offered: list[str], payable: list[str], open_ones: list[str]) -> Withheld:
    """3.1 Actions that are not possible now, alone or with a tile or scoring that is not, and the announcement."""
    player = s.players[seat]
    if "buy" not in offered:
        yield _action("buy"), Refusal("carrara.refusal.no_bricks", "4.7")
    if "buy_without_turning" not in offered:
        code = "carrara.refusal.wheel_empty" if s.options.expansion else "carrara.refusal.expansion_only"
        yield _action("buy_without_turning"), Refusal(code, "10.2")
    if "build" not in offered:
        cheapest = min([s.tables.tile[tile].cost for tile in (*s.display, *s.value_eight) if tile], default=0)
        refusal = Refusal("carrara.refusal.no_tile", "5.2", bricks=sum(player.bricks.values()), cost=cheapest)
        yield _action("build"), refusal.else_try("buy", "buy_without_turning")
        yield from tiles(s, seat, [])
    yield from _phrases("build", tiles(s, seat, payable))
    if "score" not in offered:
        is_spent = player.scorings >= s.tables.constants.scoring_markers
        code, section = ("no_marker", "6.1") if is_spent else ("nothing_to_score", "6.2")
        yield _action("score"), Refusal(f"carrara.refusal.{code}", section).else_try("build", "buy")
    if player.scorings < s.tables.constants.scoring_markers:
        yield from _phrases("score", scorings(s, seat, open_ones))
    if "decline" not in offered:
        yield _action("decline"), Refusal("carrara.refusal.not_announced", "7.5")
    yield _action("announce"), _why_not_announce(s, player)


def _phrases(verb: str, withheld: Withheld) -> Withheld:
    """What an action cannot be done to, in one phrase: *Build: palace 5*."""
    for option, refusal in withheld:
        if option.key.startswith("field:"):
            continue  # their names begin like other words of a line
        label = Text(f"carrara.wish.{verb}", {"what": option.label.facts["what"]})
        yield Option(f"{verb}:{option.key}", label, at=option.at), refusal


def _why_not_announce(s: CarraraState, player: Player) -> Refusal:
    """7.2, 7.3, 7.5 Somebody has, a condition is missing, or the action comes first."""
    if s.announcer >= 0:
        return Refusal("carrara.refusal.announced", "7.5", seat=seat_ref(s.announcer))
    missing, needs = list[str](), list[Condition]()
    for card, condition in zip(condition_cards(s), s.conditions(), strict=True):
        is_met = is_fulfilled(s.tables, player, condition, s.seats)
        has, least = progress(s.tables, player, condition, s.seats)
        needs.append(need("carrara.needs.card", is_met, card=ref("card", card), has=has, least=least))
        missing += [] if is_met else [card]
    if missing:
        refusal = Refusal("carrara.refusal.conditions", "7.2", cards=refs("card", missing))
        return refusal.needing(*needs).else_try("score", "build", "buy")
    return Refusal("carrara.refusal.act_first", "3.3").needing(*needs, need("carrara.needs.action", False))


def segments(s: CarraraState, seat: int, offered: list[str]) -> Withheld:
    """4.2 Segments that are empty or too dear."""
    coins = s.players[seat].coins
    for segment, bricks in enumerate(s.wheel):
        number = str(segment + 1)
        if number not in offered:
            there = need("carrara.needs.any_brick", bool(bricks))
            refusal = Refusal("carrara.refusal.segment_empty", "4.2").needing(there)
            if bricks:
                price = s.tables.prices[segment][bricks[-1]]
                refusal = Refusal("carrara.refusal.too_dear", "4.2", price=price, coins=coins)
                refusal = refusal.needing(there, have(COIN, price, coins))
            yield Option(number, noun("segment", number)), refusal


def bricks(s: CarraraState, seat: int, offered: list[str]) -> Withheld:
    """4.2 Bricks that are not on the segment, or too dear."""
    coins, segment = s.players[seat].coins, s.choice.segment
    for colour in COLOURS:
        if colour not in offered:
            is_there = colour in s.wheel[segment]
            code = "carrara.refusal.too_dear" if is_there else "carrara.refusal.not_on_segment"
            price = s.tables.prices[segment][colour]
            needs = [need("carrara.needs.brick_there", is_there), have(COIN, price, coins)]
            refusal = Refusal(code, "4.2", price=price, coins=coins).needing(*needs)
            yield Option(colour, noun("brick", colour)), refusal


def tiles(s: CarraraState, seat: int, offered: list[str]) -> Withheld:
    """5.1, 5.2 Tiles that are not open, or cost more bricks than there are."""
    bricks = sum(s.players[seat].bricks.values())
    built_by = {each.tile: seat_ref(owner) for owner, player in enumerate(s.players) for each in player.buildings}
    for tile in s.tables.tile.values():
        if tile.id in offered:
            continue
        is_open = tile.id in s.display or tile.id in s.value_eight
        if is_open:
            refusal = Refusal("carrara.refusal.too_few_bricks", "5.2", cost=tile.cost, bricks=bricks)
        else:
            by = built_by.get(tile.id, "")
            refusal = Refusal("carrara.refusal.not_open", "5.1", tile=ref("tile", tile.id), seat=by)
        pays = need("carrara.needs.bricks", bricks >= tile.cost, cost=tile.cost, bricks=bricks)
        refusal.needing(need("carrara.needs.open", is_open), pays).else_try("build", "buy")
        yield s.tables.tile_options[tile.id], refusal


def cities(s: CarraraState, seat: int, offered: list[str]) -> Withheld:
    """5.2 Cities that take too few of the bricks at hand."""
    player, cost = s.players[seat], s.tables.tile[s.choice.tile].cost
    for city, colours in s.tables.allowed.items():
        if city not in offered:
            has = sum(player.bricks[colour] for colour in colours)
            facts = {"city": ref("city", city), "plainest": ref("brick", colours[-1])}
            refusal = Refusal("carrara.refusal.wrong_bricks", "5.2", cost=cost, bricks=has, **facts)
            every = sum(player.bricks.values())
            refusal.needing(
                need("carrara.needs.bricks", every >= cost, cost=cost, bricks=every),
                need("carrara.needs.city_bricks", has >= cost, cost=cost, bricks=has, plainest=facts["plainest"]),
            )
            yield Option(f"city:{city}", noun("city", city)), refusal


def replacements(s: CarraraState, seat: int, offered: list[str]) -> Withheld:
    """10.4 Buildings that cannot make way: in the base game none, not one's own, or no cheaper than the tile."""
    own = {building.tile: building for building in s.players[seat].buildings}
    tile = s.tables.tile[s.choice.tile]
    for each in s.tables.tile.values():
        if each.id in offered:
            continue
        facts: Facts = {"tile": ref("tile", each.id)}
        if not s.options.expansion:
            refusal = Refusal("carrara.refusal.expansion_only", "10.4")
        elif each.id not in own:
            refusal = Refusal("carrara.refusal.not_yours", "10.4")
        elif each.cost >= tile.cost:
            refusal = Refusal("carrara.refusal.not_dearer", "10.4", cost=each.cost)
        else:
            difference = tile.cost - each.cost
            refusal = Refusal("carrara.refusal.difference", "10.4", bricks=difference)
        where = own[each.id].city if each.id in own else next(iter(s.tables.cities))
        facts["city"] = ref("city", where)
        yield Option(f"replace:{each.id}", Text("carrara.option.replace", facts)), refusal


def scorings(s: CarraraState, seat: int, offered: list[str]) -> Withheld:
    """6.2, 6.3, 10.7 Types and fields scored before or without a building, cities closed or too empty."""
    player, counts = s.players[seat], city_counts(s.players[seat].buildings)
    for kind in s.tables.types:
        if f"type:{kind}" not in offered:
            code, section = ("scored", "6.2") if kind in player.types_scored else ("no_building", "A2")
            has = sum([building.type == kind for building in player.buildings])
            needs = [
                need("carrara.needs.unscored", kind not in player.types_scored),
                need("carrara.needs.buildings", has > 0, needs=1, has=has),
            ]
            refusal = Refusal(f"carrara.refusal.{code}", section).needing(*needs)
            yield Option(f"type:{kind}", noun("type", kind)), refusal
    for city in s.tables.city:
        if f"city:{city.id}" not in offered:
            closed = [other for other, them in enumerate(s.players) if city.id in them.cities_scored]
            if closed:
                refusal = Refusal("carrara.refusal.closed", "6.3", seat=seat_ref(closed[0]))
            else:
                refusal = Refusal("carrara.refusal.needs", "1.9", needs=city.needs, has=counts.get(city.id, 0))
            has = counts.get(city.id, 0)
            refusal.needing(
                need("carrara.needs.city_open", not closed),
                need("carrara.needs.buildings", has >= city.needs, needs=city.needs, has=has),
            )
            yield Option(f"city:{city.id}", noun("city", city.id)), refusal
    for field in s.tables.special_field:
        if not s.options.expansion:
            yield (
                Option(f"field:{field.id}", noun("field", field.id)),
                Refusal("carrara.refusal.expansion_only", "10.7"),
            )
        elif f"field:{field.id}" not in offered:
            code, section = ("scored", "10.7") if field.id in player.fields_scored else ("no_building", "A2")
            yield Option(f"field:{field.id}", noun("field", field.id)), Refusal(f"carrara.refusal.{code}", section)


def objects(s: CarraraState, seat: int, can_pay: bool) -> Withheld:
    """3.4 Objects that have left the field, or are too dear; and the end that cannot be announced."""
    price, coins = s.tables.constants.object_price, s.players[seat].coins
    for kind in OBJECTS:
        is_there = kind in s.object_field
        if is_there and can_pay:
            continue
        refusal = Refusal("carrara.refusal.too_dear", "3.4", price=price, coins=coins)
        if not is_there:
            refusal = Refusal("carrara.refusal.not_on_field", "3.4")
        needs = [need("carrara.needs.on_field", is_there), have(COIN, price, coins)]
        yield Option(kind, noun("object", kind)), refusal.needing(*needs)
    yield from announcement(s, seat)


def announcement(s: CarraraState, seat: int) -> Withheld:
    """7.2, 7.5 Why the end cannot be announced; nothing where it can."""
    refusal = _why_not_announce(s, s.players[seat])
    if refusal.code != "carrara.refusal.act_first":
        yield _action("announce"), refusal
