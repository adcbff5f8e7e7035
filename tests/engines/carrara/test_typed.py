"""Moves as typed lines in three languages, and the rule that withholds a move."""

import pytest

from bot.language.labels import describe
from bot.language.speaker import Speaker
from bot.lines.move_parser import MoveParser
from config.languages import languages
from engines.carrara import ENGINE
from engines.carrara.options import CarraraOptions
from engines.kit import Dice, Pick, Refusal
from engines.kit.play import Walk

from .table import Game, table

NAMES = ("Marta", "Joost", "Lena", "Piet")


def typed(game: Game, language: str, line: str) -> list[object]:
    reader = MoveParser(ENGINE, game.state, game.seat, Speaker(language, "carrara", NAMES))
    return [answer.value for answer in reader.read(line).answers]


def why(game: Game, line: str) -> tuple[str, str]:
    """The sentence and the section with which a line is refused."""
    speaker = Speaker("en", "carrara", NAMES)
    with pytest.raises(Refusal) as caught:
        MoveParser(ENGINE, game.state, game.seat, speaker).read(line)
    return speaker.refusal(caught.value), caught.value.section


@pytest.mark.parametrize("language", languages())
def test_every_answer_reads_back(language: str) -> None:
    chance = Dice("read back")
    speaker = Speaker(language, "carrara", NAMES)
    for position in Walk(ENGINE, 4, CarraraOptions(expansion=True), "read back").positions():
        if position.number % 4 or position.state.ending:
            continue
        for pending in ENGINE.pending(position.state):
            if isinstance(pending.ask, Pick):
                labels = [speaker.label(option.label) for option in pending.ask.options]
                assert len(set(labels)) == len(labels), pending.step
            value = pending.ask.sample(chance.below)
            line = describe(pending, value, speaker)
            read = MoveParser(ENGINE, position.state, pending.seat, speaker).read(line)
            assert read.answers[0].value == value, (pending.step, line)


@pytest.mark.parametrize(
    ("language", "line"),
    [("en", "III 2 red 1 green"), ("nl", "III 2 rood 1 groen"), ("de", "III 2 rot 1 grün")],
)
def test_a_purchase_is_one_line(language: str, line: str) -> None:
    game = table().wheel({3: "red red red green", 5: "white"}).at("buy.segment")
    assert typed(game, language, line) == [["3"], {"red": 2, "green": 1}]


@pytest.mark.parametrize(
    ("language", "line"),
    [
        ("en", "build villa 3 viareggio 1 red 2 green"),
        ("nl", "bouw villa 3 viareggio 1 rood 2 groen"),
        ("de", "baue Villa 3 Viareggio 1 rot 2 grün"),
    ],
)
def test_building_is_one_line(language: str, line: str) -> None:
    position = table().player(0, bricks={"red": 2, "green": 2, "black": 1}).display("villa 3", "gate 2", "villa 5")
    assert typed(position.at(), language, line) == [["build"], ["villa_3"], ["city:viareggio"], {"red": 1, "green": 2}]


@pytest.mark.parametrize(("language", "line"), [("en", "score villa"), ("nl", "waardeer villa"), ("de", "werte Villa")])
def test_scoring_is_one_line(language: str, line: str) -> None:
    position = table().player(0, buildings=["villa 3 pisa", "gate 1 pisa"])
    assert typed(position.at(), language, line) == [["score"], ["type:villa"]]


def test_why_an_action_is_not_possible() -> None:
    """4.7, 5.2, 6.2, 7.2, 7.5"""
    game = table().player(0, bricks={"black": 1}, buildings=["gate 1 pisa"]).display("villa 5").at()
    said = "Not possible: your 1 brick pays for no open tile; the cheapest costs 5 (rule 5.2)."
    assert why(game, "build") == (said, "5.2")
    assert why(game, "build gate 1")[0] == "Not possible: gate 1 does not lie open: Marta has built it (rule 5.1)."
    assert why(game, "build villa 5")[0] == "Not possible: it costs 5 bricks, you have 1 (rule 5.2)."
    alone = table().player(0, bricks={"black": 1}, buildings=[]).display("villa 5").at()
    assert why(alone, "score")[0] == "Not possible: you have nothing that can be scored (rule 6.2)."
    assert why(alone, "score livorno")[0] == "Not possible: it needs 2 of your buildings, there are 0 (rule 1.9)."
    assert why(game, "decline")[1] == "7.5"
    assert why(game, "announce the end")[1] == "7.2"
    assert why(game, "buy without turning")[1] == "10.2"


def test_why_a_city_or_type_cannot_be_scored() -> None:
    """6.2, 6.3, 1.9, A2"""
    position = table().player(0, buildings=["gate 1 pisa", "gate 2 massa", "villa 1 lucca"], types_scored=["villa"])
    game = position.player(1, cities_scored=["lucca"]).at("score.choose")
    assert why(game, "lucca")[0] == "Not possible: Joost has scored it, it is closed (rule 6.3)."
    assert why(game, "massa")[0] == "Not possible: it needs 3 of your buildings, there is 1 (rule 1.9)."
    assert why(game, "villa")[1] == "6.2"
    assert why(game, "castle")[1] == "A2"


def test_why_a_tile_or_city_cannot_be_chosen() -> None:
    """5.1, 5.2"""
    position = table().player(0, bricks={"red": 2}).display("gate 1", "gate 2", "villa 5")
    game = position.at("build.tile")
    assert why(game, "villa 5")[0] == "Not possible: it costs 5 bricks, you have 2 (rule 5.2)."
    assert why(game, "palace 5")[1] == "5.1"
    assert why(game.answer("gate_2"), "pisa")[0] == (
        "Not possible: Pisa takes yellow and nobler; you have 0 of the 2 bricks (rule 5.2)."
    )


def test_why_a_segment_brick_or_object_cannot_be_bought() -> None:
    """4.2, 3.4"""
    game = table().player(0, coins=3).wheel({1: "white", 2: "black blue", 5: "white red"}).at("buy.segment")
    assert why(game, "I")[0] == "Not possible: it costs 6, you have 3 (rule 4.2)."
    assert why(game, "VI")[0] == "Not possible: no brick lies there (rule 4.2)."
    assert why(game.answer("2"), "red")[1] == "4.2"
    field = table().player(0, coins=20).player(1, objects={"cup": 1}).set(object_field=["book", "flag"])
    field = field.player(1, objects={"cup": 1, "crown": 1, "gate": 1, "coat_of_arms": 1})
    assert why(field.at("turn.object"), "cup")[1] == "3.4"


def test_of_a_segment_without_bricks_nothing_is_said_to_cost_anything() -> None:
    game = table().player(0, coins=20).at("buy.segment")
    empty = [refusal for _, refusal in ENGINE.steps["buy.segment"].withheld(game.state, game.seat)]
    empty = [refusal for refusal in empty if refusal.code == "carrara.refusal.segment_empty"]
    assert empty
    assert [[each.text.key for each in refusal.conditions] for refusal in empty] == [
        ["carrara.needs.any_brick"] for _ in empty
    ]


@pytest.mark.parametrize("language", languages())
def test_every_reason_is_a_sentence_in_every_language(language: str) -> None:
    speaker = Speaker(language, "carrara", NAMES)
    for number in range(4):
        options = CarraraOptions(expansion=number % 2 == 1)
        for position in Walk(ENGINE, 3, options, f"reasons {number}", wild=60).positions():
            for pending in ENGINE.pending(position.state):
                offered = [option.key for option in getattr(pending.ask, "options", ())]
                for option, refusal in ENGINE.steps[pending.step].withheld(position.state, pending.seat):
                    assert option.key not in offered, pending.step
                    assert speaker.label(option.label)
                    assert refusal.section in speaker.refusal(refusal)
