"""Which regions an ask lights: all references, my seat, what the question names, the thing itself."""

from bot.choices.board_targets import lit
from engines.kit import Amount, Ask, Bundle, Option, Pending, Pick, Place, Spot, Text, noun
from render import Box, Region

HEAD = Region(("city/lucca",), Box(0, 0, 9, 9))
MINE = Region(("city/lucca", "seat/0"), Box(0, 10, 9, 9), kind="slot")
THEIRS = Region(("city/lucca", "seat/1"), Box(0, 20, 9, 9), kind="slot")
TILE = Region(("tile/villa_2", "city/lucca", "seat/0", "type/villa"), Box(0, 12, 4, 4))
CHIPS = [Region(("brick/green", f"segment/{n}"), Box(n, 30, 1, 1)) for n in (1, 2)]
BOARD = [HEAD, MINE, THEIRS, TILE, *CHIPS]


def pending(ask: Ask) -> Pending:
    return Pending(0, "id", "step", ask, True)


def pick(*options: Option, **facts: str) -> Pending:
    return pending(Pick(Text("toy.ask", {**facts}), options))


def test_a_city_lights_in_my_own_row_and_not_what_stands_in_it() -> None:
    assert lit(BOARD, pick(Option("city:lucca", noun("city", "lucca"))), 0) == {"city:lucca": [MINE]}
    assert lit(BOARD, pick(Option("city:lucca", noun("city", "lucca"))), 1) == {"city:lucca": [THEIRS]}


def test_without_a_row_of_mine_everything_that_is_the_thing_lights_up() -> None:
    assert lit(BOARD, pick(Option("a", noun("city", "lucca"))), 3) == {"a": [HEAD, MINE, THEIRS]}


def test_a_type_lights_the_own_pieces_of_that_type() -> None:
    assert lit(BOARD, pick(Option("a", noun("type", "villa"))), 0) == {"a": [TILE]}


def test_what_the_question_names_decides_between_equal_things() -> None:
    ask = Bundle(Text("toy.ask", {"segment": "segment/2"}), {"green": 1}, {"green": noun("brick", "green")}, 1, 1)
    assert lit(BOARD, pending(ask), 0) == {"green": [CHIPS[1]]}


def test_a_game_says_where_kinds_and_options_lie_that_their_words_do_not_tell() -> None:
    at = {"green": ("brick/green", "segment/1")}
    ask = Bundle(Text("toy.ask"), {"green": 1}, {"green": noun("brick", "green")}, 1, 1, at=at)
    assert lit(BOARD, pending(ask), 0) == {"green": [CHIPS[0]]}
    option = Option("turn", Text("toy.turn"), at=("brick/green", "segment/2"))
    assert lit(BOARD, pick(option), 0) == {"turn": [CHIPS[1]]}


def test_an_option_that_lies_nowhere_is_left_out_whatever_its_label_names() -> None:
    assert lit(BOARD, pick(Option("a", noun("city", "lucca"), at=()), Option("b", noun("city", "pisa"))), 0) == {}


def test_sums_and_lists_in_a_label_are_no_place() -> None:
    label = Text("toy.option", {"cost": {"brick/green": 2}, "cities": ["city/lucca"], "name": "lucca"})
    assert lit(BOARD, pick(Option("a", label)), 0) == {}


def test_instead_of_a_number_an_option_may_be_touched() -> None:
    ask = Amount(Text("toy.ask"), 1, 3, instead=(Option("lucca", noun("city", "lucca")),))
    assert lit(BOARD, pending(ask), 0) == {"lucca": [MINE]}


def test_a_spot_is_found_by_its_cell_and_turn() -> None:
    cells = [Region(("cell/cell-C4", f"turn/turn-{n}"), Box(0, 0, 9, 9)) for n in (1, 2)]
    ask = Place(Text("toy.ask"), "tile/x", (Spot("C4", "C4"), Spot("C4 r90", "C4", 1), Spot("A1", "A1")))
    assert lit(cells, pending(ask), 0) == {"C4": [cells[0]], "C4 r90": [cells[1]]}
    assert lit(cells[:1], pending(ask), 0) == {"C4": [cells[0]]}
