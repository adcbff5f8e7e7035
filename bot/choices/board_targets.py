"""Which drawn things an ask lets choose: options, kinds of pieces and spots, each with the regions that mean it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from engines.kit import Pending, named, places_of
from render import Region


def lit(regions: Sequence[Region], pending: Pending, seat: int) -> dict[str, list[Region]]:
    """For each key that the ask offers the regions to light; a key that lies nowhere in this picture is left out.

    A region fits if it holds every reference of the option. Of several: those with my seat, then those with what the
    question names, then those that are the thing itself. All that remain light up together.
    """
    mine = frozenset({f"seat/{seat}"})
    asked = frozenset(named(pending.ask.prompt))
    found = {key: _fitting(regions, at, mine, asked) for key, at in places_of(pending.ask).items() if at}
    return {key: fitting for key, fitting in found.items() if fitting}


def _fitting(
    regions: Iterable[Region], at: tuple[str, ...], mine: frozenset[str], asked: frozenset[str]
) -> list[Region]:
    wanted = frozenset(at)
    fitting = [region for region in regions if wanted.issubset(region.refs)]
    fitting = _preferred(fitting, lambda region: not mine.isdisjoint(region.refs))
    fitting = _preferred(fitting, lambda region: not asked.isdisjoint(region.refs))
    return _preferred(fitting, lambda region: region.refs[0] in wanted)


def _preferred(regions: list[Region], is_better: Callable[[Region], bool]) -> list[Region]:
    """The better ones, where there are any."""
    return [region for region in regions if is_better(region)] or regions
