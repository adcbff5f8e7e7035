"""Chapter 11 in words: what a card asks for and what it brings, from its row alone."""

from typing import assert_never

from engines.carrara import card_tables as rows
from engines.kit import Facts, Text, ref, refs


def condition_text(condition: rows.Condition, seats: int) -> Text:
    """10.8 What the announcement asks for with so many players."""
    facts: Facts = {"least": condition.least[seats - 2]}
    match condition.kind:
        case "equal_sets" | "different_sets" | "cities_with":
            facts["size"] = condition.size
        case "groups":
            facts |= dict(zip(("first", "second"), condition.sizes, strict=True))
        case "object_product" | "city_product":
            facts["groups"] = condition.groups
        case "category":
            facts["category"] = ref("category", condition.category or "city")
    return Text(f"carrara.condition.{condition.kind}", facts)


def rate_text(card: rows.TopCard) -> Text | None:
    """11.1 The rate of the coins, where the card sets it."""
    if card.coins_per_point is None:
        return None
    return Text("carrara.scoring.coins", {"coins": card.coins_per_point})


def scoring_text(scoring: rows.ObjectScoring | rows.BuildingScoring | rows.ExtraScoring) -> Text:
    """11.2, 11.3, 11.4 What the card brings."""
    facts: Facts = {}
    match scoring:
        case rows.EachObject():
            facts = {"points": scoring.points}
        case rows.EachOfCategory():
            facts = {"points": scoring.points, "category": ref("category", scoring.category)}
        case rows.EqualSets() | rows.DifferentSets():
            facts = {"sizes": list(scoring.points), "points": list(scoring.points.values())}
        case rows.Combination():
            facts = {"first": scoring.sizes[0], "second": scoring.sizes[1], "points": scoring.points}
        case rows.CityGroups():
            facts = {"size": scoring.size, "points": list(scoring.points)}
        case rows.EachValueEight():
            facts = {"points": list(scoring.points)}
        case rows.ObjectProduct() | rows.CityProduct():
            facts = {"groups": scoring.groups}
        case rows.ChosenCities() | rows.ChosenTypes():
            facts = {"count": scoring.count}
        case rows.Majorities():
            first, second = scoring.points[0], scoring.points[-1]
            facts = {"cities": refs("city", scoring.groups[0]), "first": first, "second": second}
            if len(scoring.groups[0]) == 1:
                return Text("carrara.scoring.majority_in_each_city", {"points": list(scoring.points)})
        case rows.CostSum() | rows.Pairs() | rows.CheapestOfEachType():
            pass
        case _:
            assert_never(scoring)
    return Text(f"carrara.scoring.{scoring.kind}", facts)
