"""Chapter 3, resources: what the stores of a principality hold, can still take, give and receive."""

from __future__ import annotations

from engines.kit import WORDLESS, Bundle, Text, ref
from engines.rivals.board import cache_of
from engines.rivals.state import Expansion, Player, Region
from engines.rivals.tables import CACHE, CAPACITY, RESOURCE_OF, RESOURCES, resource_of


def stock(player: Player) -> dict[str, int]:
    """1.7 3.1 What lies in each store: the regions, then the Gold Cache."""
    held = {region.kind: region.stored for region in player.regions}
    cache = cache_of(player)
    if cache is not None:
        held[CACHE] = cache.stored
    return held


def room(player: Player) -> dict[str, int]:
    """3.2 The free space of each store."""
    free = {region.kind: CAPACITY - region.stored for region in player.regions}
    cache = cache_of(player)
    if cache is not None:
        free[CACHE] = CAPACITY - cache.stored
    return free


def of_types(stores: dict[str, int], *resources: str) -> dict[str, int]:
    """The stores of some types that are not at zero."""
    return {store: number for store, number in stores.items() if number > 0 and RESOURCE_OF[store] in resources}


def by_resource(pieces: dict[str, int]) -> dict[str, int]:
    """1.6 Pieces by store as pieces by type, in the order of the types."""
    summed = dict.fromkeys(RESOURCES, 0)
    for store, number in pieces.items():
        summed[RESOURCE_OF[store]] += number
    return {resource: number for resource, number in summed.items() if number}


def amounts(player: Player) -> dict[str, int]:
    """1.6 A36 What a player has of each type; gold in a Gold Cache counts."""
    held = dict.fromkeys(RESOURCES, 0)
    for region in player.regions:
        held[RESOURCE_OF[region.kind]] += region.stored
    cache = cache_of(player)
    if cache is not None:
        held["gold"] += cache.stored
    return held


def there(player: Player) -> dict[str, int]:
    """3.6 What can be taken from a player: all but what was taken already and is still to leave its stores."""
    held = amounts(player)
    for resource, number in (*player.due.items(), *by_resource(player.paid).items()):
        held[resource] -= number
    return held


def rooms(player: Player) -> dict[str, int]:
    """A8 Free space by type of resource."""
    free = dict.fromkeys(RESOURCES, 0)
    for region in player.regions:
        free[RESOURCE_OF[region.kind]] += CAPACITY - region.stored
    cache = cache_of(player)
    if cache is not None:
        free["gold"] += CAPACITY - cache.stored
    return free


def stores_of(player: Player, *resources: str) -> list[str]:
    """The names of the stores of some types; of all, if none is named."""
    return [store for store in stock(player) if not resources or RESOURCE_OF[store] in resources]


def add(player: Player, store: str, number: int) -> int:
    """3.2 Put resources into a store; what does not fit is lost. Returns what arrived."""
    holder = _holder(player, store)
    arrived = min(number, CAPACITY - holder.stored)
    holder.stored += arrived
    return arrived


def remove(player: Player, pieces: dict[str, int]) -> None:
    """3.3 Take resources out of the stores that hold them."""
    for store, number in pieces.items():
        _holder(player, store).stored -= number


def _holder(player: Player, store: str) -> Region | Expansion:
    cache = cache_of(player) if store == CACHE else None
    if cache is not None:
        return cache
    for region in player.regions:
        if region.kind == store:
            return region
    raise KeyError(store)


def can_pay(held: dict[str, int], cost: dict[str, int]) -> bool:
    """3.3 Whether a cost can be paid completely from these amounts."""
    for resource, number in cost.items():
        if held[resource] < number:
            return False
    return True


def spread(available: dict[str, int], number: int) -> dict[str, int]:
    """The plain choice of stores: piece by piece where most is left, the first one on a tie."""
    if len(available) == 1:
        return {store: min(number, there) for store, there in available.items() if number and there}
    left = dict(available)
    chosen: dict[str, int] = {}
    for _ in range(min(number, sum(left.values()))):
        store = max(left, key=left.__getitem__)
        left[store] -= 1
        chosen[store] = chosen.get(store, 0) + 1
    return chosen


def labels(stores: dict[str, int]) -> dict[str, Text]:
    """How a choice of stores reads: "ore (Mountains 5)"."""
    return {
        store: Text(
            "rivals.option.store", {"resource": ref("resource", resource_of(store)), "store": ref("region", store)}
        )
        for store in stores
    }


def wordless(available: dict[str, int], number: int) -> Bundle:
    """So many pieces of these stores, for a script."""
    return Bundle(WORDLESS, available, {}, number, number)


def exactly(
    prompt: Text,
    available: dict[str, int],
    number: int,
    suggested: tuple[dict[str, int], ...] | None = None,
    private: bool = False,
) -> Bundle:
    """So many pieces of these stores, no more and no fewer; unless told, the plain choice is suggested."""
    if suggested is None:
        suggested = (spread(available, number),)
    words = {} if prompt is WORDLESS else labels(available)
    return Bundle(prompt, available, words, number, number, suggested=suggested, private=private)
