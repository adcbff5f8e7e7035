"""1.1 1.2 1.3 Heaps of bricks as counts by colour, and the order in which bricks are missed least."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

COLOURS = ("white", "yellow", "green", "red", "blue", "purple")
"""1.1 Common to rare."""

Bricks = dict[str, int]


def size(bricks: Mapping[str, int]) -> int:
    """How many bricks these are."""
    return sum(bricks.values())


def add(heap: Bricks, more: Mapping[str, int]) -> None:
    """Put bricks on a heap."""
    for colour, count in more.items():
        if count:
            heap[colour] = heap.get(colour, 0) + count


def remove(heap: Bricks, less: Mapping[str, int]) -> None:
    """Take bricks off a heap; a colour that is used up is no longer listed."""
    for colour, count in less.items():
        left = heap.get(colour, 0) - count
        if left < 0:
            raise ValueError(f"{count} {colour} from {heap}")
        if left:
            heap[colour] = left
        else:
            heap.pop(colour, None)


def difference(heap: Mapping[str, int], less: Mapping[str, int]) -> Bricks:
    """What is left of a heap."""
    left = dict(heap)
    remove(left, less)
    return left


def in_order(heap: Mapping[str, int]) -> Bricks:
    """The same bricks, common colours first."""
    return {colour: heap[colour] for colour in COLOURS if colour in heap and heap[colour]}


def colours_of(heap: Mapping[str, int]) -> list[str]:
    """The colours of a heap, common ones first."""
    return [colour for colour in COLOURS if colour in heap and heap[colour]]


def counted(colours: Iterable[str]) -> Bricks:
    """Single bricks as a heap."""
    heap: Bricks = {}
    for colour in colours:
        heap[colour] = heap.get(colour, 0) + 1
    return heap


def least_missed(heap: Mapping[str, int], number: int, tower_colours: Iterable[str]) -> Bricks:
    """9.4g Colours without an own tower first, each time common before rare."""
    with_tower = set(tower_colours)
    order = colours_of(heap)
    if with_tower:
        order.sort(key=with_tower.__contains__)
    given: Bricks = {}
    for colour in order:
        taken = min(number, heap[colour])
        if taken:
            given[colour] = taken
            number -= taken
    return given
