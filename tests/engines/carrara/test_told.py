"""What players are told about the final scoring and how near they are to a condition."""

from engines.carrara.cards import progress
from engines.carrara.extra_cards import extra_counted
from engines.carrara.scoring import score_game
from engines.carrara.tables import CarraraTables
from engines.kit import Draft
from engines.kit.tables import doubts
from tests.engines.carrara.test_extra_cards import BOARD

from .table import table

TABLES = CarraraTables.current()


def test_which_cities_an_extra_card_counted_is_told() -> None:
    """11.4 A17 The engine chooses the best ones: everybody can check the sum."""
    s = table(4, cards=(1, 1, 1, 2)).player(0, buildings=BOARD, upgraders=["lerici"]).at().state
    told = extra_counted(s, 0)
    assert told is not None
    assert told.facts == {"what": ["city/livorno", "city/lerici"]}


def test_the_final_scoring_tells_the_coins_that_were_changed_and_the_objects() -> None:
    """8.2 By source it is told by the kit, for every game."""
    s = table(2).player(0, buildings=["villa 3 lucca"], coins=10).at().state
    s.players[0].objects["crown"] = 2
    draft = Draft(s)
    score_game(draft)
    final = [event for event in draft.events if event.key == "carrara.event.final"]
    assert final[0].because is not None
    worth = 2 * s.tables.object_card[0].scoring.points
    assert final[0].because.facts == {"coins": 10, "points": 2, "objects": 2, "sets": worth, "rest": 0}
    assert final[0].facts["points"] == 5 + worth


def test_groups_of_objects_show_how_near_they_are() -> None:
    """11.2 A quadruplet and a triplet: three and two of them are five of seven."""
    player = table(2).player(0, objects={"book": 3, "crown": 2}).at().state.players[0]
    assert progress(TABLES, player, TABLES.object_card[3].condition, 2) == (5, 7)


def test_every_figure_that_the_book_only_bounds_is_listed_as_doubtful() -> None:
    """11.3 The pairs of card 9 are a guess within bounds; the coins of top card 6 are printed."""
    places = [place for place, _, _ in doubts(TABLES)]
    assert len(places) == 58
    assert {f"building_card.9.condition.least.{number}" for number in (1, 2, 3)} <= set(places)
    assert "top_card.6.condition" in places
    assert "top_card.6" not in places
