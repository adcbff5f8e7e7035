"""Chapter 11 in words: what a card asks for and what it brings, from its row alone."""

from typing import assert_never

from engines.kit import Facts, Text, ref, refs

from .card_tables import (
    BuildingScoring,
    CheapestOfEachType,
    ChosenCities,
    ChosenTypes,
    CityGroups,
    CityProduct,
    Combination,
    Condition,
    CostSum,
    DifferentSets,
    EachObject,
    EachOfCategory,
    EachValueEight,
    EqualSets,
    ExtraScoring,
    Majorities,
    ObjectProduct,
    ObjectScoring,
    Pairs,
    TopCard,
)


def condition_text(condition: Condition, seats: int) -> Text:
    """10.8 What the announcement asks for with so many players."""
    facts: Facts = {"least": condition.least[seats - 2]}
    match condition.kind:
        case "equal_sets" | "different_sets" | "cities_with":
            facts["size"] = condition.size
        case "groups":
            facts["sizes"] = list(condition.sizes)
        case "object_product" | "city_product":
            facts["groups"] = condition.groups
        case "category":
            facts["category"] = ref("category", condition.category or "city")
    return Text(f"carrara.condition.{condition.kind}", facts)


def rate_text(card: TopCard) -> Text | None:
    """11.1 The rate of the coins, where the card sets it."""
    if card.coins_per_point is None:
        return None
    return Text("carrara.scoring.coins", {"coins": card.coins_per_point})


def scoring_text(scoring: ObjectScoring | BuildingScoring | ExtraScoring) -> Text:
    """11.2, 11.3, 11.4 What the card brings."""
    facts: Facts = {}
    match scoring:
        case EachObject():
            facts = {"points": scoring.points}
        case EachOfCategory():
            facts = {"points": scoring.points, "category": ref("category", scoring.category)}
        case EqualSets() | DifferentSets():
            facts = {"sizes": list(scoring.points), "points": list(scoring.points.values())}
        case Combination():
            facts = {"sizes": list(scoring.sizes), "points": scoring.points}
        case CityGroups():
            facts = {"size": scoring.size, "points": list(scoring.points)}
        case EachValueEight():
            facts = {"points": list(scoring.points)}
        case ObjectProduct() | CityProduct():
            facts = {"groups": scoring.groups}
        case ChosenCities() | ChosenTypes():
            facts = {"count": scoring.count}
        case Majorities():
            facts = {"cities": refs("city", scoring.groups[0]), "points": list(scoring.points)}
            if len(scoring.groups[0]) == 1:
                return Text("carrara.scoring.majority_in_each_city", {"points": list(scoring.points)})
        case CostSum() | Pairs() | CheapestOfEachType():
            pass
        case _:
            assert_never(scoring)
    return Text(f"carrara.scoring.{scoring.kind}", facts)
